package guard

import (
	"bufio"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/web/path"
)

// A gateway is a server of net/http whose requests pass a handler that changes their
// fields by hand, as middleware does, then Handler, a path.Policy and a reverse proxy.
type gateway struct {
	change  func(*http.Request)
	asked   *http.Request // what the proxy was asked for, or nil
	proxies map[string]http.Handler
	server  *httptest.Server
	conn    net.Conn
	in      *bufio.Reader
	through string // the proxy to take
}

func newGateway(t *testing.T, readers ...reader.Reader) *gateway {
	w := newWire(t)
	transport := &http.Transport{DialContext: w.dial, DialTLSContext: w.dial, DisableCompression: true}
	to := &url.URL{Scheme: "http", Host: "backend.example", Path: "/base"}
	quiet := log.New(io.Discard, "", 0)
	// forward is a proxy that connects to the host that was asked for.
	forward := func(u *url.URL, host string) {
		if u.Scheme == "" {
			u.Scheme = "http"
		}
		if u.Host == "" {
			u.Host = host
		}
	}
	g := &gateway{proxies: map[string]http.Handler{
		"forward": &httputil.ReverseProxy{Transport: transport, ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
			forward(r.Out.URL, r.In.Host)
			r.Out.Host = r.In.Host
		}},
		//lint:ignore SA1019 many proxies are written so
		"director": &httputil.ReverseProxy{Transport: transport, ErrorLog: quiet, Director: func(r *http.Request) { forward(r.URL, r.Host) }},
		"backend": &httputil.ReverseProxy{Transport: transport, ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
		}},
	}}
	last := Handler(path.Policy{}.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.asked = r.Clone(r.Context())
		g.proxies[g.through].ServeHTTP(w, r)
	})), readers...)
	g.server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.change != nil {
			g.change(r)
		}
		last.ServeHTTP(w, r)
	}))
	g.server.Config.DisableGeneralOptionsHandler = true
	g.server.Start()
	t.Cleanup(g.server.Close)
	return g
}

