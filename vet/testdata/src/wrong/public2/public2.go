package public2

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/gorilla/mux"
	"github.com/labstack/echo/v4"
)

type note struct{ Email, Code string }

func verify(n note) string {
	params := []string{
		"code=" + url.QueryEscape(strings.ReplaceAll(n.Code, " ", "+")),   // want `replaced-escape`
		"email=" + url.QueryEscape(strings.ReplaceAll(n.Email, " ", "+")), // want `replaced-escape`
	}
	return strings.Join(params, "&")
}

func wikiPage(title string) (*http.Response, error) {
	pageURL := fmt.Sprintf("https://en.wiki.example/wiki/%s",
		url.QueryEscape(strings.ReplaceAll(title, " ", "-x-"))) // want `wrong-encoder`
	return http.Get(pageURL)
}

type kv struct{ Key, Value string }

func payURL(base string, pairs []kv) string {
	params := []string{}
	for _, p := range pairs {
		enc := url.QueryEscape(strings.ReplaceAll(p.Value, " ", "+")) // want `replaced-escape`
		params = append(params, p.Key+"="+enc)
	}
	return base + "/pay?" + strings.Join(params, "&")
}

func images(token string, tags map[string]string) string {
	u := "/got_image?token=" + url.QueryEscape(token)
	if _, ok := tags["tags"]; ok {
		u += "&tags=" + url.QueryEscape(strings.ReplaceAll(strings.TrimSpace(tags["tags"]), " ", "%20")) // want `replaced-escape`
	}
	return u
}

func registryPath(name string) string { return strings.ReplaceAll(name, "/", "%2f") } // want `escaped-by-hand`

var registries = []string{"https://registry.npm.example"}

func latest(name string) (*http.Response, error) {
	for _, reg := range registries {
		resp, err := http.Get(reg + "/" + registryPath(name))
		if err == nil {
			return resp, nil
		}
	}
	return nil, os.ErrNotExist
}

func escapePath(name string) string {
	return url.PathEscape(strings.ReplaceAll(name, "/", "%2F")) // want `replaced-escape`
}

func tarball(name, version string) string {
	base := name
	if i := strings.LastIndex(name, "/"); i >= 0 {
		base = name[i+1:]
	}
	escaped := strings.ReplaceAll(name, "/", "%2F") // want `escaped-by-hand`
	return fmt.Sprintf("https://registry.npm.example/%s/-/%s-%s.tgz", escaped, base, version)
}

func logText(c echo.Context) error {
	id, err := url.PathUnescape(c.Param("id")) // want `decoded-twice`
	if err != nil {
		return err
	}
	_, err = os.ReadFile("logs/" + id)
	return err
}

func fast(c *gin.Context) {
	folder, _ := url.PathUnescape(c.Param("folder")) // want `decoded-twice`
	c.String(200, folder)
}

func instance(w http.ResponseWriter, r *http.Request) {
	name, err := url.PathUnescape(mux.Vars(r)["name"]) // want `decoded-twice`
	if err != nil {
		return
	}
	w.Write([]byte(name))
}

func router() *mux.Router {
	r := mux.NewRouter()
	r.HandleFunc("/i/{name}", instance)
	return r
}

type settings struct {
	Username, Password, Host, Database string
	Port                               int
}

func (s *settings) dsn() string {
	u := url.URL{
		Scheme: "postgres",
		User:   url.UserPassword(s.Username, s.Password),
		Host:   net.JoinHostPort(s.Host, strconv.Itoa(s.Port)),
		Path:   "/" + url.PathEscape(s.Database), // want `encoded-twice`
	}
	return u.String()
}

func keyURL(issuer, account string) string {
	k := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + url.PathEscape(fmt.Sprintf("%s:%s", issuer, account))} // want `encoded-twice`
	return k.String()
}

func keys(username string) (*http.Request, error) {
	u := url.URL{Scheme: "https", Host: "github.example", Path: "/" + url.PathEscape(username) + ".keys"} // want `encoded-twice`
	return http.NewRequest("GET", u.String(), nil)
}

func mongo(user, pass, host string) string {
	u := &url.URL{Scheme: "mongodb", Host: host}
	if user != "" && pass != "" {
		u.User = url.UserPassword(url.QueryEscape(user), url.QueryEscape(pass)) // want `encoded-twice` `encoded-twice`
	}
	return u.String()
}

func authRequired(w http.ResponseWriter, r *http.Request) bool {
	u := "/login?next=" + r.URL.Path // want `unescaped-request`
	http.Redirect(w, r, u, http.StatusTemporaryRedirect)
	return false
}

func requireLogin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		target := "/login"
		if r.Method == http.MethodGet {
			target = "/login?next=" + r.URL.Path // want `unescaped-request`
		}
		if r.Header.Get("HX-Request") != "" {
			w.Header().Set("HX-Redirect", target)
			return
		}
		http.Redirect(w, r, target, http.StatusFound)
	})
}

