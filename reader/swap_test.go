package reader_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/reader"
)

// TestSwaps: a reader that makes one choice as another does, which is how Explain finds out
// what parts the two, reads any URL without a panic, whatever the other relies on.
func TestSwaps(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	always := []string{
		"", "/", "http:", "http:/", "HTTP:[", "http://[", "http://[:]/", "http://[::1?]/", "http:[?127.0.0.1@@", "http://u:p@[ ::1]:8080/b",
		`HTTP://..: \:[`, "1a://[ ::1]/", "http://[::1/];/../b", "a:1", ":", "//", "@", "http://]:/",
	}
	random := rand.New(rand.NewPCG(39, 20))
	url := ""
	defer func() {
		if e := recover(); e != nil {
			t.Errorf("%q: %v", url, e)
			panic(e)
		}
	}()
	reader.Swaps(func(_ reader.Reader, read func(string) reader.Reading) {
		for _, url = range always {
			read(url)
		}
		for range 12 {
			url = corpus[random.IntN(len(corpus))]
			read(url)
		}
	})
}
