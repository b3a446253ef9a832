package bulk

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Where escapes are decoded to bytes that mean nothing in a row, and there are none
// outside of the columns, rows are decoded as they stand, delimiters and all, many
// at once. The places of a chunk tell which rows that can be; what they cannot
// tell is seen in the result, and then the rows are done one by one.

// runSize is how long a run of such rows is at most, in bytes: enough that what is
// done once for a run costs nothing beside it, little enough that it costs nothing
// to do it over.
const runSize = 8 << 10

// A run is rows that are to be decoded at once.
type run struct {
	from, to int // in the text of the chunk
	beyond   bool
	// As it was before it.
	row, records int64
	stats        TableStats
}

// together adds the row at hand, which ends in front of next, to the run if
// it can be decoded in it, and reports that.
func (w *rowWorker) together(c *chunk, next int) bool {
	if !w.runs || w.rowAt < w.apart {
		return false
	}
	at, changed, is := w.rowAt, int64(0), false
	for i := range w.spans {
		s := &w.spans[i]
		if w.Format == JSONLines && c.text[s.from] != '"' {
			return false
		}
		if w.places.any(percents, at, s.from) {
			return false
		}
		from, to := s.from, s.to
		if w.Format == JSONLines {
			from, to = from+1, to-1
		}
		percent, looked, beyond := w.places.look(from, to)
		if looked != 0 {
			return false
		}
		if percent != 0 {
			changed++
			is = is || beyond != 0
		}
		at = s.to
	}
	if w.places.any(percents, at, next) {
		return false
	}
	if w.run.from == w.run.to {
		w.copyTo(w.rowAt)
		w.run = run{from: w.rowAt, row: w.row - 1, records: c.records - 1, stats: c.stats}
	}
	w.run.to = next
	w.run.beyond = w.run.beyond || is
	c.stats.Missing += int64(len(w.columns) - len(w.spans))
	c.stats.Fields += int64(len(w.spans))
	c.stats.Changed += changed
	if next-w.run.from >= runSize {
		w.settle(c)
	}
	return true
}

// settle writes what becomes of the run. If something is wrong with it, its rows
// are to be done one by one: it returns false, and the chunk stands in front of
// them.
func (w *rowWorker) settle(c *chunk) bool {
	if w.run.from == w.run.to {
		return true
	}
	from, r := len(c.out), &w.run
	out, ok := w.coder.(*decoder).all(c.out, c.text[r.from:r.to])
	if ok && (!r.beyond || validUTF8(out[from:])) {
		c.out, c.copied = out, r.to
		w.rowOut, w.copied = len(out), r.to
		r.from, w.wary = r.to, 0
		return true
	}
	// Rows that come soon are likely to be the same.
	w.wary = 2*w.wary + runSize
	w.apart = r.to + w.wary
	c.at, w.row, c.records, c.stats = r.from, r.row, r.records, r.stats
	c.out = out[:from]
	r.to = r.from
	return false
}

// validUTF8 is utf8.Valid, faster where characters beyond ASCII are between others.
func validUTF8(b []byte) bool {
	for {
		i := 0
		for ; i+8 <= len(b); i += 8 {
			if high := binary.LittleEndian.Uint64(b[i:]) & 0x8080808080808080; high != 0 {
				i += bits.TrailingZeros64(high) / 8
				break
			}
		}
		b = b[i:]
		if len(b) < 8 {
			return utf8.Valid(b)
		}
		for len(b) > 1 && b[0] >= 0x80 {
			if b[0] >= 0xC2 && b[0] < 0xE0 && b[1]&0xC0 == 0x80 {
				b = b[2:]
				continue
			}
			r, n := utf8.DecodeRune(b)
			if r == utf8.RuneError && n == 1 {
				return false
			}
			b = b[n:]
		}
	}
}
