package twice

import (
	"fmt"
	"html/template"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"

	"github.com/go-resty/resty/v2"
)

type cfg struct{ Host, Bucket string }

func (c cfg) object(key string) string {
	u := url.URL{
		Scheme: "https",
		Host:   c.Host,
		Path:   "/" + c.Bucket + "/" + url.PathEscape(key), // want `encoded-twice`
	}
	return u.String()
}

func (c cfg) rightObject(key string) string {
	u := url.URL{Scheme: "https", Host: c.Host, Path: "/" + c.Bucket + "/" + key}
	return u.String()
}

func (c cfg) rightRawPath(key string) string {
	u := &url.URL{Scheme: "https", Host: c.Host}
	u.Path = "/" + c.Bucket + "/" + key
	u.RawPath = "/" + c.Bucket + "/" + url.PathEscape(key)
	return u.String()
}

func (c cfg) sprintfPath(name string) *url.URL {
	u, _ := url.Parse("https://" + c.Host)
	u.Path = fmt.Sprintf("/api/v1/%s/items", url.QueryEscape(name)) // want `encoded-twice`
	return u
}

func proxy(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Director: func(req *http.Request) {
		req.URL.Scheme = target.Scheme
		req.URL.Host = target.Host
		req.URL.Path = path.Join(target.Path, req.URL.EscapedPath()) // want `encoded-twice`
	}}
}

func proxyURI(w http.ResponseWriter, r *http.Request) {
	u := &url.URL{Scheme: "http", Host: "backend:8080", Path: r.RequestURI} // want `encoded-twice`
	http.Redirect(w, r, u.String(), http.StatusFound)
}

func rightProxy(w http.ResponseWriter, r *http.Request) {
	u := *r.URL
	u.Scheme, u.Host = "http", "backend:8080"
	req, _ := http.NewRequest(r.Method, u.String(), r.Body)
	_ = req
}

func rewrite(p *httputil.ProxyRequest) {
	p.Out.URL.Path = p.In.URL.RawPath // want `encoded-twice` `raw-path`
}

func rightRewrite(p *httputil.ProxyRequest) {
	p.Out.URL.Path = p.In.URL.Path
	p.Out.URL.RawPath = p.In.URL.RawPath
}

func rawq(u *url.URL, v url.Values) {
	u.RawQuery = url.QueryEscape(v.Encode()) // want `wrong-encoder`
}

func rightRawq(u *url.URL, v url.Values) { u.RawQuery = v.Encode() }

func parseEscaped(href string) (*url.URL, error) {
	return url.Parse(url.PathEscape(href)) // want `wrong-encoder`
}

func parseEscaped2(link string) (*http.Response, error) {
	s := url.QueryEscape(link) // want `wrong-encoder`
	return http.Get(s)
}

func values(user, pass string) *http.Response {
	form := url.Values{}
	form.Add("username", url.QueryEscape(user)) // want `encoded-twice`
	form.Add("password", pass)
	resp, _ := http.PostForm("https://login.example/", form)
	return resp
}

func literalValues(q string) string {
	v := url.Values{
		"q":    []string{url.QueryEscape(q)}, // want `encoded-twice`
		"page": {"1"},
	}
	return v.Encode()
}

func indexValues(q string) string {
	v := make(url.Values)
	v["q"] = append(v["q"], url.PathEscape(q)) // want `encoded-twice`
	return v.Encode()
}

func rightValues(q string) string {
	v := make(url.Values)
	v["q"] = append(v["q"], q)
	return v.Encode()
}

func restyQuery(c *resty.Client, q string) {
	c.R().SetQueryParam("q", url.QueryEscape(q)).Get("/search") // want `encoded-twice`
}

func restyPath(c *resty.Client, id string) {
	c.R().SetPathParam("id", url.PathEscape(id)).Get("/users/{id}") // want `encoded-twice`
}

func restyMap(c *resty.Client, id string) {
	c.R().SetPathParams(map[string]string{
		"id": url.PathEscape(id), // want `encoded-twice`
	}).Get("/users/{id}")
}

func rightResty(c *resty.Client, id, q string) {
	c.R().SetPathParam("id", id).SetQueryParam("q", q).Get("/users/{id}")
}

func rightRestyRaw(c *resty.Client, id string) {
	c.R().SetRawPathParam("id", url.PathEscape(id)).Get("/users/{id}")
}

