package views

import (
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

func split(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	if len(parts) < 3 {
		return
	}
	w.Write([]byte(parts[2]))
}

func rightSplit(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	id, _ := url.PathUnescape(parts[len(parts)-1])
	w.Write([]byte(id))
}

func base(r *http.Request) string {
	return path.Base(r.URL.Path) // want `split-decoded-path`
}

func lastIndex(r *http.Request) string {
	i := strings.LastIndex(r.URL.Path, "/")
	return r.URL.Path[i+1:] // want `split-decoded-path`
}

func cut(r *http.Request) (string, string) {
	a, b, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/repos/"), "/") // want `split-decoded-path`
	return a, b
}

func splitN(u *url.URL) []string {
	return strings.SplitN(strings.Trim(u.Path, "/"), "/", 3) // missed: no rule is sure of it
}

func seq(r *http.Request) (out []string) {
	for s := range strings.SplitSeq(r.URL.Path, "/") { // want `split-decoded-path`
		out = append(out, s)
	}
	return out
}

var userRe = regexp.MustCompile(`^/users/([^/]+)/posts$`)

func viaRegexp(r *http.Request) string {
	m := userRe.FindStringSubmatch(r.URL.Path) // want `split-decoded-path`
	if m == nil {
		return ""
	}
	return m[1]
}

func rightRegexp(r *http.Request) bool {
	return regexp.MustCompile(`^/static/`).MatchString(r.URL.Path)
}

func dir(r *http.Request) string {
	d, f := path.Split(r.URL.Path) // missed: no rule is sure of it
	return d + ":" + f
}

func helper(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

func viaHelper(r *http.Request) []string {
	return helper(r.URL.Path) // want `split-decoded-path`
}

func shift(p string) (string, string) {
	p = path.Clean("/" + p)
	i := strings.Index(p[1:], "/") + 1
	if i <= 0 {
		return p[1:], "/"
	}
	return p[1:i], p[i:]
}

func serveShift(w http.ResponseWriter, r *http.Request) {
	head, rest := shift(r.URL.Path) // want `split-decoded-path`
	r.URL.Path = rest
	w.Write([]byte(head))
}

func rightTrim(r *http.Request) string { return strings.TrimPrefix(r.URL.Path, "/static") }

func rightPrefix(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/admin/") }

func rightFile(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, filepath.Join("static", filepath.FromSlash(path.Clean("/"+r.URL.Path))))
}

func rightExt(r *http.Request) string { return path.Ext(r.URL.Path) }

func rightSwitch(r *http.Request) int {
	switch r.URL.Path {
	case "/":
		return 1
	case "/about":
		return 2
	}
	return 0
}

func rawPath(r *http.Request) string {
	return strings.TrimPrefix(r.URL.RawPath, "/proxy/") // want `raw-path`
}

func rawPath2(u *url.URL) []string {
	return strings.Split(u.RawPath, "/") // want `raw-path`
}

func rightRawPath(r *http.Request) string {
	p := r.URL.RawPath
	if p == "" {
		p = r.URL.Path
	}
	return p
}

type cache struct{ m map[string][]byte }

func (c *cache) get(r *http.Request) []byte {
	return c.m[r.URL.Path] // want `decoded-key`
}

func (c *cache) put(r *http.Request, b []byte) {
	c.m[r.URL.Path] = b // want `decoded-key`
}

func (c *cache) key(r *http.Request) string {
	return r.Host + r.URL.Path + "?" + r.URL.RawQuery // want `unescaped-request`
}

func (c *cache) rightGet(r *http.Request) []byte { return c.m[r.URL.EscapedPath()] }

var handlers = map[string]http.HandlerFunc{}

func rightDispatch(w http.ResponseWriter, r *http.Request) {
	if h, ok := handlers[r.URL.Path]; ok {
		h(w, r)
	}
}

func splitQuery(r *http.Request) string {
	for _, p := range strings.Split(r.URL.RawQuery, "&") { // want `split-raw-query`
		kv := strings.SplitN(p, "=", 2)
		if kv[0] == "name" {
			return kv[1]
		}
	}
	return ""
}

func cutQuery(r *http.Request) string {
	v := strings.TrimPrefix(r.URL.RawQuery, "file=") // want `split-raw-query`
	return v
}

func rightLen(r *http.Request) int { return strings.Count(r.URL.Path, "/") }

func rightFields(dirs string) []string { return strings.Split(dirs, "/") }

func hostPort(r *http.Request) string {
	return strings.Split(r.Host, ":")[0] // want `host-split`
}

func hostPort2(u *url.URL) (string, string) {
	h, p, _ := strings.Cut(u.Host, ":") // want `host-split`
	return h, p
}

func hostIndex(r *http.Request) string {
	h := r.Host
	if i := strings.IndexByte(h, ':'); i >= 0 { // want `host-split`
		h = h[:i]
	}
	return h
}

func rightHostname(u *url.URL) string { return u.Hostname() }

func rightSub(r *http.Request) string { return strings.Split(r.Host, ".")[0] }

func urlBase(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return path.Base(u.Path)
}

func strip(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.TrimPrefix(r.URL.Path, "/api/v1") // missed: no rule is sure of it
		next.ServeHTTP(w, r)
	})
}

func rightStrip(next http.Handler) http.Handler { return http.StripPrefix("/api/v1", next) }

func authz(r *http.Request) string {
	parts := strings.FieldsFunc(r.URL.Path, func(c rune) bool { return c == '/' }) // want `split-decoded-path`
	return parts[0]
}
