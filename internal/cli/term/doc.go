// Package term formats what the command prints: messages, colour, the width of
// pages, tables, and what is safe for a terminal.
//
// Only it writes to standard error, and these are the rules:
//
//   - Standard output is data only. Everything here goes to standard error; help
//     that was asked for is data.
//   - Each message is one line that begins with "percent: error: ", "percent:
//     hint: " or "percent: note: ". An error says what is wrong and where, a
//     hint what to type instead, a note what was done.
//   - Lower case, no full stop. Text from the user is quoted, so that no control
//     character reaches a terminal; a file name is quoted only if it contains
//     one. Any that slips through is made visible here. Only the beginning of a
//     long text is quoted, and no message is longer than about 4 KiB.
//   - Success is silent, except for --verbose, surprises (malformed input that was
//     accepted, a '+' that was not a space, text that was already encoded) and
//     progress, which by default shows only on a terminal. With --quiet only errors
//     are left.
//   - On a terminal a message starts on a new line, even if the data before it
//     has no line end.
//   - Colour only on a terminal and without NO_COLOR.
package term
