package fourthwrongfn

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

const apiURL = "https://api.example.com/v1"

func vhost(name string) string {
	return apiURL + "/vhosts/" + url.QueryEscape(name) // want `wrong-encoder`
}

func mailto(subject, body string) string {
	return fmt.Sprintf("mailto:help@example.com?subject=%s&body=%s", url.QueryEscape(subject), url.QueryEscape(body)) // want `wrong-encoder` `wrong-encoder`
}

func dataURI(svg string) string {
	return "data:image/svg+xml," + url.QueryEscape(svg) // want `wrong-encoder`
}

func purl(ns, name string) string {
	return "pkg:npm/" + url.QueryEscape(ns) + "/" + url.QueryEscape(name) // want `wrong-encoder` `wrong-encoder`
}

func disposition(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.QueryEscape(name)) // want `wrong-encoder`
}

func dsn(user, pass, host string) string {
	return fmt.Sprintf("postgres://%s:%s@%s/db", url.QueryEscape(user), url.QueryEscape(pass), host) // want `wrong-encoder` `wrong-encoder`
}

func sharePhone(text string) string {
	return "tel:" + url.QueryEscape(text) // want `wrong-encoder`
}

func queryByPath(name, email string) string {
	return apiURL + "/users?name=" + url.PathEscape(name) + "&email=" + url.PathEscape(email) // want `wrong-encoder` `wrong-encoder`
}

func fetch(link string) (*http.Response, error) {
	return http.Get(url.QueryEscape(link)) // want `wrong-encoder`
}

func fragment(heading string) string {
	return "https://wiki.example/page#" + url.QueryEscape(heading) // want `wrong-encoder`
}

type store struct{ endpoint string }

func (s *store) Get(key string) (*http.Request, error) {
	p := "/blobs/" + url.QueryEscape(key) // want `wrong-encoder`
	return http.NewRequest(http.MethodGet, s.endpoint+p, nil)
}

func copySource(req *http.Request, bucket, key string) {
	req.Header.Set("x-amz-copy-source", "/"+bucket+"/"+key) // want `unescaped-parameter`
}

func decodePath(r *http.Request) (string, error) {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	return url.QueryUnescape(parts[len(parts)-1]) // want `wrong-decoder`
}

func basic(token []byte) string {
	return apiURL + "/verify?token=" + base64.StdEncoding.EncodeToString(token) // want `unescaped-base64`
}
