package dots

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/gorilla/mux"
)

type C struct{ base *url.URL }

func (c *C) get(id string) (*http.Response, error) {
	u := c.base.JoinPath("v1", "objects", id) // want `dot-segment` `unescaped-parameter`
	return http.Get(u.String())
}

func (c *C) getEsc(id string) (*http.Response, error) {
	return http.Get(c.base.JoinPath("objects", url.PathEscape(id)).String()) // want `dot-segment`
}

func (c *C) join(id string) (string, error) {
	return url.JoinPath("https://api.example/v1/users", id, "posts") // want `dot-segment` `unescaped-parameter`
}

func (c *C) pathJoin(id string) string {
	u := *c.base
	u.Path = path.Join(u.Path, "users", id) // want `dot-segment`
	return u.String()
}

func (c *C) resolve(id string) string {
	return c.base.ResolveReference(&url.URL{Path: "users/" + id}).String() // want `dot-segment`
}

func (c *C) parse(id string) (*url.URL, error) {
	return c.base.Parse("users/" + url.PathEscape(id)) // want `dot-segment`
}

func (c *C) fromRequest(r *http.Request) *url.URL {
	return c.base.JoinPath("users", mux.Vars(r)["id"])
}

func (c *C) query(r *http.Request) string {
	return "https://files.example/" + path.Join("tenant", r.FormValue("file")) // want `dot-segment` `unescaped-request`
}

func (c *C) rightChecked(id string) (*url.URL, error) {
	if id == "." || id == ".." || strings.Contains(id, "/") {
		return nil, errors.New("bad id")
	}
	return c.base.JoinPath("users", url.PathEscape(id)), nil
}

func valid(id string) bool { return id != "" && id != ".." && id != "." }

func (c *C) rightValid(id string) (*url.URL, error) {
	if !valid(id) {
		return nil, errors.New("bad id")
	}
	return c.base.JoinPath("users", url.PathEscape(id)), nil
}

func (c *C) rightConst() *url.URL { return c.base.JoinPath("users", "me") }

func (c *C) rightPath(p string) string { return path.Join("/var/lib", p) }

func (c *C) concat(id string) string {
	return c.base.String() + "/users/" + url.PathEscape(id)
}

func (c *C) rightHref(href string) (*url.URL, error) { return c.base.Parse(href) }

func (c *C) rightInt(n string) *url.URL { return c.base.JoinPath("page") }

func (c *C) variadic(elem ...string) *url.URL { return c.base.JoinPath(elem...) }

func (c *C) viaVariadic(id string) *url.URL {
	return c.variadic("users", id, "x") // missed: no rule is sure of it
}
