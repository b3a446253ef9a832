package fourthviews

import (
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"
)

func id(r *http.Request) string {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/") // want `split-decoded-path`
	return parts[1]
}

func last(r *http.Request) string {
	return path.Base(r.URL.Path) // want `split-decoded-path`
}

var itemRE = regexp.MustCompile(`^/items/([^/]+)$`)

func item(w http.ResponseWriter, r *http.Request) {
	m := itemRE.FindStringSubmatch(r.URL.Path) // want `split-decoded-path`
	if m == nil {
		http.NotFound(w, r)
		return
	}
	w.Write([]byte(m[1]))
}

type cache struct {
	mu sync.Mutex
	m  map[string][]byte
}

func (c *cache) get(r *http.Request) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.m[r.URL.Path] // want `decoded-key`
}

func raw(r *http.Request) string {
	return strings.TrimPrefix(r.URL.RawPath, "/v2/") // want `raw-path`
}

func bucketKey(r *http.Request) (bucket, key string) {
	bucket, key, _ = strings.Cut(r.URL.Path[1:], "/") // want `split-decoded-path`
	return
}

func rest(r *http.Request) string {
	i := strings.LastIndex(r.URL.Path, "/")
	return r.URL.Path[i+1:] // want `split-decoded-path`
}

func query(r *http.Request) string {
	for _, p := range strings.Split(r.URL.RawQuery, "&") { // want `split-raw-query`
		if strings.HasPrefix(p, "token=") {
			return p[len("token="):]
		}
	}
	return ""
}

func creds(u *url.URL) (string, string) {
	s := strings.Split(u.User.String(), ":") // want `split-raw-query`
	return s[0], s[1]
}

func hostOnly(r *http.Request) string {
	return strings.Split(r.Host, ":")[0] // want `host-split`
}

func userName(r *http.Request) string {
	return strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/users/"), "/profile") // missed: what stays after two cuts may be a path
}
