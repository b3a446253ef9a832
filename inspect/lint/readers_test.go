package lint

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// TestConfusionWords: the readers that a host-confusion names read the hosts beside them, and
// with a plain name in the place of the octets that it marks, all read the same host.
func TestConfusionWords(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	only, err := Linter{}.Only("host-confusion")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, url := range corpus {
		findings, _ := only.Lint(url)
		for _, f := range findings {
			found++
			for _, line := range strings.Split(f.Readers, "\n") {
				host, err := strconv.QuotedPrefix(line)
				if err != nil {
					t.Fatal(err)
				}
				list := strings.TrimPrefix(line[len(host):], ": ")
				names := strings.Split(list, ", ")
				for _, r := range reader.All() {
					read, ok := r.Read(url).Compared(uri.Host)
					named := slices.Contains(names, r.String()) || slices.Contains(names, r.Name())
					if named && (!ok || !strings.HasPrefix(line, quoted(inASCII(read))+": ")) {
						t.Errorf("%q: %v reads %q, not %s", url, r, read, host)
					}
				}
			}
			mended := url[:f.Offset] + "a.example" + url[f.Offset+f.Len:]
			if again, _ := only.Lint(mended); len(again) > 0 {
				t.Errorf("%q: still with another authority, %q: %s", url, mended, again[0].Message)
			}
		}
	}
	if found < 100 {
		t.Errorf("%d findings", found)
	}
}
