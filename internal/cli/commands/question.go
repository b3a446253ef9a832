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
	// Judges is set if the status tells whether a value has findings.
	Judges bool
	// Together is set if all values have one result.
	Together bool
	// Alone, if not nil, reports whether a request has its result without values.
	Alone func(*operation.Request) bool
	// Plain, if not nil, returns a [records.Pages.Plain] for pages in a style.
	Plain func(results.Style) func(text []byte) (before, after string, ok bool)
	// Args, if not nil, refuses arguments instead of Takes.
	Args cobra.PositionalArgs
	// Complete completes the arguments, and Flags the values of flags.
	Complete cobra.CompletionFunc
	Flags    map[string]cobra.CompletionFunc
	// Read, if not nil, binds flags of its own and returns a function that completes the
	// call, whose Values are the arguments, or else returns what to show instead.
	Read func(*cobra.Command) Reading
	// Below are the commands below it.
	Below []Question
}

// A Reading completes a call, or returns what to show instead.
type Reading func(*stream.Streams, records.Line, *operation.Call) (instead results.Result, err error)

// Takes is a number of arguments, what to call them, and a hint for another number.
type Takes struct {
	Least, Most int // if Most is 0, there is no upper bound
	What, Hint  string
}

// Check refuses another number of arguments.
func (t *Takes) Check(cmd *cobra.Command, args []string) error {
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
			cmd.Args = q.Takes.Check
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
	read Reading
	all  bool
}

func (o *questionOptions) run(ctx context.Context, s *stream.Streams, l records.Line) error {
	do := &o.job.Do
	style := records.Style(s.UI, records.DetailOf(o.all))
	call := operation.Call{Request: &do.Request, Values: l.Args, Context: ctx}
	if o.read != nil {
		if instead, err := o.read(s, l, &call); err != nil || instead != nil {
			return o.show(s, style, instead, err)
		}
	}
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	if o.Takes == nil && (o.Alone == nil || !o.Alone(&do.Request)) {
		l.Args = call.Values
		return o.each(s, style, l, &call)
	}
	r, err := do.Row.Run(&call)
	note(s, &call)
	return o.show(s, style, r, err)
}

// note prints the notes of a call.
func note(s *stream.Streams, c *operation.Call) {
	for _, text := range c.Notes {
		s.UI.Note("%s", text)
	}
}

// show shows a result.
func (o *questionOptions) show(s *stream.Streams, style results.Style, r results.Result, err error) error {
	asJSON := o.job.Tell.JSON || o.job.Do.Request.JSON
	if err != nil {
		if r != nil && asJSON {
			err = cmp.Or(records.PrintJSON(s.Text, r.JSON()), err)
		}
		return records.BadRequest(err)
	}
	if o.Pager && !asJSON {
		err = s.Text.Page(r.Page(style))
	} else {
		err = records.Show(s.Text, asJSON, r, style)
	}
	if hinted, ok := r.(results.Hinted); ok && hinted.ValueHint() != "" {
		s.UI.Hint(hinted.ValueHint())
	}
	if noted, ok := r.(results.Noted); ok && !asJSON && err == nil {
		if text := noted.Note(); text != "" {
			s.UI.Note("%s", text)
		}
	}
	return err
}

// each asks about values that are read.
func (o *questionOptions) each(s *stream.Streams, style results.Style, l records.Line, call *operation.Call) error {
	answer, err := o.job.Do.Row.Start(call)
	if err != nil {
		return records.BadRequest(err)
	}
	note(s, call)
	pages := records.Pages{Style: style, Judges: o.Judges, Of: func(text string) (results.Result, error) {
		r, err := answer(text)
		return r, records.BadRequest(err)
	}}
	if o.Plain != nil {
		pages.Plain = o.Plain(style)
	}
	switch {
	case o.Together:
		all, err := answer()
		if err != nil {
			return records.BadRequest(err)
		}
		return pages.RunTogether(o.job, l, all)
	case o.Columns && l.TableFlag() != "":
		return pages.RunRecords(o.job, l)
	}
	return pages.Run(o.job, l)
}
