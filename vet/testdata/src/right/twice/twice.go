// Package twice has text that is encoded once, or twice as it has to be.
package twice

import (
	"html/template"
	"net/http"
	"net/url"
	texttemplate "text/template"
)

const base = "https://api.example.com"

func forward(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h"}
	u.Path, u.RawPath = r.URL.Path, r.URL.RawPath
	return u.String()
}

func both(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h", Path: r.URL.Path, RawPath: r.URL.EscapedPath()}
	return u.String()
}

func opaque(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h", Opaque: r.RequestURI}
	return u.String()
}

func query(v url.Values) string {
	u := url.URL{Scheme: "https", Host: "h"}
	u.RawQuery = v.Encode()
	return u.String()
}

func behind(v url.Values) string { return base + "/?" + v.Encode() }

func nested(v url.Values) string { return base + "/login?next=" + url.QueryEscape("/?"+v.Encode()) }

func inner(r *http.Request) string { return "/login?next=" + url.QueryEscape(r.URL.RequestURI()) }

func raw(u *url.URL, r *http.Request) { u.RawQuery = r.URL.RawQuery }

func href(s string) (*url.URL, error) { return url.Parse(s) }

func get(link string) (*http.Response, error) {
	return http.Get("https://proxy.example/fetch?url=" + url.QueryEscape(link))
}

func redirect(w http.ResponseWriter, r *http.Request, to string) {
	http.Redirect(w, r, "/go/"+url.PathEscape(to), http.StatusFound)
}

func values(name string) string {
	v := url.Values{}
	v["name"] = []string{name}
	return v.Encode()
}

func nestedValue(name string) string {
	v := url.Values{}
	v.Set("next", "/search?q="+url.QueryEscape(name))
	return v.Encode()
}

func joined(u *url.URL, name string) (string, error) {
	if name == ".." || name == "." {
		return "", http.ErrNoLocation
	}
	return u.JoinPath("users", url.PathEscape(name)).String(), nil
}

func user(name, password string) *url.Userinfo { return url.UserPassword(name, password) }

var links = texttemplate.Must(texttemplate.New("").Parse("https://h/?q={{.Q | urlquery}}"))

var page = template.Must(template.New("").Parse(`<a href="/?q={{.Q}}">`))

var plain = texttemplate.Must(texttemplate.New("").Funcs(texttemplate.FuncMap{"esc": url.QueryEscape}).Parse(`https://h/?q={{.Q | esc}}`))

var paths = texttemplate.Must(texttemplate.New("").Funcs(texttemplate.FuncMap{"seg": url.PathEscape}).Parse(`https://h/users/{{seg .Q}}`))

// harbor escapes the slashes in names of repositories twice, because the server behind the
// proxy decodes once more.
func harbor(project, name string) string {
	return base + "/projects/" + url.PathEscape(project) + "/repositories/" + url.PathEscape(url.PathEscape(name))
}
