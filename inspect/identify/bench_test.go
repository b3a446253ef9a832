package identify

import (
	"strings"
	"testing"
)

func BenchmarkIdentify(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"x", ""},
		{"pct25", "%25"},
		{"pct", "%"},
		{"cjk", "%E6%97%A5"},
		{"bad", "%FF"},
		{"plus", "a+b"},
		{"amp", "&amp;"},
		{"url", "https://example.com/a%20b?q=c%2Fd&x=1#f"},
		{"alnum", "abcdefghij"},
		{"lower", "%e6%97%a5"},
		{"cut", "%C3a"},
	} {
		s := "x"
		if c.unit != "" {
			s = strings.Repeat(c.unit, 10<<10/len(c.unit))
		}
		b.Run("class="+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Identify(Output(s)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
