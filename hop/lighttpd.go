package hop

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// lighttpdHops returns the hops of lighttpd: burl_normalize normalizes the target, and
// buffer_urldecode_path decodes its path.
func lighttpdHops() []*Hop {
	space := []step{when(hasSuffix(" "), []step{answer{status: 400}}, nil)}
	return slices.Concat(
		lighttpdOf("1.4.69", nil, nil, &splitLast{'?'}),
		lighttpdOf("1.4.79", space, nil, &splitLast{'?'}),
		lighttpdOf("1.4.85", space, []step{refuse{status: 400, octets: controls.Add(" \xff"), tail: true}}, split{"?"}))
}

// lighttpdOf returns the hops of a version: what it does first, and where the target is not
// normalized, and where it splits off the query that it has normalized but for what is
// required.
func lighttpdOf(version string, first, plain []step, query step) []*Hop {
	hop := func(name, config string, steps ...[]step) *Hop {
		return model("lighttpd:"+name, version, config, first, []step{lineFeed, form{
			`answer 400 unless the target begins with / or with http:// or https://, the host of the Host field and a slash; remove what precedes the path`, lighttpdForm,
		}}, join(steps...))
	}
	proxy := "proxy.server = ( \"\" => (( \"host\" => \"127.0.0.1\", \"port\" => UPSTREAM_PORT )) )"
	normalized := []step{
		&dropFragment{},
		normalize{decoded: percent.Unreserved, kept: lighttpdKept},
		&refuseEscapes{400, lighttpdRefused, true},
		split{"?"},
		replaceAll{"%2F", "/"},
		&merge{},
		dots{},
	}
	show := []step{&showRule{[]step{decode{}}}}
	return []*Hop{
		hop("mod_proxy", proxy, normalized, show, []step{forward}),
		hop("url-normalize=disable", "server.http-parseopts = ( \"url-normalize\" => \"disable\" )\n"+proxy,
			plain, []step{&dropFragment{}, split{"?"}, &showRule{[]step{&lighttpdDecode{}, &merge{}, dots{}}}, forward}),
		hop("url-path-2f-decode", "server.http-parseopts = (\n\t\"url-normalize\" => \"enable\",\n\t\"url-normalize-unreserved\" => \"enable\",\n\t\"url-path-2f-decode\" => \"enable\",\n\t\"url-path-backslash-trans\" => \"enable\",\n\t\"url-path-dotseg-remove\" => \"enable\" )\n"+proxy,
			normalized, show, []step{forward}),
		hop("url-path-2f-reject", "server.http-parseopts = (\n\t\"url-normalize\" => \"enable\",\n\t\"url-normalize-required\" => \"enable\",\n\t\"url-ctrls-reject\" => \"enable\",\n\t\"url-path-2f-decode\" => \"disable\",\n\t\"url-path-2f-reject\" => \"enable\",\n\t\"url-path-dotseg-remove\" => \"disable\",\n\t\"url-path-dotseg-reject\" => \"enable\" )\n"+proxy,
			[]step{
				&dropFragment{},
				query,
				&lighttpdRequired{},
				&refuseEscapes{400, lighttpdRefused, true},
				refuseText{400, "%2F", false},
				when(not{&lighttpdClean{}}, []step{answer{status: 400}}, nil),
			}, show, []step{forward}),
		hop("map-urlpath", "proxy.header = ( \"map-urlpath\" => ( \"/static\" => \"/files/\", \"/api/\" => \"/v2/\" ) )\n"+proxy,
			normalized, show, []step{when(hasPrefix("/static"), []step{replace{"/static", "/files/"}}, []step{replace{"/api/", "/v2/"}}), forward}),
		hop("alias.url", "server.document-root = \"/srv/www\"\nalias.url = ( \"/static\" => \"/srv/files/\", \"/api/v1/\" => \"/srv/files/\" )",
			normalized, []step{
				decode{},
				rule,
				when(hasPrefix("/static"), []step{
					when(either{either{is("/static."), hasPrefix("/static./")}, either{is("/static.."), hasPrefix("/static../")}}, []step{answer{status: 403}}, nil),
					replace{"/static", "/srv/files/"},
				}, []step{when(hasPrefix("/api/v1/"), []step{replace{"/api/v1/", "/srv/files/"}}, []step{replace{"", "/srv/www"}})}),
				app,
			}),
	}
}

func lighttpdForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	authority, path, hasPath := strings.Cut(rest, "/")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") || !hasPath || !strings.EqualFold(authority, recordedHost) {
		r.end(400)
		return
	}
	r.origin, r.path = "/"+path, "/"+path
}

var (
	lighttpdKept    = percent.Unreserved.Add("!$&'()*+,/:;=?@")
	lighttpdRefused = controls.AddRange(0xf5, 0xff).Add("\xc0\xc1")
)

// normalize decodes the escapes of the octets in decoded, writes the digits of the
// others in upper case, and escapes octets that are not in kept and a % that begins no
// escape.
type normalize struct{ decoded, kept percent.ByteSet }

func (s normalize) words() Step {
	return Step{"normalize", "decode escapes of " + set(s.decoded) + ", write the digits of others in upper case, and escape a % that begins no escape and octets other than " + set(s.kept)}
}

func (s normalize) do(r *request) { r.path = s.normalized(r.path) }

func (s normalize) normalized(path string) string {
	var b []byte
	for path != "" {
		switch c, ok := escape(path); {
		case path[0] != '%' || !ok:
			b = append(b, encode{kept: s.kept}.encoded(path[:1])...)
			path = path[1:]
			continue
		case s.decoded.Contains(c):
			b = append(b, c)
		default:
			b = append(b, '%', pct.UpperHex[c>>4], pct.UpperHex[c&15])
		}
		path = path[3:]
	}
	return string(b)
}

// refuseEscapes answers with status if the path or, with tail, also the tail has an
// escape of an octet of the set.
type refuseEscapes struct {
	status int
	octets percent.ByteSet
	tail   bool
}

func (s *refuseEscapes) words() Step {
	return Step{"refuse", fmt.Sprintf("answer %d to escapes of %s", s.status, set(s.octets))}
}

func (s *refuseEscapes) do(r *request) {
	text := r.path
	if s.tail {
		text += r.tail
	}
	for i := range len(text) {
		if text[i] == '%' {
			if c, ok := escape(text[i:]); ok && s.octets.Contains(c) {
				r.end(s.status)
				return
			}
		}
	}
}

// replaceAll replaces every occurrence of a text.
type replaceAll struct{ old, by string }

func (s replaceAll) words() Step {
	return Step{"replace", "replace every " + s.old + " with " + s.by}
}

func (s replaceAll) do(r *request) { r.path = strings.ReplaceAll(r.path, s.old, s.by) }

// showRule matches rules against the result of other steps on the path, which
// is not changed.
type showRule struct{ steps []step }

func (s *showRule) words() Step {
	return Step{"rule", "match rules against what follows from the path: " + inWords(s.steps)}
}

func (s *showRule) do(r *request) {
	c := request{target: r.target, origin: r.origin, path: r.path, tail: r.tail}
	for _, s := range s.steps {
		if s.do(&c); c.done {
			r.result, r.done = c.result, true
			return
		}
	}
	r.result.Rule = Part{c.path, true}
}

func (s *showRule) follow(v *variant) []*variant {
	list := v.as(s.steps...)
	for i, w := range list {
		list[i] = w.copied()
		list[i].rule, list[i].at = w.at, v.at
	}
	return list
}

// lighttpdDecode decodes escapes, those of control characters to _. A path with escapes
// ends at a NUL after the first %.
type lighttpdDecode struct{}

func (*lighttpdDecode) words() Step {
	return Step{"decode", "decode escapes once, to _ those of control characters; keep malformed ones, and end at a NUL behind a %"}
}

func (*lighttpdDecode) do(r *request) {
	var b []byte
	for path := r.path; path != ""; {
		if path[0] == 0 && strings.Contains(r.path[:len(r.path)-len(path)], "%") {
			break
		}
		c, ok := escape(path)
		switch {
		case path[0] != '%' || !ok:
			b, path = append(b, path[0]), path[1:]
			continue
		case controls.Contains(c):
			c = '_'
		}
		b, path = append(b, c), path[3:]
	}
	r.path = string(b)
}

// lighttpdRequired is burl_normalize_basic_required: before the first ? it leaves the
// escapes of / and ?, and after it those of &, =, ; and +.
type lighttpdRequired struct{}

