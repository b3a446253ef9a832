package bulk

import (
	"bytes"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A cutter finds where the records of a table end, in text that grows.
//
// A quotation mark opens a quoted field only at the start of a field. Any other
// one is text: a stray one must not swallow the rows after it.
type cutter struct {
	quotes bool // the format has quoted fields
	delim  byte

	at      int  // bytes that were looked at
	in      bool // they end in a quoted field
	first   int  // after the first record that ends in them, or 0
	cut     int  // after the last one
	records int64

	goal    int  // if not 0, the first end of a record at or after it is the last
	reached bool // it was found
}

// reset begins anew, with a goal in the text that follows.
func (q *cutter) reset(goal int) { *q = cutter{quotes: q.quotes, delim: q.delim, goal: goal} }

// scan looks at what was added to text.
func (q *cutter) scan(text []byte) {
	for q.at < len(text) && !q.reached {
		if q.in {
			i := bytes.IndexByte(text[q.at:], '"')
			switch i += q.at; {
			case i < q.at:
				q.at = len(text)
			case i+1 == len(text):
				// What follows tells whether it is one of two.
				q.at = i
				return
			case text[i+1] == '"':
				q.at = i + 2
			default:
				q.at, q.in = i+1, false
			}
			continue
		}
		end := len(text)
		if q.quotes {
			if i := bytes.IndexByte(text[q.at:], '"'); i >= 0 {
				end = q.at + i
			}
		}
		stretch := text[q.at:end]
		if q.goal > 0 && end >= q.goal {
			before := max(q.goal-1-q.at, 0)
			if i := bytes.IndexByte(stretch[before:], '\n'); i >= 0 {
				stretch, q.reached = stretch[:before+i+1], true
			}
		}
		if n := int64(bytes.Count(stretch, newline)); n > 0 {
			if q.first == 0 {
				q.first = q.at + bytes.IndexByte(stretch, '\n') + 1
			}
			q.records += n
			q.cut = q.at + bytes.LastIndexByte(stretch, '\n') + 1
		}
		if q.at = end; end < len(text) {
			q.in = end == 0 || text[end-1] == q.delim || text[end-1] == '\n'
			q.at++
		}
	}
}

var newline = []byte{'\n'}

// csvField returns where the field that begins at text[at] ends: at one of ends,
// which are the delimiter and LF, or at the end of text. It reports whether its
// quotation mark, if any, is closed.
func csvField(text []byte, at int, ends *kernel.Set) (end int, closed bool) {
	if at < len(text) && text[at] == '"' {
		if at, closed = csvQuoted(text, at); !closed {
			return at, false
		}
	}
	return at + kernel.Index(ends, text[at:]), true
}

// csvQuoted returns where the quotation mark at text[at] is closed, and whether it
// is.
func csvQuoted(text []byte, at int) (end int, closed bool) {
	for at++; ; {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			return len(text), false
		}
		if at += i + 1; at == len(text) || text[at] != '"' {
			return at, true
		}
		at++
	}
}

// unquote appends the text of a field to dst, or returns raw where dst is nil
// and nothing is to be done.
func unquote(dst, raw []byte) []byte {
	if len(raw) == 0 || raw[0] != '"' {
		if dst == nil {
			return raw
		}
		return append(dst, raw...)
	}
	at := 1
	for at < len(raw) {
		i := bytes.IndexByte(raw[at:], '"')
		if i < 0 {
			break
		}
		dst = append(dst, raw[at:at+i]...)
		if at += i + 1; at == len(raw) || raw[at] != '"' {
			break // what follows is text as it stands
		}
		dst = append(dst, '"')
		at++
	}
	return append(dst, raw[at:]...)
}

// rawOffset returns where the byte stands in a raw field that is at the given
// offset in its text.
func rawOffset(raw []byte, offset int64) int64 {
	if len(raw) == 0 || raw[0] != '"' {
		return offset
	}
	at, in := int64(1), true
	for ; offset > 0 && at < int64(len(raw)); offset-- {
		if in && raw[at] == '"' {
			if at++; at == int64(len(raw)) || raw[at] != '"' {
				in = false
			}
		}
		at++
	}
	return at
}

// setOf returns the set of some bytes.
func setOf(bytes ...byte) *kernel.Set {
	s := new(kernel.Set)
	for _, b := range bytes {
		s.Add(b)
	}
	return s
}

// quoteWhere quotes dst[from:] where something special is in it.
func quoteWhere(dst []byte, from int, special *kernel.Set) []byte {
	text := dst[from:]
	if kernel.Index(special, text) == len(text) {
		return dst
	}
	return quoteAll(dst, from)
}

// quoteAll quotes dst[from:].
func quoteAll(dst []byte, from int) []byte {
	n := bytes.Count(dst[from:], []byte{'"'})
	end := len(dst)
	for range n + 2 {
		dst = append(dst, '"')
	}
	// From the end, so that it can be done in place.
	to := len(dst) - 1
	for i := end - 1; i >= from; i-- {
		if dst[i] == '"' {
			to--
			dst[to] = '"'
		}
		to--
		dst[to] = dst[i]
	}
	dst[from] = '"'
	dst[len(dst)-1] = '"'
	return dst
}
