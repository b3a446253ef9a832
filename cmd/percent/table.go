package main

import "github.com/pct-encoded/percent/internal/cli/commands"

func table() commands.Question {
	return commands.Question{
		Row:   "table",
		Use:   "table [flags] [NAME...]",
		Short: "which ASCII characters dialects escape",
		Long: `table prints what each dialect writes for a space, for each ASCII
punctuation character, and for digits, upper-case letters and lower-case letters.
Without NAME, table compares the eight sets of the URL Standard, OAuth, JavaScript's
escape, encodeURI and encodeURIComponent, and ALPN.

With --values, table prints every printable ASCII character, what one dialect writes for
it, and whether the two are equal. With --all, it prints all 256 octets, each by its
hexadecimal digits.`,
		Example: `  percent table
  percent table php.urlencode php.rawurlencode
  percent table --values encodeURIComponent
  percent table --all --csv > table.csv`,
		Takes: &commands.Takes{}, Complete: recordedDialects.complete(0),
	}
}
