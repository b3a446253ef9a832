package dialect

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
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
	for d := range All() {
		if !d.Encodes() || d.rule == nil {
			continue
		}
		e := d.encoder()
		for range rounds {
			src := randomText(rnd)
			if len(src) == 0 {
				continue
			}
			i := rnd.IntN(len(src))
			want := 0
			for n := 0; n <= len(src); n++ {
				if n < len(src) && !utf8.RuneStart(src[n]) {
					continue
				}
				if len(e.prepare(src[:n])) > i {
					break
				}
				want = n
			}
			checked++
			if got := e.offset(src, i); got != want {
				if e.escapes == escapesDecoded || e.form != formPlain {
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
