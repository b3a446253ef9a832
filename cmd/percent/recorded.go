package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
)

// recorded is a kind of programs of which there is a list: the command about them, and the
// names that it completes.
type recorded struct {
	command string
	names   func() []string
}

// takes is a number of names.
func (r recorded) takes(least, most int, what string) *commands.Takes {
	return &commands.Takes{Least: least, Most: most, What: what, Hint: "`percent " + r.command + " list` lists the names"}
}

// complete completes up to most names, or any number if most is 0.
func (r recorded) complete(most int) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return r.names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// list returns the command that lists them, with the texts of q.
func (r recorded) list(q commands.Question) commands.Question {
	q.Row, q.Use = r.command+" list", "list [flags] [NAME...]"
	q.JSON, q.Pager, q.Takes, q.Complete = "write one JSON array", true, &commands.Takes{}, r.complete(0)
	return q
}

// show returns the command that shows one of them, with the texts of q.
func (r recorded) show(q commands.Question) commands.Question {
	q.Row, q.Use = r.command+" show", "show [flags] NAME"
	q.Takes, q.Complete = r.takes(1, 1, "one name"), r.complete(1)
	return q
}
