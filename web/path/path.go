// Package path decides once which path a request is for, so that access rules, routers and
// handlers of net/http all see the same one.
//
//	http.ListenAndServe(addr, path.Policy{}.Handler(mux))
//
// A request for /static/%2e%2e/admin is a request for /static/ to a rule that looks at the
// target, for /admin to whatever decodes and resolves it, and for something else again to a
// program that decodes twice. [Policy.Handler] decodes the escapes of the path once,
// resolves "." and ".." (RFC 3986 section 5.2.4), and hands on a request whose URL.Path is
// the result; URL.RawPath is empty, so that ServeMux and URL.EscapedPath go by the same
// path. [Raw] gives the path as it came. [Policy.Decide] is the decision alone.
//
// What two programs may read differently is refused, by status 400:
//
//   - %2F: a slash to some, data to others; and \ and %5C, a slash to some
//   - "." or ".." with a dot written as %2E: resolved by some, a name to others
//   - %25 followed by two hexadecimal digits: an escape once it is decoded again
//   - controls, escaped or not: NUL ends a text in C, and line ends a field of a header
//   - empty segments, as in //admin: merged by some, a host to others
//   - malformed escapes and octets that are not UTF-8: kept, dropped or replaced
//   - ".." above the root, and dot segments with a parameter, as in "..;x": resolved by
//     servers that cut parameters first
//
// [Policy.Allow] takes back all of these but the last and malformed escapes. What is
// allowed is decoded like anything else: with [EncodedSlash] the path /a%2Fb is /a/b.
//
// Wrap the outermost handler with it: what stands before it, such as http.StripPrefix,
// sees the path undecided. A proxy in front of the program decides for itself: package
// [github.com/pct-encoded/percent/hop] says how.
//
// The API of this package may still change.
package path

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

const format pct.Format = "path"

// The reasons for which a path is refused, beside percent.InvalidEscape,
// percent.InvalidUTF8, and percent.InvalidByte for a path that does not begin with a
// slash.
const (
	AmbiguousSlash     percent.Reason = "escaped slash"
	AmbiguousBackslash percent.Reason = "backslash"
	AmbiguousDots      percent.Reason = "dot segment with an escaped dot"
	AmbiguousPercent   percent.Reason = "escaped percent sign before two digits"
	AmbiguousControl   percent.Reason = "control character"
	AmbiguousEmpty     percent.Reason = "empty segment"
	AmbiguousParameter percent.Reason = "dot segment with a parameter"
	AboveRoot          percent.Reason = "dot segment above the root"
)

// Ambiguities are things that programs read differently. The zero value is none; add
// several with |.
type Ambiguities uint8

// What [Policy.Allow] may hold.
const (
	EncodedSlash   Ambiguities = 1 << iota // %2F, which becomes a slash
	Backslash                              // \ and %5C, which stand for themselves
	EncodedDots                            // "." and ".." with escaped dots, which are resolved
	EncodedPercent                         // %25 before two digits, which becomes %
	Controls                               // 00 to 1F and 7F, NUL included
	EmptySegments                          // //, which stays as it is
	NotUTF8                                // octets that are not UTF-8, which stay as they are
)

