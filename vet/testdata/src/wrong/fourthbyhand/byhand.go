package fourthbyhand

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

type client struct {
	base string
	http *http.Client
}

func (c *client) label(name string) (*http.Response, error) {
	name = strings.ReplaceAll(name, "/", "%2F") // want `escaped-by-hand`
	return c.http.Get(c.base + "/api/labels/" + name)
}

func (c *client) project(path string) (*http.Request, error) {
	id := strings.Replace(path, "/", "%2f", -1) // want `escaped-by-hand`
	return http.NewRequest("GET", fmt.Sprintf("%s/api/v4/projects/%s", c.base, id), nil)
}

func searchLink(term string) string {
	return "https://www.example.com/search?q=" + strings.Replace(term, " ", "+", -1) // want `escaped-by-hand`
}

func fixPlus(u *url.URL) string {
	return strings.Replace(u.String(), "+", "%2B", -1) // want `replaced-escape`
}

func s3Path(key string) string {
	return "https://bucket.s3.amazonaws.com/" + strings.Replace(url.PathEscape(key), "%2F", "/", 1) // want `replaced-escape`
}

func escapeAll(s string) string {
	s = strings.ReplaceAll(s, " ", "%20") // want `escaped-by-hand`
	s = strings.ReplaceAll(s, "&", "%26") // want `escaped-by-hand`
	s = strings.ReplaceAll(s, "%", "%25") // want `escaped-by-hand`
	return "https://h.example/?x=" + s
}

func tidy(q url.Values, req *http.Request) {
	req.URL.RawQuery = strings.Replace(q.Encode(), "%20", "+", -1)
	req.URL.RawQuery = strings.Replace(req.URL.RawQuery, "%2B", "+", -1) // missed: the query of a request that the function has set before
}

func hash(branch string) string {
	return "/tree/" + strings.ReplaceAll(branch, "#", "%23") // want `escaped-by-hand`
}

func mailSubject(s string) string {
	return "mailto:a@b.example?subject=" + strings.ReplaceAll(s, " ", "%20") // want `escaped-by-hand`
}

func isbnLink(title string) string {
	r := strings.NewReplacer(" ", "%20", "&", "%26") // want `escaped-by-hand`
	return "https://books.example/q?title=" + r.Replace(title)
}
