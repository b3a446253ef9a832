package compare

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
)

// How far mistakes are looked for that explain a difference only together. All that is
// tried is tried on the whole texts, so that the time is proportional to their length.
const (
	maxTogether       = 3        // mistakes
	maxMade           = 5        // parts in which they are made
	maxTogetherLength = 16 << 10 // bytes of the longer text
	maxSteps          = 12       // texts that are gone on with after each mistake
)

// A step is two texts after some of the mistakes that tell them apart were made: those of
// the second text in the first one, and the other way round.
type step struct {
	texts [2]string
	made  []Mistake
	// last are mistakes that were undone in the text on their side, and are to be made in
	// the other one at the end: what is escaped once more hides all that was done before.
	last []Mistake
	cost int // how unlikely the mistakes are
}

// How much less likely it is that both texts have mistakes, and that the first one has all.
const (
	onBothSides = 8
	onFirstSide = 1000
)

// together returns the mistakes that turn one text into the other, each by making its part,
// or nil if no two or three do.
func together(first, second string, f Format) []Mistake {
	if max(len(first), len(second)) > maxTogetherLength {
		return nil
	}
	start := step{texts: [2]string{First: first, Second: second}}
	of := []struct {
		sides []Side
		steps []step
	}{
		{[]Side{Second}, start.starts(f, Second)},
		{[]Side{First}, start.starts(f, First)},
		{[]Side{Second, First}, []step{start}},
	}
	for range maxMade {
		var best *step
		for i := range of {
			var found *step
			if found, of[i].steps = further(of[i].steps, f, of[i].sides); found != nil && (best == nil || found.cost < best.cost) {
				best = found
			}
		}
		if best != nil {
			return best.all()
		}
	}
	return nil
}

// all returns all mistakes of a step, in the order in which they are made.
func (s step) all() []Mistake {
	return slices.Concat(s.made, s.last)
}

// starts returns s, and the steps that undo the escaping of "%" on a side in one part or two.
func (s step) starts(f Format, side Side) []step {
	list := []step{s}
	once := s.unescaped(f, side)
	for _, n := range once {
		list = append(append(list, n), n.unescaped(f, side)...)
	}
	return list
}

// steps returns the grammar of one mistake of several.
func steps(f Format) grammar {
	if f == BaseString || f == CanonicalRequest {
		return signedStep
	}
	return unsignedStep
}

// unescaped returns the steps that undo the escaping of "%" on a side, in all parts of
// which that is undone by escaping it again.
func (s step) unescaped(f Format, side Side) []step {
	right, wrong := s.texts[First+Second-side], s.texts[side]
	again := "%25"
	if f == BaseString {
		again = "%2525" // which is encoded once more as it is
	}
	if strings.Count(wrong, again) <= strings.Count(right, again) {
		return nil
	}
	// in returns the change of "%" in each part of a text.
	in := func(text, other string, apply func(string) string) []Mistake {
		g := steps(f)
		g.changes = func(string, string, string) []change {
			return []change{{id: mistake.DoubleEncoding, encoder: true, apply: apply}}
		}
		return slices.DeleteFunc(candidates(text, other, f, g, partly), func(m Mistake) bool { return m.ID != mistake.DoubleEncoding })
	}
	var list []step
	for _, undo := range in(wrong, right, replacing("%25", "%")) {
		made, ok := undo.apply(wrong)
		if !ok || made == wrong || slices.ContainsFunc(list, func(o step) bool { return o.texts[side] == made }) {
			continue
		}
		for _, m := range in(made, right, replacing("%", "%25")) {
			m.Side = side
			if back, ok := m.apply(made); m.Where != undo.Where || !ok || back != wrong || s.excludes(m) {
				continue
			}
			n := step{texts: s.texts, last: append(slices.Clone(s.last), m), cost: s.cost + m.rank*100 + order(m.ID)}
			if side == First && s.last == nil {
				n.cost += onFirstSide
			}
			n.texts[side] = made
			list = append(list, n)
			break
		}
	}
	return list
}

// further returns the steps that follow from others by one mistake on one of the sides, and
// the likeliest of them that makes the texts the same.
func further(steps []step, f Format, sides []Side) (best *step, next []step) {
	at := map[[2]string]int{}
	for _, s := range steps {
		for _, side := range sides {
			for _, n := range s.next(f, side, len(sides) > 1) {
				if n.texts[First] == n.texts[Second] {
					if len(n.all()) > 1 && (best == nil || n.cost < best.cost) {
						best = &n
					}
				} else if i, ok := at[n.texts]; !ok {
					at[n.texts] = len(next)
					next = append(next, n)
				} else if n.cost < next[i].cost {
					next[i] = n
				}
			}
		}
	}
	sort.SliceStable(next, func(i, j int) bool { return next[i].cost < next[j].cost })
	return best, next[:min(len(next), maxSteps)]
}

