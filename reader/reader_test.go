package reader_test

import (
	"testing"

	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

func lookup(t testing.TB, name string) reader.Reader {
	t.Helper()
	r, err := reader.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestExplain(t *testing.T) {
	for _, c := range []struct{ a, b, url, choice string }{
		{"python.urlsplit", "percent.weburl", `http://example.com\@127.0.0.1/`, "backslash"},
		{"percent.weburl", "python.urlsplit", `http://example.com\@127.0.0.1/`, "backslash"},
		{"percent.weburl", "python.urlsplit", "http://0x7f.1/", "ipv4"},
	} {
		d, ok := reader.Explain(lookup(t, c.a), lookup(t, c.b), c.url, uri.Host)
		if !ok || d.A.Name != c.choice || d.B.Name != c.choice {
			t.Errorf("Explain(%s, %s, %q) = %v, %v, want %s", c.a, c.b, c.url, d, ok, c.choice)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		a, b string
		part uri.Part
		want string
	}{
		{"python.urlsplit", "percent.weburl", uri.Host, ""},
		{"go.url", "percent.weburl", uri.Host, ""},
		{"go.url", "percent.uri", uri.Host, ""},
		{"python.urlsplit", "percent.weburl", uri.Port, ""},
		{"python.urlsplit", "percent.weburl", uri.Path, ""},
	} {
		urls, n := reader.Split(lookup(t, c.a), lookup(t, c.b), c.part, 3)
		t.Logf("%q %d", urls, n)
	}
}

func TestCanonicalAllocatesNothing(t *testing.T) {
	const url = "https://www.example.com/a/b/c.html?x=1&y=2"
	if !reader.Canonical(url) {
		t.Fatal("not canonical")
	}
	for _, r := range reader.All() {
		if n := testing.AllocsPerRun(100, func() { r.Read(url) }); n != 0 {
			t.Errorf("%s: %v allocations", r, n)
		}
	}
}

func BenchmarkCanonical(b *testing.B) {
	const url = "https://www.example.com/articles/2026/11/some-title-of-a-page.html?utm_source=x&page=2"
	for b.Loop() {
		reader.Canonical(url)
	}
}
