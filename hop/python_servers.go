package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// pythonServerHops returns the hops of servers in Python without WSGI or ASGI.
func pythonServerHops() []*Hop {
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, steps)
	}
	noPath := when(hasPrefix("/"), nil, []step{answer{status: 404}})
	folder := []step{
		replace{"", "/"},
		&merge{},
		dots{bare: true},
		&dropLastSlash{},
		when(is("/"), []step{replaceWhole{""}}, nil),
		replace{"", "/srv/www"},
	}
	httpServer := func(version string, steps ...step) *Hop {
		return model("python:http.server", version, "SimpleHTTPRequestHandler in /srv/www, rule: self.path, app: what translate_path returns",
			[]step{lineFeed, trimWhiteSpace, refuse{status: 400, octets: pythonSpace, tail: true}, slashesToOne, &showTail{}, split{"?#"}}, steps, []step{app})
	}
	closeAtNull := when(includes{substring: "\x00"}, []step{&closeUnseen{}}, nil)
	inFolder := append(slices.Clone(folder), &appendText{"/"})
	unquote := []step{latin1, &pythonUnquote{}}
	tornado := func(version string, refused percent.ByteSet) *Hop {
		return hop("tornado:web", version, "Application([(r\"(?s)/(.*)\", Show)]), rule: self.request.path, app: the group after /",
			lineFeed, refuse{status: 400, octets: refused, tail: true}, split{"?"}, noPath,
			whenMade([]step{latin1, decode{}}, &isUTF8{}, nil, []step{answer{status: 400}}), rule, latin1, decode{}, app)
	}
	twisted := func(version string, line ...step) *Hop {
		return model("twisted:web", version, "a Resource that is a leaf, rule: request.path, app: request.postpath joined by / after /", line, []step{
			split{"?"},
			when(is("*"), []step{answer{status: 405}}, nil), rule, firstToSlash,
			decode{},
			app,
		})
	}
	return []*Hop{
		httpServer("3.11.2", when(hasSuffix("/"), slices.Concat(unquote, inFolder), slices.Concat(unquote, folder, []step{closeAtNull}))),
		httpServer("3.13.5, 3.14.10", slices.Concat(unquote, []step{when(hasSuffix("/"), inFolder, append(folder, closeAtNull))})...),
		tornado("6.2, 6.4.2", percent.ByteSet{}.Add(" ")),
		tornado("6.5.5", controls.Add(" ")),
		twisted("22.4.0", trimAround{" \t\n\r\v\f"}, refuse{status: 400, octets: percent.ByteSet{}.Add(" \t\n\r\v\f"), tail: true}),
		twisted("24.11.0, 26.4.0", lineFeed, refuse{status: 400, octets: percent.ByteSet{}.AddRange(0, ' ').AddRange(0xb1, 0xff), tail: true}),
		hop("aiohttp:web", "3.8.4", "app.router.add_get(\"/{path:.*}\", show), rule: request.path, app: request.match_info[\"path\"] after /",
			trimEnd{" "}, refuse{status: 400, octets: controls.Add(" ").Remove("\t\f"), tail: true},
			form{llhttpText, llhttpForm}, form{"remove a scheme, a host and everything from the first ? or # after them, and drop tabs if there is a scheme", aiohttpForm},
			when(includes{substring: "?"}, []step{split{"?"}}, []step{split{"#"}}), noPath, aiohttpDecode, rule, app),
	}
}

func aiohttpForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	if _, rest, ok := strings.Cut(r.path, "://"); ok {
		authority, path := cutAny(withoutLineEnds(rest), "/?#") // urllib.parse.urlsplit drops them
		if !pythonBrackets(authority) {
			(&closeUnseen{}).do(r)
			return
		}
		path, r.tail = cutAny(path, "?#")
		r.origin, r.path = path, path
	}
}

// pythonUnquote is urllib.parse.unquote, for octets of UTF-8. Text with surrogates,
// which it accepts if nothing else is wrong, cannot be a file name.
type pythonUnquote struct{}

func (*pythonUnquote) words() Step {
	return Step{"decode", "decode escapes once; keep malformed ones; write U+FFFD for invalid UTF-8, but close the connection if that is only surrogates"}
}

func (*pythonUnquote) do(r *request) {
	decode{}.do(r)
	surrogates, other := false, false
	for b := r.path; b != ""; {
		n, valid, _ := wtf8.Subsequence(b)
		switch {
		case valid:
		case len(b) >= 3 && b[0] == 0xed && 0xa0 <= b[1] && b[1] <= 0xbf && 0x80 <= b[2] && b[2] <= 0xbf:
			surrogates, n = true, 3
		default:
			other = true
		}
		b = b[n:]
	}
	if surrogates && !other {
		(&closeUnseen{}).do(r)
		return
	}
	r.path = replaceMalformed.of(r.path)
}

// closeUnseen closes the connection before rules or the application see the
// request.
type closeUnseen struct{}

func (*closeUnseen) words() Step { return Step{"close", "close the connection"} }

func (*closeUnseen) do(r *request) { *r = request{target: r.target, done: true} }

// showTail matches rules against the path and the tail.
type showTail struct{}

func (*showTail) words() Step { return Step{"rule", "match rules against path and query"} }

func (*showTail) do(r *request) { r.result.Rule = Part{r.path + r.tail, true} }

// appendText adds a text at the end of the path.
type appendText struct{ text string }

