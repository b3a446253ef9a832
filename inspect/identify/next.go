package identify

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/internal/preimage"
)

// A split is what rules make of a text.
type split struct {
	text    string
	class   []int32 // of each rule; the same for rules that make the same of the text
	classes int
	refused int // rules that refuse it
}

// splitBy returns what the matches make of text.
func (id *Identification) splitBy(text string, buf *[]byte) split {
	s := split{text: text, class: make([]int32, len(id.Matches))}
	numbers := make(map[string]int32, 8)
	src := []byte(text)
	for i := range id.Matches {
		out, err := id.Matches[i].Dialects[0].AppendEncode((*buf)[:0], src)
		if err != nil {
			// It does not matter with which words.
			s.refused++
			out = append(out[:0], "\x00refused"...)
		} else {
			out = append(out, '.')
		}
		*buf = out
		n, ok := numbers[string(out)]
		if !ok {
			n = int32(len(numbers))
			numbers[string(out)] = n
		}
		s.class[i] = n
	}
	s.classes = len(numbers)
	return s
}

// better reports whether s is a better text to take next than t: it tells more rules
// apart, fewer rules refuse it, or it is shorter.
func (s split) better(t split) bool {
	return cmp.Or(cmp.Compare(t.classes, s.classes), cmp.Compare(s.refused, t.refused), cmp.Compare(len([]rune(s.text)), len([]rune(t.text)))) < 0
}

// manyRules is how many rules must remain for next to try only simple probes first:
// no text tells so many apart at once, and later samples can be unusual ones.
const manyRules = 64

// next finds the text that tells the matches apart, if there is one.
//
// It takes a single probe if that tells apart all that probes can tell apart, or else
// two simple ones. Otherwise it adds probes up, each time the one that tells most
// apart, and leaves out those that turn out not to be needed. It prefers a text of
// simple characters that tells at least half as many apart.
func (id *Identification) next() {
	var buf []byte
	var best split
	if len(id.Matches) > manyRules {
		best = id.sum(id.splits(preimage.SimpleProbes), &buf)
	}
	if best.classes < 8 {
		best = id.nextOfAll(&buf)
	}
	if best.classes < 2 {
		return
	}
	id.Next = best.text
	id.Outcomes = make([]Outcome, best.classes)
	for i, n := range best.class {
		o := &id.Outcomes[n]
		if o.Matches == nil {
			out, err := id.Matches[i].Dialects[0].AppendEncode(buf[:0], []byte(best.text))
			buf = out
			if err != nil {
				o.Refused = refusal(err)
			} else {
				o.Output = string(out)
			}
		}
		o.Matches = append(o.Matches, i)
	}
	sort.SliceStable(id.Outcomes, func(i, j int) bool { return len(id.Outcomes[j].Matches) < len(id.Outcomes[i].Matches) })
}

// splits returns what the matches make of each text.
func (id *Identification) splits(texts []string) []split {
	splits := make([]split, len(texts))
	var buf []byte
	for i, text := range texts {
		splits[i] = id.splitBy(text, &buf)
	}
	return splits
}

// nextOfAll returns the best text that can be made of all probes.
func (id *Identification) nextOfAll(buf *[]byte) split {
	splits := id.splits(preimage.Probes())
	simple := splits[:len(preimage.SimpleProbes)]
	best := split{classes: 1}
	most := newMeet(len(id.Matches)) // what all probes together tell apart
	for _, s := range splits {
		if s.better(best) {
			best = s
		}
		most.add(s)
	}
	if best.classes == most.classes {
		return best
	}
	if pair, ok := id.pair(simple, most.classes, buf); ok {
		return pair
	}
	easy := id.sum(simple, buf)
	for _, from := range [][]split{simple, refusedByNone(splits), splits} {
		if s := id.sum(from, buf); s.better(best) {
			best = s
		}
		if best.classes == most.classes {
			break
		}
	}
	if easy.classes < best.classes && 2*easy.classes >= best.classes && len(id.Matches) > maxPaired {
		return easy
	}
	return best
}

func refusedByNone(splits []split) []split {
	return slices.DeleteFunc(slices.Clone(splits), func(s split) bool { return s.refused > 0 })
}

// maxPaired is up to how many rules pairs of probes are tried. Two characters cannot
// tell many more apart.
const maxPaired = 16

// pair returns the first text of two characters that tells as many rules apart.
func (id *Identification) pair(splits []split, classes int, buf *[]byte) (split, bool) {
	if len(id.Matches) > maxPaired {
		return split{}, false
	}
	for j, b := range splits {
		for _, a := range splits[:j] {
			if a.classes*b.classes < classes || a.refused+b.refused > 0 {
				continue
			}
			m := newMeet(len(id.Matches))
			m.add(a)
			m.add(b)
			if m.classes < classes {
				continue
			}
			if s := id.splitBy(a.text+b.text, buf); s.classes == classes {
				return s, true
			}
		}
	}
	return split{}, false
}

