package hop

import (
	"path"
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
		return whenMade(join([]step{decode{}, lowerCase}, trim, []step{goClean{true}}), hasPrefix(prefix), then, otherwise)
	}
	hop := func(server, version, name, config string, steps ...step) *Hop {
		return model(server+":"+name, version, config, goTarget(), steps, []step{&goRequestURI{}, forward})
	}
	host := form{"answer 400 to a host that is empty but for dots, or may not stand in a Host field", caddyHost}
	newest, sid, debian := "2.11.9", "2.11.4", "2.6.2"
	rules := &showRule{[]step{decode{}}}
	// What all but the newest make of a path that is changed.
	oldHandle := func(trim []step) []step {
		return []step{matches("/admin", trim, []step{answer{status: 403}}, []step{
			goEscaped(), matches("/static/", trim, []step{&caddyClean{}, &caddyPrefix{"/static"}, caddyRawPath()}, nil),
		})}
	}
	oldURI := []step{
		goEscaped(),
		&caddyClean{},
		&caddyPrefix{"/api"},
		caddyRawPath(),
		&caddyClean{},
		replaceAll{"/v1/", "/v2/"},
		caddyRawPath(),
		&replaceTail{"/v1/", "/v2/"},
	}
	return []*Hop{
		hop("caddy", sid, "reverse_proxy", proxy, rules, goEscaped()),
		hop("caddy", newest, "reverse_proxy", proxy, host, rules, goEscaped()),
		hop("caddy", sid, "handle_path", handle, append([]step{rules}, oldHandle(nil)...)...),
		hop("caddy", newest, "handle_path", handle, host, rules, matches("/admin", nil, []step{answer{status: 403}}, []step{
			goEscaped(), matches("/static/", nil, caddyStrip("/static"), nil),
		})),
		hop("caddy", sid, "uri=strip_prefix", uri, append([]step{rules}, oldURI...)...),
		hop("caddy", newest, "uri=strip_prefix", uri, join([]step{host, rules, goEscaped()}, caddyStrip("/api"),
			[]step{&caddyClean{}, replaceAll{"/v1/", "/v2/"}, &replaceTail{"/v1/", "/v2/"}})...),
		hop("caddy2.6", debian, "reverse_proxy", proxy, goEscaped()),
		hop("caddy2.6", debian, "handle_path", handle, oldHandle([]step{caddyTrimmed})...),
		hop("caddy2.6", debian, "uri=strip_prefix", uri, oldURI...),
	}
}

// caddyHost is what Caddy 2.11.9 makes of the host of a target that goForm has accepted.
func caddyHost(r *request) {
	_, rest, ok := strings.Cut(r.target, "://")
	if !ok || strings.HasPrefix(r.target, "/") {
		return
	}
	authority, _ := cutAny(rest, "/?")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	authority, _ = decode{}.decoded(authority)
	host, _, _ := strings.Cut(authority, ":")
	if has(authority, caddyHostSet.Complement()) || host != "" && strings.Trim(host, ".") == "" {
		r.end(400)
	}
}

// caddyHostSet are the octets that may stand in a Host field.
var caddyHostSet = percent.Unreserved.Add("!$%&'()*+,:;=[]")

// caddyStrip removes a prefix of the escaped path as Caddy 2.11.9 does and 2.11.4 does not: the rest
// gets a leading slash, and its dot segments are resolved.
func caddyStrip(prefix string) []step {
	anew := []step{decode{}, dots{bare: true}, goEncode}
	resolve := whenMade([]step{decode{}}, &dotless{}, nil, anew)
	return []step{&caddyClean{}, when(foldedPrefix(prefix), []step{&takePrefix{prefix}, when(hasPrefix("/"), []step{resolve}, []step{
		when(is("*"), []step{replaceWhole{"/%2A"}}, []step{whenMade([]step{decode{}}, hasPrefix("/"), anew, []step{replace{"", "/"}, resolve})}),
	})}, nil)}
}

