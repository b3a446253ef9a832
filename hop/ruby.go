package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// rubyHops returns the hops of servers in Ruby: Puma and Unicorn read the request line with
// the parser of Mongrel.
func rubyHops() []*Hop {
	hop := func(name, version, config string, steps ...[]step) *Hop {
		return model(name, version, config, steps...)
	}
	mongrel := func(refused string) []step {
		return []step{
			lineFeed,
			refuse{status: 400, octets: controls.Add(refused), tail: true},
			when(&twoHashes{}, []step{answer{status: 400}}, nil),
		}
	}
	const pumaText = `answer 400 unless the target is *, begins with / or with letters, digits, +, - or . and a colon; `
	puma5 := join(mongrel(" \"<>"), []step{form{pumaText + "answer 500 if Ruby's URI finds no path in a target that does not begin with /", puma5Form}, split{"?#"}})
	puma8 := join(mongrel(" \"<>"), []step{form{pumaText + "take the path that Ruby's URI finds in a target that does not begin with /, or none, and answer 400 if it finds no URI", puma8Form}, split{"?#"}})
	sinatra := func(version string, puma []step, query sinatraQuery) *Hop {
		return hop("sinatra:puma", version, "get(/(.*)/m), rule: request.path_info, app: the group\nstarted by puma", puma, []step{
			query,
			when(is(""), nil, []step{
				decode{kept: percent.ByteSet{}.Add(`./\`).Complement()},
				backslash,
				when(hasPrefix("/"), nil, []step{replace{"", "/"}}),
				&merge{},
				dots{},
			}),
			rule,
			when(is(""), []step{replace{"", "/"}}, nil),
			decode{},
			app,
		})
	}
	webrick := func(version string, line ...step) *Hop {
		return hop("webrick:mount_proc", version, "server.mount_proc(\"/\"), rule: request.unparsed_uri, app: request.path", line, []step{
			form{`remove a scheme and a host or, if the target does not begin with /, everything before its first /; answer 404 to *`, webrickForm},
			&frontSlash{},
			split{"?#"},
			when(not{either{hasPrefix("/"), is("")}}, []step{answer{status: 400}}, nil),
			refuse{status: 400, octets: pchar.Complement()},
			&webrickTail{},
			decode{malformed: 400},
			when(hasSuffix("\n"), []step{&dropLineFeed{}, &merge{}, dots{above: 400}, &appendText{"\n"}}, []step{&merge{}, dots{above: 400}}),
			&webrickRule{},
			app,
		})
	}
	notSpace := refuse{status: 400, octets: percent.ASCII.Complement().Add(rubySpace), tail: true}
	return []*Hop{
		hop("puma:rack", "5.6.5", "puma config.ru, app: env[\"PATH_INFO\"]", puma5, []step{app}),
		hop("puma:rack", "6.6.0, 8.0.2", "puma config.ru, app: env[\"PATH_INFO\"]", puma8, []step{app}),
		hop("unicorn:rack", "6.0.0, 6.1.0", "unicorn config.ru, app: env[\"PATH_INFO\"]", mongrel(" "), []step{
			form{`answer 400 unless the target is *, begins with / or is http or https, "://", a host and a path`, unicornForm},
			when(is("*"), []step{replaceWhole{""}}, nil),
			&checkEscapes{400},
			split{"?#"},
			app,
		}),
		sinatra("3.0.5", puma5, sinatraQuery{"&;", true}),
		sinatra("4.1.1", puma8, sinatraQuery{"&", false}),
		webrick("1.8.1", trimAround{rubySpace}, lineFeed, notSpace),
		webrick("1.9.1, 1.9.2", lineFeed, notSpace),
	}
}

// rubySpace are the octets that \s matches in Ruby.
const rubySpace = " \t\n\v\f\r"

// twoHashes holds for texts with more than one #.
type twoHashes struct{}

func (*twoHashes) text() string           { return "has more than one #" }
func (*twoHashes) holds(text string) bool { return strings.Count(text, "#") > 1 }

func (*twoHashes) step(s uint32, in byte) uint32 {
	switch {
	case in != '#':
		return s
	case s == 1:
		return always
	}
	return 1
}

func (*twoHashes) holdsAt(uint32) bool { return false }

func puma5Form(r *request) { pumaForm(r, 500, false) }
func puma8Form(r *request) { pumaForm(r, 400, true) }

// pumaForm answers with the status where Ruby's URI is invalid and, unless that is opaque, has
// no path.
func pumaForm(r *request, status int, opaque bool) {
	if strings.HasPrefix(r.path, "/") || r.path == "*" {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, ":")
	if !ok || has(scheme, letters.Union(digits).Add("+-.").Complement()) {
		r.end(400)
		return
	}
	rest, _, _ = strings.Cut(rest, "#")
	if opaque && scheme != "" && isLetter(scheme[0]) && rest != "" && rest[0] != '/' && !has(rest, pchar.Add("?[]").Complement()) && !strings.ContainsAny(rest[:1], "[]") && (&wellFormed{}).holds(rest) {
		r.origin, r.path = "", ""
		return
	}
	path, ok := rubyURI(r, scheme, rest)
	switch {
	case r.done:
	case !ok:
		r.end(status)
	default:
		r.origin, r.path = path, path
	}
}

// rubyURI returns the path, the query and the fragment of a URI as Ruby's parser finds
// them. It reports false if there is no path or the URI is invalid.
func rubyURI(r *request, scheme, rest string) (path string, ok bool) {
	if scheme == "" || !isLetter(scheme[0]) || has(rest, percent.ASCII.Complement()) {
		return "", false
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		authority, after := cutAny(after, "/?#")
		if i := strings.LastIndexByte(authority, '@'); i >= 0 {
			user := authority[:i]
			if has(user, pchar.Remove("/@").Complement()) || !(&wellFormed{}).holds(user) {
				return "", false
			}
			authority = authority[i+1:]
		}
		host, port, _ := strings.Cut(authority, ":")
		switch {
		case authority == "[::1]":
		case strings.Contains(authority, "["):
			r.unknown("an IP literal in a target in absolute form")
			return "", false
		case has(host, pchar.Remove("/:@").Complement()), has(port, digits.Complement()), !(&wellFormed{}).holds(host):
			return "", false
		}
		rest = after
	} else if !strings.HasPrefix(rest, "/") && rest != "" {
		return "", false
	}
	name, tail := cutAny(rest, "?#")
	if has(name, pchar.Complement()) || !(&wellFormed{}).holds(name) || !rubyTail(tail) {
		return "", false
	}
	if strings.EqualFold(scheme, "ftp") {
		r.unknown("a target with the scheme ftp")
	}
	return rest, true
}

// rubyTail reports whether Ruby's URI accepts a query and a fragment. A % in a query
// must be followed by at least one digit.
func rubyTail(tail string) bool {
	query, fragment, _ := strings.Cut(tail, "#")
	for i := range len(query) {
		if query[i] == '%' && len(query) >= i+3 && pct.Hex(query[i+1]) >= 16 && pct.Hex(query[i+2]) >= 16 {
			return false
		}
	}
	return !has(fragment, pchar.Add("?").Complement()) && (&wellFormed{}).holds(fragment)
}

// mongrelSpecial are the octets that user information may not hold.
var mongrelSpecial = controls.Add(` "<>#?/`)

func unicornForm(r *request) {
	if strings.HasPrefix(r.path, "/") || r.path == "*" {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	authority, path := cutAny(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		for user := range strings.SplitSeq(authority[:i], "@") {
			ok = ok && user != "" && !has(user, mongrelSpecial) && (&wellFormed{}).holds(user)
		}
		authority = authority[i+1:]
	}
	host, port, _ := strings.Cut(authority, ":")
	switch {
	case !ok, !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"), path == "",
		authority != "[::1]" && (host == "" || has(host, apacheAlnum.Add("-._").Complement()) || has(port, digits.Complement())):
		r.end(400)
		return
	}
	r.origin, r.path = path, path
}

// sinatraQuery answers 400 to a query with malformed escapes and, as Rack 2 does and Rack 3 does
// not, to one with a name that is not UTF-8. Its parts end at one of the separators.
type sinatraQuery struct {
	separators string
	names      bool
}

func (s sinatraQuery) words() Step {
	text := "answer 400 to a query with malformed escapes"
	if s.names {
		text += " or with a name that is not UTF-8"
	}
	return Step{"query", text + "; names end at = and any of " + set(percent.ByteSet{}.Add(s.separators)) + ", and one with brackets is not described"}
}

func (s sinatraQuery) do(r *request) {
	query, _, _ := strings.Cut(r.tail, "#")
	query = strings.TrimPrefix(query, "?")
	for query != "" {
		part, rest := cutAny(query, s.separators)
		query = rest[min(1, len(rest)):]
		name, value, _ := strings.Cut(part, "=")
		name, ok := decode{malformed: 400}.decoded(name)
		switch _, well := (decode{malformed: 400}).decoded(value); {
		case !ok, !well, s.names && !(&isUTF8{}).holds(name):
			r.end(400)
			return
		case strings.Contains(name, "["):
			r.unknown("a query with brackets")
			return
		}
	}
}

func webrickForm(r *request) {
	switch {
	case r.path == "*":
		r.end(404)
		return
	case strings.HasPrefix(r.path, "/"):
		return
	}
	scheme, rest, ok := strings.Cut(r.path, ":")
	if ok && !strings.ContainsAny(scheme, "/?#") {
		path, ok := rubyURI(r, scheme, rest)
		if !r.done && (!ok || !strings.HasPrefix(path, "/")) {
			r.end(400)
		}
		r.origin, r.path = path, path
		return
	}
	// A relative target is parsed again after http://h.test.
	host, path := cutAny(r.path, "/?#")
	switch {
	case strings.Contains(host, "@"):
		r.unknown("an @ in a target that does not begin with a slash")
	case has(host, pchar.Remove("/:@").Complement()), !(&wellFormed{}).holds(host), !strings.HasPrefix(path, "/"):
		r.end(400)
	default:
		r.origin, r.path = path, path
	}
}

// webrickTail answers 400 to a query or a fragment that Ruby's URI does not accept.
type webrickTail struct{}

func (*webrickTail) words() Step {
	return Step{"refuse", "answer 400 to a query with a % and two octets that are no digits, and to a fragment with malformed escapes or with other octets than " + set(pchar.Add("?"))}
}

func (*webrickTail) do(r *request) {
	if !rubyTail(r.tail) {
		r.end(400)
	}
}

// webrickRule shows the target with its leading slashes reduced to one.
type webrickRule struct{}

func (*webrickRule) words() Step {
	return Step{"rule", "match rules against the target with its leading slashes merged"}
}

func (*webrickRule) do(r *request) {
	c := request{path: strings.Trim(r.target, rubySpace)}
	(&frontSlash{}).do(&c)
	r.result.Rule = Part{c.path, true}
}

// sinatraParser is sinatraQuery, but passes a name with brackets on, whatever becomes of it:
// the path is the same. The state is 0 in the path, 1 after the mark, 2 in a
// fragment, in a name 4 and, above, what utf8Next returned and the state of a decoder, and in a
// value 5 and, above, the state of a decoder.
type sinatraParser sinatraQuery

func (m sinatraParser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const path, marked, fragment, name, value = 0, 1, 2, 4, 5
	switch {
	case s == path && in == mark:
		emit(marked, in)
	case s == path, s == fragment:
		emit(s, in)
	case s == marked && in == '?':
		emit(name, in)
	case s == marked, (s == name || s == value) && in == '#':
		emit(fragment, in)
	case in != '#':
		decoder{}.next(s>>8, in, func(digit uint32, out ...symbol) {
			character, kind, ok := s>>4&15, s&15, true
			switch {
			case strings.IndexByte(m.separators, byte(in)) >= 0:
				ok, kind, character = character == 0, name, 0
			case kind == name && in == '=':
				ok, kind = character == 0, value
			case kind == name && m.names && len(out) > 0:
				character, ok = utf8Next(character, byte(out[0]))
			}
			if ok {
				emit(digit<<8|character<<4|kind, in)
			}
		})
	}
}

func (sinatraParser) end(s uint32, emit func(...symbol)) {
	if s <= 5 {
		emit()
	}
}

func (m sinatraParser) classes() []percent.ByteSet {
	return append(octetsOfUTF8.Get(), each(m.separators+"=")...)
}

// webrickParser is webrickTail. The state is 0 in the path, and in the query 1 and whether
// the last octet was a %, and whether the one before was and the last is no digit; in the
// fragment it is 16 and the state of wellFormed.
type webrickParser struct{}

func (*webrickParser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const query, last, before, fragment = 1, 2, 4, 16
	switch {
	case in == mark:
		emit(query, in)
	case s == 0:
		emit(s, in)
	case s >= fragment:
		if s = (&wellFormed{}).step(s-fragment, byte(in)); s != never && pchar.Add("?").Contains(byte(in)) {
			emit(fragment+s, in)
		}
	case in == '#':
		emit(fragment, in)
	default:
		digit, next := pct.Hex(byte(in)) < 16, uint32(query)
		if s&before != 0 && !digit {
			return
		}
		if s&last != 0 && !digit {
			next |= before
		}
		if in == '%' {
			next |= last
		}
		emit(next, in)
	}
}

func (*webrickParser) end(s uint32, emit func(...symbol)) {
	if s <= 16 {
		emit()
	}
}

func (*webrickParser) classes() []percent.ByteSet { return []percent.ByteSet{pchar} }

func (s sinatraQuery) follow(v *variant) []*variant { return v.on(sinatraParser(s)) }

func (*webrickTail) follow(v *variant) []*variant { return v.on(&webrickParser{}) }

func (*webrickRule) follow(v *variant) []*variant {
	target := v.copied()
	target.at = -1
	c := target.with(&frontSlashes{})
	c.rule, c.at = c.at, v.at
	return []*variant{c}
}
