package hop

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// A symbol is an octet, or the mark between a path and its split-off tail.
type symbol int16

const mark symbol = 256

// A machine is a step, or a condition, as a finite transducer: it begins in state 0,
// and every input symbol leads to states and outputs, or to none if the step refuses.
// At most one of several paths reaches the end. A machine whose comment says so does more than
// the step: what the search finds with it is checked.
type machine interface {
	next(s uint32, in symbol, emit func(s uint32, out ...symbol))
	// end handles the end of the input in state s. It calls emit with the remaining
	// output, or not at all if the input must not end there.
	end(s uint32, emit func(out ...symbol))
}

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
		m.ends(s, func(ops uint32, out ...symbol) { emit(inTail|ops, append(out[:len(out):len(out)], mark)...) })
	default:
		m.machine.next(s, in, emit)
	}
}

func (m inPath) end(s uint32, emit func(...symbol)) {
	m.ends(s, func(_ uint32, out ...symbol) { emit(out...) })
}

func (m inPath) ends(s uint32, emit func(ops uint32, out ...symbol)) {
	if s == inTail {
		emit(0)
		return
	}
	if c, ok := m.machine.(counting); ok {
		c.ends(s, emit)
		return
	}
	m.machine.end(s, func(out ...symbol) { emit(0, out...) })
}

// counts reports whether a machine has a counter.
func counts(m machine) bool {
	if p, ok := m.(inPath); ok {
		m = p.machine
	}
	_, ok := m.(counting)
	return ok
}

func (m inPath) classes() []percent.ByteSet {
	if c, ok := m.machine.(classifier); ok {
		return c.classes()
	}
	return nil
}

// unmarker drops the mark: path and tail are one target again.
type unmarker struct{}

func (*unmarker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if in == mark {
		emit(s)
		return
	}
	emit(s, in)
}

func (*unmarker) end(_ uint32, emit func(...symbol)) { emit() }

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

// lineFeedDropper is dropLineFeed.
type lineFeedDropper struct{}

