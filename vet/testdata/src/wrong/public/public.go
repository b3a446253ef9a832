package public

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/gin-gonic/gin"
)

func fetchJSON(p string) (map[string]any, error) {
	resp, err := http.Get("https://api.movies.example/3/" + p)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out map[string]any
	return out, json.NewDecoder(resp.Body).Decode(&out)
}

func Movies() gin.HandlerFunc {
	return func(c *gin.Context) {
		query := strings.Replace(c.Query("q"), " ", "%20", -1) // want `escaped-by-hand`
		out, err := fetchJSON("search/multi?query=" + query + "&page=1")
		if err != nil {
			return
		}
		_ = out
	}
}

func urlEncode(target string) string {
	r := strings.Replace(url.QueryEscape(target), "+", "%20", -1)
	r = strings.Replace(url.QueryEscape(r), "*", "%2A", -1) // want `encoded-twice`
	return r
}

func proxyFor(user, host string) string {
	return fmt.Sprintf("http://%s@%s", strings.Replace(url.QueryEscape(user), "%3A", ":", 1), host) // want `wrong-encoder`
}

func finishLogin(w http.ResponseWriter, r *http.Request, redirect string) {
	redirect = strings.Replace(redirect, "%2f", "/", -1)
	http.Redirect(w, r, "/"+redirect, http.StatusSeeOther) // missed: what the parameter is is not known
}

func listDir(w http.ResponseWriter, r *http.Request) {
	p := "/data/" + strings.Replace(r.PathValue("path"), "%2F", "/", -1) // want `replaced-escape`
	fmt.Fprintln(w, p)
}

func do(ctx context.Context, method, endpoint string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, method, endpoint, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(resp.Body)
}

func comments(ctx context.Context, urn string) ([]byte, error) {
	endpoint := "https://api.social.example/rest/socialActions/" + url.QueryEscape(urn) + "/comments" // want `wrong-encoder`
	return do(ctx, http.MethodGet, endpoint, nil)
}

func WithDefault(img string) string {
	return "api/v1/avatar/" + url.QueryEscape(img) // want `wrong-encoder`
}

type str struct{ v string }

func (s str) ValueString() string { return s.v }

type conf struct{ ID, Name str }

func (c conf) getPath() string { return "/api/fmc/object" }

type restClient struct{ base string }

func (c *restClient) get(p string) ([]byte, error) {
	return do(context.Background(), "GET", c.base+p, nil)
}

type resource struct{ client *restClient }

func (d *resource) Read(config conf) error {
	urlPath := config.getPath() + "/" + url.QueryEscape(config.ID.ValueString()) // want `wrong-encoder`
	_, err := d.client.get(urlPath)
	return err
}

type updater struct{ ApiURL, CmdName string }

func fetchInfo(u *updater, platform string) (*http.Response, error) {
	urlPath := u.ApiURL + url.QueryEscape(u.CmdName) + "/" + url.QueryEscape(platform) + ".json" // want `wrong-encoder` `wrong-encoder`
	return http.Get(urlPath)
}

func query(method, path string, v url.Values, out any) error {
	u := "https://api.pay.example/v1" + path
	if v != nil {
		u += "?" + v.Encode()
	}
	_, err := do(context.Background(), method, u, nil)
	return err
}

func Retrieve(id string) error {
	path := "/companies/" + url.QueryEscape(id) // want `wrong-encoder`
	return query("GET", path, nil, nil)
}

type player struct{ host string }

func (c *player) form(action, name string) (requestURL string) {
	switch action {
	case "next", "stop":
		requestURL = c.host + action
	case "add", "play":
		requestURL = c.host + action + "/" + url.QueryEscape(name) // want `wrong-encoder`
	}
	return requestURL
}

func creds(email string) ([]byte, error) {
	return json.Marshal(map[string]string{
		"auth_uri": "https://accounts.example.com/o/oauth2/auth",
		"cert_url": "https://www.example.com/robot/v1/metadata/x509/" + url.QueryEscape(email), // want `wrong-encoder`
	})
}

