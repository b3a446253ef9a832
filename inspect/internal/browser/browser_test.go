package browser

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/corpus"
)

func TestRead(t *testing.T) {
	for in, want := range map[string]string{
		// Escaped dots are dots (#single-dot-path-segment), and names in RFC 3986.
		"http://h/a/%2e%2e/b": "a browser reads it as http://h/b",
		"http://h/a/.%2E/b":   "a browser reads it as http://h/b",
		"http://h/a/%2E/b":    "a browser reads it as http://h/a/b",
		"file:///a/%2e%2E":    "a browser reads it as file:///",
		"http://h/%2ea":       "",
		// Hosts are decoded and mapped, and ports are not.
		"http://ex%41mple.com/":        "a browser reads it as http://example.com/",
		"http://%C3%A9.example/":       "a browser reads it as http://xn--9ca.example/",
		"http://h:%38%30/":             `a browser refuses it: port-invalid "%" at byte 9`,
		"http://h:99999/":              `a browser refuses it: port-out-of-range "99999" at byte 9`,
		"http://％４１/":                  `a browser refuses it: domain-to-ASCII "％４１" at byte 7`,
		"http://a b/":                  `a browser refuses it: domain-to-ASCII " " at byte 8`,
		"http://0x7f.1/":               "a browser reads it as http://127.0.0.1/",
		"http://0177.0.0.1/":           "a browser reads it as http://127.0.0.1/",
		"http://EXAMPLE.com:80/?#":     "",
		"http://bücher.example/":       "",
		"http://xn--bcher-kva.example": "",
		// Slashes.
		`http:\\h\a`:       "a browser reads it as http://h/a",
		`http://h\@evil/`:  "a browser reads it as http://h/@evil/",
		"http:/x":          "a browser reads it as http://x/",
		"http:x":           "a browser reads it as http://x/",
		"http:///x":        "a browser reads it as http://x/",
		"file:c:/x":        "a browser reads it as file:///c:/x",
		"file:///C|/x":     "a browser reads it as file:///C:/x",
		"file:/etc":        "",
		"file://localhost": "",
		// What is dropped.
		"http://h/a\tb":    "a browser reads it as http://h/ab",
		"ht\ntp://h/":      "a browser reads it as http://h/",
		" http://h/":       "a browser reads it as http://h/",
		"\x01http://h/a":   "a browser reads it as http://h/a",
		"http://h/a b":     "",
		"http://@h/":       "a browser reads it as http://h/",
		"javascript:a b|c": "",
		// Schemes have no escapes.
		"%68ttp://h/":  "to a browser, too, it is a relative reference: a scheme has no escapes",
		"mailt%6F:a@b": "to a browser, too, it is a relative reference: a scheme has no escapes",
		"%7Attp:":      "to a browser, too, it is a relative reference: a scheme has no escapes",
		"1%30:":        "",
		// References.
		`/\evil.example/x`:  "a browser on https://example.com/a/b reads it as https://evil.example/x",
		"///evil.example":   "a browser on https://example.com/a/b reads it as https://evil.example/",
		"/x/%2e%2e/y":       "a browser on https://example.com/a/b reads it as https://example.com/y",
		"./a\tb":            "a browser on https://example.com/a/b reads it as https://example.com/a/ab",
		"../../x?q=é#%zz":   "",
		"//h/a/../b":        "",
		"//a b/":            `a browser refuses it: domain-to-ASCII " " at byte 3`,
		"a/b?c=d":           "",
		"some text, no URL": "",
		"":                  "",
		// What only escapes.
		"http://u;=:p:@h/?it's|^`{}[]\"<>#|^`": "",
		"http://h/|^`{}[]\"<>%zz%?%zz#%":       "",
		"data:text/html,<b>|a b":               "",
		"urn:isbn:1?x":                         "",
		"HTTP://H:80/a/../%7e?%7e":             "",
		"foo://Host/":                          "",
	} {
		r, ok := Read(in)
		got := ""
		if r.Differs {
			got = r.Of("it")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if !ok && (r != Reading{}) {
			t.Errorf("%q: %+v", in, r)
		}
	}
}

// TestRealURLs: URLs that people write mean the same to both, unless there is a
// backslash in them or no host.
func TestRealURLs(t *testing.T) {
	urls := corpus.URLs(t)
	for _, s := range urls {
		r, _ := Read(s)
		odd := strings.Contains(s, `\`) || strings.HasSuffix(s, "://")
		if r.Differs && !odd {
			t.Errorf("%q: %s", s, r.Of("it"))
		}
	}
	if len(urls) < 10_000 {
		t.Errorf("only %d URLs", len(urls))
	}
}
