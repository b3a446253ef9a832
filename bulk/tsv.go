package bulk

import (
	"fmt"

	"github.com/pct-encoded/percent/internal/kernel"
)

// tsvRows are rows of TSV.
type tsvRows struct {
	delimited
	escaper
}

func (r *tsvRows) init(j *Job, op *Operation, p *plan, name string) {
	r.delimited.init(j, op, p, name, r, 0)
}

func (r *tsvRows) free() { r.spare, r.made = nil, nil }

func (r *tsvRows) next(c *chunk) {
	row, count, ok := r.open(c)
	if !ok {
		return
	}
	if len(r.Into) == 0 {
		for i := range r.spans {
			if !r.replace(c, &r.spans[i]) {
				return
			}
		}
		return
	}
	if !r.startAdding(c, row, count) {
		return
	}
	for i := range r.spans {
		s := &r.spans[i]
		out := r.result(&r.rowWriter, r.made, s)
		if r.ended() {
			return
		}
		r.keepResult(s, out)
	}
	r.addColumns(c, row, count)
}

func (r *tsvRows) replace(_ *chunk, s *span) bool { return r.escaper.replace(&r.rowWriter, s) }

func (r *tsvRows) rewrite(c *chunk, s piece) bool {
	src, t, ok := r.rewritten(c, r.src, s.from, s.to)
	if ok && t.changed {
		if t.breaks {
			c.stats.Newlines++
		}
		if t.done > s.from { // else it stays as it is
			r.src, r.done = append(src, c.text[t.done:s.to]...), s.to
		}
	}
	return ok
}

func (r *tsvRows) written([]byte) int { return -1 }

// An escaper writes results to lines of formats without quotation marks.
type escaper struct{ spare []byte }

// replace writes the result in place of a field. It reports whether to continue
// with the row.
func (e *escaper) replace(w *rowWriter, s *span) bool {
	if w.frame && w.idle(s) {
		return true
	}
	w.copyTo(s.from)
	w.chunk.out = e.result(w, w.chunk.out, s)
	w.chunk.copied = s.to
	return !w.ended()
}

// result appends the result for a field to dst.
func (e *escaper) result(w *rowWriter, dst []byte, s *span) []byte {
	from, text := len(dst), w.chunk.text[s.from:s.to]
	dst, what := w.code(dst, text, s)
	if what == Changed {
		dst = e.fit(w, dst, from, text)
	}
	return dst
}

// fit rewrites dst[from:], the result for text, so that it fits in a line.
func (e *escaper) fit(w *rowWriter, dst []byte, from int, text []byte) []byte {
	result := dst[from:]
	if w.plain || w.Newlines == NewlinesKept {
		return dst
	}
	i := kernel.Index(w.special, result)
	if i == len(result) {
		return dst
	}
	c := w.chunk
	breaks := i
	for breaks < len(result) && result[breaks] == '\\' {
		breaks += 1 + kernel.Index(w.special, result[breaks+1:])
	}
	if breaks < len(result) {
		c.stats.Newlines++
	}
	switch w.Newlines {
	case NewlinesSpace:
		for k, b := range result {
			if b != '\\' && w.special.Byte[b] != 0 {
				result[k] = ' '
			}
		}
		return dst
	case NewlinesError:
		if breaks == len(result) {
			return dst
		}
		f := &Flaw{}
		f.Reason, f.Bytes = NewlineInField, string(result[breaks:breaks+1])
		if dst = dst[:from]; w.refuse(f, text) == Same {
			dst = append(dst, text...)
		}
		return dst
	}
	e.spare = append(e.spare[:0], result...)
	return appendEscaped(dst[:from], e.spare, w.delim)
}

// appendEscaped appends text with line ends, tabs, backslashes and delimiters
// escaped. A delimiter other than a tab becomes \xHH: most programs would still split
// the row at a delimiter after a backslash.
func appendEscaped(dst, text []byte, delim byte) []byte {
	for _, b := range text {
		switch {
		case b == '\n':
			dst = append(dst, `\n`...)
		case b == '\r':
			dst = append(dst, `\r`...)
		case b == '\t' && delim != '\n':
			dst = append(dst, `\t`...)
		case b == '\\':
			dst = append(dst, `\\`...)
		case b == delim:
			dst = fmt.Appendf(dst, `\x%02X`, b)
		default:
			dst = append(dst, b)
		}
	}
	return dst
}
