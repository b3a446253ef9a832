// Package path decides once which path a request is for, so that access rules, routers and
// handlers of net/http all see the same one.
//
//	http.ListenAndServe(addr, path.Policy{}.Handler(mux))
//
// A request for /static/%2e%2e/admin is a request for /static/ to a rule that looks at the
// target, for /admin to whatever decodes and resolves it, and for something else again to a
// program that decodes twice. [Policy.Handler] decodes the escapes of the path once,
// resolves "." and ".." (RFC 3986 section 5.2.4), and hands on a request whose URL.Path is
// the result: in URL.Path, without a URL.RawPath, and in RequestURI, so that a router, a
// file server and what a reverse proxy sends all go by the same path. [Raw] returns the
// path as it came. [Policy.Decide] is the decision alone.
//
// What two programs may read differently is refused, by status 400:
//
//   - %2F: a slash to some, data to others; and \ and %5C, a slash to some
//   - "." or ".." with a dot written as %2E: resolved by some, a name to others
//   - %25 followed by two hexadecimal digits, escaped or not: an escape once it is
//     decoded again
//   - controls, escaped or not: NUL ends a text in C, and line ends a field of a header
//   - empty segments, as in //admin: merged by some, a host to others
//   - malformed escapes and octets that are not UTF-8: kept, dropped or replaced
//   - ".." above the root, and dot segments with a parameter, as in "..;x": resolved by
//     servers that cut parameters first
//
// A target without a path is refused as well: name:rest, and an authority with more than
// a host and a port in a CONNECT request.
//
// [Policy.Allow] takes back all of the list but the last and malformed escapes. What is
// allowed is decoded like anything else: with [EncodedSlash] the path /a%2Fb is /a/b.
//
// The query is not decided: it goes on as it came.
//
// Wrap the outermost handler with it: what stands before it, such as http.StripPrefix,
// sees the path undecided. A proxy in front of the program decides for itself: package
// [github.com/pct-encoded/percent/hop] says how.
//
// The API of this package may still change.
package path

import (
	"context"
	"net/http"
	"net/url"
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
	// NoPath is for requests: their target is no path and has none.
	NoPath percent.Reason = "target without a path"
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
	d := decision{allow: p.Allow, raw: raw, path: make([]byte, 1, len(raw)), start: 1, percent: -1}
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
		if d.escapeAgain(c, i) {
			return "", format.Error(raw, d.percent, d.percent+3, AmbiguousPercent)
		}
		if r := d.ambiguous(c, n); r != "" {
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
	percent    int    // where the last %25 begins in raw, or -1
	digits     int    // how many hexadecimal digits came behind it
}

// escapeAgain reports whether an octet at i in raw ends what is an escape once it is
// decoded again. The digits count as they are decoded: %25%32e is %2e.
func (d *decision) escapeAgain(c byte, i int) bool {
	switch {
	case c == '%': // of %25, since any other percent sign begins an escape
		d.percent, d.digits = i, 0
	case d.percent < 0:
	case pct.IsHex(c):
		d.digits++
	default:
		d.percent = -1
	}
	return d.percent >= 0 && d.digits == 2 && d.allow&EncodedPercent == 0
}

// ambiguous returns why an octet is refused for which raw has n bytes, or "".
func (d *decision) ambiguous(c byte, n int) percent.Reason {
	switch {
	case c == '/' && n == 3 && d.allow&EncodedSlash == 0:
		return AmbiguousSlash
	case c == '\\' && d.allow&Backslash == 0:
		return AmbiguousBackslash
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
// answers 400 to those that p refuses, with the reason as text. Where the path is clean,
// the request is handed on as it is.
//
// Two kinds of request have no path and are handed on as they are: OPTIONS for "*", and
// CONNECT for a host and a port. Any other target without a path is refused, such as
// name:rest, which net/http keeps in URL.Opaque and a proxy would send on.
func (p Policy) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		decided, err := p.request(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, decided)
	})
}

// request returns the request to hand on.
func (p Policy) request(r *http.Request) (*http.Request, error) {
	u := r.URL
	bare := u.Opaque == "" && u.User == nil && u.RawQuery == "" && !u.ForceQuery
	// net/rpc sends CONNECT with a path, which is one like any other.
	authority := r.Method == http.MethodConnect && (u.Path == "" || r.RequestURI != "" && r.RequestURI[0] != '/')
	switch {
	case bare && r.Method == http.MethodOptions && u.Path == "*" && u.Host == "",
		bare && authority && u.Path == "" && u.Scheme == "" && u.Port() != "" && (r.RequestURI == u.Host || r.RequestURI == ""):
		return r, nil
	case authority || u.Opaque != "" || u.Path == "" && u.Host == "" && u.Scheme != "":
		target := r.RequestURI
		if target == "" {
			target = u.String()
		}
		return nil, format.Error(target, 0, len(target), NoPath)
	}
	raw := u.RawPath
	if raw != "" {
		// Like URL.EscapedPath, go by Path where it was changed and RawPath was not.
		if decoded, err := url.PathUnescape(raw); err != nil || decoded != u.Path {
			raw = ""
		}
	}
	if raw == "" {
		raw = (&url.URL{Path: u.Path}).EscapedPath()
	}
	path, err := p.Decide(raw)
	if err != nil {
		return nil, err
	}
	target, _, _ := strings.Cut(r.RequestURI, "?")
	if path == u.Path && u.RawPath == "" && (target == raw || target == "") {
		return r, nil
	}
	ctx := r.Context()
	if _, ok := ctx.Value(came{}).(string); !ok {
		ctx = context.WithValue(ctx, came{}, r.RequestURI)
	}
	decided := r.WithContext(ctx)
	to := *u
	to.Path, to.RawPath = path, ""
	decided.URL = &to
	switch {
	case r.RequestURI == "": // no server received the request
	case u.Scheme != "" && u.Host != "":
		decided.RequestURI = to.String()
	default: // behind a scheme without a host, a path that begins with "//" would give it one
		decided.RequestURI = to.RequestURI()
	}
	return decided, nil
}

// came is the key of the context for the RequestURI of a request as it came.
type came struct{}

// Raw returns the path of a request as it came, with its escapes and without the query,
// behind a [Policy.Handler] too. It is "" for a target without a path, and for a request
// that no server received.
func Raw(r *http.Request) string {
	target, ok := r.Context().Value(came{}).(string)
	if !ok {
		target = r.RequestURI
	}
	target, _, _ = strings.Cut(target, "?")
	if strings.HasPrefix(target, "/") || target == "*" {
		return target
	}
	_, path, _ := strings.Cut(target, ":") // the scheme of an absolute form
	if authority, ok := strings.CutPrefix(path, "//"); ok {
		path = authority[pct.Until(authority, '/'):]
	}
	if !strings.HasPrefix(path, "/") {
		return ""
	}
	return path
}
