package records

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/peek"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A Job is one run of a command whose Values are its arguments or the lines of files.
// Package bulk does the work; a Job holds what to read, what to do and what to report.
type Job struct {
	*stream.Streams
	Input
	Action
	Account

	Out *stream.Output
}

// An Input is what a job reads.
type Input struct {
	stream.Options
	Sep    stream.Separator
	BOM    bool           // a byte order mark at the start of a source is not part of a value
	args   bool           // values are arguments
	OnRead func(b []byte) // observes what is read, or nil
}

// An Action is what a job does with each value, and from where it can resume.
type Action struct {
	// Row is the operation of the registry, or nil; Request holds its choices as the
	// flags set them, and Plan the result.
	Row     *operation.Operation
	Request operation.Request
	Plan    *operation.Plan
	// Operation is what is done to each value. If nil, it comes from the plan.
	Operation *bulk.Operation
	InOrder   bool          // the operation counts Values itself
	End       func() []byte // returns what is written at the end, or nil
	Totals    bool          // only End writes, so there is nothing to resume

	Policy            *policy               // for malformed input
	columns           *ColumnFlags          // which fields of tables are values, or nil
	Table             *bulk.Table           // of what is read, or nil where records are values
	Decodes, Ordinary bool                  // fields are decoded, and no option says what '+' means
	OnWrite           func(b []byte)        // observes what is written, or nil
	paged             bool                  // each value gets a page as wide as the terminal
	First             func(b []byte) []byte // returns what is written instead of the first bytes, or nil

	dry         bool                     // report what would be done
	resume      bool                     // continue where an earlier run ended
	checkpoints *stream.Checkpointer     // of this run, or nil
	counters    map[string]*atomic.Int64 // counters of the command, which checkpoints hold
}

// An Account is what a job reports about its work.
type Account struct {
	JSON    bool // the output is JSON
	Verbose bool // report what was done, too
	Report  bool // the output describes the text, without its byte order mark

	references, Raw notice
	Kept            int64            // malformed escapes that the dialect accepts
	Values          int64            // processed so far
	bar             *stream.Progress // of what is read, or nil
	saved           *savedNotes      // the part that checkpoints hold
}

// A Value is what lies between two separators, or an argument.
type Value struct {
	Text   []byte
	Offset int64 // of text in its source
	stream.Place
	Argument bool   // it is not part of a source
	Column   string // its column, in a table
}

// ValueOf returns a record of package bulk as a value.
func (j *Job) ValueOf(r bulk.Record) Value {
	return Value{Text: r.Text, Offset: r.Offset, Place: stream.At(r.Source, r.Number), Argument: j.args, Column: r.Column}
}

// NewJob returns a job on values with the flags of an operation of the registry.
func NewJob(a *stream.Streams, name string) *Job {
	row := MustRow(name)
	return &Job{Streams: a, Action: Action{Row: row, Request: operation.Request{Operation: name}, Plan: &operation.Plan{}, Policy: newPolicy(row.Policies()...)}}
}

// AddRow gives cmd the flags of the row.
func (j *Job) AddRow(cmd *cobra.Command) {
	if c := j.Row.Choice("on-error", operation.Command); c != nil {
		AddChoice(cmd, &j.Policy.Word, c.Name, c.Help)
	}
	AddRow(cmd, j.Row, &j.Request)
}

// Prepare makes the plan from the flags.
func (j *Job) Prepare() error {
	j.Request.OnError, j.Request.Lists = j.Policy.Value, j.columns.lists()
	plan, err := j.Row.Plan(&j.Request, operation.Command)
	if err != nil {
		return BadRequest(err)
	}
	j.Plan = plan
	for _, text := range plan.Notes {
		j.UI.Note("%s", text)
	}
	return nil
}

// codes reports whether values are encoded or decoded by a dialect.
func (d *Action) codes() bool { return d.Plan.Codes() }

// Name returns what the dialect is called.
func (d *Action) Name() string { return cmp.Or(d.Plan.Called, d.Plan.Dialect.ID) }

