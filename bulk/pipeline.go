package bulk

import (
	"errors"
	"io"
	"math"
	"runtime"
	"sync"

	"github.com/pct-encoded/percent/internal/peek"
)

// How a source passes through a job: one goroutine reads chunks and cuts each after
// the end of a record, so that several goroutines can process chunks independently.
// Run takes the results in order, reports the flaws and writes. A record longer than
// a chunk continues in the next one: its worker is handed from chunk to chunk, and
// these chunks are processed one after the other. The number of chunks is fixed;
// they are reused.

// A pipe is the state shared by the goroutines that process a source.
type pipe struct {
	j     *Job
	op    *Operation
	name  string
	size  int
	free  chan *chunk
	order chan *chunk // to Run
	jobs  chan *chunk // the same chunks, to the workers
	stop  chan struct{}

	before int64         // total size of the sources before
	goal   int64         // earliest position of the next checkpoint, over all sources, or 0
	length int64         // of the source in bytes, once all is read
	passed chan struct{} // a checkpoint was taken

	// Of the goroutine that reads: the chunks with long rows that were passed on, the
	// sizes of their buffers together, and free chunks that it has taken already.
	long  map[*chunk]int
	held  int
	spare []*chunk
}

// room waits until n more bytes may be held for a long row beside those that are being
// processed. It reports false when the job ends.
func (p *pipe) room(n int) bool {
	for p.held > 0 && p.held+n > heldText {
		c := p.freed()
		if c == nil {
			return false
		}
		p.spare = append(p.spare, c)
	}
	if n > longRow {
		// There are few such buffers, and nothing to search in them. Left to itself, the
		// collector would keep as much garbage as there is memory in use.
		runtime.GC()
	}
	return true
}

// freed returns the next chunk that is free, or nil when the job ends.
func (p *pipe) freed() *chunk {
	select {
	case c := <-p.free:
		p.held -= p.long[c]
		delete(p.long, c)
		return c
	case <-p.stop:
		return nil
	}
}

// hold remembers that a chunk with a long row is passed on.
func (p *pipe) hold(c *chunk) {
	if p.long == nil {
		p.long = map[*chunk]int{}
	}
	p.long[c] = cap(c.in)
	p.held += cap(c.in)
}

// pipe processes a source in chunks of usually size bytes. read reads them, in one
// goroutine, and code processes them, in several.
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
	// If read hangs in a Read, its goroutine ends when the Read returns.
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

// lines processes the source that r reads, record by record.
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

// goalAt returns the least distance in bytes from the offset to the next
// checkpoint, or 0 if there is none.
func (p *pipe) goalAt(offset int64) int {
	if p.goal == 0 || p.j.Separator == Whole && p.j.Table == nil {
		return 0
	}
	return int(max(1, min(p.goal-p.before-offset, math.MaxInt)))
}

// reached returns the checkpoint at the offset, after number records, and sets the
// next goal.
func (p *pipe) reached(offset, number int64) *Checkpoint {
	p.goal = p.j.nextGoal(p.before + offset)
	return &Checkpoint{Offset: offset, Record: number}
}

// reuse returns a chunk to read into, or nil when the job ends.
func (p *pipe) reuse() *chunk {
	var c *chunk
	if n := len(p.spare); n > 0 {
		c, p.spare = p.spare[n-1], p.spare[:n-1]
	} else if c = p.freed(); c == nil {
		return nil
	}
	c.last, c.err, c.stop, c.checkpoint = false, nil, nil, nil
	c.unended, c.written, c.at, c.counted, c.copied = false, false, 0, 0, 0
	return c
}

// pass hands on a chunk that was read. If a checkpoint follows the chunk, pass waits
// until it has been taken, so that nothing after it is counted before. It reports
// whether the job continues.
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
	var rest []byte       // bytes read after the cut
	var open chan *worker // for the worker of a record that continues
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

// cutMark reads a byte order mark at the start of r, reports whether there was one,
// and returns a reader of everything else.
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

// errorReader is a reader that returns an error.
type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// code processes chunks.
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
			if stop {
				c.records = w.reached(c)
			}
			c.ready <- done
			if stop {
				return // take returns, too
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

// take writes the results of the chunks in order.
func (p *pipe) take(out *gluedWriter, stats *Stats) error {
	for c := range p.order {
		if c.mark && p.j.Mark == MarkCopied {
			if err := out.write([]byte(byteOrderMark)); err != nil {
				return err
			}
		}
		for done := false; !done; {
			done = <-c.ready
			p.j.tell(c)
			if err := out.write(c.out); err != nil {
				return err
			}
			if c.stop != nil {
				stats.Table.add(&c.stats)
				stats.Records += c.records
				return c.stop
			}
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
		if cap(c.in) > 2*p.size+headroom {
			c.in, c.text = nil, nil // of a long row
		}
		p.free <- c
	}
	return nil
}

// tell calls OnFlaw for the flaws of c, and clears them.
func (j *Job) tell(c *chunk) {
	if j.OnFlaw != nil {
		likes := c.likes
		for i := range c.flaws {
			f := c.flaws[i]
			j.OnFlaw(f)
			start := f.StreamOffset - f.Offset
			for ; len(likes) > 0 && int(likes[0].flaw) == i; likes = likes[1:] {
				l := &likes[0]
				if l.size == 0 {
					j.OnLike(f, l.offset)
					continue
				}
				f.Offset, f.StreamOffset = l.offset, start+l.offset
				if text := l.text[:l.size]; f.Bytes != string(text) {
					f.Bytes = string(text)
				}
				j.OnFlaw(f)
			}
		}
	}
	clear(c.flaws) // their Input may be long
	c.flaws, c.likes = c.flaws[:0], c.likes[:0]
}
