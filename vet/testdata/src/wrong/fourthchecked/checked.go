package fourthchecked

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
)

func next(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("next")
	if !strings.HasPrefix(to, "/") {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusFound) // want `redirect-backslash`
}

func safe(to string) bool { return strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//") }

func back(w http.ResponseWriter, r *http.Request) {
	if to := r.URL.Query().Get("return"); safe(to) {
		http.Redirect(w, r, to, http.StatusFound) // want `redirect-backslash`
	}
}

func allowed(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && strings.HasSuffix(u.Hostname(), "example.com") // want `host-prefix`
}

func allowed2(link string) bool {
	u, err := url.Parse(link)
	return err == nil && strings.Contains(u.Host, "example.com") // want `host-prefix`
}

func cors(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Origin"), "http://localhost") // want `host-prefix`
}

func guard(p *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/internal/") {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		p.ServeHTTP(w, r) // want `forwarded-path`
	})
}

func admin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/admin") && !isAdmin(r) { // want `checked-encoded`
			w.WriteHeader(403)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isAdmin(*http.Request) bool { return false }

func public(r *http.Request) bool {
	return strings.HasPrefix(r.URL.EscapedPath(), "/public/") // want `checked-encoded`
}

func sameHost(w http.ResponseWriter, r *http.Request) {
	target := r.URL.Query().Get("url")
	u, err := url.Parse(target)
	if err != nil || u.Host != "" {
		http.Error(w, "bad", 400)
		return
	}
	http.Redirect(w, r, target, 302) // want `redirect-backslash`
}

var hostRE = regexp.MustCompile(`example.com$`)

func hostMatch(r *http.Request) bool { return hostRE.MatchString(r.Header.Get("Origin")) } // want `host-prefix`

func isSameSite(u string) bool { return len(u) >= 2 && u[0] == '/' && u[1] != '/' }

func afterLogin(w http.ResponseWriter, r *http.Request) {
	to := r.URL.Query().Get("redirect_to")
	if isSameSite(to) {
		http.Redirect(w, r, to, 302) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/", 302)
}
