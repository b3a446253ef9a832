package bulk

import (
	"errors"
	"io"
)

// Rows pass through a job like records: in chunks of whole rows, on all
// processors, and the results are written in order. A chunk grows until a row
// ends in it.

// defaultTableChunk is how many bytes of a table are read at a time: with their places
// and results they fit into the cache of a core.
const defaultTableChunk = 256 << 10

// rows processes a source that is a table.
func (j *Job) rows(out *gluedWriter, r io.Reader, name string, op *Operation, stats *Stats) error {
	mark, r := cutMark(r)
	p, in := j.plan(r, name)
	offset := int64(0)
	if mark {
		offset = int64(len(byteOrderMark))
		if mark = stats.Records == 0 && !op.framed && out.from == nil; mark {
			out.glue += byteOrderMark // nothing is written if begin fails
		}
	}
	number, err := p.begin(in, out, op, stats, &offset)
	if err == nil && mark {
		err = out.unglue()
	}
	if err != nil {
		return err
	}
	if from := out.from; from != nil {
		if err := in.skip(from.Offset - offset); err != nil {
			return &ReadError{Source: name, Err: err}
		}
		number, offset, *stats = from.Record, from.Offset, from.Stats
	}
	return j.pipe(out, name, op, stats, defaultTableChunk,
		func(pipe *pipe) { pipe.readRows(in, number, offset) }, func(pipe *pipe) { pipe.codeRows(p) })
}

// readRows reads chunks until the source ends.
func (p *pipe) readRows(in *rowReader, number, offset int64) {
	in.room = p.room
	for {
		c := p.reuse()
		if c == nil {
			return
		}
		buf, err := in.next(c.in, p.size, p.goalAt(offset), nil)
		if err == errStopped {
			return
		}
		var long *LengthError
		if errors.As(err, &long) {
			long.Record, long.Offset = number+1, offset
			c.stop = err
		}
		c.in, c.text = buf, buf
		if c.long = false; cap(buf) > 2*p.size {
			p.hold(c)
			c.long = len(buf) > longRow
		}
		if long != nil {
			c.text = nil
		}
		c.unquoted = !in.cutter.marks
		c.number, c.records, c.offset = number, in.cutter.records, offset
		number += c.records
		offset += int64(len(c.text))
		if in.cutter.reached && long == nil {
			c.checkpoint = p.reached(offset, number)
		}
		// The chunk must not be used after it is passed on.
		end := in.err != nil && c.checkpoint == nil || long != nil
		if end && long == nil {
			if c.last = errors.Is(in.err, io.EOF); !c.last {
				c.err = in.err
			}
		}
		p.length = offset
		if !p.pass(c) || end {
			return
		}
	}
}

// codeRows processes chunks.
func (p *pipe) codeRows(table *plan) {
	w := newRowWorker(p.j, p.op, table, p.name)
	for c := range p.jobs {
		for done := false; !done; {
			done = w.work(c)
			stop := c.stop != nil
			c.ready <- done
			if stop {
				return
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

// A rowWorker processes the rows of chunks.
type rowWorker struct {
	*runWriter
	format rowFormat
}

// A rowFormat reads and writes rows.
type rowFormat interface {
	// next processes the row that begins at c.at, and moves c.at past it. It may
	// instead move c.at back to the start of rows that could not be decoded
	// together.
	next(c *chunk)
	// free frees the buffers for fields.
	free()
}

// A runFormat is what the rows of a run need.
type runFormat interface {
	// end returns the index after the field of a column that begins at c.text[from].
	end(c *chunk, from int) int
	// columnAt returns the column of such a field.
	columnAt(at int) *column
	// rewrite writes a field for [runWriter.flush], so that decoding it leads to its result.
	// It reports false if that is not possible.
	rewrite(c *chunk, s piece) bool
	// written returns how many bytes of rest, the text of a field from a byte on that the
	// format cannot contain as it is, stay as they are written. It is 0 if that is not sure,
	// and -1 for a byte that is spelled as the escape of such a byte is.
	written(rest []byte) int
	// replace writes the result in place of a field, and reports whether the row continues.
	replace(c *chunk, s *span) bool
}

func newRowWorker(j *Job, op *Operation, p *plan, name string) *rowWorker {
	switch p.Format {
	case CSV:
		r := new(csvRows)
		r.init(j, op, p, name)
		return &rowWorker{&r.runWriter, r}
	case TSV:
		r := new(tsvRows)
		r.init(j, op, p, name)
		return &rowWorker{&r.runWriter, r}
	case JSONLines:
		r := new(jsonRows)
		r.init(j, op, p, name)
		return &rowWorker{&r.runWriter, r}
	}
	r := new(lineRows)
	r.init(j, op, p, name, nil)
	return &rowWorker{&r.runWriter, r}
}

// work processes a chunk. It reports true when the chunk is done, and false when its
// results must be written before it continues.
func (w *rowWorker) work(c *chunk) (done bool) {
	w.chunk = c
	c.proceed()
	if c.at == 0 {
		c.records = 0
		w.reset()
		if w.frame && cap(c.out) < len(c.text) {
			c.out = make([]byte, 0, len(c.text)+min(len(c.text)/4, longRow/4))
		}
	}
	w.row = c.number + c.records
	for (c.at < len(c.text) || !w.settle(c)) && c.stop == nil {
		if len(c.out)+c.at-c.copied >= fullOut || len(c.flaws) >= fullFlaws {
			if !w.settle(c) {
				continue
			}
			w.copyTo(c.at)
			return false
		}
		if w.stretch(c) {
			continue
		}
		w.row++
		c.records++
		w.rowAt, w.rowOut, w.copied = c.at, len(c.out), c.copied
		w.flawed, w.dropped = false, false
		w.format.next(c)
		if w.flawed {
			c.stats.Rows++
		}
		if w.dropped || c.stop != nil {
			// Remove everything of the row from the results.
			c.out, c.copied = c.out[:w.rowOut], w.copied
			w.copyTo(w.rowAt)
			c.copied = c.at
			if c.stop == nil {
				c.stats.Skipped++
			}
		}
	}
	if c.stop == nil {
		w.copyTo(len(c.text))
		if n := len(c.text); n > 0 {
			c.written, c.unended = w.frame && !w.dropped, c.text[n-1] != '\n'
		}
	}
	if c.long {
		w.format.free()
	}
	return true
}
