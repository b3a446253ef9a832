package hop

import (
	"path"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// caddyHops returns the hops of Caddy, the newest and Debian's: a matcher compares the
// decoded path in lower case, cleaned, and uri and handle_path change the escaped one.
func caddyHops() []*Hop {
	const (
		proxy  = "reverse_proxy UPSTREAM"
		handle = "handle_path /static/* {\n\treverse_proxy UPSTREAM\n}\nhandle /admin* {\n\trespond 403\n}\n" + proxy
		uri    = "uri strip_prefix /api\nuri replace /v1/ /v2/\n" + proxy
	)
	matches := func(prefix string, trim []step, then, otherwise []step) step {
		return whenMade{false, slices.Concat([]step{decode{}, lowerCase}, trim, []step{goClean{true}}), hasPrefix(prefix), then, otherwise}
	}
	hop := func(server, version, name, config string, steps ...step) *Hop {
		return &Hop{name: server + ":" + name, version: version, config: config, steps: slices.Concat(goTarget(), steps, []step{goRequestURI{}, forward})}
	}
	newest, debian := "2.11.9", "2.6.2"
	rules := showRule{[]step{decode{}}}
	old := []step{caddyTrimmed}
	return []*Hop{
		hop("caddy", newest, "reverse_proxy", proxy, rules, goEscaped()),
		hop("caddy", newest, "handle_path", handle, rules, matches("/admin", nil, []step{answer{status: 403}}, []step{
			goEscaped(), matches("/static/", nil, caddyStrip("/static"), nil),
		})),
		hop("caddy", newest, "uri=strip_prefix", uri, slices.Concat([]step{rules, goEscaped()}, caddyStrip("/api"),
			[]step{caddyClean{}, replaceAll{"/v1/", "/v2/"}, replaceTail{"/v1/", "/v2/"}})...),
		hop("caddy2.6", debian, "reverse_proxy", proxy, goEscaped()),
		hop("caddy2.6", debian, "handle_path", handle, matches("/admin", old, []step{answer{status: 403}}, []step{
			goEscaped(), matches("/static/", old, []step{caddyClean{}, caddyPrefix{"/static"}, caddyRawPath()}, nil),
		})),
		hop("caddy2.6", debian, "uri=strip_prefix", uri, goEscaped(), caddyClean{}, caddyPrefix{"/api"}, caddyRawPath(),
			caddyClean{}, replaceAll{"/v1/", "/v2/"}, caddyRawPath(), replaceTail{"/v1/", "/v2/"}),
	}
}

// caddyStrip removes a prefix of the escaped path as Caddy does since 2.11: the rest
// gets a leading slash, and its dot segments are resolved.
func caddyStrip(prefix string) []step {
	anew := []step{decode{}, dots{bare: true}, goEncode}
	resolve := whenMade{false, []step{decode{}}, dotless{}, nil, anew}
	return []step{caddyClean{}, when{foldedPrefix(prefix), []step{takePrefix{prefix}, when{hasPrefix("/"), []step{resolve}, []step{
		whenMade{false, []step{decode{}}, hasPrefix("/"), anew, []step{replace{"", "/"}, resolve}},
	}}}, nil}}
}

// caddyRawPath is what Caddy 2.6 passes on of a path that it has changed: if the path
// had no escapes, octets that were unescaped become escaped.
func caddyRawPath() step {
	return when{either{includes{substring: "%"}, is("*")}, nil, []step{goEncode}}
}

// caddyClean is path.Clean, except that it keeps a trailing slash; an empty path
// becomes a dot.
type caddyClean struct{}

func (caddyClean) words() Step {
	return Step{"clean", `merge slashes, resolve "." and "..", drop ".." at the root, but keep a trailing slash; replace an empty path with a dot`}
}

func (caddyClean) do(r *request) {
	slash := strings.HasSuffix(r.path, "/")
	r.path = path.Clean(r.path)
	if slash && r.path != "/" {
		r.path += "/"
	}
}

// foldedPrefix holds for escaped paths that begin with a prefix, ignoring
// case and even if octets of the prefix are escaped.
type foldedPrefix string

func (c foldedPrefix) text() string {
	return "begins with " + string(c) + ", ignoring case and even if escaped"
}

func (c foldedPrefix) holds(path string) bool {
	_, matched := foldedLength(path, string(c))
	return matched == len(c)
}

// foldedLength returns how many octets of a path match the beginning of the prefix, and
// how many of the prefix they match.
func foldedLength(path, prefix string) (n, matched int) {
	for n < len(path) && matched < len(prefix) {
		c, width := path[n], 1
		if decoded, ok := escape(path[n:]); c == '%' && ok {
			c, width = decoded, 3
		}
		if !strings.EqualFold(string(rune(c)), prefix[matched:matched+1]) {
			return 0, 0
		}
		n, matched = n+width, matched+1
	}
	return n, matched
}

// takePrefix removes the prefix that foldedPrefix matches.
type takePrefix struct{ prefix string }

func (s takePrefix) words() Step { return Step{"prefix", "remove the prefix " + s.prefix} }

func (s takePrefix) do(r *request) {
	n, _ := foldedLength(r.path, s.prefix)
	r.path = r.path[n:]
}

// caddyPrefix takes a prefix away as Caddy 2.6 does, which decodes the path where all of it
// is the beginning of the prefix, and longer than the prefix for its escapes.
type caddyPrefix struct{ prefix string }

func (s caddyPrefix) words() Step {
	return Step{"prefix", "remove the prefix " + s.prefix + ", ignoring case and even if escaped; decode a path that is at least as long as the prefix but, decoded, only a beginning of it"}
}

func (s caddyPrefix) do(r *request) {
	switch n, matched := foldedLength(r.path, s.prefix); {
	case matched == len(s.prefix):
		r.path = r.path[n:]
	case matched > 0 && n == len(r.path) && n >= len(s.prefix):
		decode{}.do(r)
	}
}

// dotless holds for paths without a segment that is "." or "..".
type dotless struct{}

func (dotless) text() string { return `has no segment "." or ".."` }

func (dotless) holds(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// goRequestURI is the path that URL.RequestURI returns: for an opaque target what
// follows its scheme, and a slash if that is empty.
type goRequestURI struct{}

func (goRequestURI) words() Step {
	return Step{"path", "replace an empty path with /, and the path of a target such as a:b with what follows the scheme"}
}

func (goRequestURI) do(r *request) {
	if opaque, _ := cutAny(r.origin, "?"); opaque != "" && opaque[0] != '/' && opaque != "*" {
		r.path = opaque
	} else if r.path == "" {
		r.path = "/"
	}
}

// replaceTail replaces one text with another in the split-off tail.
type replaceTail struct{ old, by string }

func (s replaceTail) words() Step {
	return Step{"query", "replace every " + s.old + " in the query with " + s.by}
}

func (s replaceTail) do(r *request) { r.tail = strings.ReplaceAll(r.tail, s.old, s.by) }

var (
	lowerCase  = &change{"case", "write letters in lower case", strings.ToLower}
	asciiLower = &change{"case", "write letters of ASCII in lower case", func(path string) string {
		b := []byte(path)
		for i, c := range b {
			if 'A' <= c && c <= 'Z' {
				b[i] |= 0x20
			}
		}
		return string(b)
	}}
)

// caddyTrimmed is the change that Caddy 2.6 makes before it compares paths.
var caddyTrimmed = &change{"end", "drop dots and spaces at the end", func(path string) string {
	return strings.TrimRight(path, ". ")
}}

// The state of foldedPrefix is how much of the prefix was seen, times 256, plus the
// state of a decoder.
func (c foldedPrefix) step(s uint32, in byte) uint32 {
	matched, digit := int(s>>8), s&0xff
	switch {
	case digit == 0 && in == '%':
		return s | 1
	case digit == 1:
		return s&^0xff | 2 + uint32(in)
	case digit >= 2:
		in = pct.Hex(byte(digit-2))<<4 | pct.Hex(in)
	}
	switch {
	case !strings.EqualFold(string(rune(in)), string(c[matched:matched+1])):
		return never
	case matched+1 == len(c):
		return always
	}
	return uint32(matched+1) << 8
}

func (foldedPrefix) holdsAt(uint32) bool { return false }

func (c foldedPrefix) classes() []percent.ByteSet {
	return append(each(string(c)), each(strings.ToUpper(string(c)))...)
}

// prefixTaker is takePrefix.
type prefixTaker struct{ foldedPrefix }

func (m prefixTaker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == always {
		emit(s, in)
	} else if s = m.step(s, byte(in)); s != never {
		emit(s)
	}
}

func (prefixTaker) end(_ uint32, emit func(...symbol)) { emit() }
func (m prefixTaker) holds() int                       { return len(m.foldedPrefix) }

// lowerer is lowerCase, but for letters beyond ASCII.
type lowerer struct{}

func (lowerer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if 'A' <= in && in <= 'Z' {
		in |= 0x20
	}
	emit(s, in)
}

func (lowerer) end(_ uint32, emit func(...symbol)) { emit() }

// afterMark gives a machine only the split-off tail.
type afterMark struct{ machine }

func (m afterMark) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in == mark:
		emit(inTail, mark)
	case s&inTail == 0:
		emit(s, in)
	default:
		m.machine.next(s&^inTail, in, func(s uint32, out ...symbol) { emit(s|inTail, out...) })
	}
}

func (m afterMark) end(s uint32, emit func(...symbol)) {
	if s&inTail == 0 {
		emit()
		return
	}
	m.machine.end(s&^inTail, emit)
}

func (m afterMark) classes() []percent.ByteSet { return inPath(m).classes() }

func (dotless) step(s uint32, in byte) uint32 {
	const start, one, two, other = 0, 1, 2, 3
	switch {
	case in == '/' && (s == one || s == two):
		return never
	case in == '/':
		return start
	case in == '.' && (s == start || s == one):
		return s + 1
	}
	return other
}

func (dotless) holdsAt(s uint32) bool { return s != 1 && s != 2 }

func (s takePrefix) follow(v *variant) []*variant {
	return v.onPath(prefixTaker{foldedPrefix(s.prefix)})
}
func (s replaceTail) follow(v *variant) []*variant { return v.on(afterMark{allReplacer(s)}) }

// The path of a target that begins with a slash begins with one, too.
func (goRequestURI) follow(v *variant) []*variant { return []*variant{v} }

func (caddyClean) follow(v *variant) []*variant {
	return v.onPath(merger{}, resolver{clamp: true, bare: true})
}
