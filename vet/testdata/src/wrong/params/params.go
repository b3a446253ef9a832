// Package params has parameters of which most are escaped, and some are forgotten.
package params

import (
	"fmt"
	"net/http"
	"net/url"
)

type client struct{ base string }

func (c *client) do(method, path string) (*http.Response, error) {
	req, err := http.NewRequest(method, c.base+path, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

func (c *client) user(id string) { c.do("GET", "/users/"+url.PathEscape(id)) }

func (c *client) key(id, key string) {
	c.do("GET", fmt.Sprintf("/users/%s/keys/%s", url.PathEscape(id), url.PathEscape(key)))
}

func (c *client) group(id string) { c.do("GET", "/groups/"+url.PathEscape(id)) }

func (c *client) remove(id string) { c.do("DELETE", "/groups/"+id) } // want `unescaped-parameter`

func (c *client) member(group, user string) {
	c.do("GET", fmt.Sprintf("/groups/%s/members/%s", url.PathEscape(group), user)) // want `unescaped-parameter`
}

func (c *client) search(q string) { c.do("GET", "/search?q="+url.QueryEscape(q)) }

func (c *client) sorted(q, order string) {
	c.do("GET", "/search?q="+url.QueryEscape(q)+"&order="+order) // want `unescaped-parameter`
}

func (c *client) filter(q, tag string) {
	c.do("GET", fmt.Sprintf("/search?q=%s&tag=%v", url.QueryEscape(q), tag)) // want `unescaped-parameter`
}

type order struct{ Group, Item string }

func (c *client) item(o order) {
	c.do("GET", "/groups/"+url.PathEscape(o.Group)+"/items/"+o.Item) // want `unescaped-parameter`
}

func (c *client) pointer(o *order, m map[string]string) {
	c.do("GET", "/groups/"+url.PathEscape(m["group"])+"/items/"+o.Item) // want `unescaped-parameter`
}
