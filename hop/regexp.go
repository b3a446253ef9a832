package hop

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
)

// A regexpKind is how a server reads regular expressions, all of them octet by octet.
type regexpKind uint8

const (
	// pcre is PCRE without options, as in nginx and HAProxy: a dot is no line feed, and $ is
	// also before a line feed at the end.
	pcre regexpKind = iota
	// apacheRegexp is PCRE with DOTALL and DOLLAR_ENDONLY, the default of RegexDefaultOptions.
	apacheRegexp
)

// matches holds for paths that a regular expression matches. Its runes are octets.
type matches struct {
	source  string
	pattern *regexp.Regexp
	program *syntax.Prog
}

func (c matches) text() string           { return "matches " + shown(c.source) }
func (c matches) holds(path string) bool { return c.pattern.MatchString(latin1.of(path)) }

// maxExpressionLength is how long a regular expression may be.
const maxExpressionLength = 1000

// expression returns the condition for a regular expression, in simple cases another than
// matches. It reports false for one that Go does not have or may read differently from the
// server, such as one with a backreference or a lookahead.
func expression(kind regexpKind, pattern string, fold bool) (condition, bool) {
	if !fold {
		if c, ok := simpleExpression(kind, pattern); ok {
			return c, true
		}
	}
	source := pattern
	pattern, ok := goExpression(pattern)
	if !ok || len(pattern) > maxExpressionLength || fold && has(source, percent.ASCII.Complement()) {
		return nil, false
	}
	flags := syntax.Perl
	if kind == apacheRegexp {
		flags |= syntax.DotNL
	}
	if fold {
		flags |= syntax.FoldCase
	}
	re, err := syntax.Parse(latin1.of(pattern), flags)
	if err != nil {
		return nil, false
	}
	if kind == pcre {
		dollars(re)
	}
	program, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil, false
	}
	compiled, err := regexp.Compile(re.String())
	if err != nil {
		return nil, false
	}
	return matches{source, compiled, program}, true
}

// goExpression returns a pattern of PCRE as one of Go, or reports false where Go reads the
// same differently.
func goExpression(pattern string) (string, bool) {
	if strings.Contains(pattern, "$$") {
		return "", false
	}
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '\\' && i+1 < len(pattern):
			i++
			switch next := pattern[i]; {
			case next == 's' && class:
				b.WriteString(`\t-\r `) // with the vertical tab, which Go leaves out
			case next == 's':
				b.WriteString(`[\t-\r ]`)
			case next == 'S' && !class:
				b.WriteString(`[^\t-\r ]`)
			case strings.IndexByte("QEpPvVCS", next) >= 0:
				return "", false
			default:
				b.WriteByte(c)
				b.WriteByte(next)
			}
			continue
		case !class && c == '[':
			class = true
			b.WriteByte(c)
			// What follows at once is no end of the class.
			if strings.HasPrefix(pattern[i+1:], "^") {
				i++
				b.WriteByte('^')
			}
			if strings.HasPrefix(pattern[i+1:], "]") {
				i++
				b.WriteString(`\]`)
			}
			continue
		case class && c == '[':
			if end := strings.Index(pattern[i:], ":]"); strings.HasPrefix(pattern[i:], "[:") && end > 0 {
				name := pattern[i : i+end+2]
				if name == "[:space:]" {
					name = `\t-\r `
				}
				b.WriteString(name)
				i += end + 1
				continue
			}
			b.WriteString(`\[`)
			continue
		case class && c == ']':
			class = false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// dollars lets each $ match before a line feed at the end, too.
func dollars(re *syntax.Regexp) {
	for _, sub := range re.Sub {
		dollars(sub)
	}
	if re.Op == syntax.OpEndText && re.Flags&syntax.WasDollar != 0 {
		line := &syntax.Regexp{Op: syntax.OpLiteral, Rune: []rune{'\n'}}
		end := &syntax.Regexp{Op: syntax.OpEndText}
		*re = syntax.Regexp{Op: syntax.OpConcat, Sub: []*syntax.Regexp{{Op: syntax.OpQuest, Sub: []*syntax.Regexp{line}}, end}}
	}
}

// A matcher is matches as a finite automaton. A state is the places in the program before an
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
	places, matched := m.closure([]uint32{uint32(program.Start)}, every)
	m.again = matched || len(places) > 0
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

// closure returns the places from which an octet is read, and whether the expression has
// matched.
func (m *matcher) closure(places []uint32, flags syntax.EmptyOp) (list []uint32, matched bool) {
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
	for _, pc := range places {
		add(pc)
	}
	return list, matched
}

func (m *matcher) step(s uint32, in byte) uint32 {
	state := m.states.vectors[s]
	places, matched := m.closure(state[1:], syntax.EmptyOpContext(runeBefore(state[0]), rune(in)))
	if matched {
		return always
	}
	next := []uint32{kindOf(in)}
	for _, pc := range places {
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

// simpleExpression returns the condition for an expression that is a prefix, a suffix,
// a text, or one of several endings.
func simpleExpression(kind regexpKind, pattern string) (condition, bool) {
	rest, begins := strings.CutPrefix(pattern, "^")
	for _, any := range []string{"(.*)$", ".*$", "(.*)", ".*"} {
		if head, ok := strings.CutSuffix(rest, any); ok && begins {
			text, ok := literal(head)
			if kind == pcre && strings.HasSuffix(any, "$") {
				return both{hasPrefix(text), oneLine{}}, ok
			}
			return hasPrefix(text), ok
		}
	}
	rest, ends := strings.CutSuffix(rest, "$")
	ending := func(c func(text string) condition, text string) condition {
		if kind == pcre {
			return either{c(text), c(text + "\n")}
		}
		return c(text)
	}
	suffix := func(text string) condition { return hasSuffix(text) }
	if head, list, ok := strings.Cut(rest, "("); ok && ends && !begins && strings.HasSuffix(list, ")") {
		list = strings.TrimPrefix(strings.TrimSuffix(list, ")"), "?:")
		var c condition
		for i, alternative := range strings.Split(list, "|") {
			text, ok := literal(head + alternative)
			switch {
			case !ok:
				return nil, false
			case i == 0:
				c = ending(suffix, text)
			default:
				c = either{c, ending(suffix, text)}
			}
		}
		return c, true
	}
	text, ok := literal(rest)
	switch {
	case !ok || text == "" && !begins:
		return nil, false
	case begins && ends:
		return ending(func(text string) condition { return is(text) }, text), true
	case begins:
		return hasPrefix(text), true
	case ends:
		return ending(suffix, text), true
	}
	return includes{substring: text}, true
}
