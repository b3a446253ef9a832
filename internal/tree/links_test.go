package tree

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// light lists packages that many programs import for the text alone, and what
// they must not make such a program link, directly or through others: net/http
// is 3 MB of a binary.
var light = map[string][]string{
	".":           {"net/http", "net/url", "regexp"},
	"uri":         {"net/http", "net/url"},
	"sign/oauth1": {"net/http", "net/url"},
	"sign/sigv4":  {"net/http", "net/url"},
}

// TestLinks asks the go command what the light packages depend on.
func TestLinks(t *testing.T) {
	for name, unwanted := range light {
		t.Run("package="+name, func(t *testing.T) {
			cmd := exec.Command("go", "list", "-deps", "./"+name)
			cmd.Dir = root
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("go list: %v", err)
			}
			linked := strings.Fields(string(out))
			if !slices.Contains(linked, "strings") {
				t.Fatalf("go list -deps %s prints no dependencies", name)
			}
			for _, u := range unwanted {
				if slices.Contains(linked, u) {
					t.Errorf("%s links %s", name, u)
				}
			}
		})
	}
}
