package hop

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// latin1Reader is latin1.
type latin1Reader struct{}

func (*latin1Reader) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	emit(s, text(string(rune(in)))...)
}

func (*latin1Reader) end(_ uint32, emit func(...symbol)) { emit() }

// repairer is replaceMalformed and escapeMalformed: first and other return what is written for
// the first and for another octet of a part that is not UTF-8. At the first octet beyond
// ASCII it guesses whether it begins a character. The state is what utf8Next returned, and
// above it whether the octets are part of no character.
type repairer struct{ first, other func(c byte) string }

// replacing makes U+FFFD of a part, and escaping escapes its octets.
var (
	replacing = &repairer{func(byte) string { return "\uFFFD" }, func(byte) string { return "" }}
	escaping  = &repairer{escapeOf, escapeOf}
)

func escapeOf(c byte) string { return encode{}.encoded(string([]byte{c})) }

const noCharacter = 16

func (m *repairer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	c := byte(in)
	if s != 0 {
		after, ok := utf8Next(s&^noCharacter, c)
		switch bad := s & noCharacter; {
		case ok && bad == 0:
			emit(after, in)
			return
		case ok && after != 0:
			emit(bad|after, text(m.other(c))...)
			return
		case ok, bad == 0:
			return // guessed wrong
		}
	}
	switch after, ok := utf8Next(0, c); {
	case !ok:
		emit(0, text(m.first(c))...)
	case after == 0:
		emit(0, in)
	default:
		emit(after, in)
		emit(noCharacter|after, text(m.first(c))...)
	}
}

func (m *repairer) end(s uint32, emit func(...symbol)) {
	if s == 0 || s&noCharacter != 0 {
		emit()
	}
}

// octetsOfUTF8 are the sets of octets that a UTF-8 decoder distinguishes.
var octetsOfUTF8 = lazy.Value[[]percent.ByteSet]{Make: func() (list []percent.ByteSet) {
	for _, r := range [][2]byte{{0x80, 0x8f}, {0x90, 0x9f}, {0xa0, 0xbf}, {0xc2, 0xdf}, {0xe0, 0xe0}, {0xe1, 0xef}, {0xed, 0xed}, {0xf0, 0xf0}, {0xf1, 0xf3}, {0xf4, 0xf4}} {
		list = append(list, percent.ByteSet{}.AddRange(r[0], r[1]))
	}
	return slices.Clip(list) // callers append to it
}}

// decodable holds for a path whose escapes are those of text in UTF-8. The state is that of
// a decoder, and above it what utf8Next returned.
type decodable struct{}

func (*decodable) step(s uint32, in byte) uint32 {
	next := uint32(never)
	decoder{}.next(s&0x7f, symbol(in), func(escape uint32, out ...symbol) {
		character, ok := s>>7, true
		if len(out) > 0 {
			character, ok = utf8Next(character, byte(out[0]))
		}
		if ok {
			next = character<<7 | escape
		}
	})
	return next
}

func (*decodable) holdsAt(s uint32) bool { return s == 0 }

// utf8Next returns the state of a reader of UTF-8 after an octet, and whether the octet may
// follow. State 0 is between characters.
func utf8Next(s uint32, c byte) (uint32, bool) {
	const one, two, three, afterE0, afterED, afterF0, afterF4 = 1, 2, 3, 4, 5, 6, 7 // octets to come
	switch s {
	case one:
		return 0, 0x80 <= c && c <= 0xbf
	case two:
		return one, 0x80 <= c && c <= 0xbf
	case three:
		return two, 0x80 <= c && c <= 0xbf
	case afterE0:
		return one, 0xa0 <= c && c <= 0xbf
	case afterED:
		return one, 0x80 <= c && c <= 0x9f
	case afterF0:
		return two, 0x90 <= c && c <= 0xbf
	case afterF4:
		return two, 0x80 <= c && c <= 0x8f
	}
	switch {
	case c < 0x80:
		return 0, true
	case 0xc2 <= c && c <= 0xdf:
		return one, true
	case c == 0xe0:
		return afterE0, true
	case c == 0xed:
		return afterED, true
	case 0xe1 <= c && c <= 0xef:
		return two, true
	case c == 0xf0:
		return afterF0, true
	case 0xf1 <= c && c <= 0xf3:
		return three, true
	case c == 0xf4:
		return afterF4, true
	}
	return 0, false
}

