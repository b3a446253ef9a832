package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// pick returns the one of values, in the order of the words, that c stands for: the
// first if it is not set.
func pick[T any](c flags.Word, values ...T) T {
	return values[max(0, slices.Index(c.Words, c.Value))]
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return term.UsageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes no argument, but there is %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// atLeast refuses fewer arguments than words, which say what they are.
func atLeast(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(words) {
			return term.UsageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes %s", cmd.CommandPath(), strings.Join(words, " and "))
		}
		return nil
	}
}

// completeFirst completes the first argument by one of names.
func completeFirst(names ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			names = nil
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// lookup returns the dialect that name means, and the name that dialect.Lookup
// takes for it. It says so where that is another one.
func lookup(u *term.UI, name string) (*dialect.Dialect, string, error) {
	return lookupBy(u, name, operation.Dialect)
}

// lookupEncoder is lookup for a dialect that has to encode.
func lookupEncoder(u *term.UI, name string) (*dialect.Dialect, string, error) {
	return lookupBy(u, name, operation.Encoder)
}

func lookupBy(u *term.UI, name string, lookup func(string) (*dialect.Dialect, string, error)) (*dialect.Dialect, string, error) {
	d, found, err := lookup(name)
	if err == nil && found != name {
		u.Note("%s", operation.Taken(name, found))
	}
	return d, found, records.BadRequest(err)
}
