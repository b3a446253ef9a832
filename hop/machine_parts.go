package hop

import (
	"maps"
	"regexp/syntax"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// A matchedAt is a regular expression that matched the path of a stage.
type matchedAt struct {
	matches
	at int
}

// match notes that a condition holds for the path of a stage.
func (v *variant) match(c condition, at int) {
	m, ok := capturing(c)
	if !ok {
		return
	}
	v.matched = &matchedAt{m, at}
	for i, name := range m.pattern.SubexpNames() {
		if name != "" {
			v.set(name, []part{{Piece: plan.Piece{Kind: plan.Capture, N: i}, matched: v.matched}})
		}
	}
}

func (v *variant) set(name string, text []part) {
	v.variables = maps.Clone(v.variables)
	if v.variables == nil {
		v.variables = map[string][]part{}
	}
	v.variables[name] = text
}

// A part is a part of a text with the stage that it is of.
type part struct {
	plan.Piece
	matched *matchedAt // of a capture
	at      int        // of the path, or of the target
}

// resolve returns the parts of a text, with those of the variables in it.
func (v *variant) resolve(t plan.Text) []part {
	var list []part
	for _, p := range t {
		switch {
		case p.Kind == plan.Variable && p.Kept == nil:
			list = append(list, v.variables[p.Text]...)
		case p.Kind == plan.Variable:
			for _, x := range v.variables[p.Text] {
				if (x.Kind == plan.Capture || x.Kind == plan.ThePath) && x.Kept == nil {
					x.Kept, x.Only, x.Lower, x.Plus = p.Kept, p.Only, p.Lower, p.Plus
				} else if x.Kind != plan.Literal {
					x.Kind = plan.Foreign
				}
				list = append(list, x)
			}
		case p.Kind == plan.Capture && v.matched == nil:
		case p.Kind == plan.Capture:
			list = append(list, part{p, v.matched, 0})
		case p.Kind == plan.Original:
			list = append(list, part{p, nil, v.origin})
		default:
			list = append(list, part{p, nil, v.at})
		}
		if len(list) > maxParts {
			return []part{{Piece: plan.Piece{Kind: plan.Foreign}}}
		}
	}
	return list
}

// maxParts limits the parts of a text that the search follows.
const maxParts = 100

func (s *put) follow(v *variant) []*variant {
	text := v.resolve(s.Text)
	switch s.To {
	case plan.ToVariable:
		c := v.copied()
		c.set(s.Name, text)
		return []*variant{c}
	case plan.ToPath:
		return v.writes(text, false)
	case plan.ToTarget:
		return v.writes(text, true)
	}
	// The query: what it is, the search does not follow, but for a path that stays.
	if len(text) == 0 {
		return v.on(&partWriter{tail: noTail, program: wholePath.Get()})
	}
	if len(text) == 1 && text[0].Kind == plan.Query {
		return []*variant{v}
	}
	return v.lacks(s)
}

// constant returns a text that is the same for all targets.
func (v *variant) constant(t plan.Text) (string, bool) {
	text := ""
	for _, p := range v.resolve(t) {
		switch {
		case p.Kind == plan.Literal:
			text += p.Text
		case p.Kind == plan.ThePath && p.Kept == nil && v.fixed != nil && v.fixed.at == p.at:
			text += v.fixed.path
		default:
			return "", false
		}
	}
	return text, true
}

// writes returns the ways in which v continues with a text as its path. With target it has
// no query but that of the text.
func (v *variant) writes(text []part, target bool) []*variant {
	lost := []*variant{v.lost("a text that the search cannot follow")}
	m := &partWriter{program: wholePath.Get()}
	if target {
		m.tail = noTail
	}
	from := -2 // none yet
	unclear := false
	for i, p := range text {
		stage := p.at
		switch p.Kind {
		case plan.Literal:
			m.parts = append(m.parts, written{text: p.Text})
			continue
		case plan.ThePath:
			w := written{group: 1}
			if p.Kept != nil {
				w.kept, w.unsure, w.as = p.Kept, p.Only && !v.noted, p.Piece
				unclear = unclear || w.unsure
			}
			m.parts = append(m.parts, w)
		case plan.Original:
			if len(text) > i+1 {
				return lost
			}
			// The path and the query.
			m.parts, m.tail = append(m.parts, written{group: 1}), wholeTail
		case plan.Capture:
			if p.N == 0 || p.N > p.matched.pattern.NumSubexp() || !p.matched.ordered {
				return lost
			}
			if m.program != wholePath.Get() && m.program != p.matched.program || from >= -1 && m.program == wholePath.Get() {
				return lost
			}
			w := written{group: p.N}
			if p.Kept != nil {
				w.kept, w.unsure, w.as = p.Kept, p.Only && !v.noted, p.Piece
				unclear = unclear || w.unsure
			}
			if n := len(m.parts); slices.ContainsFunc(m.parts[:n], func(o written) bool { return o.group >= p.N }) {
				return lost
			}
			m.program, stage = p.matched.program, p.matched.at
			m.parts = append(m.parts, w)
		case plan.IsArgs:
			if !target || i+2 != len(text) || text[i+1].Kind != plan.Query {
				return lost
			}
			m.tail = wholeTail
			continue
		case plan.Query:
			if i == 0 || text[i-1].Kind != plan.IsArgs {
				return lost
			}
			continue
		default:
			return lost
		}
		if from >= -1 && from != stage {
			return lost
		}
		from = stage
	}
	c := v.copied()
	if from >= -1 {
		c.at = from
	}
	c = c.with(m)
	if from == -2 {
		c.fixed = &fixedPath{at: c.at}
		for _, w := range m.parts {
			c.fixed.path += w.text
		}
	}
	if m.program != wholePath.Get() || unclear {
		c = c.mores("a regular expression that may match in several ways")
	}
	return []*variant{c}
}

// wholePath is the program of an expression whose first group is all that it is given.
var wholePath = lazy.Value[*syntax.Prog]{Make: func() *syntax.Prog {
	re, err := syntax.Parse(`(?s)\A(.*)\z`, syntax.Perl)
	if err != nil {
		panic(err)
	}
	p, err := syntax.Compile(re.Simplify())
	if err != nil {
		panic(err)
	}
	return p
}}

// A partWriter writes a text that has groups of a regular expression in their order. Of
// several ways to match it takes each, which is more than the steps do. It reads the path,
// and keeps the tail or drops it.
type partWriter struct {
	program *syntax.Prog
	parts   []written
	tail    tailKept
}

type tailKept uint8

const (
	wholeTail tailKept = iota
	noTail
)

// A written is a part: a literal text, or a group of which the octets outside of kept are
// escaped or, where that is unsure, may be.
type written struct {
	text   string
	group  int
	kept   *percent.ByteSet
	unsure bool
	as     plan.Piece
}

// The state of a partWriter is the instruction, how many parts are written, what the octet
// before was, and where it is.
const (
	beforeMatch uint32 = iota
	inMatch
	behindMatch
	behindPath
)

func (m *partWriter) pack(where, kind, part, pc uint32) uint32 {
	return where<<26 | kind<<24 | part<<16 | pc
}

func (m *partWriter) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	where, kind, k, pc := s>>26, s>>24&3, s>>16&255, s&0xffff
	if where == behindPath {
		if m.tail == wholeTail {
			emit(s, in)
		} else {
			emit(s)
		}
		return
	}
	if in == mark {
		done := m.pack(behindPath, 0, 0, 0)
		m.ends(s, func(out []symbol) {
			if m.tail == wholeTail {
				out = append(out[:len(out):len(out)], mark)
			}
			emit(done, out...)
		})
		return
	}
	now := kindOf(byte(in))
	switch where {
	case behindMatch:
		emit(s)
		return
	case beforeMatch:
		emit(m.pack(beforeMatch, now, 0, 0))
		pc = uint32(m.program.Start)
	}
	flags := syntax.EmptyOpContext(runeBefore(kind), rune(in))
	m.closure(pc, k, flags, func(pc, k uint32, matched bool, out []symbol) {
		if matched {
			emit(m.pack(behindMatch, 0, 0, 0), out...)
			return
		}
		i := &m.program.Inst[pc]
		if !i.MatchRune(rune(in)) {
			return
		}
		to := m.pack(inMatch, now, k, i.Out)
		if k&1 == 0 { // outside of the groups that are written
			emit(to, out...)
			return
		}
		w := m.parts[k>>1]
		if w.kept == nil || w.unsure || w.kept.Contains(byte(in)) {
			emit(to, append(out[:len(out):len(out)], in)...)
		}
		if w.kept != nil && !w.kept.Contains(byte(in)) {
			emit(to, append(out[:len(out):len(out)], text(escapedAs(w.as, string([]byte{byte(in)})))...)...)
		}
	})
}

