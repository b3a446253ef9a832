package fourthtwiceenc

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"text/template"
)

func proxyPath(target *url.URL, r *http.Request) *url.URL {
	u := *target
	u.Path = path.Join(u.Path, r.URL.EscapedPath()) // want `encoded-twice`
	return &u
}

func addQuery(u *url.URL, params map[string]string) {
	q := u.Query()
	for k, v := range params {
		q.Add(k, url.QueryEscape(v)) // want `encoded-twice`
	}
	u.RawQuery = q.Encode()
}

func wholeQuery(v url.Values) string {
	u := url.URL{Scheme: "https", Host: "h.example", Path: "/s"}
	u.RawQuery = url.QueryEscape(v.Encode()) // want `wrong-encoder`
	return u.String()
}

func visit(href string) (*url.URL, error) {
	return url.Parse(url.PathEscape(href)) // want `wrong-encoder`
}

func object(bucket, key string) string {
	u := url.URL{Scheme: "https", Host: bucket + ".example.com", Path: "/" + url.PathEscape(key)} // want `encoded-twice`
	return u.String()
}

func formBody(token string) *strings.Reader {
	data := url.Values{}
	data.Set("token", url.QueryEscape(token)) // want `encoded-twice`
	return strings.NewReader(data.Encode())
}

func literal(callback string) string {
	v := url.Values{
		"client_id":    {"x"},
		"redirect_uri": {url.QueryEscape(callback)}, // want `encoded-twice`
	}
	return "https://auth.example/authorize?" + v.Encode()
}

func userinfo(user, pass string) string {
	u := url.URL{Scheme: "amqp", Host: "localhost", User: url.UserPassword(url.QueryEscape(user), url.QueryEscape(pass))} // want `encoded-twice` `encoded-twice`
	return u.String()
}

func searchURI(base *url.URL, term string) *url.URL {
	term = url.PathEscape(term) // want `encoded-twice`
	ref := &url.URL{Path: "search/" + term}
	return base.ResolveReference(ref) // want `dot-segment`
}

var page = template.Must(template.New("x").Parse(`<a href="/s?q={{. | urlquery | urlquery}}">`)) // want `template-urlquery`

func escaped(s string) string { return url.QueryEscape(s) }

func wrap(name string) string {
	return fmt.Sprintf("https://h.example/?n=%s", url.QueryEscape(escaped(name))) // want `encoded-twice`
}
