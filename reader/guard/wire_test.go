package guard

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// A wire is a server without net/http, to which all connections of a transport go. It
// answers each request with where the client connected to, and with the head of the
// request as it was sent.
type wire struct{ address string }

func newWire(t *testing.T) *wire {
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
			go serveWire(c)
		}
	}()
	return &wire{l.Addr().String()}
}

func serveWire(c net.Conn) {
	defer c.Close()
	r := bufio.NewReader(c)
	to, err := r.ReadString('\n')
	for err == nil {
		head, line := to, ""
		for line, err = r.ReadString('\n'); err == nil && line != "\r\n"; line, err = r.ReadString('\n') {
			head += line
		}
		location := ""
		if _, to, ok := strings.Cut(head, "X-To: "); ok {
			location = "Location: " + to[:strings.Index(to, "\r\n")+2]
		}
		status := "200 OK"
		if location != "" && !strings.Contains(head, "Referer: ") {
			status = "302 Found"
		}
		_, _ = fmt.Fprintf(c, "HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s", status, location, len(head), head)
	}
}

// dial connects to the wire, and tells it where the client wanted to connect to. It
// stands for TLS as well.
func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := (&net.Dialer{}).DialContext(ctx, network, w.address)
	if err != nil {
		return nil, err
	}
	_, err = io.WriteString(c, address+"\n")
	return c, err
}

func (w *wire) transport(readers ...reader.Reader) *Transport {
	return &Transport{Base: &http.Transport{DialContext: w.dial, DialTLSContext: w.dial, DisableCompression: true}, Readers: readers}
}

// A message is what arrived.
type message struct {
	to, line string
	hosts    []string // the values of Host fields
}

func arrived(resp *http.Response) (m message, err error) {
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return m, err
	}
	return parseMessage(string(text)), nil
}

func parseMessage(text string) (m message) {
	lines := strings.Split(text, "\n")
	m.to, m.line = lines[0], strings.TrimSuffix(lines[1], "\r")
	for _, l := range lines[2:] {
		if name, value, _ := strings.Cut(l, ":"); strings.EqualFold(name, "Host") {
			m.hosts = append(m.hosts, strings.TrimSpace(value))
		}
	}
	return m
}

