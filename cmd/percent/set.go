package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect/sets"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
)

func set() commands.Question {
	return commands.Question{
		Row: "set", JSON: "write one JSON object, or with --list one JSON array",
		Use:   "set [flags] EXPR",
		Short: "which octets a set, or an expression of sets, holds",
		Long: `set prints the set of octets that EXPR describes, as a class in brackets.

In EXPR, the name of a dialect, or of its specification ("RFC 3986 path"), stands for the
octets that the dialect keeps, and escaped(NAME) for those that it escapes. --list lists the names of character classes:
tchar, pchar, unreserved, c0, and the names in specifications and their old editions,
such as unescapedURISet or "default encode set", with spaces or hyphens. The name of a
percent-encode set stands for the octets that the set escapes. 'a/b' stands for the
characters between the quotes, %2F and %00-%1F for octets, and [a-z] for a class in the
form that set prints.

'|' is union, '-' difference, '&' intersection, and '!' in front of an operand is its
complement. '!' binds tightest, then '&'; '|' and '-' are evaluated from left to right.
Parentheses group. A '-' is an operator only after a space, because names may contain
hyphens.

Octets beyond ASCII are in the set of a dialect if the dialect keeps 'é'.`,
		Example: `  percent set 'rfc3986.segment - unreserved | tchar'
  percent set 'escaped(whatwg.path) - escaped(whatwg.query)'
  percent set --octets '!vchar & ascii'
  percent set --abnf "rfc3986.query - '&='"
  percent set --list`,
		Takes: &commands.Takes{},
		Complete: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			names, directive := records.CompleteDialects(cmd, args, text)
			for c := range sets.Classes() {
				if strings.HasPrefix(c.Name, strings.ToLower(text)) {
					names = append(names, c.Name+"\t"+c.Title)
				}
			}
			return names, directive
		},
	}
}
