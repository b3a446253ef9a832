package bulk

import (
	"io"
)

// A Source is where records come from.
type Source struct {
	// Name is its name in flaws and errors.
	Name string
	Open func() (io.ReadCloser, error)
}

// From returns a source that reads from r, which is not closed.
func From(name string, r io.Reader) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}
}

// A Job is an operation and the way it is applied to records. The zero value of
// every field but Operation is a sensible default.
type Job struct {
	Operation *Operation
	Separator Separator
	// Policy says what happens to a record with a flaw.
	Policy Policy
	// Table, if not nil, makes records the rows of a table, and selects the fields
	// that Operation applies to. Separator, Mark and Report are then ignored; a byte
	// order mark is copied.
	Table *Table
	// Mark says what happens to a byte order mark at the start of a source.
	Mark MarkMode

	// OnFlaw is called for every flaw, in order, including the one that ends the job.
	// Everything before the flaw has been processed by then.
	OnFlaw func(Flaw)
	// OnLike, if not nil, is called instead of OnFlaw after OnFlaw(f) for n malformed
	// escapes of the same record that differ from f only in offsets and bytes. If many
	// bytes are malformed, this takes a fraction of the time.
	OnLike func(f Flaw, n int64)
	// Check, if not nil, is called with the counts so far whenever more has been
	// written. An error ends the job.
	Check func(Stats) error
	// OnRead is called by a goroutine of the job after each read, with the number of
	// bytes.
	OnRead func(n int)
	// OnOpen is called with each source when it is opened. It may return another
	// reader, and another operation for what is read from it, or nil for Operation.
	OnOpen func(name string, r io.Reader) (io.Reader, *Operation, error)
	// Every, if not 0, is the number of bytes between two checkpoints, counted over
	// all sources. At each, OnCheckpoint is called once everything before it has been
	// written and before Operation sees anything after it. An error ends the job.
	Every        int64
	OnCheckpoint func(Checkpoint) error
	// Resume, if not nil, is the checkpoint to continue from, with the same sources
	// and the same job. The bytes before it are skipped by the method Skip(n int64)
	// error of the reader that Open returns, or by Seek; if the reader has neither,
	// they are read.
	Resume *Checkpoint

	found bool // the first rows of the source are known to have the columns
	// Report appends to dst the text to write instead of the result of a record, line
	// end included. first is the first flaw that is not only noted, or nil. Report is
	// called from several goroutines. It is not called for skipped records; with
	// Fail, it is called for the record that ends the job, too.
	Report func(dst []byte, r Record, result []byte, first *Flaw) []byte

	// MaxRecord is the length, in bytes, of the longest record that is held in
	// memory. Records are held for Skip, for Report, in tables, and for operations
	// that need a record as a whole. DefaultMaxRecord if 0.
	MaxRecord int
	// LongSkipped says that a record longer than MaxRecord is left out, with a flaw of kind
	// TooLong, and does not end the job with a *LengthError.
	LongSkipped bool
	// Chunk is how many bytes are read at a time; DefaultChunk if 0, or
	// 1 MiB for a table.
	Chunk int
}

// Stats are the counts of a job.
type Stats struct {
	// Records is the number of records, with the one that ended the job if one did.
	Records int64 `json:"records"`
	// Unended reports that the last record written has no end: neither a line end nor,
	// if records are separated by NUL, a NUL.
	Unended bool `json:"unended,omitempty"`
	// Table are the counts of a table.
	Table TableStats `json:"table"`
}

