package threads2

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"

	"github.com/gorilla/mux"
)

type API struct {
	base   *url.URL
	client *http.Client
	URL    string
}

func (a *API) get(format string, args ...any) (*http.Response, error) {
	return a.client.Get(a.URL + fmt.Sprintf(format, args...))
}

func (a *API) user(r *http.Request) (*http.Response, error) {
	return a.get("/users/%s", r.FormValue("name")) // want `unescaped-request`
}

func (a *API) tags(image string) (*http.Response, error) {
	return a.get("/v2/%s/tags/list?last=%s", url.PathEscape(image), url.PathEscape(image)) // want `wrong-encoder`
}

func redir(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Location", "/search?q="+r.FormValue("q")) // want `unescaped-request`
	w.WriteHeader(302)
}

func whole(href string) (*url.URL, error) { return url.Parse(url.QueryEscape(href)) } // want `wrong-encoder`

func tel(n string) string { return "tel:" + url.QueryEscape(n) } // want `wrong-encoder`

func urn(n string) string { return "urn:ietf:params:" + url.QueryEscape(n) } // want `wrong-encoder`

func frag(page, id string) string { return page + "#" + url.QueryEscape(id) } // want `wrong-encoder`

func form(w http.ResponseWriter, r *http.Request) {
	body := "user=" + r.FormValue("user") + "&pass=" + r.FormValue("pass") // want `unescaped-request` `unescaped-request`
	http.Post("https://idp.example.com/token", "application/x-www-form-urlencoded", strings.NewReader(body))
}

func dbl(v url.Values) string {
	u := url.URL{Scheme: "https", Host: "a.example", RawQuery: url.QueryEscape(v.Encode())} // want `wrong-encoder`
	return u.String()
}

func vars(w http.ResponseWriter, r *http.Request) {
	v := mux.Vars(r)
	name, _ := url.PathUnescape(v["name"]) // want `decoded-twice`
	fmt.Fprint(w, name)
}

func userinfo(raw string) (string, string) {
	rest := strings.TrimPrefix(raw, "https://")
	at := strings.Index(rest, "@")
	user, pass, _ := strings.Cut(rest[:at], ":")
	p, _ := url.QueryUnescape(pass) // want `wrong-decoder`
	return user, p
}

func opaque(key string) *http.Request {
	req, _ := http.NewRequest("GET", "https://s3.example.com/", nil)
	req.URL.Opaque = "//s3.example.com/bucket/" + url.QueryEscape(key) // want `wrong-encoder`
	return req
}

func rawpath(file string) string {
	u, _ := url.Parse("https://h.example")
	u.RawPath = "/files/" + url.PathEscape(file) // want `raw-path`
	return u.String()
}

func mw(proxy *httputil.ReverseProxy) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.EscapedPath(), "/internal") { // want `checked-encoded`
			w.WriteHeader(403)
			return
		}
		proxy.ServeHTTP(w, r)
	}
}

func cors(r *http.Request) bool { return strings.HasSuffix(r.Header.Get("Origin"), "example.com") } // want `host-prefix`

func hostport(u *url.URL) string { h := strings.Split(u.Host, ":"); return h[0] } // want `host-split`

func base(w http.ResponseWriter, r *http.Request) {
	name := path.Base(r.URL.Path) // want `split-decoded-path`
	fmt.Fprint(w, name)
}

var cache = map[string][]byte{}

func cached(w http.ResponseWriter, r *http.Request) { w.Write(cache[r.URL.Path]) } // want `decoded-key`

func slash(s string) string { return "https://h.example/p/" + strings.ReplaceAll(s, "/", "%2F") } // want `escaped-by-hand`

func plus(v url.Values) string { return strings.Replace(v.Encode(), "%2B", "+", -1) } // want `replaced-escape`

func str(u *url.URL) string { return strings.ReplaceAll(u.String(), "+", "%20") } // want `replaced-escape`

var tpl = template.Must(template.New("x").Parse(`<a href="/p/{{.Name | urlquery}}">x</a>`)) // want `template-urlquery`

func joined(a *API, parts []string, r *http.Request) string {
	parts = append(parts, r.FormValue("x"))
	return a.URL + "/" + strings.Join(parts, "/") // missed: no rule is sure of it
}

func builder(r *http.Request) string {
	var b bytes.Buffer
	b.WriteString("https://h.example/find?name=")
	b.WriteString(r.FormValue("name")) // want `unescaped-request`
	return b.String()
}

func dsn(u, p string) string { return "mongodb://" + u + ":" + p + "@h.example/db" } // want `unescaped-userinfo` `unescaped-userinfo`

func dotseg(w http.ResponseWriter, r *http.Request) {
	u := &url.URL{Scheme: "http", Host: "h.example", Path: path.Join("/v1/items", r.FormValue("id"))} // want `dot-segment`
	http.Get(u.String())
}

func next(w http.ResponseWriter, r *http.Request) error {
	n := r.URL.Query().Get("next")
	if !strings.HasPrefix(n, "/") || strings.HasPrefix(n, "//") {
		return errors.New("no")
	}
	http.Redirect(w, r, n, 302) // want `redirect-backslash`
	return nil
}

func v6(ip net.IP) string { return "http://" + ip.String() + "/" } // want `ip-in-host`

func queryOf(r *http.Request) string {
	s, _ := url.PathUnescape(r.URL.RawQuery) // want `decoded-twice`
	v, _ := url.ParseQuery(s)
	return v.Get("a")
}

func cmp(r *http.Request, name string) bool { return r.URL.Path == "/x/"+url.PathEscape(name) } // want `compared-encodings`

func purl(ns, name string) string { return fmt.Sprintf("pkg:npm/%s/%s", url.QueryEscape(ns), name) } // want `wrong-encoder`

func ptr(r *http.Request) *string {
	s := r.FormValue("q")
	if d, err := url.QueryUnescape(s); err == nil { // want `decoded-twice`
		s = d
	}
	return &s
}

func routes() *mux.Router { return mux.NewRouter() }