func (*lighttpdRequired) words() Step {
	return Step{"normalize", "as normalize, with escapes of " + set(lighttpdKept) + " decoded, but up to the first ? not those of / and ?, and behind it not those of &, =, ; and +"}
}

func (*lighttpdRequired) do(r *request) {
	path, query := cutAny(r.path, "?")
	r.path = lighttpdPath.normalized(path) + lighttpdQuery.normalized(query)
	r.tail = lighttpdQuery.normalized(r.tail)
}

var (
	lighttpdPath  = normalize{decoded: lighttpdKept.Remove("/?"), kept: lighttpdKept}
	lighttpdQuery = normalize{decoded: lighttpdKept.Remove("&=;+"), kept: lighttpdKept}
)

// splitLast cuts the path before the last octet at.
type splitLast struct{ at byte }

func (s *splitLast) words() Step {
	return Step{"split", "split off what begins at the last " + octet(s.at)}
}

func (s *splitLast) do(r *request) {
	if i := strings.LastIndexByte(r.path, s.at); i >= 0 {
		r.path, r.tail = r.path[:i], r.path[i:]+r.tail
	}
}

// lighttpdClean holds for paths without "//" and without a segment that is "." or "..", or
// begins with it and a ?.
type lighttpdClean struct{}

func (*lighttpdClean) text() string {
	return `has no "//" and no segment "." or "..", also before a ?`
}

func (*lighttpdClean) holds(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if name, _, _ := strings.Cut(segment, "?"); name == "." || name == ".." {
			return false
		}
	}
	return !strings.Contains(path, "//")
}

// normalizer is normalize.
type normalizer struct {
	decoded, kept percent.ByteSet
	same          bool // escapes stay as they are
}

func (m *normalizer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	raw := func(c symbol) []symbol {
		return text(encode{kept: m.kept}.encoded(string([]byte{byte(c)})))
	}
	switch hex := pct.Hex(byte(in)) < 16; {
	case s >= 2 && hex:
		c := pct.Hex(byte(s-2))<<4 | pct.Hex(byte(in))
		if m.decoded.Contains(c) {
			emit(0, symbol(c))
			return
		}
		if m.same {
			emit(0, '%', symbol(s-2), in)
			return
		}
		emit(0, '%', symbol(pct.UpperHex[c>>4]), symbol(pct.UpperHex[c&15]))
	case s == 1 && hex:
		emit(2 + uint32(in))
	case in == '%':
		emit(1, m.held(s)...)
	default:
		emit(0, append(m.held(s), raw(in)...)...)
	}
}

// held returns the output for text that begins like an escape but is none.
func (m *normalizer) held(s uint32) []symbol {
	if s == 0 {
		return nil
	}
	held := text(encode{kept: m.kept}.encoded("%"))
	if s >= 2 {
		held = append(held, text(encode{kept: m.kept}.encoded(string([]byte{byte(s - 2)})))...)
	}
	return held
}

func (m *normalizer) end(s uint32, emit func(...symbol)) { emit(m.held(s)...) }

func (m *normalizer) classes() []percent.ByteSet { return []percent.ByteSet{m.decoded, m.kept} }

// modes gives the text before the first ? to one machine, and the rest to another.
type modes struct{ path, query machine }

const inQuery = 1 << 30

func (m *modes) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	flush := func(out ...symbol) { emit(s&inQuery, append(out[:len(out):len(out)], mark)...) }
	switch {
	case in == mark && s&inQuery != 0:
		m.query.end(s&^inQuery, flush)
	case in == mark:
		m.path.end(s, flush)
	case s&inQuery != 0:
		m.query.next(s&^inQuery, in, func(s uint32, out ...symbol) { emit(s|inQuery, out...) })
	case in == '?':
		m.path.end(s, func(out ...symbol) {
			m.query.next(0, in, func(s uint32, more ...symbol) { emit(s|inQuery, append(out[:len(out):len(out)], more...)...) })
		})
	default:
		m.path.next(s, in, emit)
	}
}

func (m *modes) end(s uint32, emit func(...symbol)) {
	if s&inQuery != 0 {
		m.query.end(s&^inQuery, emit)
		return
	}
	m.path.end(s, emit)
}

func (m *modes) classes() []percent.ByteSet {
	var list []percent.ByteSet
	for _, m := range []machine{m.path, m.query} {
		if c, ok := m.(classifier); ok {
			list = append(list, c.classes()...)
		}
	}
	return list
}

