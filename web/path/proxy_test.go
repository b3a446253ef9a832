package path

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/pct"
)

// decodedAgain decodes what is an escape in a decided path, and leaves the rest.
func decodedAgain(path string) string {
	var b []byte
	for i := 0; i < len(path); i++ {
		if octet, ok := pct.Octet(path[i:]); ok {
			b = append(b, octet)
			i += 2
		} else {
			b = append(b, path[i])
		}
	}
	return string(b)
}

// backend is a server that answers each request with the first line of it, as it was
// sent. Package net/http takes no part in it.
func backend(t *testing.T) *url.URL {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c)
		}
	}()
	return &url.URL{Scheme: "http", Host: l.Addr().String()}
}

func answer(c net.Conn) {
	defer c.Close()
	for r := bufio.NewReader(c); ; {
		first, err := r.ReadString('\n')
		for line := first; err == nil && line != "\r\n"; {
			line, err = r.ReadString('\n')
		}
		if err != nil {
			return
		}
		first = strings.TrimRight(first, "\r\n")
		_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(first), first)
	}
}

// A sender sends requests as they are over one connection, and another where a server
// has closed it.
type sender struct {
	t    *testing.T
	to   string
	conn net.Conn
	r    *bufio.Reader
}

func (s *sender) send(method, target, host string) (*http.Response, string) {
	s.t.Helper()
	if s.conn == nil {
		c, err := net.Dial("tcp", s.to)
		if err != nil {
			s.t.Fatal(err)
		}
		s.conn, s.r = c, bufio.NewReader(c)
	}
	_, _ = io.WriteString(s.conn, method+" "+target+" HTTP/1.1\r\nHost: "+host+"\r\n\r\n")
	res, err := http.ReadResponse(s.r, &http.Request{Method: method})
	if err != nil {
		s.t.Fatalf("%s %q: %v", method, target, err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil {
		s.t.Fatalf("%s %q: %v", method, target, err)
	}
	if res.Close {
		s.conn.Close()
		s.conn = nil
	}
	return res, string(body)
}

// proxies are reverse proxies, as people write them, and what each puts before a path.
func proxies(to *url.URL) map[string]struct {
	handler http.Handler
	base    string
} {
	based := &url.URL{Scheme: to.Scheme, Host: to.Host, Path: "/base"}
	transport := &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8}
	return map[string]struct {
		handler http.Handler
		base    string
	}{
		//lint:ignore SA1019 many proxies are written so
		"director.test": {&httputil.ReverseProxy{Transport: transport, Director: func(r *http.Request) { r.URL.Scheme, r.URL.Host = to.Scheme, to.Host }}, ""},
		"rewrite.test": {&httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = to.Scheme, to.Host
		}}, ""},
		"seturl.test": {&httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}, ""},
		"based.test":  {&httputil.ReverseProxy{Transport: transport, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(based) }}, "/base"},
		"single.test": {func() http.Handler { p := httputil.NewSingleHostReverseProxy(based); p.Transport = transport; return p }(), "/base"},
		//lint:ignore SA1019 many proxies are written so
		"request.test": {&httputil.ReverseProxy{Transport: transport, Director: byRequestURI(to)}, ""},
	}
}

// byRequestURI is for a proxy that goes by the RequestURI, as some do to send a path as
// it came.
func byRequestURI(to *url.URL) func(*http.Request) {
	return func(r *http.Request) {
		if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
			r.URL = u
		}
		r.URL.Scheme, r.URL.Host = to.Scheme, to.Host
	}
}

// front is a server whose policy stands in front of the handler of the host, and says
// in the header which path was decided.
func front(t *testing.T, p Policy, handlers map[string]http.Handler) *sender {
	t.Helper()
	server := httptest.NewUnstartedServer(p.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Decided", url.QueryEscape(r.URL.Path))
		//percent:ignore raw-path the test compares the field
		w.Header().Set("Opaque", url.QueryEscape(r.URL.Opaque+r.URL.RawPath))
		//percent:ignore host-split the address has no colon but that of its port
		host, _, _ := strings.Cut(r.Host, ":")
		if h := handlers[host]; h != nil {
			w.Header().Set("By", host)
			h.ServeHTTP(w, r)
		}
	})))
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	t.Cleanup(server.Close)
	s := &sender{t: t, to: server.Listener.Addr().String()}
	t.Cleanup(func() {
		if s.conn != nil {
			s.conn.Close()
		}
	})
	return s
}

