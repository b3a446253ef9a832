package threads2

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/netip"
	"net/url"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/mux"
)

type API struct {
	base   *url.URL
	client *http.Client
	prefix string
}

func (a *API) one(r *http.Request) (*http.Response, error) {
	n, err := strconv.Atoi(r.FormValue("id"))
	if err != nil {
		return nil, err
	}
	return a.client.Get(a.base.String() + "/items/" + strconv.Itoa(n))
}

func (a *API) two(r *http.Request) (*http.Response, error) {
	id := r.FormValue("id")
	if _, err := strconv.ParseUint(id, 10, 64); err != nil {
		return nil, err
	}
	return a.client.Get(a.base.String() + "/items/" + id)
}

var word = regexp.MustCompile(`^\w+$`)

func (a *API) three(r *http.Request) (*http.Response, error) {
	id := mux.Vars(r)["id"]
	if !word.MatchString(id) {
		return nil, errors.New("bad")
	}
	return a.client.Get(fmt.Sprintf("%s/items/%s", a.base, id))
}

func (a *API) four(r *http.Request) (*http.Response, error) {
	switch kind := r.FormValue("kind"); kind {
	case "a", "b":
		return a.client.Get("https://api.example.com/" + kind)
	}
	return nil, errors.New("kind")
}

func (a *API) five(q url.Values) (*http.Response, error) {
	return a.client.Get(a.base.String() + "?" + q.Encode())
}

func (a *API) six(parts ...string) string {
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return a.base.JoinPath(parts...).String()
}

func state() string {
	b := make([]byte, 16)
	rand.Read(b)
	return "https://idp.example.com/auth?state=" + hex.EncodeToString(b) + "&nonce=" + base64.RawURLEncoding.EncodeToString(b)
}

func since(t time.Time) string {
	return "https://api.example.com/log?since=" + strconv.FormatInt(t.Unix(), 10)
}

func stamp(t time.Time) string {
	return "https://api.example.com/log?since=" + url.QueryEscape(t.Format(time.RFC3339))
}

func addr(a netip.AddrPort) string { return fmt.Sprintf("http://%s/", a) }

func addr6(a netip.Addr) string { return fmt.Sprintf("http://[%s]:80/", a) }

func addr4(a netip.Addr) string {
	if a.Is4() {
		return "http://" + a.String() + "/"
	}
	return "http://[" + a.String() + "]/"
}

func link(w http.ResponseWriter, name string) {
	fmt.Fprintf(w, `<a href="/user/%s">%s</a>`, url.PathEscape(name), html.EscapeString(name))
}

func search(filter any) (string, error) {
	b, err := json.Marshal(filter)
	if err != nil {
		return "", err
	}
	return "https://api.example.com/q?filter=" + url.QueryEscape(string(b)), nil
}

func label(s string) string { return strings.ReplaceAll(s, "%", "%%") }

func pct(n float64) string { return fmt.Sprintf("%.1f%%25", n) }

func sql(table, name string) string {
	return "SELECT * FROM " + table + " WHERE name LIKE '%" + name + "%' AND a=1&b=2"
}

func git(repo string) *exec.Cmd { return exec.Command("git", "clone", "https://github.com/"+repo) }

func sub(host string) bool { return strings.HasSuffix(host, ".example.com") }

func anyOf(u *url.URL, suffixes []string) bool {
	for _, s := range suffixes {
		if !strings.HasPrefix(s, ".") {
			s = "." + s
		}
		if strings.HasSuffix(u.Hostname(), s) {
			return true
		}
	}
	return false
}

func target(r *http.Request) string { return r.URL.EscapedPath() + "?" + r.URL.RawQuery }

func handler(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, "/static/"):
		http.ServeFile(w, r, "index.html")
	case r.URL.Path == "/healthz":
		w.WriteHeader(200)
	default:
		http.Redirect(w, r, "/login?next="+url.QueryEscape(r.URL.RequestURI()), 302)
	}
}

func cacheKey(r *http.Request) string { return r.Method + " " + r.URL.String() }

func hasToken(r *http.Request) bool { return strings.Contains(r.URL.RawQuery, "token=") }

func raw(r *http.Request) string {
	q := r.URL.RawQuery
	if i := strings.Index(q, "sig="); i >= 0 {
		return q[:i]
	}
	return q
}

func twoLevels(v string) string {
	inner := url.Values{"q": {v}}
	outer := url.Values{"u": {"https://b.example/?" + inner.Encode()}}
	return "https://a.example/?" + outer.Encode()
}

func unescapeList(s string) ([]string, error) {
	parts := strings.Split(s, ",")
	for i := range parts {
		v, err := url.QueryUnescape(parts[i])
		if err != nil {
			return nil, err
		}
		parts[i] = v
	}
	return parts, nil
}

func clean(name string) string {
	return "https://cdn.example.com/" + regexp.MustCompile(`[^a-z0-9-]+`).ReplaceAllString(name, "-")
}

func swap(s string) string {
	return regexp.MustCompile(`(\w+) (\w+)`).ReplaceAllString(s, "$2/$1")
}

func httpsOf(host, uri string) string { return "https://" + host + uri }

func (a *API) endpoint(path string) string { return a.base.String() + a.prefix + path }

func (a *API) list() string { return a.endpoint("/items?limit=10") }

func templ(tpl, owner, repo string) string {
	return strings.NewReplacer("{owner}", url.PathEscape(owner), "{repo}", url.PathEscape(repo)).Replace(tpl)
}

func proxyURL(user *url.Userinfo, host string) string {
	u := url.URL{Scheme: "http", User: user, Host: host}
	return u.String()
}

func slug(title string) string {
	return strings.ToLower(strings.ReplaceAll(title, " ", "-"))
}

func multi(base string, ids []int) string {
	var s []string
	for _, id := range ids {
		s = append(s, "id="+strconv.Itoa(id))
	}
	return base + "?" + strings.Join(s, "&")
}

func rfc3986(s string) string {
	return strings.NewReplacer("+", "%20", "*", "%2A", "%7E", "~").Replace(url.QueryEscape(s))
}

func dot(id string) (string, error) {
	if id == ".." || id == "." {
		return "", errors.New("dots")
	}
	return url.JoinPath("https://api.example.com/v1/items", url.PathEscape(id))
}
