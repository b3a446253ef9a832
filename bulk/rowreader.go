package bulk

import (
	"bytes"
	"errors"
	"io"
	"math/bits"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/peek"
)

// A rowReader cuts a source at the ends of rows.
type rowReader struct {
	r      io.Reader
	j      *Job
	cutter cutter
	source string
	rest   []byte // bytes read after the cut
	err    error  // read error; then only rest is left
	// room, if not nil, is called before a buffer of so many bytes is allocated for a
	// long row. It waits until there is memory for it, and reports false when the job
	// ends.
	room func(n int) bool
}

// next reads into buf until at least one row ends in it and returns these rows. If
// enough is not nil, it reads on until enough returns true for the rows, or until
// there are size bytes. With a goal, the first row that ends at or after it is the
// last. What was read after the last row is kept for the next call.
func (r *rowReader) next(buf []byte, size, goal int, enough func(buf []byte) bool) ([]byte, error) {
	if len(r.rest) > cap(buf) {
		buf, r.rest = r.rest, buf[:0]
	} else {
		buf, r.rest = append(buf[:0], r.rest...), small(r.rest)
	}
	r.cutter.reset(goal)
	r.cutter.scan(buf)
	limit := r.j.maxRecord()
	for empty := 0; r.err == nil && !r.cutter.reached; {
		if r.cutter.cut > 0 && (enough == nil || len(buf) >= size || enough(buf[:r.cutter.cut])) {
			break
		}
		if r.cutter.cut == 0 && len(buf) > limit {
			break
		}
		if len(buf) == cap(buf) || cap(buf) < size {
			room := size
			if len(buf) >= size {
				// Not so much that a row after the first could exceed the limit.
				room = min(2*len(buf), max(len(buf), limit)+size)
				if r.room != nil && !r.room(room) {
					return buf, errStopped
				}
			}
			buf = append(make([]byte, 0, room), buf...)
		}
		// Not all that has room, which would be half of the next long row.
		n, err := r.r.Read(buf[len(buf):min(cap(buf), len(buf)+max(size, longRow/4))])
		if r.j.OnRead != nil && n > 0 {
			r.j.OnRead(n)
		}
		buf = buf[:len(buf)+n]
		r.cutter.scan(buf)
		if n > 0 {
			empty = 0
		} else if empty++; err == nil && empty == 100 {
			err = io.ErrNoProgress
		}
		r.err = err
	}
	// The limit is for a row without its line end.
	if n := r.cutter.first - 1; n > limit || n < 0 && len(buf) > limit {
		return buf, &LengthError{Source: r.source, Record: 1, Limit: limit}
	}
	if r.err == nil || r.cutter.reached {
		r.rest = append(r.rest, buf[r.cutter.cut:]...)
		buf = buf[:r.cutter.cut]
	}
	return buf, nil
}

// unread puts back rows that next returned, which must not be changed since.
func (r *rowReader) unread(rows []byte) {
	r.rest = append(rows, r.rest...)
}

// errStopped is the error of a read that was not finished because the job has ended.
var errStopped = errors.New("the job has ended")

// skip skips the next n bytes.
func (r *rowReader) skip(n int64) error {
	read := min(n, int64(len(r.rest)))
	r.rest = r.rest[read:]
	if n > read && r.err != nil {
		return io.ErrUnexpectedEOF
	}
	return peek.Skip(r.r, n-read)
}

// A cutter finds the ends of the records of a table in text that arrives in pieces.
//
// A quotation mark opens a quoted field only at the start of a field. Elsewhere it
// is text: a stray one must not swallow the rows after it.
type cutter struct {
	quotes bool // the format has quoted fields
	delim  byte
	of     *kernel.Classes // made at the first mark

	at      int // number of bytes scanned
	state   quoting
	marks   bool // there is a quotation mark
	first   int  // index after the first record that ends in them, or 0
	cut     int  // index after the last record that ends in them, or 0
	records int64

	goal    int  // if not 0, scanning stops at the first end of a record at or after it
	reached bool // it has stopped there
}

// reset prepares for a new text, with a goal in it.
func (q *cutter) reset(goal int) {
	*q = cutter{quotes: q.quotes, delim: q.delim, of: q.of, goal: goal, state: fieldStart}
}

// scan continues with the bytes that were added to text.
func (q *cutter) scan(text []byte) {
	for q.at < len(text) && !q.reached {
		if q.state.inside == 0 {
			end := len(text)
			if q.quotes {
				if i := bytes.IndexByte(text[q.at:], '"'); i >= 0 {
					end = q.at + i
				}
			}
			q.unquoted(text, end)
		}
		if q.at < len(text) && !q.reached {
			q.quoted(text[:min(len(text), q.at+quotedBlock)])
		}
	}
}

// unquoted scans up to end, before which no mark is.
func (q *cutter) unquoted(text []byte, end int) {
	if q.at == end {
		return
	}
	stretch := text[q.at:end]
	if q.goal > 0 && end >= q.goal {
		before := max(q.goal-1-q.at, 0)
		if i := bytes.IndexByte(stretch[before:], '\n'); i >= 0 {
			stretch, q.reached = stretch[:before+i+1], true
		}
	}
	if n := int64(bytes.Count(stretch, newline)); n > 0 {
		q.end(q.at+bytes.IndexByte(stretch, '\n')+1, q.at+bytes.LastIndexByte(stretch, '\n')+1, n)
	}
	q.at, q.state = end, quoting{}
	if text[end-1] == q.delim || text[end-1] == '\n' {
		q.state.start = 1
	}
}

// end counts n ends of records, after the first and the last of which there are these
// indices.
func (q *cutter) end(first, last int, n int64) {
	if q.first == 0 {
		q.first = first
	}
	q.cut = last
	q.records += n
}

// quotedBlock is how many bytes are scanned as if there were marks.
const quotedBlock = 2 << 10

// quoted scans the rest of text.
func (q *cutter) quoted(text []byte) {
	q.marks = true
	var words [quotedBlock / 64]kernel.Masks
	kernel.ClassifyAll(q.classes(), words[:], text[q.at:])
	for i := 0; q.at < len(text) && !q.reached; i++ {
		w := &words[i]
		quotes, delims, ends := w[0]&^w[3], w[1]&^w[3], w[2]&^w[3]
		n := min(len(text)-q.at, 64)
		inside, _, _ := q.state.next(quotes, delims|ends, n)
		ends &^= inside
		if q.goal > 0 && q.at+n >= q.goal {
			before := uint(max(q.goal-1-q.at, 0))
			if goal := ends >> before << before; goal != 0 {
				ends &= goal ^ (goal - 1)
				q.reached = true
			}
		}
		if ends != 0 {
			q.end(q.at+bits.TrailingZeros64(ends)+1, q.at+bits.Len64(ends), int64(bits.OnesCount64(ends)))
		}
		q.at += n
	}
}

// classes returns the classes of marks, delimiters and line ends; bytes above 0x7F are in
// all, and alone in the one after them.
func (q *cutter) classes() *kernel.Classes {
	if q.of == nil {
		q.of = kernel.NewClasses(func(b byte) (of uint8) {
			for class, member := range [...]byte{'"', q.delim, '\n'} {
				if b == member {
					of |= 1 << class
				}
			}
			return of
		})
	}
	return q.of
}

var newline = []byte{'\n'}
