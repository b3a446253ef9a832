package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

// A job is one run of a command whose arguments, or the lines of files, are
// values. Package bulk does the work; a job says what, from where and to where,
// and reports how it went. Exactly one of row, each and take says what is done.
type job struct {
	*stream.Streams
	inputFlags
	sep    stream.Separator
	bom    bool    // a byte order mark at the start of a source is let pass
	report bool    // what goes out is about the text: the mark is not part of it
	policy *policy // for malformed input
	out    *stream.Output
	bar    *stream.Progress // of what is read, or nil

	onRead  func(b []byte) // sees what is read
	onWrite func(b []byte) // sees what is written
	// What is told of the text of all values.
	references, raw notice
	kept            int64 // malformed escapes that the dialect lets pass

	// row is the operation, request what the flags choose of it, and plan what these come
	// to; a job without a row has an empty plan. A row without convert codes by a dialect.
	row     *operation.Operation
	request operation.Request
	plan    *operation.Plan
	// each is any other operation, which counts the values itself if inOrder.
	each    *bulk.Operation
	inOrder bool
	// take appends what there is to say of a value to dst. It is called from several
	// goroutines.
	take func(dst []byte, v value) ([]byte, error)
	// end, if not nil, returns what is written after all else.
	end func() []byte

	dry         bool                     // tell what would be done
	resume      bool                     // go on where an earlier run has ended
	checkpoints *stream.Checkpointer     // of this run, or nil
	told        *savedNotes              // what they hold of it
	counters    map[string]*atomic.Int64 // what the command counts, and checkpoints hold

	columns           *columnFlags // which fields of tables are values, or nil
	table             *bulk.Table  // of what is read, or nil where records are values
	decodes, ordinary bool         // fields are decoded, and nobody has said what a '+' is

	apart  bool  // each page begins with an empty line, and the first is not to
	args   bool  // values are arguments
	values int64 // that have been worked on
}

// A value is what lies between two separators, or an argument.
type value struct {
	text   []byte
	offset int64 // of text in its source
	stream.Place
	argument bool   // it is not part of a source
	column   string // that it is of, in a table
}

func (j *job) valueOf(r bulk.Record) value {
	return value{text: r.Text, offset: r.Offset, Place: stream.At(r.Source, r.Number), argument: j.args, column: r.Column}
}

// newJob returns a job on values with the flags of an operation of the registry.
func newJob(a *stream.Streams, name string) *job {
	row := mustRow(name)
	return &job{Streams: a, row: row, request: operation.Request{Operation: name}, plan: &operation.Plan{}, policy: newPolicy(row.Policies()...)}
}

// addRow gives cmd the flags of the row.
func (j *job) addRow(cmd *cobra.Command) {
	if c := j.row.Choice("on-error", operation.Command); c != nil {
		addChoice(cmd, &j.policy.Word, c.Name, c.Help)
	}
	addRow(cmd, j.row, &j.request)
}

// prepare makes the plan of what the flags choose.
func (j *job) prepare() error {
	j.request.OnError, j.request.Lists = j.policy.Value, j.columns.lists()
	plan, err := j.row.Plan(&j.request, operation.Command)
	if err != nil {
		return badRequest(err)
	}
	j.plan = plan
	for _, text := range plan.Notes {
		j.UI.Note("%s", text)
	}
	return nil
}

// codes reports whether the job encodes or decodes by a dialect.
func (j *job) codes() bool { return j.plan.Codes() }

// name returns what the dialect is called.
func (j *job) name() string { return cmp.Or(j.plan.Called, j.plan.Dialect.ID) }

// operation returns what is to be done for each value.
func (j *job) operation() (*bulk.Operation, error) {
	switch {
	case j.codes():
		op, err := j.plan.Operation()
		return op, badRequest(err)
	case j.each != nil:
		return j.each, nil
	}
	return bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		return j.take(dst, j.valueOf(r))
	}).Framed(), nil
}