func session(w http.ResponseWriter, r *http.Request) {
	next := "/login"
	if r.URL.Path != "/" && r.URL.Path != "/login" {
		next += "?next=" + r.URL.Path // want `unescaped-request`
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

func wantsHTML(r *http.Request) bool { return r.Header.Get("Accept") != "" }

func mid(w http.ResponseWriter, r *http.Request) {
	if wantsHTML(r) {
		dest := "/login"
		if r.Method != "" {
			dest += "?next=" + r.URL.RequestURI() // want `unescaped-request`
		}
		http.Redirect(w, r, dest, http.StatusSeeOther)
	}
}

func authorize(w http.ResponseWriter, r *http.Request) {
	params := url.Values{
		"state":        {r.URL.Query().Get("state")},
		"redirect_uri": {"http://localhost:8000/authcode?next=" + r.URL.Query().Get("next")}, // want `unescaped-request`
	}
	http.Redirect(w, r, "https://my.drive.example/authorize?"+params.Encode(), 302)
}

func button(to, subject, body string) string {
	subject = strings.ReplaceAll(subject, " ", "")
	return fmt.Sprintf("mailto:%s?subject=%s&body=%s", to, url.QueryEscape(subject), url.QueryEscape(body)) // want `wrong-encoder` `wrong-encoder`
}

func youtube(text string) string {
	u, err := url.Parse(text)
	if err == nil && strings.Contains(u.Hostname(), "youtube.com") { // want `host-prefix`
		return u.Query().Get("v")
	}
	return ""
}

var route = map[string]string{}

func selectHost(req *http.Request) error {
	to := strings.Split(req.Host, ":")[0] // want `host-split`
	if dest, ok := route[to]; ok {
		req.URL.Host = dest
	}
	return nil
}

func upload(res http.ResponseWriter, req *http.Request) {
	host := strings.Split(req.Host, ":") // want `host-split`
	ip := host[0]
	fmt.Fprintf(res, "http://%s:%s/Upload", ip, "80")
}

func vhost(req *http.Request, pwd string) string {
	parts := strings.Split(req.Host, ":") // want `host-split`
	host := parts[0]
	return path.Join(pwd, host)
}

func safeNext(next string) string {
	if next == "" || !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") {
		return "/"
	}
	if strings.ContainsAny(next, "\r\n") {
		return "/"
	}
	return next
}

func done(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, safeNext(r.FormValue("next")), http.StatusSeeOther) // want `redirect-backslash`
}

func magic(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("next")
	if next == "" || !strings.HasPrefix(next, "/") {
		next = "/me"
	}
	http.Redirect(w, r, next, http.StatusSeeOther) // want `redirect-backslash`
}

func job(w http.ResponseWriter, r *http.Request) {
	id := path.Base(r.URL.Path) // want `split-decoded-path`
	status(r.Context(), id)
}

func status(context.Context, string) {}

type store struct{ m map[string]*int }

func (d *store) machines(w http.ResponseWriter, r *http.Request) {
	if mc := d.m[path.Base(r.URL.Path)]; mc != nil { // want `split-decoded-path`
		json.NewEncoder(w).Encode(mc)
	}
}

type api struct{ baseURL *url.URL }

func (c *api) usage(ctx context.Context, username string) (*http.Request, error) {
	user := strings.ToLower(username)
	return http.NewRequestWithContext(ctx, "GET", c.baseURL.JoinPath("users", user, "usages").String(), nil) // want `dot-segment`
}

func repos(owner string) (*http.Request, error) {
	p, err := url.JoinPath("users", owner, "repos") // want `dot-segment`
	if err != nil {
		return nil, err
	}
	return http.NewRequest(http.MethodGet, "https://h.example/"+p, nil)
}

func authentication(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/public") { // want `checked-encoded`
			next.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(401)
	})
}

func routes(w http.ResponseWriter, r *http.Request) {
	if r.RequestURI == "/index.html" { // want `checked-encoded`
		http.Redirect(w, r, "./", http.StatusMovedPermanently)
	} else if strings.HasPrefix(r.RequestURI, "/region/") { // want `checked-encoded`
		w.Write(nil)
	}
}

func filePath(r *http.Request) string {
	full := r.RequestURI[1:]
	full = strings.Split(full, "?")[0] // missed: a target that names a file
	return "store/" + full
}

func forward(w http.ResponseWriter, req *http.Request) {
	host, _, _ := strings.Cut(req.Host, ":") // want `host-split`
	http.Redirect(w, req, "https://"+host+req.RequestURI, 301)
}

func tmdb(id string, q string) (*http.Response, error) {
	u := "https://api.h.example/3/search?language=en&query=" + url.PathEscape(q) // want `wrong-encoder`
	return http.Get(u)
}

func find(name string) (*http.Response, error) {
	req, err := http.NewRequest("GET", "https://h.example/find", nil)
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = "name=" + url.PathEscape(name) // want `wrong-encoder`
	return http.DefaultClient.Do(req)
}

func add(u *url.URL, k, v string) {
	q := u.Query()
	q.Set(k, url.PathEscape(v)) // want `encoded-twice`
	u.RawQuery = q.Encode()
}

func bindJSON(c *gin.Context) {
	var in struct{ Name string }
	_ = c
	resp, err := http.Get("https://h.example/profile/" + c.Query("name")) // want `unescaped-request`
	if err != nil {
		return
	}
	_ = resp
	_ = in
}

func redisURL(host, password string) string {
	return "redis://:" + password + "@" + host + ":6379/0" // want `unescaped-userinfo`
}

func clone(token, repo string) string {
	return fmt.Sprintf("https://%s:%s@git.example/%s.git", "oauth2", token, repo) // want `unescaped-userinfo`
}
