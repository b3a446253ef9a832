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

// Parse takes at most half the time of net/url.Parse on the same URLs in the
// same run, best of several.
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
	ours := best(func(s string) { Parse(s) })
	theirs := best(func(s string) { url.Parse(s) })
	ratio := float64(theirs) / float64(ours)
	t.Logf("%d URLs: uri.Parse %v, net/url.Parse %v, %.1f times as fast", len(lines), ours, theirs, ratio)
	if ratio < 2 && !raceEnabled {
		t.Errorf("uri.Parse is only %.2f times as fast as net/url.Parse", ratio)
	}
}
