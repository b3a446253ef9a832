package checks

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

func suffix(u *url.URL) bool { return strings.HasSuffix(u.Host, "example.com") } // want `host-prefix`

func suffixName(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil {
		return false
	}
	return strings.HasSuffix(u.Hostname(), "trusted.org") // want `host-prefix`
}

func rightSuffix(u *url.URL) bool {
	h := u.Hostname()
	return h == "example.com" || strings.HasSuffix(h, ".example.com")
}

func contains(u *url.URL) bool { return strings.Contains(u.Host, "example.com") } // want `host-prefix`

func containsRaw(link string) bool { return strings.Contains(link, "https://example.com") } // missed: no rule is sure of it

func prefix(next string) bool { return strings.HasPrefix(next, "https://accounts.example.com") } // want `host-prefix`

func rightPrefixSlash(next string) bool {
	return strings.HasPrefix(next, "https://accounts.example.com/")
}

func prefixHost(u *url.URL) bool { return strings.HasPrefix(u.Host, "localhost") } // want `host-prefix`

func originCheck(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Origin"), "https://app.example.com") // want `host-prefix`
}

func refererCheck(r *http.Request) bool {
	return strings.Contains(r.Referer(), "example.com") // want `host-prefix`
}

func originSuffix(r *http.Request) bool {
	return strings.HasSuffix(r.Header.Get("Origin"), "example.com") // want `host-prefix`
}

func rightOrigin(r *http.Request) bool {
	return slices.Contains([]string{"https://a.example"}, r.Header.Get("Origin"))
}

var allowed = regexp.MustCompile(`^https://.*example.com`)

func reOrigin(r *http.Request) bool { return allowed.MatchString(r.Header.Get("Origin")) } // want `host-prefix`

func openRedirect(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") {
		next = "/"
	}
	http.Redirect(w, r, next, http.StatusFound) // want `redirect-backslash`
}

func openRedirect2(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") {
		http.Redirect(w, r, next, 302) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/", 302)
}

func rightRedirect(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	if strings.HasPrefix(next, "/") && !strings.HasPrefix(next, "//") && !strings.HasPrefix(next, `/\`) {
		http.Redirect(w, r, next, 302) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/", 302)
}

func safeNext(s string) string {
	if s == "" || s[0] != '/' {
		return "/"
	}
	return s
}

func openHelper(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, safeNext(r.FormValue("return_to")), 303) // want `redirect-backslash`
}

func isLocal(s string) bool { return strings.HasPrefix(s, "/") }

func openHelper2(c *gin.Context) {
	to := c.Query("to")
	if !isLocal(to) {
		to = "/home"
	}
	c.Redirect(302, to) // want `redirect-backslash`
}

func hostEmpty(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Host != "" {
		http.Error(w, "bad", 400)
		return
	}
	http.Redirect(w, r, r.FormValue("next"), 302) // want `redirect-backslash`
}

func locationHeader(w http.ResponseWriter, r *http.Request) {
	n := r.FormValue("n")
	if strings.HasPrefix(n, "/") {
		w.Header().Set("Location", n) // want `redirect-backslash`
		w.WriteHeader(302)
	}
}

func requestURI(r *http.Request) bool { return strings.HasPrefix(r.RequestURI, "/internal") } // want `checked-encoded`

func escaped(r *http.Request) bool { return strings.HasPrefix(r.URL.EscapedPath(), "/admin/") } // want `checked-encoded`

func requestURIEq(w http.ResponseWriter, r *http.Request) {
	if r.URL.RequestURI() == "/admin" { // want `checked-encoded`
		http.Error(w, "no", 403)
		return
	}
}

func rightPathCheck(r *http.Request) bool { return r.URL.Path == "/admin" }

func middleware(proxy *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/private/") {
			http.Error(w, "no", 403)
			return
		}
		proxy.ServeHTTP(w, r) // want `forwarded-path`
	})
}

func dotdot(w http.ResponseWriter, r *http.Request) {
	if strings.Contains(r.RequestURI, "..") { // want `checked-encoded`
		http.Error(w, "bad", 400)
		return
	}
	http.ServeFile(w, r, "www"+r.URL.Path)
}

func trailing(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, strings.TrimSuffix(r.URL.Path, "/"), 301) // want `redirect-backslash`
}

func slashRedirect(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/") {
		http.Redirect(w, r, r.URL.Path+"/", 301) // want `redirect-backslash`
	}
}

func rightSlashRedirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, path(r)+"/", 301)
}

func path(r *http.Request) string { return "/" + strings.TrimLeft(r.URL.EscapedPath(), "/") }

func rightScheme(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

func rightContains(s string) bool { return strings.Contains(s, "://") }

func rightLocal(h string) bool { return h == "localhost" || h == "127.0.0.1" }

func rightHealth(r *http.Request) bool { return r.RequestURI == "*" }

func blockHost(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		return err
	}
	if strings.HasPrefix(u.Hostname(), "169.254.") || u.Hostname() == "localhost" { // missed: no rule is sure of it
		return http.ErrNotSupported
	}
	_, err = http.Get(raw)
	return err
}
