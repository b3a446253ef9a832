package tree

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSpecDivergences compares docs/data/divergences.md with the code: each comment
// that says "Spec divergence" has a line in it, which names the file and a test of
// the same package.
func TestSpecDivergences(t *testing.T) {
	said, tests := map[string]int{}, map[string]bool{}
	test := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	for _, f := range sources(t) {
		text := readFile(t, f.name)
		if f.isTest() {
			for _, m := range test.FindAllStringSubmatch(text, -1) {
				tests[f.dir()+"/"+m[1]] = true
			}
		} else if n := strings.Count(text, "// Spec divergence ("); n > 0 {
			said[f.name] = n
		}
	}
	_, ours, ok := strings.Cut(readFile(t, "docs/data/divergences.md"), "\n## This project\n")
	if !ok || len(said) < 10 {
		t.Fatalf("part found: %t; comments in %d files", ok, len(said))
	}
	line := regexp.MustCompile("^- \\[(\\S+/)(\\w+\\.go)\\]\\(\\.\\./\\.\\./(\\S+)\\), [^:]+: .+\\. Test: `(Test\\w+)`\\.\n$")
	listed := map[string]int{}
	for s := range strings.Lines(ours) {
		if !strings.HasPrefix(s, "- ") {
			continue
		}
		m := line.FindStringSubmatch(s)
		if m == nil || m[1]+m[2] != m[3] {
			t.Errorf("not as the others: %s", s)
			continue
		}
		listed[m[3]]++
		if !tests[m[1]+m[4]] {
			t.Errorf("%s has no %s", m[1], m[4])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(said)) {
		if said[name] != listed[name] {
			t.Errorf("%s has %d comments about divergences and %d lines in docs/data/divergences.md", name, said[name], listed[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if said[name] == 0 {
			t.Errorf("docs/data/divergences.md names %s, which has no comment", name)
		}
	}
}
