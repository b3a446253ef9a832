package hop

import (
	"regexp"
	"regexp/syntax"
	"slices"

	"github.com/pct-encoded/percent"
)

// matches holds for paths that a regular expression matches. Its runes are octets.
type matches struct {
	source   string
	pattern  *regexp.Regexp
	program  *syntax.Prog
	captures bool // texts may refer to its groups
	ordered  bool // an automaton can write its groups in their order
}

func (c matches) text() string           { return "matches " + shown(c.source) }
func (c matches) holds(path string) bool { return c.pattern.MatchString(latin1.of(path)) }

// A matcher is matches as a finite automaton. A state is the instructions of the program before an
// octet, and what the octet before was.
type matcher struct {
	program *syntax.Prog
	states  interner
	// again is whether the expression may begin behind the first octet.
	again bool
}

func newMatcher(program *syntax.Prog) *matcher {
	m := &matcher{program: program}
	m.states.number([]uint32{beforeAll, uint32(program.Start)})
	every := syntax.EmptyBeginLine | syntax.EmptyEndLine | syntax.EmptyEndText | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	threads, matched := m.closure([]uint32{uint32(program.Start)}, every)
	m.again = matched || len(threads) > 0
	return m
}

// What the octet before was, as a rune that stands for it.
const (
	beforeAll uint32 = iota
	lineEnd
	wordOctet
	otherOctet
)

func runeBefore(kind uint32) rune { return []rune{-1, '\n', 'a', '.'}[kind] }

func kindOf(c byte) uint32 {
	switch {
	case c == '\n':
		return lineEnd
	case syntax.IsWordChar(rune(c)):
		return wordOctet
	}
	return otherOctet
}

// closure returns the instructions from which an octet is read, and whether the expression has
// matched.
func (m *matcher) closure(threads []uint32, flags syntax.EmptyOp) (list []uint32, matched bool) {
	seen := map[uint32]bool{}
	var add func(pc uint32)
	add = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		switch i := &m.program.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			add(i.Out)
			add(i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			add(i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^flags == 0 {
				add(i.Out)
			}
		case syntax.InstMatch:
			matched = true
		case syntax.InstFail:
		default:
			list = append(list, pc)
		}
	}
	for _, pc := range threads {
		add(pc)
	}
	return list, matched
}

func (m *matcher) step(s uint32, in byte) uint32 {
	state := m.states.vectors[s]
	threads, matched := m.closure(state[1:], syntax.EmptyOpContext(runeBefore(state[0]), rune(in)))
	if matched {
		return always
	}
	next := []uint32{kindOf(in)}
	for _, pc := range threads {
		if i := &m.program.Inst[pc]; i.MatchRune(rune(in)) && !slices.Contains(next[1:], i.Out) {
			next = append(next, i.Out)
		}
	}
	if start := uint32(m.program.Start); m.again && !slices.Contains(next[1:], start) {
		next = append(next, start)
	}
	if len(next) == 1 {
		return never
	}
	slices.Sort(next[1:])
	return uint32(m.states.number(next))
}

func (m *matcher) holdsAt(s uint32) bool {
	state := m.states.vectors[s]
	_, matched := m.closure(state[1:], syntax.EmptyOpContext(runeBefore(state[0]), -1))
	return matched
}

// classes returns the ranges of the expression, and what \b distinguishes.
func (m *matcher) classes() []percent.ByteSet {
	list := []percent.ByteSet{letters.Union(digits).Add("_"), percent.ByteSet{}.Add("\n")}
	for _, i := range m.program.Inst {
		switch i.Op {
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		default:
			continue
		}
		var set percent.ByteSet
		for c := range 256 {
			if i.MatchRune(rune(c)) {
				set = set.Add(string([]byte{byte(c)}))
			}
		}
		list = append(list, set)
	}
	return list
}
