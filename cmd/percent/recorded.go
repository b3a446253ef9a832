package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
)

// recorded is a kind of entries of which there is a list, such as readers: the command about
// them, and what completes their names.
type recorded struct {
	command string
	names   cobra.CompletionFunc
}

// takes is a number of names.
func (r recorded) takes(least, most int, what string) *commands.Takes {
	hint := "`percent " + r.command + " list` lists the names"
	if r.command == "readers" && least > 1 {
		hint += "; to ask some of them about a URL, use `percent readers --only NAMES URL`"
	}
	return &commands.Takes{Least: least, Most: most, What: what, Hint: hint}
}

// complete completes up to most names, or any number if most is 0.
func (r recorded) complete(most int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
		if most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return r.names(cmd, args, text)
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
