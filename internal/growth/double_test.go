package growth

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/uri"
)

// TestSteep: a square and a cube are seen, however much is done for every text and beside
// them, and what is in proportion, sorting, and what is done for every text are not.
func TestSteep(t *testing.T) {
	for _, tt := range []struct {
		name string
		work func(n float64) float64
		want bool
	}{
		{"proportion", func(n float64) float64 { return 50 * n }, false},
		{"proportion and a start", func(n float64) float64 { return 1e6 + 50*n }, false},
		{"nothing", func(float64) float64 { return 1e9 }, false},
		{"n log n", func(n float64) float64 { return 30 * n * math.Log2(n) }, false},
		{"the root", func(n float64) float64 { return 1e5 * math.Sqrt(n) }, false},
		{"square", func(n float64) float64 { return n * n }, true},
		{"square of pieces of 8 bytes", func(n float64) float64 { return n * n / 64 }, true},
		{"square and a start", func(n float64) float64 { return 1e6 + n*n/4 }, true},
		{"square and proportion", func(n float64) float64 { return 50*n + n*n/4 }, true},
		{"cube", func(n float64) float64 { return n * n * n / 512 }, true},
		{"n to the power of 1.5", func(n float64) float64 { return 10 * math.Pow(n, 1.5) }, true},
		{"n to the power of 4", func(n float64) float64 { return n * n * n * n / 4096 }, true},
		{"a table that is made at once, and proportion", func(n float64) float64 { return 2e6 + 1.7e6*float64(int(n)>>8%2) + 2500*n }, false},
	} {
		for last := doublings; last <= doublings+more; last++ {
			var counts []uint64
			for i := range last + 1 {
				counts = append(counts, uint64(tt.work(float64(int(1<<8)<<i))))
			}
			if got := steep(counts); got != tt.want {
				t.Errorf("%s: %t for %d", tt.name, got, counts)
			}
		}
	}
}

// TestChosen: in Days days, every shape is taken once.
func TestChosen(t *testing.T) {
	t.Setenv("PERCENT_LONG", "") // whole would be all of them every day
	shapes := URLShapes()
	met := make([]int, len(shapes))
	for day := range Days {
		t.Setenv("PERCENT_SEED", strconv.Itoa(20_000+day))
		taken := ofTheDay(t, "a function")
		for i := range shapes {
			if taken(i) {
				met[i]++
			}
		}
	}
	for i, n := range met {
		if n != 1 {
			t.Errorf("%s is taken %d times", shapes[i].Name, n)
		}
	}
}

// TestDoubledSees: work and memory that grow with the square are seen in what was
// executed, too.
func TestDoubledSees(t *testing.T) {
	sees := func(what string, want bool, run func(s string)) {
		t.Helper()
		if fault := superlinear(Shape{Piece: "a/"}, shortest, anySize, run); (fault != "") != want {
			t.Errorf("%s: %q", what, fault)
		}
	}
	sees("strings that are copied for each letter", true, func(s string) {
		sink = ""
		for i := range s {
			sink = s[:i] + "x"
		}
	})
	sees("a path that is read once", false, func(s string) { sink = uri.RemoveDotSegments(s) })
	if !Counting {
		return
	}
	sees("a search for some letters", true, func(s string) {
		for i := range s {
			if i%64 == 0 && strings.IndexByte(s, 'b') >= 0 {
				sink = "b"
			}
		}
	})
	sees("a path that is read for some segments", true, func(s string) {
		for i := range s {
			if i%64 == 0 {
				sink = uri.RemoveDotSegments(s)
			}
		}
	})
	sees("a path that is read once more for each pair of some segments", true, func(s string) {
		for i := range len(s) / 128 {
			for range i {
				sink = uri.RemoveDotSegments(s)
			}
		}
	})
}
