package lint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// advisories are holes that were reported because a check and a client read another host,
// with which host the programs that each names read. The URLs are ours: they have the form
// that was misread, and hosts for documentation. Where an advisory names a program that was
// not recorded, such as a library on top of another, the parser that this is made of stands
// for it.
var advisories = []struct {
	source, url string
	hosts       map[string]string // by reader
}{
	{"GHSA-v359-jj2v-j536, vLLM: urllib3 and aiohttp", `http://192.0.2.1\@b.example/`, map[string]string{"urllib3.parse_url": "192.0.2.1", "python.urlsplit": "b.example"}},
	{"GHSA-g23j-2vwm-5c25, local-deep-research: urlparse and urllib3", `http://192.0.2.1\@198.51.100.1`, map[string]string{"python.urlsplit": "198.51.100.1", "urllib3.parse_url": "192.0.2.1", "requests.prepare": "192.0.2.1"}},
	{"open-webui/open-webui#24534: urlparse and requests", `http://192.0.2.1:8080\@198.51.100.1`, map[string]string{"python.urlsplit": "198.51.100.1", "requests.prepare": "192.0.2.1"}},
	{"aiming-lab/AutoResearchClaw#254: urlparse and requests", `http://192.0.2.2:8080\@198.51.100.2`, map[string]string{"python.urlsplit": "198.51.100.2", "requests.prepare": "192.0.2.2"}},
	{"jimmc414/onefilellm#79: urlparse and requests", `http://192.0.2.1:8080\@b.example`, map[string]string{"python.urlsplit": "b.example", "requests.prepare": "192.0.2.1"}},
	{"jimmc414/onefilellm#79, a digit escaped: urlparse and requests", "http://192.0.2.%31/", map[string]string{"python.urlsplit": "192.0.2.%31", "requests.prepare": "192.0.2.1"}},
	{"jimmc414/onefilellm#79, a number escaped: urlparse and requests", "http://198.51.100.%32%35%34/", map[string]string{"python.urlsplit": "198.51.100.%32%35%34", "requests.prepare": "198.51.100.254"}},
	{"alexandreborges/malwoverview#96: urlparse and requests", `http://192.0.2.3\@198.51.100.3`, map[string]string{"python.urlsplit": "198.51.100.3", "requests.prepare": "192.0.2.3"}},
	{"zai-org/GLM-V#264: urlparse and requests", `http://192.0.2.4\@198.51.100.4`, map[string]string{"python.urlsplit": "198.51.100.4", "requests.prepare": "192.0.2.4"}},
	{"AgriciDaniel/claude-ads#40: urlparse and requests", `https://192.0.2.1:8080\@198.51.100.1`, map[string]string{"python.urlsplit": "198.51.100.1", "requests.prepare": "192.0.2.1"}},
	{"OWASP/CheatSheetSeries#2401: Node.js and Python", `http://a.example\@b.example`, map[string]string{"node.url": "a.example", "python.urlsplit": "b.example"}},
	{"scrapy/w3lib#285: urlsplit and browsers", `http://a.example\@b.example/`, map[string]string{"python.urlsplit": "b.example", "webkit.url": "a.example"}},
	{"CVE-2018-3774 of url-parse, jsdom/whatwg-url#137: whatwg-url and others", `http://a.example:80\\@b.example/#c\d e`, map[string]string{"npm.whatwg-url": "a.example", "python.urlsplit": "b.example"}},
	{"CVE-2020-26291, URI.js and browsers", `https://a.example\@b.example`, map[string]string{"webkit.url": "a.example", "php.parse_url": "b.example"}},
	{"PHP bug 77423: parse_url and browsers", `http://a.example\@b.example/c.d`, map[string]string{"php.parse_url": "b.example", "webkit.url": "a.example"}},
	{"CVE-2025-0454, AutoGPT: urlparse and requests", `http://a.example:\@b.example/../`, map[string]string{"python.urlsplit": "b.example", "requests.prepare": "a.example"}},
	{"vlang/v#27945: a parser of RFC 3986 and a client that turns the backslash", `http://192.0.2.1\@b.example/`, map[string]string{"php.parse_url": "b.example", "node.url": "192.0.2.1"}},
	{"axios/axios#4022: Node.js url.parse", "http://a.example%2F.b.example/c", map[string]string{"node.legacy": "a.example", "python.urlsplit": "a.example%2f.b.example"}},
	{"nodejs/node#31279, #45011: Node.js url.parse and URL", "http://a.example;.b.example/", map[string]string{"node.legacy": "a.example", "node.url": "a.example;.b.example"}},
	{"CVE-2022-27780, curl: a separator escaped in a host", "http://a.example%2F192.0.2.1/", map[string]string{"node.legacy": "a.example", "python.urlsplit": "a.example%2f192.0.2.1"}},
	{"unshiftio/url-parse#241: Node.js URL and what does not map full stops", "http://a\u3002example/", map[string]string{"node.url": "a.example", "php.parse_url": "a\u3002example"}},
	{"CVE-2025-0938, CVE-2024-11168, Python: brackets behind a name", "http://a.[v1.b]/", map[string]string{"python.urlsplit 3.6.15 to before 3.11.2": "v1.b", "php.parse_url": "a.[v1.b]"}},
	{"CVE-2021-29921, Python's ipaddress: octal numbers", "http://0306.063.0144.1/", map[string]string{"node.url": "198.51.100.1", "python.urlsplit": "0306.063.0144.1"}},
	{"CVE-2021-28918, netmask: octal numbers", "http://0300.0.2.1/", map[string]string{"curl.url": "192.0.2.1", "go.url": "0300.0.2.1"}},
	{"CVE-2023-42282, ip: hexadecimal numbers", "http://0xc0.513/", map[string]string{"node.url": "192.0.2.1", "python.urlsplit": "0xc0.513"}},
	{"CVE-2024-29415, ip: fewer than four numbers", "http://192.513/", map[string]string{"node.url": "192.0.2.1", "go.url": "192.513"}},
	{"CVE-2024-29415, ip: one octal number", "http://030000001001/", map[string]string{"curl.url": "192.0.2.1", "php.parse_url": "030000001001"}},
}

