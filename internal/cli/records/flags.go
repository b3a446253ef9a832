package records

import (
	"cmp"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// AddChoice gives cmd a flag that takes one of the words of c. The first word is the
// default if the usage does not name another.
func AddChoice(cmd *cobra.Command, c *flags.Word, name, usage string) {
	flags.AddWord(cmd.Flags(), c, name, usage)
	completeWords(cmd, name, c.Words)
}

// completeWords makes the flag, which must exist, complete to words.
func completeWords(cmd *cobra.Command, flag string, words []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// AddRow gives cmd the flags of an operation, which write to r. It leaves out those
// that cmd already has.
func AddRow(cmd *cobra.Command, o *operation.Operation, r *operation.Request) {
	flags.Add(cmd.Flags(), o, r, operation.Command)
	for _, c := range o.Choices {
		_, completed := cmd.GetFlagCompletionFunc(c.Name)
		switch {
		case c.On&operation.Command == 0 || completed:
		case c.Words != nil:
			completeWords(cmd, c.Name, c.Words)
		case c.Name == "as":
			_ = cmd.RegisterFlagCompletionFunc("as", CompleteDialects)
		case c.Name == "charset":
			_ = cmd.RegisterFlagCompletionFunc("charset", completeCharsets(c.Guesses))
		case c.Suggested != nil:
			completeWords(cmd, c.Name, c.Suggested)
		case o.Name == "lint" && c.Separated:
			_ = cmd.RegisterFlagCompletionFunc(c.Name, completeRules)
		}
	}
}

// MustRow returns the row of the registry with that name.
func MustRow(name string) *operation.Operation {
	o, err := operation.Lookup(name)
	if err != nil {
		panic(err)
	}
	return o
}

// CompleteDialects completes the names of dialects and of implementations that
// begin with text, in any case.
func CompleteDialects(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
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

// BadRequest converts an error of package operation to a usage error or an input
// error.
func BadRequest(err error) error {
	var wrong *operation.UsageError
	if errors.As(err, &wrong) {
		if wrong.Reason == operation.Malformed {
			bad := BadValue(wrong.Cause).(*NotLegal)
			bad.Hint = cmp.Or(wrong.Hint, bad.Hint)
			return bad.Failure(Named(wrong.Choice))
		}
		return term.UsageError(wrong.Hint, "%s", wrong.Text)
	}
	if syntax := (*percent.SyntaxError)(nil); errors.As(err, &syntax) {
		return &term.Failure{Status: term.StatusInput, Text: err.Error()}
	}
	return err
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.ID+"\t"+r.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
