package lint

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/inspect"
)

// TestQuietLetters: the rules that quiet letters are kept from have nothing to say of them,
// and nothing else is taken for one.
func TestQuietLetters(t *testing.T) {
	n := 0
	for r := rune(utf8.RuneSelf); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := escapeAll(string(r))
		got, length := quietLetter(s + "%41")
		if !isQuiet(r) {
			if length != 0 {
				t.Fatalf("%q is taken for %U", s, got)
			}
			continue
		}
		n++
		if got != r || length != len(s) {
			t.Fatalf("%q is taken for %U of length %d", s, got, length)
		}
		for _, kind := range []inspect.Kind{inspect.KindPath, inspect.KindQuery, inspect.KindHost, inspect.KindText, kindOpaque} {
			x, v := newPass(Linter{}, s), &view{kind: kind, text: s}
			x.character(v, inspect.CharacterAt(s, 0))
			if len(x.found) > 0 {
				t.Errorf("%q in a %v: %s", s, kind, x.found[0].Message)
			}
			if c := v.laxly(0); c.text != "x" || c.hidden {
				t.Errorf("%q is %q to a lax reader", s, c.text)
			}
		}
		if p := norm.NFC.PropertiesString(string(r)); !p.BoundaryBefore() || norm.NFC.QuickSpanString(string(r)) == 0 {
			t.Errorf("%q can change in NFC", s)
		}
	}
	if n < 30_000 {
		t.Errorf("%d quiet letters", n)
	}
	for _, s := range []string{"", "%", "%E6", "%E6%97", "%E6%97A5", "%e6%97%A5", "%E6%97%a5", "%C3", "%C3%C3", "%E0%82%A9", "%C1%A9", "%F0%9F%98%80", "%u3042", "%41"} {
		if r, n := quietLetter(s); n != 0 {
			t.Errorf("%q is taken for %U", s, r)
		}
	}
}
