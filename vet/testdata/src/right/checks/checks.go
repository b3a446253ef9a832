// Package checks has hosts and paths that are checked as they are used.
package checks

import (
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

func suffix(u *url.URL) bool {
	return u.Hostname() == "example.com" || strings.HasSuffix(u.Hostname(), ".example.com")
}

func equal(u *url.URL) bool { return u.Host == "example.com" }

func prefixOfURL(link string) bool { return strings.HasPrefix(link, "https://example.com/") }

func port(u *url.URL) string { return u.Hostname() }

func requestHost(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		return r.Host
	}
	return host
}

func www(u *url.URL) string { return strings.TrimPrefix(u.Host, "www.") }

func label(r *http.Request) string {
	name, _, _ := strings.Cut(r.Host, ".")
	return name
}

func local(u *url.URL) bool { return strings.HasPrefix(u.Host, "localhost:") }

func hasPort(u *url.URL) bool { return strings.Contains(u.Host, ":") }

func gate(proxy *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" {
			http.Error(w, "no", 400)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/admin") {
			http.Error(w, "no", 403)
			return
		}
		proxy.ServeHTTP(w, r)
	})
}

func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/admin") {
			http.Error(w, "no", 403)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func next(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Host != "" || u.Scheme != "" || strings.Contains(u.Path, `\`) {
		u = &url.URL{Path: "/"}
	}
	http.Redirect(w, r, u.RequestURI(), 302)
}

func exact(w http.ResponseWriter, r *http.Request) {
	switch next := r.FormValue("next"); next {
	case "/a", "/b":
		http.Redirect(w, r, next, 302)
	}
}

func star(r *http.Request) bool { return r.RequestURI == "*" }

func slashes(r *http.Request) bool { return strings.HasPrefix(r.RequestURI, "//") }

func scheme(s string) bool { return strings.HasPrefix(s, "https://") }

func absolute(r *http.Request) bool { return strings.HasPrefix(r.RequestURI, "http://") }

func proxied(proxy *httputil.ReverseProxy, w http.ResponseWriter, r *http.Request) {
	proxy.ServeHTTP(w, r)
}
