// Package params has parameters that are not escaped anywhere: IDs that its service gives.
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

func (c *client) user(id string) { c.do("GET", "/users/"+id) }

func (c *client) key(id, key string) { c.do("GET", fmt.Sprintf("/users/%s/keys/%s", id, key)) }

func (c *client) group(id string) { c.do("GET", "/groups/"+id) }

func (c *client) search(q string) { c.do("GET", "/search?q="+url.QueryEscape(q)) }
