package lint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/parting"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// advisories are holes that were reported because a check and a client read another host,
// each with the URL of its report, and with which host the programs that it names read.
// Where it names a program that was not recorded, such as a library on top of another, the
// parser that this is made of stands for it.
var advisories = []struct {
	source, url string
	hosts       map[string]string // by reader
}{
	{"GHSA-v359-jj2v-j536, vLLM: urllib3 and aiohttp", `http://127.0.0.1\@allowed.example/`, map[string]string{"urllib3.parse_url": "127.0.0.1", "python.urlsplit": "allowed.example"}},
	{"GHSA-g23j-2vwm-5c25, local-deep-research: urlparse and urllib3", `http://127.0.0.1\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "urllib3.parse_url": "127.0.0.1", "requests.prepare": "127.0.0.1"}},
	{"open-webui/open-webui#24534: urlparse and requests", `http://127.0.0.1:6666\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "requests.prepare": "127.0.0.1"}},
	{"aiming-lab/AutoResearchClaw#254: urlparse and requests", `http://127.0.0.1:6666\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "requests.prepare": "127.0.0.1"}},
	{"jimmc414/onefilellm#79: urlparse and requests", `http://127.0.0.1:6666\@arxiv.org`, map[string]string{"python.urlsplit": "arxiv.org", "requests.prepare": "127.0.0.1"}},
	{"jimmc414/onefilellm#79, escapes: urlparse and requests", "http://127.0.0.%31/", map[string]string{"python.urlsplit": "127.0.0.%31", "requests.prepare": "127.0.0.1"}},
	{"jimmc414/onefilellm#79, cloud metadata: urlparse and requests", "http://169.254.169.%32%35%34/", map[string]string{"python.urlsplit": "169.254.169.%32%35%34", "requests.prepare": "169.254.169.254"}},
	{"alexandreborges/malwoverview#96: urlparse and requests", `http://127.0.0.1\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "requests.prepare": "127.0.0.1"}},
	{"zai-org/GLM-V#264: urlparse and requests", `http://127.0.0.1\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "requests.prepare": "127.0.0.1"}},
	{"AgriciDaniel/claude-ads#40: urlparse and requests", `https://127.0.0.1:6666\@1.1.1.1`, map[string]string{"python.urlsplit": "1.1.1.1", "requests.prepare": "127.0.0.1"}},
	{"OWASP/CheatSheetSeries#2401: Node.js and Python", `http://example.com\@evil.com`, map[string]string{"node.url": "example.com", "python.urlsplit": "evil.com"}},
	{"scrapy/w3lib#285: urlsplit and browsers", `http://evil.com\@good.com/`, map[string]string{"python.urlsplit": "good.com", "webkit.url": "evil.com"}},
	{"CVE-2018-3774 of url-parse, jsdom/whatwg-url#137: whatwg-url and others", `http://google.com:80\\@yahoo.com/#what\\is going on`, map[string]string{"npm.whatwg-url": "google.com", "python.urlsplit": "yahoo.com"}},
	{"CVE-2020-26291, URI.js and browsers", `https://expected-example.com\@observed-example.com`, map[string]string{"webkit.url": "expected-example.com", "php.parse_url": "observed-example.com"}},
	{"PHP bug 77423: parse_url and browsers", `http://php.net\@aliyun.com/aaa.do`, map[string]string{"php.parse_url": "aliyun.com", "webkit.url": "php.net"}},
	{"CVE-2025-0454, AutoGPT: urlparse and requests", `http://localhost:\@google.com/../`, map[string]string{"python.urlsplit": "google.com", "requests.prepare": "localhost"}},
	{"vlang/v#27945: a parser of RFC 3986 and a client that turns the backslash", `http://127.0.0.1\@google.com/`, map[string]string{"php.parse_url": "google.com", "node.url": "127.0.0.1"}},
	{"axios/axios#4022: Node.js url.parse", "http://evil.com%2F.example.com/get", map[string]string{"node.legacy": "evil.com", "python.urlsplit": "evil.com%2f.example.com"}},
	{"nodejs/node#31279, #45011: Node.js url.parse and URL", "http://good.example;.evil.example/", map[string]string{"node.legacy": "good.example", "node.url": "good.example;.evil.example"}},
	{"CVE-2022-27780, curl: a separator escaped in a host", "http://example.com%2F10.0.0.1/", map[string]string{"node.legacy": "example.com", "python.urlsplit": "example.com%2f10.0.0.1"}},
	{"unshiftio/url-parse#241: Node.js URL and what does not map full stops", "http://evil\u3002com/", map[string]string{"node.url": "evil.com", "php.parse_url": "evil\u3002com"}},
	{"CVE-2025-0938, CVE-2024-11168, Python: brackets behind a name", "http://prefix.[v1.example]/", map[string]string{"python.urlsplit@3.10.13": "v1.example", "php.parse_url": "prefix.[v1.example]"}},
	{"CVE-2021-29921, Python's ipaddress: octal numbers", "http://010.8.8.8/", map[string]string{"node.url": "8.8.8.8", "python.urlsplit": "010.8.8.8"}},
	{"CVE-2021-28918, netmask: octal numbers", "http://0177.0.0.1/", map[string]string{"curl.url": "127.0.0.1", "go.url": "0177.0.0.1"}},
	{"CVE-2023-42282, ip: hexadecimal numbers", "http://0x7f.1/", map[string]string{"node.url": "127.0.0.1", "python.urlsplit": "0x7f.1"}},
	{"CVE-2024-29415, ip: fewer than four numbers", "http://127.1/", map[string]string{"node.url": "127.0.0.1", "go.url": "127.1"}},
	{"CVE-2024-29415, ip: one octal number", "http://01200034567/", map[string]string{"curl.url": "10.0.57.119", "php.parse_url": "01200034567"}},
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
					return r == name || strings.HasPrefix(r, name+"@") || strings.HasPrefix(name, r+"@")
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

// TestPlainHosts: no two readers read another host where hasPlainHost says so.
func TestPlainHosts(t *testing.T) {
	plain := 0
	odd := strings.Fields("@ \\ é \xff ： ＠ %40 %2F %5C %00 // :// : ? # / .. %2e [ ] | < > \" ' ; = a b@c \x01 \x7f \ufeff %zz % http://evil.example/ @evil.example")
	odd = append(odd, "\t", "\n", "\r", "\x00", " ", "\u00a0", "\u2028")
	r := rand.New(rand.NewPCG(1, 2))
	var urls []string
	for _, start := range []string{"http://a.example/", "HTTPS://EXAMPLE.com:8080/", "ws://127.0.0.1/", "ftp://[::1]/", "http://u.s~e-r:p_w@a.example/", "http://user@127.0.0.1:80/"} {
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
		"http://-a.example", "http://a-.example/", "http://a--b.example/", "http://localhost", "ftp://a.example/;", "ws://a.0x/", "http://a.b:0/", "http://a.example:/",
		"http://"+strings.Repeat("a", 63)+"/", "http://"+strings.Repeat("a.", 200)+"b/") {
		if !hasPlainHost(s) {
			continue
		}
		plain++
		hosts := map[string]reader.Reader{}
		for _, r := range reader.All() {
			if host, ok := parting.Compared(r.Read(s), uri.Host); ok {
				hosts[inASCII(host)] = r
			}
		}
		if len(hosts) > 1 {
			t.Errorf("%s: %v", s, hosts)
		}
	}
	for _, s := range []string{"http://:p@a/", "http://u:@a/", "http://u:p:p@a/", "http://@a/", "http://u@b@a/", "http://u%40@a/", "http://a.example?@b/", "http:x://a/", "http://1.2.3/"} {
		if hasPlainHost(s) {
			t.Errorf("%q is plain", s)
		}
	}
	if plain < 4000 {
		t.Errorf("only %d URLs are plain", plain)
	}
}
