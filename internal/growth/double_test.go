package growth

import (
	"strings"
	"testing"
)

// TestDoubledSees: work and memory that grow with the square are seen, and sorting,
// which grows a little faster than what it sorts, passes.
func TestDoubledSees(t *testing.T) {
	shape := Shape{Piece: "a"}
	if fault := superlinear(shape, shortest, func(s string) {
		sink = ""
		for i := range s {
			sink = s[:i] + "x"
		}
	}); fault == "" {
		t.Error("strings that are copied for each letter are not seen")
	}
	if !Counting {
		return
	}
	if fault := superlinear(shape, shortest, func(s string) {
		for i := range s {
			if i%64 == 0 && strings.IndexByte(s, 'b') >= 0 {
				sink = "b"
			}
		}
	}); fault == "" {
		t.Error("a search for each letter is not seen")
	}
}