// send sends a request as it is and returns the status and what arrived at the last server.
func (g *gateway) send(t *testing.T, method, target, host string) (status int, m message, text string) {
	t.Helper()
	g.asked = nil
	if g.conn == nil {
		c, err := net.Dial("tcp", g.server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		g.conn, g.in = c, bufio.NewReader(c)
	}
	_, _ = io.WriteString(g.conn, method+" "+target+" HTTP/1.1\r\nHost: "+host+"\r\n\r\n")
	resp, err := http.ReadResponse(g.in, &http.Request{Method: "GET"})
	if err != nil {
		t.Fatalf("%s %q, Host %q: %v", method, target, host, err)
	}
	b, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	if resp.Close {
		g.conn.Close()
		g.conn = nil
	}
	if resp.StatusCode == http.StatusOK {
		m = parseMessage(string(b))
	}
	return resp.StatusCode, m, string(b)
}

// TestRandomProxy: what arrives behind Handler, a policy and a proxy is what was decided,
// also where the fields of a request were changed by hand before.
func TestRandomProxy(t *testing.T) {
	count := growth.Requests(6_000)
	g := newGateway(t, Go()...)
	t.Cleanup(func() {
		if g.conn != nil {
			g.conn.Close()
		}
	})
	r := rand.New(rand.NewPCG(3986, uint64(count)))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	mostly := func(usual string, all ...string) string {
		if r.IntN(5) > 0 {
			return usual
		}
		return all[r.IntN(len(all))]
	}
	name := func() string {
		return pick("a.example", "a.example", "A.Example", "a.example.", "b.example", "127.0.0.1", "127.0.0.1.", "0x7f.1", "[::1]", "[0:0::1]", "[::ffff:127.0.0.1]", "[::1%25lo]", "a%2eexample", "%61.example", "a..example", "xn--9ca.example", "\u00e9.example", "*", "")
	}
	host := func() string {
		return mostly("", "u@", "u:p@", "@") + name() + pick("", "", ":80", ":443", ":8080", ":0080", ":", ":x", ":65536", ":-1") + mostly("", "/", "/b", "?", "?q", "#f", "\\")
	}
	origin := func() string {
		p := ""
		for range 1 + r.IntN(4) {
			p += mostly("/"+pick("a", "b", "%61", "c%20d", "~", ".", "..", "a;b", "x:y", "@"), "//", "/%2e%2e", "%2F", "%25", "%252e", "%", "\\", "%5c", "\u00e9", "%c3%a9", "*", "%00", "#")
		}
		return p
	}
	query := func() string { return mostly(pick("", "?q=1"), "?", "?a=/../b", "?http://b.example/", "?a?b") }
	status, sent := map[int]int{}, 0
	for n := range count {
		method := pick("GET", "GET", "GET", "POST", "OPTIONS", "CONNECT")
		field := mostly("a.example", host(), host())
		target := origin() + query()
		switch r.IntN(6) {
		case 0:
			target = pick("http://", "HTTP://", "https://", "x://") + host() + pick("", origin()) + query()
		case 1:
			target = host() + query()
		case 2:
			target = pick("*", "*?q", "tag:a", "http:b", "http:/b", "//b.example/c", "?", "a")
		}
		if method == "CONNECT" && r.IntN(3) > 0 {
			target = host()
		}
		target = strings.NewReplacer(" ", "", "\x00", "").Replace(target)
		if target == "" {
			target = "/"
		}
		changed := ""
		g.change = nil
		if r.IntN(2) == 0 {
			what, with, other := r.IntN(9), origin(), host()
			g.change = func(r *http.Request) {
				changed = []string{"Path", "RawPath", "RawPath of Path", "Opaque", "Host", "URL.Host", "RequestURI", "ForceQuery", "Scheme"}[what]
				switch what {
				case 0:
					r.URL.Path, changed = with, changed+with
				case 1:
					r.URL.RawPath, changed = with, changed+with
				case 2:
					if p, err := url.PathUnescape(with); err == nil {
						r.URL.Path, r.URL.RawPath, changed = p, with, changed+with
					}
				case 3:
					r.URL.Opaque = "//" + other + "/b"
					changed += r.URL.Opaque
				case 4:
					r.Host, changed = other, changed+other
				case 5:
					r.URL.Host, changed = other, changed+other
				case 6:
					r.RequestURI, changed = with, changed+with
				case 7:
					r.URL.ForceQuery = true
				case 8:
					r.URL.Scheme = "https"
				}
			}
		}
		g.through = pick("forward", "director", "backend")
		code, m, text := g.send(t, method, target, field)
		if status[code]++; g.asked == nil {
			if code == http.StatusOK {
				t.Errorf("%s %q, Host %q: OK and not asked", method, target, field)
			}
			continue
		}
		wrong := func(what string) {
			t.Errorf("%d: %s: %s %q, Host %q, changed %q, decided as %+v, Host %q: %s: %d %+v %q", n, g.through, method, target, field, changed, g.asked.URL, g.asked.Host, what, code, m, text)
		}
		a := g.asked
		noPath := a.URL.Path == "" && method == "CONNECT" || a.URL.Path == "*" && method == "OPTIONS"
		if code != http.StatusOK {
			if code != http.StatusBadGateway {
				wrong("status")
			}
			continue
		}
		sent++
		words := strings.Split(m.line, " ")
		if len(words) != 3 || words[0] != method || len(m.hosts) != 1 {
			wrong("head")
			continue
		}
		if m.hosts[0] != a.Host && a.Host != "" {
			wrong("Host")
		}
		if p, err := url.PathUnescape(strings.Split(words[1], "?")[0]); !noPath && (err != nil || strings.TrimPrefix(p, map[string]string{"backend": "/base"}[g.through]) != a.URL.Path) {
			wrong("path")
		}
		if noPath && g.through != "backend" && words[1] != "*" && words[1] != a.Host {
			wrong("no path")
		}
		if _, q, _ := strings.Cut(words[1], "?"); q != a.URL.RawQuery && !strings.ContainsAny(a.URL.RawQuery, ";%") {
			wrong("query")
		}
		if g.through != "backend" && a.Host != "" {
			scheme := "http"
			if a.URL.Scheme != "" {
				scheme = strings.ToLower(a.URL.Scheme)
			}
			of, err := Check(scheme+"://"+a.Host+"/", Go()...)
			h, p, _ := net.SplitHostPort(m.to)
			if err != nil || !sameHost(h, of.Host) && !sameHost(h, of.Host+".") || strings.TrimLeft(p, "0") != of.Port {
				wrong("connected to another")
			}
		}
	}
	t.Logf("%d requests, %d sent: %v", count, sent, status)
	if sent < count/20 || status[http.StatusBadRequest] < count/20 {
		t.Errorf("too few of a kind: %v", status)
	}
}
