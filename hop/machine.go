package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A symbol is an octet, or the mark between a path and its split-off tail.
type symbol int16

const mark symbol = 256

// A machine is a step, or a condition, as a finite transducer: it begins in state 0,
// and every input symbol leads to states and outputs, or to none if the step refuses.
// At most one of several paths reaches the end. maxDepth limits what would otherwise be
// unbounded.
type machine interface {
	next(s uint32, in symbol, emit func(s uint32, out ...symbol))
	// end handles the end of the input in state s. It calls emit with the remaining
	// output, or not at all if the input must not end there.
	end(s uint32, emit func(out ...symbol))
}

// maxDepth is how many segments to be removed by a later ".." a search follows at once.
// A target with more has maxDepth+1 slashes, as many "/..", and the path that is
// served.
const maxDepth = 3

func text(s string) []symbol {
	out := make([]symbol, len(s))
	for i := range len(s) {
		out[i] = symbol(s[i])
	}
	return out
}

// inPath gives a machine only the path, and passes the mark and the tail through.
type inPath struct{ machine }

const inTail = 1 << 31

func (m inPath) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == inTail:
		emit(inTail, in)
	case in == mark:
		m.machine.end(s, func(out ...symbol) { emit(inTail, append(out[:len(out):len(out)], mark)...) })
	default:
		m.machine.next(s, in, emit)
	}
}

func (m inPath) end(s uint32, emit func(...symbol)) {
	if s == inTail {
		emit()
		return
	}
	m.machine.end(s, emit)
}

func (m inPath) classes() []percent.ByteSet {
	if c, ok := m.machine.(classifier); ok {
		return c.classes()
	}
	return nil
}

// unmarker drops the mark: path and tail are one target again.
type unmarker struct{}

func (unmarker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark {
		emit(s)
		return
	}
	emit(s, in)
}

func (unmarker) end(_ uint32, emit func(...symbol)) { emit() }

// refuser is refuse, and unknownAt.
type refuser percent.ByteSet

func (m refuser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark || !percent.ByteSet(m).Contains(byte(in)) {
		emit(s, in)
	}
}

func (m refuser) end(_ uint32, emit func(...symbol)) { emit() }

func (m refuser) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(m)} }

// encoder is encode.
type encoder encode

func (m encoder) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if m.kept.Contains(byte(in)) {
		emit(s, in)
		return
	}
	emit(s, text(encode(m).encoded(string([]byte{byte(in)})))...)
}

func (m encoder) end(_ uint32, emit func(...symbol)) { emit() }

func (m encoder) classes() []percent.ByteSet { return []percent.ByteSet{m.kept} }

// swapper is swap.
type swapper swap

func (m swapper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == symbol(m.old) {
		in = symbol(m.by)
	}
	emit(s, in)
}

func (swapper) end(_ uint32, emit func(...symbol)) { emit() }

func (m swapper) classes() []percent.ByteSet { return each(string([]byte{m.old, m.by})) }

// lineCutter is cutLine.
type lineCutter struct{}

func (lineCutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const held, cutOff, tail = 1, 2, 3
	switch {
	case s == tail:
		emit(tail, in)
	case s == cutOff, s == held && in == '\n':
		emit(cutOff)
	case s == held && in == '\r':
		emit(held, '\r')
	case s == held && in == mark:
		emit(tail, '\r', mark)
	case s == held:
		emit(0, '\r', in)
	case in == '\r':
		emit(held)
	case in == mark:
		emit(tail, mark)
	default:
		emit(0, in)
	}
}

func (lineCutter) end(s uint32, emit func(...symbol)) {
	if s == 1 {
		emit('\r')
		return
	}
	emit()
}

func (lineCutter) classes() []percent.ByteSet { return each("\r\n") }

// lineFeedDropper is dropLineFeed.
type lineFeedDropper struct{}

func (lineFeedDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	var held []symbol
	if s == 1 {
		held = []symbol{'\n'}
	}
	if in == '\n' {
		emit(1, held...)
		return
	}
	emit(0, append(held, in)...)
}

func (lineFeedDropper) end(_ uint32, emit func(...symbol)) { emit() }

func (lineFeedDropper) classes() []percent.ByteSet { return each("\n") }

// splitter is split.
type splitter string

func (m splitter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == 0 && strings.IndexByte(string(m), byte(in)) >= 0 {
		emit(1, mark, in)
		return
	}
	emit(s, in)
}

