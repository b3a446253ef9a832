package guard

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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

		{"two Host fields", "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n", "400"},
		{"userinfo in Host", "GET / HTTP/1.1\r\nHost: a.example@b.example\r\n\r\n", "400"},
		{"backslash in Host", "GET / HTTP/1.1\r\nHost: a.example\\b.example\r\n\r\n", "400"},
		{"path in Host", "GET / HTTP/1.1\r\nHost: a.example/b\r\n\r\n", "400"},
		{"query in Host", "GET / HTTP/1.1\r\nHost: a.example?b\r\n\r\n", "400"},
		{"malformed port in Host", "GET / HTTP/1.1\r\nHost: a.example:8x\r\n\r\n", "400"},
		{"escape in Host", "GET / HTTP/1.1\r\nHost: a%2eexample\r\n\r\n", "400"},
		{"octal address in Host", "GET / HTTP/1.1\r\nHost: 0177.0.0.1\r\n\r\n", "400"},
		{"userinfo in the target", "GET http://u@a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n", "400"},
		{"octal address in the target", "GET http://0177.0.0.1/ HTTP/1.1\r\nHost: 0177.0.0.1\r\n\r\n", "400"},
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

// TestCheckRequest: what a server of net/http does not let through, or not show.
func TestCheckRequest(t *testing.T) {
	request := func(method, target, host string, fields ...string) *http.Request {
		return &http.Request{Method: method, RequestURI: target, Host: host, Header: http.Header{"Host": fields}}
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
		{"space", request("GET", "/", "a.example b"), InvalidHost},
		{"number sign", request("GET", "/", "a.example#b"), InvalidHost},
		{"only a port", request("GET", "/", ":80"), InvalidHost},
	} {
		if err := CheckRequest(test.r); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	var parting *Parting
	if err := CheckRequest(request("GET", "/", "0177.0.0.1")); !errors.As(err, &parting) || parting.Offset < 0 || parting.Offset > len("0177.0.0.1") {
		t.Error(err)
	}
}