func greet(w http.ResponseWriter, r *http.Request) {
	seg := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	if len(seg) < 3 {
		http.Error(w, "name", http.StatusBadRequest)
		return
	}
	name := seg[2]
	u := fmt.Sprintf("http://localhost:8080/hello?name=%s", name) // want `unescaped-request`
	resp, err := http.Get(u)
	if err != nil {
		return
	}
	defer resp.Body.Close()
}

func show(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	list := parts[1]
	hash := parts[len(parts)-1]
	fmt.Fprint(w, list, hash)
}

type streams struct{ list map[string]*string }

func (p *streams) serve(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/") // want `split-decoded-path`
	if len(parts) != 3 {
		return
	}
	s := p.list[parts[2]]
	if s == nil {
		return
	}
	fmt.Fprint(w, *s)
}

type querier interface {
	Execute(ctx context.Context, resource, q string) (any, error)
}

type handler struct{ service querier }

func (h handler) process(w http.ResponseWriter, r *http.Request) error {
	decoded, err := url.QueryUnescape(r.URL.RawQuery) // missed: the whole query may be one value
	if err != nil {
		return err
	}
	_, err = h.service.Execute(r.Context(), r.PathValue("resource"), decoded)
	return err
}

func user(r *http.Request) (string, error) {
	return url.QueryUnescape(r.FormValue("suser")) // want `decoded-twice`
}

func GetHTTPParam(r *http.Request, key string) string {
	value, _ := url.QueryUnescape(r.Form.Get(key)) // want `decoded-twice`
	return value
}

func proxyEvents(uris string, w http.ResponseWriter, r *http.Request) {
	q, _ := url.QueryUnescape(r.URL.Query().Encode())
	http.Get("https://h.example/v3/" + uris + "?" + q) // want `unescaped-parameter`
}

func code(w http.ResponseWriter, r *http.Request) {
	u, err := url.QueryUnescape(r.URL.String()[1:]) // want `wrong-decoder`
	if err != nil {
		return
	}
	fmt.Fprintln(w, "code:", u)
}

func token(r *http.Request) (tok string, err error) {
	tok = r.Header.Get("Authorization")
	if tok == "" {
		tok, err = url.QueryUnescape(r.URL.Query().Get("token")) // want `decoded-twice`
		if err != nil {
			return "", err
		}
		tok = strings.ReplaceAll(tok, " ", "+")
	}
	return tok, nil
}

func CanResolve(u *url.URL) bool {
	if strings.HasSuffix(u.Host, "rapid.example") { // want `host-prefix`
		return true
	}
	return false
}

func cloud(base string) bool {
	u, _ := url.Parse(base)
	return strings.HasSuffix(u.Host, "jira.com") || strings.HasSuffix(u.Host, "atlassian.net") // want `host-prefix` `host-prefix`
}

type kind int

func (k kind) redirectURL(targetURL string, req *http.Request) string {
	redirectURL := targetURL + req.URL.Path // want `unescaped-request`
	if k == 1 && req.URL.RawQuery != "" {
		redirectURL = strings.Join([]string{redirectURL, "?", req.URL.RawQuery}, "")
	}
	return redirectURL
}

type recorder struct{ upstream string }

func (p *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	upstreamURL := p.upstream + req.URL.Path // want `unescaped-request`
	if req.URL.RawQuery != "" {
		upstreamURL += "?" + req.URL.RawQuery
	}
	preq, err := http.NewRequestWithContext(req.Context(), req.Method, upstreamURL, req.Body)
	if err != nil {
		return
	}
	http.DefaultClient.Do(preq)
}

type site struct{ URL string }

func selected() (*site, error) { return &site{}, nil }

func redirectHandler(w http.ResponseWriter, req *http.Request) {
	s, err := selected()
	if err != nil {
		return
	}
	to := s.URL + req.URL.Path // want `unescaped-request`
	if len(req.URL.RawQuery) > 0 {
		to += "?" + req.URL.RawQuery
	}
	http.Redirect(w, req, to, http.StatusMovedPermanently)
}

