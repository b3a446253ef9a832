package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
)

func see() commands.Question {
	return commands.Question{
		Row: "see", All: "print all names of each group, not only the first lines",
		Use:   "see [flags] TEXT",
		Short: "how every recorded program encodes or decodes a text",
		Long: `see encodes TEXT with every recorded encoding function or, with --decode,
decodes TEXT with every recorded decoding function. Functions with the same result form
a group, and the largest group comes first. A '!' marks a result that only one function
gives. Functions that refuse TEXT come last.

Each function was recorded on its own: a server that handles a whole request may give
another result.

With --all, the version of the program stands behind each name, and results that functions
had in older versions only follow.

--at selects functions of older or newer versions; functions that no dialect describes in
that version are left out. "percent dialects history" shows the versions of one function.

A result that is not plain text is quoted, as in "a\nb".`,
		Example: `  percent see 'a b~é'
  percent see --decode 'a+b%zz'
  percent see --only python,php,js "rock'n'roll"
  percent see --at php@5.2,php@8.5 'a b~é'`,
		Takes: &commands.Takes{Least: 1, Most: 1, What: "one text", Hint: "put a text with spaces between quotation marks"},
		Flags: map[string]cobra.CompletionFunc{"only": completePrograms},
	}
}