func (m splitter) end(_ uint32, emit func(...symbol)) { emit() }

func (m splitter) classes() []percent.ByteSet { return each(string(m)) }

// fragmentDropper is dropFragment.
type fragmentDropper struct{}

func (fragmentDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const dropping, held = 1, 2 // held: a mark whose # would drop it
	switch {
	case s == dropping, in == '#':
		emit(dropping)
	case in == mark:
		emit(held)
	case s == held:
		emit(0, mark, in)
	default:
		emit(s, in)
	}
}

func (fragmentDropper) end(_ uint32, emit func(...symbol)) { emit() }

// emptyQueryDropper is dropEmptyQuery.
type emptyQueryDropper struct{}

func (emptyQueryDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == 0 && in == mark:
		emit(1)
	case s == 1 && in == '?':
		emit(2)
	case s == 1:
		emit(3, mark, in)
	case s == 2:
		emit(3, mark, '?', in)
	default:
		emit(s, in)
	}
}

func (emptyQueryDropper) end(s uint32, emit func(...symbol)) { emit() }

// decoder is decode; with asItIs it is checkEscapes. The state is 0, 1 after a %, and 2
// and the digit after % and a digit.
type decoder struct {
	keep   bool // malformed escapes
	kept   percent.ByteSet
	asItIs bool

	underscore bool // for those of control characters
}

func (m decoder) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	held := m.held(s)
	switch hex := pct.Hex(byte(in)) < 16; {
	case s >= 2 && hex:
		c := pct.Hex(byte(s-2))<<4 | pct.Hex(byte(in))
		if m.asItIs || m.kept.Contains(c) {
			emit(0, append(held, in)...)
			return
		}
		if m.underscore && controls.Contains(c) {
			c = '_'
		}
		emit(0, symbol(c))
	case s == 1 && hex:
		emit(2 + uint32(in))
	case s != 0 && !m.keep:
	case in == '%':
		emit(1, held...)
	default:
		emit(0, append(held, in)...)
	}
}

func (m decoder) held(s uint32) []symbol {
	switch s {
	case 0:
		return nil
	case 1:
		return []symbol{'%'}
	}
	return []symbol{'%', symbol(s - 2)}
}

func (m decoder) end(s uint32, emit func(...symbol)) {
	if s == 0 || m.keep {
		emit(m.held(s)...)
	}
}

func (m decoder) classes() []percent.ByteSet { return []percent.ByteSet{m.kept} }

// merger is merge.
type merger struct{}

func (merger) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in != '/':
		emit(0, in)
	case s == 0:
		emit(1, in)
	default:
		emit(1)
	}
}

func (merger) end(_ uint32, emit func(...symbol)) { emit() }

// slashTrimmer drops a slash at the end of a path that has more.
type slashTrimmer struct{}

func (slashTrimmer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == 0: // the first
		emit(1, in)
	case in == '/' && s == 1:
		emit(2)
	case in == '/':
		emit(2, '/')
	case s == 2:
		emit(1, '/', in)
	default:
		emit(1, in)
	}
}

func (slashTrimmer) end(_ uint32, emit func(...symbol)) { emit() }

func (slashTrimmer) holds() int { return 1 }

// cutter is cut.
type cutter byte

func (m cutter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in == '/':
		emit(0, in)
	case s == 1 || byte(in) == byte(m):
		emit(1)
	default:
		emit(0, in)
	}
}

func (m cutter) end(_ uint32, emit func(...symbol)) { emit() }

func (m cutter) classes() []percent.ByteSet { return each(string([]byte{byte(m)})) }

// replacer is replace. The state is how much of the prefix was seen.
type replacer struct{ old, by string }

const replaced = 1 << 16

func (m replacer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == replaced:
		emit(s, in)
	case m.old == "":
		emit(replaced, append(text(m.by), in)...)
	case symbol(m.old[s]) != in:
		emit(replaced, append(text(m.old[:s]), in)...)
	case int(s)+1 == len(m.old):
		emit(replaced, text(m.by)...)
	default:
		emit(s + 1)
	}
}

func (m replacer) end(s uint32, emit func(...symbol)) {
	switch {
	case s == replaced:
		emit()
	case m.old == "":
		emit(text(m.by)...)
	default:
		emit(text(m.old[:s])...)
	}
}

func (m replacer) classes() []percent.ByteSet { return each(m.old) }