// caddyRawPath is what Caddy up to 2.11.4 passes on of a path that it has changed: if the path
// had no escapes, octets that were unescaped become escaped.
func caddyRawPath() step {
	return when(either{includes{substring: "%"}, is("*")}, nil, []step{goEncode})
}

// caddyClean is path.Clean, except that it keeps a trailing slash; an empty path
// becomes a dot.
type caddyClean struct{}

func (*caddyClean) words() Step {
	return Step{"clean", `merge slashes, resolve "." and "..", drop ".." at the root, but keep a trailing slash; replace an empty path with a dot`}
}

func (*caddyClean) do(r *request) {
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

func (s *takePrefix) words() Step { return Step{"prefix", "remove the prefix " + s.prefix} }

func (s *takePrefix) do(r *request) {
	n, _ := foldedLength(r.path, s.prefix)
	r.path = r.path[n:]
}

// caddyPrefix takes a prefix away as Caddy up to 2.11.4 does, which decodes the path where all of it
// is the beginning of the prefix, and longer than the prefix for its escapes.
type caddyPrefix struct{ prefix string }

func (s *caddyPrefix) words() Step {
	return Step{"prefix", "remove the prefix " + s.prefix + ", ignoring case and even if escaped; decode a path that is at least as long as the prefix but, decoded, only a beginning of it"}
}

func (s *caddyPrefix) do(r *request) {
	switch n, matched := foldedLength(r.path, s.prefix); {
	case matched == len(s.prefix):
		r.path = r.path[n:]
	case matched > 0 && n == len(r.path) && n >= len(s.prefix):
		decode{}.do(r)
	}
}

// dotless holds for paths without a segment that is "." or "..".
type dotless struct{}

func (*dotless) text() string { return `has no segment "." or ".."` }

func (*dotless) holds(path string) bool {
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

func (*goRequestURI) words() Step {
	return Step{"path", "replace an empty path with /, and the path of a target such as a:b with what follows the scheme"}
}

func (*goRequestURI) do(r *request) {
	if opaque, _ := cutAny(r.origin, "?"); opaque != "" && opaque[0] != '/' && opaque != "*" {
		r.path = opaque
	} else if r.path == "" {
		r.path = "/"
	}
}

// dropSuffix removes a suffix in either case.
type dropSuffix struct{ suffix string }

func (s *dropSuffix) words() Step {
	return Step{"suffix", "remove the suffix " + s.suffix + ", ignoring case"}
}

func (s *dropSuffix) do(r *request) {
	if strings.Contains(r.path[max(0, len(r.path)-3*len(s.suffix)):], "%") {
		r.unknown("an escape at the end of a path of which a suffix is removed")
		return
	}
	if n := len(r.path) - len(s.suffix); n >= 0 && strings.EqualFold(r.path[n:], s.suffix) {
		r.path = r.path[:n]
	}
}

func (s *dropSuffix) follow(v *variant) []*variant { return v.lacks(s) }

// unknownIn ends the steps if the path has an octet of a set.
type unknownIn struct {
	octets percent.ByteSet
	class  string
}

func (s *unknownIn) words() Step { return Step{"unknown", "not described: " + s.class} }

func (s *unknownIn) do(r *request) {
	if has(r.path, s.octets) {
		r.unknown(s.class)
	}
}

func (s *unknownIn) follow(*variant) []*variant { return nil } // before a redirect

// replaceTail replaces one text with another in the split-off tail.
type replaceTail struct{ old, by string }

func (s *replaceTail) words() Step {
	return Step{"query", "replace every " + s.old + " in the query with " + s.by}
}

func (s *replaceTail) do(r *request) { r.tail = strings.ReplaceAll(r.tail, s.old, s.by) }

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

func (m *prefixTaker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == always {
		emit(s, in)
	} else if s = m.step(s, byte(in)); s != never {
		emit(s)
	}
}

func (*prefixTaker) end(_ uint32, emit func(...symbol)) { emit() }

// lowerer is asciiLower and, with wide, lowerCase: of the letters beyond ASCII only the
// two whose lower case has ASCII are changed. The state is how much of one of them was
// seen.
type lowerer struct{ wide bool }

func (m *lowerer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const dotted, kelvin, kelvin2 = 1, 2, 3 // C4; E2; E2 84
	held := m.held(s)
	switch {
	case m.wide && s == dotted && in == 0xb0:
		emit(0, 'i', 0xcc, 0x87)
	case m.wide && s == kelvin && in == 0x84:
		emit(kelvin2)
	case m.wide && s == kelvin2 && in == 0xaa:
		emit(0, 'k')
	case m.wide && in == 0xc4:
		emit(dotted, held...)
	case m.wide && in == 0xe2:
		emit(kelvin, held...)
	case 'A' <= in && in <= 'Z':
		emit(0, append(held, in|0x20)...)
	default:
		emit(0, append(held, in)...)
	}
}

func (*lowerer) held(s uint32) []symbol {
	return [][]symbol{nil, {0xc4}, {0xe2}, {0xe2, 0x84}}[s]
}

func (m *lowerer) end(s uint32, emit func(...symbol)) { emit(m.held(s)...) }

func (m *lowerer) classes() []percent.ByteSet {
	list := []percent.ByteSet{percent.ByteSet{}.AddRange('A', 'Z'), percent.ByteSet{}.AddRange('a', 'z')}
	if m.wide {
		list = append(list, each("\xc4\xb0\xe2\x84\xaa")...)
	}
	return list
}

// afterMark gives a machine only the split-off tail.
type afterMark struct{ machine }

func (m *afterMark) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in == mark:
		emit(inTail, mark)
	case s&inTail == 0:
		emit(s, in)
	default:
		m.machine.next(s&^inTail, in, func(s uint32, out ...symbol) { emit(s|inTail, out...) })
	}
}

