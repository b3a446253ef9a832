package inspect

import (
	"cmp"
	"slices"
	"strings"
)

// simpleProbes are characters that are easy to type and to pass to a program.
var simpleProbes = append([]string{" "}, strings.Split("~ ! * ' ( ) + / : @ & = $ , ; ? # [ ] | ^ ` { } \\ \" < > % - . _ a Z 0 é € 日 😀", " ")...)

// probes are texts that tell dialects apart, simpler ones first: any two
// dialects of the catalogue that make other choices differ on one of them, but
// for those that TestProbesTellAll lists.
var probes = slices.Concat(simpleProbes, []string{
	"ÿ", "ñ", "Ω", "Ж", "є", "א", "ب", "ไ", "中", "한", "あ", "ı", "š", "ț", "ħ", "ē", "ŵ", "\u0149", "\u00A4", "龘", "\U00020000", "\uE5E5", "\u20AC\u0301",
	"\n", "\r", "\r\n", "\t", "\x7F", "\x01", "\x0B", "\x0C", "\x1F", "\x00",
	"%41", "%7e", "%2F", "%2f", "%c3", "%zz", "%4", "%g1", "%41%", "%zz%41", "%2541", "%41 ", "%41~%",
	".", "..", "/", "//", "a/./b", "a/b/../c", "a/%2e/b", "a//b", "a/..", "a:b", "?#", "a?#b", "a=b=c", "?~", "?'", "?\\", "#^", "#`", "#\"", "?#'", "##", "#[", "://a b/c d",
	"e\u0301", "\uFF21", "\u1100\u1161", "\u2000", "\u205F", "\u2126", "\u3000", "ﬁ", "\U0001D400", "\u2028", "\u200E", "\u0085", "\u00A0", "\uE000", "\U000F0000", "\uFDD0", "\uFFFE", "\U0001FFFE", "\uFEFFa", "\uFFFEa", "\uFFFD",
	"\xED\xA0\x80", "\xED\xB0\x80", "a\xED\xA0\x80b", "a\xED\xB0\x80b", " \xED\xA0\x80", "\xED\xA0\x80\xED\xA0\x80", "\xED\xA0\xBD\xED\xB8\x80",
	"\xFF", "a\xFFb", "\xE3\x81", "\xC0\xAF", "\xF5\x80\x80\x80", "\xF0\x9F", "\x80", "",
})

// A split is what rules make of a text: class has a number for each, which is
// the same for those that make the same of it.
type split struct {
	text    string
	class   []int32
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
			// An encoder that refuses tells nothing but that it does.
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

// better reports whether s is a better text to take next than t: it tells more
// rules apart, fewer refuse it, it is shorter.
func (s split) better(t split) bool {
	return cmp.Or(cmp.Compare(t.classes, s.classes), cmp.Compare(s.refused, t.refused), cmp.Compare(len([]rune(s.text)), len([]rune(t.text)))) < 0
}

// manyRules is how many rules must remain for next to try simple probes alone:
// no text tells so many apart at once, and the sample after it can be a rare one.
const manyRules = 64

// next finds the text that tells the matches apart, if there is one.
//
// A single probe is taken where one tells all apart that probes can tell apart,
// else two simple ones; else they are added up, at each step the one that tells
// most apart, and what turns out not to be needed is left out. A text of simple
// characters is taken if it tells at least half as many apart as any.
func (id *Identification) next() {
	var buf []byte
	var best split
	if len(id.Matches) > manyRules {
		best = id.sum(id.splits(simpleProbes), &buf)
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
	slices.SortStableFunc(id.Outcomes, func(a, b Outcome) int { return cmp.Compare(len(b.Matches), len(a.Matches)) })
}

// splits returns what the matches make of each text.
func (id *Identification) splits(texts []string) []split {
	splits := make([]split, len(texts))
	inParallel(len(texts), func(i int, buf *[]byte) { splits[i] = id.splitBy(texts[i], buf) })
	return splits
}

// nextOfAll returns the best text that all probes lead to.
func (id *Identification) nextOfAll(buf *[]byte) split {
	splits := id.splits(probes)
	simple := splits[:len(simpleProbes)]
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

// maxPaired is how many rules pairs of probes are tried for. Two characters
// cannot tell many more apart.
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
		gain, at := 0, -1
		for i, s := range from {
			if s.classes > 1 {
				if n := m.with(s); n > m.classes && n > gain {
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
	for i := 0; i < len(chosen); i++ {
		without := newMeet(len(id.Matches))
		for j, s := range chosen {
			if j != i {
				without.add(s)
			}
		}
		if without.classes == m.classes {
			chosen = slices.Delete(chosen, i, i+1)
			i--
		}
	}
	slices.SortFunc(chosen, func(a, b split) int {
		return cmp.Compare(slices.Index(probes, a.text), slices.Index(probes, b.text))
	})
	// One after the other they may disturb each other: add them up as long as
	// that tells more apart.
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
	if best.classes == m.classes {
		return best
	}
	if len(id.Matches) > manyRules {
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

// A meet is the rules by what several texts together make of them.
type meet struct {
	class   []int32
	classes int
	seen    []int32 // by class here and in what is added: the stamp and number
	stamp   []int32
	round   int32
}

func newMeet(n int) *meet { return &meet{class: make([]int32, n), classes: 1} }

// with returns how many classes there would be with s.
func (m *meet) with(s split) int { return m.number(s, nil) }

// add adds s.
func (m *meet) add(s split) { m.classes = m.number(s, m.class) }

// number numbers the pairs of classes from 0 in class, unless that is nil, and
// returns how many there are.
func (m *meet) number(s split, class []int32) int {
	if n := m.classes * s.classes; len(m.seen) < n {
		m.seen, m.stamp = make([]int32, 2*n), make([]int32, 2*n)
	}
	m.round++
	n := int32(0)
	for i, c := range m.class {
		k := c*int32(s.classes) + s.class[i]
		if m.stamp[k] != m.round {
			m.stamp[k], m.seen[k] = m.round, n
			n++
		}
		if class != nil {
			class[i] = m.seen[k]
		}
	}
	return int(n)
}
