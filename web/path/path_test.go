package path

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestDecide(t *testing.T) {
	for _, tt := range []struct {
		raw, want string
		offset    int64
		bytes     string
		reason    percent.Reason
		allow     Ambiguities // with it, the path is allowed
		allowed   string
	}{
		{raw: "", want: "/"},
		{raw: "/", want: "/"},
		{raw: "/a/b.c/~d;e=f", want: "/a/b.c/~d;e=f"},
		{raw: "/caf%C3%A9/%61", want: "/café/a"},
		{raw: "/café", want: "/café"},
		{raw: "/a%20b%3Fc%23d", want: "/a b?c#d"},
		{raw: "/a/./b", want: "/a/b"},
		{raw: "/a/../b", want: "/b"},
		{raw: "/a/.", want: "/a/"},
		{raw: "/a/..", want: "/"},
		{raw: "/a/b/../../c/", want: "/c/"},
		{raw: "/.well-known/..x/...", want: "/.well-known/..x/..."},
		{raw: "/100%25", want: "/100%"},
		{raw: "/100%25zz", want: "/100%zz"},
		{raw: "/%2Ewell-known", want: "/.well-known"},
		{raw: "a", reason: percent.InvalidByte, bytes: "a"},
		{raw: "/a%2Fb", offset: 2, bytes: "%2F", reason: AmbiguousSlash, allow: EncodedSlash, allowed: "/a/b"},
		{raw: "/a%2f..%2fb", offset: 2, bytes: "%2f", reason: AmbiguousSlash, allow: EncodedSlash, allowed: "/b"},
		{raw: `/a\b`, offset: 2, bytes: `\`, reason: AmbiguousBackslash, allow: Backslash, allowed: `/a\b`},
		{raw: "/a%5cb", offset: 2, bytes: "%5c", reason: AmbiguousBackslash, allow: Backslash, allowed: `/a\b`},
		{raw: "/a/%2e%2e/b", offset: 3, bytes: "%2e%2e", reason: AmbiguousDots, allow: EncodedDots, allowed: "/b"},
		{raw: "/a/.%2E", offset: 3, bytes: ".%2E", reason: AmbiguousDots, allow: EncodedDots, allowed: "/"},
		{raw: "/a/%2e/b", offset: 3, bytes: "%2e", reason: AmbiguousDots, allow: EncodedDots, allowed: "/a/b"},
		{raw: "/%252e%252e/b", offset: 1, bytes: "%25", reason: AmbiguousPercent, allow: EncodedPercent, allowed: "/%2e%2e/b"},
		{raw: "/%25%32E/b", offset: 1, bytes: "%25", reason: AmbiguousPercent, allow: EncodedPercent, allowed: "/%2E/b"},
		{raw: "/x%25%252%65", offset: 5, bytes: "%25", reason: AmbiguousPercent, allow: EncodedPercent, allowed: "/x%%2e"},
		{raw: "/%251%2541", offset: 5, bytes: "%25", reason: AmbiguousPercent, allow: EncodedPercent, allowed: "/%1%41"},
		{raw: "/a%25/41", want: "/a%/41"},
		{raw: "/a%00b", offset: 2, bytes: "%00", reason: AmbiguousControl, allow: Controls, allowed: "/a\x00b"},
		{raw: "/a\x7f", offset: 2, bytes: "\x7f", reason: AmbiguousControl, allow: Controls, allowed: "/a\x7f"},
		{raw: "//a", offset: 0, bytes: "//", reason: AmbiguousEmpty, allow: EmptySegments, allowed: "//a"},
		{raw: "/a//b", offset: 2, bytes: "//", reason: AmbiguousEmpty, allow: EmptySegments, allowed: "/a//b"},
		{raw: "/a//../b", offset: 2, bytes: "//", reason: AmbiguousEmpty, allow: EmptySegments, allowed: "/a/b"},
		{raw: "/é%E9/", offset: 3, bytes: "%E9", reason: percent.InvalidUTF8, allow: NotUTF8, allowed: "/é\xe9/"},
		{raw: "/%c3%a9\xff", offset: 7, bytes: "\xff", reason: percent.InvalidUTF8, allow: NotUTF8, allowed: "/é\xff"},
		{raw: "/%c0%ae", offset: 1, bytes: "%c0", reason: percent.InvalidUTF8, allow: NotUTF8, allowed: "/\xc0\xae"},
		{raw: "/a%zz", offset: 2, bytes: "%zz", reason: percent.InvalidEscape},
		{raw: "/a%2", offset: 2, bytes: "%2", reason: percent.TruncatedEscape},
		{raw: "/..", offset: 1, bytes: "..", reason: AboveRoot},
		{raw: "/a/../../b", offset: 6, bytes: "..", reason: AboveRoot},
		{raw: "/a/..;x/b", offset: 3, bytes: "..;x", reason: AmbiguousParameter},
		{raw: "/a/.%3b/b", offset: 3, bytes: ".%3b", reason: AmbiguousParameter},
	} {
		t.Run("raw="+tt.raw, func(t *testing.T) {
			got, err := Policy{}.Decide(tt.raw)
			if tt.reason == "" {
				if got != tt.want || err != nil {
					t.Fatalf("%q, %v, want %q", got, err, tt.want)
				}
				return
			}
			var e *percent.SyntaxError
			if !errors.As(err, &e) || got != "" || e.Format != "path" || e.Offset != tt.offset || e.Bytes != tt.bytes || e.Reason != tt.reason {
				t.Fatalf("%q, %v (%+v), want %s %q at %d", got, err, e, tt.reason, tt.bytes, tt.offset)
			}
			// All that is allowed is refused without the one thing.
			if _, err := (Policy{Allow: ^tt.allow}).Decide(tt.raw); tt.allow != 0 && !errors.Is(err, tt.reason) {
				t.Errorf("without %b alone: %v", tt.allow, err)
			}
			if got, err := (Policy{Allow: tt.allow}).Decide(tt.raw); tt.allow != 0 && (got != tt.allowed || err != nil) {
				t.Errorf("allowed: %q, %v, want %q", got, err, tt.allowed)
			}
			if _, err := (Policy{Allow: ^Ambiguities(0)}).Decide(tt.raw); tt.allow == 0 && !errors.Is(err, tt.reason) {
				t.Errorf("with all allowed: %v", err)
			}
		})
	}
}

// FuzzDecide gives the decision back to Decide: a path that was decided, escaped
// anew, is decided the same.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{"/", "/a%2fb", "/a/../b", "/%252e", "/..;/", "/a//b/./c", "/\xff", "/%e9", `/\`} {
		f.Add(s, uint8(0))
		f.Add(s, uint8(255))
	}
	f.Fuzz(func(t *testing.T, raw string, allow uint8) {
		p := Policy{Allow: Ambiguities(allow)}
		path, err := p.Decide(raw)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || !strings.HasPrefix(raw[e.Offset:], e.Bytes) || path != "" {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		if path[0] != '/' || strings.Contains(path+"/", "/../") || strings.Contains(path+"/", "/./") {
			t.Fatalf("%q is decided as %q", raw, path)
		}
		if twice := decodedAgain(path); allow&uint8(EncodedPercent) == 0 && twice != path {
			t.Fatalf("%q is decided as %q, which is decoded again to %q", raw, path, twice)
		}
		again, err := Policy{Allow: Ambiguities(allow) | EncodedPercent}.Decide(percent.Path.Encode(path))
		if again != path || err != nil {
			t.Fatalf("%q is decided as %q, and that as %q, %v", raw, path, again, err)
		}
	})
}

func TestCleanDoesNotAllocate(t *testing.T) {
	for _, raw := range []string{"/", "/a/b.c/d", "/api/v1/users/17"} {
		if n := testing.AllocsPerRun(100, func() { _, _ = Policy{}.Decide(raw) }); n != 0 {
			t.Errorf("%q: %v allocations", raw, n)
		}
	}
	h := Policy{}.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	r, w := httptest.NewRequest("GET", "/a/b.c?d", nil), httptest.NewRecorder()
	if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n != 0 {
		t.Errorf("Handler: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { _, _ = Policy{}.Decide("/a%20b/../c") }); n > 2 {
		t.Errorf("not clean: %v allocations", n)
	}
}

// TestHandler sends requests over a connection, since http.Client would change them, to a
// ServeMux behind the policy: pattern and path agree, and nothing is redirected.
func TestHandler(t *testing.T) {
	mux := http.NewServeMux()
	show := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Pattern+" "+r.URL.Path+" "+Raw(r))
	}
	mux.HandleFunc("/", show)
	mux.HandleFunc("/admin/", show)
	server := httptest.NewServer(Policy{Allow: EncodedDots}.Handler(mux))
	defer server.Close()
	for target, want := range map[string]string{
		"/a?b":                        "200 / /a /a",
		"/static/../admin/x":          "200 /admin/ /admin/x /static/../admin/x",
		"/static/%2e%2e/admin/x?/../": "200 /admin/ /admin/x /static/%2e%2e/admin/x",
		"/%61dmin/x%20y":              "200 /admin/ /admin/x y /%61dmin/x%20y",
		"http://h.test/./admin/":      "200 /admin/ /admin/ /./admin/",
		"http://h.test":               "200 / / ",
		"/static/..%2fadmin":          "400 path: escaped slash \"%2f\" at byte 10\n",
		"//admin":                     "400 path: empty segment \"//\" at byte 0\n",
		"*":                           "400 path: invalid byte \"*\" at byte 0\n",
	} {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(c, "GET "+target+" HTTP/1.1\r\nHost: h.test\r\nConnection: close\r\n\r\n")
		res, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		c.Close()
		if got := res.Status[:3] + " " + string(body); got != want {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
}

// TestMadeRequest: requests that no server made, such as those of other middleware.
func TestMadeRequest(t *testing.T) {
	for _, tt := range []struct {
		name       string
		u          url.URL
		target     string
		path, sent string // of the request that is handed on; if empty, it is refused
		raw        string
	}{
		{"clean", url.URL{Path: "/a"}, "/a?b", "/a", "/a?b", "/a"},
		{"no target", url.URL{Path: "/a b", RawPath: "/a%20%62"}, "", "/a b", "", ""},
		{"target of before", url.URL{Path: "/b", RawQuery: "c"}, "/static/../b?c", "/b", "/b?c", "/static/../b"},
		{"RawPath of before", url.URL{Path: "/b", RawPath: "/a%2Fb"}, "/a%2Fb", "/b", "/b", "/a%2Fb"},
		{"malformed RawPath", url.URL{Path: "/b", RawPath: "/%b"}, "/%b", "/b", "/b", "/%b"},
		{"opaque without a target", url.URL{Scheme: "urn", Opaque: "a"}, "", "", "", ""},
		{"scheme alone", url.URL{Scheme: "urn"}, "urn:", "", "", ""},
		{"dots in Path", url.URL{Path: "/a/../../b"}, "/b", "", "", "/b"},
		{"an escape in Path", *(&url.URL{}).JoinPath("/%252e"), "/%252e", "", "", "/%252e"},
	} {
		r := &http.Request{Method: "GET", URL: &tt.u, RequestURI: tt.target}
		decided, err := Policy{}.request(r)
		if tt.path == "" {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || decided != nil {
				t.Errorf("%s: %v, %v", tt.name, decided, err)
			}
			continue
		}
		if err != nil || decided.URL.Path != tt.path || decided.URL.RawPath != "" || decided.RequestURI != tt.sent || Raw(decided) != tt.raw {
			t.Errorf("%s: %+v, %v, raw %q", tt.name, decided, err, Raw(decided))
			continue
		}
		if again, err := (Policy{}).request(decided); again != decided || err != nil {
			t.Errorf("%s: another policy behind it changes the request: %+v, %v", tt.name, again, err)
		}
	}
	// The raw path is the first, behind two policies that both change it.
	r := httptest.NewRequest("GET", "/a/%2e/b//c", nil)
	first, err := Policy{Allow: EncodedDots | EmptySegments}.request(r)
	if err != nil {
		t.Fatal(err)
	}
	first.URL.Path = "/x/./y"
	second, err := Policy{}.request(first)
	if err != nil || second.URL.Path != "/x/y" || Raw(second) != "/a/%2e/b//c" {
		t.Errorf("%+v, %v", second, err)
	}
}

// TestSchemeWithoutHost: a path that begins with two slashes is no host in the request that
// is handed on, not even behind a scheme.
func TestSchemeWithoutHost(t *testing.T) {
	p := Policy{Allow: EncodedSlash | EmptySegments}
	for target, want := range map[string]string{"http:/%2fe/a": "//e/a", "x:/%2fe?q": "//e?q", "http:/a%2fb": "/a/b"} {
		u, err := url.ParseRequestURI(target)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		h := p.Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RequestURI }))
		h.ServeHTTP(httptest.NewRecorder(), &http.Request{Method: "GET", URL: u, RequestURI: target})
		if got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

func TestRaw(t *testing.T) {
	for target, want := range map[string]string{
		"": "", "/a?b": "/a", "*": "*", "http://h.test/a/../b?c": "/a/../b", "http://h.test": "", "http:/a": "/a", "h.test:443": "", "urn:a": "", "http://h.test?/a": "",
	} {
		if got := Raw(&http.Request{RequestURI: target}); got != want {
			t.Errorf("%q: %q, want %q", target, got, want)
		}
	}
}

func TestAmbiguitiesString(t *testing.T) {
	for a, want := range map[Ambiguities]string{
		0:                       "none",
		EncodedSlash | Controls: "encoded-slash+controls",
		EncodedPercent:          "encoded-percent",
		NotUTF8:                 "not-utf8",
		1 << 7:                  "none",
		Backslash | EncodedDots: "backslash+encoded-dots",
		EmptySegments:           "empty-segments",
	} {
		if a.String() != want {
			t.Errorf("%b: %s, want %s", a, a, want)
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	for name, raw := range map[string]string{"clean": "/api/v1/users/17/orders", "sparse": "/api/v1/caf%C3%A9/../orders"} {
		b.Run("op=Decide/class="+name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (Policy{}).Decide(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
