package reader_test

import (
	"path/filepath"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// sampled: one of so many URLs of the corpora is read by all models.
const sampled = 50

// TestCanonicalURLs: wherever Canonical says so, every model of a parser reads the URL, and all
// have one host, port and path; and many of the URLs that people write are canonical.
func TestCanonicalURLs(t *testing.T) {
	var urls []string
	for i, url := range corpus.URLs(t) {
		if i%sampled == 0 {
			urls = append(urls, url)
		}
	}
	canonical := 0
	for _, url := range urls {
		if reader.Canonical(url) {
			canonical++
		}
	}
	t.Logf("%d of %d URLs as people write them are canonical", canonical, len(urls))
	if canonical < len(urls)/3 { // of those that are made up, fewer than of real ones
		t.Errorf("only %d of %d URLs are canonical", canonical, len(urls))
	}
	recorded, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	urls = append(urls, recorded...)
	// Each octet in each place.
	for _, seam := range []string{"http://<>/", "http://a<>b.test/", "http://a.test<>/", "http://a.test:<>/", "http://a.test/<>", "http://a.test/b<>/c", "http://a.test/?<>", "https://a.test/b?c<>d", "<>http://a.test/", "http://a.test/b/.<>/c", "http://a.<>/"} {
		for c := range 256 {
			urls = append(urls, replace(seam, string([]byte{byte(c)})))
		}
		for _, s := range []string{"..", "%41", "é", "xn--a", "80", "443", "080", "0", "65536", "1.2", "ab--c", "localhost", "a.1", "a.0x1", "//", ";a", "%2f"} {
			urls = append(urls, replace(seam, s))
		}
	}
	failures := 0
	readers := reader.All()
	for _, url := range urls {
		if !reader.Canonical(url) {
			continue
		}
		var want [3]string
		for i, r := range readers {
			x := reader.Slow(r, url)
			var got [3]string
			for k, p := range []uri.Part{uri.Host, uri.Port, uri.Path} {
				got[k], _ = x.Compared(p)
			}
			if i == 0 {
				want = got
			}
			if (r.Client() || r.Checker()) && x.Verdict == reader.Refused {
				continue
			}
			if r.Checker() {
				if host, ok := x.Compared(uri.Host); !ok {
					continue
				} else if host == want[0] {
					got = want
				}
			}
			if x.Verdict != reader.Read || got != want || x != r.Read(url) {
				if failures++; failures <= 10 {
					t.Errorf("%s reads %q as %v, %s as %v; the short way gives %v", r, url, x, readers[0], want, r.Read(url))
				}
			}
		}
	}
}

func replace(seam, s string) string {
	for i := range seam {
		if seam[i:i+2] == "<>" {
			return seam[:i] + s + seam[i+2:]
		}
	}
	return seam
}
