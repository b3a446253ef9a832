package threads

import (
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

// warrant-dev/warrant#120
func objectHandler(w http.ResponseWriter, r *http.Request) {
	id, err := url.QueryUnescape(mux.Vars(r)["objectId"]) // want `decoded-twice`
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	fmt.Fprintln(w, id)
}

// joncalhoun/qson#2
func params(r *http.Request) map[string]string {
	out := map[string]string{}
	raw, err := url.QueryUnescape(r.URL.RawQuery) // want `decoded-twice`
	if err != nil {
		return nil
	}
	for _, part := range strings.Split(raw, "&") {
		if k, v, ok := strings.Cut(part, "="); ok {
			out[k] = v
		}
	}
	return out
}

// hiyali/go-lib-ssv#4
func ssv(u *url.URL) string {
	query, _ := url.QueryUnescape(u.RawQuery) // want `decoded-twice`
	i := strings.Index(query, "&signature=")
	if i < 0 {
		return ""
	}
	return query[:i]
}

// matryer/way#8
func segments(r *http.Request) []string {
	return strings.Split(strings.Trim(r.URL.Path, "/"), "/") // want `split-decoded-path`
}

// paradigmxyz/iron-proxy#156
func upstream(r *http.Request, host string) (*http.Request, error) {
	target := "https://" + host + r.URL.Path // want `unescaped-request`
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	return http.NewRequestWithContext(r.Context(), r.Method, target, r.Body)
}

// umputun/reproxy#118
var testRoute = regexp.MustCompile("^/test/(.*)$")

func destination(r *http.Request) (*url.URL, error) {
	dest := testRoute.ReplaceAllString(r.URL.Path, "https://dest.example.com/$1") // want `unescaped-request`
	return url.Parse(dest)
}

// weaveworks/common#34
func rewrite(next http.Handler, re *regexp.Regexp, replacement string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = re.ReplaceAllString(r.URL.Path, replacement) // missed: no rule is sure of it
		next.ServeHTTP(w, r)
	})
}

// labstack/echo#1628
func director(target *url.URL) func(*http.Request) {
	return func(r *http.Request) {
		r.URL.Scheme = target.Scheme
		r.URL.Host = target.Host
		r.URL.Path = r.URL.EscapedPath() // want `encoded-twice`
	}
}

// northwesternmutual/kanali#43
type kanali struct{ upstream string }

func (k kanali) forward(w http.ResponseWriter, r *http.Request) {
	u, _ := url.Parse(k.upstream)
	u.Path = path.Join(u.Path, strings.TrimPrefix(r.URL.Path, "/api")) // missed: no rule is sure of it
	u.RawQuery = r.URL.RawQuery
	req, _ := http.NewRequest(r.Method, u.String(), r.Body)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.WriteHeader(502)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

// akrylysov/algnhsa#11
func lambdaURL(p, query string) (*http.Request, error) {
	u := url.URL{Path: p, RawQuery: query}
	u.RawPath = p
	return http.NewRequest("GET", u.String(), nil)
}

// trip2g/trip2g#345
func ownOrigin(host, redirect string) string {
	u, err := url.Parse(redirect)
	if err != nil || u.Host != host {
		return "/"
	}
	return u.EscapedPath()
}

func login(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, ownOrigin(r.Host, r.FormValue("redirect")), http.StatusFound) // want `redirect-backslash`
}

// pocket-id/pocket-id#1450
func trailing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; len(p) > 1 && strings.HasSuffix(p, "/") {
			http.Redirect(w, r, strings.TrimSuffix(p, "/"), http.StatusMovedPermanently) // want `redirect-backslash`
			return
		}
		next.ServeHTTP(w, r)
	})
}

// gogs/gogs#5364
func validRedirect(s string) bool { return len(s) >= 2 && s[0] == '/' && s[1] != '/' }

func signIn(w http.ResponseWriter, r *http.Request) {
	to := r.FormValue("redirect_to")
	if validRedirect(to) {
		http.Redirect(w, r, to, http.StatusFound) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/", http.StatusFound)
}

// google/syzkaller#7441
func action(w http.ResponseWriter, r *http.Request) {
	dest := r.FormValue("url")
	u, err := url.Parse(dest)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") {
		dest = "/"
	}
	http.Redirect(w, r, dest, http.StatusFound) // want `redirect-backslash`
}

// basketikun/infinite-canvas#20
func decodeState(raw string) string {
	if raw == "" || !strings.HasPrefix(raw, "/") {
		return "/"
	}
	return raw
}

func callback(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, decodeState(r.URL.Query().Get("state")), http.StatusFound) // want `redirect-backslash`
}

// micro/mu#381
func status(w http.ResponseWriter, r *http.Request) {
	next := r.URL.Query().Get("redirect")
	if strings.HasPrefix(next, "/") {
		http.Redirect(w, r, next, 302) // want `redirect-backslash`
		return
	}
	http.Redirect(w, r, "/home", 302)
}

