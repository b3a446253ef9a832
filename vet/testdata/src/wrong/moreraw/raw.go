package raw

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"text/template"

	"github.com/go-resty/resty/v2"
)

type Client struct {
	BaseURL *url.URL
	base    string
	http    *http.Client
}

type User struct{ ID, Name string }

func (c *Client) newRequest(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, c.base+path, body)
}

func (c *Client) do(method, format string, args ...any) (*http.Response, error) {
	req, err := c.newRequest(context.Background(), method, fmt.Sprintf(format, args...), nil)
	if err != nil {
		return nil, err
	}
	return c.http.Do(req)
}

func (c *Client) GetUser(ctx context.Context, id string) (*http.Request, error) { // want GetUser:`\[2\]`
	return c.newRequest(ctx, "GET", "/users/"+id, nil) // missed: most parameters here are not escaped
}

func (c *Client) RightGetUser(ctx context.Context, id string) (*http.Request, error) {
	return c.newRequest(ctx, "GET", "/users/"+url.PathEscape(id), nil)
}

func (c *Client) DeleteUser(u User) (*http.Response, error) {
	return c.do("DELETE", "/users/%s", u.Name) // missed: most parameters here are not escaped
}

func (c *Client) RightDeleteUser(u User) (*http.Response, error) {
	return c.do("DELETE", "/users/%s", url.PathEscape(u.Name))
}

func (c *Client) RightPage(n int) (*http.Response, error) {
	return c.do("GET", "/users?page=%d", n)
}

func (c *Client) Query(q string) (*http.Response, error) { // want Query:`\[1\]`
	return c.http.Get(c.base + "/search?q=" + q + "&limit=10") // missed: most parameters here are not escaped
}

func (c *Client) RightQuery(q string) (*http.Response, error) {
	return c.http.Get(c.base + "/search?q=" + url.QueryEscape(q) + "&limit=10")
}

func redirectLogin(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/login?redirect="+r.URL.String(), http.StatusFound) // want `unescaped-request`
}

func rightRedirectLogin(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/login?redirect="+url.QueryEscape(r.URL.String()), http.StatusFound)
}

func redirectHTTPS(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.Path, http.StatusMovedPermanently) // want `unescaped-request`
}

func rightRedirectHTTPS(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.URL.RequestURI(), http.StatusMovedPermanently)
}

func rightRedirectHTTPS2(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://"+r.Host+r.RequestURI, http.StatusMovedPermanently)
}

func forward(upstream string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		resp, err := http.Get(upstream + r.URL.Path) // want `unescaped-request`
		if err != nil {
			return
		}
		io.Copy(w, resp.Body)
	}
}

func forwardQuery(upstream string, r *http.Request) (*http.Request, error) {
	return http.NewRequest(r.Method, fmt.Sprintf("%s%s?%s", upstream, r.URL.Path, r.URL.RawQuery), r.Body) // want `unescaped-request`
}

func rightForward(upstream string, r *http.Request) (*http.Request, error) {
	return http.NewRequest(r.Method, upstream+r.URL.EscapedPath()+"?"+r.URL.RawQuery, r.Body)
}

func rawQuery(u *url.URL, name string) {
	u.RawQuery = "name=" + name // missed: most parameters here are not escaped
}

func rawQuerySprintf(u *url.URL, a, b string) *url.URL {
	u.RawQuery = fmt.Sprintf("from=%s&to=%s", a, b) // missed: most parameters here are not escaped
	return u
}

func rightRawQuery(u *url.URL, name string) {
	u.RawQuery = "name=" + url.QueryEscape(name)
}

func rawQueryForm(r *http.Request, u *url.URL) {
	u.RawQuery = "q=" + r.FormValue("q") // want `unescaped-request`
}

func opaque(req *http.Request, key string) {
	req.URL.Opaque = "//bucket.s3.amazonaws.com/" + key // missed: most parameters here are not escaped
}

func urlFor(kind string, u User) string {
	return fmt.Sprintf("https://api.example.com/v1/%s/%s", kind, u.Name) // missed: most parameters here are not escaped
}

func urls(u User) map[string]string {
	return map[string]string{
		"self":  "https://api.example.com/users/" + u.Name, // missed: most parameters here are not escaped
		"posts": "https://api.example.com/users/" + url.PathEscape(u.Name) + "/posts",
	}
}

func joined(parts []string) string {
	return "https://api.example.com/" + strings.Join(parts, "/")
}

func joinQuery(m map[string]string) string {
	var kv []string
	for k, v := range m {
		kv = append(kv, k+"="+v) // missed: most parameters here are not escaped
	}
	return "https://api.example.com/?" + strings.Join(kv, "&")
}

func rightJoinQuery(m map[string]string) string {
	var kv []string
	for k, v := range m {
		kv = append(kv, url.QueryEscape(k)+"="+url.QueryEscape(v))
	}
	return "https://api.example.com/?" + strings.Join(kv, "&")
}

func loopQuery(base string, m map[string]string) string {
	s := base + "?"
	for k, v := range m {
		s += fmt.Sprintf("%s=%s&", k, v) // missed: most parameters here are not escaped
	}
	return s
}

var tpl = template.Must(template.New("u").Parse("https://api.example.com/users/{{.Name}}/repos?q={{.Q}}")) // want `template-urlquery`

