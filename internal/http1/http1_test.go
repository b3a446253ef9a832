package http1

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestReadRequest: what is a request, and what it is refused for.
func TestReadRequest(t *testing.T) {
	const host = "Host: h\r\n"
	for _, c := range []struct{ name, text, want string }{
		{"plain", "GET /a%20b?q HTTP/1.1\r\n" + host + "\r\n", `GET h "/a b" ""`},
		{"line feeds", "GET / HTTP/1.1\nHost: h\n\n", `GET h "/" ""`},
		{"empty line before", "\r\nGET / HTTP/1.1\r\n" + host + "\r\n", `GET h "/" ""`},
		{"absolute", "GET http://o/x HTTP/1.1\r\n" + host + "\r\n", `GET o "/x" ""`},
		{"options", "OPTIONS * HTTP/1.1\r\n" + host + "\r\n", `OPTIONS h "*" ""`},
		{"body", "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nabcd", `POST h "/" "abc"`},
		{"chunks", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\nT: x\r\n\r\nd", `POST h "/" "abc"`},
		{"1.0", "GET / HTTP/1.0\r\n\r\n", `GET  "/" ""`},
		{"no host", "GET / HTTP/1.1\r\n\r\n", "400"},
		{"two hosts", "GET / HTTP/1.1\r\n" + host + host + "\r\n", "400"},
		{"no version", "GET /\r\n\r\n", "400"},
		{"version 2", "PRI * HTTP/2.0\r\n\r\n", "505"},
		{"no path", "GET x HTTP/1.1\r\n" + host + "\r\n", "400"},
		{"connect", "CONNECT h:1 HTTP/1.1\r\n" + host + "\r\n", "400"},
		{"two spaces", "GET  / HTTP/1.1\r\n" + host + "\r\n", "400"},
		{"space before the colon", "GET / HTTP/1.1\r\nHost : h\r\n\r\n", "400"},
		{"line that goes on", "GET / HTTP/1.1\r\n" + host + "A: b\r\n c\r\n\r\n", "400"},
		{"NUL in a field", "GET / HTTP/1.1\r\n" + host + "A: \x00\r\n\r\n", "400"},
		{"CR in a field", "GET / HTTP/1.1\r\n" + host + "A: b\rHost: g\r\n\r\n", "400"},
		{"two lengths", "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "400"},
		{"length and chunks", "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
		{"signed length", "POST / HTTP/1.1\r\n" + host + "Content-Length: +3\r\n\r\nabc", "400"},
		{"negative length", "POST / HTTP/1.1\r\n" + host + "Content-Length: -3\r\n\r\nabc", "400"},
		{"no length", "POST / HTTP/1.1\r\n" + host + "Content-Length: \r\n\r\nabc", "400"},
		{"length beyond numbers", "POST / HTTP/1.1\r\n" + host + "Content-Length: 9223372036854775808\r\n\r\nabc", "400"},
		{"another coding", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n", "501"},
		{"chunks in 1.0", "POST / HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
		{"long header", "GET / HTTP/1.1\r\n" + host + "A: " + strings.Repeat("x", 1<<14) + "\r\n\r\n", "431"},
		{"many fields", "GET / HTTP/1.1\r\n" + host + strings.Repeat("A: b\r\n", 3000) + "\r\n", "431"},
		{"ends in the header", "GET / HTTP/1.1\r\n" + host, "unexpected EOF"},
		{"ends in a line", "GET / HT", "unexpected EOF"},
		{"nothing", "", "EOF"},
		{"ends in the body", "POST / HTTP/1.1\r\n" + host + "Content-Length: 3\r\n\r\nab", "body: unexpected EOF"},
		{"ends in a chunk", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n3\r\nab", "body: unexpected EOF"},
		{"ends after a chunk", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", "body: unexpected EOF"},
		{"chunk longer than it says", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n", "body: a chunk that is longer than it says"},
		{"chunk line that ends in LF", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n", "body: a line between chunks that does not end in CR LF"},
		{"CR in a chunk line", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n2;\r\r\nab\r\n0\r\n\r\n", "body: a line between chunks that does not end in CR LF"},
		{"trailer that ends in LF", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\n", "body: a line between chunks that does not end in CR LF"},
		{"chunk without a length", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n;x\r\nabc\r\n0\r\n\r\n", "body: the length of a chunk is not a number"},
		{"length with a prefix", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0x2\r\nab\r\n0\r\n\r\n", "body: the length of a chunk is not a number"},
		{"length of 17 digits", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n00000000000000000\r\n\r\n", "body: the length of a chunk is not a number"},
		{"chunk beyond numbers", "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n10000000000000002\r\nab\r\n0\r\n\r\n", "body: the length of a chunk is not a number"},
	} {
		t.Run("name="+c.name, func(t *testing.T) {
			if got := read(c.text); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// read returns what a request is, or what is wrong with it.
func read(text string) string {
	r, err := ReadRequest(bufio.NewReader(strings.NewReader(text)), 1<<13)
	if e, ok := errors.AsType[*Error](err); ok {
		return fmt.Sprint(e.Status)
	}
	if err != nil {
		return err.Error()
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return "body: " + err.Error()
	}
	return fmt.Sprintf("%s %s %q %q", r.Method, r.Host, r.Path, body)
}

// FuzzReadRequest: what is taken for a request, net/http takes for the same one.
func FuzzReadRequest(f *testing.F) {
	for _, text := range []string{
		"GET /a%20b?q HTTP/1.1\r\nHost: h\r\n\r\n", "POST //x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
		"POST / HTTP/1.1\r\nhOST:h \r\nTransfer-Encoding: Chunked\r\nA: b\r\nA: c\r\n\r\n2;x=y\r\nab\r\n0\r\nT: x\r\n\r\nd",
		"GET http://o/x HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "OPTIONS * HTTP/1.1\nHost: h\n\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRequest(bufio.NewReader(strings.NewReader(text)), 1<<13)
		if err != nil {
			return
		}
		body, err := io.ReadAll(r.Body)
		want, other := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if other != nil {
			t.Fatalf("net/http: %v", other)
		}
		wantBody, other := io.ReadAll(want.Body)
		if err != nil {
			return
		}
		if other != nil || r.Method != want.Method || r.Host != want.Host || r.Path != want.URL.Path || !bytes.Equal(body, wantBody) ||
			r.last != want.Close && want.ProtoMinor == 1 {
			t.Errorf("%s %q %q %q, last %t; net/http: %s %q %q %q, %t, %v", r.Method, r.Host, r.Path, body, r.last, want.Method, want.Host, want.URL.Path, wantBody, want.Close, other)
		}
		for name, value := range r.Fields {
			if name == "host" || name == "transfer-encoding" || name == "trailer" {
				continue
			}
			if got := strings.Join(want.Header.Values(name), ", "); got != value {
				t.Errorf("%s: %q, net/http: %q", name, value, got)
			}
		}
	})
}

// TestReadResponse: what is a response.
func TestReadResponse(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc", `200 OK "ab" kept`},
		{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\nc", `200 OK "ab" kept`},
		{"up to the end", "HTTP/1.1 404 Not  Found\r\n\r\nabc", `404 Not  Found "abc" last`},
		{"no phrase", "HTTP/1.0 200\r\nContent-Length: 1\r\n\r\na", `200 "a" last`},
		{"continue", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", `204 No Content "" kept`},
		{"close", "HTTP/1.1 200 OK\r\nConnection: a, Close\r\nContent-Length: 1\r\n\r\na", `200 OK "a" last`},
		{"kept in 1.0", "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 1\r\n\r\na", `200 OK "a" kept`},
		{"nonsense", "nonsense\n", `malformed HTTP response "nonsense"`},
		{"a word as status", "HTTP/1.1 2OK\r\n\r\n", `malformed HTTP response "HTTP/1.1 2OK"`},
		{"nothing", "", "EOF"},
		{"a part", "HTTP/1.1 2", "unexpected EOF"},
		{"breaks off", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na", "body: unexpected EOF"},
	} {
		t.Run("name="+c.name, func(t *testing.T) {
			r, err := ReadResponse(bufio.NewReader(strings.NewReader(c.text)))
			var got string
			if err != nil {
				got = err.Error()
			} else if body, err := io.ReadAll(r.Body); err != nil {
				got = "body: " + err.Error()
			} else {
				got = fmt.Sprintf("%s %q %s", r.Status, body, map[bool]string{true: "last", false: "kept"}[r.last])
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// serve starts a server that ends with the test.
func serve(t *testing.T, handle func(*Reply, *Request)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	s := &Server{Handle: handle, Header: 10 * time.Second, Body: 10 * time.Second, Take: 10 * time.Second, Idle: 10 * time.Second, End: time.Second, MaxHeader: 1 << 13}
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// TestServer: the client of net/http gets the replies over one connection, also after a
// handler that did not read its body, and the server goes on after one that panicked.
func TestServer(t *testing.T) {
	address := serve(t, func(w *Reply, r *Request) {
		w.Fields["X-Path"] = r.Path
		switch r.Path {
		case "/panic":
			panic("on purpose")
		case "/unread":
			w.Write(200, "unread")
		default:
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			w.Write(200, strings.Repeat(string(body), 2))
		}
	})
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	connections := 0
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		connections++
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
	client := &http.Client{Transport: transport}
	large := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ path, body, want string }{
		{"/", "ab", "abab"}, {"/", "", ""}, {"/", large, large + large}, {"/unread", "abc", "unread"}, {"/", "c", "cc"},
	} {
		response, err := client.Post("http://"+address+c.path, "text/plain", io.MultiReader(strings.NewReader(c.body))) // in chunks
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || string(body) != c.want || response.Header.Get("X-Path") != c.path {
			t.Errorf("%s: %d bytes, %v, %v", c.path, len(body), response.Header, err)
		}
		if _, err := http.ParseTime(response.Header.Get("Date")); err != nil {
			t.Error(err)
		}
	}
	if connections != 1 {
		t.Errorf("%d connections", connections)
	}
	if _, err := client.Get("http://" + address + "/panic"); err == nil {
		t.Error("a reply of a handler that panicked")
	}
	if response, err := client.Head("http://" + address + "/head"); err != nil || response.StatusCode != 200 {
		t.Error(response, err)
	}
}

// TestExpect: only a client of HTTP/1.1 that waits is told to go on.
func TestExpect(t *testing.T) {
	address := serve(t, func(w *Reply, r *Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Write(200, string(body))
	})
	for _, c := range []struct{ version, expect, want string }{
		{"HTTP/1.1", "100-continue", "100 Continue"},
		{"HTTP/1.1", "100-Continue", "100 Continue"},
		{"HTTP/1.1", "", "200 OK"},
		{"HTTP/1.0", "100-continue", "200 OK"},
		{"HTTP/1.0", "", "200 OK"},
	} {
		t.Run("version="+c.version+"/expect="+c.expect, func(t *testing.T) {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprintf(conn, "POST / %s\r\nHost: %s\r\nContent-Length: 2\r\nExpect: %s\r\nConnection: close\r\n\r\nab", c.version, address, c.expect)
			if reply, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(reply), "HTTP/1.1 "+c.want+"\r\n") || !strings.HasSuffix(string(reply), "\r\n\r\nab") {
				t.Errorf("%q, %v", reply, err)
			}
		})
	}
}

// TestWatch: a client that goes away ends what is watched.
func TestWatch(t *testing.T) {
	gone := make(chan error, 1)
	address := serve(t, func(w *Reply, r *Request) {
		ctx, stop := r.Watch(context.Background())
		select {
		case <-ctx.Done():
			gone <- nil
		case <-time.After(10 * time.Second):
			gone <- errors.New("it still waits")
		}
		stop()
		w.Write(200, "")
	})
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	conn.Close()
	if err := <-gone; err != nil {
		t.Error(err)
	}
}

// TestClient: a connection is kept, and one that the server has closed meanwhile is replaced.
func TestClient(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		_, _ = io.Copy(w, r.Body)
	}))
	defer server.Close()
	dialled := 0
	c := &Client{Timeout: 10 * time.Second, Dial: func(ctx context.Context) (net.Conn, error) {
		dialled++
		return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
	}}
	defer c.Close()
	for i, text := range []string{"a", "", "b", "c", strings.Repeat("d", 1<<20)} {
		if i == 3 {
			server.CloseClientConnections()
		}
		r, got, err := c.Post(t.Context(), "POST / HTTP/1.1\r\nHost: h\r\n", []byte(text), 1<<21)
		if err != nil || string(got) != text || r.Code != 200 {
			t.Errorf("%.9q: %.9q, %v", text, got, err)
		}
	}
	if dialled != 2 || requests != 5 {
		t.Errorf("%d connections, %d requests", dialled, requests)
	}
	if _, got, err := c.Post(t.Context(), "POST / HTTP/1.1\r\nHost: h\r\n", []byte("abcd"), 3); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
}
