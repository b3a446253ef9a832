package bulk

import (
	"errors"
	"io"
	"math"
	"sync"

	"github.com/pct-encoded/percent/internal/peek"
)

// How a source goes through a job: one goroutine reads chunks and cuts each
// after the end of a record, so that several can code chunks, each by itself.
// Run takes the results in order, tells of the flaws and writes. A record that is
// longer than a chunk goes on in the next: its coder is handed from chunk to
// chunk, so that these follow each other. Chunks are fixed in number and go
// round.

// headroom is the space in front of a chunk for what the one before it left
// over: the beginning of an escape or a character, and a CR that may belong to
// the end of a line.
const headroom = 16

// A chunk whose results are as large as that is written before it goes on, so
// that memory stays bounded whatever a record becomes.
const (
	fullOut   = 4 << 20
	fullFlaws = 4 << 10
)

// A chunk is a piece of a source on its way.
type chunk struct {
	in   []byte // with headroom in front
	n    int    // bytes of the source in it
	last bool   // the source ends after it
	err  error  // of reading, after those bytes
	mark bool   // a byte order mark came before it

	number  int64        // records that ended before it
	records int64        // that end in it
	offset  int64        // of data in the source
	from    chan *worker // brings the record that it goes on with, or nil
	next    chan *worker // takes the record that goes on after it, or nil

	text    []byte // data, with what the chunk before it left over
	at      int    // bytes of text that are done
	counted int    // bytes of text whose records are in number

	out   []byte
	flaws []Flaw
	stop  error // the job ends here
	// checkpoint lies behind the chunk, or is nil.
	checkpoint *Checkpoint
	unended    bool // the last record that was written has no end
	written    bool // a record was written

	copied int // of a table: bytes of text that were copied
	stats  TableStats

	ready chan bool // whether the chunk is done; if not, it goes on after again
	again chan struct{}
}

func (c *chunk) rest() []byte { return c.text[c.at:] }

// A pipe is the goroutines that work on a source.
type pipe struct {
	j     *Job
	op    *Operation
	name  string
	size  int
	free  chan *chunk
	order chan *chunk // to Run
	jobs  chan *chunk // the same, to those who code
	stop  chan struct{}

	before int64         // bytes of the sources before
	goal   int64         // the next checkpoint is at or behind so many bytes of all, or 0
	length int64         // bytes of the source, when all is read
	passed chan struct{} // a checkpoint was taken
}

// pipe works on a source in chunks that usually have that size. read reads them, and
// code codes them, in several goroutines.
func (j *Job) pipe(out *gluedWriter, name string, op *Operation, stats *Stats, size int, read, code func(*pipe)) error {
	workers := j.workers(op)
	chunks := 2 + workers
	size = j.chunkSize(size, chunks)
	p := &pipe{
		j: j, op: op, name: name, size: size,
		free:   make(chan *chunk, chunks),
		order:  make(chan *chunk, chunks),
		jobs:   make(chan *chunk, chunks),
		stop:   make(chan struct{}),
		before: out.before, goal: out.goal,
		passed: make(chan struct{}, 1),
	}
	for range chunks {
		p.free <- &chunk{ready: make(chan bool, 1), again: make(chan struct{}, 1)}
	}
	var coding sync.WaitGroup
	for range workers {
		coding.Go(func() { code(p) })
	}
	// A goroutine that hangs in a Read ends when that does.
	go func() {
		defer close(p.jobs)
		defer close(p.order)
		read(p)
	}()
	defer coding.Wait()
	defer close(p.stop)
	if err := p.take(out, stats); err != nil {
		return err
	}
	out.before, out.goal = p.before+p.length, p.goal
	return nil
}

// lines works on the source that r is, in lines or what else separates records.
func (j *Job) lines(out *gluedWriter, r io.Reader, name string, op *Operation, stats *Stats) error {
	var offset, number int64
	if from := out.from; from != nil {
		if err := peek.Skip(r, from.Offset); err != nil {
			return &ReadError{Source: name, Err: err}
		}
		number, offset, *stats = from.Record, from.Offset, from.Stats
	}
	return j.pipe(out, name, op, stats, DefaultChunk, func(p *pipe) { p.read(r, number, offset) }, (*pipe).code)
}

// goalAt returns the goal of a text that begins at that offset of the source, or
// 0 if there is none.
func (p *pipe) goalAt(offset int64) int {
	if p.goal == 0 || p.j.Separator == Whole && p.j.Table == nil {
		return 0
	}
	return int(max(1, min(p.goal-p.before-offset, math.MaxInt)))
}

// reached returns the checkpoint at that offset, in front of which there are so
// many records, and sets the next goal.
func (p *pipe) reached(offset, number int64) *Checkpoint {
	p.goal = p.j.nextGoal(p.before + offset)
	return &Checkpoint{Offset: offset, Record: number}
}

// reuse returns a chunk to read into, nil when the job ends.
func (p *pipe) reuse() *chunk {
	select {
	case c := <-p.free:
		c.last, c.err, c.stop, c.checkpoint = false, nil, nil, nil
		c.unended, c.written, c.at, c.counted, c.copied = false, false, 0, 0, 0
		return c
	case <-p.stop:
		return nil
	}
}

