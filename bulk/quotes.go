package bulk

import (
	"bytes"

	"github.com/pct-encoded/percent/internal/kernel"
)

// csvField returns the end of the field that begins at text[at]: the index of the
// next of ends, which are the delimiter and LF, or len(text), as for a quoted field
// without a closing quotation mark.
func csvField(text []byte, at int, ends *kernel.Set) int {
	if at < len(text) && text[at] == '"' {
		at, _ = csvQuoted(text, at)
	}
	return at + kernel.Index(ends, text[at:])
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

func isQuoted(raw []byte) bool { return len(raw) > 0 && raw[0] == '"' }

// unquote appends the text of a field to dst. If dst is nil and the field is not
// quoted, it returns raw itself.
func unquote(dst, raw []byte) []byte {
	if !isQuoted(raw) {
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
	if !isQuoted(raw) {
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
	if n == 0 {
		copy(dst[from+1:], dst[from:end])
		dst[from] = '"'
		return dst
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

// Texts that have a special meaning to databases if they are not quoted.
const (
	// endOfData, on a line of its own, ends the data of COPY in Postgres before
	// version 18 and in databases that speak its dialect. The rows after it are lost
	// without an error.
	endOfData = `\.`
	// backslashNull is NULL to ClickHouse, and to COPY with the option NULL '\N'.
	backslashNull = `\N`
)

// isMark reports whether a result would be endOfData or backslashNull without
// quotation marks.
func isMark(result []byte) bool {
	return string(result) == endOfData || string(result) == backslashNull
}

// mayBecomeMark reports whether an unquoted field may decode to endOfData or
// backslashNull.
func mayBecomeMark(raw []byte) bool {
	return len(raw) >= 2 && len(raw) <= len("%5C%4E") && (raw[0] == '\\' || raw[0] == '%' && raw[1] == '5')
}
