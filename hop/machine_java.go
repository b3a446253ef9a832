package hop

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// jettySplitter is jettySplit. A state before digits is their number and, if a u may
// follow, one more bit.
type jettySplitter struct{}

func (*jettySplitter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const first, parameter, tail = 8, 16, 32
	switch {
	case s == tail:
		emit(tail, in)
	case s == first|2 && in == 'u':
		emit(4, in)
	case 0 < s && s < parameter:
		if jettyHex(byte(in)) < 16 {
			emit(s&^first-1, in)
		}
	case in == '?' || in == '#':
		emit(tail, mark, in)
	case in == '/':
		emit(0, in)
	case in == ';':
		emit(parameter, in)
	case in == '%' && s == 0:
		emit(first|2, in)
	default:
		emit(s, in)
	}
}

func (*jettySplitter) end(s uint32, emit func(...symbol)) {
	if s == 0 || s >= 16 {
		emit()
	}
}

func (*jettySplitter) classes() []percent.ByteSet { return jettyClasses() }

func jettyClasses() []percent.ByteSet {
	return append(each("u:;<=>?@`"), digits.AddRange('A', 'F').AddRange('a', 'f'))
}

// dotSpellings are the dot segments of jettyDots.
var dotSpellings = lazy.Value[[]string]{Make: func() (list []string) {
	for _, a := range []string{"", ".", "%2e", "%u002e"} {
		for _, b := range []string{".", "%2e", "%u002e"} {
			list = append(list, a+b)
		}
	}
	return list
}}

// The state is, for a segment, which of dotSpellings it may become and how far it is: the
// first spelling that begins with what was seen. Other segments are past all of them.
func (*jettyDots) step(s uint32, in byte) uint32 {
	const segments, other = 1 << 8, 1<<8 - 1
	if in == '/' {
		return 0
	}
	if s == other || in == ';' && s == 0 {
		return other
	}
	seen := ""
	if s > 0 {
		seen = dotSpellings.Get()[s>>4][:s&15]
	}
	if in == ';' {
		for _, d := range dotSpellings.Get() {
			if d == seen {
				return always
			}
		}
		return other
	}
	seen = strings.ToLower(seen + string([]byte{in}))
	for i, d := range dotSpellings.Get() {
		if strings.HasPrefix(d, seen) {
			return uint32(i<<4 | len(seen))
		}
	}
	return other
}

func (*jettyDots) holdsAt(uint32) bool { return false }

func (*jettyDots) classes() []percent.ByteSet { return each("u0") }

func (*jettyPlain) step(s uint32, in byte) uint32 {
	const start, segment, parameter = 0, 1, 2
	switch {
	case s == parameter && in == '/', s != parameter && in == '%', s == start && in == '.':
		return never
	case s == parameter || in == ';':
		return parameter
	case in == '/':
		return start
	}
	return segment
}

func (*jettyPlain) holdsAt(uint32) bool { return true }

// lastCutter is cutLast: at every such octet it guesses whether it is the last.
type lastCutter byte

func (m lastCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const another, cutting = 1, 2 // another must follow
	switch is := byte(in) == byte(m); {
	case s == cutting:
		if !is {
			emit(cutting)
		}
	case is:
		emit(another, in)
		emit(cutting)
	default:
		emit(s, in)
	}
}

func (m lastCutter) end(s uint32, emit func(...symbol)) {
	if s != 1 {
		emit()
	}
}

func (m lastCutter) classes() []percent.ByteSet { return each(string([]byte{byte(m)})) }

// jettyDecoder is jettyDecode: with latin, for octets that are not UTF-8. All escapes from
// %u0100 on are followed as one character. The state is 0, 1 in a parameter, 2 after a %, 3
// to 5 after %u and so many digits 0, 6 to 8 after %u and other digits, 16 and the first
// digit, or 32 and the digit after %u00.
type jettyDecoder struct{ latin bool }

func (m *jettyDecoder) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const parameter, escaped, unicode, wide, digit = 1, 2, 3, 6, 16
	character := func(c byte) {
		if c != 0 {
			emit(0, text(string(rune(c)))...)
		}
	}
	hex := uint32(pct.Hex(byte(in)))
	switch {
	case s == parameter:
		if in == '/' {
			emit(0, in)
		} else {
			emit(parameter)
		}
	case s == escaped && in == 'u':
		emit(unicode)
	case s == escaped:
		emit(digit + uint32(jettyHex(byte(in))))
	case unicode <= s && s <= unicode+1:
		if hex == 0 {
			emit(s + 1)
		} else if hex < 16 {
			emit(wide + s - unicode)
		}
	case wide <= s && s < wide+2:
		if hex < 16 {
			emit(s + 1)
		}
	case s == wide+2:
		if hex < 16 {
			emit(0, text("\u0100")...)
		}
	case s == unicode+2:
		if hex < 16 {
			emit(2*digit + hex)
		}
	case s >= 2*digit:
		if hex < 16 {
			character(byte(s-2*digit)<<4 | byte(hex))
		}
	case s >= digit:
		c := byte(s-digit)<<4 | jettyHex(byte(in))
		if m.latin {
			character(c)
		} else if c != 0 {
			emit(0, symbol(c))
		}
	case in == ';':
		emit(parameter)
	case in == '%':
		emit(escaped)
	default:
		emit(0, in)
	}
}