func (*lineFeedDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
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

func (*lineFeedDropper) end(_ uint32, emit func(...symbol)) { emit() }

func (*lineFeedDropper) classes() []percent.ByteSet { return each("\n") }

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

func (*fragmentDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
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

func (*fragmentDropper) end(_ uint32, emit func(...symbol)) { emit() }

// emptyQueryDropper is dropEmptyQuery.
type emptyQueryDropper struct{}

func (*emptyQueryDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
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

func (*emptyQueryDropper) end(s uint32, emit func(...symbol)) { emit() }

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

func (*merger) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case in != '/':
		emit(0, in)
	case s == 0:
		emit(1, in)
	default:
		emit(1)
	}
}

func (*merger) end(_ uint32, emit func(...symbol)) { emit() }

// slashTrimmer drops a slash at the end of a path that has more.
type slashTrimmer struct{}

func (*slashTrimmer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
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

func (*slashTrimmer) end(_ uint32, emit func(...symbol)) { emit() }

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

// resolver is dots. It holds the beginning of a segment back until it is known to be no
// dot segment, and then guesses whether a later ".." removes the segment. How many segments
// are still to be removed is not part of its state: it is a counter of the search, which
// the ops of its moves change. If escaped is set, %2e is a dot, too.
type resolver struct {
	clamp, escaped, bare, keep, only bool
}

// A counting machine has a counter, which its moves change: a state that it emits has
// ops.
type counting interface {
	machine
	// ends is end, with the ops of each way to end.
	ends(s uint32, emit func(ops uint32, out ...symbol))
}

// The ops of a move, in the order in which they apply. A move is possible only if all of
// them are.
const (
	pop    = 1 << 28 // one segment less to remove: there is one
	atRoot = 1 << 29 // no segment is to be removed
	push   = 1 << 30 // one segment more

	ops = pop | atRoot | push
)

// What a resolver does with the segment. Above is which of beginnings was seen, and above
// that whether a segment was kept.
const (
	beforeSlash uint32 = iota
	heldSegment
	keptSegment
	removedSegment
	noSlash // a path that does not begin with one, which stays as it is

	anyKept = 1 << 10
)

// beginnings are the beginnings of dot segments, and how many dots they are, if they are
// complete.
var beginnings = lazy.Value[dotBeginnings]{Make: func() dotBeginnings {
	b := dotBeginnings{numbers: map[string]uint32{}}
	add := func(text string, dots int) {
		if _, ok := b.numbers[text]; !ok {
			b.numbers[text] = uint32(len(b.texts))
			b.texts, b.dots = append(b.texts, text), append(b.dots, dots)
		}
	}
	spellings := []string{".", "%2e", "%2E"}
	for dots, firsts := range [][]string{{""}, spellings} {
		for _, first := range firsts {
			add(first, dots)
			for _, second := range spellings {
				for n := 1; n < len(second); n++ {
					add(first+second[:n], 0)
				}
				add(first+second, dots+1)
			}
		}
	}
	return b
}}

type dotBeginnings struct {
	texts   []string
	dots    []int
	numbers map[string]uint32
}

func (m resolver) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	kind, kept := s&7, s&anyKept
	const held = heldSegment
	switch {
	case kind == beforeSlash && in == '/':
		emit(held)
	case kind == beforeSlash, kind == noSlash:
		emit(noSlash, in)
	case kind != heldSegment && in == '/':
		emit(held | kept)
	case kind == keptSegment:
		emit(s, in)
	case kind == removedSegment:
		emit(s)
	default:
		b := beginnings.Get()
		seen := b.texts[s>>3&63]
		if in == '/' {
			m.segment(s, func(ops uint32, out ...symbol) { emit(held|ops, out...) })
			return
		}
		if n, ok := b.numbers[seen+string([]byte{byte(in)})]; ok && (in == '.' || m.escaped) {
			emit(held | n<<3 | kept)
			return
		}
		emit(keptSegment|anyKept|atRoot, append(text("/"+seen), in)...)
		emit(removedSegment | kept | push)
	}
}

// segment calls emit for each way to end a segment of which all is held, with the flag
// anyKept among the ops.
func (m resolver) segment(s uint32, emit func(ops uint32, out ...symbol)) {
	b, kept := beginnings.Get(), s&anyKept
	switch seen := s >> 3 & 63; {
	case b.dots[seen] == 1 && !m.only:
		emit(kept)
	case b.dots[seen] == 2:
		emit(kept | pop)
		if kept == 0 && m.keep {
			emit(atRoot, '/', '.', '.')
		} else if kept == 0 && m.clamp {
			emit(atRoot)
		}
	default:
		emit(anyKept|atRoot, text("/"+b.texts[seen])...)
		emit(kept | push)
	}
}

func (m resolver) ends(s uint32, emit func(ops uint32, out ...symbol)) {
	switch s & 7 {
	case keptSegment, beforeSlash, noSlash:
		emit(0)
	case heldSegment:
		n := beginnings.Get().dots[s>>3&63]
		dots := n == 2 || n == 1 && !m.only
		m.segment(s, func(o uint32, out ...symbol) {
			if dots && !(m.bare && o&anyKept != 0) {
				out = append(out[:len(out):len(out)], '/')
			}
			if o&push == 0 {
				emit(o&ops|atRoot, out...)
			}
		})
	}
}

// end is without the ops: the search calls ends.
func (m resolver) end(s uint32, emit func(...symbol)) {
	m.ends(s, func(_ uint32, out ...symbol) { emit(out...) })
}

// hostTaker removes the host of a path that begins with two slashes: a name without dots
// and escapes or, with odd, one with other octets, of which not all are accepted.
type hostTaker struct{ odd bool }

func (m *hostTaker) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const inHost, inPath = 3, 4
	letter := isLetter(byte(in)) || strings.IndexByte("!\"$&'()*+,-;=_`{}~", byte(in)) >= 0
	switch {
	case s <= 2 && in == '/': // any number of slashes
		emit(min(s+1, 2))
	case s == 2 && letter, s == inHost && (letter || isDigit(byte(in))):
		emit(inHost)
	case s == inHost && in == '/', s == inPath:
		emit(inPath, in)
	case m.odd && in != '/' && s >= 2:
		emit(inHost)
	}
}

func (*hostTaker) classes() []percent.ByteSet {
	return []percent.ByteSet{letters.Add("!\"$&'()*+,-;=_`{}~"), digits}
}

