package guard

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

func named(t testing.TB, names ...string) []reader.Reader {
	t.Helper()
	list := make([]reader.Reader, len(names))
	for i, name := range names {
		r, err := reader.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = r
	}
	return list
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name, url string
		want      Target
	}{
		{"canonical", "http://example.com/a?b", Target{"http", "example.com", "80", "/a", "http://example.com/a?b"}},
		{"canonical with a port", "https://example.com:8443/", Target{"https", "example.com", "8443", "/", "https://example.com:8443/"}},
		{"case", "HTTPS://EXAMPLE.com/A", Target{"https", "example.com", "443", "/A", "https://example.com/A"}},
		{"no path", "http://example.com", Target{"http", "example.com", "80", "/", "http://example.com/"}},
		{"no path, but a query", "http://example.com?q", Target{"http", "example.com", "80", "/", "http://example.com/?q"}},
		{"default port", "http://example.com:80/", Target{"http", "example.com", "80", "/", "http://example.com/"}},
		{"default port of another scheme", "http://example.com:443/", Target{"http", "example.com", "443", "/", "http://example.com:443/"}},
		{"fragment", "http://example.com/a#f", Target{"http", "example.com", "80", "/a", "http://example.com/a"}},
		{"unreserved character escaped", "http://example.com/%7eme%2fx", Target{"http", "example.com", "80", "/~me%2Fx", "http://example.com/~me%2Fx"}},
		{"userinfo", "http://u:p%40@example.com/", Target{"http", "example.com", "80", "/", "http://u:p%40@example.com/"}},
		{"IPv4", "http://127.0.0.1:8080/", Target{"http", "127.0.0.1", "8080", "/", "http://127.0.0.1:8080/"}},
		{"IPv6", "http://[2001:DB8:0::1]/", Target{"http", "2001:db8::1", "80", "/", "http://[2001:db8::1]/"}},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			for set, readers := range map[string][]reader.Reader{
				"everyone": Everyone(), "none": nil, "browsers": Browsers(), "go": Go(), "python": PythonRequests(),
			} {
				got, err := Check(test.url, readers...)
				if err != nil || got != test.want {
					t.Errorf("%s: %+v, %v; want %+v", set, got, err, test.want)
				}
			}
		})
	}
}

// TestTooLong: a URL above the limit is refused, however it is written, and one below it
// is read.
func TestTooLong(t *testing.T) {
	for _, c := range []struct{ before, piece, after string }{
		{"http://a.example/", "a", ""},
		{"http://a.example/?", "q=1&", "r"},
		{"HTTP://a.example/", "%41", ""},
		{"http://a.example/", "../", ""},
	} {
		n := (MaxLength - len(c.before+c.after)) / len(c.piece)
		longest := c.before + strings.Repeat(c.piece, n) + c.after
		var refused *percent.SyntaxError
		if _, err := Check(longest); errors.As(err, &refused) {
			t.Errorf("%d octets: %v", len(longest), err)
		}
		for _, piece := range []string{strings.Repeat(c.piece, 2), strings.Repeat(c.piece, 500)} {
			target, err := Check(longest + piece)
			if !errors.As(err, &refused) || !errors.Is(err, TooLong) || refused.Offset != MaxLength || target != (Target{}) {
				t.Errorf("%d octets: %+v, %v", len(longest+piece), target, err)
			}
		}
	}
	if want := "more than " + strconv.Itoa(MaxLength) + " octets"; !strings.Contains(TooLong.Error(), want) {
		t.Errorf("%q, without %q", TooLong, want)
	}
	// The spelling of the target counts as well: here it escapes what the URL does not.
	target, err := Check("http://a.example/"+strings.Repeat("|", MaxLength/2), Go()...)
	if !errors.Is(err, TooLong) || target != (Target{}) {
		t.Errorf("%+v, %v", target, err)
	}
}

// TestDisagreement: who disagrees, in which part, where, and by which choice.
func TestDisagreement(t *testing.T) {
	for _, test := range []struct {
		name, url, a, b string
		part            uri.Part
		textA, textB    string
		offset          int
		choice          string
	}{
		{"backslash", `http://allowed.example\@192.0.2.1/`, "percent.weburl", "python.urlsplit", uri.Host, "allowed.example", "192.0.2.1", 22, "backslash"},
		{"octal address", "http://0300.0.2.1/", "percent.weburl", "go.url", uri.Host, "192.0.2.1", "0300.0.2.1", 7, "ipv4"},
		{"dot segment", "http://a.example/x/../y", "percent.weburl", "go.url", uri.Path, "/y", "/x/../y", 19, "dot segments"},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			readers := named(t, test.a, test.b)
			got, err := Check(test.url, readers...)
			var p *Disagreement
			if !errors.As(err, &p) {
				t.Fatalf("%+v, %v", got, err)
			}
			if got != (Target{}) {
				t.Errorf("with a target: %+v", got)
			}
			textA, _ := p.Readings[0].Compared(p.Part)
			textB, _ := p.Readings[1].Compared(p.Part)
			if !slices.Equal(p.Readers[:], readers) || p.Part != test.part || textA != test.textA || textB != test.textB || p.Offset != test.offset || p.Choice.A.Name != test.choice {
				t.Errorf("%v: %v %q %q at %d by %q", p.Readers, p.Part, textA, textB, p.Offset, p.Choice.A.Name)
			}
			for _, want := range append(strings.Fields(test.a+" "+test.b+" "+test.part.String()), test.textA, test.textB) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("no %q in %q", want, err)
				}
			}
			// Each of them alone reads it.
			for _, r := range readers {
				if _, err := Check(test.url, r); err != nil && test.part != uri.Path {
					t.Errorf("%v alone: %v", r, err)
				}
			}
		})
	}
}