// work returns the operation to do on each value.
func (d *Action) work() (*bulk.Operation, error) {
	if d.Operation != nil {
		return d.Operation, nil
	}
	op, err := d.Plan.Operation()
	return op, BadRequest(err)
}

// takes makes take the operation: it appends the output for a value to dst. It is
// called from several goroutines.
func (j *Job) takes(take func(dst []byte, v Value) ([]byte, error)) {
	j.Operation = bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		return take(dst, j.ValueOf(r))
	}).Framed()
}

// Run runs the job on the inputs that the flags and arguments name.
func (j *Job) Run(l Line) error {
	var err error
	if j.Sep, err = j.Separator(); err != nil {
		return err
	}
	from, values, err := j.Sources(j.Streams, l.Args, l.literal())
	if err != nil {
		return err
	}
	if j.Out, err = j.OutputTo(j.Streams, from); err != nil {
		return err
	}
	defer j.Out.Release()
	if err := j.useColumns(l, from, values); err != nil {
		return err
	}
	defer j.quarantine().Release()
	if !j.dry {
		if err := j.Out.Claim(j.resume); err != nil {
			return err
		}
		if err := j.quarantine().Claim(); err != nil {
			return err
		}
	}
	if err := j.useCheckpoints(l, from); err != nil {
		return err
	}
	if j.First != nil {
		open := j.Out.Open
		j.Out.Open = func() (io.WriteCloser, error) {
			w, err := open()
			return &firstWriter{WriteCloser: w, first: j.First}, err
		}
	}
	if see := j.OnWrite; see != nil {
		open := j.Out.Open
		j.Out.Open = func() (io.WriteCloser, error) {
			w, err := open()
			return watchedWriter{w, see}, err
		}
	}
	j.args = values != nil
	seeFiles(j.UI, values)
	if j.args && j.Plan.Detect {
		err = j.guess("arguments", []byte(strings.Join(values, "\n")))
	}
	var op *bulk.Operation
	if err == nil {
		op, err = j.work()
	}
	if err == nil && j.dry {
		return j.failure(j.dryRun(j.Text, op, from))
	}
	if err == nil {
		work := &bulk.Job{
			Operation: op, Separator: j.Sep, Policy: j.Policy.rule(), OnFlaw: j.flaw, OnLike: j.flawsLike, MaxRecord: j.Limit, Chunk: j.Chunk,
		}
		if j.JSON && j.codes() {
			work.Report = j.appendJSON
		}
		if j.args {
			err = j.arguments(work, values)
		} else if j.Table != nil {
			err = j.rows(work, from)
		} else {
			err = j.files(work, from)
		}
	}
	if j.End != nil && err == nil {
		if _, failed := j.Out.Write(j.End()); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	err = j.Out.Finish(j.failure(err))
	if j.Table != nil {
		err = j.columns.end(j, err)
	}
	last, any := j.Out.Last()
	j.UI.OpenLine = j.Out.Stdout && any && last != '\n'
	if j.UI.Masked && err == nil {
		j.UI.Hint(`control characters are shown as \x1b and the like; --raw writes them as they are`)
	}
	return err
}

func (j *Job) arguments(work *bulk.Job, values []string) error {
	var buf []byte
	for i, text := range values {
		if j.OnRead != nil {
			j.OnRead([]byte(text + "\n"))
		}
		if !j.InOrder {
			j.Values++
		}
		r := bulk.Record{Text: []byte(text), End: []byte(j.Sep.String()), Source: fmt.Sprintf("arg %d", i+1)}
		var err error
		buf, err = work.Record(buf[:0], r)
		if err != nil && len(buf) > 0 && !j.JSON {
			buf = append(buf, r.End...)
		}
		if _, failed := j.Out.Write(buf); failed != nil {
			return &bulk.WriteError{Err: failed}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (j *Job) files(work *bulk.Job, from []stream.Source) error {
	j.startBar("value", from)
	defer j.bar.Stop()
	work.Check = func(s bulk.Stats) error {
		j.bar.Tell(s.Records, j.Policy.Count)
		return nil
	}
	stats, err := j.perform(work, from)
	if !j.InOrder {
		j.Values = stats.Records
	}
	return err
}

// startBar shows the progress through the sources, whose records are called
// what.
func (j *Job) startBar(what string, from []stream.Source) {
	j.bar = j.StartProgress(j.UI, what, from, j.Out)
	if at := j.checkpoints.ResumeAt(); at != nil {
		s := at.Stats
		malformed := j.Policy.Count
		if j.Table != nil {
			malformed = s.Table.Malformed
		}
		j.bar.Tell(s.Records, malformed)
	}
}

// perform runs a job on sources.
func (j *Job) perform(work *bulk.Job, from []stream.Source) (bulk.Stats, error) {
	if j.Memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(j.Memory))
	}
	switch {
	case j.BOM && (j.JSON || j.Report):
		work.Mark = bulk.MarkDropped
	case j.BOM:
		work.Mark = bulk.MarkCopied
	}
	if j.Plan.Detect || j.OnRead != nil {
		work.OnOpen = j.opened
	}
	if k := j.checkpoints; k != nil {
		work.Every, work.OnCheckpoint, work.Resume = j.Every, j.checkpoint, k.ResumeAt()
	}
	var sources []bulk.Source
	for _, s := range from {
		sources = append(sources, bulk.Source{Name: s.Name, Open: j.Sniffed(j.UI, s.Name, j.Unpacked(s.Path, s.Open, j.bar))})
	}
	return work.Run(j.Out, sources...)
}

// opened guesses the charset of a source, and makes OnRead observe what is
// read.
func (j *Job) opened(name string, r io.Reader) (io.Reader, *bulk.Operation, error) {
	var op *bulk.Operation
	if j.Plan.Detect {
		sample, all, err := bulk.Sample(r)
		if err != nil {
			return nil, nil, &bulk.ReadError{Source: name, Err: err}
		}
		if err := j.guess(name, sample); err != nil {
			return nil, nil, err
		}
		if op, err = j.work(); err != nil {
			return nil, nil, err
		}
		r = all
	}
	if j.OnRead != nil {
		r = &watchedReader{r, j.OnRead}
	}
	return r, op, nil
}

// A watchedReader passes what is read to a function.
type watchedReader struct {
	r   io.Reader
	see func(b []byte)
}

func (w *watchedReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.see(p[:n])
	return n, err
}

func (w *watchedReader) Skip(n int64) error { return peek.Skip(w.r, n) }

// A watchedWriter passes what is written to a function.
type watchedWriter struct {
	io.WriteCloser
	see func(b []byte)
}

func (w watchedWriter) Write(p []byte) (int, error) {
	w.see(p)
	return w.WriteCloser.Write(p)
}

// A firstWriter writes what first returns instead of the first bytes.
type firstWriter struct {
	io.WriteCloser
	first func(b []byte) []byte // nil once it has been called
}

func (w *firstWriter) Write(p []byte) (int, error) {
	if w.first == nil || len(p) == 0 {
		return w.WriteCloser.Write(p)
	}
	instead := w.first(p)
	w.first = nil
	n, err := w.WriteCloser.Write(instead)
	if err == nil && n < len(instead) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return min(n, len(p)-1), err
	}
	return len(p), nil
}

// flaw takes note of a flaw.
func (j *Job) flaw(f bulk.Flaw) {
	at := stream.At(f.Source, f.Record)
	if j.Table != nil && !f.Kind.Noted() {
		j.columns.flaw(&f)
	}
	switch {
	case f.Kind == bulk.Tolerated:
		j.Kept++
	case f.Kind == bulk.Unencodable:
		j.references.Add(at, f.Offset, "")
	case f.Kind == bulk.Unescaped:
		j.Raw.Add(at, f.Offset, f.Bytes)
	case j.Policy.OnError() != "fail" && !f.Hopeless:
		j.Policy.add(at, &f)
	}
}

// flawsLike takes note of n more flaws like f.
func (j *Job) flawsLike(f bulk.Flaw, n int64) {
	if f.Kind == bulk.Tolerated {
		j.Kept += n
		return
	}
	j.Policy.Count += n
}

// failure returns the failure that an error of package bulk ends the command
// with.
func (j *Job) failure(err error) error {
	switch err := err.(type) {
	case *bulk.Flaw:
		return flawFailure(err)
	case *bulk.ReadError:
		return term.IOError(err.Source, err.Err)
	case *bulk.WriteError:
		return term.IOError(j.Out.Name, err.Err)
	case *bulk.ColumnError:
		return columnFailure(err)
	case *bulk.ColumnsError:
		return term.UsageError("another --delimiter may divide the fields", "%s: first row has more than %d fields", stream.At(err.Source, 1), bulk.MaxColumns)
	case *bulk.OptionError:
		hint := ""
		option, policy := strings.CutPrefix(err.Option, "policy ")
		if policy {
			option = "on-error " + option
		}
		if option == "on-error null" {
			hint = "--column names one, by its name or its number"
		}
		return term.UsageError(hint, "--%s: %s", option, err.Reason)
	case *bulk.LengthError:
		if err.Offset < 0 {
			return term.UsageError("no program accepts a value that long", "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
		}
		if j.Table != nil {
			return term.UsageError("an unclosed quotation mark turns the rest of the file into one row", "%s: row at byte %d is longer than %d MiB", stream.At(err.Source, err.Record), err.Offset, err.Limit>>20)
		}
		hint := "no program accepts a value that long"
		if j.codes() && j.Plan.Encoding != nil && j.Plan.Charset != charset.ISO2022JP {
			hint = "--json and --on-error skip need a whole value in memory; without them there is no limit"
		}
		return term.UsageError(hint, "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
	}
	return err
}

// flawFailure returns the failure that f ends the command with.
func flawFailure(f *bulk.Flaw) error {
	at := Named(stream.At(f.Source, f.Record).String())
	if f.Column != "" {
		at += Named(": column " + excerpt.Name(f.Column))
	}
	var known *term.Failure
	var bad *NotLegal
	switch {
	case errors.As(f.Cause, &known):
		return &term.Failure{Status: known.Status, Text: at.String() + ": " + known.Text, Hint: known.Hint}
	case errors.As(f.Cause, &bad):
		return bad.Failure(at)
	}
	hint := ""
	switch {
	case f.Reason == bulk.MemberExists:
		hint = "choose another name for --into; --on-error keep leaves such rows as they are, and skip drops them"
	case len(f.Bytes) > 1 && f.Bytes[0] == '%' && (f.Bytes[1] == 'u' || f.Bytes[1] == 'U'):
		hint = "escape() of JavaScript writes %uHHHH: use --as js.escape; --on-error keep leaves it as it is"
	case f.Reason == bulk.DoubledPercent:
		hint = "ConfigParser, systemd and printf write one '%' as %%: undo that first; where two percent signs are meant, write %25%25; --on-error keep leaves it as it is"
	case f.Format == "uri":
		hint = "no escape makes this host or port legal; --on-error keep leaves it as it is"
	case f.Kind == bulk.Refused:
		hint = "the dialect refuses it, as the program does; --on-error skip drops such values"
	case f.Kind == bulk.NotText && f.Charset != charset.UTF8:
		hint = "it may be in another charset: --charset detect guesses; --on-error keep leaves the escapes as they are"
	case f.Reason == percent.TruncatedEscape:
		hint = escapeHint(&f.SyntaxError)
	case f.Reason == percent.InvalidEscape:
		hint = escapeHint(&f.SyntaxError) + "; --on-error keep leaves malformed escapes as they are"
	}
	return &term.Failure{Status: term.StatusInput, Text: at.String() + ": " + results.RefusalText(f.SyntaxError), Hint: hint}
}

// appendJSON appends the JSON object for a value.
func (j *Job) appendJSON(dst []byte, r bulk.Record, result []byte, first *bulk.Flaw) []byte {
	o := j.Object(j.ValueOf(r))
	o.ID, o.Output = j.Name(), &result
	if first != nil {
		o.Fault(first.Offset, first.StreamOffset, string(first.Reason))
	}
	return strictjson.AppendLine(dst, &o)
}
