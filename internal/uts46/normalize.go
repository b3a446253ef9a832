package uts46

import (
	"cmp"
	"slices"
)

// Hangul syllables are composed by arithmetic (The Unicode Standard, section
// 3.12).
const (
	hangulBase    = 0xAC00
	leadBase      = 0x1100
	vowelBase     = 0x1161
	trailBase     = 0x11A7
	leadCount     = 19
	vowelCount    = 21
	trailCount    = 28
	hangulPerL    = vowelCount * trailCount
	hangulCount   = leadCount * hangulPerL
	trailOfNone   = 0
	noComposition = 0
)

// normalize returns text in Unicode Normalization Form C, in memory of its own.
func normalize(text []rune) []rune {
	return compose(decompose(text))
}

func isNormal(text []rune) bool {
	return slices.Equal(normalize(text), text)
}

// decompose returns text in Normalization Form D.
func decompose(text []rune) []rune {
	out := make([]rune, 0, len(text)+len(text)/2+4)
	for _, r := range text {
		if s := r - hangulBase; 0 <= s && s < hangulCount {
			out = append(out, leadBase+s/hangulPerL, vowelBase+s%hangulPerL/trailCount)
			if t := s % trailCount; t != trailOfNone {
				out = append(out, trailBase+t)
			}
			continue
		}
		if i, ok := slices.BinarySearch(decomposed[:], r); ok {
			for _, r := range decompositionText[decompositionEnds[i]:decompositionEnds[i+1]] {
				out = append(out, r)
			}
			continue
		}
		out = append(out, r)
	}
	// Marks go after what they combine with in the order of their classes.
	for i := 0; i < len(out); i++ {
		if classOf(out[i]).ccc == 0 {
			continue
		}
		end := i + 1
		for end < len(out) && classOf(out[end]).ccc != 0 {
			end++
		}
		slices.SortStableFunc(out[i:end], func(a, b rune) int { return cmp.Compare(classOf(a).ccc, classOf(b).ccc) })
		i = end - 1
	}
	return out
}

// compose composes decomposed text in place (The Unicode Standard, section 3.11).
func compose(text []rune) []rune {
	starter := -1 // where the last character of class 0 stands in what is written
	var last uint8
	n := 0
	for _, r := range text {
		class := classOf(r).ccc
		if starter >= 0 && (n == starter+1 || last != 0 && last < class) {
			if c := composite(text[starter], r); c != noComposition {
				text[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = n
		}
		last = class
		text[n] = r
		n++
	}
	return text[:n]
}

// composite returns the primary composite of two characters, or noComposition.
func composite(a, b rune) rune {
	if l, v := a-leadBase, b-vowelBase; 0 <= l && l < leadCount && 0 <= v && v < vowelCount {
		return hangulBase + (l*vowelCount+v)*trailCount
	}
	if s, t := a-hangulBase, b-trailBase; 0 <= s && s < hangulCount && s%trailCount == trailOfNone && 0 < t && t < trailCount {
		return a + t
	}
	i, ok := slices.BinarySearchFunc(compositions[:], [2]rune{a, b}, func(c [3]rune, pair [2]rune) int {
		return cmp.Or(cmp.Compare(c[0], pair[0]), cmp.Compare(c[1], pair[1]))
	})
	if !ok {
		return noComposition
	}
	return compositions[i][2]
}
