package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect/sets"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

func newSet(a *stream.Streams) *cobra.Command {
	opts := &setOptions{}
	cmd := &cobra.Command{
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
  percent set --list`,
		RunE: records.Runs(a, opts.run),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
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
	f := cmd.Flags()
	f.BoolVar(&opts.list, "list", false, "list the character classes, with their sources")
	f.BoolVar(&opts.octets, "octets", false, "print one octet per line, in hexadecimal digits")
	f.BoolVar(&opts.asJSON, "json", false, "write one JSON object, or with --list one JSON array")
	return cmd
}

// setOptions holds the flags of set.
type setOptions struct {
	list   bool
	octets bool
	asJSON bool
}

func (opts *setOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	out := s.Text
	switch {
	case opts.list && len(l.Args) > 0:
		return term.UsageError("leave out --list, or the expression", "--list takes no expression")
	case opts.list:
		return records.Show(out, opts.asJSON, results.NewClasses(), results.Style{})
	case len(l.Args) != 1:
		return term.UsageError("put the expression between quotation marks; `percent set --list` lists the classes", "%s takes one expression, not %d", l.Command, len(l.Args))
	}
	set, err := sets.Parse(l.Args[0])
	if err != nil {
		return badSet(err)
	}
	switch {
	case opts.asJSON:
		return records.PrintJSON(out, results.NewSet(l.Args[0], set))
	case opts.octets:
		for _, o := range results.Octets(set) {
			fmt.Fprintln(out, o)
		}
		return nil
	}
	_, err = fmt.Fprintln(out, set)
	return err
}

// badSet returns the failure for an invalid expression.
func badSet(err error) error {
	var syntax *percent.SyntaxError
	var named *sets.NameError
	if !errors.As(err, &syntax) {
		return err
	}
	hint := "`percent set --list` lists the classes, `percent dialects list` the dialects"
	switch {
	case errors.As(err, &named) && syntax.Reason == sets.Ambiguous:
		hint = "use one of " + strings.Join(named.Names[:min(8, len(named.Names))], ", ")
	case errors.As(err, &named):
		hint = words.DidYouMean(strings.Join(named.Names, ", "), hint)
	case syntax.Reason == sets.NoOperator:
		hint = "join sets with '|', '-' or '&'"
	}
	return term.UsageError(hint, "%s", results.RefusalText(*syntax))
}
