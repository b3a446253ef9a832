// Package robots compares paths as the Robots Exclusion Protocol does (RFC 9309,
// September 2022).
//
//	robots.Compile("/foo/bar/%62%61%7A").Match("/foo/bar/baz") // true
//	robots.Compile("/*.gif$").Match("/a/b.gif")                // true
//
// A [Pattern] is the value of an allow or disallow line. Of all that match, the
// one with the greatest [Pattern.Len] counts (section 2.2.2). The rest of the
// protocol, groups and user agents, is not here.
//
// Spec divergence (the RFC contradicts itself): section 2.2.2 says that reserved
// octets are percent-encoded before the comparison, but its table leaves the '/' and
// '?' of a path alone and escapes those of a query's value. Here a reserved octet and
// its escape are different, as in RFC 3986.
//
// The API of this package may still change.
package robots

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// Normalize returns a path, with its query, in the form in which paths are
// compared: escapes of unreserved characters decoded, other escapes in upper
// case, and everything that a URI cannot hold escaped, a stray '%' included. A
// '*' and a '$' in a path stand for themselves and become escapes.
func Normalize(path string) string {
	b := make([]byte, 0, len(path))
	for i := 0; i < len(path); i++ {
		c, set := path[i], kept
		if octet, ok := pct.Octet(path[i:]); ok {
			c, set = octet, percent.Unreserved
			i += 2
		}
		if set.Contains(c) {
			b = append(b, c)
		} else {
			b = pct.AppendEscape(b, c)
		}
	}
	return string(b)
}

var kept = percent.URISet.Remove("*$")

// A Pattern is the value of an allow or disallow line. It is immutable and safe
// for concurrent use. The zero Pattern matches nothing.
type Pattern struct {
	text     string
	pieces   []string // normalized, between the asterisks
	anchored bool     // ends in '$'
}

// Compile returns the pattern for the value of a line, without white space
// around it. A '*' stands for any octets and a '$' at the end for the end of the
// path; %2A and %24 stand for the characters. An empty pattern matches nothing.
// It cannot fail: malformed escapes are text.
func Compile(value string) Pattern {
	p := Pattern{text: value}
	if value == "" {
		return p
	}
	value, p.anchored = strings.CutSuffix(value, "$")
	for piece := range strings.SplitSeq(value, "*") {
		p.pieces = append(p.pieces, Normalize(piece))
	}
	return p
}

// String returns the value that p was compiled from.
func (p Pattern) String() string { return p.text }

// Len returns the number of octets of p in its normalized form, by which the
// most specific of several patterns is found.
func (p Pattern) Len() int {
	n := max(0, len(p.pieces)-1)
	for _, piece := range p.pieces {
		n += len(piece)
	}
	if p.anchored {
		n++
	}
	return n
}

// Match reports whether p matches the path, with its query, of a URL, from its
// first octet on.
func (p Pattern) Match(path string) bool {
	if p.pieces == nil {
		return false
	}
	rest, ok := strings.CutPrefix(Normalize(path), p.pieces[0])
	if !ok {
		return false
	}
	if len(p.pieces) == 1 {
		return !p.anchored || rest == ""
	}
	last := len(p.pieces) - 1
	for _, piece := range p.pieces[1:last] {
		i := strings.Index(rest, piece)
		if i < 0 {
			return false
		}
		rest = rest[i+len(piece):]
	}
	if p.anchored {
		return strings.HasSuffix(rest, p.pieces[last])
	}
	return strings.Contains(rest, p.pieces[last])
}
