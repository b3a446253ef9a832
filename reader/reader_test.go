package reader_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
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
		{"python.urlsplit", "percent.weburl", `http://a.example\@192.0.2.1/`, "backslash"},
		{"percent.weburl", "python.urlsplit", `http://a.example\@192.0.2.1/`, "backslash"},
		{"percent.weburl", "python.urlsplit", "http://0xc0.513/", "ipv4"},
	} {
		d, ok := reader.Explain(lookup(t, c.a), lookup(t, c.b), c.url, uri.Host)
		if !ok || d.A.Name != c.choice || d.B.Name != c.choice {
			t.Errorf("Explain(%s, %s, %q) = %v, %v, want %s", c.a, c.b, c.url, d, ok, c.choice)
		}
	}
}

// TestExplainCorpus: of the URLs on which two readers part in the host, nearly all are
// explained by one choice, in which the two differ.
func TestExplainCorpus(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{
		{"python.urlsplit", "percent.weburl"},
		{"go.url", "percent.weburl"},
		{"curl.url", "percent.weburl"},
		{"curl.url", "python.urlsplit"},
		{"node.legacy", "percent.weburl"},
		{"php.parse_url", "curl.url"},
		{"java.uri", "percent.weburl"},
		{"requests.prepare", "urllib3.parse_url"},
		{"percent.uri", "percent.weburl"},
	} {
		a, b := lookup(t, pair[0]), lookup(t, pair[1])
		different := map[string]bool{}
		for _, d := range reader.Diff(a, b) {
			different[d.A.Name] = true
		}
		parted, explained := 0, 0
		for _, url := range corpus {
			if escapedBeyondASCII.MatchString(url) {
				continue // to decode and to map it are two choices
			}
			x, ok := a.Read(url).Compared(uri.Host)
			y, also := b.Read(url).Compared(uri.Host)
			d, found := reader.Explain(a, b, url, uri.Host)
			if !ok || !also || x == y {
				if found {
					t.Errorf("%s and %s do not part on %q, and %v explains it", a, b, url, d)
				}
				continue
			}
			parted++
			if found {
				explained++
				if !different[d.A.Name] || d.A.Name != d.B.Name || d.A == d.B {
					t.Errorf("%s and %s do not differ in %v", a, b, d)
				}
			}
		}
		t.Logf("%s, %s: %d URLs part, %d are explained", a, b, parted, explained)
		if parted == 0 || explained*100 < parted*95 {
			t.Errorf("%s, %s: of %d URLs that part, %d are explained", a, b, parted, explained)
		}
	}
}

var escapedBeyondASCII = regexp.MustCompile("%[89A-Fa-f][0-9A-Fa-f]")

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		part  uri.Part
		want  string
		tried int
	}{
		{"python.urlsplit", "percent.weburl", uri.Host, "http://1", 1},
		{"python.urlsplit", "percent.weburl", uri.Path, `http://\/a`, 3},
		{"python.urlsplit", "percent.weburl", uri.Port, `http://a\:1`, 3},
		{"curl.url@7.88.1", "percent.weburl", uri.Host, "http://1.", 2},
		{"ruby.uri", "go.url", uri.Host, "http://%aa", 3},
		{"node.url@26.10.0", "npm.whatwg-url", uri.Host, "", 4},
	} {
		a, b := lookup(t, c.a), lookup(t, c.b)
		urls, tried := reader.Split(a, b, c.part, 2, reader.DefaultLimit)
		first := ""
		if len(urls) > 0 {
			first = urls[0]
		}
		if first != c.want || tried != c.tried {
			t.Errorf("Split(%s, %s, %v) = %q, %d, want %q first and %d", a, b, c.part, urls, tried, c.want, c.tried)
		}
		if again, _ := reader.Split(a, b, c.part, 2, reader.DefaultLimit); !slices.Equal(again, urls) {
			t.Errorf("Split(%s, %s, %v) = %q, and then %q", a, b, c.part, urls, again)
		}
		for _, url := range urls {
			x, _ := a.Read(url).Compared(c.part)
			y, _ := b.Read(url).Compared(c.part)
			if x == y {
				t.Errorf("%s and %s do not part on %q", a, b, url)
			}
		}
	}
}

// TestStandard: the chain of the URL Standard reads what package weburl reads, in its way to
// give it.
func TestStandard(t *testing.T) {
	a, b := lookup(t, "npm.whatwg-url"), lookup(t, "percent.weburl")
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, url := range corpus {
		if !utf8.ValidString(url) {
			continue
		}
		x, y := reader.Slow(a, url), reader.Slow(b, url)
		for _, p := range []*reader.Part{&x.Host, &x.Query, &x.Fragment, &y.Host, &y.Query, &y.Fragment} {
			p.Present = true
		}
		if x.Verdict != y.Verdict || x.Verdict == reader.Read && x != y {
			t.Errorf("%q: %v, and weburl %v", url, x, y)
		}
	}
}

