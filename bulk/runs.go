package bulk

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// Many rows are decoded at once, including delimiters, if their escapes decode to
// bytes without a meaning in a row, and only the named columns have escapes. The
// places of a chunk show which rows may qualify. If the result shows that a run of
// rows did not, its rows are processed one by one.

// runSize is the length of a run of such rows, in bytes: long enough that the cost per
// run is negligible, but short enough that repeating a run is cheap.
const runSize = 8 << 10

// fewMalformed is how many malformed escapes may be in a run for the next one to be worth
// trying.
const fewMalformed = 8

// A run is a sequence of rows to decode at once.
type run struct {
	from, to int  // in the text of the chunk
	beyond   bool // the columns have bytes, plain or escaped, above 0x7F
	// The state before the run.
	row, records int64
	stats        TableStats
}

// A runWriter is a rowWriter that decodes rows together.
type runWriter struct {
	rowWriter
	runs   bool    // rows are decoded together if possible
	maps   *places // what w.places is, unless a chunk is a long row
	quoted bool    // fields are text in quotation marks, except those that are not text
	marks  bool    // results may need quotation marks because of [isMark]
	run    run
	apart  int    // rows that begin before this index are processed one by one
	wary   int    // how many bytes were set apart after the last run that failed
	bare   []byte // the text of a run without the quotation marks that results do not need
}

func (w *runWriter) init(j *Job, op *Operation, p *plan, name string) {
	w.plan = p
	w.fieldStep.init(j, op, p.special, name)
}

// find makes the places of chunks that divide rows into fields and runs. idle are
// bytes that the operation does not change.
func (w *runWriter) find(d division, idle percent.ByteSet, op *Operation) {
	// A delimiter that can be part of an escape would cut it.
	inEscape := strings.IndexByte("%0123456789ABCDEFabcdef", w.delim) >= 0
	var look *kernel.Set
	if w.runs = op.plain && w.frame && len(w.Into) == 0 && !inEscape; w.runs {
		look = w.odd
	}
	w.maps = newPlaces(d, idle, look)
	w.places = w.maps
	w.active = new(kernel.Set)
	for b := range 0x100 {
		if b >= 0x80 || !idle.Contains(byte(b)) {
			w.active.Add(byte(b))
		}
	}
}

// stretch adds rows to the run, from the current one on, as long as they need not be
// examined one by one. It reports whether there were any.
func (w *runWriter) stretch(c *chunk) bool {
	if w.places == nil || w.places.finder == nil || c.at < w.apart {
		return false
	}
	s := w.places.stretch(c.at, c.at+runSize-(w.run.to-w.run.from))
	if s.rows == 0 {
		return false
	}
	w.startRun(c, c.at, w.row, c.records)
	w.run.to = s.to
	w.run.beyond = w.run.beyond || s.beyond != 0
	w.row += s.rows
	c.records += s.rows
	fields := s.rows * int64(len(w.columns))
	if w.places.sparse {
		c.stats.Missing += fields - s.fields
		fields = s.fields
	}
	c.stats.Fields += fields
	c.stats.Changed += s.changed
	c.at = s.to
	w.flawed, w.dropped = false, false
	if s.to-w.run.from >= runSize {
		w.settle(c)
	}
	return true
}

// startRun starts a run at byte at, after row rows and records records, unless one has
// started.
func (w *runWriter) startRun(c *chunk, at int, row, records int64) {
	if w.run.from == w.run.to {
		w.copyTo(at)
		w.run = run{from: at, to: at, row: row, records: records, stats: c.stats}
	}
}

// reset begins a chunk.
func (w *runWriter) reset() {
	if w.places = w.maps; w.maps != nil {
		if w.chunk.long {
			w.places = nil
		} else {
			if q := w.maps.quoting; q != nil {
				*q = fieldStart
				q.any = !w.chunk.unquoted
			}
			w.maps.find(w.chunk.text)
		}
	}
	w.run, w.apart, w.wary = run{}, 0, 0
}

// together adds the current row, which ends before next, to the run if it qualifies.
// It reports whether it did.
func (w *runWriter) together(c *chunk, next int) bool {
	if !w.runs || w.places == nil || w.rowAt < w.apart {
		return false
	}
	at, changed, is := w.rowAt, int64(0), false
	for i := range w.spans {
		s := &w.spans[i]
		from, to := s.from, s.to
		if w.quoted {
			if c.text[from] != '"' {
				return false
			}
			from, to = from+1, to-1
		}
		if w.places.any(percents, at, s.from) {
			return false
		}
		percent, looked, beyond := w.places.look(from, to)
		if looked != 0 {
			return false
		}
		if percent != 0 {
			if w.marks {
				raw := c.text[from:to]
				if isQuoted(raw) {
					raw = raw[1 : len(raw)-1]
				}
				if mayBecomeMark(raw) {
					return false
				}
			}
			changed++
		}
		is = is || beyond != 0
		at = s.to
	}
	if w.places.any(percents, at, next) {
		return false
	}
	w.startRun(c, w.rowAt, w.row-1, c.records-1)
	w.run.to = next
	w.run.beyond = w.run.beyond || is
	c.stats.Missing += int64(max(0, len(w.columns)-len(w.spans))) // a member may come twice
	c.stats.Fields += int64(len(w.spans))
	c.stats.Changed += changed
	if next-w.run.from >= runSize {
		w.settle(c)
	}
	return true
}

// settle decodes the run and writes the result. If the rows must be processed one by
// one, it moves the chunk back to the start of the run and returns false.
func (w *runWriter) settle(c *chunk) bool {
	if w.run.from == w.run.to {
		return true
	}
	from, r := len(c.out), &w.run
	text := c.text[r.from:r.to]
	if q := w.places.quoting; q != nil && q.any {
		// A result is quoted only where it has to be.
		if text = w.places.appendBare(w.bare[:0], c.text, r.from, r.to); len(text) < r.to-r.from {
			w.bare = text[:0]
		}
	}
	out, ok := w.coder.(*decoder).all(c.out, text)
	if ok && (!r.beyond || kernel.ValidUTF8(out[from:])) {
		c.out, c.copied = out, r.to
		w.rowOut, w.copied = len(out), r.to
		r.from, w.wary = r.to, 0
		return true
	}
	if n := w.places.setApart(c.text, r.from, r.to); n == 0 || n > fewMalformed {
		// The next rows are likely to fail, too.
		w.wary = 2*w.wary + runSize
		w.apart = r.to + w.wary
	}
	c.at, w.row, c.records, c.stats = r.from, r.row, r.records, r.stats
	c.out = out[:from]
	r.to = r.from
	return false
}
