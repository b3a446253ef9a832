package fifth

import (
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os/exec"
	"path"
	"regexp"
	"strings"
)

func compose(subject string) error {
	return exec.Command("open", "mailto:a@example.com?subject="+url.QueryEscape(subject)).Run() // want `wrong-encoder`
}

func clone(token, name string) *exec.Cmd {
	return exec.Command("git", "fetch", "https://user:"+token+"@h.example/"+name) // want `unescaped-userinfo`
}

func list(files []string) string {
	out := ""
	for _, f := range files {
		out += `<li><a href="/` + url.QueryEscape(f) + `">` + html.EscapeString(f) + `</a> ` + // want `wrong-encoder`
			`<a href="/edit?filename=` + url.QueryEscape(f) + `">edit</a></li>`
	}
	return out
}

func button(base, dir, name string) string {
	at := base + "/files/" + dir + "/" + url.QueryEscape(name) // want `unescaped-parameter` `wrong-encoder`
	return `<button onclick="open('` + at + `')">` + html.EscapeString(name) + `</button>`
}

func created(r *http.Request, name string) (string, error) {
	u, err := r.URL.Parse(url.QueryEscape(name)) // want `wrong-encoder`
	if err != nil {
		return "", err
	}
	return u.String(), nil
}

func rawFile(project, ref string) string {
	return fmt.Sprintf("projects/%s/raw?ref=%s", url.QueryEscape(project), url.QueryEscape(ref)) // want `wrong-encoder`
}

func saved(w http.ResponseWriter, r *http.Request) {
	name := html.EscapeString(r.FormValue("name"))
	w.Header().Set("Location", "/names/"+name+"?saved") // want `unescaped-request`
}

func cut(prefix string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest := strings.TrimPrefix(r.URL.String(), prefix)
		r.URL.Path = "/" + rest // want `encoded-twice`
		next.ServeHTTP(w, r)
	})
}

func page(base string) (string, error) {
	return url.JoinPath(base, "items?page=1") // want `query-in-path`
}

func words(r *http.Request) []string {
	return strings.Split(strings.Trim(strings.ReplaceAll(r.URL.Path, "//", "/"), "/"), "/") // want `split-decoded-path`
}

var two = regexp.MustCompile(`^([^/]+)/([^/]+)$`)

func device(r *http.Request, prefix string) string {
	if all := two.FindStringSubmatch(strings.Replace(r.URL.Path, prefix, "", 1)); all != nil { // want `split-decoded-path`
		return all[2]
	}
	return ""
}

func local(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Host != "" {
		return "", errors.New("not local")
	}
	return s, nil
}

func back(w http.ResponseWriter, r *http.Request) {
	to, err := local(r.FormValue("to"))
	if err != nil {
		to = "/"
	}
	http.Redirect(w, r, to, http.StatusFound) // want `redirect-backslash`
}

func routes(m *http.ServeMux) {
	m.HandleFunc("/ui/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, r.URL.Path+"/", http.StatusFound) // want `redirect-backslash`
	})
}

type backend struct{ base string }

func (b *backend) send(method, at string) (*http.Response, error) {
	q, err := http.NewRequest(method, b.base+at, nil)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(q)
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := r.URL.Path
	if r.URL.RawQuery != "" {
		at += "?" + r.URL.RawQuery
	}
	if _, err := b.send(r.Method, at); err != nil { // want `unescaped-request`
		w.WriteHeader(http.StatusBadGateway)
	}
}

func byName(q string) map[string]string {
	m := map[string]string{}
	for _, pair := range strings.Split(q, "&") {
		name, value, _ := strings.Cut(pair, "=")
		m[name] = value
	}
	return m
}

func values(r *http.Request) map[string]string {
	q, _ := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	return byName(q)
}

func folder(u *url.URL) string {
	return fmt.Sprintf("%s://%s%s", u.Scheme, u.Host, path.Dir(u.Path)) // want `unescaped-request: URL.Path is decoded, and goes into a path`
}
