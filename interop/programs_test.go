package interop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// TestProgramsAreDated holds that programs.txt has every program that was recorded, and no
// other.
func TestProgramsAreDated(t *testing.T) {
	programs, err := recordings.ReadPrograms(".")
	if err != nil {
		t.Fatal(err)
	}
	all, err := recordings.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	series, err := recordings.ReadHistories(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range series {
		for _, v := range s.Versions {
			all = append(all, v.Implementation)
		}
	}
	recorded := map[string]bool{}
	for _, m := range all {
		if _, ok := programs[m.Version]; !ok && !recorded[m.Version] {
			t.Errorf("%q, of %s, has no line in programs.txt", m.Version, m.ID)
		}
		recorded[m.Version] = true
	}
	out := 0
	for name, p := range programs {
		if !recorded[name] {
			t.Errorf("%q is in programs.txt, but not recorded", name)
		}
		if p.Out != "" {
			out++
		}
	}
	if out < 100 {
		t.Errorf("programs.txt says of %d programs only since when they are out", out)
	}
}

// TestWrongPrograms breaks programs.txt in the ways that ReadPrograms is there for.
func TestWrongPrograms(t *testing.T) {
	file, err := os.ReadFile("programs.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, change := range map[string][2]string{
		"recorded before it was out": {"\nAPR 1.7.2\t2026-", "\nAPR 1.7.2\t2006-"},
		"no date":                    {"\nAPR 1.7.2\t2026-", "\nAPR 1.7.2\tyesterday 2026-"},
		"twice":                      {"\nAPR 1.7.2\t", "\nAPR 1.7.2\t2026-11-21\nAPR 1.7.2\t"},
		"order":                      {"\nAPR 1.7.2\t", "\nzAPR 1.7.2\t"},
		"no source":                  {"\tdebian apr ", "\tapr "},
		"fields":                     {"\tdebian apr ", "\t\tdebian apr "},
	} {
		broken := strings.Replace(string(file), change[0], change[1], 1)
		if broken == string(file) {
			t.Fatalf("%s: nothing broken", name)
		}
		if err := os.WriteFile(filepath.Join(dir, "programs.txt"), []byte(broken), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := recordings.ReadPrograms(dir); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// TestRecorded notes programs and leaves the others as they are.
func TestRecorded(t *testing.T) {
	dir := t.TempDir()
	if err := recordings.Recorded(dir, []string{"b 2", "a 1"}, "2026-01-02"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "programs.txt")
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Replace(string(file), "a 1\t2026-01-02", "a 1\t2026-01-02\t2025-01-02\tdebian a 1-1", 1)
	if err := os.WriteFile(path, []byte(known), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := recordings.Recorded(dir, []string{"a 1"}, "2026-03-04"); err != nil {
		t.Fatal(err)
	}
	programs, err := recordings.ReadPrograms(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, b := programs["a 1"], programs["b 2"]
	if len(programs) != 2 || a.Recorded != "2026-03-04" || a.Out != "2025-01-02" || a.URL() != "https://tracker.debian.org/pkg/a" || b.Recorded != "2026-01-02" || b.URL() != "" {
		t.Errorf("%+v", programs)
	}
}

// TestNewAnswers holds that only what answers otherwise than before counts as recorded anew.
func TestNewAnswers(t *testing.T) {
	in := inputs(t)
	program := func(version, output string) *recordings.Implementation {
		m := &recordings.Implementation{ID: "x.f", Kind: recordings.Decoder, Version: version, Units: recordings.Bytes}
		for _, q := range in.Questions(m.Kind, m.Units) {
			m.Set(q, recordings.Result{Output: []byte(output)})
		}
		return m
	}
	before := []*recordings.Implementation{program("x 1", "o"), program("x 2", "o")}
	after := []*recordings.Implementation{program("x 1", "o"), program("x 2", "p"), program("x 3", "o")}
	if got := strings.Join(recordings.NewAnswers(before, after, in), ", "); got != "x 2, x 3" {
		t.Error(got)
	}
}
