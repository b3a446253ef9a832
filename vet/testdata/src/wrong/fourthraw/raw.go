package fourthraw

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

type api struct {
	endpoint string
	c        *http.Client
}

func upgrade(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently) // want `unescaped-request`
}

func mirror(base string, r *http.Request) (*http.Response, error) {
	return http.Get(base + r.URL.Path) // want `unescaped-request`
}

func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/login?next="+r.URL.String(), http.StatusFound) // want `unescaped-request`
}

func (a *api) search(w http.ResponseWriter, r *http.Request) {
	resp, err := a.c.Get(fmt.Sprintf("%s/search?q=%s", a.endpoint, r.FormValue("q"))) // want `unescaped-request`
	if err != nil {
		return
	}
	io.Copy(w, resp.Body)
}

func (a *api) geocode(address string) (*http.Response, error) {
	u := "https://maps.example.com/api/geocode/json?address=" + address + "&key=" + url.QueryEscape("k") // missed: fewer than one in ten is escaped in this package
	return a.c.Get(u)
}

func (a *api) call(ctx context.Context, method, format string, args ...any) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, a.endpoint+fmt.Sprintf(format, args...), nil)
}

func (a *api) comments(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	a.call(ctx, "GET", "/posts/%s/comments", r.PathValue("id")) // want `unescaped-request`
}

func rawQuery(w http.ResponseWriter, r *http.Request) {
	u := url.URL{Scheme: "https", Host: "h.example", Path: "/x"}
	u.RawQuery = "id=" + r.URL.Query().Get("id") // want `unescaped-request`
	http.Redirect(w, r, u.String(), 302)
}

func joined(r *http.Request) (*http.Response, error) {
	return http.Get(strings.Join([]string{"https://h.example/items", r.PathValue("sku")}, "/")) // want `unescaped-request`
}

func paramsOf(m map[string]string, r *http.Request) string {
	var parts []string
	for k, v := range r.URL.Query() {
		parts = append(parts, k+"="+v[0]) // want `unescaped-request` `unescaped-request`
	}
	return "https://h.example/?" + strings.Join(parts, "&")
}

func buffer(r *http.Request) string {
	var b bytes.Buffer
	b.WriteString("https://h.example/find?name=")
	b.WriteString(r.FormValue("name")) // want `unescaped-request`
	return b.String()
}

func amqp(user, pass, host string) string {
	return fmt.Sprintf("amqp://%s:%s@%s:5672/", user, pass, host) // want `unescaped-userinfo`
}

type config struct{ User, Password, Host, Name string }

func (c config) URL() string {
	return "postgresql://" + c.User + ":" + c.Password + "@" + c.Host + "/" + c.Name // want `unescaped-userinfo` `unescaped-userinfo`
}

func opaque(r *http.Request) *url.URL {
	return &url.URL{Scheme: "https", Opaque: "//h.example" + r.URL.Path} // want `unescaped-request`
}

func anchor(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, `<a href="/edit?page=%s">edit</a>`, r.URL.Path) // want `unescaped-request`
}