// TestStrict: the chain of RFC 3986 reads what package uri reads.
func TestStrict(t *testing.T) {
	corpus, err := recordings.ReadCorpus(filepath.Join(recordings.Folder(t), "readers", "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	r := lookup(t, "percent.uri")
	for _, url := range corpus {
		if x, y := reader.Chained(r, url), reader.Slow(r, url); x != y {
			t.Errorf("%q: %v, and uri %v", url, x, y)
		}
	}
}

// TestCited: a version that could not be run reads what its advisory says.
func TestCited(t *testing.T) {
	r := lookup(t, "curl.url@7.83.0")
	if r.Provenance() != program.Cited || r.Source() == "" {
		t.Errorf("%s is %v, from %q", r, r.Provenance(), r.Source())
	}
	if x := r.Read("http://a.example%2F192.0.2.1/"); x.Verdict != reader.Read || x.Host.Text != "a.example/192.0.2.1" {
		t.Errorf("%s reads %v", r, x)
	}
	if x := lookup(t, "curl.url").Read("http://a.example%2F192.0.2.1/"); x.Verdict != reader.Refused {
		t.Errorf("the version that was mended reads %v", x)
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"python.urlsplit": "python.urlsplit@3.14.10", "python.urlsplit@2.7.18": "python.urlsplit@2.7.18", "python.urlsplit@3.12.1": "python.urlsplit@3.12.1",
		"go.url": "go.url@1.26.8", "": "", "python": "", "go.url@1.2": "",
	} {
		r, err := reader.Lookup(name)
		got := ""
		if err == nil {
			got = r.String()
		}
		if got != want {
			t.Errorf("Lookup(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
}

// TestCompared: what clients would connect to, however it is written.
func TestCompared(t *testing.T) {
	for _, c := range []struct {
		host, port, path             string
		wantHost, wantPort, wantPath string
	}{
		{"A.Test", "", "", "a.test", "80", "/"},
		{"[::1]", "0080", "/a", "::1", "80", "/a"},
		{"0:0::1", "81", "/%7e/%2f/ é", "::1", "81", "/~/%2F/%20%C3%A9"},
		{"a.test", "8080", "/%", "a.test", "8080", "/%25"},
	} {
		x := reader.Reading{Verdict: reader.Read, Scheme: reader.Part{Text: "HTTP", Present: true}, Host: reader.Part{Text: c.host, Present: true}, Port: reader.Part{Text: c.port, Present: true}, Path: reader.Part{Text: c.path, Present: true}}
		for p, want := range map[uri.Part]string{uri.Host: c.wantHost, uri.Port: c.wantPort, uri.Path: c.wantPath} {
			if got, ok := x.Compared(p); got != want || !ok {
				t.Errorf("Compared(%v) of %v is %q, %v, want %q", p, c, got, ok, want)
			}
		}
		x.Verdict = reader.Refused
		if _, ok := x.Compared(uri.Host); ok {
			t.Error("a refused URL has a host")
		}
	}
}

func TestCanonicalAllocatesNothing(t *testing.T) {
	const url = "https://www.example.com/a/b/c.html?x=1&y=2"
	if !reader.Canonical(url) {
		t.Fatal("not canonical")
	}
	for _, r := range reader.All() {
		if r.Client() || r.Checker() || strings.HasPrefix(r.Name(), "spring.") || strings.HasPrefix(r.Name(), "furl.") {
			continue // they take the long way
		}
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

// TestYarlNames: names as yarl 1.24.5 with idna 3.20 gave them: of 63 octets a label is
// legal, and a name with an illegal one is mapped as a whole by Python's codec, which is
// IDNA 2003.
func TestYarlNames(t *testing.T) {
	r := lookup(t, "yarl.url")
	long := strings.Repeat("a", 63)
	for name, want := range map[string]string{
		"ß.example":             "xn--zca.example",
		"ß.":                    "xn--zca.",
		"ß.a--b.example":        "xn--zca.a--b.example",
		long + ".ß.example":     long + ".xn--zca.example",
		long + "a" + ".ß.a":     "",
		"ß.a-.example":          "ss.a-.example",
		"ß.-a.example":          "ss.-a.example",
		"ß.ab--c.example":       "ss.ab--c.example",
		"ß.é--.example":         "ss.xn-----9ia.example",
		"ß.a_b":                 "ss.a_b",
		"ß.example/xn--9ca.com": "xn--zca.example",
	} {
		x := r.Read("http://" + name)
		if got := x.Host.Text; want == "" && x.Verdict != reader.Refused || want != "" && (x.Verdict != reader.Read || got != want) {
			t.Errorf("%s is %q, %v, want %q", name, got, x.Verdict, want)
		}
	}
}

// TestRareHosts has what random URLs found, as the programs connected.
func TestRareHosts(t *testing.T) {
	for _, test := range []struct{ reader, url, host string }{
		{"java.http-client", "https://a.test./", ""},
		{"java.http-client", "http://a.test./", "a.test"},
		{"java.http-client", "http://[2001:db8::1%lo]/", "2001:db8::1"},
		{"java.http-client", "http://[fec0::1%lo]/", ""},
		{"java.url-connection", "http://[::ffff:1.2.3.4%1]/", ""},
		{"go.http", "http://[fe80::1%251a]/", "fe80::1"},
		{"curl", "http://[fe80::1]/", ""},
		{"curl", "http://[fe90::1%lo]/", "fe90::1"},
		{"httpx.get", "http://[fe80::1%2]/", ""},
	} {
		r, err := reader.Lookup(test.reader)
		if err != nil {
			t.Fatal(err)
		}
		x := r.Read(test.url)
		host := strings.TrimSuffix(x.Host.Text, ".")
		if x.Verdict == reader.Unknown || host != test.host {
			t.Errorf("%s of %q: %v, host %q", r, test.url, x.Verdict, host)
		}
	}
}
