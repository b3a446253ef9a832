// Package dots has values that cannot lead up.
package dots

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
)

type client struct{ base *url.URL }

var errName = errors.New("a name is not . or ..")

func (c *client) user(id string) (string, error) {
	if id == "." || id == ".." {
		return "", errName
	}
	return c.base.JoinPath("users", url.PathEscape(id)).String(), nil
}

func joined(base, id string) (string, error) {
	if strings.Contains(id, "..") {
		return "", errName
	}
	return url.JoinPath(base, "users", url.PathEscape(id))
}

var valid = regexp.MustCompile(`^[a-z0-9-]+$`)

func (c *client) matched(id string) (string, error) {
	if !valid.MatchString(id) {
		return "", errName
	}
	return c.base.JoinPath("users", id).String(), nil
}

func check(id string) error {
	if id == ".." || id == "." || id == "" {
		return errName
	}
	return nil
}

func (c *client) checked(id string) (string, error) {
	if err := check(id); err != nil {
		return "", err
	}
	return c.base.JoinPath("users", url.PathEscape(id)).String(), nil
}

func (c *client) number(id int) string { return c.base.JoinPath("users", strconv.Itoa(id)).String() }

func (c *client) fixed() string { return c.base.JoinPath("users", "me").String() }

func (c *client) self() string { return c.user2("me") }

func (c *client) user2(id string) string { return c.base.JoinPath("users", id).String() }

func (c *client) query(q string) string {
	u := c.base.JoinPath("search")
	u.RawQuery = url.Values{"q": {q}}.Encode()
	return u.String()
}

func local(dir, name string) string { return path.Join(dir, name) }

func requested(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(r.PathValue("id"))
	if err != nil {
		return
	}
	u, _ := url.JoinPath("https://h.example/v1", strconv.Itoa(n))
	http.Get(u)
}

func follow(base *url.URL, href string) (*url.URL, error) { return base.Parse(href) }

func resolve(base *url.URL, href string) (string, error) {
	u, err := url.Parse(href)
	if err != nil {
		return "", err
	}
	return base.ResolveReference(u).String(), nil
}