// TestProxy compares what reverse proxies behind a policy send with what was decided.
func TestProxy(t *testing.T) {
	all := proxies(backend(t))
	handlers := map[string]http.Handler{}
	for host, p := range all {
		handlers[host] = p.handler
	}
	s := front(t, Policy{}, handlers)
	const refused = "refused"
	for _, tt := range []struct{ request, want string }{
		{"GET /", "/"},
		{"GET /a/../b", "/b"},
		{"GET /a?", "/a?"},
		{"GET /a?b=/../c", "/a?b=/../c"},
		{"GET /%61%20b", "/a%20b"},
		{"GET /a(b)!", "/a%28b%29%21"},
		{"GET /%63af\xc3\xa9", "/caf%C3%A9"},
		{"GET /x%25", "/x%25"},
		{"GET http://HOST", "/"},
		{"GET http://HOST?a", "/?a"},
		{"GET http://HOST/a/./b", "/a/b"},
		{"GET http://u:p@HOST/a/./b", "/a/b"},
		{"GET HTTP://HOST/%7Ea", "/~a"},
		{"GET http:/a", "/a"},
		{"OPTIONS /a", "/a"},
		{"OPTIONS http://HOST", "/"},
		{"CONNECT /a/../b", "/b"}, // net/rpc asks so
		{"GET tag:rest", refused},
		{"GET tag:rest?q", refused},
		{"GET tag:a/../b", refused},
		{"GET tag:", refused},
		{"GET tag:?q", refused},
		{"GET http:?q", refused},
		{"GET http://", refused},
		{"GET HOST:80", refused},
		{"GET *", refused},
		{"GET ?", refused},
		{"GET ?q", refused},
		{"GET a", refused},
		{"OPTIONS *?q", refused},
		{"OPTIONS **", refused},
		{"GET //HOST/a", refused},
		{"GET http://HOST//a", refused},
		{"GET /%25%32e%25%32e/a", refused},
		{"GET /%25%32%65/a", refused},
		{"GET /%252%65/a", refused},
		{"CONNECT u@HOST:80", refused},
		{"CONNECT HOST:80/a", refused},
		{"CONNECT HOST:80?q", refused},
		{"CONNECT HOST:80?", refused},
		{"CONNECT tag:rest", refused},
		{"CONNECT http://HOST:80", refused},
		{"CONNECT HOST", refused},
		{"CONNECT *", refused},
	} {
		for host, p := range all {
			method, target, _ := strings.Cut(strings.ReplaceAll(tt.request, "HOST", host), " ")
			res, body := s.send(method, target, host)
			want := method + " " + p.base + tt.want + " HTTP/1.1"
			if tt.want == refused {
				if res.StatusCode != http.StatusBadRequest {
					t.Errorf("%s: %s: %s %s", host, tt.request, res.Status, body)
				}
				continue
			}
			if res.StatusCode != http.StatusOK || body != want || res.Header.Get("Opaque") != "" {
				t.Errorf("%s: %s: %s %s, want %s", host, tt.request, res.Status, body, want)
			}
		}
	}
	// Targets without a path go on as they are, unless a proxy puts a path before them.
	for request, want := range map[string]string{
		"OPTIONS *":                 "OPTIONS * HTTP/1.1",
		"CONNECT director.test:443": "CONNECT director.test:443 HTTP/1.1",
	} {
		method, target, _ := strings.Cut(request, " ")
		res, body := s.send(method, target, "director.test")
		if res.StatusCode != http.StatusOK || body != want {
			t.Errorf("%s: %s %q, want %q", request, res.Status, body, want)
		}
	}
}

// randomTarget returns a method and a target of any form, mostly one that net/http takes.
func randomTarget(r *rand.Rand, host string) (method, target string) {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	text := func(n int) string {
		var b strings.Builder
		for range r.IntN(n) {
			if r.IntN(60) == 0 {
				b.WriteString(pick("%", "%2", "%zz", "%00", "%0a", "%ff", "\xff", "\\", "%5c", "#"))
				continue
			}
			b.WriteString(pick("/", "/", "/", "/a", ".", "..", "/.", "/..", "%2e", "%2E", "%2f", "%25", "%25", "%25", "%32", "%35", "%65", "2", "5", "e", "2e", "a", "%61", ";", ":", "@", "*", "+", "~", "%7e", "\u00e9", "%c3%a9", "(", "%28", "'", "\"", "&", "=", "%3f", "%3b", "%23"))
		}
		return b.String()
	}
	switch method = pick("GET", "GET", "GET", "POST", "OPTIONS", "CONNECT"); r.IntN(16) {
	case 0:
		target = pick("http://", "HTTP://", "https://", "x://") + pick("", "u@", "u:p@") + host + pick("", "", ":80") + pick("", "/") + text(6)
	case 1:
		target = pick("tag:", "http:", "a+b:", "x:") + text(6)
	case 2:
		target = pick("", "u@") + host + pick("", ":80", ":443") + pick("", "", text(3))
	case 3:
		target = pick("*", "?", "//"+host+"/"+text(4), "/", text(5), "http://"+host)
	default:
		target = "/" + text(9)
	}
	if r.IntN(5) == 0 {
		target += "?" + pick("", "q", "a=b&c=%2e", "/../", "?", "http://"+host+"/")
	}
	if target == "" {
		target = "/"
	}
	return method, strings.NewReplacer("\\", pick("\\", "a"), " ", "a").Replace(target)
}

