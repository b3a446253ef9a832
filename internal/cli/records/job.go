package records

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
)

// A Job is a command on values: what it reads, what it does with each value, and what it
// tells about its work.
type Job struct {
	In   Input
	Do   Action
	Tell Report

	app *stream.Streams
}

// NewJob returns a job that does an operation of the registry.
func NewJob(a *stream.Streams, name string) *Job {
	row := MustRow(name)
	j := newJob(a, row.Policies()...)
	j.Do.Row, j.Do.Request.Operation = row, name
	return j
}

// newJob returns a job without an operation. Its --on-error accepts words, the default
// first; without words it has no such flag.
func newJob(a *stream.Streams, words ...string) *Job {
	return &Job{app: a, Do: Action{Plan: &operation.Plan{}, Policy: newPolicy(words...)}, Tell: Report{UI: a.UI}}
}

// AddTo gives cmd the flags of the job.
func (j *Job) AddTo(cmd *cobra.Command) {
	j.Do.AddTo(cmd) // first, because the row may define --raw itself
	j.In.AddTo(cmd)
	j.Tell.AddTo(cmd)
}

// Prepare makes the plan of the job's operation from the flags.
func (j *Job) Prepare() error {
	d := &j.Do
	d.Request.OnError, d.Request.Lists = d.Policy.Value, j.In.columns.lists()
	plan, err := d.Row.Plan(&d.Request, operation.Command)
	if err != nil {
		return BadRequest(err)
	}
	d.Plan = plan
	for _, text := range plan.Notes {
		j.Tell.UI.Note("%s", text)
	}
	return nil
}

// Run reads the values that the flags and the command line name, does the action with
// each, and writes the results. Afterwards Tell holds what there is to tell.
func (j *Job) Run(l Line) error {
	r := &run{job: j}
	if err := r.open(l); err != nil {
		return err
	}
	defer r.to.release()
	if j.In.columns.dry() {
		op, err := r.begin()
		if err == nil {
			err = r.dryRun(op)
		}
		return r.failure(err)
	}
	if err := r.to.claim(); err != nil {
		return err
	}
	if err := r.useCheckpoints(l); err != nil {
		return err
	}
	return r.end(r.failure(r.work()))
}

// RunValues runs a job with Convert, and tells which values were not legal and how many
// were done.
func (j *Job) RunValues(l Line, done string) error {
	err := j.Run(l)
	if err == nil {
		j.Tell.Illegal(&j.Do.Policy, done)
	}
	return err
}

// A run is one run of a job.
type run struct {
	job *Job
	in  reading
	to  outputs

	bar   *stream.Progress // of what is read, or nil
	stats bulk.Stats       // at the end
}

// A reading is what a run reads: values that are arguments, or sources.
type reading struct {
	args  []string
	from  []stream.Source // nil if the values are arguments
	table *bulk.Table     // of what is read, or nil where records are values
}

// open finds the inputs and the output. It reads and writes nothing.
func (r *run) open(l Line) (err error) {
	j := r.job
	if r.in.args = l.Args; l.hyphen() && len(j.In.Files) == 0 {
		r.in.args = nil
	}
	if r.in.from, err = j.In.Sources(j.app, r.in.args); err != nil {
		return err
	}
	if r.to.out, err = j.In.OutputTo(j.app, r.in.from); err != nil {
		return err
	}
	if j.Tell.UI.Quiet {
		j.Do.OnRead, j.Do.OnWrite = nil, nil
	}
	r.to.out.First, r.to.out.See = j.Do.First, j.Do.OnWrite
	return r.useColumns(l)
}

// begin returns the operation to do on each record.
func (r *run) begin() (*bulk.Operation, error) {
	j := r.job
	if r.in.from == nil {
		SeeFiles(j.Tell.UI, r.in.args)
		if j.Do.Plan.Detect {
			if err := j.guess("arguments", []byte(strings.Join(r.in.args, "\n"))); err != nil {
				return nil, err
			}
		}
	}
	return r.operation()
}

// work does the action with all values, and writes the results.
func (r *run) work() error {
	j := r.job
	op, err := r.begin()
	if err != nil {
		return err
	}
	work := &bulk.Job{
		Operation: op, Table: r.in.table, Separator: j.In.Separator(), Policy: j.Do.Policy.rule(),
		OnFlaw: r.flaw, OnLike: j.Tell.flawsLike, MaxRecord: j.app.Limit, LongSkipped: j.Do.LongSkipped, Chunk: j.app.Chunk,
	}
	if j.Tell.JSON && j.Do.codes() {
		work.Report = r.appendJSON
	}
	if r.in.from == nil {
		err = r.arguments(work)
	} else {
		err = r.sources(work)
	}
	if j.Do.End != nil && err == nil {
		if _, failed := r.to.out.Write(j.Do.End()); failed != nil {
			err = &bulk.WriteError{Err: failed}
		}
	}
	return err
}

