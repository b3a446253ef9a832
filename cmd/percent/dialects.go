package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

func dialects() commands.Family {
	return commands.Family{
		Name:  "dialects",
		Short: "the catalogue of dialects and of the programs that use them",
		Long: `dialects shows the names that --as accepts: every dialect, with its
source and its use, and every function of a real program that was run and recorded, with
the dialect of that function.`,
		Below: []commands.Maker{
			commands.Question{
				Row: "dialects list", JSON: "write one JSON array", Pager: true,
				Use:   "list [flags] [TEXT...]",
				Short: "list dialects, or the functions of programs",
				Long: `list prints the ID and the title of each dialect, family by family. With
TEXT, list prints only the dialects whose names, title, use or source contain every
TEXT. --language selects the dialects that programs in a language use.

With --implementations, list prints the functions of programs instead, each with the
dialect by which the function encodes or decodes.`,
				Example: `  percent dialects list --family rfc3986
  percent dialects list path
  percent dialects list --all
  percent dialects list --implementations --language php
  percent dialects list --json`,
				Takes: &commands.Takes{},
				Flags: map[string]cobra.CompletionFunc{
					"family": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
						return operation.Families(), cobra.ShellCompDirectiveNoFileComp
					},
					"language": completePrograms,
				},
			},
			commands.Question{
				Row:   "dialects show",
				Use:   "show [flags] NAME",
				Short: "show one dialect, or one function of a program",
				Long: `show prints everything in the catalogue about the dialect whose ID or
alias is NAME: its use, its source, every choice it makes, the dialects that state the
same rule, and the functions of programs that follow it.

If NAME is a function of a program, show prints the function first and then its dialect.`,
				Example: `  percent dialects show form
  percent dialects show php.rawurlencode`,
				Takes: dialectNames(1, "one name"), Complete: completeNames(1),
			},
			commands.Question{
				Row:   "dialects diff",
				Use:   "diff [flags] A B",
				Short: "show where two dialects differ",
				Long: `diff prints the choices that A and B make differently, and every byte and
text that they treat differently, with the choice that causes it. Consecutive bytes that
differ in the same way share a line, where HH is the byte in hexadecimal.

If A or B only decodes, as some functions of programs do, only decoding is compared. The
status is 1 if A and B differ and 0 if they do not.`,
				Example: `  percent dialects diff php.urlencode php.rawurlencode
  percent dialects diff whatwg.path.2024 whatwg.path`,
				Takes: dialectNames(2, "two names"), Complete: completeNames(2),
			},
			commands.Question{
				Row:   "dialects history",
				Use:   "history [flags] FUNCTION",
				Short: "show which version of a program followed which dialect",
				Long: `history prints what a function of a program did in each recorded version: the dialect
that it followed, the version that introduced this, the changelog entry, and inputs for
which the version before gave another result.

--as accepts functions of old versions, too, such as php@5.2.rawurlencode: of recorded
versions, of their patch releases, and of versions between two that agree.`,
				Example: `  percent dialects history php.rawurlencode
  percent encode --as php@5.2.rawurlencode 'a b~'`,
				Takes: dialectNames(1, "the ID of one function"),
				Complete: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
					if len(args) > 0 {
						return nil, cobra.ShellCompDirectiveNoFileComp
					}
					return operation.HistoryIDs(), cobra.ShellCompDirectiveNoFileComp
				},
			},
		},
	}
}

// dialectNames is a number of dialects or functions.
func dialectNames(n int, what string) *commands.Takes {
	return &commands.Takes{Least: n, Most: n, What: what, Hint: "`percent dialects list` lists the names"}
}

// completeNames completes up to most names.
func completeNames(most int) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return records.CompleteDialects(cmd, args, text)
	}
}

// completePrograms completes the names of languages.
func completePrograms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	seen := map[string]bool{}
	for m := range dialect.Implementations() {
		for _, name := range []string{strings.ToLower(m.Language), results.ProgramOf(m.ID)} {
			if !seen[name] && !strings.Contains(name, " ") {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
