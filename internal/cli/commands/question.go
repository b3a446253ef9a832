package commands

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

// A Question is a command that prints the result of an operation of the registry: help,
// and how many values it takes. The flags are the choices of the row, --json, and --all.
type Question struct {
	Row                       string // the name in the registry, which ends with that of the command
	Use, Short, Long, Example string

	All  string // help of --all, or "" where a page has no more to show
	JSON string // help of --json, where it is not one object
	// Takes is how many values a call has. If it is nil, each value is asked about on its
	// own: each argument, or each line of what is read.
	Takes *Takes
}

// Takes is a number of arguments, what to call them, and a hint for another number.
type Takes struct {
	Least, Most int // if Most is 0, there is no upper bound
	What, Hint  string
}

// check refuses another number of arguments.
func (t *Takes) check(cmd *cobra.Command, args []string) error {
	if n := len(args); n < t.Least || t.Most > 0 && n > t.Most {
		return term.UsageError(t.Hint, "%s takes %s, not %d", cmd.CommandPath(), t.What, n)
	}
	return nil
}

// Make makes the command.
func (q Question) Make(a *stream.Streams) *cobra.Command {
	o := &questionOptions{takes: q.Takes, job: records.NewPagesJob(a, q.Row)}
	cmd := &cobra.Command{Use: q.Use, Short: q.Short, Long: q.Long, Example: q.Example, RunE: records.Runs(a, o.run)}
	if q.Takes == nil {
		o.job.AddPagesTo(cmd)
	} else {
		cmd.Args = q.Takes.check
		records.AddRow(cmd, o.job.Do.Row, &o.job.Do.Request)
		cmd.Flags().BoolVar(&o.job.Tell.JSON, "json", false, cmp.Or(q.JSON, "write one JSON object"))
	}
	if q.All != "" {
		cmd.Flags().BoolVar(&o.all, "all", false, q.All)
	}
	return cmd
}

// questionOptions holds the flags of a question.
type questionOptions struct {
	takes *Takes
	job   *records.Job
	all   bool
}

func (o *questionOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	do := &o.job.Do
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	style := records.Style(s.UI, records.DetailOf(o.all))
	if o.takes == nil {
		return records.Pages{Style: style, Of: func(text string) (results.Result, error) {
			return do.Row.Run(&operation.Call{Request: &do.Request, Values: []string{text}})
		}}.Run(o.job, l)
	}
	call := operation.Call{Request: &do.Request, Values: l.Args}
	r, err := do.Row.Run(&call)
	for _, text := range call.Notes {
		s.UI.Note("%s", text)
	}
	if err != nil {
		return records.BadRequest(err)
	}
	return records.Show(s.Text, o.job.Tell.JSON, r, style)
}