// frontSlashes replaces the leading slashes with one; if add is set, it adds a missing
// one.
type frontSlashes struct{ add bool }

func (m *frontSlashes) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == 2:
		emit(2, in)
	case in == '/' && s == 0:
		emit(1, in)
	case in == '/':
		emit(1)
	case s == 0 && m.add:
		emit(2, '/', in)
	default:
		emit(2, in)
	}
}

func (m *frontSlashes) end(s uint32, emit func(...symbol)) {
	if s == 0 && m.add {
		emit('/')
		return
	}
	emit()
}

// trimmer drops octets of a set at both ends, and refuses them elsewhere.
type trimmer percent.ByteSet

func (m trimmer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch dropped := percent.ByteSet(m).Contains(byte(in)); {
	case dropped && s == 0:
		emit(0)
	case dropped:
		emit(2)
	case s < 2:
		emit(1, in)
	}
}

func (m trimmer) end(_ uint32, emit func(...symbol)) { emit() }

// longer holds for texts with more octets than that.
type longer int

func (c longer) step(s uint32, _ byte) uint32 {
	if int(s) == int(c) {
		return always
	}
	return s + 1
}

func (longer) holdsAt(uint32) bool { return false }

// eraser drops everything.
type eraser struct{}

func (*eraser) next(s uint32, _ symbol, emit func(uint32, ...symbol)) { emit(s) }
func (*eraser) end(_ uint32, emit func(...symbol))                    { emit() }

// pythonParser is pythonURL for targets that begin with a slash: the second may stand after
// octets that are dropped, and then an authority follows.
type pythonParser struct{}

func (*pythonParser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const slash, dropped, authority, path, query, fragment = 1, 2, 3, 4, 5, 6
	drop := in == '\t' || in == '\n' || in == '\r'
	switch {
	case s == 0 && in == '/':
		emit(slash)
	case s == 0: // no path without a slash comes here
	case s == slash && in == '/':
		emit(path, '/', '/')
	case s <= dropped && drop:
		emit(dropped)
	case s == dropped && in == '/':
		emit(authority)
	case s == authority && in != '/' && in != '?' && in != '#':
		if in != '[' && in != ']' { // an IP literal leads to no other path than no authority
			emit(s)
		}
	case s == query && in == '#', s == fragment:
		emit(fragment)
	case drop:
		emit(s)
	case s == query:
		emit(s, in)
	default:
		var held []symbol
		if s <= dropped {
			held = []symbol{'/'}
		}
		switch in {
		case '?':
			emit(query, append(held, mark, in)...)
		case '#':
			emit(fragment, held...)
		default:
			emit(path, append(held, in)...)
		}
	}
}

func (*pythonParser) end(s uint32, emit func(...symbol)) {
	switch s {
	case 1, 2:
		emit('/')
	case 0:
	default:
		emit()
	}
}

// starletteCutter makes what starletteRule shows.
type starletteCutter struct{ escaped bool }

func (m starletteCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	escaped := m.escaped && (in == '?' || in == '#' || in == '\\')
	switch {
	case escaped:
		emit(0, '%', symbol(pct.UpperHex[in>>4]), symbol(pct.UpperHex[in&15]))
	case s == 1, in == '?', in == '#':
		emit(1)
	case in == '\t', in == '\n', in == '\r':
		emit(0)
	default:
		emit(0, in)
	}
}

func (starletteCutter) end(_ uint32, emit func(...symbol)) { emit() }

func (c lineFeedAfter) step(s uint32, in byte) uint32 {
	if in == '\n' && s >= uint32(c) {
		return always
	}
	return min(s+1, uint32(c))
}

func (c lineFeedAfter) holdsAt(uint32) bool { return false }

// The steps of frameworks in Python and Node.js that the search follows.

func (*pythonURL) follow(v *variant) []*variant {
	list := v.slashed()
	return append(list[0].on(&pythonParser{}), list[1])
}

// It follows a step that leaves one slash at the beginning.
func (*werkzeugURL) follow(v *variant) []*variant {
	list := v.slashed()
	return append(list[0].on(splitter("?#"), &fragmentDropper{}), list[1])
}

// Targets without a # do not reach url.parse.
func (*parseURL) follow(v *variant) []*variant {
	list := v.slashed()
	v, list = list[0], list[1:]
	for _, w := range v.where(includes{substring: "#"}, true) {
		list = append(list, urlParsed(w)...)
	}
	for _, w := range v.where(includes{substring: "#"}, false) {
		list = append(list, w.with(splitter("?")))
	}
	return list
}