func (m replacer) holds() int { return max(len(m.old), len(m.by)) }

// resolver is dots. At every slash it guesses what the segment is: kept, removed by a
// later "..", ".", or "..". If escaped is set, %2e is a dot, too.
type resolver struct {
	clamp, escaped, bare, keep bool
}

// The state of a resolver: the guess for the segment, how far it is a dot segment, how
// many segments are to be removed, and whether one was kept.
type resolving struct {
	kind  uint32 // 0 before the first slash
	dots  uint32
	depth uint32
	kept  uint32
}

const (
	keepSegment uint32 = 1 + iota
	dropSegment
	dotSegment
	upSegment
)

// How far a segment is a dot segment.
const (
	noDots uint32 = iota
	noDotsEscape
	noDotsEscape2
	oneDot
	oneDotEscape
	oneDotEscape2
	twoDots
	notDots
)

func (r resolving) state() uint32 { return r.kind | r.dots<<3 | r.depth<<6 | r.kept<<12 }

func resolvingOf(s uint32) resolving { return resolving{s & 7, s >> 3 & 7, s >> 6 & 63, s >> 12} }

func (m resolver) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	r := resolvingOf(s)
	if in != '/' {
		if r.kind == 0 {
			return // a path without a slash is not followed
		}
		r.dots = m.dots(r.dots, in)
		switch {
		case r.kind == keepSegment:
			emit(r.state(), in)
		case r.kind == dropSegment, r.dots != notDots:
			emit(r.state())
		}
		return
	}
	r, ok := m.ended(r)
	if !ok {
		return
	}
	for kind := keepSegment; kind <= upSegment; kind++ {
		n := r
		n.kind, n.dots = kind, noDots
		switch {
		case kind == keepSegment && r.depth == 0:
			n.kept = 1
			emit(n.state(), '/')
		case kind == dropSegment && r.depth < maxDepth:
			n.depth++
			emit(n.state())
		case m.keep && kind == upSegment && r.depth == 0 && r.kept == 0:
			emit(n.state(), '/', '.', '.')
		case kind == dotSegment, kind == upSegment && (r.depth > 0 || m.clamp && r.kept == 0):
			emit(n.state())
		}
	}
}

// ended checks a complete segment against the guess.
func (m resolver) ended(r resolving) (resolving, bool) {
	switch r.kind {
	case keepSegment, dropSegment:
		return r, r.dots != oneDot && r.dots != twoDots
	case dotSegment:
		return r, r.dots == oneDot
	case upSegment:
		if r.dots != twoDots {
			return r, false
		}
		if r.depth > 0 {
			r.depth--
		}
	}
	return r, true
}

func (m resolver) dots(d uint32, in symbol) uint32 {
	switch {
	case in == '.' && d == noDots, d == noDotsEscape2 && in|0x20 == 'e':
		return oneDot
	case in == '.' && d == oneDot, d == oneDotEscape2 && in|0x20 == 'e':
		return twoDots
	case m.escaped && in == '%' && (d == noDots || d == oneDot), in == '2' && (d == noDotsEscape || d == oneDotEscape):
		return d + 1
	}
	return notDots
}

func (m resolver) end(s uint32, emit func(...symbol)) {
	r, ok := m.ended(resolvingOf(s))
	switch {
	case !ok || r.depth > 0:
	case (r.kind == dotSegment || r.kind == upSegment) && !(m.bare && r.kept == 1):
		emit('/')
	default:
		emit()
	}
}

// hostTaker removes the host of a path that begins with two slashes: a name without
// dots and escapes, since no others are shorter or lead elsewhere.
type hostTaker struct{}

func (hostTaker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const inHost, inPath = 3, 4
	letter := isLetter(byte(in)) || strings.IndexByte("!\"$&'()*+,-;=_`{}~", byte(in)) >= 0
	switch {
	case s <= 2 && in == '/': // any number of slashes
		emit(min(s+1, 2))
	case s == 2 && letter, s == inHost && (letter || isDigit(byte(in))):
		emit(inHost)
	case s == inHost && in == '/', s == inPath:
		emit(inPath, in)
	}
}

func (hostTaker) end(s uint32, emit func(...symbol)) {
	switch s {
	case 3:
		emit('/')
	case 4:
		emit()
	}
}

// An acceptor passes its input through if the condition of a recognizer holds for all
// of it or, with not, if it does not.
type acceptor struct {
	recognizer
	not bool
}