// trufflesecurity/trufflehog#5206
func endpointAllowed(raw string, allowed []string) bool {
	parsed, err := url.Parse(raw)
	if err != nil {
		return false
	}
	for _, suffix := range allowed {
		if strings.HasSuffix(parsed.Host, suffix) { // want `host-prefix`
			return true
		}
	}
	return false
}

// mvanhorn/printing-press-library#1420
func woot(raw string) error {
	parsed, err := url.Parse(raw)
	if err != nil {
		return err
	}
	if !strings.Contains(parsed.Host, "woot.com") { // want `host-prefix`
		return fmt.Errorf("not a woot address")
	}
	return nil
}

// cisco-ai-defense/defenseclaw#525
func exfil(ep string) bool {
	u, err := url.Parse(ep)
	return err == nil && (strings.HasPrefix(u.Hostname(), "github.com") || u.Hostname() == "localhost") // want `host-prefix`
}

// strantalis/workset#58
func githubRemote(remote string) bool {
	return strings.HasPrefix(remote, "https://github.com") // want `host-prefix`
}

func clone(remote string) (*http.Response, error) {
	if !githubRemote(remote) {
		return nil, fmt.Errorf("refused")
	}
	return http.Get(remote)
}

// greenpau/go-authcrunch#110
type gatekeeper struct{ prefix string }

func (g gatekeeper) bypass(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, g.prefix) // missed: no rule is sure of it
}

func (g gatekeeper) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.bypass(r) && r.Header.Get("Authorization") == "" {
			w.WriteHeader(401)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// gofr-dev/gofr#3978
func isWellKnown(p string) bool { return strings.HasPrefix(p, "/.well-known") }

func auth(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isWellKnown(r.URL.Path) { // missed: no rule is sure of it
			next.ServeHTTP(w, r)
			return
		}
		if _, _, ok := r.BasicAuth(); !ok {
			w.WriteHeader(401)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// tinyauthapp/tinyauth#1044
func aclProxy(proxy *httputil.ReverseProxy) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RequestURI, "/admin") && r.Header.Get("X-Role") != "admin" { // want `checked-encoded`
			w.WriteHeader(403)
			return
		}
		proxy.ServeHTTP(w, r)
	}
}

// louketo/louketo-proxy#200
func soap(proxy *httputil.ReverseProxy) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/app/soap" && r.Header.Get("Authorization") == "" {
			w.WriteHeader(401)
			return
		}
		proxy.ServeHTTP(w, r) // want `forwarded-path`
	})
}

// rootpd/go-binance#4
func signedQuery(params map[string]string, secret string) string {
	var query []string
	for k, v := range params {
		query = append(query, k+"="+url.QueryEscape(v))
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join(query, "&"))) // missed: no rule is sure of it
	return hex.EncodeToString(mac.Sum(nil))
}

// thoas/picfit#129
func picfit(r *http.Request, key string) string {
	s := ""
	for k := range r.URL.Query() {
		s += k + "=" + r.URL.Query().Get(k) + "&"
	}
	sum := md5.Sum([]byte(s + key)) // missed: no rule is sure of it
	return hex.EncodeToString(sum[:])
}

// mmcgrana/gobyexample#95
func port(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return strings.Split(u.Host, ":")[1] // want `host-split`
}

// cloudprober/cloudprober#1105
func probe(ip net.IP, p int) string {
	u := url.URL{Scheme: "http", Host: fmt.Sprintf("%s:%d", ip, p), Path: "/"} // want `ip-in-host`
	return u.String()
}

// control-center/serviced#1968
func session(r *http.Request) (string, error) {
	c, err := r.Cookie("ZCPToken")
	if err != nil {
		return "", err
	}
	return url.QueryUnescape(c.Value)
}

// go-chi/chi#832
func chiKey(w http.ResponseWriter, r *http.Request) {
	key, err := url.PathUnescape(chi.URLParam(r, "key")) // want `decoded-twice`
	if err != nil {
		w.WriteHeader(400)
		return
	}
	fmt.Fprint(w, key)
}

// clerk/clerk-sdk-go#545
func (c *Client) session(w http.ResponseWriter, r *http.Request) {
	target, err := url.JoinPath("https://api.clerk.com/v1/sessions", r.PathValue("id"), "revoke") // want `unescaped-request` `dot-segment`
	if err != nil {
		return
	}
	http.Post(target, "", nil)
}

// googleapis/mcp-toolbox#3218
func tool(w http.ResponseWriter, r *http.Request) {
	base, _ := url.Parse("https://tool.example.com/scope/")
	ref, err := url.Parse(r.FormValue("path"))
	if err != nil {
		return
	}
	resp, err := http.Get(base.ResolveReference(ref).String()) // want `dot-segment`
	if err == nil {
		resp.Body.Close()
	}
}

// Mininglamp-OSS/octo-smart-summary#201
func docSource(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("document_id")
	resp, err := http.Get("https://docs.internal/api/v1/docs/" + url.PathEscape(id) + "/summary-source") // missed: no rule is sure of it
	if err == nil {
		resp.Body.Close()
	}
}

func routes() *mux.Router { return mux.NewRouter() }