// String returns the words of the ambiguities with + between them, such as
// "encoded-slash+controls", and "none" for none.
func (a Ambiguities) String() string {
	var list []string
	for i, word := range ambiguities {
		if a&(1<<i) != 0 {
			list = append(list, word)
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, "+")
}

var ambiguities = []string{"encoded-slash", "backslash", "encoded-dots", "encoded-percent", "controls", "empty-segments", "not-utf8"}

// A Policy says which paths are refused. The zero value refuses whatever is ambiguous.
type Policy struct {
	// Allow holds what is not refused.
	Allow Ambiguities
}

// clean are the octets that need no decision, wherever they stand. A dot does only after
// a slash, and a slash only after another.
var clean = percent.Unreserved.Union(percent.SubDelims).Remove(";").Add(":@/")

// Decide returns the path that a request for raw is for: decoded once, with dot segments
// resolved. raw is a path as a request has it, without a query; an empty one is "/". The
// error is a *percent.SyntaxError whose offset is in raw. Clean paths are returned as they
// are, without allocating; others allocate twice at most.
func (p Policy) Decide(raw string) (string, error) {
	if raw == "" {
		return "/", nil
	}
	if raw[0] != '/' {
		return "", format.Error(raw, 0, 1, percent.InvalidByte)
	}
	for i := range len(raw) {
		if !clean.Contains(raw[i]) || raw[i] == '/' && i+1 < len(raw) && (raw[i+1] == '/' || raw[i+1] == '.') {
			return p.decide(raw)
		}
	}
	return raw, nil
}

// decide is Decide for a path that has something to decide.
func (p Policy) decide(raw string) (string, error) {
	d := decision{allow: p.Allow, raw: raw, path: make([]byte, 1, len(raw)), start: 1}
	d.path[0] = '/'
	for i := 1; i < len(raw); {
		c, n := raw[i], 1
		if c == '%' {
			octet, ok := pct.Octet(raw[i:])
			if !ok {
				return "", format.Error(raw, i, i+3, percent.InvalidEscape)
			}
			c, n = octet, 3
		}
		if r := d.ambiguous(c, i, n); r != "" {
			return "", format.Error(raw, i, i+n, r)
		}
		if c == '/' {
			if err := d.segment(i, n); err != nil {
				return "", err
			}
		} else {
			d.path = append(d.path, c)
			d.escapedDot = d.escapedDot || c == '.' && n == 3
		}
		i += n
	}
	if err := d.segment(len(raw), 0); err != nil {
		return "", err
	}
	return string(d.path), nil
}

// A decision is how far decide has come.
type decision struct {
	allow      Ambiguities
	raw        string
	path       []byte // decided so far; it ends with the decoded segment
	start      int    // where the segment begins in raw
	escapedDot bool   // whether the segment has a %2E
}

// ambiguous returns why an octet is refused that n bytes of raw at i stand for, or "".
func (d *decision) ambiguous(c byte, i, n int) percent.Reason {
	switch {
	case c == '/' && n == 3 && d.allow&EncodedSlash == 0:
		return AmbiguousSlash
	case c == '\\' && d.allow&Backslash == 0:
		return AmbiguousBackslash
	case c == '%' && d.allow&EncodedPercent == 0:
		// %25 comes here; another % was an escape.
		if rest := d.raw[i+n:]; len(rest) > 1 && pct.Hex(rest[0]) < 16 && pct.Hex(rest[1]) < 16 {
			return AmbiguousPercent
		}
	case (c < ' ' || c == 0x7f) && d.allow&Controls == 0:
		return AmbiguousControl
	}
	return ""
}

// segment ends the segment that stands at the end of d.path and ends at end in raw. Then
// come n bytes of a slash, none at the end of the path.
func (d *decision) segment(end, n int) error {
	slash := len(d.path) - 1
	for d.path[slash] != '/' {
		slash--
	}
	name := d.path[slash+1:]
	refuse := func(r percent.Reason) error { return format.Error(d.raw, d.start, end, r) }
	dots := string(name) == "." || string(name) == ".."
	switch {
	case len(name) == 0 && n > 0 && d.allow&EmptySegments == 0:
		return format.Error(d.raw, d.start-1, end+n, AmbiguousEmpty)
	case dots && d.escapedDot && d.allow&EncodedDots == 0:
		return refuse(AmbiguousDots)
	case parameterOfDots(name):
		return refuse(AmbiguousParameter)
	case d.allow&NotUTF8 == 0 && !utf8.Valid(name):
		at := d.start
		for bad := pct.InvalidUTF8(string(name)); bad > 0; bad-- {
			if d.raw[at] == '%' {
				at += 2
			}
			at++
		}
		size := 1
		if d.raw[at] == '%' {
			size = 3
		}
		return format.Error(d.raw, at, at+size, percent.InvalidUTF8)
	}
	switch {
	case dots && len(name) == 2 && slash == 0:
		return refuse(AboveRoot)
	case dots && len(name) == 2:
		slash--
		for d.path[slash] != '/' {
			slash--
		}
		d.path = d.path[:slash+1]
	case dots:
		d.path = d.path[:slash+1]
	case n > 0:
		d.path = append(d.path, '/')
	}
	d.start, d.escapedDot = end+n, false
	return nil
}

// parameterOfDots reports whether a segment is "." or ".." followed by a semicolon.
func parameterOfDots(name []byte) bool {
	rest := strings.TrimPrefix(string(name), ".")
	return rest != string(name) && strings.HasPrefix(strings.TrimPrefix(rest, "."), ";")
}

// Handler returns a handler that hands on requests with the path that p decides for, and
// answers 400 to those that p refuses, with the reason as text. A request for "*" is
// handed on as it is. Where the path is clean, so is the request.
func (p Policy) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw := r.URL.RawPath
		if raw == "" {
			raw = r.URL.EscapedPath()
		}
		if raw == "*" {
			next.ServeHTTP(w, r)
			return
		}
		path, err := p.Decide(raw)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if path != r.URL.Path || r.URL.RawPath != "" {
			decided := *r
			u := *r.URL
			u.Path, u.RawPath = path, ""
			decided.URL = &u
			r = &decided
		}
		next.ServeHTTP(w, r)
	})
}

// Raw returns the path of a request as it came, with its escapes and without the query:
// what stands in r.RequestURI, which a server sets and no middleware should change. It is
// "" for a request that no server received.
func Raw(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if strings.HasPrefix(path, "/") {
		return path
	}
	if _, rest, ok := strings.Cut(path, "://"); ok {
		_, path, ok = strings.Cut(rest, "/")
		if !ok {
			return ""
		}
		return "/" + path
	}
	return path
}
