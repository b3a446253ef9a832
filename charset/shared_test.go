package charset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestStandardItself compares the labels of the package and the indexes that
// are read off the recordings with the files of the Encoding Standard, where a
// developer has them beside the repository. What it holds is held by
// TestRecordedLabels and TestIndexesMatch without them.
func TestStandardItself(t *testing.T) {
	folder := "../../shared/data/encoding"
	read := func(name string, v any) bool {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Logf("the recordings only: %v", err)
			return false
		}
		if err := json.Unmarshal(data, v); err != nil {
			t.Fatal(err)
		}
		return true
	}
	var groups []struct {
		Encodings []struct {
			Name   string
			Labels []string
		}
	}
	if read("encodings.json", &groups) {
		i := 0
		for _, g := range groups {
			for _, e := range g.Encodings {
				if c := all[i]; c.Name() != e.Name || !slices.Equal(c.Labels(), e.Labels) {
					t.Errorf("charset %d: %s %q, want %s %q", i, c.Name(), c.Labels(), e.Name, e.Labels)
				}
				i++
			}
		}
		if i != len(all) {
			t.Errorf("%d charsets, encodings.json has %d", len(all), i)
		}
	}
	var indexes map[string]json.RawMessage
	if !read("indexes.json", &indexes) {
		return
	}
	d := reference(t)
	for name, raw := range indexes {
		if name == "gb18030-ranges" {
			var want [][2]rune
			if err := json.Unmarshal(raw, &want); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(d.ranges, want) {
				t.Errorf("ranges %v, want %v", d.ranges, want)
			}
			continue
		}
		var want []*rune
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		for len(want) > 0 && want[len(want)-1] == nil {
			want = want[:len(want)-1]
		}
		equal := func(a, b *rune) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }
		if got := d.index[name]; !slices.EqualFunc(got, want, equal) {
			t.Errorf("index %s: %d pointers, want %d, or others", name, len(got), len(want))
		}
	}
}