func rightRestyConcat(c *resty.Client, id string) {
	c.R().Get("/users/" + url.PathEscape(id))
}

func helperEsc(s string) string { return url.PathEscape(strings.TrimSpace(s)) }

func viaHelper(host, name string) string {
	u := url.URL{Scheme: "https", Host: host}
	u.Path = "/repos/" + helperEsc(name) // want `encoded-twice`
	return u.String()
}

func rightViaHelper(host, name string) string {
	return "https://" + host + "/repos/" + helperEsc(name)
}

func encodeTwice(next string) string {
	next = url.QueryEscape(next)
	params := "?next=" + url.QueryEscape(next) // want `encoded-twice`
	return "/login" + params
}

func loopTwice(m map[string]string) string {
	v := url.Values{}
	for k, x := range m {
		v.Set(url.QueryEscape(k), url.QueryEscape(x)) // want `encoded-twice` `encoded-twice`
	}
	return v.Encode()
}

func rightLoop(m map[string]string) string {
	var parts []string
	for k, x := range m {
		parts = append(parts, url.QueryEscape(k)+"="+url.QueryEscape(x))
	}
	return strings.Join(parts, "&")
}

var page = template.Must(template.New("p").Parse(`<a href="/search?q={{.Q | urlquery}}">{{.Q}}</a>`))

func tmpl(w http.ResponseWriter, q string) {
	page.Execute(w, map[string]string{"Q": url.QueryEscape(q)}) // missed: no rule is sure of it
}

func rightTmpl(w http.ResponseWriter, q string) {
	page.Execute(w, map[string]string{"Q": q})
}

func user(name, pw string) string {
	u := url.URL{Scheme: "amqp", User: url.UserPassword(url.QueryEscape(name), url.QueryEscape(pw)), Host: "h"} // want `encoded-twice` `encoded-twice`
	return u.String()
}

func rightUser(name, pw string) string {
	u := url.URL{Scheme: "amqp", User: url.UserPassword(name, pw), Host: "h"}
	return u.String()
}

func fragment(u *url.URL, id string) {
	u.Fragment = url.PathEscape(id) // want `encoded-twice`
}

func rightFragment(u *url.URL, id string) { u.Fragment = id }

func rightNested(target string) string {
	inner := "https://inner.example/?t=" + url.QueryEscape(target)
	return "https://outer.example/?u=" + url.QueryEscape(inner)
}

func rightQuerySet(r *http.Request, id string) {
	q := r.URL.Query()
	q.Set("id", id)
	r.URL.RawQuery = q.Encode()
}

func newReq(base, name string) (*http.Request, error) {
	req, err := http.NewRequest("GET", base, nil)
	if err != nil {
		return nil, err
	}
	req.URL.Path += "/" + url.PathEscape(name) // want `encoded-twice`
	q := req.URL.Query()
	q.Add("f", url.QueryEscape(name)) // want `encoded-twice`
	req.URL.RawQuery = q.Encode()
	return req, nil
}

func segs(parts []string) string {
	esc := make([]string, 0, len(parts))
	for _, p := range parts {
		esc = append(esc, url.PathEscape(p)) // want `encoded-twice`
	}
	u := url.URL{Scheme: "https", Host: "h"}
	u.Path = "/" + strings.Join(esc, "/")
	return u.String()
}

func rightSegs(parts []string) string {
	esc := make([]string, 0, len(parts))
	for _, p := range parts {
		esc = append(esc, url.PathEscape(p))
	}
	return "https://h/" + strings.Join(esc, "/")
}

func opaqueRight(u *url.URL, name string) {
	u.Opaque = "//h/" + url.PathEscape(name)
}

func mapBoth(ss []string, f func(string) string) []string {
	var out []string
	for _, s := range ss {
		out = append(out, f(s))
	}
	return out
}

func Map[T, U any](in []T, f func(T) U) []U {
	out := make([]U, len(in))
	for i := range in {
		out[i] = f(in[i])
	}
	return out
}

func generic(ids []string) string {
	v := url.Values{}
	v.Set("ids", strings.Join(Map(ids, url.QueryEscape), ",")) // want `encoded-twice`
	return v.Encode()
}

func rightGeneric(ids []string) string {
	return "https://h/x?ids=" + strings.Join(Map(ids, url.QueryEscape), ",")
}

func rightForm(f url.Values, name string) string {
	return f.Encode() + "&name=" + url.QueryEscape(name)
}
