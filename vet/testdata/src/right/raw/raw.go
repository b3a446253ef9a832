// Package raw has values of requests that go into URLs as they should.
package raw

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"

	"github.com/gorilla/mux"
)

type client struct {
	base string
	http *http.Client
}

func proxy(base string, r *http.Request) (*http.Request, error) {
	return http.NewRequest(r.Method, base+r.URL.EscapedPath(), r.Body)
}

func constant(r *http.Request) (*http.Response, error) {
	return http.Get("https://h.example" + r.RequestURI)
}

func (c *client) field(r *http.Request) (*http.Response, error) {
	return c.http.Get(c.base + r.URL.RequestURI())
}

func logged(r *http.Request) string { return "path: " + r.URL.Path }

func filed(root string, r *http.Request) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(r.PathValue("name"))))
}

func metric(r *http.Request) string { return r.Method + " " + r.URL.Path }

func rawQuery(u *url.URL, r *http.Request) { u.RawQuery = "q=" + url.QueryEscape(r.FormValue("q")) }

func opaque(r *http.Request) *url.URL {
	return &url.URL{Scheme: "https", Opaque: "//h.example/users/" + url.PathEscape(r.FormValue("id"))}
}

func returned(r *http.Request) string {
	return "https://h.example/users/" + url.PathEscape(r.PathValue("id")) + "/keys"
}

func number(r *http.Request) (*http.Response, error) {
	n, err := strconv.Atoi(r.FormValue("id"))
	if err != nil {
		return nil, err
	}
	return http.Get("https://h.example/users/" + strconv.Itoa(n))
}

func vars(w http.ResponseWriter, r *http.Request) {
	http.Get("https://h.example/items/" + url.PathEscape(mux.Vars(r)["id"]))
}

func structured(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h.example", Path: r.URL.Path, RawQuery: r.URL.RawQuery}
	return u.String()
}

func joined(base string, r *http.Request) (*http.Response, error) {
	return http.Get(strings.Join([]string{base, "users", url.PathEscape(r.FormValue("id"))}, "/"))
}

func sprint(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprint("https://h.example/search?q=", url.QueryEscape(r.FormValue("q"))))
}

func buffer(r *http.Request) (*http.Response, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "https://h.example/search?q=%s", url.QueryEscape(r.FormValue("q")))
	return http.Get(b.String())
}

func page(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "no such page: %s?\n", strconv.Quote(r.URL.Path))
}

func loop(r *http.Request) (*http.Response, error) {
	var all []string
	for _, id := range r.URL.Query()["id"] {
		all = append(all, "id="+url.QueryEscape(id))
	}
	return http.Get("https://h.example/items?" + strings.Join(all, "&"))
}

func requestURL(format string, args ...any) string {
	return "https://h.example" + fmt.Sprintf(format, args...)
}

func wrapped(r *http.Request) string {
	return requestURL("/users/%s/keys", url.PathEscape(r.FormValue("id")))
}

func (c *client) get(path string) (*http.Response, error) {
	req, err := http.NewRequest("GET", c.base+path, nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

func (c *client) wrapper(r *http.Request) { c.get("/users/" + url.PathEscape(r.FormValue("id"))) }

type query struct{ id string }

func kept(r *http.Request) (*http.Response, error) {
	q := query{id: url.QueryEscape(r.FormValue("id"))}
	return http.Get("https://h.example/?id=" + q.id)
}

var link = template.Must(template.New("link").Parse("https://h.example/{{.Version}}/search?q={{.Query | urlquery}}"))

var text = template.Must(template.New("text").Parse("Is {{.Name}} right? a={{.A}}"))

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), 301)
}

func known(r *http.Request) (*http.Response, error) {
	switch kind := r.FormValue("kind"); kind {
	case "a", "b":
		return http.Get("https://h.example/kinds/" + kind)
	}
	return nil, http.ErrNoLocation
}

func key(r *http.Request) string { return "/cache/" + r.FormValue("key") }

func next(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), 302)
}

func sql(r *http.Request) string { return "SELECT * FROM a WHERE b='/" + r.FormValue("q") + "'" }
