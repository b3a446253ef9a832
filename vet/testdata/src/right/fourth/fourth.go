package fourth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

type client struct {
	base string
	hc   *http.Client
	u    *url.URL
}

func (c *client) one(name string) (*http.Response, error) {
	return c.hc.Get(c.base + "/users/" + url.PathEscape(name))
}

func two(q string) string { return "https://h.example/s?q=" + url.QueryEscape(q) }

func three(q string) string {
	return strings.ReplaceAll(url.QueryEscape(q), "+", "%20")
}

func four(u *url.URL, v url.Values) string {
	u.RawQuery = v.Encode()
	return u.String()
}

func five(r *http.Request) string {
	p := r.URL.RawPath
	if p == "" {
		p = r.URL.Path
	}
	return p
}

func six(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusFound)
}

func seven(s string) string { return strings.ReplaceAll(s, " ", "_") }

func eight(r *http.Request) (string, error) {
	parts := strings.Split(r.URL.EscapedPath(), "/")
	return url.PathUnescape(parts[len(parts)-1])
}

func nine(user, pass, host string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(user, pass), Host: host, Path: "/db"}
	return u.String()
}

func ten(host string, port int) string {
	return "http://" + net.JoinHostPort(host, fmt.Sprint(port)) + "/health"
}

func eleven(origin string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Hostname() == "example.com" || strings.HasSuffix(u.Hostname(), ".example.com"))
}

