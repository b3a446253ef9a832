package reader_test

import (
	"path/filepath"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

// TestOffsetDecides: the octet of which Groups says that readers part there decides: with
// another one, or without what follows, they read the same.
func TestOffsetDecides(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	named, parted := 0, 0
	for i := 0; i < len(corpus); i += 3 {
		url := corpus[i]
		for _, g := range reader.Groups(url, reader.All()) {
			if g.From == nil {
				continue
			}
			if parted++; g.From.Offset < 0 {
				continue
			}
			named++
			decides := false
			for _, other := range []string{"", "a", "1", "/", ".", "a/", "/a"} {
				for _, tail := range []string{"", url[g.From.Offset+1:]} {
					changed := url[:g.From.Offset] + other + tail
					x, ok := g.From.Readers[0].Read(changed).Compared(g.From.Part)
					y, also := g.From.Readers[1].Read(changed).Compared(g.From.Part)
					decides = decides || ok && also && x == y
				}
			}
			if !decides {
				t.Errorf("%q: %v and %v part in the %v from byte %d on, whatever stands there", url, g.From.Readers[0], g.From.Readers[1], g.From.Part, g.From.Offset)
			}
		}
	}
	if parted < 500 || named < parted/2 {
		t.Errorf("%d of %d groups have an offset", named, parted)
	}
}

// TestGroupsOfFew: URLs without an authority, of which some readers make one.
func TestGroupsOfFew(t *testing.T) {
	for _, url := range []string{"http:", "http:/", "foo:a", "a:1", "/", "[", "http:["} {
		reader.Groups(url, reader.All())
	}
}
