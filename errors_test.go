package percent_test

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestLongBytes: a message quotes no more than the beginning of long bytes, and no
// part of a character.
func TestLongBytes(t *testing.T) {
	for _, tt := range []struct{ bytes, want string }{
		{strings.Repeat("a", 256), `x: y "` + strings.Repeat("a", 256) + `" at byte 3`},
		{strings.Repeat("a", 257), `x: y "` + strings.Repeat("a", 256) + `"… at byte 3`},
		{strings.Repeat("é", 4<<20), `x: y "` + strings.Repeat("é", 128) + `"… at byte 3`},
		{"a" + strings.Repeat("é", 200), `x: y "a` + strings.Repeat("é", 127) + `"… at byte 3`},
	} {
		err := &percent.SyntaxError{Format: "x", Offset: 3, Bytes: tt.bytes, Reason: "y"}
		if got := err.Error(); got != tt.want {
			t.Errorf("%d bytes: %.300s", len(tt.bytes), got)
		}
		err.Field = tt.bytes
		if got := err.Error(); len(got) > 2*len(tt.want) {
			t.Errorf("a field of %d bytes: %d bytes", len(tt.bytes), len(got))
		}
	}
}
