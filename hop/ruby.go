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
	puma := join(mongrel(" \"<>"), []step{
		form{`answer 400 unless the target is *, begins with / or with letters, digits, +, - or . and a colon; answer 500 if Ruby's URI finds no path in a target that does not begin with /`, pumaForm},
		split{"?#"},
	})
	return []*Hop{
		hop("puma:rack", "5.6.5", "puma config.ru, app: env[\"PATH_INFO\"]", puma, []step{app}),
		hop("unicorn:rack", "6.0.0", "unicorn config.ru, app: env[\"PATH_INFO\"]", mongrel(" "), []step{
			form{`answer 400 unless the target is *, begins with / or is http or https, "://", a host and a path`, unicornForm},
			when(is("*"), []step{replaceWhole{""}}, nil),
			&checkEscapes{400},
			split{"?#"},
			app,
		}),
		hop("sinatra:puma", "3.0.5", "get(/(.*)/m), rule: request.path_info, app: the group\nstarted by puma", puma, []step{
			&sinatraQuery{},
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
		}),
		hop("webrick:mount_proc", "1.8.1", "server.mount_proc(\"/\"), rule: request.unparsed_uri, app: request.path", []step{
			trimAround{rubySpace},
			lineFeed,
			refuse{status: 400, octets: percent.ASCII.Complement().Add(rubySpace), tail: true},
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
		}),
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

func pumaForm(r *request) {
	if strings.HasPrefix(r.path, "/") || r.path == "*" {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, ":")
	if !ok || has(scheme, letters.Union(digits).Add("+-.").Complement()) {
		r.end(400)
		return
	}
	rest, _, _ = strings.Cut(rest, "#")
	path, ok := rubyURI(r, scheme, rest)
	switch {
	case r.done:
	case !ok:
		r.end(500)
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

func unicornForm(r *request) {
	if strings.HasPrefix(r.path, "/") || r.path == "*" {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, "://")
	authority, path := cutAny(rest, "/")
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
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

// sinatraQuery answers 400 to a query with malformed escapes or that is not UTF-8.
type sinatraQuery struct{}

func (*sinatraQuery) words() Step {
	return Step{"query", "answer 400 to a query with malformed escapes or that is not UTF-8; what is in brackets in it is not described"}
}

func (*sinatraQuery) do(r *request) {
	query, _, _ := strings.Cut(r.tail, "#")
	query, ok := strings.CutPrefix(query, "?")
	if !ok {
		return
	}
	decoded, ok := decode{malformed: 400}.decoded(query)
	switch {
	case !ok || !(&isUTF8{}).holds(decoded):
		r.end(400)
	case strings.Contains(decoded, "["):
		r.unknown("a query with brackets")
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

// sinatraParser is sinatraQuery, but passes a query with brackets on, whatever becomes of it:
// the path is the same. The state is 0 in the path, 1 after the mark, 2 in a
// fragment, and in a query 4 and, above, what utf8Next returned and the state of a decoder.
type sinatraParser struct{}

func (*sinatraParser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const path, marked, fragment, query = 0, 1, 2, 4
	switch {
	case s == path && in == mark:
		emit(marked, in)
	case s == path, s == fragment:
		emit(s, in)
	case s == marked && in == '?':
		emit(query, in)
	case s == marked, s == query && in == '#':
		emit(fragment, in)
	case in != '#':
		decoder{}.next(s>>8, in, func(digit uint32, out ...symbol) {
			character, ok := s>>4&15, true
			if len(out) > 0 {
				character, ok = utf8Next(character, byte(out[0]))
			}
			if ok {
				emit(digit<<8|character<<4|query, in)
			}
		})
	}
}

func (*sinatraParser) end(s uint32, emit func(...symbol)) {
	if s <= 4 {
		emit()
	}
}

func (*sinatraParser) classes() []percent.ByteSet { return octetsOfUTF8.Get() }

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

func (*sinatraQuery) follow(v *variant) []*variant {
	return v.on(&sinatraParser{})
}

func (*webrickTail) follow(v *variant) []*variant { return v.on(&webrickParser{}) }

func (*webrickRule) follow(v *variant) []*variant {
	target := v.copied()
	target.at = -1
	c := target.with(&frontSlashes{})
	c.rule, c.at = c.at, v.at
	return []*variant{c}
}
