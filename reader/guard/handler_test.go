package guard

import (
	"bufio"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/uri"
)

// TestHandler sends requests as they are to a server of net/http.
func TestHandler(t *testing.T) {
	server := httptest.NewServer(Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "served "+r.Host)
	})))
	defer server.Close()
	for _, test := range []struct{ name, request, want string }{
		{"origin form", "GET / HTTP/1.1\r\nHost: a.example\r\n\r\n", "served a.example"},
		{"port", "GET / HTTP/1.1\r\nHost: a.example:8080\r\n\r\n", "served a.example:8080"},
		{"IPv6", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "served [::1]:80"},
		{"asterisk form", "OPTIONS * HTTP/1.1\r\nHost: a.example\r\n\r\n", "200"},
		{"HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", "served "},
		{"empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "served "},
		{"absolute form", "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n", "served a.example"},
		// net/http does not show the field: CheckRequest says so.
		{"absolute form beside another Host", "GET http://a.example/ HTTP/1.1\r\nHost: b.example\r\n\r\n", "served a.example"},
		{"authority form", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "served a.example:443"},
		{"authority form of an IPv6 address", "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n", "served [::1]:443"},
		{"authority form beside another Host", "CONNECT a.example:443 HTTP/1.1\r\nHost: b.example\r\n\r\n", "served a.example:443"},
		{"CONNECT with a path, as net/rpc sends it", "CONNECT /_goRPC_ HTTP/1.1\r\nHost: a.example\r\n\r\n", "served a.example"},

		{"userinfo in the authority", "CONNECT u@a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"user and password in the authority", "CONNECT u:p@a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"empty userinfo in the authority", "CONNECT @a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"path behind the authority", "CONNECT a.example:443/b HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"slash behind the authority", "CONNECT a.example:443/ HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"query behind the authority", "CONNECT a.example:443?b HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"empty query behind the authority", "CONNECT a.example:443? HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"fragment behind the authority", "CONNECT a.example:443#b HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"authority without a port", "CONNECT a.example HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"authority with an empty port", "CONNECT a.example: HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"IPv6 address without a port", "CONNECT [::1] HTTP/1.1\r\nHost: [::1]\r\n\r\n", "400"},
		{"CONNECT of a URL", "CONNECT http://a.example:443/ HTTP/1.1\r\nHost: a.example:443\r\n\r\n", "400"},
		{"CONNECT of an asterisk", "CONNECT * HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"CONNECT of an octal address", "CONNECT 0300.0.2.1:443 HTTP/1.1\r\nHost: 0300.0.2.1:443\r\n\r\n", "400"},
		{"opaque target", "GET tag:a HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"two Host fields", "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n", "400"},
		{"userinfo in Host", "GET / HTTP/1.1\r\nHost: a.example@b.example\r\n\r\n", "400"},
		{"backslash in Host", "GET / HTTP/1.1\r\nHost: a.example\\b.example\r\n\r\n", "400"},
		{"path in Host", "GET / HTTP/1.1\r\nHost: a.example/b\r\n\r\n", "400"},
		{"query in Host", "GET / HTTP/1.1\r\nHost: a.example?b\r\n\r\n", "400"},
		{"malformed port in Host", "GET / HTTP/1.1\r\nHost: a.example:8x\r\n\r\n", "400"},
		{"escape in Host", "GET / HTTP/1.1\r\nHost: a%2eexample\r\n\r\n", "400"},
		{"octal address in Host", "GET / HTTP/1.1\r\nHost: 0300.0.2.1\r\n\r\n", "400"},
		{"userinfo in the target", "GET http://u@a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"octal address in the target", "GET http://0300.0.2.1/ HTTP/1.1\r\nHost: 0300.0.2.1\r\n\r\n", "400"},
		{"dot segments in the target", "GET http://a.example/b/../c HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"quotation mark in the target", "GET http://a.example/\" HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
	} {
		t.Run("name="+test.name, func(t *testing.T) {
			c, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := io.WriteString(c, test.request); err != nil {
				t.Fatal(err)
			}
			resp, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(io.LimitReader(resp.Body, 1000))
			if err != nil && resp.ContentLength >= 0 {
				t.Fatal(err)
			}
			if got := resp.Status[:3]; got != test.want && "served "+strings.TrimPrefix(string(text), "served ") != test.want || (got == "400") != (test.want == "400") {
				t.Errorf("%s, %q", resp.Status, text)
			}
		})
	}
}

// authorityForm is what a CONNECT request may be for.
var authorityForm = regexp.MustCompile(`^([A-Za-z0-9.~!$&'()*+,;=_-]+|\[[0-9A-Fa-f:.]+\]):[0-9]+$`)

// TestRandomRequests sends random requests to a server of net/http: what passes has the
// form that RFC 9112 demands, and the host that the handler sees is in it.
func TestRandomRequests(t *testing.T) {
	count := growth.Requests(10_000)
	server := httptest.NewUnstartedServer(Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Served", r.Host)
	}), Go()...))
	server.Config.DisableGeneralOptionsHandler = true
	server.Start()
	defer server.Close()
	r := rand.New(rand.NewPCG(9112, uint64(count)))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	host := func() string {
		return pick("", "", "", "", "u@", "u:p@", "@") + pick("a.example", "a.example", "A.example", "127.0.0.1", "[::1]", "a_b", "", "a%2eexample", "0xc0.513", "[::1") + pick("", ":80", ":443", ":443", ":8080", ":", ":x", ":0443") + pick("", "", "", "", "", "/", "/b", "?", "?b", "#", "\\b", "/../", ";")
	}
	var c net.Conn
	var in *bufio.Reader
	status := map[int]int{}
	for range count {
		if c == nil {
			var err error
			if c, err = net.Dial("tcp", server.Listener.Addr().String()); err != nil {
				t.Fatal(err)
			}
			in = bufio.NewReader(c)
		}
		method := pick("GET", "GET", "CONNECT", "CONNECT", "OPTIONS", "POST")
		target := pick("/", "/b", "*", host(), host(), host(), "http://"+host(), "https://"+host()+"/b", "tag:"+host(), "//"+host())
		field := pick(host(), "a.example", target)
		_, _ = io.WriteString(c, method+" "+target+" HTTP/1.1\r\nHost: "+field+"\r\n\r\n")
		resp, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			t.Fatalf("%s %s, Host %s: %v", method, target, field, err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.Close {
			c.Close()
			c = nil
		}
		if status[resp.StatusCode]++; resp.StatusCode != http.StatusOK {
			continue
		}
		served, want := resp.Header.Get("Served"), field
		switch {
		case strings.HasPrefix(target, "/"), target == "*" && method != http.MethodConnect:
		case method == http.MethodConnect:
			if want = target; !authorityForm.MatchString(target) {
				t.Errorf("CONNECT %s passes, Host %s", target, field)
			}
		default:
			u, err := url.Parse(target)
			if err != nil || u.User != nil || u.Host == "" {
				t.Errorf("%s %s passes, Host %s", method, target, field)
				continue
			}
			want = u.Host
		}
		if served != want || served != "" && !authorityForm.MatchString(strings.TrimSuffix(served, ":80")+":80") && !authorityForm.MatchString(strings.TrimSuffix(served, ":")+":80") && !authorityForm.MatchString(served) {
			t.Errorf("%s %s, Host %s is served as %s", method, target, field, served)
		}
	}
	t.Logf("%d requests: %v", count, status)
	if status[http.StatusOK] < count/10 || status[http.StatusBadRequest] < count/10 {
		t.Errorf("too few of a kind: %v", status)
	}
}

// TestCheckRequest: what a server of net/http does not let through, or not show.
func TestCheckRequest(t *testing.T) {
	request := func(method, target, host string, fields ...string) *http.Request {
		return &http.Request{Method: method, RequestURI: target, Host: host, Header: http.Header{"Host": fields}}
	}
	at := func(u *url.URL) *http.Request {
		r := request("GET", "/", "a.example")
		r.URL = u
		return r
	}
	for _, test := range []struct {
		name string
		r    *http.Request
		want error
	}{
		{"same", request("GET", "/", "a.example", "a.example"), nil},
		{"absolute form", request("GET", "http://a.example/", "a.example"), nil},
		{"absolute form, the default port written", request("GET", "http://a.example/", "A.example:80"), nil},
		{"absolute form, the default port of https", request("GET", "https://a.example/", "a.example:443"), nil},
		{"absolute form, another host", request("GET", "http://a.example/", "b.example"), DifferentHosts},
		{"absolute form, another port", request("GET", "http://a.example/", "a.example:8080"), DifferentHosts},
		{"absolute form, no host", request("GET", "http://a.example/", ""), DifferentHosts},
		{"a field beside :authority", request("GET", "/", "a.example", "b.example"), DifferentHosts},
		{"a second field", request("GET", "/", "a.example", "a.example", "b.example"), DifferentHosts},
		{"authority", request("CONNECT", "a.example:443", "a.example:443"), nil},
		{"authority, another port", request("CONNECT", "a.example:443", "a.example:80"), DifferentHosts},
		{"authority, another host", request("CONNECT", "a.example:443", "b.example:443"), DifferentHosts},
		{"authority, no host", request("CONNECT", "a.example:443", ""), DifferentHosts},
		{"authority with a userinfo", request("CONNECT", "u@a.example:443", "a.example:443"), InvalidAuthority},
		{"authority with a path", request("CONNECT", "a.example:443/", "a.example:443"), InvalidAuthority},
		{"authority with a query", request("CONNECT", "a.example:443?b", "a.example:443"), InvalidAuthority},
		{"no authority", request("CONNECT", "", "a.example:443"), InvalidAuthority},
		{"authority without a host", request("CONNECT", ":443", ":443"), InvalidAuthority},
		{"authority without a port", request("CONNECT", "[::1]", "[::1]"), InvalidAuthority},
		{"space", request("GET", "/", "a.example b"), InvalidHost},
		{"number sign", request("GET", "/", "a.example#b"), InvalidHost},
		{"only a port", request("GET", "/", ":80"), InvalidHost},
		{"URL of another host", at(&url.URL{Host: "b.example", Path: "/"}), DifferentHosts},
		{"URL of another port", at(&url.URL{Host: "a.example:8080", Path: "/"}), DifferentHosts},
		{"URL of another scheme, and so another port", at(&url.URL{Scheme: "HTTPS", Host: "a.example", Path: "/"}), DifferentHosts},
		{"URL of the same host", at(&url.URL{Scheme: "HTTP", Host: "A.example.:80", Path: "/"}), nil},
		{"URL with a host that is none", at(&url.URL{Host: "a.example/b", Path: "/"}), InvalidHost},
		{"URL with an opaque part", at(&url.URL{Opaque: "//b.example/"}), DifferentTarget},
		{"URL with a userinfo", at(&url.URL{User: url.User("b"), Host: "a.example", Path: "/"}), uri.InvalidUserinfo},
	} {
		if err := CheckRequest(test.r); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	var disagreement *Disagreement
	if err := CheckRequest(request("GET", "/", "0300.0.2.1")); !errors.As(err, &disagreement) || disagreement.Offset < 0 || disagreement.Offset > len("0300.0.2.1") {
		t.Error(err)
	}
}
