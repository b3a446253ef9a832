package rule_test

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/rule"
)

// TestOffset compares the offsets of refusals with those that are found by
// looking at every beginning of the text.
func TestOffset(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	rnd := rand.New(rand.NewPCG(5, 5))
	checked := 0
	for d := range dialect.All() {
		e := rule.Of(d.ID).Encoder()
		if e == nil {
			continue
		}
		for range rounds {
			src := text(rnd)
			if len(src) == 0 {
				continue
			}
			i := rnd.IntN(len(src))
			want := 0
			for n := 0; n <= len(src); n++ {
				if n < len(src) && !utf8.RuneStart(src[n]) {
					continue
				}
				if len(rule.Prepare(e, src[:n])) > i {
					break
				}
				want = n
			}
			checked++
			if got := rule.Offset(e, src, i); got != want {
				if e.Escapes == rule.EscapesDecoded || e.Form != rule.FormPlain {
					// A cut escape is longer than what it stands for, and a
					// composed character may be shorter than its parts.
					continue
				}
				t.Fatalf("%s: offset of %d in %q is %d, want %d", d.ID, i, src, got, want)
			}
		}
	}
	if checked < 10*rounds {
		t.Errorf("only %d offsets were checked", checked)
	}
}

// text returns a random text of what is prepared in ways of its own.
func text(rnd *rand.Rand) []byte {
	pieces := []string{
		"a", "\r\n", "\n", "\r", "\x00", "%41", "%", "?#", "\uFEFF", "\uFFFE", "e\u0301", "\uFF21", "\u1100\u1161", "\u205F",
		"\uFB01", "\u2000", "é", "😀", "\xFF", "\xED\xA0\x80", " ", "\t", "://", "\U0002F800",
	}
	var b []byte
	for range rnd.IntN(12) {
		b = append(b, pieces[rnd.IntN(len(pieces))]...)
	}
	return b
}
