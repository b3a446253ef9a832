package reader

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// toASCIIAda maps a name as the library ada does, with tables of an age: each label alone. Sources:
// to_ascii.cpp and validity.cpp of ada-idna.
func (s *state) toASCIIAda(a age, name string) (string, bool) {
	if a < ageDeno {
		name = strings.ReplaceAll(name, "ẞ", "ss")
	}
	labels := strings.Split(fullStops.Get().Replace(name), ".")
	for i, label := range labels {
		text, ok := s.labelAda(a, label)
		if !ok || s.Verdict != Read {
			return "", false
		}
		labels[i] = text
	}
	return strings.Join(labels, "."), true
}

// labelAda maps a label. Before version 3, one that is marked as Punycode may be ASCII.
func (s *state) labelAda(a age, label string) (string, bool) {
	if isASCII(label) && !strings.HasPrefix(pct.Lower(label), "xn--") {
		return pct.Lower(label), true
	}
	b, _ := uts46.ToASCII(nil, label, uts46.Unvalidated)
	name := string(b)
	checked := label
	if rest, ok := strings.CutPrefix(name, "xn--"); ok {
		switch strings.LastIndexByte(rest, '-') {
		case 0: // a delimiter with nothing before it
			checked = "xn--" + rest[1:]
		case len(rest) - 1:
			if a <= ageNode18 && len(rest) > 1 {
				return name, true
			}
		}
	}
	text, err := uts46.ToUnicode(checked, uts46.AnyDirections|uts46.AnyMarks)
	var broken *uts46.Error
	twice := errors.As(err, &broken) && broken.Rule == uts46.BeginsXN
	if err == nil && strings.ContainsFunc(text, isNew) || twice && strings.ContainsAny(text, "\u200c\u200d") {
		s.Verdict = Unknown
	}
	first, _ := utf8.DecodeRuneInString(text)
	return name, (err == nil || twice) && !a.isNewer(label+text) && !(unicode.IsMark(first) && !isLateAda(first)) && hasDirectionsAda(a, text)
}

// isLateAda reports whether a character is newer than the tables of marks and directions of ada, which
// are of Unicode 13. Of right-to-left scripts, ages do not tell.
func isLateAda(c rune) bool {
	return since(c) >= ageNode14 || 0x870 <= c && c <= 0x89F || c == 0x8B5 || 0x8C8 <= c && c <= 0x8D2 || 0x10EC0 <= c && c <= 0x10FAF && !(0x10F00 <= c && c <= 0x10F59)
}

// hasDirectionsAda is the Bidi rule of RFC 5893 for a label. Before version 3, ada wants no strong
// character at the beginning, and does not look at the end of a label that begins left to right.
func hasDirectionsAda(a age, label string) bool {
	const (
		rightToLeft = 1<<bidi.R | 1<<bidi.AL | 1<<bidi.AN
		neutral     = 1<<bidi.EN | 1<<bidi.ES | 1<<bidi.CS | 1<<bidi.ET | 1<<bidi.ON | 1<<bidi.BN | 1<<bidi.NSM
		none        = 1 << 31
	)
	seen, before, first, last := uint(0), uint(0), uint(0), uint(0) // last is the last that is no nonspacing mark, before what is before it
	for i, c := range label {
		class := uint(none)
		if !isLateAda(c) {
			p, _ := bidi.LookupRune(c)
			class = 1 << p.Class()
		}
		if i == 0 {
			first = class
		}
		if class != 1<<bidi.NSM {
			before, last = seen, class
		}
		seen |= class
	}
	switch {
	case seen&rightToLeft == 0:
		return true
	case first == 1<<bidi.L && a <= ageNode18:
		return before&^(1<<bidi.L|neutral) == 0
	case first&(1<<bidi.R|1<<bidi.AL) == 0 && a > ageNode18:
		return false
	}
	return seen&^(rightToLeft|neutral) == 0 && last&(1<<bidi.EN|rightToLeft) != 0 && seen&(1<<bidi.EN|1<<bidi.AN) != 1<<bidi.EN|1<<bidi.AN
}
