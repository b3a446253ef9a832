package growth

import (
	"strings"
	"testing"
)

var sink string

// TestAllocated: a string that is built by adding to it is seen to grow with the
// square, and one that a builder makes is not.
func TestAllocated(t *testing.T) {
	slow := func(n int) {
		sink = ""
		for range n {
			sink += "x"
		}
	}
	if small, large := Allocated(func() { slow(1000) }), Allocated(func() { slow(1000 * Times) }); large <= 4*Times*max(small, 4096) {
		t.Errorf("%d bytes and %d: the square is not seen", small, large)
	}
	Linear(t, 1000, 1_000_000, func(n int) {
		var b strings.Builder
		for range n {
			b.WriteByte('x')
		}
		sink = b.String()
	})
}
