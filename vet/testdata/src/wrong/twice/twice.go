// Package twice has text that is encoded again.
package twice

import (
	"html/template"
	"net/http"
	"net/url"
	texttemplate "text/template"
)

const base = "https://api.example.com"

// https://github.com/oauth2-proxy/oauth2-proxy/pull/997
func forward(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h"}
	u.Path = r.URL.EscapedPath() // want `encoded-twice`
	return u.String()
}

func target(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h", Path: r.RequestURI} // want `encoded-twice`
	return u.String()
}

func requestURI(r *http.Request) {
	r.URL.Path = "/v2" + r.URL.RequestURI() // want `encoded-twice`
}

func rawPath(u, in *url.URL) {
	u.Path = in.RawPath // want `encoded-twice` `raw-path`
}

func query(v url.Values) string {
	u := url.URL{Scheme: "https", Host: "h"}
	u.RawQuery = url.QueryEscape(v.Encode()) // want `wrong-encoder`
	return u.String()
}

func behind(v url.Values) string {
	return base + "/?" + url.QueryEscape(v.Encode()) // want `wrong-encoder`
}

func raw(u *url.URL, r *http.Request) {
	u.RawQuery = url.PathEscape(r.URL.RawQuery) // want `wrong-encoder`
}

func href(s string) (*url.URL, error) {
	return url.Parse(url.PathEscape(s)) // want `wrong-encoder`
}

func get(link string) (*http.Response, error) {
	return http.Get(url.QueryEscape(link)) // want `wrong-encoder`
}

func request(link string) (*http.Request, error) {
	escaped := url.PathEscape(link) // want `wrong-encoder`
	return http.NewRequest("GET", escaped, nil)
}

func redirect(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, url.QueryEscape(to), http.StatusFound) // want `wrong-encoder`
}

func values(name string) string {
	v := url.Values{}
	v["name"] = []string{url.QueryEscape(name)} // want `encoded-twice`
	return v.Encode()
}

func appended(name string) string {
	v := url.Values{}
	v["name"] = append(v["name"], url.QueryEscape(name)) // want `encoded-twice`
	return v.Encode()
}

func loop(m map[string]string) string {
	v := url.Values{}
	for k, s := range m {
		v.Add(url.QueryEscape(k), s) // want `encoded-twice`
	}
	return v.Encode()
}

func escape(s string) string { return url.QueryEscape(s) }

func indirect(name string) string {
	q := url.Values{}
	q.Set("name", escape(name)) // want `encoded-twice`
	return q.Encode()
}

func field(name string) string {
	u := &url.URL{Path: "/"}
	u.Fragment = url.PathEscape(name) // want `encoded-twice`
	return u.String()
}

func joined(name string) string {
	u := url.URL{Scheme: "https", Host: "h"}
	u.Path += "/users/" + url.PathEscape(name) // want `encoded-twice`
	return u.String()
}

func user(name, password string) *url.Userinfo {
	return url.UserPassword(url.PathEscape(name), password) // want `encoded-twice`
}

var links = texttemplate.Must(texttemplate.New("").Parse("https://h/?q={{.Q | urlquery | urlquery}}")) // want `template-urlquery`

var page = template.Must(template.New("").Funcs(template.FuncMap{"esc": url.QueryEscape}).Parse(`<a href="/?q={{.Q | esc}}">`)) // want `template-urlquery`

var paths = template.Must(template.New("").Funcs(template.FuncMap{"esc": url.QueryEscape}).Parse(`<a href="/users/{{esc .Q}}">`)) // want `template-urlquery`

func again(s string) string {
	s = url.PathEscape(s)
	return base + "/" + url.PathEscape(s) // want `encoded-twice`
}
