package interop

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

// TestNewest: each model holds for the newest version that was recorded of its program, and the
// documents name no other, unless an example asks for it.
func TestNewest(t *testing.T) {
	recorded := map[string]string{}
	note := func(name, version string) {
		if program.CompareVersions(recorded[name], version) < 0 {
			recorded[name] = version
		}
	}
	readers, err := filepath.Glob("readers/recordings/*.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range readers {
		name, version, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".txt.gz"), "@")
		note(name, version)
	}
	hops, err := filepath.Glob("hops/recordings/*.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range hops {
		h, err := recordings.ReadHop(path)
		if err != nil {
			t.Fatal(err)
		}
		note(h.Hop, h.Version)
	}
	newest := map[string]string{}
	for _, r := range reader.All() {
		if r.Provenance() == program.Recorded && program.CompareVersions(newest[r.Name()], r.Version()) < 0 {
			newest[r.Name()] = r.Version()
		}
	}
	for h := range hop.All() {
		if h.Provenance() == program.Recorded && program.CompareVersions(newest[h.Name()], h.Version()) < 0 {
			newest[h.Name()] = h.Version()
		}
	}
	for name, version := range newest {
		if version != recorded[name] {
			t.Errorf("the newest model of %s is of %s, the newest recording of %s", name, version, recorded[name])
		}
	}
	named := regexp.MustCompile(`([a-z][a-zA-Z0-9:=$/._-]*)@([0-9][0-9a-z.-]*[0-9a-z])`)
	seen := 0
	for _, path := range []string{"readers.md", "hops.md", "data/readers.md", "data/hops.md"} {
		text, err := os.ReadFile(filepath.Join("../docs", path))
		if err != nil {
			t.Fatal(err)
		}
		answers, _, _ := strings.Cut(string(text), "\n## The readers\n") // what follows is a table of all versions
		command := ""
		for line := range strings.Lines(answers) {
			switch {
			case strings.HasPrefix(line, "$ "):
				command = line
			case strings.HasPrefix(line, "```"):
				command = ""
			}
			for _, m := range named.FindAllStringSubmatch(line, -1) {
				version, ok := newest[m[1]]
				if !ok {
					continue
				}
				seen++
				asked := strings.Contains(command, "--as-of") || strings.Contains(command, "--version-of") || strings.Contains(command, m[0])
				if m[2] != version && !asked {
					t.Errorf("docs/%s names %s, whose newest version is %s", path, m[0], version)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("the documents name %d readers and hops with their versions", seen)
	}
}
