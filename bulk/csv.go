package bulk

import (
	"bytes"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A cutter finds the ends of the records of a table in text that arrives in pieces.
//
// A quotation mark opens a quoted field only at the start of a field. Elsewhere it
// is text: a stray one must not swallow the rows after it.
type cutter struct {
	quotes bool // the format has quoted fields
	delim  byte

	at      int  // number of bytes scanned
	in      bool // they end inside a quoted field
	first   int  // index after the first record that ends in them, or 0
	cut     int  // index after the last record that ends in them, or 0
	records int64

	goal    int  // if not 0, scanning stops at the first end of a record at or after it
	reached bool // it has stopped there
}

// reset prepares for a new text, with a goal in it.
func (q *cutter) reset(goal int) { *q = cutter{quotes: q.quotes, delim: q.delim, goal: goal} }

// scan continues with the bytes that were added to text.
func (q *cutter) scan(text []byte) {
	for q.at < len(text) && !q.reached {
		if q.in {
			i := bytes.IndexByte(text[q.at:], '"')
			switch i += q.at; {
			case i < q.at:
				q.at = len(text)
			case i+1 == len(text):
				// The next byte decides whether it is doubled.
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

// csvField returns the end of the field that begins at text[at]: the index of the
// next of ends, which are the delimiter and LF, or len(text). It reports false for a
// quoted field without a closing quotation mark.
func csvField(text []byte, at int, ends *kernel.Set) (end int, closed bool) {
	if at < len(text) && text[at] == '"' {
		if at, closed = csvQuoted(text, at); !closed {
			return at, false
		}
	}
	return at + kernel.Index(ends, text[at:]), true
}

// csvQuoted returns the index after the quotation mark that closes the one at
// text[at], or len(text) and false if there is none.
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

// unquote appends the text of a field to dst. If dst is nil and the field is not
// quoted, it returns raw itself.
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
			break // the rest is text as it is
		}
		dst = append(dst, '"')
		at++
	}
	return append(dst, raw[at:]...)
}

// rawOffset returns the index in a raw field of the byte that is at the given offset
// in its text.
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

// setOf returns the set of the given bytes.
func setOf(bytes ...byte) *kernel.Set {
	s := new(kernel.Set)
	for _, b := range bytes {
		s.Add(b)
	}
	return s
}

// Texts that mean something else to databases if they are not quoted.
const (
	// endOfData, on a line of its own, ends the data of COPY in Postgres before
	// version 18 and in databases that speak its dialect. The rows after it are lost
	// without an error.
	endOfData = `\.`
	// backslashNull is NULL to ClickHouse, and wherever COPY is told NULL '\N'.
	backslashNull = `\N`
)

// mayBecomeMark reports whether an unquoted field may decode to endOfData or
// backslashNull.
func mayBecomeMark(raw []byte) bool {
	return len(raw) >= 2 && len(raw) <= len("%5C%4E") && (raw[0] == '\\' || raw[0] == '%' && raw[1] == '5')
}

// quoteWhere quotes dst[from:] if it contains a special byte.
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
	// Backwards, so that it works in place.
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
