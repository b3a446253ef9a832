package bulk

import (
	"bytes"
	"strings"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/uri"
)

// A urlCoder processes URLs, whose queries may follow another rule than the rest.
type urlCoder struct {
	other   coder
	queries [4]coder // by queryKind

	parts urlParts
	rest  int // bytes of the part in the text that are not processed yet
	now   coder
	ends  bool // the part ends after them
}

func (c *urlCoder) start(r *Record) {
	c.parts, c.rest, c.now = urlParts{}, 0, c.other
	c.other.start(r)
	for _, q := range c.queries {
		q.start(r)
	}
}

func (c *urlCoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	for n < len(src) {
		if c.rest == 0 {
			var query bool
			c.rest, query, c.ends = c.parts.next(src[n:])
			if c.now = c.other; query {
				c.now = c.queries[c.parts.kind]
			}
		}
		var m int
		dst, m, err = c.now.code(dst, src[n:n+c.rest], last || c.ends, func(f Flaw) {
			f.Offset += int64(n)
			note(f)
		})
		n += m
		c.rest -= m
		if f, ok := err.(*Flaw); ok {
			c.rest -= f.size
			return dst, n, err
		}
		if c.rest > 0 {
			c.rest = 0 // these bytes are passed again
			return dst, n, nil
		}
	}
	return dst, n, nil
}

func (c *urlCoder) substitute(dst []byte, f *Flaw, text string) []byte {
	if s, ok := c.now.(substituter); ok {
		return s.substitute(dst, f, text)
	}
	return append(dst, text...)
}

// inForm reports whether what comes after text, the beginning of a URL, is in a query that is
// read as a form.
func inForm(text []byte) bool {
	var u urlParts
	for len(text) > 0 {
		n, _, _ := u.next(text)
		text = text[n:]
	}
	return u.part == inQuery && u.kind&asForm != 0
}

// urlParts finds the query of a URL that arrives in pieces.
type urlParts struct {
	part    urlPart
	settled bool     // the scheme is complete, or there is none
	scheme  [12]byte // the beginning of the scheme, enough for every scheme that matters
	length  int      // of the scheme so far
	kind    queryKind
}

// A queryKind is how a query is read, which depends on the scheme.
type queryKind uint8

const (
	// inCharset: in the charset of the page, not in UTF-8.
	inCharset queryKind = 1 << iota
	// asForm: as a form, in which a '+' is a space.
	asForm
)

// kindOf returns how the query is read with a scheme, "" if there is none. A
// reference without a scheme is treated as one on a page of http. For charsets it is
// section 4.4 of the URL Standard, "query state": the query is in UTF-8 with ws, wss
// and every scheme that is not special.
func kindOf(scheme string) (k queryKind) {
	switch strings.ToLower(scheme) {
	case "", "http", "https", "ftp", "file":
		k = inCharset
	}
	if uri.QueryIsForm(scheme) {
		k |= asForm
	}
	return k
}

type urlPart uint8

const (
	beforeQuery urlPart = iota
	inQuery
	inFragment
)

// next returns how many bytes at the start of text, which is not empty, belong to the
// current part, whether they are in the query, which u.kind then describes, and whether
// the part ends there. A '?' or '#' belongs to the part before it.
func (u *urlParts) next(text []byte) (n int, query, ends bool) {
	switch u.part {
	case beforeQuery:
		for n < len(text) && !u.settled {
			u.see(text[n])
			n++
		}
		if n > 0 && u.settled {
			n-- // a '?' may follow the scheme
		}
		if n += kernel.Index(pathEnds, text[n:]); n == len(text) {
			return n, false, false
		}
		if u.part = inFragment; text[n] == '?' {
			u.part, u.kind = inQuery, kindOf(string(u.scheme[:min(u.length, len(u.scheme))]))
		}
		return n + 1, false, true
	case inQuery:
		if i := bytes.IndexByte(text, '#'); i >= 0 {
			u.part = inFragment
			return i + 1, true, true
		}
		return len(text), true, false
	}
	return len(text), false, false
}

// pathEnds are the bytes that end the part before the query.
var pathEnds = kernel.SetOf('?', '#')

// see examines a byte that may belong to the scheme.
func (u *urlParts) see(b byte) {
	letter := 'a' <= b|0x20 && b|0x20 <= 'z'
	switch {
	case b == ':' && u.length > 0:
		// A scheme longer than u.scheme is none of those that matter.
		u.settled = true
	case letter, u.length > 0 && ('0' <= b && b <= '9' || b == '+' || b == '-' || b == '.'):
		if u.length < len(u.scheme) {
			u.scheme[u.length] = b
		}
		if u.length <= len(u.scheme) {
			u.length++
		}
	default:
		u.settled, u.length = true, 0
	}
}
