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
	"github.com/pct-encoded/percent/internal/strictjson"
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
	o := &questionOptions{takes: q.Takes, PageJob: records.NewPageJob(a, q.Row)}
	cmd := &cobra.Command{Use: q.Use, Short: q.Short, Long: q.Long, Example: q.Example, RunE: records.Runs(a, o.run)}
	if q.Takes == nil {
		o.AddTo(cmd)
	} else {
		cmd.Args = q.Takes.check
		records.AddRow(cmd, o.Row, &o.Request)
		cmd.Flags().BoolVar(&o.JSON, "json", false, cmp.Or(q.JSON, "write one JSON object"))
	}
	if q.All != "" {
		cmd.Flags().BoolVar(&o.all, "all", false, q.All)
	}
	return cmd
}

// questionOptions holds the flags of a question.
type questionOptions struct {
	takes *Takes
	*records.PageJob
	all bool
}

func (o *questionOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.Row.Check(&o.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	style := records.Style(s.UI, records.DetailOf(o.all))
	if o.takes == nil {
		return o.each(l, style)
	}
	call := operation.Call{Request: &o.Request, Values: l.Args}
	r, err := o.Row.Run(&call)
	for _, text := range call.Notes {
		s.UI.Note("%s", text)
	}
	if err != nil {
		return records.BadRequest(err)
	}
	return records.Show(s.Text, o.JSON, r, style)
}

// each asks about each value on its own.
func (o *questionOptions) each(l records.Line, style results.Style) error {
	return o.Run(l, func(dst []byte, v records.Value) ([]byte, error) {
		r, err := o.Row.Run(&operation.Call{Request: &o.Request, Values: []string{string(v.Text)}})
		if err != nil {
			return dst, records.TooLong(v.Place.String(), err)
		}
		if o.JSON {
			return strictjson.AppendLine(dst, v.About(r.JSON())), nil
		}
		return o.Page(dst, v, r.Page(style)), nil
	})
}