// TestAdvisories: each is found, with the programs that it names.
func TestAdvisories(t *testing.T) {
	if len(advisories) < 25 {
		t.Fatalf("only %d advisories", len(advisories))
	}
	only, err := Linter{}.Only("host-confusion")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range advisories {
		found, err := only.Lint(a.url)
		if err != nil || len(found) != 1 {
			t.Errorf("%s: found %v, %v", a.source, found, err)
			continue
		}
		if len(a.hosts) < 2 {
			t.Errorf("%s: which programs?", a.source)
		}
		for name, host := range a.hosts {
			if !slices.ContainsFunc(strings.Split(found[0].Readers, "\n"), func(line string) bool {
				of, readers, _ := strings.Cut(line, ": ")
				return of == quoted(host) && slices.ContainsFunc(strings.Split(readers, ", "), func(r string) bool {
					return r == name || strings.HasPrefix(r, name+"@")
				})
			}) {
				t.Errorf("%s: %s does not read %q:\n%s", a.source, name, host, found[0].Readers)
			}
		}
	}
}

// TestHostConfusionQuiet: what all read alike, and what is no host to some, is not found.
func TestHostConfusionQuiet(t *testing.T) {
	for _, s := range []string{
		"http://example.com/", "HTTP://EXAMPLE.com:80/a@b?c=d@e", "http://127.0.0.1/", "http://[::1]/", "http://münchen.de/", "http://u:p@example.com/",
		"mailto:a@b", "http://{host}/", "http://%zz/", "//a\\@b/",
	} {
		found, err := Lint(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if f.Rule == "host-confusion" {
				t.Errorf("%s: %s", s, f.Readers)
			}
		}
	}
}

