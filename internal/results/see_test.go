package results

import (
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// TestSeeIsComplete finds every implementation once in what see says.
func TestSeeIsComplete(t *testing.T) {
	for _, decode := range []bool{false, true} {
		var functions []*dialect.Implementation
		for m := range dialect.Implementations() {
			if (m.Decodes != "") == decode {
				functions = append(functions, m)
			}
		}
		seen := map[string]int{}
		reasons := map[string]bool{}
		for _, g := range See("a b%zz\xFFé", decode, functions) {
			for _, id := range g.Functions {
				seen[id]++
			}
			if g.Err == nil {
				continue
			}
			if reason := RefusalText(Refusal(g.Err)); reasons[reason] {
				t.Errorf("decode=%t: %q is the reason of two groups", decode, reason)
			} else {
				reasons[reason] = true
			}
		}
		for m := range dialect.Implementations() {
			want := 0
			if (m.Decodes != "") == decode {
				want = 1
			}
			if seen[m.ID] != want {
				t.Errorf("decode=%t: %s is there %d times, want %d", decode, m.ID, seen[m.ID], want)
			}
		}
	}
}
