package bulk

import (
	"io"
	"runtime"
)

// Sizes of what is read and held.
const (
	// DefaultChunk is how much of a source is read at a time: enough that a
	// system call costs nothing beside it, little enough to stay in a core's
	// cache.
	DefaultChunk = 256 << 10
	// DefaultMaxRecord is the longest record that is held. No URL, header or form
	// field that a program accepts is nearly as long, and a file without line
	// ends must not take all memory.
	DefaultMaxRecord = 64 << 20
)

// A Source is where records come from.
type Source struct {
	// Name is what flaws and errors call it.
	Name string
	Open func() (io.ReadCloser, error)
}

// From returns the source that r is.
func From(name string, r io.Reader) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}
}

// A Job is an operation and how it goes through its records. The zero value of
// every field but Operation is a sensible one.
type Job struct {
	Operation *Operation
	Separator Separator
	// Policy says what becomes of a record with a flaw.
	Policy Policy
	// Table, if not nil, says that records are the rows of a table, and which of
	// their fields Operation is for. Separator, Mark and Report then do not count:
	// a byte order mark is copied.
	Table *Table
	// Mark says what becomes of a byte order mark at the start of a source.
	Mark MarkMode

	// OnFlaw is called for every flaw, in order, after what precedes it was
	// coded. It is called for the one that ends the job, too.
	OnFlaw func(Flaw)
	// Check, if not nil, is called with the counts so far whenever more was
	// written. An error ends the job.
	Check func(Stats) error
	// OnRead is called with the number of bytes whenever some were read, by a
	// goroutine of the job.
	OnRead func(n int)
	// OnOpen is called with each source when it is opened. It may return another
	// reader, and another operation for what that holds, or nil for Operation.
	OnOpen func(name string, r io.Reader) (io.Reader, *Operation, error)
	// Every, if not 0, is how many bytes of the sources lie between two
	// checkpoints, at which OnCheckpoint is called, when all that comes before is
	// written and nothing after it is read by Operation. An error ends the job.
	Every        int64
	OnCheckpoint func(Checkpoint) error
	// Resume, if not nil, is the checkpoint to go on from, with the same sources
	// and the same job. What Open returns is read to it, unless it is an
	// io.Seeker or has a method Skip(n int64) error.
	Resume *Checkpoint

	found bool // the first rows of the source are known to have the columns
	// Report appends what is written instead of the result of a record, with an
	// end of its own, to dst. first is the first flaw that is not only noted, or
	// nil. It is called from several goroutines, not for records that are
	// skipped, and with Fail also for the one that ends the job.
	Report func(dst []byte, r Record, result []byte, first *Flaw) []byte

	// MaxRecord is the length, in bytes, of the longest record that is held, where
	// records must be: for Skip, for Report and for operations that need all of
	// it. DefaultMaxRecord if 0.
	MaxRecord int
	// Chunk is how many bytes are read at a time; DefaultChunk if 0.
	Chunk int
}

// Stats are what a job counted.
type Stats struct {
	// Records is how many there were.
	Records int64 `json:"records"`
	// Unended: the last record that was written has no end.
	Unended bool `json:"unended,omitempty"`
	// Table counts what was met in a table.
	Table TableStats `json:"table"`
}

// Run works on the records of the sources in order and writes the results to w,
// each with the end of its record. Where the last record of a source has no end
// and more comes, it is given one.
//
// The error is the *Flaw that ended the job, a *ReadError, a *WriteError, a
// *LengthError, a *ColumnError, an *OptionError, or what the operation or OnOpen returned.
// What was coded before it has been written.
func (j *Job) Run(w io.Writer, sources ...Source) (Stats, error) {
	var stats Stats
	if err := j.check(); err != nil {
		return stats, err
	}
	if j.Table != nil && j.Table.Format == Foreign {
		return stats, &OptionError{Option: "table", Reason: "another package reads a format that is Foreign"}
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
			// Another source must not go on with the last record of this one.
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

// check refuses options that do not go together.
func (j *Job) check() error {
	if j.Table != nil {
		if err := j.Table.check(); err != nil {
			return err
		}
	} else if j.Policy == Null {
		return &OptionError{Option: "policy null", Reason: "only a field of a table can be empty"}
	}
	if o := j.Operation; o != nil && o.cannotLet && (j.Policy == Keep && j.Table == nil || j.Policy == Replace) {
		return &OptionError{Option: "policy " + j.Policy.String(), Reason: "an encoder that refuses a record writes none"}
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
	return j.lines(out, r, s.Name, op, stats)
}

// Record appends what becomes of one record, with r.End after it, to dst. The
// error is the flaw that Run would end with, or what the operation returned; the
// result up to there has been appended.
func (j *Job) Record(dst []byte, r Record) ([]byte, error) {
	if err := j.check(); err != nil {
		return dst, err
	}
	if j.Table != nil {
		return dst, &OptionError{Option: "table", Reason: "its rows come from a source"}
	}
	w := newWorker(j, j.Operation, r.Source)
	c := &chunk{out: dst}
	w.chunk, w.rec = c, r
	w.begin()
	if w.hold {
		w.coder.start(&w.rec)
	}
	w.text, w.final, w.busy = r.Text, true, true
	for done := false; !done; c.flaws = c.flaws[:0] {
		done = w.stretch(c)
		j.tell(c.flaws)
	}
	w.finish(c)
	return c.out, c.stop
}

func (j *Job) tell(flaws []Flaw) {
	if j.OnFlaw != nil {
		for _, f := range flaws {
			j.OnFlaw(f)
		}
	}
}

// maxRecord returns the length of the longest record that is held, in bytes.
func (j *Job) maxRecord() int {
	if j.MaxRecord > 0 {
		return j.MaxRecord
	}
	return DefaultMaxRecord
}

// workers returns how many goroutines are to code.
func (j *Job) workers(op *Operation) int {
	if op.oneByOne || j.Separator == Whole && j.Table == nil {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// heldText is how many bytes of text all chunks of a job hold at most, where
// there are many processors and nobody said how long a chunk is. With the results, it
// is two to three times as much memory.
const heldText = 16 << 20

// chunkSize returns how much is read at a time into each of so many chunks.
func (j *Job) chunkSize(usual, chunks int) int {
	if j.Chunk > 0 {
		return j.Chunk
	}
	return min(usual, max(blockSize, heldText/chunks))
}

// A gluedWriter is a writer that puts glue in front of the next bytes that come.
type gluedWriter struct {
	w      io.Writer
	glue   string
	header []byte // of the first table

	source int         // index of the one at hand
	before int64       // bytes of those before it
	goal   int64       // the next checkpoint is at or behind so many bytes of all, or 0
	from   *Checkpoint // in the one at hand, to go on from
}

func (o *gluedWriter) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if o.glue != "" {
		glue := o.glue
		o.glue = ""
		if err := o.write([]byte(glue)); err != nil {
			return err
		}
	}
	n, err := o.w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return &WriteError{Err: err}
	}
	return nil
}