// closure calls found for each instruction from which an octet is read, and for a match. k is
// twice the number of parts that are written, and one more within a group.
func (m *partWriter) closure(pc, k uint32, flags syntax.EmptyOp, found func(pc, k uint32, matched bool, out []symbol)) {
	seen := map[[2]uint32]bool{}
	var walk func(pc, k uint32, out []symbol)
	walk = func(pc, k uint32, out []symbol) {
		if seen[[2]uint32{pc, k}] {
			return
		}
		seen[[2]uint32{pc, k}] = true
		switch i := &m.program.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			walk(i.Out, k, out)
			walk(i.Arg, k, out)
		case syntax.InstCapture:
			group := int(i.Arg / 2)
			at := slices.IndexFunc(m.parts, func(w written) bool { return w.group == group })
			switch {
			case group == 0 || at < 0:
			case i.Arg%2 == 0:
				out = m.literals(int(k>>1), at, out)
				k = uint32(at)<<1 | 1
			default:
				k = uint32(at+1) << 1
			}
			walk(i.Out, k, out)
		case syntax.InstNop:
			walk(i.Out, k, out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^flags == 0 {
				walk(i.Out, k, out)
			}
		case syntax.InstMatch:
			found(pc, k, true, m.literals(int(k>>1), len(m.parts), out))
		case syntax.InstFail:
		default:
			found(pc, k, false, out)
		}
	}
	walk(pc, k, nil)
}

// literals returns out with the literal parts from one on up to another.
func (m *partWriter) literals(from, to int, out []symbol) []symbol {
	out = slices.Clone(out)
	for _, w := range m.parts[from:max(from, to)] {
		out = append(out, text(w.text)...)
	}
	return out
}

func (m *partWriter) ends(s uint32, emit func(out []symbol)) {
	where, kind, k, pc := s>>26, s>>24&3, s>>16&255, s&0xffff
	switch where {
	case behindMatch, behindPath:
		emit(nil)
		return
	case beforeMatch:
		pc = uint32(m.program.Start)
	}
	m.closure(pc, k, syntax.EmptyOpContext(runeBefore(kind), -1), func(_, _ uint32, matched bool, out []symbol) {
		if matched {
			emit(out)
		}
	})
}

func (m *partWriter) end(s uint32, emit func(...symbol)) {
	m.ends(s, func(out []symbol) { emit(out...) })
}

func (m *partWriter) classes() []percent.ByteSet {
	list := (&matcher{program: m.program}).classes()
	for _, w := range m.parts {
		if w.kept != nil {
			list = append(list, *w.kept)
		}
	}
	return list
}
