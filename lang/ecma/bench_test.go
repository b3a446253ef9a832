package ecma

import (
	"fmt"
	"strings"
	"testing"
)

var benchClasses = []struct{ name, text string }{
	{"clean", "The-quick_brown.fox"},
	{"sparse", "https://www.example.com/a/path with words?query=yes"},
	{"dense", "日本語のテキストには"},
}

var benchSizes = []struct {
	name string
	size int
}{{"8B", 8}, {"32B", 32}, {"100B", 100}, {"1KB", 1 << 10}, {"64KB", 64 << 10}}

func bench(b *testing.B, prepare func(s string) string, run func(s string) string, back func(s string) string) {
	for _, class := range benchClasses {
		for _, size := range benchSizes {
			s := strings.ToValidUTF8(strings.Repeat(class.text, size.size/len(class.text)+1)[:size.size], "")
			in := prepare(s)
			b.Run(fmt.Sprintf("class=%s/size=%s", class.name, size.name), func(b *testing.B) {
				if got := back(run(in)); got != in {
					b.Fatalf("%q comes back as %q", in, got)
				}
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					run(in)
				}
			})
		}
	}
}

func must(f func(string) (string, error)) func(string) string {
	return func(s string) string {
		out, err := f(s)
		if err != nil {
			panic(err)
		}
		return out
	}
}

func same(s string) string { return s }

func BenchmarkEncodeURIComponent(b *testing.B) {
	bench(b, same, must(EncodeURIComponent), must(DecodeURIComponent))
}

func BenchmarkDecodeURIComponent(b *testing.B) {
	bench(b, must(EncodeURIComponent), must(DecodeURIComponent), must(EncodeURIComponent))
}

func BenchmarkEscape(b *testing.B) { bench(b, same, Escape, Unescape) }

func BenchmarkUnescape(b *testing.B) { bench(b, Escape, Unescape, Escape) }
