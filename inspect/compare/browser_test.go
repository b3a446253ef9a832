package compare

import (
	"slices"
	"testing"
)

func TestBrowser(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		f    Format
		same bool
		want []string // nil: there is nothing to say
	}{
		{"http://h/a/%2e%2e/b", "http://h/b", Text, true, []string{"a browser reads both as http://h/b"}},
		{"http://h/a/.%2E/b", "http://h/a/b", Text, false, []string{"a browser reads A as http://h/b"}},
		{"http://ex%41mple.com/", "http://example.com/", Text, true, []string{"a browser reads both as http://example.com/"}},
		{"http://0x7f.1/", "http://127.0.0.1/", Text, true, []string{"a browser reads both as http://127.0.0.1/, the same URL"}},
		{`http:\\h\a`, "http:/h/a", Text, true, []string{"a browser reads both as http://h/a, the same URL"}},
		{"http://h/a\tb", "http://h/ab", Text, true, []string{"a browser reads both as http://h/ab, the same URL"}},
		{"http://h:%38%30/", "http://h/", Text, false, []string{`a browser refuses A: port-invalid "%" at byte 9`}},
		{"http://％４１/", "http://A/", Text, false, []string{`a browser refuses A: domain-to-ASCII "％４１" at byte 7`}},
		{"http://a b/", "http://a%20b/", Text, false, []string{
			`a browser refuses A: domain-to-ASCII " " at byte 8`, `a browser refuses B: domain-to-ASCII "a%20b" at byte 7`,
		}},
		{"%68ttp://h/", "http://h/", Text, false, []string{"to a browser, too, A is a relative reference: a scheme has no escapes"}},
		{"/%2e%2e/x", "/x", Text, true, []string{"a browser on https://example.com/a/b reads both as https://example.com/x"}},
		{`/\evil.example`, "//evil.example/", Text, true, []string{"a browser on https://example.com/a/b reads both as https://evil.example/, the same URL"}},
		// Equivalent by RFC 3986, and not to a browser; the other way around.
		{"http://h/%7e", "http://h/~", Text, false, []string{"to a browser these are two URLs"}},
		{"http://h/%c3", "http://h/%C3", Text, false, []string{"to a browser these are two URLs"}},
		{"http://h/%2e/%7e", "http://h/~", Text, false, []string{"a browser reads A as http://h/%7e", "to a browser these are two URLs"}},
		{"http://h/?it's", "http://h/?it%27s", Text, true, []string{"a browser reads both as http://h/?it%27s, the same URL"}},
		// Where both say the same, nothing.
		{"http://h", "HTTP://H:80/a/..", Text, false, nil},
		{"http://h/é", "http://h/%C3%A9", Text, false, nil},
		{"http://h/a", "http://h/b", Text, false, nil},
		{"http://h/?a=b+c", "http://h/?a=b%20c", Form, false, nil},
		{"a%2Eb", "a.b", Text, false, nil},
		{"http://h/a", "some text", Text, false, nil},
		{"GET&http%3A%2F%2Fh%2F&a", "GET&http%3A%2F%2Fh%2F&b", BaseString, false, nil},
	} {
		c := Compare(tt.a, tt.b, tt.f)
		if c.Browser == nil {
			if tt.want != nil {
				t.Errorf("%q, %q: nothing, want %q", tt.a, tt.b, tt.want)
			}
			continue
		}
		if got := c.Browser.Texts("A", "B"); !slices.Equal(got, tt.want) || c.Browser.Same != tt.same {
			t.Errorf("%q, %q: %v, %q, want %v, %q", tt.a, tt.b, c.Browser.Same, got, tt.same, tt.want)
		}
	}
}
