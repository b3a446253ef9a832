package form

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// queries are those of the URLs of the shared data, and where that is missing,
// some of their kind.
func queries(tb testing.TB) []string {
	b, err := os.ReadFile("../../shared/data/urls.txt")
	if err != nil {
		fmt.Fprintf(os.Stderr, "form: %s uses its own queries: ../shared/data/urls.txt is not there\n", tb.Name())
		return []string{
			"q=percent+encoding&hl=en&source=hp&ei=abc", "id=12345", "utm_source=news%20letter&utm_medium=email&utm_campaign=a%26b",
			"name=J%C3%BCrgen&city=M%C3%BCnchen&zip=80331&submit=", "page=2&sort=price_desc&filter%5Bcolor%5D=red&filter%5Bsize%5D=xl",
		}
	}
	var list []string
	for line := range bytes.Lines(bytes.TrimPrefix(b, []byte("\uFEFF"))) {
		if _, query, ok := strings.Cut(strings.TrimRight(string(line), "\r\n"), "?"); ok {
			query, _, _ = strings.Cut(query, "#")
			if query != "" {
				list = append(list, query)
			}
		}
	}
	if len(list) == 0 {
		tb.Fatal("no URL has a query")
	}
	return list
}

func size(list []string) int64 {
	n := 0
	for _, s := range list {
		n += len(s)
	}
	return int64(n)
}

// What the benchmarks give is kept, as programs do; net/url is faster where
// nobody looks at the result.
var (
	pairsSink  Pairs
	valuesSink url.Values
	stringSink string
)

// BenchmarkParseQueries and its sibling parse the same queries; so do those of
// serializing write the same pairs.
func BenchmarkParseQueries(b *testing.B) {
	list := queries(b)
	b.SetBytes(size(list))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range list {
			pairsSink, _ = Parse(s)
		}
	}
}

func BenchmarkAppendParseQueries(b *testing.B) {
	list := queries(b)
	b.SetBytes(size(list))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range list {
			pairsSink, _ = Standard.AppendParse(pairsSink[:0], s)
		}
	}
}

func BenchmarkParseQueriesNetURL(b *testing.B) {
	list := queries(b)
	b.SetBytes(size(list))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range list {
			valuesSink, _ = url.ParseQuery(s)
		}
	}
}

// parsed returns what both sides make of the queries: those that net/url
// refuses are left out.
func parsed(b testing.TB, list []string) (ours []Pairs, theirs []url.Values, bytes int64) {
	for _, s := range list {
		values, err := url.ParseQuery(s)
		if err != nil {
			continue
		}
		pairs, err := Parse(s)
		if err != nil {
			b.Fatal(err)
		}
		ours, theirs = append(ours, pairs), append(theirs, values)
		bytes += int64(len(s))
	}
	return ours, theirs, bytes
}

func BenchmarkSerializeQueries(b *testing.B) {
	list, _, n := parsed(b, queries(b))
	b.SetBytes(n)
	b.ReportAllocs()
	for b.Loop() {
		for _, pairs := range list {
			stringSink = Serialize(pairs)
		}
	}
}

func BenchmarkAppendSerializeQueries(b *testing.B) {
	list, _, n := parsed(b, queries(b))
	b.SetBytes(n)
	b.ReportAllocs()
	var buf []byte
	for b.Loop() {
		for _, pairs := range list {
			buf = Standard.AppendSerialize(buf[:0], pairs)
		}
	}
}

func BenchmarkSerializeQueriesNetURL(b *testing.B) {
	_, list, n := parsed(b, queries(b))
	b.SetBytes(n)
	b.ReportAllocs()
	for b.Loop() {
		for _, values := range list {
			stringSink = values.Encode()
		}
	}
}

// TestRatio prints how many times faster than net/url this package is. One pass
// takes less than a millisecond; the shortest of many is what a pass takes when
// nothing else runs. For queries as short as these, Serialize takes half of its
// time for the one allocation of its result.
func TestRatio(t *testing.T) {
	if os.Getenv("FORM_RATIO") == "" {
		fmt.Fprintln(os.Stderr, "form: skipped TestRatio: FORM_RATIO=1 measures against net/url")
		t.Skip("FORM_RATIO is not set")
	}
	list := queries(t)
	ours, theirs, _ := parsed(t, list)
	var buf []byte
	passes := []struct {
		name string
		want float64
		run  func()
		best time.Duration
	}{
		{"url.ParseQuery", 0, func() {
			for _, s := range list {
				valuesSink, _ = url.ParseQuery(s)
			}
		}, 0},
		{"Parse", 3, func() {
			for _, s := range list {
				pairsSink, _ = Parse(s)
			}
		}, 0},
		{"AppendParse", 3, func() {
			for _, s := range list {
				pairsSink, _ = Standard.AppendParse(pairsSink[:0], s)
			}
		}, 0},
		{"url.Values.Encode", 0, func() {
			for _, values := range theirs {
				stringSink = values.Encode()
			}
		}, 0},
		{"Serialize", 2, func() {
			for _, pairs := range ours {
				stringSink = Serialize(pairs)
			}
		}, 0},
		{"AppendSerialize", 5, func() {
			for _, pairs := range ours {
				buf = Standard.AppendSerialize(buf[:0], pairs)
			}
		}, 0},
	}
	for range 5 {
		for i := range passes {
			for range 400 {
				start := time.Now()
				passes[i].run()
				if d := time.Since(start); d < passes[i].best || passes[i].best == 0 {
					passes[i].best = d
				}
			}
		}
	}
	var base time.Duration
	for _, p := range passes {
		if p.want == 0 {
			base = p.best
			fmt.Printf("%-18s %8v for %d queries\n", p.name, p.best, len(ours))
			continue
		}
		ratio := float64(base) / float64(p.best)
		fmt.Printf("%-18s %8v, %.1f times as fast\n", p.name, p.best, ratio)
		if ratio < p.want {
			t.Errorf("%s is %.1f times as fast as net/url, want %v", p.name, ratio, p.want)
		}
	}
}