// TestRandomRequests sends random targets through a server of net/http, a policy and a
// handler: a reverse proxy sends, a ServeMux matches and a file server opens what was
// decided, and nothing that is another path once it is decoded again.
func TestRandomRequests(t *testing.T) {
	count := growth.Requests(12_000)
	t.Run("allow=none", func(t *testing.T) { testRandomRequests(t, Policy{}, count) })
	t.Run("allow=all", func(t *testing.T) { testRandomRequests(t, Policy{Allow: ^Ambiguities(0)}, count/4) })
}

func testRandomRequests(t *testing.T, p Policy, count int) {
	t.Helper()
	all := proxies(backend(t))
	handlers := map[string]http.Handler{}
	var hosts []string
	for host, p := range all {
		handlers[host] = p.handler
		hosts = append(hosts, host)
	}
	// Handlers of net/http, which answer with the path that they go by.
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.EscapedPath()) })
	mux.Handle("/a/", http.StripPrefix("/a", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "/a"+r.URL.EscapedPath())
	})))
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("/a"), 0o600); err != nil {
		t.Fatal(err)
	}
	handlers["mux.test"], handlers["files.test"] = mux, http.FileServer(http.Dir(dir))
	if p.Allow == 0 { // otherwise, they redirect to what they make of empty segments
		hosts = append(hosts, "mux.test", "files.test")
	}
	slices.Sort(hosts)
	s := front(t, p, handlers)
	r := rand.New(rand.NewPCG(23, uint64(count)))
	status, failed := map[int]int{}, 0
	for range count {
		host := hosts[r.IntN(len(hosts))]
		method, target := randomTarget(r, host)
		res, body := s.send(method, target, host)
		status[res.StatusCode]++
		if res.StatusCode == http.StatusBadRequest && res.Header.Get("Decided") == "" {
			continue
		}
		path, err := url.QueryUnescape(res.Header.Get("Decided"))
		if err != nil {
			t.Fatal(err)
		}
		wrong := func(format string, args ...any) {
			if failed++; failed > 20 {
				t.FailNow()
			}
			t.Errorf("%s: %s %q is decided as %q: %s", host, method, target, path, fmt.Sprintf(format, args...))
		}
		if res.Header.Get("Opaque") != "" {
			wrong("Opaque or RawPath is %q", res.Header.Get("Opaque"))
		}
		if p.Allow == 0 && decodedAgain(path) != path {
			wrong("decoded again to %q", decodedAgain(path))
		}
		if res.Header.Get("By") != host {
			continue // for the host of a target in absolute form
		}
		noPath := path == "" && method == http.MethodConnect || path == "*" && method == http.MethodOptions
		if !noPath && (path == "" || path[0] != '/' || strings.Contains(path+"/", "/../") || strings.Contains(path+"/", "/./")) {
			wrong("no resolved path")
		}
		proxy, isProxy := all[host]
		switch {
		case noPath:
		case res.StatusCode/100 == 3: // of net/http: the same path with a slash more or less
			if to := res.Header.Get("Location"); strings.Trim(to, "./") != strings.Trim((&url.URL{Path: path}).EscapedPath(), "/") && !strings.Contains(target, "?") {
				wrong("redirected to %q", to)
			}
		case host == "files.test":
			if res.StatusCode == http.StatusOK && body == "/a" && path != "/a" {
				wrong("%s", body)
			}
		case res.StatusCode != http.StatusOK:
			wrong("%s %s", res.Status, body)
		case !isProxy:
			if got, err := url.PathUnescape(body); got != path || err != nil {
				wrong("the handler has %q", body)
			}
		default:
			sent, ok := strings.CutPrefix(body, method+" "+proxy.base)
			sent, is := strings.CutSuffix(sent, " HTTP/1.1")
			if !ok || !is {
				wrong("sent %q", body)
				continue
			}
			raw, query, _ := strings.Cut(sent, "?")
			_, want, _ := strings.Cut(target, "?")
			if got, err := url.PathUnescape(raw); got != path || err != nil || query != want {
				wrong("sent %q", body)
			}
		}
	}
	t.Logf("%d requests: %v", count, status)
	if status[http.StatusOK] < count/10 || status[http.StatusBadRequest] < count/10 {
		t.Errorf("too few of a kind: %v", status)
	}
}