func location(w http.ResponseWriter, r *http.Request, addr string) {
	w.Header().Set("Location", "http://"+addr+r.URL.Path) // want `unescaped-request`
}

func toLogin(c *gin.Context) {
	p := c.Request.URL.Path
	if p == "" {
		p = "/dashboard"
	}
	c.Redirect(http.StatusFound, "/login?redirect="+p) // want `unescaped-request`
}

func toLogin2(c *gin.Context) {
	redirect := c.Query("redirect")
	if redirect == "" || !strings.HasPrefix(redirect, "/") {
		redirect = "/dashboard"
	}
	c.Redirect(http.StatusFound, "/login?redirect="+redirect) // want `unescaped-request`
}

func client() http.Client {
	return http.Client{
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			req.URL.Opaque = req.URL.Path // want `unescaped-request`
			return nil
		},
	}
}

func fileURL(base, name string) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		return "", err
	}
	u.Path = path.Join(u.Path, url.PathEscape(name)) // want `dot-segment` `encoded-twice`
	return u.String(), nil
}

type endpoints interface{ Callback() *url.URL }

type provider struct{ e endpoints }

func (p *provider) CallbackURL(alias string) *url.URL {
	u := p.e.Callback()
	u.Path = path.Join(u.Path, url.PathEscape(alias)) // want `dot-segment` `encoded-twice`
	return u
}

func search(from, to string) (*http.Response, error) {
	v := url.Values{}
	v.Set("startDate", from)
	v.Set("endDate", to)
	queryURL := "https://pool.example/api/v2/search" + "?" + url.QueryEscape(v.Encode()) // want `wrong-encoder`
	return http.Get(queryURL)
}

func launch(ids, args []string) string {
	params := url.Values{
		"offerIds":  {strings.Join(ids, ",")},
		"cmdParams": {url.PathEscape(strings.Join(args, " "))}, // want `encoded-twice`
	}
	u := url.URL{Scheme: "origin2", Path: "game/launch", RawQuery: params.Encode()}
	return u.String()
}

const scopesParam = "&scope=%s"

type oidc struct{ scopes []string }

func (o oidc) authURL(base string) string {
	s := fmt.Sprintf(scopesParam, url.PathEscape(strings.Join(o.scopes, " "))) // want `wrong-encoder`
	return base + "?client_id=x" + s
}

func logged(w http.ResponseWriter, r *http.Request) {
	redirect := r.FormValue("redirect")
	if !strings.HasPrefix(redirect, "/") || strings.HasPrefix(redirect, "//") {
		redirect = "/"
	}
	w.Header().Set("location", redirect) // want `redirect-backslash`
	w.WriteHeader(http.StatusSeeOther)
}

func safeRedirect(redirect string) string {
	if redirect == "" || !strings.HasPrefix(redirect, "/") || strings.HasPrefix(redirect, "//") || strings.Contains(redirect, "://") {
		return "/ui/"
	}
	return redirect
}

func callback(w http.ResponseWriter, r *http.Request) {
	c, err := r.Cookie("redirect")
	to := "/ui/"
	if err == nil {
		to = c.Value
	}
	http.Redirect(w, r, safeRedirect(to), http.StatusFound) // want `redirect-backslash`
}

func handleLogin(c *gin.Context) {
	redirect := strings.TrimSpace(c.PostForm("redirect"))
	if redirect == "" || !strings.HasPrefix(redirect, "/") {
		redirect = "/dashboard"
	}
	c.Redirect(http.StatusFound, redirect) // want `redirect-backslash`
}

func video(w http.ResponseWriter, title string) {
	content := "attachment; filename=\"" + url.PathEscape(title) + "\"; filename*=UTF-8''" + url.PathEscape(title) // want `wrong-encoder`
	w.Header().Set("content-disposition", content)
}

func Disposition(filename string) string {
	return "attachment; filename*=UTF-8''" + url.QueryEscape(filename) // want `wrong-encoder`
}

type cache struct{ m map[string]*http.Response }

func (s *cache) get(req *http.Request) *http.Response { return s.m[req.Method+req.URL.Path] } // missed: the cache of a client, whose URLs are its own