// Run processes the records of the sources in order and writes the results to w,
// each with the line end of its record. If the last record of a source has none and
// more records follow, one is added.
//
// The error is the *Flaw that ended the job, a *ReadError, a *WriteError, a
// *LengthError, a *ColumnError, an *OptionError, or what the operation, OnOpen, Check
// or OnCheckpoint returned. The results before it have been written.
func (j *Job) Run(w io.Writer, sources ...Source) (Stats, error) {
	var stats Stats
	if err := j.check(); err != nil {
		return stats, err
	}
	if j.Table != nil && j.Table.Format == Foreign {
		return stats, &OptionError{Option: "table", Reason: "Run does not read a Foreign format"}
	}
	out := &gluedWriter{w: w, goal: j.nextGoal(0)}
	if c := j.Resume; c != nil {
		out.source, out.before, out.glue, out.header, stats = c.Source, c.Before, c.Glue, c.Header, c.Stats
		out.goal = j.nextGoal(c.Before + c.Offset)
		if c.Offset > 0 {
			out.from = c
		}
		if sources = sources[min(c.Source, len(sources)):]; len(sources) == 0 {
			return stats, nil
		}
	}
	for _, s := range sources {
		if err := j.source(out, s, &stats); err != nil {
			return stats, err
		}
		out.source++
		out.from = nil
		if stats.Unended {
			// The next source must not continue the last record of this one.
			out.glue = j.Separator.String()
			if j.Table != nil {
				out.glue = Lines.String()
			}
		}
		if out.goal > 0 && out.before >= out.goal {
			out.goal = j.nextGoal(out.before)
			if err := j.checkpoint(out, Checkpoint{}, &stats); err != nil {
				return stats, err
			}
		}
	}
	return stats, nil
}

// check returns an error for options that exclude each other.
func (j *Job) check() error {
	if j.Table != nil {
		if err := j.Table.check(); err != nil {
			return err
		}
	}
	if o := j.Operation; o != nil && o.framed && j.Table != nil && len(j.Table.Into) > 0 {
		return &OptionError{Option: "into", Reason: "the results are written instead of the table"}
	}
	if j.Policy == Null && (j.Table == nil || j.Table.Format == WholeLines) {
		return &OptionError{Option: "policy null", Reason: "only fields of a table can be emptied"}
	}
	if o := j.Operation; o != nil && o.rejectsWhole && (j.Policy == Keep && j.Table == nil || j.Policy == Replace) {
		return &OptionError{Option: "policy " + j.Policy.String(), Reason: "this encoder rejects a malformed record as a whole"}
	}
	return nil
}

func (j *Job) source(out *gluedWriter, s Source, stats *Stats) error {
	file, err := s.Open()
	if err != nil {
		return &ReadError{Source: s.Name, Err: err}
	}
	defer file.Close()
	var r io.Reader = file
	op := j.Operation
	if j.OnOpen != nil {
		other, its, err := j.OnOpen(s.Name, file)
		if err != nil {
			return err
		}
		r = other
		if its != nil {
			op = its
		}
	}
	if j.Table != nil {
		return j.rows(out, r, s.Name, op, stats)
	}
	if op != nil && op.of != nil {
		var head []byte
		head, r = headOf(r)
		op = op.of(s.Name, head)
	}
	if op != nil && op.undivided {
		whole := *j
		whole.Separator = Whole
		j = &whole
	}
	return j.lines(out, r, s.Name, op, stats)
}

// Record appends the result for one record, followed by r.End, to dst. The error is
// the *Flaw that Run would end with, or what the operation returned; the result up to
// there has been appended.
func (j *Job) Record(dst []byte, r Record) ([]byte, error) {
	if err := j.check(); err != nil {
		return dst, err
	}
	if j.Table != nil {
		return dst, &OptionError{Option: "table", Reason: "Record is not for tables"}
	}
	w := newWorker(j, j.Operation, r.Source)
	c := &chunk{out: dst}
	w.chunk, w.rec = c, r
	w.begin()
	if w.hold {
		w.coder.start(&w.rec)
	}
	w.text, w.final, w.busy = r.Text, true, true
	for done := false; !done; {
		done = w.stretch(c)
		j.tell(c)
	}
	w.finish(c)
	return c.out, c.stop
}
