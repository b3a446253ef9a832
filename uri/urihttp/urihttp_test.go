package urihttp

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/httptarget"
	"github.com/pct-encoded/percent/uri"
)

// send writes a request with that target to a server of its own, byte for byte,
// and gives the handler what arrives.
func send(t *testing.T, method, target string, handler http.Handler) *http.Response {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(method + " " + target + " HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func TestRequest(t *testing.T) {
	for _, tt := range []struct {
		method, target, want string
		segments             []uri.Segment
	}{
		{"GET", "/a%2Fb/c?d=%2f", "http://example.com/a%2Fb/c?d=%2f", []uri.Segment{"a%2Fb", "c"}},
		{"GET", "/%7euser/", "http://example.com/%7euser/", []uri.Segment{"%7euser", ""}},
		{"GET", "//a//b", "http://example.com//a//b", []uri.Segment{"", "a", "", "b"}},
		{"GET", "/../%2e%2e/x", "http://example.com/../%2e%2e/x", []uri.Segment{"..", "%2e%2e", "x"}},
		{"GET", "/", "http://example.com/", []uri.Segment{""}},
		{"GET", "http://other.example/a%2Fb", "http://other.example/a%2Fb", []uri.Segment{"a%2Fb"}},
		{"CONNECT", "example.com:443", "//example.com:443", nil},
	} {
		t.Run("target="+tt.target, func(t *testing.T) {
			called := false
			send(t, tt.method, tt.target, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				called = true
				u, err := FromRequest(r)
				if err != nil || u.String() != tt.want {
					t.Errorf("FromRequest gives %v, %v, want %s", u, err, tt.want)
				}
				if got := RequestSegments(r); !slices.Equal(got, tt.segments) {
					t.Errorf("RequestSegments gives %q, want %q", got, tt.segments)
				}
			}))
			if !called {
				t.Error("the server did not call the handler")
			}
		})
	}
	// A server answers "OPTIONS *" without asking its handler.
	star := &http.Request{Method: "OPTIONS", RequestURI: "*", Host: "example.com", URL: &url.URL{Path: "*"}}
	if u, err := FromRequest(star); err != nil || u.String() != "http://example.com" || RequestSegments(star) != nil {
		t.Errorf("OPTIONS *: %v, %v, %q", u, err, RequestSegments(star))
	}
	for _, tt := range []struct {
		method, target, host string
		field                string
	}{
		{"GET", "*", "h", httptarget.TargetField},
		{"GET", "foo", "h", httptarget.TargetField},
		{"GET", "@evil.example/x", "h", httptarget.TargetField},
		{"GET", "mailto:a@b", "h", httptarget.TargetField},
		{"GET", "/a#b", "h", httptarget.TargetField},
		{"GET", "/x", "a/b", httptarget.HostField},
		{"GET", "/x", "u@h", httptarget.HostField},
		{"OPTIONS", "*", "h?q", httptarget.HostField},
		{"GET", "http://g/x", "a/b", httptarget.HostField},
		{"CONNECT", "h/x:443", "h", httptarget.HostField},
	} {
		r := &http.Request{Method: tt.method, RequestURI: tt.target, Host: tt.host, URL: &url.URL{}}
		var e *percent.SyntaxError
		if u, err := FromRequest(r); !errors.As(err, &e) || e.Field != tt.field || e.Format != "uri" {
			t.Errorf("%s %s of %s: %v, %v", tt.method, tt.target, tt.host, u, err)
		}
	}
	r, err := http.NewRequest("GET", "https://h/a%2Fb?q", nil)
	if err != nil {
		t.Fatal(err)
	}
	if u, err := FromRequest(r); err != nil || u.String() != "https://h/a%2Fb?q" || RequestPath(r) != "/a%2Fb" {
		t.Errorf("a request to send: %v, %v, %s", u, err, RequestPath(r))
	}
}

func TestPathValue(t *testing.T) {
	for _, tt := range []struct {
		pattern, target, name, plain string
		want                         []uri.Segment
	}{
		{"/files/{path...}", "/files/a%2Fb/c", "path", "a/b/c", []uri.Segment{"a%2Fb", "c"}},
		{"GET /files/{path...}", "/files/", "path", "", []uri.Segment{""}},
		{"example.com/users/{id}/posts/{post}", "/users/x%2Fy/posts/%7e", "id", "x/y", []uri.Segment{"x%2Fy"}},
		{"/users/{id}/posts/{post}", "/users/x%2Fy/posts/%7e", "post", "~", []uri.Segment{"%7e"}},
		{"/users/{id}/posts/{post}", "/users/1/posts/2", "none", "", nil},
		{"/users/{id}/{$}", "/users/%25/", "id", "%", []uri.Segment{"%25"}},
		{"/", "/a/b", "x", "", nil},
	} {
		t.Run("pattern="+tt.pattern, func(t *testing.T) {
			mux := http.NewServeMux()
			called := false
			mux.HandleFunc(tt.pattern, func(w http.ResponseWriter, r *http.Request) {
				called = true
				if got := PathValue(r, tt.name); !slices.Equal(got, tt.want) || r.PathValue(tt.name) != tt.plain {
					t.Errorf("PathValue gives %q, r.PathValue %q", got, r.PathValue(tt.name))
				}
			})
			send(t, "GET", tt.target, mux)
			if !called {
				t.Error("ServeMux did not call the handler")
			}
		})
	}
	inner := http.NewServeMux()
	called := false
	inner.HandleFunc("/{id}", func(w http.ResponseWriter, r *http.Request) {
		called = true
		if got := PathValue(r, "id"); !slices.Equal(got, []uri.Segment{"a%2Fb"}) {
			t.Errorf("behind StripPrefix: %q", got)
		}
	})
	outer := http.NewServeMux()
	outer.Handle("/api/{rest...}", http.StripPrefix("/api", inner))
	send(t, "GET", "/api/a%2Fb", outer)
	if !called || PathValue(&http.Request{URL: &url.URL{}}, "x") != nil {
		t.Error("StripPrefix, or a request without pattern")
	}
}

func TestNetURL(t *testing.T) {
	for _, s := range []string{"http://h/a%2Fb?q=%7e#f", "/%2f", "mailto:a@b", "http://u:p@[::1]:8/"} {
		v, err := url.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		if u, err := FromURL(v); err != nil || u.String() != s {
			t.Errorf("FromURL(%q) = %v, %v", s, u, err)
		}
		w, err := URL(uri.MustParse(s))
		if err != nil || w.String() != s {
			t.Errorf("URL() of %q is %v, %v", s, w, err)
		}
	}
	if _, err := URL(uri.MustParse("http://ex%61mple.com")); err == nil || !strings.Contains(err.Error(), "%61") {
		t.Errorf("net/url takes ex%%61mple.com now: %v", err)
	}
}