// TestWire: what net/http writes for requests made by hand is what was checked, or the
// request is refused.
func TestWire(t *testing.T) {
	w := newWire(t)
	const passes, parts = percent.Reason(""), percent.Reason("parting")
	for _, test := range []struct {
		name   string
		r      http.Request
		reason percent.Reason
		line   string
	}{
		{"plain", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b", RawQuery: "c=d"}}, passes, "GET /b?c=d HTTP/1.1"},
		{"no path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example"}}, passes, "GET / HTTP/1.1"},
		{"no path but a query", http.Request{URL: &url.URL{Scheme: "https", Host: "a.example:8443", RawQuery: "q"}}, passes, "GET /?q HTTP/1.1"},
		{"empty query", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", ForceQuery: true}}, passes, "GET /? HTTP/1.1"},
		{"fragment", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b", Fragment: "c d"}}, passes, "GET /b HTTP/1.1"},
		{"userinfo", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b", User: url.UserPassword("u", "p")}}, passes, "GET /b HTTP/1.1"},
		{"RawPath", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b/c", RawPath: "/b%2Fc"}}, passes, "GET /b%2Fc HTTP/1.1"},
		{"RawPath of another path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b", RawPath: "/c"}}, passes, "GET /b HTTP/1.1"},
		{"space in Path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b c"}}, passes, "GET /b%20c HTTP/1.1"},
		{"question mark in Path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b?c"}}, passes, "GET /b%3Fc HTTP/1.1"},
		{"Host", http.Request{Host: "A.example:80", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, passes, "GET / HTTP/1.1"},
		{"Host in Header", http.Request{Header: http.Header{"Host": {"a.example"}}, URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, passes, "GET / HTTP/1.1"},
		{"method of one's own", http.Request{Method: "purge-it", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, passes, "purge-it / HTTP/1.1"},
		{"absolute form by Opaque", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "//a.example/b%2Fc"}}, passes, "GET http://a.example/b%2Fc HTTP/1.1"},
		{"CONNECT", http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "a.example:8080"}}, passes, "CONNECT a.example:8080 HTTP/1.1"},
		{"CONNECT with a path", http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/_goRPC_"}}, passes, "CONNECT /_goRPC_ HTTP/1.1"},

		{"URL in Path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "http://b.example/"}}, parts, ""},
		{"URL with one slash in Path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "http:/b.example/"}}, DifferentTarget, ""},
		{"scheme in Path", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "tag:b"}}, DifferentTarget, ""},
		{"Path without its slash", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "b/c"}}, DifferentTarget, ""},
		{"RawPath without its slash", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "b/c", RawPath: "b%2Fc"}}, DifferentTarget, ""},
		{"asterisk in Path", http.Request{Method: "OPTIONS", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "*"}}, DifferentTarget, ""},
		{"space in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b c"}}, percent.InvalidByte, ""},
		{"version in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b HTTP/1.0"}}, percent.InvalidByte, ""},
		{"line end in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b\nc"}}, percent.InvalidByte, ""},
		{"tab in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b\tc"}}, percent.InvalidByte, ""},
		{"beyond ASCII in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b\u00a0c"}}, percent.InvalidByte, ""},
		{"number sign in RawQuery", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/", RawQuery: "b#c"}}, DifferentTarget, ""},
		{"Opaque for another host", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "//b.example/"}}, DifferentHosts, ""},
		{"Opaque without a host", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "/b"}}, parts, ""},
		{"Opaque with a userinfo", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "//u@a.example/"}}, DifferentTarget, ""},
		{"Opaque with a number sign", http.Request{URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "//a.example/b#c"}}, DifferentTarget, ""},
		{"Opaque without a path", http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "b.example:80"}}, parts, ""},
		{"Host of another host", http.Request{Host: "b.example", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, DifferentHosts, ""},
		{"Host of another port", http.Request{Host: "a.example:81", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, DifferentHosts, ""},
		{"Host with a path", http.Request{Host: "a.example/b", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, InvalidHost, ""},
		{"Host with a space", http.Request{Host: "a.example b", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, InvalidHost, ""},
		{"Host with a line end", http.Request{Host: "a.example\r\nX: y", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, InvalidHost, ""},
		{"URL.Host with a userinfo", http.Request{URL: &url.URL{Scheme: "http", Host: "u@a.example", Path: "/"}}, parts, ""},
		{"another Host in Header", http.Request{Header: http.Header{"Host": {"b.example"}}, URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, DifferentHosts, ""},
		{"a second Host in Header", http.Request{Header: http.Header{"host": {"a.example"}}, URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, DifferentHosts, ""},
		{"space in the method", http.Request{Method: "GET /b", URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/"}}, percent.InvalidByte, ""},
		{"CONNECT with a query", http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "a.example:80", RawQuery: "b"}}, DifferentTarget, ""},
		{"CONNECT with Opaque", http.Request{Method: "CONNECT", URL: &url.URL{Scheme: "http", Host: "a.example", Opaque: "//a.example/b"}}, DifferentTarget, ""},
		{"no URL", http.Request{}, NoHost, ""},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			if test.r.Header == nil {
				test.r.Header = http.Header{}
			}
			sent := &body{Reader: strings.NewReader("")}
			if test.reason != passes {
				test.r.Body = sent
			}
			resp, err := w.transport().RoundTrip(&test.r)
			if test.reason == passes {
				if err != nil {
					t.Fatal(err)
				}
				if m, err := arrived(resp); m.line != test.line || err != nil {
					t.Errorf("%+v, %v, want %s", m, err, test.line)
				}
				return
			}
			if err == nil {
				m, _ := arrived(resp)
				t.Fatalf("sent: %+v", m)
			}
			var disagreement *Disagreement
			var syntax *percent.SyntaxError
			switch {
			case errors.As(err, &disagreement):
				if test.reason != parts {
					t.Error(err)
				}
			case !errors.As(err, &syntax) || syntax.Format != format || !errors.Is(err, test.reason) && test.reason != parts:
				t.Errorf("%v, want %s", err, test.reason)
			}
			if !sent.closed {
				t.Error("the body is open")
			}
		})
	}
}

// TestWireProxy: to a proxy, net/http writes the Host field into the request line, so it
// must be that of the URL.
func TestWireProxy(t *testing.T) {
	w := newWire(t)
	transport := w.transport()
	transport.Base.(*http.Transport).Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.example:3128"})
	for host, want := range map[string]string{"": "GET http://a.example/b HTTP/1.1", "a.example:80": "GET http://a.example:80/b HTTP/1.1", "b.example": ""} {
		resp, err := transport.RoundTrip(&http.Request{Host: host, Header: http.Header{}, URL: &url.URL{Scheme: "http", Host: "a.example", Path: "/b"}})
		if err != nil {
			if want != "" || !errors.Is(err, DifferentHosts) {
				t.Errorf("%q: %v", host, err)
			}
			continue
		}
		if m, err := arrived(resp); m.line != want || m.to != "proxy.example:3128" || err != nil {
			t.Errorf("%q: %+v, %v, want %s", host, m, err, want)
		}
	}
}

// TestWireRedirect: the request line of a redirect is checked as well.
func TestWireRedirect(t *testing.T) {
	w := newWire(t)
	client := &http.Client{Transport: w.transport()}
	for to, want := range map[string]string{
		"/b":                        "GET /b HTTP/1.1",
		"c?d":                       "GET /a/c?d HTTP/1.1",
		"//b.example/c":             "GET /c HTTP/1.1",
		"https://b.example?c":       "GET /?c HTTP/1.1",
		"/b?c d":                    "",
		"/b?\u00e9":                 "",
		"http:b":                    "",
		"http://b.example/\u00e9":   "GET /%C3%A9 HTTP/1.1",
		"http://0xc0.513/":          "",
		"http://b.example\\@c.test": "",
	} {
		r, err := http.NewRequest(http.MethodGet, "http://a.example/a/b", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-To", to)
		resp, err := client.Do(r)
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", to, err)
			}
			continue
		}
		if m, err := arrived(resp); m.line != want || err != nil {
			t.Errorf("%s: %+v, %v, want %q", to, m, err, want)
		}
	}
}

// randomRequest returns a request whose fields were made by hand, most of them well.
func randomRequest(r *rand.Rand) *http.Request {
	pick := func(percent int, usual string, others ...string) string {
		if r.IntN(100) >= percent {
			return usual
		}
		return others[r.IntN(len(others))]
	}
	text := func(n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteString(pick(40, "a", "/", "/", "//", ".", "..", "%2e", "%2F", "%", "%zz", ":", "?", "#", "@", ";", "=", "&", "+", " ", "*", "\\", "\u00e9", "\xff", "\n", "\r\n", "\t", "\x00", "\"", "[", "|", "~", "b.example", "http:", " HTTP/1.1"))
		}
		return b.String()
	}
	hosts := []string{"a.example:8080", "A.Example", "a.example:80", "a.example:443", "a.example:", "b.example", "[::1]", "[::1]:80", "[0:0::1]", "127.0.0.1", "0300.0.2.1", "u@a.example", "a.example/", "a.example?", "a.example#", "a.example\\b", "a b", "a.example\r\nX: y", "\u00e9.example", "xn--9ca.example", "a%2eexample", "a%41", "", ":80", "a.example:x", "a.example.", "*", text(3)}
	u := &url.URL{
		Scheme:     pick(20, "http", "https", "https", "https", "HTTP", "", "x", "http://b.example/?", text(2)),
		Host:       pick(30, "a.example", hosts...),
		Path:       pick(50, "/"+strings.Trim(text(3), "/."), "", "/", "b", "b/c", "*", "//b.example/c", "http://b.example/", "tag:b", "/b c", "/b?c", "/\u00e9", "/../b", text(5)),
		RawQuery:   pick(40, "", "b=c", "b c", "b#c", "b\nc", "\u00e9", "b HTTP/1.0", "/../", text(4)),
		Opaque:     pick(6, "", "//a.example/b", "//a.example", "//a.example/b?c", "//b.example/", "//u@a.example/b", "//a.example/b c", "/b", "b", "*", "b.example:80", "//A.example/b", text(4)),
		Fragment:   pick(10, "", "b", "b c", "#"),
		ForceQuery: r.IntN(10) == 0,
		OmitHost:   r.IntN(20) == 0,
	}
	if r.IntN(5) == 0 {
		u.RawPath = []string{"/b%2Fc", "/%62", "b", "/", (&url.URL{Path: u.Path}).EscapedPath(), strings.ReplaceAll(u.Path, "a", "%61"), text(4)}[r.IntN(7)]
	}
	if r.IntN(10) == 0 {
		u.User = url.UserPassword(text(2), text(2))
	}
	req := &http.Request{Method: pick(20, "GET", "", "POST", "OPTIONS", "CONNECT", "CONNECT", "get", "G ET", "GET / HTTP/1.1\r\n", "\u00e9"), URL: u, Header: http.Header{}, Host: pick(15, "", hosts...)}
	if r.IntN(20) == 0 {
		req.Header[pick(50, "Host", "host", "HOST", "Host ")] = []string{pick(50, u.Host, hosts...)}
	}
	return req
}

// TestRandomWire sends requests made by hand through a Transport and a client of net/http:
// what arrives is the target that Check returns for the URL.
func TestRandomWire(t *testing.T) {
	count := growth.Requests(20_000)
	w := newWire(t)
	few, all := w.transport(Go()...), w.transport()
	few.Base.(*http.Transport).MaxIdleConns, all.Base = 100, few.Base
	r := rand.New(rand.NewPCG(24, uint64(count)))
	sent, failed := 0, 0
	for n := range count {
		req := randomRequest(r)
		client := &http.Client{Transport: few}
		readers := Go()
		if n%10 == 0 {
			client.Transport, readers = all, Everyone()
		}
		description := fmt.Sprintf("%s %+q, Host %q, %v", req.Method, fmt.Sprintf("%#v", *req.URL), req.Host, req.Header)
		var resp *http.Response
		var err error
		if n%2 == 0 {
			resp, err = client.Do(req)
		} else {
			resp, err = client.Transport.RoundTrip(req)
		}
		if err != nil {
			continue
		}
		sent++
		wrong := func(format string, args ...any) {
			if failed++; failed > 20 {
				t.FailNow()
			}
			t.Errorf("%s: %s", description, fmt.Sprintf(format, args...))
		}
		m, err := arrived(resp)
		if err != nil {
			wrong("%v", err)
			continue
		}
		target, err := Check(req.URL.String(), readers...)
		if err != nil {
			wrong("%+v arrives: %v", m, err)
			continue
		}
		if why := m.differs(req, target); why != "" {
			wrong("%s: %+v, want %+v", why, m, target)
		}
	}
	t.Logf("%d of %d requests are sent", sent, count)
	if sent < count/10 || sent > count*9/10 {
		t.Errorf("%d of %d requests are sent", sent, count)
	}
}

// sameHost compares names in any case, and addresses in any spelling.
func sameHost(a, b string) bool {
	if x, y := net.ParseIP(a), net.ParseIP(b); x != nil && y != nil {
		return x.Equal(y)
	}
	return strings.EqualFold(a, b)
}

// differs says in what a message is not for a target, or "".
func (m message) differs(r *http.Request, target Target) string {
	if host, port, err := net.SplitHostPort(m.to); err != nil || !sameHost(host, target.Host) || port != target.Port {
		return "connected to another"
	}
	words := strings.Split(m.line, " ")
	if len(words) != 3 || words[2] != "HTTP/1.1" || words[0] != r.Method && (r.Method != "" || words[0] != "GET") || strings.ContainsFunc(m.line, func(c rune) bool { return c < ' ' || c > '~' }) {
		return "request line"
	}
	same := func(host string) bool {
		u, err := uri.ParseURI(target.Scheme + "://" + host)
		if err != nil || u.Get(uri.Userinfo).Present || u.Path().Raw != "" || u.Get(uri.Query).Present {
			return false
		}
		port := u.Get(uri.Port).Raw
		if port == "" {
			port = uri.DefaultPort(target.Scheme)
		}
		return sameHost(strings.Trim(u.Host().Raw, "[]"), target.Host) && port == target.Port
	}
	if len(m.hosts) != 1 || !same(m.hosts[0]) {
		return "Host"
	}
	path, query, _ := strings.Cut(words[1], "?")
	switch {
	case words[0] == http.MethodConnect && path == m.hosts[0]:
		path = "/"
	case strings.HasPrefix(path, target.Scheme+"://"):
		_, rest, _ := strings.Cut(path, "://")
		n := slices.Index([]byte(rest+"/"), '/')
		if !same(rest[:n]) {
			return "absolute form"
		}
		path = rest[n:]
		if path == "" {
			path = "/"
		}
	}
	if !strings.HasPrefix(path, "/") {
		return "no path"
	}
	if a, err := url.PathUnescape(path); err != nil {
		return err.Error()
	} else if b, err := url.PathUnescape(target.Path); a != b || err != nil {
		return "path"
	}
	if query != r.URL.RawQuery && r.URL.Opaque == "" {
		return "query"
	}
	return ""
}
