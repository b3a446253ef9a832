package form

import (
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

// queries are those of the URLs of the corpus.
func queries(tb testing.TB) []string {
	var list []string
	for _, s := range corpus.URLs(tb) {
		if _, query, ok := strings.Cut(s, "?"); ok {
			if query, _, _ = strings.Cut(query, "#"); query != "" {
				list = append(list, query)
			}
		}
	}
	if len(list) < 1000 {
		tb.Fatalf("only %d URLs have a query", len(list))
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
