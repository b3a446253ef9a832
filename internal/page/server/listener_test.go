package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/page/server"
)

// soon is much less than a client may take for a header or a body in a test, and enough
// for a reply on a busy machine.
const soon = time.Minute

// reply sends text to the server and returns the status of the first line that comes
// back.
func reply(t *testing.T, address, text string) string {
	t.Helper()
	conn := dial(t, address)
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(soon))
	_, _ = io.WriteString(conn, text)
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		t.Fatalf("%.60q: %v", text, err)
	}
	return strings.TrimSpace(line)
}

// TestAnnounced: a body that is too long is refused by its length, before the client is
// told to send it, and a body of whom the server does not serve is not asked for.
func TestAnnounced(t *testing.T) {
	address, path := start(t)
	for _, tt := range []struct {
		path   string
		length int64
		want   string
	}{
		{path, jsonapi.MaxRequest, "HTTP/1.1 100 Continue"},
		{path, jsonapi.MaxRequest + 1, "HTTP/1.1 413 Request Entity Too Large"},
		{path, 5 * jsonapi.MaxRequest, "HTTP/1.1 413 Request Entity Too Large"},
		{path, 1e11, "HTTP/1.1 413 Request Entity Too Large"},
		{path, 1<<63 - 1, "HTTP/1.1 413 Request Entity Too Large"},
		{"/wrong/", 1, "HTTP/1.1 403 Forbidden"},
		{"/wrong/", 1e11, "HTTP/1.1 403 Forbidden"},
	} {
		for _, expect := range []string{"Expect: 100-continue\r\n", ""} {
			if expect == "" && strings.Contains(tt.want, "100") {
				continue
			}
			request := fmt.Sprintf("POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n%s\r\n", tt.path, address, tt.length, expect)
			if got := reply(t, address, request); got != tt.want {
				t.Errorf("%s, %d bytes, %q: %s, want %s", tt.path, tt.length, expect, got, tt.want)
			}
		}
	}
}

// TestPending: however many connections show no token, whatever they do instead, a call
// with the token is answered soon.
func TestPending(t *testing.T) {
	for name, begin := range map[string]string{
		"silent":        "",
		"half a header": "GET / HTTP/1.1\r\nHost: ",
		"a body":        "POST /wrong/call/encode HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000000\r\n\r\n",
		"another token": "GET /wrong/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			address, path := start(t)
			for range server.Connections + 100 {
				conn := dial(t, address)
				defer conn.Close()
				_, _ = io.WriteString(conn, strings.ReplaceAll(begin, "HOST", address))
			}
			for range 3 {
				body := `{"text":"a b"}`
				if got := reply(t, address, fmt.Sprintf("POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s", path, address, len(body), body)); got != "HTTP/1.1 200 OK" {
					t.Error(got)
				}
			}
		})
	}
}

// TestAdmittedStay: connections that have shown the token stay when others come, also while the
// body is still to come.
func TestAdmittedStay(t *testing.T) {
	address, path := start(t)
	conn := dial(t, address)
	defer conn.Close()
	const body = `{"text":"a b"}`
	fmt.Fprintf(conn, "POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, address, len(body))
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); !strings.Contains(line, " 100 ") {
		t.Fatalf("%q, %v", line, err)
	}
	_, _ = in.ReadString('\n')
	var others []net.Conn
	for range server.Connections {
		others = append(others, dial(t, address))
	}
	time.Sleep(time.Second)
	for _, other := range others {
		other.Close()
	}
	_, _ = io.WriteString(conn, body)
	response, err := http.ReadResponse(in, nil)
	if err != nil || response.StatusCode != 200 {
		t.Fatal(response, err)
	}
	response.Body.Close()
}

// TestRefused: net/http refuses requests that are malformed or too long by itself. Others
// reach the handler, which lets in none without the token.
func TestRefused(t *testing.T) {
	address, path := start(t)
	header := func(n int) string {
		begin := "GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nA: "
		return begin + strings.Repeat("a", n-len(begin)-4) + "\r\n\r\n"
	}
	for _, tt := range []struct{ name, text, want string }{
		{"the longest header", header(16 << 10), "200 OK"},
		{"a longer header", header(16<<10 + 1), "431 Request Header Fields Too Large"},
		{"no HTTP", "\x16\x03\x01 no HTTP at all\r\n\r\n", "400 Bad Request"},
		{"no version", "GET / HTTP\r\n\r\n", "400 Bad Request"},
		{"another version", "GET " + path + " HTTP/3.0\r\nHost: " + address + "\r\n\r\n", "505 HTTP Version Not Supported: unsupported protocol version"},
		{"no host", "GET " + path + " HTTP/1.1\r\n\r\n", "400 Bad Request: missing required Host header"},
		{"two hosts", "GET " + path + " HTTP/1.1\r\nHost: " + address + "\r\nHost: a\r\n\r\n", "400 Bad Request"},
		{"a host that is none", "GET " + path + " HTTP/1.1\r\nHost: a b\r\n\r\n", "400 Bad Request: malformed Host header"},
		{"a space before the colon", "GET " + path + " HTTP/1.1\r\nHost : " + address + "\r\n\r\n", "400 Bad Request: missing required Host header"},
		{"another expectation", "POST " + path + "call/encode HTTP/1.1\r\nHost: " + address + "\r\nExpect: b\r\nContent-Length: 1\r\n\r\n", "417 Expectation Failed"},
		{"another coding", "POST " + path + "call/encode HTTP/1.1\r\nHost: " + address + "\r\nTransfer-Encoding: gzip\r\n\r\n", "501 Not Implemented"},
		{"lengths that differ", "POST " + path + "call/encode HTTP/1.1\r\nHost: " + address + "\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400 Bad Request"},
		{"a tunnel", "CONNECT " + address + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n", "403 Forbidden"},
		{"a proxy", "GET http://a.example" + path + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n", "403 Forbidden"},
		{"HTTP/1.0 without a host", "GET " + path + " HTTP/1.0\r\n\r\n", "HTTP/1.0 403 Forbidden"},
		{"no chunk", "POST " + path + "call/encode HTTP/1.1\r\nHost: " + address + "\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "408 Request Timeout"},
	} {
		if got, _ := strings.CutPrefix(reply(t, address, tt.text), "HTTP/1.1 "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
