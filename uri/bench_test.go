package uri

import (
	"bufio"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

const corpusFile = "../../shared/data/urls.txt"

// corpus returns the lines of the file of real URLs, without the byte order
// mark it begins with, and skips the test where there is none.
func corpus(tb testing.TB) []string {
	tb.Helper()
	f, err := os.Open(corpusFile)
	if err != nil {
		tb.Skipf("skipped: no corpus of URLs at %s", corpusFile)
	}
	defer f.Close()
	var lines []string
	for in := bufio.NewScanner(f); in.Scan(); {
		lines = append(lines, strings.TrimPrefix(in.Text(), "\uFEFF"))
	}
	if len(lines) < 1000 {
		tb.Fatalf("only %d lines in %s", len(lines), corpusFile)
	}
	return lines
}

func size(lines []string) (n int64) {
	for _, line := range lines {
		n += int64(len(line))
	}
	return n
}

func BenchmarkParse(b *testing.B) {
	lines := corpus(b)
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

// Parsing takes at most half the time of net/url on the same URLs in the same run,
// and normalizing a third, best of several.
func TestFasterThanNetURL(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: takes time")
	}
	lines := corpus(t)
	best := func(parse func(string)) time.Duration {
		least := time.Hour
		for range 7 {
			start := time.Now()
			for _, line := range lines {
				parse(line)
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	buf := make([]byte, 0, 4096)
	for _, v := range []struct {
		name         string
		least        float64
		ours, theirs func(string)
	}{
		{"parse", 2, func(s string) { Parse(s) }, func(s string) { url.Parse(s) }},
		{"normalize", 3, func(s string) { buf = ParseLenient(s).AppendNormalize(buf[:0], AllRungs) }, func(s string) { netURLNormalize(s) }},
	} {
		ours, theirs := best(v.ours), best(v.theirs)
		ratio := float64(theirs) / float64(ours)
		t.Logf("%s %d URLs: %v, net/url %v, %.1f times as fast", v.name, len(lines), ours, theirs, ratio)
		if ratio < v.least && !raceEnabled {
			t.Errorf("%s is only %.2f times as fast as net/url", v.name, ratio)
		}
	}
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
	lines := corpus(b)
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
