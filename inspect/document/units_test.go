package document

import (
	"math/rand/v2"
	"testing"
)

// TestUnits: of any escapes, also such as stand for nothing, the last one at a place or
// before it is found as in a list of them.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var l layer
		var list []unit
		at, from := 0, 0
		for range r.IntN(4 * blockUnits) {
			gap := r.IntN(3) * r.IntN(200)
			next := unit{at + gap, r.IntN(3), from + gap, 1 + r.IntN(300)}
			at, from = next.at+next.n, next.from+next.size
			l.marks.add(next)
			list = append(list, next)
		}
		for i := range at + 3 {
			var want *unit
			for k := range list {
				if list[k].at <= i {
					want = &list[k]
				}
			}
			got, ok := l.before(i)
			if ok != (want != nil) || ok && got != *want {
				t.Fatalf("before %d: %v, want %v of %v", i, got, want, list)
			}
		}
	}
}
