package recordings

import (
	"os"
	"path/filepath"
	"testing"
)

// A date stands in the file versions only below what it is from.
func TestReadReleases(t *testing.T) {
	path := filepath.Join(t.TempDir(), "versions")
	read := func(text string) ([]Release, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return ReadReleases(path)
	}
	const source = "https://example.org/releases"
	list, err := read("# comment\n1\t-\tx@1\ndates\t" + source + "\n2\t2006-11-02\tx@2 y@2\n3\t-\tx@3\n")
	want := []Release{{"1", "", "", "x@1"}, {"2", "2006-11-02", source, "x@2 y@2"}, {"3", "", "", "x@3"}}
	if err != nil || len(list) != len(want) {
		t.Fatalf("%v, %v", list, err)
	}
	for i, r := range list {
		if r != want[i] {
			t.Errorf("%+v, not %+v", r, want[i])
		}
	}
	for name, text := range map[string]string{
		"date without a source":   "1\t2006-11-02\tx@1\n",
		"month":                   "dates\t" + source + "\n1\t2006-11\tx@1\n",
		"day that is none":        "dates\t" + source + "\n1\t2006-11-31\tx@1\n",
		"source that is no URL":   "dates\tmemory\n1\t2006-11-02\tx@1\n",
		"source of no date":       "dates\t" + source + "\n1\t-\tx@1\n",
		"source after the last":   "1\t-\tx@1\ndates\t" + source + "\n",
		"two sources":             "dates\t" + source + "\ndates\t" + source + "\n1\t2006-11-02\tx@1\n",
		"version that is twice":   "1\t-\tx@1\n1\t-\tx@1\n",
		"nothing that to install": "1\t-\n",
	} {
		if list, err := read(text); err == nil {
			t.Errorf("%s: read as %v", name, list)
		}
	}
}
