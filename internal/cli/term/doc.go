// Package term is what the command says and how it looks: messages, colour, the
// width of a page, tables, and what a terminal may be shown.
//
// Only it writes to standard error, and these are the rules:
//
//   - Standard output is data only. Everything here goes to standard error; help
//     that was asked for is data.
//   - A line begins with "percent: error: ", "percent: hint: " or
//     "percent: note: ". An error says what is wrong and where; a hint says what
//     to type instead; a note says what was done. One line each.
//   - Lower case, no full stop. What came from the user is quoted, so that no
//     control character reaches a terminal; a file name is quoted where it has
//     any. One that slipped through is made visible here. Of a long text only the
//     beginning is quoted, and no message is longer than about 4 KiB.
//   - Success is silent, except for what was asked for (--verbose), what would
//     surprise (malformed input that was accepted, a '+' that was not a space,
//     text that was encoded already) and progress, which shows only on a
//     terminal unless --progress says otherwise. With --quiet only errors are left.
//   - On a terminal a line of ours begins a line, even where data ends in none.
//   - Colour only on a terminal and without NO_COLOR.
package term
