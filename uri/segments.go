package uri

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Segment is one segment of a path as it is written, between two '/'. An escape
// in it, "%2F" above all, is data and stays inside it.
type Segment string

// Decode returns the segment percent-decoded, once. It fails only on malformed
// escapes, which Parse does not let through, with a *percent.SyntaxError whose
// Offset counts in the segment.
func (s Segment) Decode() (string, error) { return strictDecoding.Decode(string(s)) }

// Text returns the segment percent-decoded, once, with malformed escapes left as
// they are.
func (s Segment) Text() string {
	text, _ := lenientDecoding.Decode(string(s))
	return text
}

// Raw returns the segment as written.
func (s Segment) Raw() string { return string(s) }

// DotKind says whether a segment is a dot segment.
type DotKind uint8

// The kinds of segments.
const (
	NoDots  DotKind = iota
	Dot             // ".", the same place
	DotsDot         // "..", one level up
)

var dotKindWords = []string{"none", "dot", "dot-dot"}

// String returns "none", "dot" or "dot-dot".
func (d DotKind) String() string { return words.Of(dotKindWords, d) }

// Dots tells whether the segment is a dot segment, with its dots written as '.'
// or as %2E: normalization makes them the same (RFC 3986 section 6.2.2).
func (s Segment) Dots() DotKind {
	n := 0
	for i := 0; i < len(s); n++ {
		switch {
		case s[i] == '.':
			i++
		case i+2 < len(s) && s[i] == '%' && s[i+1] == '2' && s[i+2]|0x20 == 'e':
			i += 3
		default:
			return NoDots
		}
	}
	if n > 2 {
		return NoDots
	}
	return DotKind(n)
}

// Segments returns the segments of the path, in order. The '/' at the front of a
// rooted path begins no segment of its own: "/a/b" and "a/b" both have "a" and
// "b", "/" has one empty segment and "" has none. A '/' at the end is followed by
// an empty segment.
func (u URI) Segments() []Segment { return SplitPath(u.s[u.pathStart:u.pathEnd]) }

// IsRooted reports whether the path begins with '/'.
func (u URI) IsRooted() bool {
	return u.pathStart < u.pathEnd && u.s[u.pathStart] == '/'
}

// SplitPath returns the segments of an encoded path, as Segments does.
func SplitPath(path string) []Segment {
	if path == "" {
		return nil
	}
	path = strings.TrimPrefix(path, "/")
	out := make([]Segment, 0, strings.Count(path, "/")+1)
	for {
		segment, rest, more := strings.Cut(path, "/")
		out = append(out, Segment(segment))
		if !more {
			return out
		}
		path = rest
	}
}

// JoinSegments makes a relative path of data, one segment each: bytes that a
// segment cannot hold are encoded, '/' and '%' included. A first segment that is
// empty or holds a ':' is preceded by "./", because it would look like a root or
// a scheme (RFC 3986 section 4.2). The data "." and ".." is refused with a
// *percent.SyntaxError: it would be a dot segment, even if it were escaped, because
// "%2E" is equivalent to ".".
func JoinSegments(data ...string) (string, error) {
	path, err := joinData(data)
	if err == nil && len(data) > 0 {
		path = guardRelative(path)
	}
	return path, err
}

// JoinRooted is JoinSegments for a path that begins with '/'. An empty first
// segment that others follow is preceded by "/.", so that the path does not look
// like an authority; after an authority that is not needed, and WithSegments does
// not do it.
func JoinRooted(data ...string) (string, error) {
	path, err := joinData(data)
	if err != nil {
		return "", err
	}
	return guardRooted("/" + path), nil
}

func joinData(data []string) (string, error) {
	var b []byte
	for i, d := range data {
		if d == "." || d == ".." {
			return "", &percent.SyntaxError{Format: "uri", Field: pct.Nth(i) + " segment", Bytes: d, Reason: DotSegment}
		}
		if i > 0 {
			b = append(b, '/')
		}
		b = percent.PathSegment.AppendEncode(b, []byte(d))
	}
	return string(b), nil
}

// guardRelative puts "./" before a path without scheme and authority whose first
// segment would be taken for something else.
func guardRelative(path string) string {
	first, _, more := strings.Cut(path, "/")
	if first == "" && (more || path == "") || strings.IndexByte(first, ':') >= 0 {
		return "./" + path
	}
	return path
}

// guardRooted puts "/." before a path without authority that would look like one.
func guardRooted(path string) string {
	if strings.HasPrefix(path, "//") {
		return "/." + path
	}
	return path
}

// WithSegments returns u with a path of data, one segment each, as JoinSegments
// and JoinRooted write it. The path is rooted if the old one was or
// if there is an authority. Nothing else of u changes.
func (u URI) WithSegments(data ...string) (URI, error) {
	path, err := joinData(data)
	if err != nil {
		return URI{}, err
	}
	switch {
	case len(data) == 0:
	case u.hasAuthority():
		path = "/" + path
	case u.IsRooted():
		path = guardRooted("/" + path)
	case u.schemeLen == 0:
		path = guardRelative(path)
	case path == "" || path[0] == '/':
		path = "./" + path // rootless, with an empty first segment
	}
	return u.With(Path, path)
}