func (s *appendText) words() Step   { return Step{"path", "add " + shown(s.text) + " at the end"} }
func (s *appendText) do(r *request) { r.path += s.text }

// isUTF8 holds for paths that are UTF-8.
type isUTF8 struct{}

func (*isUTF8) text() string           { return "is UTF-8" }
func (*isUTF8) holds(path string) bool { return replaceMalformed.of(path) == path }

var (
	firstToSlash = &change{"path", "replace the first octet with a slash", func(path string) string {
		return "/" + path[min(1, len(path)):]
	}}
	// aiohttpDecode decodes a path as yarl does.
	aiohttpDecode = &change{"decode", "decode escapes of UTF-8 once, and keep the others", func(path string) string {
		var b strings.Builder
		for path != "" {
			n := 0
			for strings.HasPrefix(path[n:], "%") {
				if _, ok := escape(path[n:]); !ok {
					break
				}
				n += 3
			}
			if n == 0 {
				b.WriteByte(path[0])
				path = path[1:]
				continue
			}
			run, _ := (decode{}).decoded(path[:n])
			for at := 0; at < len(run); {
				size, valid, _ := wtf8.Subsequence(run[at:])
				if valid {
					b.WriteString(run[at : at+size])
				} else {
					b.WriteString(path[3*at : 3*(at+size)])
				}
				at += size
			}
			path = path[n:]
		}
		return b.String()
	}}
)

// The step of isUTF8 is that of a reader of UTF-8.
func (*isUTF8) step(s uint32, in byte) uint32 {
	if next, ok := utf8Next(s, in); ok {
		return next
	}
	return never
}

func (*isUTF8) holdsAt(s uint32) bool      { return s == 0 }
func (*isUTF8) classes() []percent.ByteSet { return octetsOfUTF8.Get() }

// firstSlasher is firstToSlash.
type firstSlasher struct{}

func (*firstSlasher) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == 0 {
		in = '/'
	}
	emit(1, in)
}

func (*firstSlasher) end(s uint32, emit func(...symbol)) {
	if s == 0 {
		emit('/')
		return
	}
	emit()
}

// appender is appendText.
type appender string

func (appender) next(s uint32, in symbol, emit func(uint32, ...symbol)) { emit(s, in) }
func (m appender) end(_ uint32, emit func(...symbol))                   { emit(text(string(m))...) }

// surrogateText holds for octets that are UTF-8 but for surrogates, of which there are some.
// The state is what utf8Next returned, or that one octet of a surrogate is missing, and
// above whether there was one.
type surrogateText struct{}

func (*surrogateText) step(s uint32, in byte) uint32 {
	const afterED, last, seen = 5, 15, 16
	switch flag := s & seen; {
	case s&15 == afterED && 0xa0 <= in && in <= 0xbf:
		return seen | last
	case s&15 == last:
		if 0x80 <= in && in <= 0xbf {
			return seen
		}
		return never
	default:
		next, ok := utf8Next(s&15, in)
		if !ok {
			return never
		}
		return flag | next
	}
}

func (*surrogateText) holdsAt(s uint32) bool      { return s == 16 }
func (*surrogateText) classes() []percent.ByteSet { return octetsOfUTF8.Get() }

// escapeKeeper is aiohttpDecode. At the first octet of a character in escapes it guesses
// whether all of it follows. The state is that of a decoder and, above it, that of a
// repairer.
type escapeKeeper struct{}

func (*escapeKeeper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	digit, character := s&0x1ff, s>>9
	hex := pct.Hex(byte(in)) < 16
	held := decoder{}.held(digit)
	switch {
	case digit == 1 && hex:
		emit(character<<9 | 2 + uint32(in))
		return
	case digit == 0 && in == '%':
		emit(s | 1)
		return
	case digit < 2 || !hex: // the escapes end
		if character != 0 && character&noCharacter == 0 {
			return // guessed wrong
		}
		if in == '%' {
			emit(1, held...)
			return
		}
		emit(0, append(held, in)...)
		return
	}
	c := pct.Hex(byte(digit-2))<<4 | pct.Hex(byte(in))
	written := append(held, in)
	if character != 0 {
		after, ok := utf8Next(character&^noCharacter, c)
		switch bad := character & noCharacter; {
		case ok && bad == 0:
			emit(after<<9, symbol(c))
			return
		case ok && after != 0:
			emit((bad|after)<<9, written...)
			return
		case ok, bad == 0:
			return // guessed wrong
		}
	}
	switch after, ok := utf8Next(0, c); {
	case !ok:
		emit(0, written...)
	case after == 0:
		emit(0, symbol(c))
	default:
		emit(after<<9, symbol(c))
		emit((noCharacter|after)<<9, written...)
	}
}

func (*escapeKeeper) end(s uint32, emit func(...symbol)) {
	if character := s >> 9; character == 0 || character&noCharacter != 0 {
		emit(decoder{}.held(s & 0x1ff)...)
	}
}

func (*escapeKeeper) classes() []percent.ByteSet { return octetsOfUTF8.Get() }

func (*pythonUnquote) follow(v *variant) []*variant {
	return v.onPath(decoder{keep: true}, acceptor{&surrogateText{}, true}, replacing)
}

func (*closeUnseen) follow(*variant) []*variant    { return nil }
func (s *appendText) follow(v *variant) []*variant { return v.onPath(appender(s.text)) }

// Nothing was split off before this step.
func (*showTail) follow(v *variant) []*variant { return v.take(rule) }