// arguments does the work on arguments.
func (r *run) arguments(work *bulk.Job) error {
	j := r.job
	var buf []byte
	for i, text := range r.in.args {
		if j.Do.OnRead != nil {
			j.Do.OnRead([]byte(text + "\n"))
		}
		if !j.Do.InOrder {
			j.Tell.Values++
		}
		rec := bulk.Record{Text: []byte(text), End: []byte(work.Separator.String()), Source: fmt.Sprintf("arg %d", i+1)}
		var err error
		buf, err = work.Record(buf[:0], rec)
		if err != nil && len(buf) > 0 && !j.Tell.JSON {
			buf = append(buf, rec.End...)
		}
		if _, failed := r.to.out.Write(buf); failed != nil {
			return &bulk.WriteError{Err: failed}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sources does the work on the records of files and of standard input.
func (r *run) sources(work *bulk.Job) error {
	j := r.job
	what := "value"
	if r.in.table != nil {
		what = "row"
		if err := r.in.checkColumns(work, &j.In); err != nil {
			return err
		}
	}
	r.bar = j.In.StartProgress(j.Tell.UI, what, r.in.from, r.to.out)
	defer r.bar.Stop()
	if at := r.to.checkpoints.ResumeAt(); at != nil {
		r.bar.Tell(at.Stats.Records, r.malformed(&at.Stats))
	}
	work.Check = func(s bulk.Stats) error {
		r.bar.Tell(s.Records, r.malformed(&s))
		if r.in.table == nil {
			return nil
		}
		if err := r.to.bad.Flush(); err != nil {
			return err
		}
		return j.In.columns.check(s, false)
	}
	var err error
	if r.in.table != nil && r.in.table.Format == bulk.Foreign {
		r.stats, err = r.parquet(work)
	} else {
		r.stats, err = r.perform(work)
	}
	if r.in.table != nil {
		j.Tell.Values = r.stats.Table.Fields
		if err == nil {
			err = j.In.columns.check(r.stats, true)
		}
	} else if !j.Do.InOrder {
		j.Tell.Values = r.stats.Records
	}
	return err
}

// malformed returns how many places are known to be malformed.
func (r *run) malformed(s *bulk.Stats) int64 {
	if r.in.table != nil {
		return s.Table.Malformed
	}
	return r.job.Tell.Malformed.Count
}

// perform runs the engine on the sources.
func (r *run) perform(work *bulk.Job) (bulk.Stats, error) {
	j := r.job
	if j.app.Memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(j.app.Memory))
	}
	switch {
	case j.Do.Row == nil || !j.Do.Row.CopiesMark():
	case j.Tell.JSON || j.Do.Describes:
		work.Mark = bulk.MarkDropped
	default:
		work.Mark = bulk.MarkCopied
	}
	if j.Do.Plan.Detect {
		work.OnOpen = r.detect
	}
	if r.to.checkpoints != nil {
		work.Every, work.OnCheckpoint, work.Resume = j.app.Every, r.to.checkpoints.Take, r.to.checkpoints.ResumeAt()
	}
	var sources []bulk.Source
	for _, s := range r.in.from {
		sources = append(sources, bulk.Source{Name: s.Name, Open: func() (io.ReadCloser, error) {
			return j.In.Open(s, j.Tell.UI, r.bar, j.Do.OnRead)
		}})
	}
	return work.Run(r.to.out, sources...)
}

// detect guesses the charset of a source, and returns what to read instead of it and the
// operation for that charset.
func (r *run) detect(name string, in io.Reader) (io.Reader, *bulk.Operation, error) {
	sample, all, err := bulk.Sample(in)
	if err != nil {
		return nil, nil, &bulk.ReadError{Source: name, Err: err}
	}
	if err := r.job.guess(name, sample); err != nil {
		return nil, nil, err
	}
	op, err := r.operation()
	return all, op, err
}

// end closes the output, and tells what any job has to tell. err is the error of the
// work.
func (r *run) end(err error) error {
	out, u := r.to.out, r.job.Tell.UI
	err = out.Finish(err)
	if r.in.table != nil {
		err = r.endTable(err)
	}
	last, any := out.Last()
	u.OpenLine = out.Stdout && any && last != '\n'
	if u.Masked && err == nil {
		u.Hint(`control characters are shown as \x1b and the like; --raw writes them as they are`)
	}
	return err
}

// outputs is where a run writes to.
type outputs struct {
	out         *stream.Output
	bad         *stream.Quarantine   // the file of --errors, or nil
	checkpoints *stream.Checkpointer // or nil
	line        []byte               // of the file of --errors
}

// claim locks the files to write.
func (t *outputs) claim() error {
	if err := t.out.Claim(); err != nil {
		return err
	}
	return t.bad.Claim()
}

// release ends the locks of files that were not opened.
func (t *outputs) release() {
	t.bad.Release()
	t.out.Release()
}