// run does the job on the inputs that the flags and args name.
func (j *job) run(cmd *cobra.Command, args []string) error {
	var err error
	if j.sep, err = j.Separator(); err != nil {
		return err
	}
	dash := cmd.ArgsLenAtDash()
	literal := dash >= 0 && dash <= len(cmd.Flags().Args())-len(args)
	from, values, err := j.Sources(j.Streams, args, literal)
	if err != nil {
		return err
	}
	if j.out, err = j.OutputTo(j.Streams, from); err != nil {
		return err
	}
	defer j.out.Release()
	if err := j.useColumns(cmd, from, values); err != nil {
		return err
	}
	defer j.quarantine().Release()
	if !j.dry {
		if err := j.out.Claim(j.resume); err != nil {
			return err
		}
		if err := j.quarantine().Claim(); err != nil {
			return err
		}
	}
	if err := j.useCheckpoints(cmd, from); err != nil {
		return err
	}
	if j.apart {
		open := j.out.Open
		j.out.Open = func() (io.WriteCloser, error) {
			w, err := open()
			return &cutWriter{WriteCloser: w}, err
		}
	}
	if see := j.onWrite; see != nil {
		open := j.out.Open
		j.out.Open = func() (io.WriteCloser, error) {
			w, err := open()
			return watchedWriter{w, see}, err
		}
	}
	j.args = values != nil
	seeFiles(j.UI, values)
	if j.args && j.plan.Detect {
		err = j.guess("arguments", []byte(strings.Join(values, "\n")))
	}
	var op *bulk.Operation
	if err == nil {
		op, err = j.operation()
	}
	if err == nil && j.dry {
		return j.failure(j.dryRun(j.Text, op, from))
	}
	if err == nil {
		work := &bulk.Job{
			Operation: op, Separator: j.sep, Policy: j.policy.rule(), OnFlaw: j.flaw, MaxRecord: j.Limit, Chunk: j.Chunk,
		}
		if j.json && j.codes() {
			work.Report = j.appendJSON
		}
		if j.args {
			err = j.arguments(work, values)
		} else if j.table != nil {
			err = j.rows(work, from)
		} else {
			err = j.files(work, from)
		}
	}
	if j.end != nil && err == nil {
		if _, failed := j.out.Write(j.end()); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	err = j.out.Finish(j.failure(err))
	if j.table != nil {
		err = j.columns.end(j, err)
	}
	last, any := j.out.Last()
	j.UI.OpenLine = j.out.Stdout && any && last != '\n'
	if j.UI.Masked && err == nil {
		j.UI.Hint(`control characters are shown as \x1b and the like; --raw writes them as they are`)
	}
	return err
}

func (j *job) arguments(work *bulk.Job, values []string) error {
	var buf []byte
	for i, text := range values {
		if j.onRead != nil {
			j.onRead([]byte(text + "\n"))
		}
		if !j.inOrder {
			j.values++
		}
		r := bulk.Record{Text: []byte(text), End: []byte(j.sep.String()), Source: fmt.Sprintf("arg %d", i+1)}
		var err error
		buf, err = work.Record(buf[:0], r)
		if err != nil && len(buf) > 0 && !j.json {
			buf = append(buf, r.End...)
		}
		if _, failed := j.out.Write(buf); failed != nil {
			return &bulk.WriteError{Err: failed}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (j *job) files(work *bulk.Job, from []stream.Source) error {
	j.startBar("value", from)
	defer j.bar.Stop()
	work.Check = func(s bulk.Stats) error {
		j.bar.Tell(s.Records, j.policy.Count)
		return nil
	}
	stats, err := j.work(work, from)
	if !j.inOrder {
		j.values = stats.Records
	}
	return err
}

// startBar shows the progress on sources, whose records are called what.
func (j *job) startBar(what string, from []stream.Source) {
	j.bar = j.StartProgress(j.UI, what, from, j.out)
	if at := j.checkpoints.ResumeAt(); at != nil {
		s := at.Stats
		malformed := j.policy.Count
		if j.table != nil {
			malformed = s.Table.Malformed
		}
		j.bar.Tell(s.Records, malformed)
	}
}

// work runs a job on sources.
func (j *job) work(work *bulk.Job, from []stream.Source) (bulk.Stats, error) {
	switch {
	case j.bom && (j.json || j.report):
		work.Mark = bulk.MarkDropped
	case j.bom:
		work.Mark = bulk.MarkCopied
	}
	if j.plan.Detect || j.onRead != nil {
		work.OnOpen = j.opened
	}
	if k := j.checkpoints; k != nil {
		work.Every, work.OnCheckpoint, work.Resume = j.Every, j.checkpoint, k.ResumeAt()
	}
	var sources []bulk.Source
	for _, s := range from {
		sources = append(sources, bulk.Source{Name: s.Name, Open: j.Unpacked(s.Open, j.bar)})
	}
	return work.Run(j.out, sources...)
}

// opened guesses the charset of a source, and sees what is read from it.
func (j *job) opened(name string, r io.Reader) (io.Reader, *bulk.Operation, error) {
	var op *bulk.Operation
	if j.plan.Detect {
		sample, all, err := bulk.Sample(r)
		if err != nil {
			return nil, nil, &bulk.ReadError{Source: name, Err: err}
		}
		if err := j.guess(name, sample); err != nil {
			return nil, nil, err
		}
		if op, err = j.operation(); err != nil {
			return nil, nil, err
		}
		r = all
	}
	if j.onRead != nil {
		r = &watchedReader{r, j.onRead}
	}
	return r, op, nil
}

// A watchedReader shows what is read.
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

// A watchedWriter shows what is written.
type watchedWriter struct {
	io.WriteCloser
	see func(b []byte)
}

func (w watchedWriter) Write(p []byte) (int, error) {
	w.see(p)
	return w.WriteCloser.Write(p)
}

// flaw takes note of a flaw.
func (j *job) flaw(f bulk.Flaw) {
	at := stream.At(f.Source, f.Record)
	if j.table != nil && !f.Kind.Noted() {
		j.columns.flaw(j, &f)
	}
	switch {
	case f.Kind == bulk.Tolerated:
		j.kept++
	case f.Kind == bulk.Unencodable:
		j.references.add(at, f.Offset, "")
	case f.Kind == bulk.Unescaped:
		j.raw.add(at, f.Offset, f.Bytes)
	case j.policy.word() != "fail" && !f.Hopeless:
		j.policy.add(at, &f)
	}
}

// failure returns what an error of package bulk ends the command with.
func (j *job) failure(err error) error {
	switch err := err.(type) {
	case *bulk.Flaw:
		return flawFailure(err)
	case *bulk.ReadError:
		return term.IOError(err.Source, err.Err)
	case *bulk.WriteError:
		return term.IOError(j.out.Name, err.Err)
	case *bulk.ColumnError:
		return columnFailure(err)
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
			return term.UsageError("no program reads one that long", "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
		}
		if j.table != nil {
			return term.UsageError("a quotation mark that is not closed makes one row of all that follows", "%s: row at byte %d is longer than %d MiB", stream.At(err.Source, err.Record), err.Offset, err.Limit>>20)
		}
		hint := "no program reads one that long"
		if j.codes() && j.plan.Encoding != nil && j.plan.Charset != charset.ISO2022JP {
			hint = "--json and --on-error skip hold a whole value; without them there is no limit"
		}
		return term.UsageError(hint, "%s: value is longer than %d MiB", stream.At(err.Source, err.Record), err.Limit>>20)
	}
	return err
}

// flawFailure returns the failure that f ends the command with.
func flawFailure(f *bulk.Flaw) error {
	at := named(stream.At(f.Source, f.Record).String())
	if f.Column != "" {
		at += named(": column " + excerpt.Name(f.Column))
	}
	var known *term.Failure
	var bad *notLegal
	switch {
	case errors.As(f.Cause, &known):
		return &term.Failure{Status: known.Status, Text: at.String() + ": " + known.Text, Hint: known.Hint}
	case errors.As(f.Cause, &bad):
		return bad.failure(at)
	}
	hint := ""
	switch {
	case f.Reason == bulk.MemberExists:
		hint = "choose another name for --into; --on-error keep leaves such rows as they are, and skip drops them"
	case len(f.Bytes) > 1 && f.Bytes[0] == '%' && (f.Bytes[1] == 'u' || f.Bytes[1] == 'U'):
		hint = "%uHHHH is what escape() of JavaScript writes: --as js.escape; --on-error keep leaves it as it is"
	case f.Kind == bulk.Refused:
		hint = "the dialect refuses it, as the program does; --on-error skip drops such values"
	case f.Kind == bulk.NotText && f.Charset != charset.UTF8:
		hint = "it may be in another charset: --charset detect guesses; --on-error keep leaves the escapes as they are"
	case f.Reason == percent.TruncatedEscape:
		hint = "the value ends inside an escape, so it was probably cut off; write a literal '%' as %25"
	case f.Reason == percent.InvalidEscape:
		hint = "write a literal '%' as %25; --on-error keep leaves malformed escapes as they are"
	}
	return &term.Failure{Status: term.StatusInput, Text: at.String() + ": " + views.RefusalText(f.SyntaxError), Hint: hint}
}

// appendJSON appends what --json says of a value.
func (j *job) appendJSON(dst []byte, r bulk.Record, result []byte, first *bulk.Flaw) []byte {
	o := j.object(j.valueOf(r))
	o.ID, o.Output = j.name(), &result
	if first != nil {
		o.fault(first.Offset, first.StreamOffset, string(first.Reason))
	}
	return append(dst, strictjson.Line(o)...)
}
