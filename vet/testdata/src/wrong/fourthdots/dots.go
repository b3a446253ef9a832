package fourthdots

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
)

type c struct{ base *url.URL }

func (c *c) user(id string) (*http.Request, error) {
	return http.NewRequest("GET", c.base.JoinPath("users", id).String(), nil) // want `dot-segment` `unescaped-parameter`
}

func (c *c) vault(id string) (*http.Request, error) {
	return http.NewRequest("DELETE", c.base.JoinPath("vaults", url.PathEscape(id)).String(), nil) // want `dot-segment`
}

func raw(owner, repo, file string) (string, error) {
	return url.JoinPath("https://raw.example.com", owner, repo, "HEAD", file) // want `dot-segment` `unescaped-parameter`
}

func (c *c) ref(id string) (*url.URL, error) {
	return c.base.Parse(fmt.Sprintf("v1/credentials/%s", url.PathEscape(id))) // want `dot-segment`
}

func (c *c) resolve(name string) *url.URL {
	return c.base.ResolveReference(&url.URL{Path: "objects/" + name}) // want `dot-segment`
}

func proxied(w http.ResponseWriter, r *http.Request) {
	u, _ := url.JoinPath("https://files.example", "public", r.PathValue("name")) // want `dot-segment` `unescaped-request`
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	resp.Write(w)
}

func (c *c) joined(tenant string) string {
	u := *c.base
	u.Path = path.Join(u.Path, "tenants", tenant) // want `dot-segment`
	return u.String()
}

func (c *c) query(r *http.Request) *url.URL {
	return c.base.JoinPath("reports", r.URL.Query().Get("report")) // want `dot-segment` `unescaped-request`
}
