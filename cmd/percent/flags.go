package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// pick returns the one of values, in the order of the words, that c stands for: the
// first if it is not set.
func pick[T any](c flags.Word, values ...T) T {
	return values[max(0, slices.Index(c.Words, c.Value))]
}

// addChoice gives cmd a flag that takes one of a few words. The first is the default
// unless the value is "".
func addChoice(cmd *cobra.Command, c *flags.Word, name, usage string) {
	flags.AddWord(cmd.Flags(), c, name, usage)
	completeWords(cmd, name, c.Words)
}

// completeWords makes a flag, which must exist, complete words.
func completeWords(cmd *cobra.Command, flag string, words []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// addRow gives cmd the flags of an operation, which write to r, unless it has a flag of
// that name.
func addRow(cmd *cobra.Command, o *operation.Operation, r *operation.Request) {
	flags.Add(cmd.Flags(), o, r, operation.Command)
	for _, c := range o.Choices {
		switch {
		case c.On&operation.Command == 0:
		case c.Words != nil:
			completeWords(cmd, c.Name, c.Words)
		case c.Name == "as":
			_ = cmd.RegisterFlagCompletionFunc("as", completeDialects)
		case c.Name == "charset":
			_ = cmd.RegisterFlagCompletionFunc("charset", completeCharsets(c.Guesses))
		case c.Suggested != nil:
			completeWords(cmd, c.Name, c.Suggested)
		case c.Name == "only" || c.Name == "except":
			_ = cmd.RegisterFlagCompletionFunc(c.Name, completeRules)
		}
	}
}

// mustRow returns the row of the registry with that name.
func mustRow(name string) *operation.Operation {
	o, err := operation.Lookup(name)
	if err != nil {
		panic(err)
	}
	return o
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

// completeDialects completes the names of dialects and of implementations that
// begin with text, in any case.
func completeDialects(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	var names []string
	seen := map[string]bool{}
	add := func(name, title string) {
		if len(name) >= len(text) && strings.EqualFold(name[:len(text)], text) && !seen[name] {
			seen[name] = true
			names = append(names, name+"\t"+title)
		}
	}
	if cmd.Name() == "decode" && !cmd.Parent().HasParent() {
		add(operation.WholeURL, "whole URLs: '+' is a space in the query only")
	}
	for d := range dialect.Common() {
		if text != "" {
			for _, alias := range d.Aliases {
				add(alias, d.Title)
			}
		}
		add(d.ID, d.Title)
	}
	if text == "" {
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	for d := range dialect.All() {
		add(d.ID, d.Title)
		for _, alias := range d.Aliases {
			add(alias, d.Title)
		}
	}
	for m := range dialect.Implementations() {
		add(m.ID, m.Version+": "+m.Call)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
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
	return d, found, badRequest(err)
}

// badRequest returns an error of package operation as a usage error, or as one of the
// input.
func badRequest(err error) error {
	var wrong *operation.UsageError
	if errors.As(err, &wrong) {
		if wrong.Reason == operation.Malformed {
			return badValue(wrong.Cause).(*notLegal).failure(named(wrong.Choice))
		}
		return term.UsageError(wrong.Hint, "%s", wrong.Text)
	}
	return err
}

// inputFlags are those of most commands on values.
type inputFlags struct {
	stream.Options
	json    bool
	verbose bool
}

func (f *inputFlags) add(cmd *cobra.Command) {
	f.addStreams(cmd)
	f.addJSON(cmd)
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "report what was done on standard error")
}

func (f *inputFlags) addJSON(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object a value")
}

// addStreams adds the flags for commands that define their output themselves.
func (f *inputFlags) addStreams(cmd *cobra.Command) {
	f.Options.AddTo(cmd.Flags())
	completeWords(cmd, "progress", f.Progress.Words)
}
