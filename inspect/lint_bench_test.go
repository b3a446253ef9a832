package inspect

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkClean and BenchmarkLint go through the real URLs of
// ../shared/data/urls.txt one by one.
func BenchmarkClean(b *testing.B) { benchmarkURLs(b, func(s []byte) { (Linter{}).Clean(s) }) }

func BenchmarkLint(b *testing.B) {
	benchmarkURLs(b, func(s []byte) {
		if !(Linter{}).Clean(s) {
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
	text, err := os.ReadFile("../../shared/data/urls.txt")
	if err != nil {
		b.Skip("../shared/data/urls.txt is not there")
	}
	var urls [][]byte
	for s := range strings.Lines(string(text)) {
		urls = append(urls, []byte(strings.TrimSpace(s)))
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range urls {
			do(s)
		}
	}
}
