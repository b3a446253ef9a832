package compare

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/sorted"
)

// How far mistakes are looked for that explain a difference only together. All that is
// tried is tried on the whole texts, so that the time is proportional to their length.
const (
	maxTogether       = 3    // mistakes
	maxTogetherLength = 4096 // bytes of the longer text
	maxSteps          = 12   // texts that are gone on with after each mistake
)

// A step is two texts after some of the mistakes that tell them apart were made: those of
// the second text in the first one, and the other way round.
type step struct {
	texts [2]string
	made  []Mistake
	cost  int // how unlikely the mistakes are
}

// bothSides is how much less likely it is that both texts have mistakes.
const bothSides = 8

// together returns the mistakes that turn one text into the other, each by making its part,
// or nil if no two or three do.
func together(first, second string, f Format) []Mistake {
	if max(len(first), len(second)) > maxTogetherLength {
		return nil
	}
	start := []step{{texts: [2]string{First: first, Second: second}}}
	of := [][]Side{{Second}, {First}, {Second, First}}
	steps := [][]step{start, start, start}
	for range maxTogether {
		var best *step
		for i, sides := range of {
			var found *step
			if found, steps[i] = further(steps[i], f, sides); found != nil && (best == nil || found.cost < best.cost) {
				best = found
			}
		}
		if best != nil {
			return best.made
		}
	}
	return nil
}

// further returns the steps that follow from others by one mistake on one of the sides, and
// the likeliest of them that makes the texts the same.
func further(steps []step, f Format, sides []Side) (best *step, next []step) {
	at := map[[2]string]int{}
	for _, s := range steps {
		for _, side := range sides {
			for _, n := range s.next(f, side, len(sides) > 1) {
				if n.texts[First] == n.texts[Second] {
					if len(n.made) > 1 && (best == nil || n.cost < best.cost) {
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
	sorted.Stable(next, func(x, y step) int { return cmp.Compare(x.cost, y.cost) })
	return best, next[:min(len(next), maxSteps)]
}

// next returns the steps that follow by one mistake on a side.
func (s step) next(f Format, side Side, both bool) []step {
	right, wrong := s.texts[First+Second-side], s.texts[side]
	before := agreementOf(right, wrong)
	var list []step
	for _, m := range candidates(right, wrong, f, signedStep, partly) {
		m.Side = side
		if slices.Contains(alone, m.ID) || both && !slices.Contains(onEitherSide, m.ID) || s.excludes(m) {
			continue
		}
		made, ok := m.apply(right)
		if !ok || made == right || !agreementOf(made, wrong).follows(before, m.ID) {
			continue
		}
		n := step{texts: s.texts, cost: s.cost + m.rank*100 + order(m.ID)}
		if len(s.made) > 0 && s.made[0].Side != side {
			n.cost += bothSides
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
// them again, or on the other side.
func (s step) excludes(m Mistake) bool {
	return slices.ContainsFunc(s.made, func(o Mistake) bool {
		return o.ID == m.ID && (o.Side != m.Side || strings.Contains(o.Where, m.Where) || strings.Contains(m.Where, o.Where))
	})
}

// An agreement is how many bytes two texts begin with alike, and how many if the case of
// letters does not count.
type agreement struct{ exact, folded int }

func agreementOf(a, b string) agreement {
	n := agreement{exact: firstDifference(a, b)}
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
// were before. Digits of escapes may not show until they are escaped once more.
func (n agreement) follows(before agreement, id string) bool {
	switch {
	case n.folded != before.folded:
		return n.folded > before.folded
	case id == mistake.HexCase:
		return n.exact >= before.exact
	}
	return n.exact > before.exact
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