func twelve(to string) string {
	if !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.Contains(to, `\`) {
		return "/"
	}
	return to
}

func twelveB(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, twelve(r.FormValue("next")), 302)
}

func thirteen(c *client, id string) (*http.Request, error) {
	if id == "." || id == ".." {
		return nil, errors.New("bad id")
	}
	return http.NewRequest("GET", c.u.JoinPath("users", url.PathEscape(id)).String(), nil)
}

func fourteen(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/api/"):
		w.WriteHeader(200)
	default:
		http.NotFound(w, r)
	}
}

func fifteen(r *http.Request) string {
	sections := strings.Split(r.URL.Path, "/")
	if len(sections) > 2 && sections[1] == "static" {
		return "static"
	}
	return "dynamic"
}

func sixteen(file string) string { return filepath.Base(file) }

func seventeen(u *url.URL) string { return path.Base(u.Path) }

func eighteen(link string) string {
	v := url.Values{"u": {link}}
	return "https://share.example/?" + v.Encode()
}

func nineteen(next string) string {
	inner := "https://a.example/cb?x=" + url.QueryEscape(next)
	return "https://b.example/login?redirect=" + url.QueryEscape(inner)
}

func twenty(mac []byte) string {
	return "https://h.example/v?sig=" + url.QueryEscape(base64.StdEncoding.EncodeToString(mac))
}

func twentyOne(mac []byte) string {
	return "https://h.example/v?sig=" + base64.RawURLEncoding.EncodeToString(mac)
}

func twentyTwo(mac []byte) string { return "https://h.example/v?sig=" + hex.EncodeToString(mac) }

func twentyThree(q any) (string, error) {
	b, err := json.Marshal(q)
	return "https://h.example/?f=" + url.QueryEscape(string(b)), err
}

func twentyFour(id int, kind string) string {
	return fmt.Sprintf("https://h.example/items/%d?kind=%s", id, url.QueryEscape(kind))
}

func twentyFive(cmd string) string {
	cmd = strings.ReplaceAll(cmd, "%", "%25")
	cmd = strings.ReplaceAll(cmd, "\r", "%0D")
	return strings.ReplaceAll(cmd, "\n", "%0A")
}

func twentySeven(w http.ResponseWriter, name string) {
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
}

func twentyEight(w http.ResponseWriter, r *http.Request) {
	target := r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	http.Redirect(w, r, "https://"+r.Host+target, 301)
}

func twentyNine(r *http.Request, key []byte) string {
	h := hmac.New(sha256.New, key)
	io.WriteString(h, r.Method+"\n"+r.URL.EscapedPath()+"\n"+r.URL.RawQuery)
	return hex.EncodeToString(h.Sum(nil))
}

func thirty(params url.Values, key string) string {
	keys := make([]string, 0, len(params))
	for k := range params {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(three(k) + "=" + three(params.Get(k)) + "&")
	}
	h := hmac.New(sha1.New, []byte(key))
	h.Write([]byte("oauth_signature_method" + b.String()))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

func thirtyOne(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return host
}

func thirtyTwo(r *http.Request) string {
	id, err := url.PathUnescape(chi.URLParam(r, "id"))
	if err != nil || r.URL.RawPath == "" {
		return chi.URLParam(r, "id")
	}
	return id
}

func thirtyThree(r *http.Request) string { return mux.Vars(r)["id"] }

var tmpl = template.Must(template.New("x").Parse(`<a href="/s?q={{.Q}}">{{.Q}}</a>`))

func thirtyFour(w io.Writer, q string) error { return tmpl.Execute(w, struct{ Q string }{q}) }

func thirtyFive(p *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" {
			http.Error(w, "no", 400)
			return
		}
		if strings.HasPrefix(r.URL.Path, "/internal/") {
			http.Error(w, "no", http.StatusForbidden)
			return
		}
		p.ServeHTTP(w, r)
	})
}

func thirtySix(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" {
			w.WriteHeader(200)
			return
		}
		h.ServeHTTP(w, r)
	})
}

func thirtySeven(r *http.Request, counts map[string]int) { counts[r.URL.Path]++ }

func thirtyEight(s string) string {
	var b bytes.Buffer
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			b.WriteString("%25")
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

var idRE = regexp.MustCompile(`^[a-z0-9-]+$`)

func thirtyNine(c *client, id string) (*http.Response, error) {
	if !idRE.MatchString(id) {
		return nil, errors.New("bad")
	}
	return c.hc.Get(c.base + "/items/" + id)
}

func forty(u string) (string, error) {
	parsed, err := url.Parse(u)
	if err != nil {
		return "", err
	}
	q := parsed.Query()
	q.Set("utm", "x y")
	parsed.RawQuery = q.Encode()
	return parsed.String(), nil
}

func fortyOne() string { return os.Getenv("API") + "/v1/status?limit=10" }

func fortyTwo(prefix string, r *http.Request) *url.URL {
	u := *r.URL
	u.Path = strings.TrimPrefix(r.URL.Path, prefix)
	u.RawPath = strings.TrimPrefix(r.URL.RawPath, prefix)
	return &u
}

func fortyThree(segments ...string) string {
	for i := range segments {
		segments[i] = url.PathEscape(segments[i])
	}
	return "https://h.example/" + strings.Join(segments, "/")
}

func fortyFour(r *http.Request) bool { return strings.Contains(r.URL.Path, "..") }

func fortyFive(key string) string {
	parts := strings.Split(key, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return "https://b.example/" + strings.Join(parts, "/")
}

func fortySix(w http.ResponseWriter, r *http.Request) {
	u, err := url.Parse(r.FormValue("next"))
	if err != nil || u.Host != "" || u.Scheme != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") || strings.Contains(u.Path, "\\") {
		u = &url.URL{Path: "/"}
	}
	http.Redirect(w, r, u.String(), 302)
}

func fortySeven(h http.Header, r *http.Request) bool {
	switch h.Get("Origin") {
	case "https://example.com", "https://www.example.com":
		return true
	}
	return false
}

func fortyEight(a, b string) bool { return url.QueryEscape(a) == url.QueryEscape(b) }

func fortyNine(s string) (string, error) {
	dec, err := url.QueryUnescape(s)
	if err != nil {
		return "", err
	}
	return url.QueryEscape(dec), nil
}

func fifty(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintf(w, "path %s not found\n", r.URL.Path)
}

func fiftyOne(w http.ResponseWriter, r *http.Request) {
	http.ServeFile(w, r, filepath.Join("static", path.Clean("/"+r.URL.Path)))
}

func fiftyTwo(u *url.URL, p string) *url.URL {
	return u.ResolveReference(&url.URL{Path: "static/app.js", RawQuery: "v=" + url.QueryEscape(p)})
}

func fiftyThree(base *url.URL, href string) (*url.URL, error) { return base.Parse(href) }

func fiftyFour(dir, name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(dir, name))
}

func fiftyFive(r *http.Request) url.Values {
	q, _ := url.ParseQuery(r.URL.RawQuery)
	return q
}

func fiftySix(c *client, repo, tag string) string {
	return fmt.Sprintf("%s/v2/%s/manifests/%s", c.base, repo, tag)
}

func fiftySeven(level, msg string) string { return fmt.Sprintf("level=%s msg=%s", level, msg) }

func fiftyEight(bucket string) string { return "s3://" + bucket + "/path" }

func fiftyNine(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	return u.Hostname() + ":443"
}

func sixty(s string) string {
	s, err := url.PathUnescape(s)
	if err != nil {
		return ""
	}
	return s
}
