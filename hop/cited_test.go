package hop_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
)

// TestNullInEnvoy: Envoy refuses a path with NUL before it normalizes it, as InvalidPaths
// in its test/common/http/path_utility_test.cc has it; a query may have one.
func TestNullInEnvoy(t *testing.T) {
	found := 0
	for h := range hop.All() {
		if !strings.HasPrefix(h.Name(), "envoy") || h.Name() == "envoy1.9:route" {
			continue
		}
		found++
		for target, want := range map[string]string{
			"/xyz/.%00../abc": "400", "/xyz/%00.%00./abc": "400", "/xyz/AAAAA%%0000/abc": "400", "/a\x00b": "400",
			"/a?b%00": "-> /a?b%00", "/a%2500": "-> /a%2500", "/a/../%01": "-> /%01",
		} {
			r := h.Apply(target)
			got := strconv.Itoa(r.Status)
			if r.Forward.Present {
				got = "-> " + r.Forward.Text
			}
			if got != want {
				t.Errorf("%s: %q: %q, want %q", h.Name(), target, got, want)
			}
		}
	}
	if found == 0 {
		t.Error("no hop of Envoy")
	}
}