// next returns the steps that follow by one mistake on a side.
func (s step) next(f Format, side Side, both bool) []step {
	right, wrong := s.texts[First+Second-side], s.texts[side]
	before := agreementOf(right, wrong)
	var list []step
	for _, m := range candidates(right, wrong, f, steps(f), partly) {
		m.Side = side
		if slices.Contains(alone, m.ID) || both && !slices.Contains(onEitherSide, m.ID) || s.excludes(m) {
			continue
		}
		made, ok := m.apply(right)
		if !ok || made == right || !agreementOf(made, wrong).follows(before) {
			continue
		}
		n := step{texts: s.texts, last: s.last, cost: s.cost + m.rank*100 + order(m.ID)}
		switch {
		case len(s.made) > 0 && s.made[0].Side != side:
			n.cost += onBothSides
		case len(s.made) == 0 && s.last == nil && side == First && !both:
			n.cost += onFirstSide
		}
		n.texts[First+Second-side] = made
		// Of the same text made in the same way, all charsets are named.
		if i := slices.IndexFunc(list, func(o step) bool {
			last := &o.made[len(o.made)-1]
			return m.ID == mistake.WrongCharset && o.texts == n.texts && last.ID == m.ID && last.Where == m.Where
		}); i >= 0 {
			last := &list[i].made[len(s.made)]
			last.Detail = oneMore(last.Detail, m.Detail)
			continue
		}
		n.made = append(slices.Clip(slices.Clone(s.made)), m)
		list = append(list, n)
	}
	return list
}

// alone are the mistakes that explain too much beside others.
var alone = []string{mistake.CutOff, mistake.WrongFunction, mistake.FormEncoding}

// onEitherSide are the mistakes that one text may have while the other has another one.
// None of them undoes another.
var onEitherSide = []string{
	mistake.SpaceAsPlus, mistake.UnreservedEscaped, mistake.ReservedUnescaped, mistake.SlashUnescaped, mistake.NonASCIIRaw,
	mistake.HexCase, mistake.HostCase, mistake.DefaultPort, mistake.MissingEquals, mistake.DoubleEncoding, mistake.LineEnd,
}

// excludes reports whether a mistake says nothing beside those that were made: it is one of
// them again, or on the other side, or one too many.
func (s step) excludes(m Mistake) bool {
	ids := map[string]bool{m.ID: true}
	for _, o := range s.all() {
		ids[o.ID] = true
	}
	return len(ids) > maxTogether || slices.ContainsFunc(s.all(), func(o Mistake) bool {
		return o.ID == m.ID && (o.Side != m.Side || strings.Contains(o.Where, m.Where) || strings.Contains(m.Where, o.Where))
	})
}

// An agreement is how many bytes two texts begin with alike, and how many if the case of
// letters does not count.
type agreement struct{ exact, folded int }

func agreementOf(a, b string) agreement {
	n := agreement{exact: pct.Differ(a, b)}
	for n.folded = n.exact; n.folded < min(len(a), len(b)) && lower(a[n.folded]) == lower(b[n.folded]); {
		n.folded++
	}
	return n
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// follows reports whether a mistake has brought the texts nearer to each other than they
// were before.
func (n agreement) follows(before agreement) bool {
	return n.folded > before.folded || n.folded == before.folded && n.exact > before.exact
}

// stepSets returns the changes of which characters are escaped: of all that one text
// escapes and the other does not, by kind.
func stepSets(t *trial) []change {
	var list []change
	add := func(id string, set percent.ByteSet, apply func(s string, set percent.ByteSet) string) {
		if set != (percent.ByteSet{}) {
			detail := pct.ListSet(set)
			if id == mistake.NonASCIIRaw {
				detail = ""
			}
			list = append(list, change{id: id, detail: detail, encoder: true, apply: func(s string) string { return apply(s, set) }})
		}
	}
	none := percent.ByteSet{}
	left := t.have.escaped.Intersect(t.found.raw).Intersect(t.found.escaped.Complement()).Intersect(percent.Unreserved.Complement()).Remove("%")
	added := t.have.raw.Intersect(t.found.escaped).Intersect(t.found.raw.Complement())
	slash, high := none.Add("/"), none.AddRange(0x80, math.MaxUint8)
	if !t.signed {
		add(mistake.ReservedEscaped, added.Intersect(percent.Reserved).Remove("/"), escape)
		add(mistake.SlashEscaped, added.Intersect(slash), escape)
	}
	add(mistake.UnreservedEscaped, added.Intersect(percent.Unreserved), escape)
	marks := left.Intersect(punctuation.Get())
	add(mistake.ReservedUnescaped, marks.Remove("/"), unescape)
	if marks != slash && marks.Contains('/') {
		add(mistake.ReservedUnescaped, marks, unescape)
	}
	add(mistake.SlashUnescaped, marks.Intersect(slash), unescape)
	add(mistake.NonASCIIRaw, left.Intersect(high), unescape)
	add(mistake.MissingEncoding, left.Intersect(punctuation.Get().Union(high).Complement()), unescape)
	return list
}
