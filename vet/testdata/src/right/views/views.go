// Package views has forms of a path that are taken for what they are.
package views

import (
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

func id(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	s, err := url.PathUnescape(parts[2])
	if err != nil {
		return
	}
	w.Write([]byte(s))
}

func value(r *http.Request) string { return r.PathValue("id") }

func extension(r *http.Request) string { return path.Ext(r.URL.Path) }

func route(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/":
	case strings.HasPrefix(r.URL.Path, "/static/"):
		http.NotFound(w, r)
	case strings.HasSuffix(r.URL.Path, "/"):
		w.WriteHeader(200)
	}
}

func version(r *http.Request) bool {
	return strings.Split(r.URL.Path, "/")[1] == "v2"
}

func first(r *http.Request) string {
	switch strings.Split(strings.Trim(r.URL.Path, "/"), "/")[0] {
	case "api":
		return "a"
	case "web":
		return "b"
	}
	return ""
}

func serve(root string, w http.ResponseWriter, r *http.Request) {
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path.Clean("/"+r.URL.Path))))
	if err != nil {
		return
	}
	w.Write(b)
}

var static = regexp.MustCompile(`\.(css|js)$`)

func isStatic(r *http.Request) bool { return static.MatchString(r.URL.Path) }

func withFallback(r *http.Request) string {
	p := r.URL.RawPath
	if p == "" {
		p = r.URL.Path
	}
	return p
}

func tested(r *http.Request) []string {
	if r.URL.RawPath != "" {
		return strings.Split(r.URL.RawPath, "/")
	}
	return nil
}

func copied(to *url.URL, r *http.Request) {
	to.Path = r.URL.Path
	to.RawPath = r.URL.RawPath
}

func trimmed(r *http.Request) {
	r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api")
	r.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, "/api")
}

var handlers = map[string]http.Handler{}

func dispatch(w http.ResponseWriter, r *http.Request) {
	if h, ok := handlers[r.URL.Path]; ok {
		h.ServeHTTP(w, r)
	}
}

var cache = map[string][]byte{}

func cached(r *http.Request) []byte { return cache[r.URL.RequestURI()] }

func counted(r *http.Request, hits map[string]int) { hits[r.URL.Path]++ }

func file(name string) string { return path.Base(name) }

// depth has a value that comes around again.
func depth(r *http.Request) int {
	n := 0
	for s := r.URL.Path; s != ""; n++ {
		s = s[strings.Index(s, "/")+1:]
	}
	return n
}
