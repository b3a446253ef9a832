package hop

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// latin1Reader is latin1.
type latin1Reader struct{}

func (latin1Reader) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	emit(s, text(string(rune(in)))...)
}

func (latin1Reader) end(_ uint32, emit func(...symbol)) { emit() }

// repairer is replaceMalformed, escapeMalformed and refuseMalformed: write returns what is
// written for a part that is not UTF-8, and refuses it if it is nil. The state is the number
// of octets of a character that has begun, and these octets.
type repairer struct{ write func(part []byte) string }

func (m repairer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	b := append(m.held(s), byte(in))
	var out []symbol
	for len(b) > 0 {
		n, valid, cut := wtf8.Subsequence(b)
		switch {
		case cut:
			emit(m.hold(b), out...)
			return
		case valid:
			out = append(out, text(string(b[:n]))...)
		case m.write == nil:
			return
		default:
			out = append(out, text(m.write(b[:n]))...)
		}
		b = b[n:]
	}
	emit(0, out...)
}

func (repairer) hold(b []byte) uint32 {
	s := uint32(len(b))
	for i, c := range b {
		s |= uint32(c) << (2 + 8*i)
	}
	return s
}

func (repairer) held(s uint32) []byte {
	b := make([]byte, s&3, utf8.UTFMax)
	for i := range b {
		b[i] = byte(s >> (2 + 8*i))
	}
	return b
}

func (m repairer) end(s uint32, emit func(...symbol)) {
	switch b := m.held(s); {
	case len(b) == 0:
		emit()
	case m.write != nil:
		emit(text(m.write(b))...)
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

func (decodable) step(s uint32, in byte) uint32 {
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

func (decodable) holdsAt(s uint32) bool { return s == 0 }

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

func (m frontSlashes) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
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

func (m frontSlashes) end(s uint32, emit func(...symbol)) {
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

func (eraser) next(s uint32, _ symbol, emit func(uint32, ...symbol)) { emit(s) }
func (eraser) end(_ uint32, emit func(...symbol))                    { emit() }

// pythonParser is pythonURL for targets that begin with a slash: the second may stand after
// octets that are dropped, and then an authority follows.
type pythonParser struct{}

func (pythonParser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const slash, dropped, authority, open, closed, path, query, fragment = 1, 2, 3, 4, 5, 6, 7, 8
	drop := in == '\t' || in == '\n' || in == '\r'
	switch {
	case s == 0 && in == '/':
		emit(slash)
	case s == 0:
		// a path without a slash is not followed
	case s == slash && in == '/':
		emit(path, '/', '/')
	case s <= dropped && drop:
		emit(dropped)
	case s == dropped && in == '/':
		emit(authority)
	case authority <= s && s <= closed && in != '/' && in != '?' && in != '#':
		switch {
		case in == '[' && s == authority:
			emit(open)
		case in == ']' && s == open:
			emit(closed)
		case in == ']' && s == authority:
			// it has none to close
		default:
			emit(s)
		}
	case s == open:
		// the bracket is not closed
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

func (pythonParser) end(s uint32, emit func(...symbol)) {
	switch s {
	case 1, 2:
		emit('/')
	case 0, 4:
	default:
		emit()
	}
}

// starletteCutter makes what starletteRule shows.
type starletteCutter struct{}

func (starletteCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
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

func (pythonURL) follow(v *variant) []*variant { return v.on(pythonParser{}) }

// It follows a step that leaves one slash at the beginning.
func (werkzeugURL) follow(v *variant) []*variant {
	return v.on(acceptor{hasPrefix("/"), false}, splitter("?#"), fragmentDropper{})
}

// Targets without a # do not reach url.parse.
func (parseURL) follow(v *variant) []*variant {
	v = v.with(acceptor{hasPrefix("/"), false})
	var list []*variant
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

func (s mounted) follow(v *variant) []*variant       { return v.on(mounter(s.at)) }
func (refuseMalformed) follow(v *variant) []*variant { return v.onPath(repairer{}) }

func (decodeOrKeep) follow(v *variant) []*variant {
	return append(v.onPath(acceptor{decodable{}, true}), v.onPath(decoder{}, repairer{})...)
}

func (starletteRule) follow(v *variant) []*variant {
	w := v.with(inPath{starletteCutter{}})
	w.rule, w.at = w.at, v.at
	return []*variant{w}
}

func (s *change) follow(v *variant) []*variant {
	switch s {
	case latin1:
		return v.onPath(latin1Reader{})
	case replaceMalformed:
		return v.onPath(repairer{func([]byte) string { return "\uFFFD" }})
	case escapeMalformed:
		return v.onPath(repairer{func(part []byte) string { return encode{}.encoded(string(part)) }})
	case trimWhiteSpace:
		return v.on(trimmer(pythonSpace))
	case oneSlash:
		return v.onPath(frontSlashes{add: true})
	case slashesToOne:
		return v.onPath(frontSlashes{})
	case lowerCase, asciiLower:
		return v.onPath(lowerer{})
	case firstToSlash:
		return v.onPath(firstSlasher{})
	case aiohttpDecode:
		return v.onPath(escapeKeeper{newInterned()})
	case honoPath:
		return v.skipping("malformed escapes in front of Hono").onPath(runDecoder{fastifyKept})
	case honoParameter:
		return v.onPath(runDecoder{})
	case httpProxyScheme:
		return v.onPath(firstReplacer{"http:/", "http://"}, firstReplacer{"https:/", "https://"})
	case h2oShort:
		return append(v.on(acceptor{longer(1), false}), v.on(acceptor{longer(1), true}, eraser{}, replacer{"", "/"})...)
	case spaceEmpties:
		return append(v.on(acceptor{includes{substring: " "}, true}), v.on(acceptor{includes{substring: " "}, false}, eraser{})...)
	}
	return v.lacks(s)
}

func (repairer) classes() []percent.ByteSet        { return octetsOfUTF8.Get() }
func (decodable) classes() []percent.ByteSet       { return octetsOfUTF8.Get() }
func (m trimmer) classes() []percent.ByteSet       { return []percent.ByteSet{percent.ByteSet(m)} }
func (pythonParser) classes() []percent.ByteSet    { return parsedByPython() }
func (starletteCutter) classes() []percent.ByteSet { return parsedByPython() }
func (latin1Reader) classes() []percent.ByteSet    { return []percent.ByteSet{percent.ASCII} }
func (lineFeedAfter) classes() []percent.ByteSet   { return each("\n") }

func parsedByPython() []percent.ByteSet {
	return append([]percent.ByteSet{percent.ByteSet{}.Add("\t\n\r")}, each("[]")...)
}
