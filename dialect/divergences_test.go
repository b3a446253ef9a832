package dialect_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// Every line of docs/divergences.md up to those about this project, which
// internal/tree checks, cites a recording, and states its input and its output.
func TestDivergences(t *testing.T) {
	r := proved(t)
	text, err := os.ReadFile("../docs/divergences.md")
	if err != nil {
		t.Fatal(err)
	}
	others, _, ok := strings.Cut(string(text), "\n## This project\n")
	if !ok {
		t.Error("no part about this project")
	}
	recorded := map[string]*recordings.Implementation{}
	for _, m := range r.Implementations {
		recorded[m.ID] = m
	}
	line := regexp.MustCompile("^- `([^`]+)`, `([^`]+)`: `([^`]+)` gave `([^`]+)`, not `([^`]+)`\\.")
	cited := 0
	for s := range strings.Lines(others) {
		if !strings.HasPrefix(s, "- ") {
			continue
		}
		f := line.FindStringSubmatch(s)
		if f == nil {
			t.Errorf("no citation: %s", s)
			continue
		}
		cited++
		m := recorded[f[1]]
		if m == nil {
			t.Errorf("%s is not recorded", f[1])
			continue
		}
		found := false
		for _, c := range m.Cases {
			if c.Name != f[2] {
				continue
			}
			found = true
			input, err := strconv.Unquote(f[3])
			if err != nil || input != string(c.Input) {
				t.Errorf("%s, %s: the input is %q, not %s", f[1], f[2], c.Input, f[3])
			}
			output, err := strconv.Unquote(f[4])
			if c.Failed != (f[4] == "an error") || !c.Failed && (err != nil || output != string(c.Output)) {
				t.Errorf("%s, %s: recorded is %q (error: %t), not %s", f[1], f[2], c.Output, c.Failed, f[4])
			}
			if f[4] == f[5] {
				t.Errorf("%s, %s: no divergence", f[1], f[2])
			}
		}
		if !found {
			t.Errorf("%s has no case %q", f[1], f[2])
		}
	}
	if cited < 20 {
		t.Errorf("only %d divergences", cited)
	}
}
