package main

import "github.com/pct-encoded/percent/internal/cli/commands"

func explaining() commands.Question {
	return commands.Question{
		Row: "explain", All: "show every character, and texts at full length",
		Use:   "explain [flags] [TEXT...]",
		Short: "what a text is, character by character",
		Long: `explain shows what kind of text TEXT is. For each character it prints the
position, the spelling, the octets in hexadecimal and binary, the name, the class in RFC
3986, what the character delimits, and whether it must be escaped there. Then
explain shows what a '+' means, the result of decoding, and the charsets that octets
beyond ASCII may be in.

A '!' marks a character that is not allowed in its place, an invalid escape, or invalid
UTF-8; a '~' marks a needless escape. Errors come first, and characters of one kind
share a row. --all shows a row for every character, where each is allowed in a URI, and
which dialects escape it. The kind of TEXT is guessed unless --in names it.

Without TEXT, or with -, explain reads each line of standard input.`,
		Example: `  percent explain 'https://example.com/caf%C3%A9?q=a+b%2Bc'
  percent explain --in form 'a+b=%E9'
  percent explain --json 'a%c0%afb'`,
	}
}
