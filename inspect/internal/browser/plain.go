package browser

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/weburl"
)

// Difference returns a clause that says what a browser makes of s, which the clause calls
// what, if RFC 3986 reads that differently, and "" if not.
func Difference(s, what string) string {
	switch compare(s) {
	case same:
		return ""
	case other:
		if u, err := weburl.Parse(turned(s)); err == nil {
			return Reading{Href: u.Href()}.Of(what)
		}
	}
	r, ok := Read(s)
	if !ok || !r.Differs {
		return ""
	}
	return r.Of(what)
}

// turned returns a URL of the web with each '\\' of its path turned into the '/' that a
// browser takes it for: of these the parser has a quicker way.
func turned(s string) string {
	at := strings.IndexByte(s, '\\')
	if at < 0 {
		return s
	}
	b := []byte(s)
	for i := at; i < len(b) && b[i] != '?' && b[i] != '#'; i++ {
		if b[i] == '\\' {
			b[i] = '/'
		}
	}
	return string(b)
}

type comparison uint8

const (
	unknown comparison = iota
	same               // a browser reads a URL as RFC 3986 does
	other              // it reads another path
)

// compare compares readings of a URL of the web with a plain name for a host and a path,
// by what can make a difference behind that: a '\\', or escapes in a dot segment. Of all
// else it knows nothing.
func compare(s string) comparison {
	scheme := text.SchemeLength(s)
	if scheme == 0 || !text.IsWeb(s[:scheme]) || !strings.HasPrefix(s[scheme:], "://") {
		return unknown
	}
	i := scheme + len("://")
	for label := i; s[i:] != "" && s[i] != '/'; i++ {
		switch c := s[i]; {
		case text.IsLetter(c), '0' <= c && c <= '9' && i > label:
		case c == '-' && i > label && s[i-1] != '-':
			// No label in Punycode, of which a browser refuses some.
		case c == '.' && i > label:
			label = i + 1
		default:
			return unknown
		}
	}
	if s[i:] == "" || s[i-1] == '.' || s[i-1] == '/' {
		return unknown
	}
	if end := s[len(s)-1]; end <= ' ' || strings.IndexByte(s, '\t') >= 0 || text.IsBroken(s) || !utf8.ValidString(s) {
		return unknown // the browser removes or replaces something
	}
	result := same
	for ; i < len(s) && s[i] != '?' && s[i] != '#'; i++ {
		switch s[i] {
		case '\\':
			result = other
		case '/':
			dots, escaped := dotSegment(s[i+1:])
			if dots && !escaped {
				return unknown
			}
			if dots {
				result = other
			}
		}
	}
	return result
}

// dotSegment reports whether path begins with a segment that is a dot segment to browsers,
// and whether that has escapes.
func dotSegment(path string) (dots, escaped bool) {
	n := 0
	for path != "" && strings.IndexByte(`/\?#`, path[0]) < 0 {
		switch {
		case path[0] == '.':
			path = path[1:]
		case text.HasPrefix(path, "%2e"):
			path, escaped = path[3:], true
		default:
			return false, false
		}
		n++
	}
	return n == 1 || n == 2, escaped
}