// lastSplitter is splitLast: at every octet it guesses whether it is the last.
type lastSplitter byte

func (m lastSplitter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const another, tail = 1, 2 // another must follow
	switch is := byte(in) == byte(m); {
	case s == tail:
		if !is {
			emit(tail, in)
		}
	case is:
		emit(another, in)
		emit(tail, mark, in)
	default:
		emit(s, in)
	}
}

func (m lastSplitter) end(s uint32, emit func(...symbol)) {
	if s != 1 {
		emit()
	}
}

func (m lastSplitter) classes() []percent.ByteSet { return each(string([]byte{byte(m)})) }

// allReplacer is replaceAll. The state is how much of the text was seen.
type allReplacer replaceAll

func (m allReplacer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark {
		emit(0, append(text(m.old[:s]), in)...)
		return
	}
	seen := m.old[:s] + string([]byte{byte(in)})
	if seen == m.old {
		emit(0, text(m.by)...)
		return
	}
	n := overlap(m.old, s, byte(in), false)
	emit(n, text(seen[:len(seen)-int(n)])...)
}

func (m allReplacer) end(s uint32, emit func(...symbol)) { emit(text(m.old[:s])...) }
func (m allReplacer) classes() []percent.ByteSet         { return each(m.old + m.by) }

// firstReplacer is allReplacer, for the first occurrence only.
type firstReplacer replaceAll

func (m firstReplacer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == replaced {
		emit(s, in)
		return
	}
	done := int(s)+1 == len(m.old) && in == symbol(m.old[s])
	allReplacer(m).next(s, in, func(s uint32, out ...symbol) {
		if done {
			s = replaced
		}
		emit(s, out...)
	})
}

func (m firstReplacer) end(s uint32, emit func(...symbol)) {
	if s == replaced {
		emit()
		return
	}
	allReplacer(m).end(s, emit)
}

func (m firstReplacer) classes() []percent.ByteSet { return each(m.old + m.by) }

// escapesOf holds for texts with an escape of one of the octets.
type escapesOf percent.ByteSet

func (c escapesOf) step(s uint32, in byte) uint32 {
	hex := pct.Hex(in) < 16
	switch {
	case s >= 2 && hex && percent.ByteSet(c).Contains(pct.Hex(byte(s-2))<<4|pct.Hex(in)):
		return always
	case in == '%':
		return 1
	case s == 1 && hex:
		return 2 + uint32(in)
	}
	return 0
}

func (escapesOf) holdsAt(uint32) bool          { return false }
func (c escapesOf) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(c)} }

func (*lighttpdClean) step(s uint32, in byte) uint32 {
	const first, start, one, two, other = 0, 1, 2, 3, 4
	switch {
	case in == '/' && (s == start || s == one || s == two), in == '?' && (s == one || s == two):
		return never
	case in == '/':
		return start
	case in == '.' && (s == start || s == one):
		return s + 1
	}
	return other
}

func (*lighttpdClean) holdsAt(s uint32) bool { return s != 2 && s != 3 }

func (s normalize) follow(v *variant) []*variant {
	return v.onPath(&normalizer{decoded: s.decoded, kept: s.kept})
}
func (s replaceAll) follow(v *variant) []*variant { return v.onPath(allReplacer(s)) }
func (*lighttpdDecode) follow(v *variant) []*variant {
	return v.onPath(decoder{keep: true, underscore: true})
}

func (*lighttpdRequired) follow(v *variant) []*variant {
	return v.on(&modes{&normalizer{lighttpdPath.decoded, lighttpdPath.kept, false}, &normalizer{lighttpdQuery.decoded, lighttpdQuery.kept, false}})
}
func (s *splitLast) follow(v *variant) []*variant { return v.on(lastSplitter(s.at)) }

func (s *refuseEscapes) follow(v *variant) []*variant {
	if s.tail {
		return v.on(unmarked{acceptor{escapesOf(s.octets), true}})
	}
	return v.onPath(acceptor{escapesOf(s.octets), true})
}

// unmarked gives a machine path and tail as one text, and hands the mark on.
type unmarked struct{ machine }

func (m unmarked) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark {
		emit(s, mark)
		return
	}
	m.machine.next(s, in, emit)
}

func (m unmarked) classes() []percent.ByteSet { return inPath(m).classes() }
