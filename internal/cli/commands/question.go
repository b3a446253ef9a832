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

	All   string // help of --all, or "" where a page has no more to show
	JSON  string // help of --json, where it is not one object
	Pager bool   // the page goes through the pager
	// Takes is how many values a call has. If it is nil, each value is asked about on its
	// own: each argument, or each line of what is read.
	Takes *Takes
	// Columns is set if values may be fields of tables, which become the records of the
	// results, except of tables in the formats of Without.
	Columns bool
	Without []string
	// Plain, if not nil, returns a [records.Pages.Plain] for pages in a style.
	Plain func(results.Style) func(text []byte) (before, after string, ok bool)
	// Args, if not nil, refuses arguments instead of Takes.
	Args cobra.PositionalArgs
	// Complete completes the arguments, and Flags the values of flags.
	Complete cobra.CompletionFunc
	Flags    map[string]cobra.CompletionFunc
	// Read, if not nil, binds flags of its own and returns a function that completes the
	// call, whose Values are the arguments.
	Read func(*cobra.Command) func(*stream.Streams, records.Line, *operation.Call) error
	// Below are the commands below it.
	Below []Question
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
	o := &questionOptions{Question: q, job: records.NewPagesJob(a, q.Row)}
	cmd := &cobra.Command{
		Use: q.Use, Short: q.Short, Long: q.Long, Example: q.Example, Args: q.Args, ValidArgsFunction: q.Complete,
		RunE: records.Runs(a, o.run),
	}
	if q.Read != nil {
		o.read = q.Read(cmd)
	}
	if q.Takes == nil {
		o.job.AddPagesTo(cmd)
		if q.Columns {
			o.job.AddColumns(cmd, q.Without...)
		}
	} else {
		if q.Args == nil {
			cmd.Args = q.Takes.check
		}
		records.AddRow(cmd, o.job.Do.Row, &o.job.Do.Request)
		if cmd.Flags().Lookup("json") == nil {
			cmd.Flags().BoolVar(&o.job.Tell.JSON, "json", false, cmp.Or(q.JSON, "write one JSON object"))
		}
	}
	if q.All != "" {
		cmd.Flags().BoolVar(&o.all, "all", false, q.All)
	}
	for flag, complete := range q.Flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, complete)
	}
	for _, below := range q.Below {
		cmd.AddCommand(below.Make(a))
	}
	return cmd
}

// questionOptions holds the flags of a question.
type questionOptions struct {
	Question
	job  *records.Job
	read func(*stream.Streams, records.Line, *operation.Call) error
	all  bool
}

func (o *questionOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	do := &o.job.Do
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	style := records.Style(s.UI, records.DetailOf(o.all))
	if o.Takes == nil {
		pages := records.Pages{Style: style, Of: func(text string) (results.Result, error) {
			return do.Row.Run(&operation.Call{Request: &do.Request, Values: []string{text}})
		}}
		if o.Columns && l.TableFlag() != "" {
			return pages.RunRecords(o.job, l)
		}
		if o.Plain != nil {
			pages.Plain = o.Plain(style)
		}
		return pages.Run(o.job, l)
	}
	call := operation.Call{Request: &do.Request, Values: l.Args}
	if o.read != nil {
		if err := o.read(s, l, &call); err != nil {
			return err
		}
	}
	r, err := do.Row.Run(&call)
	for _, text := range call.Notes {
		s.UI.Note("%s", text)
	}
	if err != nil {
		return records.BadRequest(err)
	}
	asJSON := o.job.Tell.JSON || do.Request.JSON
	if o.Pager && !asJSON {
		err = s.Text.Page(r.Page(style))
	} else {
		err = records.Show(s.Text, asJSON, r, style)
	}
	if noted, ok := r.(results.Noted); ok && !asJSON && err == nil {
		if text := noted.Note(); text != "" {
			s.UI.Note("%s", text)
		}
	}
	return err
}
