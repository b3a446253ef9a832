package threads

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/mux"
)

// warrant-dev/warrant#120, fixed
func object(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, mux.Vars(r)["objectId"])
}

// fosite#480, fixed
func redirectURI(v url.Values) string { return v.Get("redirect_uri") }

// matryer/way#8, fixed
func segments(r *http.Request) ([]string, error) {
	parts := strings.Split(strings.Trim(r.URL.EscapedPath(), "/"), "/")
	for i, p := range parts {
		d, err := url.PathUnescape(p)
		if err != nil {
			return nil, err
		}
		parts[i] = d
	}
	return parts, nil
}

// iron-proxy#156, fixed
func upstream(r *http.Request, host string) (*http.Request, error) {
	u := url.URL{Scheme: "https", Host: host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	return http.NewRequestWithContext(r.Context(), r.Method, u.String(), r.Body)
}

// the target as it came
func upstreamURI(r *http.Request) (*http.Request, error) {
	return http.NewRequestWithContext(r.Context(), r.Method, "https://backend.example.com"+r.URL.RequestURI(), r.Body)
}

// a static route of one's own: nothing is forwarded
func index(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	fmt.Fprintln(w, "hello")
}

// dispatch by prefix, each branch a handler of its own
func dispatch(api, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// standard reverse proxy
func proxyTo(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Rewrite: func(pr *httputil.ProxyRequest) {
		pr.SetURL(target)
		pr.SetXForwarded()
	}}
}

// relative to a constant
func afterLogin(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/home?from="+url.QueryEscape(r.FormValue("from")), http.StatusFound)
}

// host by exact name
func allowed(raw string) bool {
	u, err := url.Parse(raw)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host == "example.com" || strings.HasSuffix(host, ".example.com")
}

// woot, fixed
func woot(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && (u.Host == "woot.com" || strings.HasSuffix(u.Host, ".woot.com"))
}

// go-authcrunch#110, fixed
func bypass(r *http.Request) bool {
	p := path.Clean(r.URL.Path)
	return p == "/public" || strings.HasPrefix(p, "/public/")
}

func gate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !bypass(r) && r.Header.Get("Authorization") == "" {
			w.WriteHeader(401)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// signature of the body, sorted form
func sign(v url.Values, secret []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(v.Encode()))
	return hex.EncodeToString(mac.Sum(nil))
}

// signature of the query as sent
func verify(r *http.Request, secret []byte) bool {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(r.URL.RawQuery))
	return r.Header.Get("X-Signature") == hex.EncodeToString(mac.Sum(nil))
}

// cookies are not encoded: both sides here
func setSession(w http.ResponseWriter, value string) {
	http.SetCookie(w, &http.Cookie{Name: "s", Value: url.QueryEscape(value)})
}

func session(r *http.Request) (string, error) {
	c, err := r.Cookie("s")
	if err != nil {
		return "", err
	}
	return url.QueryUnescape(c.Value)
}

// chi gives the escaped form where RawPath is set
func chiKey(r *http.Request) (string, error) {
	key := chi.URLParam(r, "key")
	if r.URL.RawPath != "" {
		return url.PathUnescape(key)
	}
	return key, nil
}

// ServeMux decodes
func value(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.PathValue("id")) }

// id refused unless plain
func revoke(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	for _, c := range id {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_') {
			http.Error(w, "bad id", 400)
			return
		}
	}
	target, err := url.JoinPath("https://api.clerk.com/v1/sessions", id, "revoke")
	if err != nil {
		return
	}
	http.Post(target, "", nil)
}

// log of the decoded path
func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Printf("%s %s\n", r.Method, r.URL.Path)
		next.ServeHTTP(w, r)
	})
}

// files: http.Dir cleans
func files(dir string) http.Handler {
	return http.StripPrefix("/static/", http.FileServer(http.Dir(dir)))
}

// HTTPS redirect of the whole target
func toHTTPS(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "https://www.example.com"+r.URL.RequestURI(), http.StatusMovedPermanently)
}

// an allow list of whole values
var pages = map[string]string{"a": "/a", "b": "/b"}

func jump(w http.ResponseWriter, r *http.Request) {
	if to, ok := pages[r.FormValue("to")]; ok {
		http.Redirect(w, r, to, http.StatusFound)
	}
}

// rewriting both views
func strip(prefix string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r2 := r.Clone(r.Context())
		r2.URL.Path = strings.TrimPrefix(r.URL.Path, prefix)
		r2.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, prefix)
		next.ServeHTTP(w, r2)
	})
}

// Referer is a whole URL
func back(w http.ResponseWriter, r *http.Request) {
	ref, err := url.Parse(r.Referer())
	if err != nil || ref.Host != r.Host {
		http.Redirect(w, r, "/", http.StatusFound)
		return
	}
	http.Redirect(w, r, ref.String(), http.StatusFound)
}
