// Package views has decoded and encoded forms of a path that are taken for the other.
package views

import (
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
)

// https://github.com/northwesternmutual/kanali/issues/43
func id(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	w.Write([]byte(parts[2]))
}

func owner(r *http.Request) string {
	return strings.SplitN(strings.TrimPrefix(r.URL.Path, "/repos/"), "/", 2)[0] // want `split-decoded-path`
}

func cut(r *http.Request) (string, string) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/files/"), "/") // want `split-decoded-path`
	return name, rest
}

func base(r *http.Request) string {
	return path.Base(r.URL.Path) // want `split-decoded-path`
}

func dir(r *http.Request) string {
	dir, _ := path.Split(r.URL.Path) // missed: most such folders are of files, or for a log
	return dir
}

func last(r *http.Request) string {
	return r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:] // want `split-decoded-path`
}

var users = regexp.MustCompile(`^/users/([^/]+)/keys$`)

func match(r *http.Request) string {
	m := users.FindStringSubmatch(r.URL.Path) // want `split-decoded-path`
	if m == nil {
		return ""
	}
	return m[1]
}

func fields(r *http.Request) []string {
	return strings.FieldsFunc(r.URL.Path, func(c rune) bool { return c == '/' }) // want `split-decoded-path`
}

func rawPath(r *http.Request) []string {
	return strings.Split(r.URL.RawPath, "/") // want `raw-path`
}

func rawPrefix(r *http.Request) string {
	return strings.TrimPrefix(r.URL.RawPath, "/files/") // want `raw-path`
}

// https://github.com/labstack/echo/pull/1628
func rawSent(r *http.Request) (*http.Response, error) {
	return http.Get("https://h.example" + r.URL.RawPath) // want `raw-path`
}

func rawReturned(r *http.Request) string {
	return r.URL.RawPath // want `raw-path`
}

var cache = map[string][]byte{}

func cached(w http.ResponseWriter, r *http.Request) {
	if b, ok := cache[r.URL.Path]; ok { // want `decoded-key`
		w.Write(b)
	}
}

func keep(r *http.Request, b []byte) {
	cache[r.URL.Path+"?"+r.URL.RawQuery] = b // want `decoded-key`
}

func framework(c *gin.Context) {
	c.String(200, strings.Split(c.Request.URL.Path, "/")[2]) // want `split-decoded-path`
}