// mounter is mounted. The state is how much of the path was seen, and then whether a
// mark was.
type mounter string

func (m mounter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const other, marked = never, always
	switch {
	case s == marked && in == '#':
		emit(other, '/', mark, in)
	case s == marked:
		emit(other, mark, in)
	case in == mark && int(s) == len(m):
		emit(marked)
	case s != other && int(s) < len(m) && strings.EqualFold(string([]byte{byte(in)}), string(m[s:s+1])):
		emit(s+1, in)
	default:
		emit(other, in)
	}
}

func (mounter) end(s uint32, emit func(...symbol)) {
	if s == always {
		emit(mark)
		return
	}
	emit()
}

func (m mounter) classes() []percent.ByteSet {
	return append(each(string(m)), each(strings.ToUpper(string(m)))...)
}

func (s *mounted) follow(v *variant) []*variant       { return v.on(mounter(s.at)) }
func (*refuseMalformed) follow(v *variant) []*variant { return v.onPath(acceptor{&isUTF8{}, false}) }

func (*decodeOrKeep) follow(v *variant) []*variant {
	return append(v.onPath(acceptor{&decodable{}, true}), v.onPath(decoder{}, acceptor{&isUTF8{}, false})...)
}

func (s starletteRule) follow(v *variant) []*variant {
	w := v.with(inPath{starletteCutter(s)})
	w.rule, w.at = w.at, v.at
	return []*variant{w}
}

func (s *change) follow(v *variant) []*variant {
	switch s {
	case latin1:
		return v.onPath(&latin1Reader{})
	case replaceMalformed:
		return v.onPath(replacing)
	case escapeMalformed:
		return v.onPath(escaping)
	case trimWhiteSpace:
		return v.on(trimmer(pythonSpace))
	case oneSlash:
		return v.onPath(&frontSlashes{add: true})
	case slashesToOne:
		return v.onPath(&frontSlashes{})
	case lowerCase:
		return v.onPath(&lowerer{wide: true})
	case asciiLower:
		return v.onPath(&lowerer{})
	case caddyTrimmed:
		return v.onPath(&endTrimmer{percent.ByteSet{}.Add(". "), inside})
	case firstToSlash:
		return v.onPath(&firstSlasher{})
	case aiohttpDecode:
		return v.onPath(&escapeKeeper{})
	case honoPath:
		malformed := v.where(&wellFormed{}, false)[0].mores("malformed escapes in front of Hono")
		return slices.Concat(v.where(&wellFormed{}, true)[0].onPath(&runDecoder{fastifyKept}),
			malformed.onPath(&runDecoder{fastifyKept}),
			malformed.onPath(&normalizer{kept: percent.AllBytes.Remove("%"), same: true}, &runDecoder{fastifyKept}))
	case honoParameter:
		return v.onPath(&runDecoder{})
	case httpProxyScheme:
		return v.onPath(firstReplacer{"http:/", "http://"}, firstReplacer{"https:/", "https://"})
	case h2oShort:
		return append(v.on(acceptor{longer(1), false}), v.on(acceptor{longer(1), true}, &eraser{}, replacer{"", "/"})...)
	case spaceEmpties:
		return append(v.on(acceptor{includes{substring: " "}, true}), v.on(acceptor{includes{substring: " "}, false}, &eraser{})...)
	}
	return v.lacks(s)
}

func (*repairer) classes() []percent.ByteSet       { return octetsOfUTF8.Get() }
func (*decodable) classes() []percent.ByteSet      { return octetsOfUTF8.Get() }
func (m trimmer) classes() []percent.ByteSet       { return []percent.ByteSet{percent.ByteSet(m)} }
func (*pythonParser) classes() []percent.ByteSet   { return parsedByPython() }
func (starletteCutter) classes() []percent.ByteSet { return each("\t\n\r?#\\") }
func (*latin1Reader) classes() []percent.ByteSet   { return []percent.ByteSet{percent.ASCII} }
func (lineFeedAfter) classes() []percent.ByteSet   { return each("\n") }

func parsedByPython() []percent.ByteSet {
	return append([]percent.ByteSet{percent.ByteSet{}.Add("\t\n\r")}, each("[]")...)
}
