package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/jsonapi"
	"github.com/pct-encoded/percent/internal/page"
	"github.com/pct-encoded/percent/internal/page/server"
)

// start starts a server that ends with the test, and returns its address and the
// path with the token.
func start(t *testing.T) (address, path string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String(), s.Path()
}

// do sends a request, and returns the status and the body of the reply.
func do(t *testing.T, method, url, body string, change func(*http.Request)) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(text)
}

func field(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func host(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }

func TestAdmits(t *testing.T) {
	address, path := start(t)
	_, port, _ := net.SplitHostPort(address)
	const request = `{"text":"a b"}`
	call := path + "call/encode"
	for _, tt := range []struct {
		name, method, path, body string
		change                   func(*http.Request)
		status                   int
	}{
		{"page", "GET", path, "", nil, 200},
		{"file", "GET", path + "style.css", "", nil, 200},
		{"head", "HEAD", path, "", nil, 200},
		{"call", "POST", call, request, nil, 200},
		{"own origin", "POST", call, request, field("Origin", "http://"+address), 200},
		{"same origin", "POST", call, request, field("Sec-Fetch-Site", "same-origin"), 200},
		{"localhost", "POST", call, request, host("localhost:" + port), 200},
		{"a tunnel", "POST", call, request, host("localhost:9000"), 200},
		{"IPv6", "POST", call, request, host("[::1]:9000"), 200},
		{"unknown operation", "POST", path + "call/frobnicate", request, nil, 200},

		{"no token", "GET", "/", "", nil, 403},
		{"no token, file", "GET", "/style.css", "", nil, 403},
		{"foreign token", "POST", "/AAAAAAAAAAAAAAAAAAAAAAAAAA/call/encode", request, nil, 403},
		{"half of the token", "POST", path[:10] + "/call/encode", request, nil, 403},
		{"token without slash", "GET", strings.TrimSuffix(path, "/"), "", nil, 403},
		{"foreign host", "POST", call, request, host("evil.example"), 403},
		{"foreign host with the port", "POST", call, request, host("evil.example:" + port), 403},
		{"host that begins so", "POST", call, request, host("127.0.0.1.evil.example"), 403},
		{"host of the network", "POST", call, request, host("192.168.0.1:" + port), 403},
		{"foreign origin", "POST", call, request, field("Origin", "http://evil.example"), 403},
		{"null origin", "POST", call, request, field("Origin", "null"), 403},
		{"origin of another port", "POST", call, request, field("Origin", "http://127.0.0.1:1"), 403},
		{"https origin", "POST", call, request, field("Origin", "https://"+address), 403},
		{"foreign origin gets no page", "GET", path, "", field("Origin", "http://evil.example"), 403},
		{"cross-site", "POST", call, request, field("Sec-Fetch-Site", "cross-site"), 403},
		{"same-site", "POST", call, request, field("Sec-Fetch-Site", "same-site"), 403},
		{"preflight", "OPTIONS", call, "", field("Origin", "http://evil.example"), 403},
		{"options of a call", "OPTIONS", call, "", nil, 405},
		{"options of the page", "OPTIONS", path, "", nil, 405},

		{"call by GET", "GET", call, "", nil, 405},
		{"page by POST", "POST", path, "", nil, 405},
		{"no such file", "GET", path + "nothing.js", "", nil, 404},
		{"a folder", "GET", path + "app", "", nil, 404},
		{"climbing", "GET", path + "../server/server.go", "", nil, 404},
		{"climbing, escaped", "GET", path + "%2e%2e/page.go", "", nil, 404},
	} {
		t.Run("name="+tt.name, func(t *testing.T) {
			response, body := do(t, tt.method, "http://"+address+tt.path, tt.body, tt.change)
			if response.StatusCode != tt.status {
				t.Errorf("status %d, want %d: %s", response.StatusCode, tt.status, body)
			}
			if cors := response.Header.Get("Access-Control-Allow-Origin"); cors != "" {
				t.Errorf("CORS: %q", cors)
			}
			if response.Header.Get("Content-Security-Policy") != page.Policy || response.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("header %v", response.Header)
			}
			if tt.status != 200 && !strings.HasPrefix(body, `{"error":{"reason":"`) {
				t.Errorf("body %q", body)
			}
		})
	}
}

