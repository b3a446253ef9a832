package main

import "strings"

// urlParts finds the query of a URL, which comes piece by piece: a charset
// rules nothing else (URL Standard, section 4.4, "query state"), and not even
// that with a scheme that is not special, ws or wss. A reference without a
// scheme counts as one on a page of http.
type urlParts struct {
	part    urlPart
	settled bool     // the scheme is known, or that there is none
	scheme  [12]byte // its beginning; longer ones are none that matter
	length  int      // of the scheme so far
	utf8    bool     // the query is UTF-8
}

type urlPart uint8

const (
	beforeQuery urlPart = iota
	inQuery
	inFragment
)

// next returns the length of the beginning of text, which is not empty, that
// lies in one part, whether the charset rules it, and whether the part ends
// there. A '?' or '#' is the end of the part before it.
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