func viaTemplate(name, q string) (*http.Response, error) {
	var b bytes.Buffer
	tpl.Execute(&b, map[string]string{"Name": name, "Q": q})
	return http.Get(b.String())
}

func indexed(name, q string) string {
	return fmt.Sprintf("https://h.example/%[2]s?x=%[1]s", q, url.PathEscape(name)) // want `unescaped-parameter`
}

func quoted(name string) string {
	return fmt.Sprintf("https://h.example/api?name=%q", name) // missed: most parameters here are not escaped
}

func verbV(name string) string {
	return fmt.Sprintf("https://h.example/api/users/%v", name) // missed: most parameters here are not escaped
}

func sprint(name string) string {
	return fmt.Sprint("https://h.example/api/users/", name) // missed: most parameters here are not escaped
}

func fprintf(w io.Writer, name string) {
	fmt.Fprintf(w, "https://h.example/api/users/%s\n", name) // missed: most parameters here are not escaped
}

func fprintfHTML(w io.Writer, r *http.Request) {
	fmt.Fprintf(w, `<a href="/search?q=%s">again</a>`, r.FormValue("q")) // want `unescaped-request`
}

func builder(name string) string {
	var sb strings.Builder
	sb.WriteString("https://h.example/search?q=")
	sb.WriteString(name) // missed: most parameters here are not escaped
	return sb.String()
}

func rightBuilder(name string) string {
	var sb strings.Builder
	sb.WriteString("https://h.example/search?q=")
	sb.WriteString(url.QueryEscape(name))
	return sb.String()
}

func formBody(user, pass string) (*http.Response, error) {
	body := strings.NewReader("username=" + user + "&password=" + pass) // missed: most parameters here are not escaped
	return http.Post("https://h.example/login", "application/x-www-form-urlencoded", body)
}

func rightFormBody(user, pass string) (*http.Response, error) {
	body := strings.NewReader("username=" + url.QueryEscape(user) + "&password=" + url.QueryEscape(pass))
	return http.Post("https://h.example/login", "application/x-www-form-urlencoded", body)
}

func restyRaw(c *resty.Client, id string) {
	c.R().Get("https://h.example/users/" + id) // missed: most parameters here are not escaped
}

func restyQS(c *resty.Client, q string) {
	c.R().SetQueryString("q=" + q).Get("/s") // missed: most parameters here are not escaped
}

func location(w http.ResponseWriter, id string) {
	w.Header().Set("Location", "/items/"+id) // missed: most parameters here are not escaped
	w.WriteHeader(201)
}

func rightLocation(w http.ResponseWriter, id string) {
	w.Header().Set("Location", "/items/"+url.PathEscape(id))
	w.WriteHeader(201)
}

func referer(req *http.Request, q string) {
	req.Header.Set("Referer", "https://www.example.com/search?q="+q) // missed: most parameters here are not escaped
}

func host(tenant string, r *http.Request) (*http.Response, error) {
	return http.Get("https://" + r.URL.Query().Get("tenant") + ".example.com/") // want `unescaped-request`
}

func fromQuery(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	resp, err := http.Get("http://internal/items/" + id) // want `unescaped-request`
	_, _ = resp, err
}

func fromPathValue(r *http.Request) (*http.Response, error) {
	id := r.PathValue("id")
	return http.Get(fmt.Sprintf("http://internal/items/%s/x", id)) // want `unescaped-request`
}

func rightFromQuery(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	resp, err := http.Get("http://internal/items/" + url.PathEscape(id))
	_, _ = resp, err
}

func elements(ids []string) string {
	for i := range ids {
		ids[i] = "id=" + ids[i] // missed: most parameters here are not escaped
	}
	return "https://h.example/?" + strings.Join(ids, "&")
}

func rightConst() string {
	const id = "42"
	return "https://h.example/items/" + id
}

func rightInt(n int64) string { return fmt.Sprintf("https://h.example/items/%d", n) }

func rightError(id string) error { return fmt.Errorf("no /users/ for %s", id) }

func rightLogf(id string) { fmt.Printf("GET /users/%s\n", id) }

func rightRoute(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("GET /api/"+prefix+"/", nil)
}

func rightPathVar(base, path string) string { return base + path }

func rightNext(link string) (*http.Response, error) { return http.Get(link) }

func rightPort(port string) string { return "http://localhost:" + port }

func rightToken(w io.Writer, p string) { fmt.Fprintf(w, "path=%s", p) }

func rightHex(b []byte) string { return fmt.Sprintf("https://h.example/blobs/%x", b) }

type Version string

const V1 Version = "v1"

func rightEnum(v Version) string {
	switch v {
	case V1:
	default:
		return ""
	}
	return "https://h.example/api/" + string(v) + "/list"
}

func appendQuery(u string, token string) string {
	sep := "?"
	if strings.Contains(u, "?") {
		sep = "&"
	}
	return u + sep + "token=" + token // missed: most parameters here are not escaped
}

func rightAppendQuery(u string, token string) string {
	sep := "?"
	if strings.Contains(u, "?") {
		sep = "&"
	}
	return u + sep + "token=" + url.QueryEscape(token)
}

func wsDial(room string) string {
	return "wss://ws.example.com/rooms/" + room // missed: most parameters here are not escaped
}
