// Package raw has values of requests that go into URLs as they are.
package raw

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"text/template"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

type client struct {
	base string
	http *http.Client
}

// https://github.com/louketo/louketo-proxy/issues/591
func proxy(base string, r *http.Request) (*http.Request, error) {
	return http.NewRequest(r.Method, base+r.URL.Path, r.Body) // want `unescaped-request`
}

func constant(r *http.Request) (*http.Response, error) {
	return http.Get("https://h.example" + r.URL.Path) // want `unescaped-request`
}

func slash(r *http.Request) (*http.Response, error) {
	return http.Get("https://h.example/" + strings.TrimPrefix(r.URL.Path, "/")) // want `unescaped-request`
}

func (c *client) field(r *http.Request) (*http.Response, error) {
	return c.http.Get(c.base + r.URL.Path) // want `unescaped-request`
}

func formatted(r *http.Request) string {
	return fmt.Sprintf("https://%s%s", "h.example", r.URL.Path) // want `unescaped-request`
}

func withQuery(base string, r *http.Request) string {
	return base + r.URL.Path + "?" + r.URL.RawQuery // want `unescaped-request`
}

func rawQuery(u *url.URL, r *http.Request) {
	u.RawQuery = "q=" + r.FormValue("q") // want `unescaped-request`
}

func appendedQuery(u *url.URL, r *http.Request) {
	u.RawQuery += "&q=" + r.FormValue("q") // want `unescaped-request`
}

func literal(r *http.Request) string {
	u := url.URL{Scheme: "https", Host: "h.example", RawQuery: fmt.Sprintf("id=%s", r.URL.Query().Get("id"))} // want `unescaped-request`
	return u.String()
}

func opaque(r *http.Request) *url.URL {
	return &url.URL{Scheme: "https", Opaque: "//h.example/users/" + r.FormValue("id")} // want `unescaped-request`
}

func host(r *http.Request) (*http.Response, error) {
	return http.Get("https://" + r.FormValue("tenant") + ".example.com/status") // want `unescaped-request`
}

func returned(r *http.Request) string {
	return "https://h.example/users/" + r.PathValue("id") + "/keys" // want `unescaped-request`
}

func (c *client) returned(r *http.Request) string {
	return c.base + "/users/" + r.PathValue("id") // want `unescaped-request`
}

func (c *client) use(r *http.Request) { c.http.Get(c.returned(r)) }

func vars(w http.ResponseWriter, r *http.Request) {
	all := mux.Vars(r)
	http.Get("https://h.example/items/" + all["id"]) // want `unescaped-request`
}

func routes() *mux.Router { return mux.NewRouter() }

func chiParam(w http.ResponseWriter, r *http.Request) {
	http.Get(fmt.Sprintf("https://h.example/items?id=%s", chi.URLParam(r, "id"))) // want `unescaped-request`
}

func ginParam(c *gin.Context) {
	http.Get("https://h.example/items/" + c.Param("id")) // want `unescaped-request`
}

func ginRedirect(c *gin.Context) {
	c.Redirect(302, "/login?next="+c.Request.URL.Path) // want `unescaped-request`
}

func joined(base string, r *http.Request) (*http.Response, error) {
	return http.Get(strings.Join([]string{base, "users", r.FormValue("id")}, "/")) // want `unescaped-request`
}

func quoted(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprintf("https://h.example/search?q=%q", r.FormValue("q"))) // want `unescaped-request`
}

func indexed(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprintf("https://h.example/%[1]s/search?q=%[2]s", "v1", r.FormValue("q"))) // want `unescaped-request`
}

func sprint(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprint("https://h.example/search?q=", r.FormValue("q"))) // want `unescaped-request`
}

func buffer(r *http.Request) (*http.Response, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "https://h.example/search?q=%s", r.FormValue("q")) // want `unescaped-request`
	return http.Get(b.String())
}

func page(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, `<a href="/search?q=%s">again</a>`, r.FormValue("q")) // want `unescaped-request`
}

func loop(r *http.Request) (*http.Response, error) {
	var all []string
	for _, id := range r.URL.Query()["id"] {
		all = append(all, "id="+id) // want `unescaped-request`
	}
	return http.Get("https://h.example/items?" + strings.Join(all, "&"))
}

func requestURL(format string, args ...any) string {
	return "https://h.example" + fmt.Sprintf(format, args...)
}

func wrapped(r *http.Request) string {
	return requestURL("/users/%s/keys", r.FormValue("id")) // want `unescaped-request`
}

func (c *client) get(path string) (*http.Response, error) {
	req, err := http.NewRequest("GET", c.base+path, nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

func (c *client) wrapper(r *http.Request) {
	c.get("/users/" + r.FormValue("id")) // want `unescaped-request`
}

func (c *client) getf(format string, args ...any) (*http.Response, error) {
	return c.http.Get(c.base + fmt.Sprintf(format, args...))
}

func (c *client) wrapperf(r *http.Request) {
	c.getf("/users/%s", r.FormValue("id")) // want `unescaped-request`
}

type query struct{ id string }

func kept(r *http.Request) (*http.Response, error) {
	q := query{id: r.FormValue("id")}
	return http.Get("https://h.example/?id=" + q.id) // want `unescaped-request`
}

func mapped(r *http.Request) (*http.Response, error) {
	m := map[string]string{"id": r.FormValue("id")}
	return http.Get("https://h.example/?id=" + m["id"]) // want `unescaped-request`
}

var link = template.Must(template.New("link").Parse("https://h.example/search?q={{.Query}}")) // want `template-urlquery`

func redirect(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, 301) // want `unescaped-request`
}

func secure(w http.ResponseWriter, r *http.Request) {
	target := "https://" + r.Host + r.URL.Path // want `unescaped-request`
	if len(r.URL.RawQuery) > 0 {
		target += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, target, 301)
}

func cookie(r *http.Request) (*http.Response, error) {
	u := "https://h.example/search"
	if q := r.FormValue("q"); q != "" {
		u += "?q=" + q // want `unescaped-request`
	}
	return http.Get(u)
}

func (c *client) behindSlash(r *http.Request) (*http.Response, error) {
	return c.http.Get(c.base + r.PathValue("id")) // want `unescaped-request`
}

func list(r *http.Request) (*http.Response, error) {
	return http.Get("https://h.example/items?ids=" + strings.Join(r.URL.Query()["id"], ",")) // want `unescaped-request`
}
