package b

import (
	"net/http"
	"net/url"
	"strings"
)

func inline(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Host != "" {
		next = "/"
	}
	http.Redirect(w, r, next, 302) // want `redirect-backslash`
}

func early(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Hostname() != "" {
		http.Error(w, "", 400)
		return
	}
	w.Header().Set("Location", next) // want `redirect-backslash`
}

func prefixed(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		next = "/"
	}
	http.Redirect(w, r, next, 302) // want `redirect-backslash`
}

func isLocal(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "" && u.Host == ""
}

func isLocal2(s string) bool {
	u, err := url.Parse(s)
	if err != nil {
		return false
	}
	if u.Host != "" {
		return false
	}
	return true
}

func asked(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !isLocal(next) {
		next = "/"
	}
	http.Redirect(w, r, next, 302) // want `redirect-backslash`
	if isLocal2(r.FormValue("n")) {
		http.Redirect(w, r, r.FormValue("n"), 302)
	}
	n := r.FormValue("n")
	if isLocal2(n) {
		http.Redirect(w, r, n, 302) // want `redirect-backslash`
	}
}

func clean(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host != "" {
		return "/"
	}
	return s
}

func cleaned(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, clean(r.FormValue("next")), 302) // want `redirect-backslash`
}

// right

func absolute(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Host == "" {
		next = "/"
	}
	http.Redirect(w, r, next, 302)
}

func rebuilt(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Host != "" {
		return
	}
	http.Redirect(w, r, u.String(), 302)
}

func refused(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.Contains(next, `\`) {
		next = "/"
	}
	http.Redirect(w, r, next, 302)
}

// slash takes "//h" as well as `/\h`.
func slash(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, 302) // want `redirect-backslash: the check is for a slash in front, and browsers read a host behind two.*//evil.example`
	}
}

func slashWithoutBackslash(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	if strings.HasPrefix(next, "/") && !strings.Contains(next, `\`) {
		http.Redirect(w, r, next, 302) // want `redirect-backslash: .*//evil.example`
	}
}

func slashAndHost(w http.ResponseWriter, r *http.Request) {
	next := r.FormValue("next")
	u, err := url.Parse(next)
	if err != nil || u.Host != "" || !strings.HasPrefix(next, "/") || strings.Contains(next, `\`) {
		return
	}
	http.Redirect(w, r, next, 302)
}
