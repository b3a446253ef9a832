// Package dots has values that can lead up, because nothing refuses dot segments.
package dots

import (
	"net/http"
	"net/url"
	"path"
)

type client struct{ base *url.URL }

// https://github.com/github/github-mcp-server/pull/3108
func (c *client) user(id string) string {
	return c.base.JoinPath("users", id).String() // want `dot-segment` `unescaped-parameter`
}

// https://github.com/mongodb/atlas-sdk-go/pull/850
func (c *client) escaped(id string) string {
	return c.base.JoinPath("users", url.PathEscape(id)).String() // want `dot-segment`
}

// https://github.com/golang/go/issues/54385
func joined(base, id string) (string, error) {
	return url.JoinPath(base, "users", id, "keys") // want `dot-segment` `unescaped-parameter`
}

func joinedEscaped(base, id string) (string, error) {
	return url.JoinPath(base, "users", url.PathEscape(id)) // want `dot-segment`
}

func (c *client) path(id string) string {
	u := *c.base
	u.Path = path.Join(u.Path, "users", id) // want `dot-segment`
	return u.String()
}

func (c *client) file(name string) (*http.Response, error) {
	return http.Get("https://h.example" + path.Join("/files", url.PathEscape(name))) // want `dot-segment`
}

// https://github.com/anthropics/anthropic-sdk-go/issues/422
func (c *client) reference(name string) string {
	return c.base.ResolveReference(&url.URL{Path: "users/" + name}).String() // want `dot-segment`
}

func (c *client) parse(id string) (*url.URL, error) {
	return c.base.Parse("users/" + url.PathEscape(id)) // want `dot-segment`
}

func requested(w http.ResponseWriter, r *http.Request) {
	u, _ := url.JoinPath("https://h.example/v1", url.PathEscape(r.PathValue("id"))) // want `dot-segment`
	http.Get(u)
}

func queried(r *http.Request) (*http.Response, error) {
	u, err := url.Parse("https://h.example/v1/")
	if err != nil {
		return nil, err
	}
	return http.Get(u.JoinPath("reports", url.PathEscape(r.FormValue("name"))).String()) // want `dot-segment`
}
