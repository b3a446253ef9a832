package public

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/labstack/echo/v4"
)

func urlEscape(s string) string { return url.QueryEscape(strings.ReplaceAll(s, "\n", " ")) }

func arvan(relative string) string {
	return fmt.Sprintf("?search=%s&per_page=%d", url.QueryEscape(strings.ReplaceAll(relative, "_", "")), 10)
}

func webPath(project, p string) string {
	return path.Join("/", "oddpk", url.PathEscape(strings.ReplaceAll(p, "/", "||")))
}

func logID(t time.Time) string {
	return url.QueryEscape(strings.ReplaceAll(t.Format("20060102150405.000000"), ".", ""))
}

func storage(name, version string) string {
	return filepath.Join("npm", strings.ReplaceAll(name, "/", "%2f"), version+".tgz")
}

func fileSafe(name string) string {
	name = strings.ReplaceAll(name, "%", "%25")
	name = strings.ReplaceAll(name, "\x00", "%00")
	return strings.ReplaceAll(name, "/", "%2F")
}

func staticFile(c echo.Context) error {
	if c.Request().URL.RawPath == "" {
		return serve(c.Param("*"))
	}
	p, err := url.PathUnescape(c.Param("*"))
	if err != nil {
		return err
	}
	return serve(p)
}

func serve(string) error { return nil }

func dsn(user, pass, host string, port int, db string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, pass), Host: net.JoinHostPort(host, strconv.Itoa(port)), Path: "/" + db}
	q := u.Query()
	q.Set("sslmode", "disable")
	u.RawQuery = q.Encode()
	return u.String()
}

func searchPath(schema string) string {
	u := url.URL{Scheme: "postgres", Host: "h"}
	if schema != "" {
		u.RawQuery = "search_path=" + url.QueryEscape(schema)
	}
	return u.String()
}

func crawl(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || strings.Contains(u.Hostname(), "%") || !strings.Contains(u.Hostname(), ".") {
		return nil, errors.New("invalid")
	}
	return u, nil
}

func remote(req *http.Request) string {
	ip, _, err := net.SplitHostPort(req.RemoteAddr)
	if err != nil {
		return req.RemoteAddr
	}
	return ip
}

func nextPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsRune(next, '\\') {
		return "/"
	}
	return next
}

func redirectNext(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, nextPath(r.URL.Query().Get("next")), http.StatusSeeOther)
}

func parsedNext(next string) string {
	parsed, err := url.Parse(next)
	if err != nil || parsed.IsAbs() || parsed.Host != "" || strings.HasPrefix(parsed.Path, "//") {
		return "/"
	}
	return parsed.String()
}

func idOf(r *http.Request) (int, error) {
	s := r.PathValue("id")
	if s == "" {
		s = path.Base(r.URL.Path)
	}
	return strconv.Atoi(s)
}

func user(base *url.URL, id int64) string { return base.JoinPath("users", fmt.Sprint(id)).String() }

func byID(base *url.URL, id [16]byte) string {
	return base.JoinPath("users", fmt.Sprintf("%x", id)).String()
}

func logPath(w io.Writer, r *http.Request) { fmt.Fprintf(w, "%s %s %d\n", r.Method, r.RequestURI, 200) }

func ignore(r *http.Request) bool {
	return r.URL.Path == "/healthz" || strings.HasPrefix(r.URL.Path, "/static/")
}

func next(w http.ResponseWriter, r *http.Request) {
	to := "/login"
	if r.Method == http.MethodGet {
		to += "?" + url.Values{"next": {r.URL.RequestURI()}}.Encode()
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

func mirror(w http.ResponseWriter, r *http.Request, upstream string) {
	u := upstream + r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		u += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, u, 307)
}

func cacheKey(r *http.Request) string {
	h := sha256.Sum256([]byte(r.Method + r.URL.String()))
	return string(h[:])
}

type client struct{ base string }

func (c *client) do(ctx context.Context, method, p string, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+p, bytes.NewReader(b))
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func (c *client) comments(ctx context.Context, id string) error {
	return c.do(ctx, "GET", "/items/"+url.PathEscape(id)+"/comments", nil)
}

func (c *client) page(ctx context.Context, n int, kind string) error {
	v := url.Values{}
	v.Set("page", strconv.Itoa(n))
	v.Set("kind", kind)
	return c.do(ctx, "GET", "/items?"+v.Encode(), nil)
}

func canonical(v url.Values) string { return strings.ReplaceAll(v.Encode(), "+", "%20") }

func sorted(m map[string]string) string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	for i, k := range keys {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(url.QueryEscape(k))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(m[k]))
	}
	return "https://h.example/?" + b.String()
}

func csv(rows [][]string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(strings.Join(r, ","))
		b.WriteString("\n")
	}
	return b.String()
}

func ginFile(c *gin.Context) { c.String(200, filepath.Base(c.Param("name"))) }

var tagRE = regexp.MustCompile(`^https://example\.com(/|$)`)

func fromUs(r *http.Request) bool { return tagRE.MatchString(r.Header.Get("Referer")) }

func share(link, title string) string {
	return "https://tw.example/intent?url=" + url.QueryEscape(link) + "&text=" + url.QueryEscape(title)
}

func dataURI(svg []byte) string { return "data:image/svg+xml," + url.PathEscape(string(svg)) }

func slug(s string) string { return "/posts/" + strings.ReplaceAll(strings.ToLower(s), " ", "-") }

func decodeParam(raw string) (string, string, error) {
	k, v, _ := strings.Cut(raw, "=")
	k, err := url.QueryUnescape(k)
	if err != nil {
		return "", "", err
	}
	v, err = url.QueryUnescape(v)
	return k, v, err
}

func env() string { return os.Getenv("HOST") + ":" + os.Getenv("PORT") }

func wsURL(u *url.URL) string {
	c := *u
	c.Scheme = "wss"
	c.Path = path.Join(c.Path, "socket")
	return c.String()
}

func openapi(list []string) string { return "ids=" + strings.Join(list, ",") }

func objectPath(key string) string { return (&url.URL{Path: "/" + key}).EscapedPath() }
