package proxy

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
)

type Proxy struct {
	target *url.URL
	rp     *httputil.ReverseProxy
	base   string
}

func (p *Proxy) Director(r *http.Request) {
	r.URL.Scheme = p.target.Scheme
	r.URL.Host = p.target.Host
	r.URL.Path = p.target.Path + r.URL.EscapedPath() // want `encoded-twice`
}

func (p *Proxy) DirectorRight(r *http.Request) {
	r.URL.Scheme = p.target.Scheme
	r.URL.Host = p.target.Host
	r.URL.Path, r.URL.RawPath = p.target.Path+r.URL.Path, p.target.EscapedPath()+r.URL.EscapedPath()
}

func (p *Proxy) Forward(w http.ResponseWriter, r *http.Request) {
	u := p.base + r.URL.Path // want `unescaped-request`
	if r.URL.RawQuery != "" {
		u += "?" + r.URL.RawQuery
	}
	req, err := http.NewRequest(r.Method, u, r.Body)
	if err != nil {
		return
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	io.Copy(w, resp.Body)
}

func (p *Proxy) ForwardRight(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequest(r.Method, p.base+r.URL.RequestURI(), r.Body)
	if err != nil {
		return
	}
	http.DefaultClient.Do(req)
}

func (p *Proxy) ForwardParam(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprintf("%s/lookup?name=%s", p.base, r.URL.Query().Get("name"))) // want `unescaped-request`
}

func (p *Proxy) ForwardParamRight(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprintf("%s/lookup?name=%s", p.base, url.QueryEscape(r.URL.Query().Get("name"))))
}

func (p *Proxy) Gate(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/admin" || strings.HasPrefix(r.URL.Path, "/admin/") {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	p.rp.ServeHTTP(w, r) // want `forwarded-path`
}

func (p *Proxy) GateRight(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawPath != "" || strings.HasPrefix(r.URL.Path, "/admin/") {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	p.rp.ServeHTTP(w, r)
}

func (p *Proxy) Upgrade(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path+"?"+r.URL.RawQuery, 301) // want `unescaped-request`
}

func (p *Proxy) UpgradeRight(w http.ResponseWriter, r *http.Request) {
	u := *r.URL
	u.Scheme, u.Host = "https", r.Host
	http.Redirect(w, r, u.String(), 301)
}

func (p *Proxy) Rewrite(r *http.Request, id string) {
	r.URL.Path = fmt.Sprintf("/internal/%s", url.PathEscape(id)) // want `encoded-twice`
}

func (p *Proxy) RewriteRight(r *http.Request, id string) {
	r.URL.Path = "/internal/" + id
	r.URL.RawPath = ""
}

func (p *Proxy) Whole(r *http.Request) string {
	return p.base + "?url=" + r.URL.String() // want `unescaped-request`
}

func (p *Proxy) WholeRight(r *http.Request) string {
	return p.base + "?url=" + url.QueryEscape(r.URL.String())
}

func (p *Proxy) AppendQuery(u *url.URL, k, v string) {
	if u.RawQuery == "" {
		u.RawQuery = k + "=" + v // missed: no rule is sure of it
	} else {
		u.RawQuery += "&" + k + "=" + v // missed: no rule is sure of it
	}
}

func (p *Proxy) AppendQueryRight(u *url.URL, k, v string) {
	q := u.Query()
	q.Set(k, v)
	u.RawQuery = q.Encode()
}

func (p *Proxy) Slash(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path[len(r.URL.Path)-1] != '/' {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently) // want `redirect-backslash`
	}
}

func (p *Proxy) Wiki(w http.ResponseWriter, r *http.Request, title string) { // want Wiki:`\[3\]`
	http.Redirect(w, r, "/view/"+title, http.StatusFound) // want `unescaped-parameter`
}

func (p *Proxy) WikiRight(w http.ResponseWriter, r *http.Request, title string) {
	http.Redirect(w, r, "/view/"+url.PathEscape(title), http.StatusFound)
}

func (p *Proxy) Item(id string) string {
	return p.target.JoinPath("items", id).String() // want `dot-segment` `unescaped-parameter`
}

func (p *Proxy) ItemRel(id string) (*url.URL, error) {
	return p.target.Parse("/items/" + url.PathEscape(id)) // want `dot-segment`
}

func (p *Proxy) ItemRight(id string) (*url.URL, error) {
	if id == ".." || id == "." {
		return nil, fmt.Errorf("bad id %q", id)
	}
	return p.target.Parse("/items/" + url.PathEscape(id))
}
