package reader_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// TestExplainDecides: the choice that is named decides. On URLs of the corpus and random
// ones, and for random readers, one of the two reads what the other does once it makes
// that choice as the other does.
func TestExplainDecides(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(39, 8))
	pieces := strings.Fields(`a b.test 192.0.2.1 0xc0.513 030000001001 3221225985 [::1] : :80 :0x50 @ / // /../ /%2e%2e/ \ ? # ; %41 %2f %00 é ß ． ＠ .`)
	all := reader.All()
	named := map[string]int{}
	for i := range 40_000 {
		url := corpus[random.IntN(len(corpus))]
		if i%2 == 0 {
			url = "http://"
			for range 1 + random.IntN(6) {
				url += pieces[random.IntN(len(pieces))]
			}
		}
		a, b := all[random.IntN(len(all))], all[random.IntN(len(all))]
		for _, p := range []uri.Part{uri.Host, uri.Port, uri.Path} {
			d, ok := reader.Explain(a, b, url, p)
			if !ok {
				continue
			}
			named[d.A.Name]++
			if d.A.Name != d.B.Name || !reader.Flipped(a, b, d.A.Name, url, p) && !reader.Flipped(b, a, d.A.Name, url, p) {
				t.Errorf("%q: %v and %v part in the %v by %q, and still do when one chooses as the other", url, a, b, p, d.A.Name)
			}
		}
	}
	if len(named) < 10 || named["ipv4"] == 0 {
		t.Errorf("too few choices: %v", named)
	}
}

// TestExplainScheme: what is a scheme makes no difference where both read the same one.
func TestExplainScheme(t *testing.T) {
	for _, test := range []struct{ a, b, url, want string }{
		{"needle.get", "bun.url", "https:evil.example", "slashes"},
		{"needle.get", "bun.url", "https:/evil.example", "slashes"},
	} {
		a, err := reader.Lookup(test.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := reader.Lookup(test.b)
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := reader.Explain(a, b, test.url, uri.Host); !ok || d.A.Name != test.want {
			t.Errorf("%s and %s of %q: %q, want %q", test.a, test.b, test.url, d.A.Name, test.want)
		}
	}
}
