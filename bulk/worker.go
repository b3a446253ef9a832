package bulk

import (
	"errors"
	"slices"
)

// blockSize is how many bytes of a chunk a batch processes at once.
const blockSize = 32 << 10

// A worker processes one chunk after the other. Between two chunks, it holds a record
// that continues.
type worker struct {
	j     *Job
	coder coder // for the current record: each or, for a record that many declined, alone
	each  coder
	alone coder
	many  batch
	hold  bool // records must be whole
	apart bool // a result is kept separately until its record is done
	frame bool // the ends of records are written after results
	note  func(Flaw)

	name  string
	chunk *chunk
	// The current record.
	open    bool
	rec     Record
	passed  int64  // bytes of it that are done
	left    []byte // bytes of it to process again or, if it is held, all so far
	coded   []byte // its result, if kept separately
	first   *Flaw
	dropped bool
	unique  bool // the only record of the source has begun
	skipped bool // the current record is too long, and its rest is left out

	// The piece of the record that is being processed.
	busy  bool
	text  []byte
	done  int
	final bool // text is the last piece of the record
	end   int  // index in the chunk after text and, if final, the end of the record
}

func newWorker(j *Job, op *Operation, name string) *worker {
	w := &worker{
		j: j, coder: op.coder(), name: name,
		hold:  op.whole || j.Report != nil || j.Policy == Skip,
		apart: j.Report != nil || j.Policy == Skip,
		frame: !op.framed && j.Report == nil,
	}
	if j.Report == nil && (!w.hold || j.maxRecord() >= blockSize) {
		w.many = op.batch(j.Separator)
	}
	w.each, w.alone = w.coder, w.coder
	if op.alone != nil {
		w.alone = op.alone()
	}
	if d, ok := w.coder.(*decoder); ok {
		if j.OnFlaw != nil && j.OnLike == nil {
			d.like = func(n int, text []byte) {
				c := w.chunk
				l := like{flaw: int32(len(c.flaws) - 1), offset: w.passed + int64(w.done+n)}
				l.size = uint8(copy(l.text[:], text))
				c.likes = append(c.likes, l)
			}
		} else {
			d.more = func(count int) {
				c := w.chunk
				last := int32(len(c.flaws) - 1)
				if n := len(c.likes); n == 0 || c.likes[n-1].flaw != last {
					c.likes = append(c.likes, like{flaw: last})
				}
				c.likes[len(c.likes)-1].offset += int64(count)
			}
		}
		d.mend(j.Policy)
	}
	w.note = func(f Flaw) {
		f.Offset += w.passed + int64(w.done)
		w.tell(&f)
		if w.first == nil && !f.Kind.Noted() {
			first := f
			w.first = &first
		}
	}
	return w
}

// resume continues a record in the next chunk.
func (w *worker) resume(c *chunk) {
	if !w.hold {
		start := headroom - copy(c.in[headroom-len(w.left):], w.left)
		c.text = c.in[start : headroom+c.n]
		c.offset -= int64(len(w.left))
		w.left = w.left[:0]
	}
}

// suspend keeps the rest of the chunk for the next one.
func (w *worker) suspend(c *chunk) {
	rest := c.rest()
	if len(w.left)+len(rest) > cap(w.left) {
		w.left = slices.Grow(w.left, max(len(w.left), len(rest))) // a document has many pieces
	}
	w.left = append(w.left, rest...)
	c.at = len(c.text)
}

// work processes a chunk. It reports true when the chunk is done, and false when its
// results must be written before it continues.
func (w *worker) work(c *chunk) (done bool) {
	w.chunk = c
	c.proceed()
	if w.many != nil && w.frame && c.out == nil {
		c.out = make([]byte, 0, 2*len(c.text))
	}
	for c.stop == nil {
		if w.busy {
			if !w.stretch(c) {
				return false
			}
			w.passed += int64(w.done)
			c.at = w.end
			if !w.final {
				c.at -= len(w.text) - w.done
			}
			w.busy = false
			if w.final {
				w.finish(c)
				continue
			}
			return true
		}
		if c.full() {
			return false
		}
		if !w.open && w.many != nil && w.block(c) {
			continue
		}
		text, end, found := w.j.Separator.cut(c.rest())
		if w.skipped {
			if w.skip(c, text, end, found || c.last); found || c.last {
				continue
			}
			return true
		}
		if !found {
			switch {
			case !c.last && (w.hold || len(text) == 0):
				if len(text) > 0 {
					w.begin()
					if len(w.left)+len(text) > w.j.maxRecord() {
						w.tooLong()
						if w.skipped {
							w.skip(c, text, nil, false)
						}
					}
				}
				return true
			case c.last && len(text) == 0 && !w.open && (w.j.Separator != Whole || w.unique):
				return true
			}
		}
		w.begin()
		w.text, w.done, w.final, w.busy = text, 0, found || c.last, true
		w.end = c.at + len(text) + len(end)
		if !w.final && w.j.Separator == Lines && text[len(text)-1] == '\r' {
			// The next chunk decides whether the CR is part of a line end.
			w.text = text[:len(text)-1]
			w.end--
		}
		if w.hold {
			if len(w.left)+len(text)+len(end) > w.j.maxRecord() {
				w.tooLong()
				w.busy = false
				continue
			}
			if len(w.left) > 0 {
				// The line end may have begun in the chunk before.
				w.left = append(append(w.left, text...), end...)
				w.text, end = w.left, nil
				if found {
					w.text, end, _ = w.j.Separator.cut(w.left)
				}
			}
			w.rec.Text, w.rec.End = w.text, end
			w.coder.start(&w.rec)
		} else if w.final {
			w.rec.End = end
		}
	}
	return true
}

