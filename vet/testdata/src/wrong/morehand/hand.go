package hand

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

type Client struct {
	Base string
	HTTP *http.Client
}

func (c *Client) Search(q string) (*http.Response, error) {
	q = strings.Replace(q, " ", "+", -1) // want `escaped-by-hand`
	return c.HTTP.Get(c.Base + "/search?q=" + q)
}

func (c *Client) RightSearch(q string) (*http.Response, error) {
	q = url.QueryEscape(q)
	return c.HTTP.Get(c.Base + "/search?q=" + q)
}

func geocode(address string) string {
	addr := strings.ReplaceAll(address, " ", "%20") // want `escaped-by-hand`
	return fmt.Sprintf("https://maps.googleapis.com/maps/api/geocode/json?address=%s&key=%s", addr, "K")
}

func rightGeocode(address string) string {
	v := url.Values{"address": {address}, "key": {"K"}}
	return "https://maps.googleapis.com/maps/api/geocode/json?" + v.Encode()
}

func project(id string) string {
	return "https://gitlab.com/api/v4/projects/" + strings.Replace(id, "/", "%2F", -1) // want `escaped-by-hand`
}

func rightProject(id string) string {
	return "https://gitlab.com/api/v4/projects/" + url.PathEscape(id)
}

func repoFile(base, path string) (*http.Request, error) {
	path = strings.ReplaceAll(path, "/", "%2F") // want `escaped-by-hand`
	path = strings.ReplaceAll(path, ".", "%2E")
	return http.NewRequest("GET", base+"/files/"+path, nil)
}

var esc = strings.NewReplacer(" ", "%20", "&", "%26") // want `escaped-by-hand`

func viaReplacer(name string) (*http.Response, error) {
	return http.Get("http://api.local/x?name=" + esc.Replace(name))
}

func percentLast(s string) string {
	s = strings.ReplaceAll(s, " ", "%20") // want `escaped-by-hand`
	s = strings.ReplaceAll(s, "%", "%25") // want `escaped-by-hand`
	return "/p/" + s
}

func rightPercentFirst(s string) string {
	s = strings.ReplaceAll(s, "%", "%25")
	s = strings.ReplaceAll(s, ":", "%3A")
	s = strings.ReplaceAll(s, ",", "%2C")
	return "::set-output name=x::" + s
}

func plusAfterPath(name string) string {
	e := strings.ReplaceAll(url.PathEscape(name), "%20", "+") // want `replaced-escape`
	return "https://example.org/files/" + e
}

func rightSpace20(name string) string {
	e := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return "https://example.org/q?x=" + e
}

func fixString(u *url.URL) string {
	return strings.Replace(u.String(), "%2F", "/", -1) // want `replaced-escape`
}

func fixQuery(u *url.URL, v url.Values) {
	u.RawQuery = strings.ReplaceAll(v.Encode(), "%2C", ",")
}

func unplus(r *http.Request) string {
	return strings.ReplaceAll(r.URL.RawQuery, "+", " ") // want `decoded-by-hand`
}

func unescHand(r *http.Request) string {
	p := r.URL.EscapedPath()
	p = strings.Replace(p, "%20", " ", -1) // want `decoded-by-hand`
	return p
}

var space = regexp.MustCompile(`\s`)

func viaRegexp(q string) (*http.Response, error) {
	return http.Get("https://api.example.org/find?q=" + space.ReplaceAllString(q, "%20")) // want `escaped-by-hand`
}

func splitJoin(q string) string {
	return "https://duckduckgo.com/html/?q=" + strings.Join(strings.Split(q, " "), "+") // want `escaped-by-hand`
}

func fieldsJoin(words []string) string {
	return "https://www.google.com/search?q=" + strings.Join(words, "+") // want `escaped-by-hand`
}

func loopBuilder(s string) string {
	var b strings.Builder
	b.WriteString("https://x.example/find?q=")
	for _, c := range s {
		if c == ' ' {
			b.WriteString("%20")
		} else {
			b.WriteRune(c) // missed: no rule is sure of it
		}
	}
	return b.String()
}

func rightSlug(title string) string {
	return "/posts/" + url.PathEscape(strings.ReplaceAll(strings.ToLower(title), " ", "-"))
}

func rightText(s string) string {
	return strings.ReplaceAll(s, "%20", "space")
}

func rightFormat(pattern string) string {
	return strings.ReplaceAll(pattern, "%d", "%04d")
}

func rightSQL(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, "%", `\%`)
	return "SELECT 1 FROM t WHERE a LIKE '" + s + "'"
}

func rightPlusFields(tags []string) string {
	out := make([]string, len(tags))
	for i, t := range tags {
		out[i] = url.QueryEscape(t)
	}
	return "https://danbooru.example/posts.json?tags=" + strings.Join(out, "+")
}

func colon(tag string) string {
	t := strings.Replace(tag, ":", "%3A", 1) // want `escaped-by-hand`
	return "https://hub.example/v2/manifests/" + t
}

func atSign(pkg string) string {
	return "https://registry.npmjs.org/" + strings.Replace(pkg, "/", "%2f", 1) // want `escaped-by-hand`
}

func rightWindows(p string) string {
	return "file:///" + (&url.URL{Path: strings.ReplaceAll(p, `\`, "/")}).EscapedPath()
}

func hash(id string) string {
	return "https://c.example/room/" + strings.ReplaceAll(id, "#", "%23") + "/join" // want `escaped-by-hand`
}

func rightAccept(s string) string { return strings.ReplaceAll(s, "+", " plus ") }

func rightDebug(u *url.URL) string { return strings.ReplaceAll(u.String(), "https://", "") }

func rightMask(u *url.URL) string { return strings.ReplaceAll(u.String(), "secret", "xxx") }
