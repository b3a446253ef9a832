package httpmsg

import (
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"strings"
	"testing"
	"time"
)

// Whatever is returned, a handler can still read the whole body.
func TestReadBody(t *testing.T) {
	const body = "a body"
	for _, tt := range []struct {
		name  string
		limit int64
		err   error
	}{
		{"no limit", -1, nil},
		{"nothing", 0, ErrBodyTooLarge},
		{"one byte too few", int64(len(body)) - 1, ErrBodyTooLarge},
		{"exact", int64(len(body)), nil},
		{"the largest number", math.MaxInt64, nil},
	} {
		t.Run("limit="+tt.name, func(t *testing.T) {
			r, err := http.NewRequest("POST", "http://h/", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			got, err := ReadBody(r, tt.limit)
			if !errors.Is(err, tt.err) || err == nil && string(got) != body {
				t.Errorf("%q, %v, want error %v", got, err, tt.err)
			}
			if left, err := io.ReadAll(r.Body); string(left) != body || err != nil {
				t.Errorf("the handler reads %q, %v", left, err)
			}
		})
	}
}

// TestRedirectedAway: only requests that stayed at one scheme, host and port are signed.
func TestRedirectedAway(t *testing.T) {
	for _, tt := range []struct {
		urls string // in the order in which they were asked for
		away bool
	}{
		{"http://h/a", false},
		{"http://h/a http://h/b", false},
		{"http://h/a http://H:80/b HTTP://h/", false},
		{"https://h:443/a https://h/b", false},
		{"http://[::1]:80/a http://[::1]/b", false},
		{"http://h/a https://h/a", true},
		{"https://h/a http://h/a", true},
		{"http://h/a http://h:8080/a", true},
		{"https://h/a https://h:80/a", true},
		{"http://h/a http://a.h/a", true},
		{"http://a.h/a http://h/a", true},
		{"http://h/a http://i/a http://h/b", true},
		{"http://h/a http://i/a http://i/b", true},
	} {
		var r *http.Request
		for u := range strings.FieldsSeq(tt.urls) {
			next, err := http.NewRequest("GET", u, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r != nil {
				next.Response = &http.Response{Request: r}
			}
			r = next
		}
		if away := redirectedAway(r); away != tt.away {
			t.Errorf("%s: %t, want %t", tt.urls, away, tt.away)
		}
	}
	r, _ := http.NewRequest("GET", "http://h/", nil)
	r.Response = &http.Response{}
	if !redirectedAway(r) {
		t.Error("a response that does not say to what counts as one of this origin")
	}
}

// TestCheckUnchanged sends requests through handlers that stand in front of a verifier.
func TestCheckUnchanged(t *testing.T) {
	rewrite := func(f func(*http.Request)) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				f(r)
				next.ServeHTTP(w, r)
			})
		}
	}
	form := rewrite(func(r *http.Request) { _ = r.ParseForm() })
	for _, tt := range []struct {
		name, method, target, body string
		in                         func(http.Handler) http.Handler
		field                      string // "": nothing has changed
	}{
		{"nothing", "GET", "/a%2Fb/c%20d?q=%2B&q=+", "", rewrite(func(*http.Request) {}), ""},
		{"nothing, absolute", "GET", "http://h/a?", "", rewrite(func(*http.Request) {}), ""},
		{"nothing, absolute without a path", "GET", "http://h?q", "", rewrite(func(*http.Request) {}), ""},
		{"nothing, two slashes", "GET", "//a//b", "", rewrite(func(*http.Request) {}), ""},
		{"another context", "GET", "/a", "", func(next http.Handler) http.Handler { return http.TimeoutHandler(next, time.Minute, "") }, ""},
		{"a prefix that is not there", "GET", "/a", "", func(next http.Handler) http.Handler { return http.StripPrefix("", next) }, ""},
		{"StripPrefix", "GET", "/api/a", "", func(next http.Handler) http.Handler { return http.StripPrefix("/api", next) }, "URL.Path"},
		{"StripPrefix of a mux", "GET", "/api/a%2Fb", "", func(next http.Handler) http.Handler {
			mux := http.NewServeMux()
			mux.Handle("/api/", http.StripPrefix("/api/", next))
			return mux
		}, "URL.Path"},
		{"mux", "GET", "/api/a%2Fb?c;d", "", func(next http.Handler) http.Handler {
			mux := http.NewServeMux()
			mux.Handle("/api/{name}", next)
			return mux
		}, ""},
		{"path cleaner", "GET", "/a/../b", "", rewrite(func(r *http.Request) { r.URL.Path = path.Clean(r.URL.Path) }), "URL.Path"},
		{"path cleaner with nothing to do", "GET", "/b?c", "", rewrite(func(r *http.Request) { r.URL.Path = path.Clean(r.URL.Path) }), ""},
		{"escapes dropped", "GET", "/a%2Fb", "", rewrite(func(r *http.Request) { r.URL.RawPath = "" }), "URL.RawPath"},
		{"escapes written out", "GET", "/a%20b", "", rewrite(func(r *http.Request) { r.URL.RawPath = r.URL.EscapedPath() }), ""},
		{"another RawPath", "GET", "/a", "", rewrite(func(r *http.Request) { r.URL.RawPath = "/b" }), "URL.RawPath"},
		{"query encoded again", "GET", "/?b=%20&a=1", "", rewrite(func(r *http.Request) { r.URL.RawQuery = r.URL.Query().Encode() }), "URL.RawQuery"},
		{"query encoded again as it was", "GET", "/?a=1&b=+", "", rewrite(func(r *http.Request) { r.URL.RawQuery = r.URL.Query().Encode() }), ""},
		{"AllowQuerySemicolons", "GET", "/?a=1;b=2", "", http.AllowQuerySemicolons, "URL.RawQuery"},
		{"opaque", "GET", "/a", "", rewrite(func(r *http.Request) { r.URL.Opaque = "//h/b" }), "URL.Opaque"},
		{"host of the Host field", "GET", "/a", "", rewrite(func(r *http.Request) { r.URL.Scheme, r.URL.Host = "https", "Example.com" }), ""},
		{"another host", "GET", "/a", "", rewrite(func(r *http.Request) { r.URL.Host = "internal" }), "URL.Host"},
		{"user", "GET", "http://u:p@example.com/a", "", rewrite(func(*http.Request) {}), "URL.User"},
		{"another URL", "GET", "/a", "", rewrite(func(r *http.Request) { r.URL = &url.URL{Path: "/b"} }), "URL.Path"},
		{"form without a body", "GET", "/?a=1&a=2", "", form, ""},
		{"form with a body", "POST", "/?a=1", "a=2", form, "PostForm"},
		{"form with an empty body", "POST", "/?a=1", "", form, ""},
		{"form changed", "GET", "/?a=1", "", rewrite(func(r *http.Request) { _ = r.ParseForm(); r.Form.Set("a", "2") }), "Form"},
		{"form with one value more", "GET", "/?a=1", "", rewrite(func(r *http.Request) { _ = r.ParseForm(); r.Form.Add("a", "2") }), "Form"},
		{"multipart", "POST", "/", "--b--", rewrite(func(r *http.Request) {
			r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
			_ = r.ParseMultipartForm(1 << 10)
		}), "PostForm"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequest(tt.method, tt.target, strings.NewReader(tt.body))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			called := false
			tt.in(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				called = true
				field, err := CheckUnchanged(r, r.Host)
				if field != tt.field || (err != nil) != (field != "") {
					t.Errorf("%q, %v, want %q", field, err, tt.field)
				}
			})).ServeHTTP(httptest.NewRecorder(), r)
			if !called {
				t.Error("the request did not arrive")
			}
		})
	}
}

// A request that no server received is verified by its URL.
func TestCheckUnchangedByHand(t *testing.T) {
	for target, field := range map[string]string{"http://h": "", "http://h/a%2Fb?q": "", "http://h//a": "", "http://h/a b": ""} {
		r, err := http.NewRequest("GET", target, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := CheckUnchanged(r, r.Host); got != field {
			t.Errorf("%s: %q, %v, want %q", target, got, err, field)
		}
	}
	r := &http.Request{URL: &url.URL{Opaque: "//h/a", Path: "/b"}}
	if _, err := CheckUnchanged(r, "h"); err == nil {
		t.Error("another path than is verified")
	}
}
