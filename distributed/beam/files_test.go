package percentbeam

import (
	"context"
	"errors"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"

	"github.com/pct-encoded/percent/bulk"
)

func TestOutputName(t *testing.T) {
	for _, tt := range []struct {
		source, root string
		index, of    int
		want         string
	}{
		{"in/a.tsv.gz", "in/", 0, 1, "a.tsv.gz"},
		{"in/deep/a.tsv", "in/", 0, 1, "deep/a.tsv"},
		{"in/a.tsv", "in/", 3, 12, "a-00003-of-00012.tsv"},
		{"a.b.csv.zst", "", 0, 2, "a.b-00000-of-00002.csv.zst"},
		{"/x/lines", "/x/", 1, 2, "lines-00001-of-00002"},
		{"/x/.gz", "/x/", 1, 2, "-00001-of-00002.gz"},
		{"gs://bucket/in/a.csv", "gs://bucket/in/", 0, 1, "a.csv"},
		{"/x/a//b/../c.csv", "/x/", 0, 1, "a/c.csv"},
		{"/y/../x/c.csv", "/x/", 0, 1, "c.csv"},
	} {
		if got := outputName(bulk.Part{Source: tt.source, Index: tt.index, Of: tt.of}, tt.root); got != tt.want {
			t.Errorf("part %d of %d of %s below %s: %s, want %s", tt.index, tt.of, tt.source, tt.root, got, tt.want)
		}
	}
}

func TestRootOf(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"a.tsv"}, ""},
		{[]string{"in/a.tsv"}, "in/"},
		{[]string{"in/a.tsv", "in/deep/b.tsv"}, "in/"},
		{[]string{"in/a/x.tsv", "in/b/x.tsv"}, "in/"},
		{[]string{"in/a.tsv", "inner/a.tsv"}, ""},
		{[]string{"/a/b/c", "/a/d"}, "/a/"},
		{[]string{"gs://bucket/a/x", "gs://bucket/b/x"}, "gs://bucket/"},
	} {
		if got := rootOf(tt.names); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.names, got, tt.want)
		}
	}
}

// TestCommonRoot: wherever inputs are, their results are below the output.
func TestCommonRoot(t *testing.T) {
	here := filepath.ToSlash(t.TempDir())
	t.Chdir(here)
	above := path.Dir(here)
	for _, tt := range []struct {
		root  string
		names map[string]string // of an input, and of its result
	}{
		{"../", map[string]string{"../a.tsv": "a.tsv", "../in/b.tsv": "in/b.tsv"}},
		{above + "/", map[string]string{"../a.tsv": "a.tsv", "b.tsv": path.Base(here) + "/b.tsv"}},
		{path.Dir(above) + "/", map[string]string{"../../a.tsv": "a.tsv", "../b.tsv": path.Base(above) + "/b.tsv"}},
		{"/", map[string]string{"/nosuch/a.tsv": "nosuch/a.tsv", "in/../b.tsv": strings.TrimPrefix(here, "/") + "/b.tsv"}},
		{here + "/", map[string]string{here + "/a.tsv": "a.tsv", "in/b.tsv": "in/b.tsv"}},
		{here + "/", map[string]string{"in/../../" + path.Base(here) + "/a.tsv": "a.tsv", "in/b.tsv": "in/b.tsv"}},
		{here + "/", map[string]string{here + "//a.tsv": "a.tsv", here + "/in/b.tsv": "in/b.tsv"}},
		{"gs://", map[string]string{"gs://x/a.tsv": "x/a.tsv", "gs://y/a.tsv": "y/a.tsv"}},
	} {
		root, err := commonRoot(slices.Sorted(maps.Keys(tt.names)))
		if err != nil || root != tt.root {
			t.Errorf("%v: %q, %v; want %q", tt.names, root, err, tt.root)
		}
		for source, want := range tt.names {
			if got := outputName(bulk.Part{Source: source, Of: 1}, root); got != want {
				t.Errorf("%s below %s: %q, want %q", source, root, got, want)
			}
		}
	}
	var usage *UsageError
	if root, err := commonRoot([]string{"a.tsv", "gs://x/a.tsv"}); !errors.As(err, &usage) {
		t.Errorf("two file systems: %q, %v", root, err)
	}
}

// TestBetweenWriteAndRename: what is written and not renamed has no final name, and
// finish removes it.
func TestBetweenWriteAndRename(t *testing.T) {
	ctx := context.Background()
	output := t.TempDir()
	s := Spec{Output: output}
	r := &result{ctx: ctx, name: s.attempt(0), final: join(output, "a.tsv")}
	if err := r.open(0); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Write([]byte("half")); err != nil {
		t.Fatal(err)
	}
	// A process that is killed here closes the file, and does nothing else.
	if err := r.file.Close(); err != nil {
		t.Fatal(err)
	}
	if names, err := filepath.Glob(output + "/*.tsv"); err != nil || len(names) > 0 {
		t.Errorf("%q, %v", names, err)
	}
	for range 2 { // a runner may finish twice
		if err := s.finish(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
	left, err := os.ReadDir(output)
	if err != nil || len(left) != 1 || left[0].Name() != ManifestName {
		t.Errorf("%v, %v; want the manifest alone", left, err)
	}
}

// TestFinishTwice: rejects are numbered once, however often a runner finishes.
func TestFinishTwice(t *testing.T) {
	ctx := context.Background()
	output := t.TempDir()
	s := Spec{Output: output, Errors: join(output, "bad")}
	entries := func() []Entry {
		return []Entry{
			{Number: 1, Input: "a", Part: 1, Of: 2, Row: -1, Rows: 5, Rejects: 1, Errors: join(s.Errors, "a-1")},
			{Number: 0, Input: "a", Part: 0, Of: 2, Row: 0, Rows: 7},
		}
	}
	if err := s.write(ctx, s.unnumbered(1), []byte(`{"source":"a","row":2,"offset":0}`+"\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.finish(ctx, entries()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(join(s.Errors, "a-1"))
		if err != nil || string(text) != `{"source":"a","row":9,"offset":0}`+"\n" {
			t.Errorf("%s, %v", text, err)
		}
		found, err := Manifest(ctx, output)
		if err != nil || len(found) != 2 || found[0].Part != 0 || found[1].Row != 7 {
			t.Errorf("%+v, %v", found, err)
		}
	}
}
