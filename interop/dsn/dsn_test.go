package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// TestCases compares the files of cases with what makes them, and every recording with its cases.
func TestCases(t *testing.T) {
	recorded := 0
	for _, f := range families {
		var uris []string
		for _, c := range f.Cases() {
			uris = append(uris, c.URI)
		}
		file, err := recordings.ReadCorpus(filepath.Join("cases", f.name+".txt.gz"))
		if err != nil || !slices.Equal(file, uris) {
			t.Errorf("%s: the file of cases is not what makes them; %v", f.name, err)
		}
		paths, err := filepath.Glob(filepath.Join("recordings", f.name, "*"))
		if err != nil || len(paths) == 0 {
			t.Errorf("%s: %d recordings, %v", f.name, len(paths), err)
		}
		for _, path := range paths {
			d, err := recordings.ReadDSN(path)
			if err != nil {
				t.Error(err)
				continue
			}
			recorded++
			read := 0
			for _, a := range d.Answers {
				if !a.Refused {
					read++
				}
			}
			if d.Cases != recordings.CorpusSum(uris) || len(d.Answers) != len(uris) || read == 0 {
				t.Errorf("%s: %d answers to %d cases, of which %d are no errors", path, len(d.Answers), len(uris), read)
			}
		}
	}
	t.Logf("%d recordings", recorded)
}