// TestSets: each set has the readers that its name promises, of one version each, and its
// readers part where their programs are known to.
func TestSets(t *testing.T) {
	for _, test := range []struct {
		name    string
		readers []reader.Reader
		want    string
		parts   string // a URL on which they part in the host
	}{
		{"Browsers", Browsers(), "chromium.url firefox.url webkit.url", ""},
		{"Go", Go(), "go.url go.http", "http://[::1%25eth0]/"},
		{"PythonRequests", PythonRequests(), "python.urlsplit urllib3.parse_url requests.prepare requests.get", `http://192.0.2.1\@198.51.100.1/`},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			var names []string
			for _, r := range test.readers {
				names = append(names, r.Name())
			}
			if got := strings.Join(names, " "); got != test.want {
				t.Errorf("the readers are %s, want %s", got, test.want)
			}
			if test.parts == "" {
				return
			}
			var p *Disagreement
			if got, err := Check(test.parts, test.readers...); !errors.As(err, &p) || p.Part != uri.Host {
				t.Errorf("%s: %+v, %v", test.parts, got, err)
			}
		})
	}
}

// TestNoDisagreement: a refusal is none, nor is a reader without a notion of a host.
func TestNoDisagreement(t *testing.T) {
	// The URL Standard refuses a port above 65535, and RFC 3986 does not.
	const url = "http://example.com:65536/"
	readers := named(t, "percent.weburl", "percent.uri")
	if got, err := Check(url, readers[1]); err != nil || got.Port != "65536" {
		t.Fatal(got, err)
	}
	if got, err := Check(url, readers...); err != nil || got.Port != "65536" {
		t.Error(got, err)
	}
	for _, url := range []string{"", "x", "http:", "mailto:a@b", "http://%zz/", "//["} {
		_, err := Check(url, readers...)
		var syntax *percent.SyntaxError
		if !errors.As(err, &syntax) || syntax.Reason != NoHost || syntax.Offset != 0 {
			t.Errorf("%.20q: %v", url, err)
		}
	}
}

// TestRealURLs: of real URLs that are legal by RFC 3986 at least 99.9 % pass with
// everyone, and no one reads what is to be sent instead in another way. Those that are
// made up have more apostrophes and escaped parentheses, semicolons and "=" in paths, of
// which some programs make escapes and some make characters, and addresses in brackets.
func TestRealURLs(t *testing.T) {
	urls := corpus.URLs(t)
	made := len(corpus.Made(48_000))
	for _, part := range []struct {
		name     string
		urls     []string
		thousand int // how many of 1,000 pass at least
	}{{"made up", urls[:made/10], 950}, {"real", urls[made:], 999}} {
		t.Run("urls="+part.name, func(t *testing.T) {
			if len(part.urls) == 0 {
				t.Skip("there is no shared/data/urls.txt beside the repository")
			}
			legal, passed, shown := 0, 0, 0
			for _, u := range part.urls {
				if _, err := uri.ParseURI(u); err != nil {
					continue
				}
				legal++
				target, err := Check(u, Everyone()...)
				if err != nil {
					if shown++; shown <= 20 {
						t.Logf("%s: %v", u, err)
					}
					continue
				}
				passed++
				if again, err := Check(target.URL, Everyone()...); err != nil || again != target {
					t.Errorf("%s: %+v, but its URL: %+v, %v", u, target, again, err)
				}
			}
			t.Logf("%d of %d legal URLs pass", passed, legal)
			if legal < len(part.urls)*9/10 || passed*1000 < legal*part.thousand {
				t.Errorf("only %d of %d legal URLs of %d pass", passed, legal, len(part.urls))
			}
		})
	}
}

// TestCheckDoesNotAllocate: for canonical URLs.
func TestCheckDoesNotAllocate(t *testing.T) {
	for _, url := range canonicalURLs {
		if !reader.Canonical(url) {
			t.Errorf("%s is not canonical", url)
		}
		if n := testing.AllocsPerRun(100, func() {
			if _, err := Check(url, Everyone()...); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", url, n)
		}
	}
}

var canonicalURLs = []string{
	"https://example.com/",
	"https://en.wikipedia.org/wiki/Extreme_Programming",
	"https://www.example.co.uk:8443/a/long/path/of/several/segments.html?with=a&query=string&of=pairs",
}

func BenchmarkCheck(b *testing.B) {
	for _, url := range canonicalURLs {
		b.Run("url="+url[:min(len(url), 30)], func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(url)))
			for b.Loop() {
				if _, err := Check(url, Everyone()...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range []string{"http://a/", `http://a\@b/`, "http://0xc0.513/%2e", "http://[::1%25a]:0/", "http://a b@c:00/\xff?%", "ftp://u:p@h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		target, err := Check(s)
		if err != nil {
			return
		}
		again, err := Check(target.URL)
		if err != nil || again != target {
			t.Errorf("%q: %+v, but its URL: %+v, %v", s, target, again, err)
		}
	})
}