// TestOptions: OPTIONS * asks about the whole server, which answers only requests with
// its token (RFC 9110, section 9.3.7).
func TestOptions(t *testing.T) {
	address, _ := start(t)
	for _, name := range []string{address, "evil.example"} {
		conn := dial(t, address)
		defer conn.Close()
		fmt.Fprintf(conn, "OPTIONS * HTTP/1.1\r\nHost: %s\r\n\r\n", name)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		if response.StatusCode != 403 || !strings.HasPrefix(string(body), `{"error":{"reason":"forbidden"`) || response.Header.Get("Allow") != "" {
			t.Errorf("%s: status %d, %v: %s", name, response.StatusCode, response.Header, body)
		}
	}
}

// TestTokens: each server has its own.
func TestTokens(t *testing.T) {
	a, b := server.New().Path(), server.New().Path()
	if a == b || len(a) < 26 {
		t.Errorf("%s and %s", a, b)
	}
}

// TestReplies: the reply is that of jsonapi.Call, byte for byte.
func TestReplies(t *testing.T) {
	address, path := start(t)
	for op := range jsonapi.Operations() {
		for _, request := range []string{`{"text":"a+b%2Bc"}`, `{}`, `{`, "", `{"expression":"tchar"}`, `{"samples":[{"output":"a+b"}]}`, `{"a":"a b","b":"a+b"}`} {
			response, got := do(t, "POST", "http://"+address+path+"call/"+op, request, nil)
			if want := string(jsonapi.Call(op, []byte(request))); response.StatusCode != 200 || got != want {
				t.Errorf("%s %s: %d %s, want %s", op, request, response.StatusCode, got, want)
			}
		}
	}
}

// TestFiles: every file of the page is served as what it is.
func TestFiles(t *testing.T) {
	address, path := start(t)
	err := fs.WalkDir(page.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, err := fs.ReadFile(page.Files, name)
		if err != nil {
			return err
		}
		response, got := do(t, "GET", "http://"+address+path+name, "", nil)
		if response.StatusCode != 200 || got != string(want) || response.Header.Get("Content-Type") == "" {
			t.Errorf("%s: %d, %d bytes", name, response.StatusCode, len(got))
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// endless is a body of any length.
type endless struct{ left int }

func (e *endless) Read(p []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.left)
	for i := range p[:n] {
		p[i] = ' '
	}
	e.left -= n
	return n, nil
}

// TestTooLong: a body of 10 MB is taken and a longer one refused, whether its
// length is told or not.
func TestTooLong(t *testing.T) {
	address, path := start(t)
	for _, tt := range []struct{ size, status int }{
		{jsonapi.MaxRequest, 200}, {jsonapi.MaxRequest + 1, 413}, {2 * jsonapi.MaxRequest, 413},
	} {
		for _, told := range []bool{true, false} {
			r, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+path+"call/encode", &endless{tt.size})
			if err != nil {
				t.Fatal(err)
			}
			if told {
				r.ContentLength = int64(tt.size)
			}
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Errorf("%d bytes, told %v: %v", tt.size, told, err)
				continue
			}
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			if response.StatusCode != tt.status || tt.status == 413 && !bytes.Contains(body, []byte("a request has at most 10000000 bytes")) {
				t.Errorf("%d bytes, told %v: status %d: %s", tt.size, told, response.StatusCode, body)
			}
		}
	}
}

// TestBroken: a client that sends less of a body than it has announced gets an
// error, not an empty reply, however much has come.
func TestBroken(t *testing.T) {
	address, path := start(t)
	for _, sent := range []int{0, 1, 70_000} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: 100000\r\n\r\n%s", path, address, strings.Repeat(" ", sent))
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%d bytes: %v", sent, err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != 408 || !strings.HasPrefix(string(body), `{"error":{"reason":"incomplete request"`) {
			t.Errorf("%d bytes: status %d: %q", sent, response.StatusCode, body)
		}
	}
}

