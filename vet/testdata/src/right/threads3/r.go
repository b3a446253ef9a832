package threads3

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

type Client struct{ base *url.URL }

func (c *Client) newRequest(method, path string) (*http.Request, error) {
	rel, err := c.base.Parse(path)
	if err != nil {
		return nil, err
	}
	return http.NewRequest(method, rel.String(), nil)
}

func (c *Client) contents(owner, repo, path string) (*http.Request, error) {
	slice := strings.Split(path, "/")
	for i := range slice {
		slice[i] = url.PathEscape(slice[i])
	}
	return c.newRequest("GET", fmt.Sprintf("repos/%s/%s/contents/%s", url.PathEscape(owner), url.PathEscape(repo), strings.Join(slice, "/")))
}

func (c *Client) limits() (*http.Request, error) { return c.newRequest("GET", "rate_limit") }

func (c *Client) withOptions(p string, v url.Values) (*http.Request, error) {
	return c.newRequest("GET", p+"?"+v.Encode())
}

func canonicalQuery(v url.Values) string { return strings.ReplaceAll(v.Encode(), "+", "%20") }

func toSign(req *http.Request) string {
	return "AWS4-HMAC-SHA256\n" + req.Method + "\n" + req.URL.EscapedPath() + "\n" + canonicalQuery(req.URL.Query())
}

func serve(w http.ResponseWriter, req *http.Request) {
	switch {
	case req.URL.Path == "/":
		fmt.Fprintln(w, "index")
	case req.URL.Path == "/auth":
		fmt.Fprintln(w, "auth")
	}
}

func mount(h http.Handler) http.Handler { return http.StripPrefix("/proxy", h) }

func version(base string) string { return strings.TrimSuffix(base, "/") + "/v2/" }

func jobURL(host string, id int) string { return fmt.Sprintf("https://%s/job/%d", host, id) }

func byRegion(region string) string { return "https://sts." + region + ".amazonaws.com/" }

func lang(r *http.Request) string {
	if l := r.URL.Query().Get("lang"); l == "de" || l == "fr" {
		return "https://example.com/" + l + "/start"
	}
	return "https://example.com/"
}

func token(r *http.Request) string {
	return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
}

func graph(id string, fields []string) string {
	return "https://graph.example.com/" + url.PathEscape(id) + "?fields=" + url.QueryEscape(strings.Join(fields, ","))
}
