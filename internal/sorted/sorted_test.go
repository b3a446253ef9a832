package sorted_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/pct-encoded/percent/internal/sorted"
)

// TestSorted: the order is that of package slices, among equal ones too.
func TestSorted(t *testing.T) {
	type pair struct{ key, place int }
	byKey := func(a, b pair) int { return a.key - b.key }
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{random.IntN(1 + n/3), i}
		}
		got, want := slices.Clone(list), slices.Clone(list)
		sorted.Stable(got, byKey)
		slices.SortStableFunc(want, byKey)
		if !slices.Equal(got, want) {
			t.Fatalf("Stable: %v, want %v", got, want)
		}
		got, want = slices.Clone(list), slices.Clone(list)
		sorted.Func(got, byKey)
		slices.SortFunc(want, byKey)
		if !slices.Equal(got, want) {
			t.Fatalf("Func: %v, want %v", got, want)
		}
	}
}