// TestEnds: a call that is under way when the server is told to end is answered.
func TestEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := server.New()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const body = `{"text":"a b"}`
	fmt.Fprintf(conn, "POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", s.Path(), l.Addr(), len(body))
	in := bufio.NewReader(conn)
	if line, err := in.ReadString('\n'); !strings.Contains(line, "100") {
		t.Fatalf("%q, %v", line, err) // the call is under way
	}
	_, _ = in.ReadString('\n')
	cancel()
	io.WriteString(conn, body)
	response, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, _ := io.ReadAll(response.Body); !strings.Contains(string(text), `"output":"a%20b"`) {
		t.Errorf("%s", text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("it still listens")
	}
}

// TestConnections: no more connections than the limit are served at once, those beyond
// wait, and get their turn when others end.
func TestConnections(t *testing.T) {
	address, path := start(t)
	const body, beyond = `{"text":"a b"}`, 40
	var begun atomic.Int64
	var answered, group sync.WaitGroup
	begin := make(chan struct{})
	answered.Add(server.Connections)
	for range server.Connections + beyond {
		group.Go(func() {
			conn := dial(t, address)
			defer conn.Close()
			fmt.Fprintf(conn, "POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", path, address, len(body))
			in := bufio.NewReader(conn)
			if line, err := in.ReadString('\n'); !strings.Contains(line, " 100 ") {
				t.Errorf("%q, %v", line, err)
			}
			_, _ = in.ReadString('\n')
			if begun.Add(1) <= server.Connections {
				answered.Done()
			}
			<-begin
			io.WriteString(conn, body)
			response, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if text, _ := io.ReadAll(response.Body); !strings.Contains(string(text), `"output":"a%20b"`) {
				t.Errorf("%s", text)
			}
		})
	}
	answered.Wait()
	time.Sleep(300 * time.Millisecond) // for those that should wait
	if n := begun.Load(); n != server.Connections {
		t.Errorf("%d at once, want %d", n, server.Connections)
	}
	close(begin)
	group.Wait()
}

// TestIdleConnections: clients that keep their connections keep nobody out.
func TestIdleConnections(t *testing.T) {
	address, path := start(t)
	kept := 0
	for i := range server.Connections + 40 {
		conn := dial(t, address)
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(soon)) // an idle one lasts two minutes
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, address)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("client %d: %v", i, err)
		}
		if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != 200 {
			t.Errorf("client %d: status %d, %v", i, response.StatusCode, err)
		}
		response.Body.Close()
		if !response.Close {
			kept++
		}
	}
	if kept == 0 || kept > server.Connections/2 {
		t.Errorf("%d connections are kept", kept)
	}
}

// TestEndsWhenFull: the server ends although clients wait for their turn.
func TestEndsWhenFull(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.New().Serve(ctx, l) }()
	for range server.Connections + 10 {
		defer dial(t, l.Addr().String()).Close()
	}
	time.Sleep(100 * time.Millisecond)
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
}

// dial connects to the server. Systems with a short queue refuse connections for which
// there is no room, so it tries again.
func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	for range 100 {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("there is no room in the queue")
	runtime.Goexit()
	return nil
}

// memoryLimit is how much memory, in bytes, the server and the clients of TestLoad
// may have in use at a time: 600 MB. The clients, in the same process, take some 50
// KB each; bodies of 10 MB and what comes of them take the most.
const memoryLimit = 600 << 20