func (*hostTaker) end(s uint32, emit func(...symbol)) {
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

func (*wellFormed) step(s uint32, in byte) uint32 {
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

func (*wellFormed) holdsAt(s uint32) bool { return s == 0 }

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

func (*clean) step(s uint32, in byte) uint32 {
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

func (*clean) holdsAt(s uint32) bool { return s == 1 || s >= 4 }

func (*oneLine) step(s uint32, in byte) uint32 {
	switch {
	case s == 1:
		return never
	case in == '\n':
		return 1
	}
	return 0
}

func (*oneLine) holdsAt(uint32) bool { return true }

func (*oneLine) classes() []percent.ByteSet { return each("\n") }

// The steps that the search follows.

func (s trimEnd) follow(v *variant) []*variant {
	v = v.with(&endTrimmer{percent.ByteSet{}.Add(s.octets), inside})
	v.origin = v.at
	return []*variant{v}
}

func (s trimAround) follow(v *variant) []*variant {
	v = v.with(&endTrimmer{percent.ByteSet{}.Add(s.octets), atStart})
	v.origin = v.at
	return []*variant{v}
}

func (form) follow(v *variant) []*variant { return v.slashed() }

func (s *unknownAt) follow(v *variant) []*variant {
	without := only(s.octets.Complement())
	return []*variant{v.with(acceptor{without, false}), v.with(acceptor{without, true}).lost(s.class)}
}

// slashed returns the ways for a path that begins with a slash, or is empty, and for
// another, which only a hop in front passes on.
func (v *variant) slashed() []*variant {
	slash := either{hasPrefix("/"), is("")}
	return append(v.where(slash, true), v.where(slash, false)[0].lost("a target that does not begin with a slash, from one server to the next"))
}

// onPathWhere returns the ways in which machines continue v where a condition holds: none, where
// a path that is known does not meet it.
func (v *variant) onPathWhere(c condition, machines ...machine) (list []*variant) {
	for _, w := range v.where(c, true) {
		list = append(list, w.onPath(machines...)...)
	}
	return list
}

// resolved returns the ways in which machines of which one is a resolver continue v. What
// steps make of dot segments in a path that does not begin with a slash is not followed.
func (v *variant) resolved(machines ...machine) []*variant {
	slash := either{hasPrefix("/"), is("")}
	list := v.onPathWhere(slash, machines...)
	for _, w := range v.where(slash, false) {
		list = append(list, w.lost("dot segments in a path that does not begin with a slash"))
	}
	return list
}

// endTrimmer is trimEnd and, if its first state is atStart, trimAround. At an octet that it
// may drop it guesses whether only such octets follow.
type endTrimmer struct {
	octets percent.ByteSet
	first  uint32
}

// The states of an endTrimmer, of which its first is written as 0.
const (
	inside uint32 = iota
	atStart
	another // an octet that stays must follow
	atTheEnd
)

func (m *endTrimmer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	if s == 0 {
		s = m.first
	}
	drops := in != mark && m.octets.Contains(byte(in))
	switch {
	case s == atStart && drops:
		emit(0)
	case s == atTheEnd && drops:
		emit(atTheEnd)
	case s == atTheEnd:
	case s == another && drops:
		emit(another, in)
	case drops:
		emit(another, in)
		emit(atTheEnd)
	case m.first == inside:
		emit(inside, in)
	default:
		emit(4, in) // inside, but not at the beginning
	}
}

func (*endTrimmer) end(s uint32, emit func(...symbol)) {
	if s != another {
		emit()
	}
}

func (m *endTrimmer) classes() []percent.ByteSet { return []percent.ByteSet{m.octets} }

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

func (s *refuseTail) follow(v *variant) []*variant { return v.on(tailRefuser(s.octets)) }

func (s split) follow(v *variant) []*variant {
	c := v.with(splitter(s.at))
	if v.fixed != nil && v.fixed.at == v.at {
		path, _ := cutAny(v.fixed.path, s.at)
		c.fixed = &fixedPath{c.at, path}
	}
	return []*variant{c}
}
func (*dropFragment) follow(v *variant) []*variant { return v.on(&fragmentDropper{}) }
func (*dropEmptyQuery) follow(v *variant) []*variant {
	c := v.with(&emptyQueryDropper{})
	if v.fixed != nil && v.fixed.at == v.at {
		c.fixed = &fixedPath{c.at, v.fixed.path}
	}
	return []*variant{c}
}

func (*checkEscapes) follow(v *variant) []*variant { return v.onPath(decoder{asItIs: true}) }
func (*merge) follow(v *variant) []*variant        { return v.onPath(&merger{}) }
func (s swap) follow(v *variant) []*variant        { return v.onPath(swapper(s)) }
func (s dots) follow(v *variant) []*variant {
	return v.resolved(resolver{clamp: s.above == 0, bare: s.bare, keep: s.keep, only: s.only})
}
func (s cut) follow(v *variant) []*variant     { return v.onPath(cutter(s.at)) }
func (s encode) follow(v *variant) []*variant  { return v.onPath(encoder(s)) }
func (s replace) follow(v *variant) []*variant { return v.onPath(replacer(s)) }
func (*cutLine) follow(v *variant) []*variant {
	return v.take(when(includes{substring: "\n"}, []step{&notDescribed{lineEndWritten}}, nil))
}
func (*dropLineFeed) follow(v *variant) []*variant { return v.onPath(&lineFeedDropper{}) }

func (s decode) follow(v *variant) []*variant {
	return v.onPath(decoder{keep: s.malformed == 0, kept: s.kept})
}

func (*noteEscapes) follow(v *variant) []*variant {
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

func (s replaceWhole) follow(v *variant) []*variant { return v.onPath(&eraser{}, replacer{"", s.by}) }

// Steps that only precede a redirect do not affect the search.

func (*goMuxSlash) follow(v *variant) []*variant {
	return []*variant{v.mores("a redirect to a path with a slash at the end")}
}

func (*goCleanQuery) follow(v *variant) []*variant {
	return []*variant{v.with(queryChecker{}), v.with(queryChecker{changes: true}).lost("a query with ; or malformed escapes, which ReverseProxy writes anew")}
}
func (*goQuery) follow(v *variant) []*variant         { return []*variant{v} }
func (*goWhole) follow(v *variant) []*variant         { return []*variant{v} }
func (*goIndexRedirect) follow(_ *variant) []*variant { return nil }

func (s goClean) follow(v *variant) []*variant {
	if s.keepSlash {
		return v.onPath(replacer{"", "/"}, &merger{}, resolver{clamp: true, bare: true})
	}
	return v.onPath(replacer{"", "/"}, &merger{}, resolver{clamp: true}, &slashTrimmer{})
}

func (*haproxyScan) follow(v *variant) []*variant { return v.on(&haproxyScanner{}) }

// haproxyScanner is haproxyScan: at the beginning of each group of four octets it guesses
// whether the loop skips the group, for which all four must be between 24 and A3, and one
// of them below 7F. The state is the place in the group and whether there was such an octet,
// or that the loop is over.
type haproxyScanner struct{}

func (*haproxyScanner) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	const over, below = 16, 4
	if (s == 0 || s == over) && visible.Remove("#").Contains(byte(in)) {
		emit(over, in)
	}
	if s == over || in < 0x24 || in > 0xa3 {
		return
	}
	if in < 0x7f {
		s |= below
	}
	switch {
	case s&3 < 3:
		emit(s+1, in)
	case s&below != 0:
		emit(0, in)
	}
}

func (*haproxyScanner) end(s uint32, emit func(...symbol)) {
	if s == 0 || s == 16 {
		emit()
	}
}

func (*haproxyScanner) classes() []percent.ByteSet {
	return []percent.ByteSet{percent.ByteSet{}.AddRange(0x24, 0xa3), percent.ByteSet{}.AddRange(0, 0x7e)}
}

func (s standardURL) follow(v *variant) []*variant { return v.as(s.steps()...) }

func (standardPath) follow(v *variant) []*variant {
	return v.resolved(resolver{clamp: true, escaped: true}, encoder{kept: standardKept})
}

func (standardHost) follow(v *variant) []*variant {
	return append(v.onPath(&hostTaker{}), v.onPath(&hostTaker{odd: true})[0].mores("hosts with dots, escapes or other octets, which URL parsers check"))
}
