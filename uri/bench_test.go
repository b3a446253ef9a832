package uri

import (
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

func size(lines []string) (n int64) {
	for _, line := range lines {
		n += int64(len(line))
	}
	return n
}

func BenchmarkParse(b *testing.B) {
	lines := corpus.URLs(b)
	run := func(name string, parse func(string)) {
		b.Run("parser="+name, func(b *testing.B) {
			b.SetBytes(size(lines))
			b.ReportAllocs()
			for b.Loop() {
				for _, line := range lines {
					parse(line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(lines)), "ns/url")
		})
	}
	run("uri", func(s string) { Parse(s) })
	run("uri-lenient", func(s string) { ParseLenient(s) })
	run("net-url", func(s string) { url.Parse(s) })
}

// netURLNormalize is what a program does that normalizes with net/url: lower
// case, default port, dot segments, path. It does not decode what is unreserved.
func netURLNormalize(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return s
	}
	u.Scheme = strings.ToLower(u.Scheme)
	u.Host = strings.ToLower(u.Host)
	if port := u.Port(); port != "" && port == DefaultPort(u.Scheme) {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	if u.Host != "" {
		if u.Path == "" {
			u.Path = "/"
		}
		u = u.ResolveReference(&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery, Fragment: u.Fragment})
	}
	return u.String()
}

func BenchmarkNormalize(b *testing.B) {
	lines := corpus.URLs(b)
	buf := make([]byte, 0, 4096)
	for _, v := range []struct {
		name string
		f    func(string)
	}{
		{"uri-append", func(s string) { buf = ParseLenient(s).AppendNormalize(buf[:0], AllRungs) }},
		{"uri", func(s string) { ParseLenient(s).Normalize(AllRungs) }},
		{"net-url", func(s string) { netURLNormalize(s) }},
	} {
		b.Run("with="+v.name, func(b *testing.B) {
			b.SetBytes(size(lines))
			b.ReportAllocs()
			for b.Loop() {
				for _, line := range lines {
					v.f(line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(lines)), "ns/url")
		})
	}
}

func BenchmarkResolve(b *testing.B) {
	base, ref := MustParse("http://a/b/c/d;p?q"), MustParse("../g?y#s")
	b.ReportAllocs()
	for b.Loop() {
		base.Resolve(ref)
	}
}
