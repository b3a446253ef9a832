package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
)

func newDialects(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dialects",
		Short: "the catalogue of dialects and of the programs that use them",
		Long: `dialects shows the names that --as accepts: every dialect, with its
source and its use, and every function of a real program that was run and recorded, with
the dialect of that function.`,
	}
	cmd.AddCommand(newDialectsList(a), newDialectsShow(a), newDialectsDiff(a), newDialectsHistory(a))
	return commands.Family(cmd)
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

// exactNames refuses any number of arguments other than n.
func exactNames(n int, text string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return term.UsageError("`percent dialects list` lists the names", "%s takes %s, not %d", cmd.CommandPath(), text, len(args))
		}
		return nil
	}
}

func newDialectsShow(a *stream.Streams) *cobra.Command {
	o := &dialectsShowOptions{}
	cmd := &cobra.Command{
		Use:   "show [flags] NAME",
		Short: "show one dialect, or one function of a program",
		Long: `show prints everything in the catalogue about the dialect whose ID or
alias is NAME: its use, its source, every choice it makes, the dialects that state the
same rule, and the functions of programs that follow it.

If NAME is a function of a program, show prints the function first and then its dialect.`,
		Example: `  percent dialects show form
  percent dialects show php.rawurlencode`,
		Args:              exactNames(1, "one name"),
		RunE:              records.Runs(a, o.run),
		ValidArgsFunction: completeNames(1),
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// dialectsShowOptions holds the flags of dialects show.
type dialectsShowOptions struct {
	asJSON bool
}

func (o *dialectsShowOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	d, name, err := lookup(s.UI, l.Args[0])
	if err != nil {
		return err
	}
	m, _ := dialect.LookupImplementation(name)
	if m != nil {
		d = m.Dialect()
	}
	return records.Show(s.Text, o.asJSON, results.Shown{Dialect: d, Function: m}, records.Style(s.UI, results.Brief))
}

// hasFamily reports whether any dialect or implementation belongs to the
// family.
func hasFamily(name string) (known bool, families []string) {
	for d := range dialect.All() {
		families = append(families, d.Family())
	}
	for m := range dialect.Implementations() {
		families = append(families, results.ProgramOf(m.ID))
	}
	slices.Sort(families)
	families = slices.Compact(families)
	return slices.ContainsFunc(families, func(f string) bool { return strings.EqualFold(f, name) }), families
}