// sum returns a text made of probes.
func (id *Identification) sum(from []split, buf *[]byte) split {
	m := newMeet(len(id.Matches))
	var chosen []split
	for m.classes < len(id.Matches) {
		gain, at := m.classes, -1
		for i, s := range from {
			if s.classes > 1 {
				if n := m.with(s, gain); n > gain {
					gain, at = n, i
				}
			}
		}
		if at < 0 {
			break
		}
		m.add(from[at])
		chosen = append(chosen, from[at])
	}
	chosen = needed(chosen, m)
	all := preimage.Probes()
	sort.Slice(chosen, func(i, j int) bool { return slices.Index(all, chosen[i].text) < slices.Index(all, chosen[j].text) })
	// Probes next to each other may interfere. If they do, they are put between
	// letters or, failing that, added one by one as long as that tells more apart.
	var texts []string
	for _, s := range chosen {
		texts = append(texts, s.text)
	}
	best := id.splitBy(strings.Join(texts, ""), buf)
	if best.classes == m.classes {
		return best
	}
	if s := id.splitBy(strings.Join(texts, "x"), buf); s.better(best) {
		best = s
	}
	if best.classes == m.classes || len(id.Matches) > manyRules {
		return best
	}
	grown := split{classes: 1}
	for _, text := range texts {
		for _, t := range []string{grown.text + text, grown.text + "x" + text, text + grown.text} {
			if s := id.splitBy(t, buf); s.classes > grown.classes {
				grown = s
				break
			}
		}
	}
	if grown.better(best) {
		best = grown
	}
	return best
}

// needed returns chosen without those that add nothing to the rest. m is what all of
// them tell apart.
func needed(chosen []split, m *meet) []split {
	after := make([]*meet, len(chosen)+1) // what chosen[i:] tell apart
	after[len(chosen)] = newMeet(len(m.class))
	for i, s := range slices.Backward(chosen) {
		after[i] = after[i+1].clone()
		after[i].add(s)
	}
	before := newMeet(len(m.class)) // what list tells apart
	var list []split
	for i, s := range chosen {
		if before.with(after[i+1].split(), 0) < m.classes {
			before.add(s)
			list = append(list, s)
		}
	}
	return list
}

// A meet is what several texts together tell apart.
type meet struct {
	class   []int32
	classes int
	several []int32 // indices of the rules that are not alone in their class
	seen    []int32 // by pair of classes, here and in what is added: a round or number
	round   int32
}

func newMeet(n int) *meet {
	m := &meet{class: make([]int32, n), classes: 1, several: make([]int32, n)}
	for i := range m.several {
		m.several[i] = int32(i)
	}
	return m
}

func (m *meet) clone() *meet {
	return &meet{class: slices.Clone(m.class), classes: m.classes, several: slices.Clone(m.several)}
}

// split returns m as if one text told all that apart.
func (m *meet) split() split { return split{class: m.class, classes: m.classes} }

// table returns m.seen with room for the pairs of classes of m and s.
func (m *meet) table(s split) []int32 {
	if n := m.classes * s.classes; len(m.seen) < n {
		m.seen = make([]int32, 2*n)
		m.round = 0
	}
	return m.seen
}

// wideTable is how many pairs make a table slower than a map.
const wideTable = 1 << 14

// with returns how many classes there would be with s, or any number up to most if
// there would be no more than that.
func (m *meet) with(s split, most int) int {
	alone := len(m.class) - len(m.several)
	if n := alone + min(len(m.several), (m.classes-alone)*s.classes); n <= most {
		return n
	}
	n := alone
	if m.classes*s.classes > wideTable {
		pairs := make(map[int32]struct{}, len(m.several))
		for _, i := range m.several {
			pairs[m.class[i]*int32(s.classes)+s.class[i]] = struct{}{}
		}
		return n + len(pairs)
	}
	seen := m.table(s)
	m.round++
	for _, i := range m.several {
		if k := m.class[i]*int32(s.classes) + s.class[i]; seen[k] != m.round {
			seen[k] = m.round
			n++
		}
	}
	return n
}

// add adds s.
func (m *meet) add(s split) {
	seen := m.table(s)
	clear(seen)
	m.round = 0
	n := int32(0)
	size := make([]int32, len(m.class))
	for i, c := range m.class {
		k := c*int32(s.classes) + s.class[i]
		if seen[k] == 0 {
			n++
			seen[k] = n
		}
		m.class[i] = seen[k] - 1
		size[seen[k]-1]++
	}
	clear(seen)
	m.classes = int(n)
	m.several = m.several[:0]
	for i, c := range m.class {
		if size[c] > 1 {
			m.several = append(m.several, int32(i))
		}
	}
}
