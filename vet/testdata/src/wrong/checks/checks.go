// Package checks has hosts and paths that are checked in one form and used in another.
package checks

import (
	"errors"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

// https://github.com/authelia/authelia/pull/3799
func suffix(u *url.URL) bool {
	return strings.HasSuffix(u.Host, "example.com") // want `host-prefix`
}

// https://github.com/google/oss-rebuild/pull/211
func suffixOfName(link string) bool {
	u, err := url.Parse(link)
	return err == nil && strings.HasSuffix(u.Hostname(), "example.com") // want `host-prefix`
}

// https://github.com/mvanhorn/printing-press-library/pull/1420
func contains(link string) bool {
	u, err := url.Parse(link)
	return err == nil && strings.Contains(u.Host, "example.com") // want `host-prefix`
}

func prefix(u *url.URL) bool {
	return strings.HasPrefix(u.Host, "trusted.example") // want `host-prefix`
}

func prefixOfURL(link string) bool {
	return strings.HasPrefix(link, "https://example.com") // want `host-prefix`
}

// https://github.com/hivecommons/hive/pull/1155
func containsURL(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Origin"), "example.com") // want `host-prefix`
}

func origin(r *http.Request) bool {
	return strings.HasSuffix(r.Header.Get("Origin"), "example.com") // want `host-prefix`
}

func port(u *url.URL) string {
	return strings.Split(u.Host, ":")[0] // want `host-split`
}

func requestHost(r *http.Request) string {
	host, _, _ := strings.Cut(r.Host, ":") // want `host-split`
	return host
}

func cutURL(u *url.URL) string {
	if i := strings.Index(u.Host, ":"); i >= 0 { // want `host-split`
		return u.Host[:i]
	}
	return u.Host
}

func next(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, 302) // want `redirect-backslash`
	}
}

func safe(next string) string {
	if strings.HasPrefix(next, "/") {
		return next
	}
	return "/"
}

func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, safe(r.FormValue("next")), 302) // want `redirect-backslash`
}

func parsed(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("to")
	u, err := url.Parse(to)
	if err != nil || u.Host != "" {
		to = "/"
	}
	http.Redirect(w, r, to, 302) // want `redirect-backslash`
}

func gate(proxy *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/admin") {
			http.Error(w, "no", 403)
			return
		}
		proxy.ServeHTTP(w, r) // want `forwarded-path`
	})
}

func relay(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/internal/") {
		return
	}
	http.Get("https://h.example" + r.RequestURI) // want `forwarded-path`
}

func encodedTest(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/admin") { // want `checked-encoded`
			http.Error(w, "no", 403)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func escapedTest(w http.ResponseWriter, r *http.Request) error {
	if strings.HasPrefix(r.URL.EscapedPath(), "/private/") { // want `checked-encoded`
		return errors.New("no")
	}
	return nil
}

func equal(r *http.Request) bool {
	return r.RequestURI == "/healthz" // want `checked-encoded`
}

func stringTest(r *http.Request) bool {
	return strings.HasPrefix(r.URL.String(), "/admin") // want `checked-encoded`
}

func part(r *http.Request) bool {
	return strings.Contains(r.RequestURI, "/admin") // want `checked-encoded`
}

func nextOf(r *http.Request) string {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") {
		return next
	}
	return "/"
}

func returned(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, nextOf(r), 302) // want `redirect-backslash`
}

func referer(r *http.Request) bool {
	return strings.Contains(r.Referer(), "example.com") // want `host-prefix`
}
