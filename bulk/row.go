package bulk

import (
	"bytes"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A rowWriter copies the rows of a chunk to the results, except for fields that are
// replaced.
type rowWriter struct {
	*plan
	fieldStep
	places *places     // of the chunk, or nil if it is one long row
	active *kernel.Set // bytes that the operation may change, or nil if any
	spans  []span      // of the row
	rowOut int         // length of the results before the row
	copied int         // chunk.copied before the row

	// The results of columns to add: their text, and for each of Table.Columns the
	// start and end of its result in that text. An end of 0 means that there is no
	// result.
	made         []byte
	starts, ends []int
}

// copyTo copies the text up to at that has not been copied yet.
func (w *rowWriter) copyTo(at int) {
	c := w.chunk
	if w.frame {
		c.out = append(c.out, c.text[c.copied:at]...)
	}
	c.copied = at
}

// idle reports whether the operation would leave a field unchanged, and if so counts
// the field.
func (w *rowWriter) idle(s *span) bool {
	switch {
	case s.from == s.to:
		return false
	case w.places != nil:
		if w.places.any(changing, s.from, s.to) {
			return false
		}
	case w.active == nil || kernel.Index(w.active, w.chunk.text[s.from:s.to]) < s.to-s.from:
		return false
	}
	if w.stays != nil {
		text := w.chunk.text[s.from:s.to]
		if w.Format == JSONLines {
			text = text[1 : len(text)-1]
		}
		percent, odd := uint64(1), uint64(1)
		if w.places != nil {
			percent, odd, _ = w.places.look(s.from, s.to)
		}
		escaped := percent != 0
		if escaped {
			n := bytes.Count(text, []byte{'%'})
			if kernel.CountEscapes(text) < n {
				return false
			}
			escaped = n > 0
		}
		if !w.stays(text) {
			return false
		}
		if escaped {
			w.chunk.stats.StillEncoded++
		}
		if odd != 0 && bytes.IndexByte(text, '+') >= 0 {
			w.chunk.stats.Pluses++
		}
	}
	w.chunk.stats.Fields++
	return true
}

// clearMade removes the results of the row before from w.made.
func (w *rowWriter) clearMade() {
	w.made = w.made[:0]
	if len(w.ends) < len(w.Columns) {
		w.starts, w.ends = make([]int, len(w.Columns)), make([]int, len(w.Columns))
	}
	clear(w.starts)
	clear(w.ends)
}
