package lint

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

// BenchmarkClean and BenchmarkLint go through the URLs of the corpus
// one by one.
func BenchmarkClean(b *testing.B) { benchmarkURLs(b, func(s []byte) { new(Linter).Clean(s) }) }

func BenchmarkLint(b *testing.B) {
	benchmarkURLs(b, func(s []byte) {
		if !new(Linter).Clean(s) {
			_, _ = Lint(string(s))
		}
	})
}

// BenchmarkLintKinds is about 10,000 bytes of each kind.
func BenchmarkLintKinds(b *testing.B) {
	for name, unit := range inputs {
		text := strings.Repeat(unit, 10_000/len(unit))
		b.Run("class="+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Lint(text)
			}
		})
	}
}

func benchmarkURLs(b *testing.B, do func([]byte)) {
	var urls [][]byte
	size := 0
	for _, s := range corpus.URLs(b) {
		urls = append(urls, []byte(s))
		size += len(s)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range urls {
			do(s)
		}
	}
}