func (m *afterMark) end(s uint32, emit func(...symbol)) {
	if s&inTail == 0 {
		emit()
		return
	}
	m.machine.end(s&^inTail, emit)
}

func (m *afterMark) classes() []percent.ByteSet { return inPath(*m).classes() }

func (*dotless) step(s uint32, in byte) uint32 {
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

func (*dotless) holdsAt(s uint32) bool { return s != 1 && s != 2 }

func (s *takePrefix) follow(v *variant) []*variant {
	return v.onPath(&prefixTaker{foldedPrefix(s.prefix)})
}
func (s *replaceTail) follow(v *variant) []*variant { return v.on(&afterMark{allReplacer(*s)}) }

// caddyPrefix in three ways: the prefix is taken, the path is the beginning of it, or
// neither.
func (s *caddyPrefix) follow(v *variant) []*variant {
	prefix, part := foldedPrefix(s.prefix), foldedPart(s.prefix)
	list := v.onPathWhere(prefix, &prefixTaker{prefix})
	for _, w := range v.where(prefix, false) {
		list = append(list, w.onPathWhere(part, decoder{keep: true})...)
		list = append(list, w.where(part, false)...)
	}
	return list
}

// foldedPart holds for escaped paths that are, decoded, only a beginning of a prefix, but
// as long as the prefix. The state is that of foldedPrefix and, above it, the length.
type foldedPart string

func (c foldedPart) text() string { return "is, decoded, a beginning of " + string(c) }

func (c foldedPart) holds(path string) bool {
	n, matched := foldedLength(path, string(c))
	return 0 < matched && matched < len(c) && n == len(path) && n >= len(c)
}

func (c foldedPart) step(s uint32, in byte) uint32 {
	const shift = 14
	next := foldedPrefix(c).step(s&(1<<shift-1), in)
	if next == never || next == always {
		return never
	}
	return min(s>>shift+1, uint32(len(c)))<<shift | next
}

func (c foldedPart) holdsAt(s uint32) bool {
	const shift = 14
	return s>>shift >= uint32(len(c)) && s&0xff == 0
}

func (c foldedPart) classes() []percent.ByteSet { return foldedPrefix(c).classes() }

// The path of a target that begins with a slash begins with one, too.
func (*goRequestURI) follow(v *variant) []*variant { return []*variant{v} }

func (*caddyClean) follow(v *variant) []*variant {
	return v.resolved(&merger{}, resolver{clamp: true, bare: true})
}