// pass sends a chunk that was read on its way. Behind a checkpoint, it waits until
// that is taken: nothing may be counted twice. It reports whether the job goes on.
func (p *pipe) pass(c *chunk) bool {
	checkpoint := c.checkpoint != nil
	for _, to := range [...]chan *chunk{p.jobs, p.order} {
		select {
		case to <- c:
		case <-p.stop:
			return false
		}
	}
	if checkpoint {
		select {
		case <-p.passed:
		case <-p.stop:
			return false
		}
	}
	return true
}

// read reads chunks until the source ends.
func (p *pipe) read(r io.Reader, number, offset int64) {
	sep := p.j.Separator
	mark := false
	if p.j.Mark != MarkIsData && offset == 0 {
		if mark, r = cutMark(r); mark {
			offset = int64(len(byteOrderMark))
		}
	}
	var rest []byte       // what lies after the cut
	var open chan *worker // brings the record that goes on
	var failed error      // of reading
	for end := false; !end; {
		c := p.reuse()
		if c == nil {
			return
		}
		if c.in == nil {
			c.in = make([]byte, headroom+p.size)
		}
		c.mark, mark = mark, false
		c.n = copy(c.in[headroom:], rest)
		goal, cut, reached := p.goalAt(offset), 0, false
		look := func(from int) {
			text := c.in[headroom : headroom+c.n]
			if goal > 0 && len(text) >= goal {
				from := max(from, goal-1)
				if i := sep.first(text[from:]); i > 0 {
					cut, reached = from+i, true
					return
				}
			}
			if i := sep.last(text[from:]); i > 0 {
				cut = from + i
			}
		}
		look(0)
		for empty := 0; cut == 0 && c.n < p.size && failed == nil; {
			n, err := r.Read(c.in[headroom+c.n:])
			if p.j.OnRead != nil && n > 0 {
				p.j.OnRead(n)
			}
			c.n += n
			look(c.n - n)
			if n > 0 {
				empty = 0
			} else if empty++; err == nil && empty == 100 {
				err = io.ErrNoProgress
			}
			failed = err
		}
		if end = failed != nil && !reached; end {
			if c.last = errors.Is(failed, io.EOF); !c.last {
				c.err = failed
			}
		}
		rest = rest[:0]
		if cut > 0 && !end {
			rest = append(rest, c.in[headroom+cut:headroom+c.n]...)
			c.n = cut
		}
		c.text = c.in[headroom : headroom+c.n]
		c.number, c.records, c.offset = number, sep.count(c.text), offset
		number += c.records
		offset += int64(c.n)
		if reached {
			c.checkpoint = p.reached(offset, number)
		}
		c.from, open = open, nil
		if !c.last && (cut == 0 || sep == Whole) {
			open = make(chan *worker, 1)
		}
		c.next = open
		p.length = offset
		if !p.pass(c) {
			return
		}
	}
}

// cutMark reads the byte order mark that r may begin with. It returns a reader
// of everything else.
func cutMark(r io.Reader) (bool, io.Reader) {
	var head [len(byteOrderMark)]byte
	n := 0
	for empty := 0; n < len(head) && string(head[:n]) == byteOrderMark[:n] && empty < 100; empty++ {
		m, err := r.Read(head[n:])
		if n += m; m > 0 {
			empty = 0
		}
		if err != nil {
			r = errorReader{err}
			break
		}
	}
	if string(head[:n]) == byteOrderMark {
		return true, r
	}
	return false, &peek.Reader{Head: head[:n:n], R: r}
}

// errorReader is a reader that fails.
type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// code codes chunks.
func (p *pipe) code() {
	var own *worker
	for c := range p.jobs {
		var w *worker
		if c.from != nil {
			select {
			case w = <-c.from:
			case <-p.stop:
				return
			}
			w.resume(c)
		} else {
			if own == nil {
				own = newWorker(p.j, p.op, p.name)
			}
			w = own
		}
		for done := false; !done; {
			done = w.work(c)
			if done && c.next != nil && c.stop == nil {
				if w == own {
					own = nil
				}
				w.suspend(c)
				c.next <- w
			} else if done && own == nil {
				own = w
			}
			stop := c.stop != nil
			c.ready <- done
			if stop {
				return // and so does take
			}
			if !done {
				select {
				case <-c.again:
				case <-p.stop:
					return
				}
			}
		}
	}
}

// take takes the chunks in order.
func (p *pipe) take(out *gluedWriter, stats *Stats) error {
	for c := range p.order {
		if c.mark && p.j.Mark == MarkCopied {
			if err := out.write([]byte(byteOrderMark)); err != nil {
				return err
			}
		}
		for done := false; !done; {
			done = <-c.ready
			p.j.tell(c.flaws)
			if err := out.write(c.out); err != nil {
				return err
			}
			if c.stop != nil {
				stats.Table.add(&c.stats)
				return c.stop
			}
			c.flaws = c.flaws[:0]
			if c.out = c.out[:0]; cap(c.out) > 2*fullOut {
				c.out = nil
			}
			if !done {
				c.again <- struct{}{}
			}
		}
		if c.written {
			stats.Unended = c.unended
		}
		stats.Table.add(&c.stats)
		stats.Records += c.records
		if p.j.Check != nil {
			if err := p.j.Check(*stats); err != nil {
				return err
			}
		}
		if c.err != nil {
			return &ReadError{Source: p.name, Err: c.err}
		}
		if c.checkpoint != nil {
			if err := p.j.checkpoint(out, *c.checkpoint, stats); err != nil {
				return err
			}
			p.passed <- struct{}{}
		}
		p.free <- c
	}
	return nil
}
