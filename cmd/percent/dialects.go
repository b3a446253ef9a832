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
			recordedDialects.show(commands.Question{
				Short: "show one dialect, or one function of a program",
				Long: `show prints everything in the catalogue about the dialect whose ID or
alias is NAME: its use, its source, every choice it makes, the dialects that state the
same rule, and the functions of programs that follow it.

If NAME is a function of a program, show prints the function first and then its dialect.`,
				Example: `  percent dialects show form
  percent dialects show php.rawurlencode`,
			}),
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
				Takes: recordedDialects.takes(2, 2, "two names"), Complete: recordedDialects.complete(2),
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
				Takes: recordedDialects.takes(1, 1, "the ID of one function"), Complete: recordedHistories.complete(1),
			},
		},
	}
}

// recordedDialects are the dialects and the functions of programs, and recordedHistories the
// functions whose versions were recorded.
var (
	recordedDialects  = recorded{"dialects", records.CompleteDialects}
	recordedHistories = recorded{"dialects", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return operation.HistoryIDs(), cobra.ShellCompDirectiveNoFileComp
	}}
)

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