func (m acceptor) classes() []percent.ByteSet {
	if c, ok := m.recognizer.(classifier); ok {
		return c.classes()
	}
	return nil
}

// A recognizer is a condition as a finite automaton.
type recognizer interface {
	step(s uint32, in byte) uint32
	holdsAt(s uint32) bool
}

// never and always are final states: no input changes them.
const (
	never  = 1 << 20
	always = never + 1
)

func (m acceptor) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s != never && s != always {
		s = m.step(s, byte(in))
	}
	if s == never && !m.not || s == always && m.not {
		return
	}
	emit(s, in)
}

func (m acceptor) end(s uint32, emit func(...symbol)) {
	if (s == always || s != never && m.holdsAt(s)) != m.not {
		emit()
	}
}

func (c hasPrefix) step(s uint32, in byte) uint32 {
	switch {
	case c == "" || c[s] == in && int(s)+1 == len(c):
		return always
	case c[s] == in:
		return s + 1
	}
	return never
}

func (c hasPrefix) holdsAt(uint32) bool        { return c == "" }
func (c hasPrefix) classes() []percent.ByteSet { return each(string(c)) }

func (c is) step(s uint32, in byte) uint32 {
	if int(s) < len(c) && c[s] == in {
		return s + 1
	}
	return never
}

func (c is) holdsAt(s uint32) bool      { return int(s) == len(c) }
func (c is) classes() []percent.ByteSet { return each(string(c)) }

func (c below) step(s uint32, in byte) uint32 {
	switch {
	case int(s) < len(c) && c[s] == in:
		return s + 1
	case int(s) == len(c) && in == '/':
		return always
	}
	return never
}

func (c below) holdsAt(s uint32) bool { return int(s) == len(c) }

func (c only) step(s uint32, in byte) uint32 {
	if percent.ByteSet(c).Contains(in) {
		return s
	}
	return never
}

func (c only) holdsAt(uint32) bool        { return true }
func (c only) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(c)} }

func (c hasSuffix) step(s uint32, in byte) uint32 { return overlap(string(c), s, in, false) }
func (c hasSuffix) holdsAt(s uint32) bool         { return int(s) == len(c) }
func (c hasSuffix) classes() []percent.ByteSet    { return each(string(c)) }

func (c includes) step(s uint32, in byte) uint32 {
	if n := overlap(c.substring, s, in, c.fold); int(n) < len(c.substring) {
		return n
	}
	return always
}

func (c includes) holdsAt(uint32) bool        { return false }
func (c includes) classes() []percent.ByteSet { return each(c.substring) }

func (wellFormed) step(s uint32, in byte) uint32 {
	hex := pct.Hex(in) < 16
	switch {
	case s == 0 && in == '%':
		return 1
	case s == 0:
		return 0
	case hex && s == 1:
		return 2
	case hex:
		return 0
	}
	return never
}

func (wellFormed) holdsAt(s uint32) bool { return s == 0 }

// overlap returns how much of word is at the end of a text that ends with the first s
// octets of word followed by in.
func overlap(word string, s uint32, in byte, fold bool) uint32 {
	seen := word[:s] + string([]byte{in})
	if fold {
		word, seen = strings.ToLower(word), strings.ToLower(seen)
	}
	for n := min(len(seen), len(word)); n > 0; n-- {
		if strings.HasSuffix(seen, word[:n]) {
			return uint32(n)
		}
	}
	return 0
}

func (clean) step(s uint32, in byte) uint32 {
	// 0: the beginning; 1: after a slash; 2 and 3: one and two dots; 4: in a segment; 5:
	// after the first slash
	switch {
	case s == 0 && in == '/':
		return 5
	case s == 0, in == '/' && s != 4:
		return never
	case in == '/':
		return 1
	case in == '.' && s != 4:
		switch s {
		case 1, 5:
			return 2
		case 2:
			return 3
		}
	}
	return 4
}

func (clean) holdsAt(s uint32) bool { return s == 1 || s >= 4 }

func (oneLine) step(s uint32, in byte) uint32 {
	switch {
	case s == 1:
		return never
	case in == '\n':
		return 1
	}
	return 0
}

func (oneLine) holdsAt(uint32) bool { return true }

func (oneLine) classes() []percent.ByteSet { return each("\n") }

// The steps that the search follows.

