package a

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gorilla/mux"
)

func checkNext(s string) error {
	if !strings.HasPrefix(s, "/") {
		return errors.New("bad")
	}
	return nil
}

func a1(w http.ResponseWriter, r *http.Request) {
	n := r.FormValue("next")
	if err := checkNext(n); err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	http.Redirect(w, r, n, 302) // want `redirect-backslash`
}

func a2(w http.ResponseWriter, r *http.Request) {
	n := r.URL.Query().Get("next")
	if n != "" && strings.Index(n, "/") == 0 {
		http.Redirect(w, r, n, 302) // want `redirect-backslash`
	}
}

func a3(w http.ResponseWriter, r *http.Request) {
	c, err := r.Cookie("next")
	if err != nil || !strings.HasPrefix(c.Value, "/") {
		return
	}
	http.Redirect(w, r, c.Value, 302) // want `redirect-backslash`
}

type req struct {
	Path  string
	Query map[string]string
}

func (q req) url(base string) string {
	s := base + q.Path
	first := true
	for k, v := range q.Query {
		if first {
			s += "?"
			first = false
		} else {
			s += "&"
		}
		s += k + "=" + v // missed: a text that a loop adds to
	}
	return s
}

func (q req) rightURL(base string) string {
	v := url.Values{}
	for k, x := range q.Query {
		v.Set(k, x)
	}
	return base + q.Path + "?" + v.Encode()
}

func a4(r *http.Request) string {
	p := r.URL.Path
	p = strings.TrimSuffix(p, "/")
	ss := strings.Split(p, "/") // want `split-decoded-path`
	return ss[len(ss)-1]
}

var re = regexp.MustCompile(`^/api/v1/items/(?P<id>[^/]+)$`)

func a5(r *http.Request) string {
	m := re.FindStringSubmatch(r.URL.Path) // want `split-decoded-path`
	return m[1]
}

func a6(r *http.Request) string {
	return path.Base(path.Dir(r.URL.Path)) // want `split-decoded-path`
}

func a7(r *http.Request, seen map[string]string) {
	key := r.Method + " " + r.URL.Path
	seen[key] = "x" // want `decoded-key`
}

func a8(u *url.URL) string { return strings.Replace(u.String(), "+", "%20", -1) } // want `replaced-escape`

func a9(v url.Values) string { return strings.Replace(v.Encode(), "%2F", "/", -1) }

func a10(s string) string {
	return strings.NewReplacer("/", "%2F", "?", "%3F").Replace(s) // want `escaped-by-hand`
}

func a11(c *gin.Context) {
	id := c.Param("id")
	resp, _ := http.Get("http://users.internal/users/" + id) // want `unescaped-request`
	_ = resp
}

func a12(w http.ResponseWriter, r *http.Request) {
	id := mux.Vars(r)["id"]
	resp, _ := http.Get(fmt.Sprintf("http://users.internal/users/%s/posts", id)) // want `unescaped-request`
	_ = resp
}

func route() { mux.NewRouter().HandleFunc("/{id}", a12) }

func a13(r *http.Request) *http.Request {
	u := r.URL.Query().Get("url")
	raw, _ := url.QueryUnescape(u) // want `decoded-twice`
	out, _ := http.NewRequest("GET", raw, nil)
	return out
}

func a14(base *url.URL, p string) string {
	rel := &url.URL{Path: "v1/" + url.PathEscape(p)} // want `encoded-twice`
	return base.ResolveReference(rel).String()       // want `dot-segment`
}

func a15(base, name string) string {
	u, _ := url.Parse(base)
	u.RawPath = "/x/" + url.PathEscape(name) // want `raw-path`
	return u.String()
}

func a16(base, name string) string {
	u, _ := url.Parse(base)
	u = u.JoinPath(url.QueryEscape(name)) // want `wrong-encoder`
	return u.String()
}

func a17(host string) bool { return strings.HasSuffix(host, "corp.example.com") }

func a18(r *http.Request) bool { return strings.HasSuffix(r.Host, "corp.example.com") } // want `host-prefix`

func a19(r *http.Request) bool {
	u, err := url.Parse(r.Referer())
	return err == nil && strings.HasPrefix(u.Host, "app.example.com") // want `host-prefix`
}

func a20(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Disposition", fmt.Sprintf(`inline; filename="%s"`, url.PathEscape(r.FormValue("n")))) // want `wrong-encoder`
}

func a21(name string) string {
	return "/files/" + strings.ReplaceAll(url.QueryEscape(name), "%2F", "/") // want `wrong-encoder`
}

func a22(q string) string {
	return fmt.Sprint("https://h.example/?q=", url.PathEscape(q)) // want `wrong-encoder`
}

func a23(ids ...string) string {
	for i, id := range ids {
		ids[i] = url.QueryEscape(id) // want `wrong-encoder`
	}
	return "https://h.example/batch/" + strings.Join(ids, ",")
}

func a24(m map[string]string) string {
	s := ""
	for k, v := range m {
		s += url.PathEscape(k) + "=" + url.PathEscape(v) + "&" // want `wrong-encoder` `wrong-encoder`
	}
	return "https://h.example/?" + s
}

func a25(u url.URL, name string) url.URL {
	u.Path += "/" + url.PathEscape(name) // want `encoded-twice`
	return u
}

func a26(tenant string) string {
	return fmt.Sprintf("https://%s.example.com/api", url.QueryEscape(tenant)) // want `wrong-encoder`
}
