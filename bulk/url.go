package bulk

import "strings"

// A urlCoder processes URLs in which only the query is in a charset (URL Standard,
// section 4.4, "query state"). If the scheme is ws, wss or not special, the query is
// in UTF-8, too. A reference without a scheme is treated as one on an http page.
type urlCoder struct {
	other, query coder
	sockets      bool // the query coder is for ws and wss as well

	parts urlParts
	rest  int // bytes of the part in the text, not processed yet
	ruled bool
	ends  bool // the part ends after them
}

func (c *urlCoder) start(r *Record) {
	c.parts, c.rest = urlParts{sockets: c.sockets}, 0
	c.other.start(r)
	c.query.start(r)
}

func (c *urlCoder) at() coder {
	if c.ruled {
		return c.query
	}
	return c.other
}

func (c *urlCoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	for n < len(src) {
		if c.rest == 0 {
			c.rest, c.ruled, c.ends = c.parts.next(src[n:])
		}
		var m int
		dst, m, err = c.at().code(dst, src[n:n+c.rest], last || c.ends, func(f Flaw) {
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
	if s, ok := c.at().(substituter); ok {
		return s.substitute(dst, f, text)
	}
	return append(dst, text...)
}

// urlParts finds the query of a URL that arrives in pieces.
type urlParts struct {
	part    urlPart
	settled bool     // it is known whether there is a scheme, and which
	scheme  [12]byte // its beginning, enough for every special scheme
	length  int      // of the scheme so far
	utf8    bool     // the query is in UTF-8
	sockets bool     // with ws and wss, the query is in the charset as well
}

type urlPart uint8

const (
	beforeQuery urlPart = iota
	inQuery
	inFragment
)

// next returns how many bytes at the start of text, which is not empty, belong to the
// current part, whether they are in the charset, and whether the part ends there. A
// '?' or '#' belongs to the part before it.
func (u *urlParts) next(text []byte) (n int, ruled, ends bool) {
	switch u.part {
	case beforeQuery:
		for i, b := range text {
			u.see(b)
			switch b {
			case '?':
				u.part = inQuery
				return i + 1, false, true
			case '#':
				u.part = inFragment
				return i + 1, false, true
			}
		}
		return len(text), false, false
	case inQuery:
		for i, b := range text {
			if b == '#' {
				u.part = inFragment
				return i + 1, !u.utf8, true
			}
		}
		return len(text), !u.utf8, false
	}
	return len(text), false, false
}

// see looks at a byte that may belong to the scheme.
func (u *urlParts) see(b byte) {
	letter := 'a' <= b|0x20 && b|0x20 <= 'z'
	switch {
	case u.settled:
	case b == ':' && u.length > 0:
		u.settled = true
		u.utf8 = true
		if u.length <= len(u.scheme) {
			switch strings.ToLower(string(u.scheme[:u.length])) {
			case "http", "https", "ftp", "file":
				u.utf8 = false
			case "ws", "wss":
				u.utf8 = !u.sockets
			}
		}
	case letter, u.length > 0 && ('0' <= b && b <= '9' || b == '+' || b == '-' || b == '.'):
		if u.length < len(u.scheme) {
			u.scheme[u.length] = b
		}
		if u.length <= len(u.scheme) {
			u.length++
		}
	default:
		u.settled = true
	}
}