// block processes many records at once, and then those after them that must be
// processed one by one. It reports whether there were any.
func (w *worker) block(c *chunk) bool {
	src := c.rest()
	n := w.j.Separator.last(src[:min(len(src), blockSize)])
	if n == 0 {
		return false
	}
	out, done, alone := w.many(c.out, src[:n])
	c.out = out
	c.at += done
	if done > 0 && w.frame {
		c.written, c.unended = true, false
	}
	for end := c.at + alone; c.at < end && c.stop == nil && !c.full(); {
		text, tail, _ := w.j.Separator.cut(c.text[c.at:end])
		w.begin()
		w.rec.Text, w.rec.End = text, tail
		if w.hold {
			w.coder = w.alone
			w.coder.start(&w.rec)
		}
		w.text, w.done, w.final, w.busy = text, 0, true, true
		w.end = c.at + len(text) + len(tail)
		if !w.stretch(c) {
			return true // work continues with it
		}
		c.at = w.end
		w.finish(c)
	}
	return true
}

// begin begins a record, unless one is open.
func (w *worker) begin() {
	if w.open {
		return
	}
	w.coder, w.open, w.unique = w.each, true, true
	w.passed, w.done, w.first, w.dropped = 0, 0, nil, false
	w.left, w.coded = w.left[:0], w.coded[:0]
	if c := w.chunk; c.text != nil {
		w.rec = Record{Source: w.name, Offset: c.offset + int64(c.at)}
		if w.j.Separator != Whole {
			c.number += w.j.Separator.count(c.text[c.counted:c.at])
			c.counted = c.at
			w.rec.Number = c.number + 1
		}
	}
	if !w.hold {
		w.coder.start(&w.rec)
	}
}

// stretch processes the current piece. It reports false if results must be written
// before it continues.
func (w *worker) stretch(c *chunk) bool {
	out := &c.out
	if w.apart {
		out = &w.coded
	}
	for {
		var n int
		var err error
		*out, n, err = w.coder.code(*out, w.text[w.done:], w.final, w.note)
		w.done += n
		if err == nil {
			return true
		}
		if err == errMore {
			if len(c.flaws)+len(c.likes) >= fullFlaws {
				return false
			}
			continue
		}
		var f *Flaw
		if !errors.As(err, &f) {
			c.stop = err
			return true
		}
		if f.size != 0 {
			f.Offset = w.passed + int64(w.done)
		}
		w.tell(f)
		if w.first == nil {
			w.first = f
		}
		switch w.j.Policy.upon(f) {
		case drop:
			w.dropped = true
			return true
		case stop:
			c.stop = f
			return true
		}
		w.patch(out, f)
		if w.done == len(w.text) {
			return true
		}
		if len(c.flaws)+len(c.likes) >= fullFlaws {
			return false
		}
	}
}

// patch writes the policy's substitute for f, and skips the bytes that it replaces.
func (w *worker) patch(out *[]byte, f *Flaw) {
	n := 0
	*out, n = patch(w.coder, w.j.Policy, *out, w.text[w.done:], f)
	w.done += n
}

// tell adds f to the flaws of the chunk.
func (w *worker) tell(f *Flaw) {
	f.Source, f.Record = w.rec.Source, w.rec.Number
	f.StreamOffset = w.rec.Offset + f.Offset
	w.chunk.flaws = append(w.chunk.flaws, *f)
}

// finish ends the current record and writes its result if that was kept separately.
func (w *worker) finish(c *chunk) {
	w.open, w.busy = false, false
	w.left = w.left[:0]
	if len(w.rec.End) == 0 {
		c.records++
	}
	_, flawed := c.stop.(*Flaw)
	switch {
	case w.dropped, c.stop != nil && !flawed:
		return
	case w.j.Report != nil:
		w.rec.Text = w.text
		c.out = w.j.Report(c.out, w.rec, w.coded, w.first)
		return
	case w.apart:
		c.out = append(c.out, w.coded...)
	}
	if w.frame && c.stop == nil {
		c.out = append(c.out, w.rec.End...)
		c.written, c.unended = true, len(w.rec.End) == 0 && w.j.Separator != Whole
	}
}

// reached returns how many records of a chunk were processed when the job ended, with the one
// that ended it, unless that was too long.
func (w *worker) reached(c *chunk) int64 {
	n := w.j.Separator.count(c.text[:c.at])
	var long *LengthError
	if !errors.As(c.stop, &long) && (!w.final || len(w.rec.End) == 0) {
		n++
	}
	return n
}

// tooLong ends the job, or begins to leave the record out.
func (w *worker) tooLong() {
	err := &LengthError{Source: w.rec.Source, Record: w.rec.Number, Limit: w.j.maxRecord()}
	if !w.j.LongSkipped {
		w.chunk.stop = err
		return
	}
	w.tell(&Flaw{Kind: TooLong, Cause: err})
	w.skipped = true
}

// skip leaves out text, of a record that is too long, and its end.
func (w *worker) skip(c *chunk, text, end []byte, final bool) {
	c.at += len(text) + len(end)
	w.left = w.left[:0]
	if final {
		w.rec.End = end
		w.open, w.skipped = false, false
		if len(end) == 0 {
			c.records++
		}
	}
}