// TestLoad: a thousand clients at once make calls, with slow ones, broken ones and
// bodies of 10 MB beside them. Every call is answered, and memory stays bounded.
// With PERCENT_LONG there are 100,000 calls.
func TestLoad(t *testing.T) {
	server.Patient(t) // a client may have no processor when it should send its request
	address, path := start(t)
	clients, calls := 1000, 2
	if os.Getenv("PERCENT_LONG") != "" {
		calls = 100
	}
	if testing.Short() {
		clients = 100
	}
	url := "http://" + address + path + "call/"
	transport := &http.Transport{MaxIdleConnsPerHost: clients, MaxIdleConns: clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	post := func(op string, body io.Reader) (string, error) {
		response, err := client.Post(url+op, "application/json", body)
		if err != nil {
			return "", err
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err == nil && response.StatusCode != 200 {
			err = fmt.Errorf("status %d: %.200s", response.StatusCode, text)
		}
		return string(text), err
	}

	requests := []struct{ op, request, want string }{
		{"encode", `{"text":"Ladies + Gentlemen"}`, `"output":"Ladies%20%2B%20Gentlemen"`},
		{"decode", `{"text":"caf%C3%A9"}`, `"output":"café"`},
		{"lint", `{"text":"http://example.com/%2e%2e/a"}`, `"rule":"dot-segment-encoded"`},
		{"explain", `{"text":"/a%2fb?q=1+2"}`, `"verdict":"data"`},
		{"compare", `{"a":"a=r%20b","b":"a=r+b"}`, `"mistake":"space-as-plus"`},
	}
	var done, failed atomic.Int64
	var group sync.WaitGroup
	stop := make(chan struct{})

	// Beside them: broken ones and slow ones, until the others are done.
	var beside sync.WaitGroup
	for i := range 30 {
		beside.Go(func() {
			for {
				conn, err := net.Dial("tcp", address)
				if err != nil {
					t.Error(err)
					return
				}
				switch i % 3 {
				case 0: // garbage
					io.WriteString(conn, "\x16\x03\x01 no HTTP at all\r\n\r\n")
				case 1: // breaks off in the body
					fmt.Fprintf(conn, "POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: 1000000\r\n\r\n{", path, address)
				case 2: // sends a byte at a time, and never reads
					text := fmt.Sprintf("POST %scall/encode HTTP/1.1\r\nHost: %s\r\nContent-Length: 200000\r\n\r\n", path, address)
					io.WriteString(conn, text)
					for range 20 {
						select {
						case <-stop:
						case <-time.After(20 * time.Millisecond):
							io.WriteString(conn, " ")
						}
					}
				}
				conn.Close()
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
				}
			}
		})
	}
	large := `{"most":1000,"text":"` + strings.Repeat("a b%", (jsonapi.MaxRequest-30)/4) + `"}`
	var largeDone atomic.Int64
	for range 4 {
		beside.Go(func() {
			for {
				if reply, err := post("encode", strings.NewReader(large)); err != nil || !strings.Contains(reply, `"output":"a%20b%25`) {
					t.Errorf("10 MB: %v: %.200s", err, reply)
				}
				largeDone.Add(1)
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	var most atomic.Uint64
	beside.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapInuse))
			select {
			case <-stop:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})

	for i := range clients {
		group.Go(func() {
			for j := range calls {
				r := requests[(i+j)%len(requests)]
				reply, err := post(r.op, strings.NewReader(r.request))
				if err != nil || !strings.Contains(reply, r.want) || !json.Valid([]byte(reply)) {
					if failed.Add(1) < 10 {
						t.Errorf("%s: %v: %.200s", r.op, err, reply)
					}
				}
				done.Add(1)
			}
		})
	}
	group.Wait()
	close(stop)
	beside.Wait()
	t.Logf("%d clients, %d calls, %d failed; %d bodies of 10 MB beside them; %d MB in use at most", clients, done.Load(), failed.Load(), largeDone.Load(), most.Load()>>20)
	if failed.Load() > 0 || done.Load() != int64(clients*calls) {
		t.Errorf("%d of %d calls failed", failed.Load(), done.Load())
	}
	if most.Load() > memoryLimit {
		t.Errorf("%d MB were in use, want %d at most", most.Load()>>20, memoryLimit>>20)
	}
}
