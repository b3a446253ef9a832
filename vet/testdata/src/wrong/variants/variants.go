package variants

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"regexp"
	"strings"
	"text/template"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
)

type options struct {
	Query *string
	Name  string
	Sort  string
}

func list(o *options) string {
	q := url.Values{}
	if o.Query != nil {
		s := url.QueryEscape(*o.Query) // want `encoded-twice`
		q.Set("q", s)
	}
	return q.Encode()
}

func ptr(r *http.Request) string {
	v := r.FormValue("x")
	p := &v
	s, _ := url.QueryUnescape(*p) // want `decoded-twice`
	return s
}

func cookie(c *gin.Context) string {
	v, _ := c.Cookie("next")
	s, _ := url.QueryUnescape(v) // want `decoded-twice`
	return s
}

func fiberParam(c *fiber.Ctx) error {
	q, err := url.QueryUnescape(c.Query("q")) // want `decoded-twice`
	if err != nil {
		return err
	}
	_ = q
	return nil
}

func echoParam(c echo.Context) error {
	q, err := url.QueryUnescape(c.QueryParam("q")) // want `decoded-twice`
	_ = q
	return err
}

var body = template.Must(template.New("m").Parse(`https://h.example/users/{{.Name}}?q={{.Query}}`)) // want `template-urlquery`

func render(r *http.Request) string {
	var b bytes.Buffer
	body.Execute(&b, map[string]string{"Name": r.FormValue("name"), "Query": r.FormValue("q")})
	return b.String()
}

var page = template.Must(template.New("p").Parse(`<a href="/tags/{{.Tag | urlquery}}">{{.Tag}}</a>`)) // want `template-urlquery`

func quoted(r *http.Request) string {
	return fmt.Sprintf("https://h.example/?filter=name eq %q", r.FormValue("name")) // missed: a space in front of the value
}

func indexed(r *http.Request) string {
	return fmt.Sprintf("https://h.example/%[1]s/items?of=%[1]s", r.PathValue("id")) // want `unescaped-request`
}

func sprint(r *http.Request) (*http.Response, error) {
	return http.Get(fmt.Sprint("https://h.example/items/", r.PathValue("id"))) // want `unescaped-request`
}

func set(r *http.Request, names []string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = n + "=" + r.FormValue(n) // want `unescaped-request`
	}
	return "https://h.example/?" + strings.Join(parts, "&")
}

func newRequest(method, format string, args ...interface{}) (*http.Request, error) {
	return http.NewRequest(method, "https://h.example"+fmt.Sprintf(format, args...), nil)
}

func item(r *http.Request) (*http.Request, error) {
	return newRequest("GET", "/items/%s", r.FormValue("id")) // want `unescaped-request`
}

func requestURL(host, format string, args ...interface{}) string {
	return fmt.Sprintf("https://%s"+format, append([]interface{}{host}, args...)...)
}

func album(name string) (*http.Response, error) {
	return http.Get(requestURL("h.example", "/albums/%s", url.QueryEscape(name))) // want `wrong-encoder`
}

func creds(dsn string) (string, error) {
	rest := strings.TrimPrefix(dsn, "amqp://")
	userinfo := rest[:strings.LastIndex(rest, "@")]
	_, pass, _ := strings.Cut(userinfo, ":")
	return url.QueryUnescape(pass) // want `wrong-decoder`
}

func bucket(r *http.Request) (string, string) {
	b, k, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/") // want `split-decoded-path`
	return b, k
}

var re = regexp.MustCompile(`/repos/(?P<name>[^/]+)/tags`)

func repo(r *http.Request) string {
	if m := re.FindStringSubmatch(r.URL.Path); len(m) > 1 { // want `split-decoded-path`
		return m[1]
	}
	return ""
}

func rawFallback(r *http.Request) []string {
	return strings.Split(r.URL.RawPath, "/") // want `raw-path`
}

func proxy(target *url.URL) http.Handler {
	rp := httputil.NewSingleHostReverseProxy(target)
	return deny(rp)
}

func deny(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/internal/") {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r) // want `forwarded-path`
	})
}

func isLocal(next string) bool { return strings.HasPrefix(next, "/") }

func target(r *http.Request) string {
	n := r.FormValue("next")
	if isLocal(n) {
		return n
	}
	return "/"
}

func afterLogin(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, target(r), 302) // want `redirect-backslash`
}

func hostSplit(u *url.URL) string {
	h := u.Host
	if i := strings.Index(h, ":"); i >= 0 { // want `host-split`
		h = h[:i]
	}
	return h
}

func escapedPrefix(r *http.Request) bool {
	return strings.HasPrefix(r.URL.EscapedPath(), "/admin") // want `checked-encoded`
}

func hostOnly(u *url.URL) string {
	return u.Host[:strings.LastIndex(u.Host, ":")] // missed: a colon that is looked for from the end
}

func wholePath(p string) string {
	return "https://h.example/files/" + url.PathEscape("docs/"+p) // want `wrong-encoder`
}

func resolved(base *url.URL, r *http.Request) *url.URL {
	rel, _ := url.Parse("files/" + r.FormValue("name")) // want `unescaped-request`
	return base.ResolveReference(rel)                   // want `dot-segment`
}

func joinFile(r *http.Request) string {
	return "https://cdn.example/" + path.Join("public", r.FormValue("file")) // want `dot-segment` `unescaped-request`
}

func hostHeader(r *http.Request) string {
	return "https://" + r.Host + r.URL.Path + "?" + r.URL.RawQuery // want `unescaped-request`
}

func pageLink(r *http.Request, n int) string {
	return fmt.Sprintf("%s?page=%d&q=%s", r.URL.Path, n, r.URL.Query().Get("q")) // want `unescaped-request`
}

func tel(number string) string { return "tel:" + url.QueryEscape(number) } // want `wrong-encoder`

func urn(id string) string { return "urn:isbn:" + url.QueryEscape(id) } // want `wrong-encoder`

func amp(q string) string {
	q = strings.Replace(q, "&", "%26", -1) // want `escaped-by-hand`
	return "https://h.example/?q=" + q
}

func plus(p string) string {
	return "https://h.example/?p=" + strings.ReplaceAll(url.PathEscape(p), "+", "%2B")
}

func replaceFirst(q string) string {
	return strings.Replace(url.QueryEscape(q), "+", "%20", 1) // want `replaced-escape`
}

func hand(u *url.URL) string {
	return strings.ReplaceAll(u.String(), "%20", "+") // want `replaced-escape`
}