// TestPast: host-confusion asks the versions that the linter says.
func TestPast(t *testing.T) {
	for _, c := range []struct {
		past reader.Past
		want string
	}{
		{reader.Past{}, "curl@8.23.0"},
		{reader.Past{Versions: []string{"curl=7.88"}}, "curl@7.88.1"},
	} {
		l, err := Linter{}.Past(c.past)
		if err != nil {
			t.Fatal(err)
		}
		found, err := l.Lint("http://a.example\\@b.example/")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found, func(f Finding) bool {
			return f.Rule == "host-confusion" && strings.Contains(f.Readers, c.want+",")
		}) {
			t.Errorf("%v: no finding names %s: %v", c.past, c.want, found)
		}
	}
	if _, err := (Linter{}).Past(reader.Past{AsOf: "soon"}); err == nil {
		t.Error("a past without meaning is taken")
	}
}

// TestPlainHosts: no two readers read another host where hasPlainHost says so.
func TestPlainHosts(t *testing.T) {
	plain := 0
	odd := strings.Fields("@ \\ é \xff ： ＠ %40 %2F %5C %00 // :// : ? # / .. %2e [ ] | < > \" ' ; = a b@c \x01 \x7f \ufeff %zz % http://evil.example/ @evil.example")
	odd = append(odd, "\t", "\n", "\r", "\x00", " ", "\u00a0", "\u2028")
	r := rand.New(rand.NewPCG(1, 2))
	var urls []string
	for _, start := range []string{"http://a.example/", "HTTPS://EXAMPLE.com:8080/", "ws://127.0.0.1/", "ftp://[::1]/", "https://[2001:db8::1]:443/", "ws://[::1]:1/", "ftp://user@[2001:DB8:1:2:3:4:5:6]:8080/", "http://u.s~e-r:p_w@a.example/", "http://user@127.0.0.1:80/"} {
		for range 300 {
			s := start
			for range r.IntN(8) {
				s += odd[r.IntN(len(odd))]
			}
			if urls = append(urls, s); !hasPlainHost(s) {
				t.Errorf("%q is not plain", s)
			}
		}
	}
	for _, s := range append(append(urls, corpus.Made(3000)...),
		"http://a/", "HTTP://A.b-C.d9:8080?q", "http://xn--bcher-kva.example/x", "http://xn--a.example/", "http://127.0.0.1:80", "http://[::ffff:127.0.0.1]/", "http://[2001:DB8::1]#f",
		"http://-a.example", "http://a_b.example/", "http://_a._tcp.example:80?q", "ftp://a_b/", "http://1_2.3.a.example/", "http://a.b_/", "http://0x7f_.a/", "ws://xn--_.example/", "http://a-.example/", "http://a--b.example/", "http://localhost", "ftp://a.example/;", "ws://a.0x/", "http://a.b:0/", "http://a.example:/",
		"http://"+strings.Repeat("a", 63)+"/", "http://"+strings.Repeat("a.", 200)+"b/") {
		if !hasPlainHost(s) {
			continue
		}
		plain++
		hosts := map[string]reader.Reader{}
		for _, r := range reader.All() {
			if host, ok := r.Read(s).Compared(uri.Host); ok && !isUnasked(r.Name()) {
				hosts[inASCII(host)] = r
			}
		}
		if len(hosts) > 1 {
			t.Errorf("%s: %v", s, hosts)
		}
	}
	for _, s := range []string{"http://:p@a/", "http://u:@a/", "http://u:p:p@a/", "http://@a/", "http://u@b@a/", "http://u%40@a/", "http://a.example?@b/", "http:x://a/", "http://1.2.3/", "http://a._b/"} {
		if hasPlainHost(s) {
			t.Errorf("%q is plain", s)
		}
	}
	if plain < 4000 {
		t.Errorf("only %d URLs are plain", plain)
	}
}