func (trimEnd) follow(v *variant) []*variant     { return []*variant{v} } // the search has no such targets
func (trimAround) follow(v *variant) []*variant  { return []*variant{v} }
func (form) follow(v *variant) []*variant        { return v.on(acceptor{hasPrefix("/"), false}) }
func (s unknownAt) follow(v *variant) []*variant { return v.on(refuser(s.octets)) }

func (s refuse) follow(v *variant) []*variant {
	if s.tail {
		return v.on(refuser(s.octets))
	}
	return v.onPath(refuser(s.octets))
}

func (s refuseText) follow(v *variant) []*variant {
	return v.onPath(acceptor{includes{s.text, s.fold}, true})
}

// tailRefuser is refuseTail.
type tailRefuser percent.ByteSet

func (m tailRefuser) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in == mark:
		emit(1, in)
	case s == 0 || !percent.ByteSet(m).Contains(byte(in)):
		emit(s, in)
	}
}

func (tailRefuser) end(_ uint32, emit func(...symbol)) { emit() }

func (m tailRefuser) classes() []percent.ByteSet { return []percent.ByteSet{percent.ByteSet(m)} }

func (s refuseTail) follow(v *variant) []*variant { return v.on(tailRefuser(s.octets)) }

func (s split) follow(v *variant) []*variant        { return v.on(splitter(s.at)) }
func (dropFragment) follow(v *variant) []*variant   { return v.on(fragmentDropper{}) }
func (dropEmptyQuery) follow(v *variant) []*variant { return v.on(emptyQueryDropper{}) }
func (checkEscapes) follow(v *variant) []*variant   { return v.onPath(decoder{asItIs: true}) }
func (merge) follow(v *variant) []*variant          { return v.onPath(merger{}) }
func (s swap) follow(v *variant) []*variant         { return v.onPath(swapper(s)) }
func (s dots) follow(v *variant) []*variant {
	return v.onPath(resolver{clamp: s.above == 0, bare: s.bare, keep: s.keep})
}
func (s cut) follow(v *variant) []*variant        { return v.onPath(cutter(s.at)) }
func (s encode) follow(v *variant) []*variant     { return v.onPath(encoder(s)) }
func (s replace) follow(v *variant) []*variant    { return v.onPath(replacer(s)) }
func (cutLine) follow(v *variant) []*variant      { return v.on(lineCutter{}) }
func (dropLineFeed) follow(v *variant) []*variant { return v.onPath(lineFeedDropper{}) }

func (s decode) follow(v *variant) []*variant {
	return v.onPath(decoder{keep: s.malformed == 0, kept: s.kept})
}

func (noteEscapes) follow(v *variant) []*variant {
	yes, no := v.with(inPath{acceptor{includes{substring: "%"}, false}}), v.with(inPath{acceptor{includes{substring: "%"}, true}})
	yes.noted = true
	return []*variant{yes, no}
}

func (s encodeNoted) follow(v *variant) []*variant {
	if v.noted {
		return s.encode.follow(v)
	}
	return []*variant{v}
}

func (s replaceWhole) follow(v *variant) []*variant { return v.onPath(eraser{}, replacer{"", s.by}) }

// Steps that only precede a redirect do not affect the search.

func (goMuxSlash) follow(v *variant) []*variant      { return []*variant{v} }
func (goCleanQuery) follow(v *variant) []*variant    { return []*variant{v} }
func (goQuery) follow(v *variant) []*variant         { return []*variant{v} }
func (goWhole) follow(v *variant) []*variant         { return []*variant{v} }
func (goIndexRedirect) follow(_ *variant) []*variant { return nil }

func (s goClean) follow(v *variant) []*variant {
	if s.keepSlash {
		return v.onPath(replacer{"", "/"}, merger{}, resolver{clamp: true, bare: true})
	}
	return v.onPath(replacer{"", "/"}, merger{}, resolver{clamp: true}, slashTrimmer{})
}

// In the targets of the search, no group of octets is skipped.
func (haproxyScan) follow(v *variant) []*variant {
	return v.on(refuser(visible.Remove("#").Complement()))
}

func (s standardURL) follow(v *variant) []*variant { return v.as(s.steps()...) }

func (standardPath) follow(v *variant) []*variant {
	return v.onPath(resolver{clamp: true, escaped: true}, encoder{kept: standardKept})
}

func (standardHost) follow(v *variant) []*variant { return v.onPath(hostTaker{}) }