func (*jettyDecoder) end(s uint32, emit func(...symbol)) {
	if s <= 1 {
		emit()
	}
}

func (*jettyDecoder) classes() []percent.ByteSet { return jettyClasses() }

// jettyText holds for paths whose escapes are UTF-8 for jettyDecode. The state is that of a
// decoder, and above it what utf8Next returned.
type jettyText struct{}

func (*jettyText) step(s uint32, in byte) uint32 {
	next := uint32(never)
	(&jettyDecoder{}).next(s&0x3f, symbol(in), func(escape uint32, out ...symbol) {
		character, ok := s>>6, true
		for _, c := range out {
			if ok {
				character, ok = utf8Next(character, byte(c))
			}
		}
		if ok {
			next = character<<6 | escape
		}
	})
	return next
}

func (*jettyText) holdsAt(s uint32) bool { return s <= 1 }

func (*jettyText) classes() []percent.ByteSet { return append(jettyClasses(), octetsOfUTF8.Get()...) }

// springDecoder is springOctets. The state is the number of octets of a character that has
// begun, and these octets, or otherwise four times that of a decoder.
type springDecoder struct{}

func (*springDecoder) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in < utf8.RuneSelf {
		decoder{}.next(s>>2, in, func(s uint32, out ...symbol) { emit(s<<2, out...) })
		return
	}
	if s&3 == 0 && s != 0 {
		return // an escape that is not complete
	}
	b := make([]byte, s&3, utf8.UTFMax)
	for i := range b {
		b[i] = byte(s >> (2 + 8*i))
	}
	if b = append(b, byte(in)); utf8.FullRune(b) {
		c, _ := utf8.DecodeRune(b)
		emit(0, text(string(appendUnits(nil, c)))...)
		return
	}
	s = uint32(len(b))
	for i, c := range b {
		s |= uint32(c) << (2 + 8*i)
	}
	emit(s)
}

func (*springDecoder) end(s uint32, emit func(...symbol)) {
	if s == 0 {
		emit()
	}
}

func (*springDecoder) classes() []percent.ByteSet { return octetsOfUTF8.Get() }

// sessionCutter is cutSession. The state is how much of the key was seen; then it cuts, and
// then it hands on.
type sessionCutter struct{}

const sessionKey = ";jsessionid="

func (*sessionCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const cutting, done = len(sessionKey), len(sessionKey) + 1
	switch {
	case s == uint32(done), s == uint32(cutting) && (in == ';' || in == '/'):
		emit(uint32(done), in)
	case s == uint32(cutting):
		emit(s)
	case strings.EqualFold(string([]byte{byte(in)}), sessionKey[s:s+1]):
		emit(s + 1)
	case in == ';':
		emit(1, text(sessionKey[:s])...)
	default:
		emit(0, append(text(sessionKey[:s]), in)...)
	}
}

func (*sessionCutter) end(s uint32, emit func(...symbol)) {
	if int(s) < len(sessionKey) {
		emit(text(sessionKey[:s])...)
		return
	}
	emit()
}

func (*sessionCutter) classes() []percent.ByteSet { return each(sessionKey) }

// The steps of programs in Java that the search follows.

func (*jettySplit) follow(v *variant) []*variant    { return v.on(&jettySplitter{}) }
func (s *cutLast) follow(v *variant) []*variant     { return v.onPath(lastCutter(s.at)) }
func (*dropLastSlash) follow(v *variant) []*variant { return v.onPath(&slashTrimmer{}) }
func (*cutSession) follow(v *variant) []*variant    { return v.onPath(&sessionCutter{}) }

// No target of the search has a delete character, and one from a hop in front is
// checked.
func (*jettyDelete) follow(v *variant) []*variant { return []*variant{v} }

func (*jettyDecode) follow(v *variant) []*variant {
	isText := inPath{acceptor{&jettyText{}, false}}
	notText := inPath{acceptor{&jettyText{}, true}}
	return append(v.with(isText).onPath(&jettyDecoder{}), v.with(notText).onPath(&jettyDecoder{latin: true})...)
}

func (*jettyChecks) follow(v *variant) []*variant {
	list := v.as(jettyPath(), dots{above: 400})
	for i, w := range list {
		list[i] = w.copied()
		list[i].at = v.at
	}
	return list
}

func (*springOctets) follow(v *variant) []*variant { return v.onPath(&springDecoder{}) }
