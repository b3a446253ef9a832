package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
)

type Config struct {
	Host     string
	Username string
	Password string
	DB       string
}

func (c *Config) DSN() string {
	return fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", c.Username, c.Password, c.Host, c.DB) // want `unescaped-userinfo` `unescaped-userinfo`
}

func (c *Config) RightDSN() string {
	u := &url.URL{Scheme: "postgres", User: url.UserPassword(c.Username, c.Password), Host: c.Host, Path: c.DB, RawQuery: "sslmode=disable"}
	return u.String()
}

func (c *Config) KeyValueRight() string {
	return fmt.Sprintf("host=%s user=%s password=%s dbname=%s", c.Host, c.Username, c.Password, c.DB)
}

type Client struct {
	endpoint string
	hc       *http.Client
	token    string
}

func (c *Client) requestURL(format string, args ...interface{}) string {
	return c.endpoint + "/api/v2" + fmt.Sprintf(format, args...)
}

func (c *Client) get(path string, out interface{}) error {
	req, err := http.NewRequest(http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+c.token)
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (c *Client) Queue(vhost, name string) error {
	return c.get(c.requestURL("/queues/%s/%s", url.QueryEscape(vhost), name), nil) // want `unescaped-parameter` `wrong-encoder`
}

func (c *Client) RightQueue(vhost, name string) error {
	return c.get(c.requestURL("/queues/%s/%s", url.PathEscape(vhost), url.PathEscape(name)), nil)
}

func (c *Client) Exchange(name string) error {
	return c.get(c.requestURL("/exchanges/"+url.QueryEscape(name)), nil) // want `wrong-encoder`
}

func (c *Client) Find(query string, page int) error {
	p := c.requestURL("/find?page=" + strconv.Itoa(page) + "&q=" + query) // want `unescaped-parameter`
	return c.get(p, nil)
}

func (c *Client) RightFind(query string, page int) error {
	v := url.Values{}
	v.Set("q", query)
	v.Set("page", strconv.Itoa(page))
	return c.get(c.requestURL("/find?")+v.Encode(), nil)
}

func (c *Client) Tags(tags []string) error {
	q := url.Values{}
	for _, t := range tags {
		q.Add("tag", url.QueryEscape(t)) // want `encoded-twice`
	}
	return c.get(c.requestURL("/tags?%s", q.Encode()), nil)
}

func (c *Client) Upload(dir, file string, data []byte) error {
	u, err := url.Parse(c.endpoint)
	if err != nil {
		return err
	}
	u.Path = path.Join(u.Path, "upload", url.PathEscape(dir), url.PathEscape(file)) // want `dot-segment` `encoded-twice` `encoded-twice`
	resp, err := c.hc.Post(u.String(), "application/octet-stream", bytes.NewReader(data))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) RightUpload(dir, file string, data []byte) error {
	if strings.Contains(dir, "..") || strings.Contains(file, "..") {
		return errors.New("bad")
	}
	u, err := url.Parse(c.endpoint)
	if err != nil {
		return err
	}
	u.Path = path.Join(u.Path, "upload", dir, file)
	resp, err := c.hc.Post(u.String(), "application/octet-stream", bytes.NewReader(data))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Rename(from, to string) (*http.Response, error) {
	req, err := http.NewRequest("MOVE", c.endpoint+"/"+strings.ReplaceAll(from, " ", "%20"), nil) // want `escaped-by-hand`
	if err != nil {
		return nil, err
	}
	req.Header.Set("Destination", c.endpoint+"/"+(&url.URL{Path: to}).EscapedPath())
	return c.hc.Do(req)
}

func (c *Client) Filter(field, value string) string {
	filter := fmt.Sprintf("%s eq '%s'", field, value)
	return c.endpoint + "/items?$filter=" + strings.Replace(filter, " ", "%20", -1) // want `escaped-by-hand`
}

func (c *Client) RightFilter(field, value string) string {
	filter := fmt.Sprintf("%s eq '%s'", field, value)
	return c.endpoint + "/items?$filter=" + url.QueryEscape(filter)
}

func (c *Client) Branch(owner, repo, branch string) string {
	branch = strings.Replace(branch, "/", "%2F", -1) // want `escaped-by-hand`
	return fmt.Sprintf("%s/repos/%s/%s/branches/%s", c.endpoint, owner, repo, branch)
}

func (c *Client) RightBranch(owner, repo, branch string) string {
	return fmt.Sprintf("%s/repos/%s/%s/branches/%s", c.endpoint, url.PathEscape(owner), url.PathEscape(repo), url.PathEscape(branch))
}

func (c *Client) Escaped(doc string) string {
	u, _ := url.Parse(c.endpoint + "/docs/" + url.PathEscape(doc))
	u.Path = "/docs/" + url.PathEscape(doc) // want `encoded-twice`
	return u.String()
}

func (c *Client) RightRaw(doc string) string {
	u, _ := url.Parse(c.endpoint)
	u.Path = "/docs/" + doc
	u.RawPath = "/docs/" + url.PathEscape(doc)
	return u.String()
}

func (c *Client) Struct(q string) string {
	u := url.URL{
		Scheme:   "https",
		Host:     "search.example",
		Path:     "/s",
		RawQuery: fmt.Sprintf("q=%s&safe=on", q), // want `unescaped-parameter`
	}
	return u.String()
}

func (c *Client) RightStruct(q string) string {
	u := url.URL{Scheme: "https", Host: "search.example", Path: "/s", RawQuery: url.Values{"q": {q}, "safe": {"on"}}.Encode()}
	return u.String()
}

func (c *Client) Subject(s string) string {
	return "https://mail.example/compose?subject=" + url.PathEscape(s) // want `wrong-encoder`
}

func (c *Client) Download(link string) (io.ReadCloser, error) {
	resp, err := http.Get(url.PathEscape(link)) // want `wrong-encoder`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (c *Client) RightDownload(link string) (io.ReadCloser, error) { // want RightDownload:`\[1\]`
	resp, err := http.Get(link)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func (c *Client) Share(kind, link, title string) string {
	switch kind {
	case "mail":
		return "mailto:?subject=" + url.QueryEscape(title) + "&body=" + url.PathEscape(link) // want `wrong-encoder` `wrong-encoder`
	case "tweet":
		return "https://twitter.com/share?text=" + title + "&url=" + url.QueryEscape(link) // want `unescaped-parameter`
	case "wa":
		return "https://wa.me/?text=" + url.QueryEscape(title+" "+link)
	default:
		return ""
	}
}

func (c *Client) Package(name, version string) string {
	if strings.HasPrefix(name, "@") {
		name = "@" + strings.Replace(name[1:], "/", "%2F", 1) // want `escaped-by-hand`
	}
	return "https://registry.npmjs.org/" + name + "/" + version // want `unescaped-parameter`
}

func (c *Client) RightPackage(name string) string {
	return "https://registry.npmjs.org/" + url.PathEscape(name)
}

func (c *Client) Cookie(w http.ResponseWriter, v string) {
	http.SetCookie(w, &http.Cookie{Name: "n", Value: url.QueryEscape(v)})
}

func (c *Client) SVG(svg []byte) string {
	return `url("data:image/svg+xml,` + url.QueryEscape(string(svg)) + `")` // want `wrong-encoder`
}

func (c *Client) Deep(id string) string {
	return "myapp://open?id=" + url.QueryEscape(id)
}

func (c *Client) Anchor(name string) string {
	return fmt.Sprintf("https://docs.example/page#%s", url.QueryEscape(name)) // want `wrong-encoder`
}

func (c *Client) Scopes(scopes []string) string {
	return "https://auth.example/authorize?response_type=code&scope=" + strings.Join(scopes, "%20") // want `escaped-by-hand`
}

func (c *Client) RightScopes(scopes []string) string {
	return "https://auth.example/authorize?response_type=code&scope=" + url.QueryEscape(strings.Join(scopes, " "))
}

func (c *Client) Redirect(uri string) string {
	v := url.Values{}
	v.Add("redirect_uri", url.QueryEscape(uri)) // want `encoded-twice`
	return "https://auth.example/authorize?" + v.Encode()
}

func (c *Client) Meta(metas map[string]string) string {
	var b strings.Builder
	b.WriteString(c.endpoint)
	b.WriteString("/series?")
	for k, v := range metas {
		b.WriteString("match[]=")
		b.WriteString(fmt.Sprintf(`{%s="%s"}`, k, v))
		b.WriteByte('&')
	}
	return b.String()
}
