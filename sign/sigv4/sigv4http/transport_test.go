package sigv4http

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// A hop is a request that a server got, and what its verifier found.
type hop struct {
	line, host, body string
	signed           []string
	token            string
	err              error
}

// recorder returns a server that verifies each request, notes it, and answers as
// answer does.
func recorder(t *testing.T, hops *[]hop, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	v := testVerifier()
	v.Payload = sigv4.PayloadUnsigned
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verified, err := v.Verify(r)
		body, _ := io.ReadAll(r.Body)
		h := hop{line: r.Method + " " + r.RequestURI, host: r.Host, body: string(body), token: r.Header.Get("X-Amz-Security-Token"), err: err}
		if err == nil {
			h.signed = verified.SignedHeaders
		}
		*hops = append(*hops, h)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

func ok(http.ResponseWriter, *http.Request) {}

// TestTransport: what a client sends through a Transport verifies at a server, and
// arrives as it was.
func TestTransport(t *testing.T) {
	var hops []hop
	server := recorder(t, &hops, ok)
	for _, tt := range []struct {
		name, method, target, host, body string
		reader                           func(string) io.Reader
		change                           func(*http.Request) // before it is signed
		behind                           func(*http.Request) // and after
		reason                           sigv4.VerifyReason
	}{
		{name: "get", method: "GET", target: "/"},
		{name: "escapes", method: "GET", target: "/a%2Fb/%7Ec/d'(e)*!;"},
		{name: "dot segments", method: "GET", target: "/a//b/./c/../d/"},
		{name: "query", method: "GET", target: "/?b&a=1%202&b=%FF&a=&~=*"},
		{name: "body", method: "PUT", target: "/k", body: "{\"a\": 1}"},
		{name: "body of unknown length", method: "POST", target: "/k", body: "chunked", reader: func(s string) io.Reader { return io.MultiReader(strings.NewReader(s)) }},
		{name: "body of a megabyte", method: "PUT", target: "/k", body: strings.Repeat("0123456789abcdef", 1<<16)},
		{name: "host", method: "GET", target: "/", host: "bucket.example"},
		{name: "host with a port", method: "GET", target: "/", host: "bucket.example:8443"},
		{name: "host with the default port", method: "GET", target: "/", host: "bucket.example:80"},
		{name: "field", method: "GET", target: "/", change: func(r *http.Request) { r.Header.Add("X-Amz-Meta-A", "  b  c ") }},
		// What is changed behind the Transport must not verify.
		{name: "path changed", method: "GET", target: "/a", behind: func(r *http.Request) { r.URL.Path = "/b" }, reason: sigv4.WrongSignature},
		{name: "query changed", method: "GET", target: "/?a=1", behind: func(r *http.Request) { r.URL.RawQuery = "a=2" }, reason: sigv4.WrongSignature},
		{name: "host changed", method: "GET", target: "/", behind: func(r *http.Request) { r.Host = "other.example" }, reason: sigv4.WrongSignature},
		{name: "body changed", method: "PUT", target: "/", body: "abc", behind: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("abd")) }, reason: sigv4.WrongPayloadHash},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			hops = nil
			var body io.Reader = strings.NewReader(tt.body)
			if tt.reader != nil {
				body = tt.reader(tt.body)
			}
			r, err := http.NewRequest(tt.method, server.URL+tt.target, body)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tt.host
			transport := &Transport{Signer: &sigv4.Signer{Credentials: docs, Region: "r", Service: "s3"}}
			if tt.change != nil {
				tt.change(r)
			}
			if tt.behind != nil {
				transport.Base = roundTrip(func(r *http.Request) (*http.Response, error) {
					tt.behind(r)
					return http.DefaultTransport.RoundTrip(r)
				})
			}
			resp, err := (&http.Client{Transport: transport}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if len(hops) != 1 {
				t.Fatalf("%d requests", len(hops))
			}
			got := hops[0]
			var e *sigv4.VerifyError
			if tt.reason != 0 {
				if !errors.As(got.err, &e) || e.Reason != tt.reason {
					t.Errorf("got %v, want %v", got.err, tt.reason)
				}
				return
			}
			host := strings.TrimSuffix(tt.host, ":80")
			if host == "" {
				host = r.URL.Host
			}
			if got.err != nil || got.line != tt.method+" "+tt.target || got.host != host || got.body != tt.body {
				t.Errorf("%s to %s with a body of %d bytes: %v", got.line, got.host, len(got.body), got.err)
			}
			for _, name := range []string{"host", "x-amz-content-sha256", "x-amz-date"} {
				if !slices.Contains(got.signed, name) {
					t.Errorf("%s is not signed, only %q", name, got.signed)
				}
			}
			if r.Header.Get("Authorization") != "" || r.Header.Get("X-Amz-Date") != "" {
				t.Error("the request of the caller was changed")
			}
		})
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestTransportSignsRedirects: each request of a redirect has a signature of its own,
// for its method, path, host and body; what goes to another server has neither a
// signature nor the session token.
func TestTransportSignsRedirects(t *testing.T) {
	var hops []hop
	other := recorder(t, &hops, ok)
	server := recorder(t, &hops, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/keep":
			http.Redirect(w, r, "/end%2F?to=1%202", http.StatusTemporaryRedirect)
		case "/see":
			http.Redirect(w, r, "/end%2F?to=1%202", http.StatusSeeOther)
		case "/away":
			http.Redirect(w, r, other.URL+"/far", http.StatusTemporaryRedirect)
		}
	})
	here, there := strings.TrimPrefix(server.URL, "http://"), strings.TrimPrefix(other.URL, "http://")
	client := &http.Client{Transport: &Transport{Signer: &sigv4.Signer{Credentials: temporary, Region: "r", Service: "s3"}}}
	for _, tt := range []struct {
		path string
		want hop
	}{
		{"/keep", hop{line: "PUT /end%2F?to=1%202", host: here, body: "body"}},
		{"/see", hop{line: "GET /end%2F?to=1%202", host: here}},
		{"/away", hop{line: "PUT /far", host: there, body: "body"}},
	} {
		t.Run("path="+tt.path, func(t *testing.T) {
			hops = nil
			r, err := http.NewRequest("PUT", server.URL+tt.path, strings.NewReader("body"))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if len(hops) != 2 {
				t.Fatalf("%d requests", len(hops))
			}
			got := hops[1]
			if got.line != tt.want.line || got.host != tt.want.host || got.body != tt.want.body {
				t.Errorf("%s to %s with body %q", got.line, got.host, got.body)
			}
			for i, h := range hops {
				if h.host == there {
					var e *sigv4.VerifyError
					if !errors.As(h.err, &e) || e.Reason != sigv4.NotSigned || h.token != "" {
						t.Errorf("request %d, to another server: token %q, %v", i+1, h.token, h.err)
					}
					continue
				}
				if h.err != nil || h.token != temporary.SessionToken {
					t.Errorf("request %d: token %q, %v", i+1, h.token, h.err)
				}
			}
		})
	}
}

// TestTransportErrors: an error in signing ends a request before it is sent, and the
// body is closed, as a RoundTripper must.
func TestTransportErrors(t *testing.T) {
	sent := 0
	transport := &Transport{Signer: s3Signer(), Base: roundTrip(func(*http.Request) (*http.Response, error) {
		sent++
		return nil, io.ErrClosedPipe
	})}
	broken := &body{Reader: io.MultiReader(strings.NewReader("a"), failing{})}
	r, _ := http.NewRequest("PUT", "http://h/", broken)
	if _, err := transport.RoundTrip(r); !errors.Is(err, io.ErrUnexpectedEOF) || sent != 0 || !broken.closed {
		t.Errorf("a body that cannot be read: %v, sent %d times, closed %t", err, sent, broken.closed)
	}
	var e *percent.SyntaxError
	noHost := &body{Reader: strings.NewReader("a")}
	r = &http.Request{Method: "PUT", URL: &url.URL{Scheme: "http", Path: "/"}, Body: noHost}
	if _, err := transport.RoundTrip(r); !errors.As(err, &e) || e.Reason != sigv4.NoHost || sent != 0 || !noHost.closed {
		t.Errorf("no host: %v, sent %d times, closed %t", err, sent, noHost.closed)
	}
	r, _ = http.NewRequest("PUT", "http://h/", strings.NewReader("a"))
	if _, err := transport.RoundTrip(r); !errors.Is(err, io.ErrClosedPipe) || sent != 1 {
		t.Errorf("an error of Base: %v, sent %d times", err, sent)
	}
}

type body struct {
	io.Reader
	closed bool
}

func (b *body) Close() error { b.closed = true; return nil }

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestFromRequest: what FromRequest returns has the request as it is sent, and
// signing it gives a signature that a server accepts: the same as that of Sign.
func TestFromRequest(t *testing.T) {
	var hops []hop
	server := recorder(t, &hops, ok)
	here := strings.TrimPrefix(server.URL, "http://")
	for _, tt := range []struct {
		name   string
		target string
		change func(*http.Request)
		url    string
		host   string
	}{
		{name: "plain", target: "/", url: "https://host/", host: here},
		{name: "no path", target: "", url: "https://host", host: here},
		{name: "escapes", target: "/a%2Fb/%7Ec?b&a=1%202&b=%FF", url: "https://host/a%2Fb/%7Ec?b&a=1%202&b=%FF", host: here},
		{name: "host", target: "/", change: func(r *http.Request) { r.Host = "bucket.example" }, url: "https://host/", host: "bucket.example"},
		{name: "default port", target: "/", change: func(r *http.Request) { r.Host = "bucket.example:80" }, url: "https://host/", host: "bucket.example"},
		{name: "opaque", target: "/", change: func(r *http.Request) { r.URL.Opaque = "//" + r.URL.Host + "/a%2fb" }, url: "https://host/a%2fb", host: here},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			hops = nil
			r, err := http.NewRequest("", server.URL+tt.target, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header["X-Amz-Meta-A"] = []string{"b", "c"}
			if tt.change != nil {
				tt.change(r)
			}
			req, err := FromRequest(r)
			if err != nil {
				t.Fatal(err)
			}
			want := []sigv4.Header{{Name: "Host", Value: tt.host}, {Name: "X-Amz-Meta-A", Value: "b"}, {Name: "X-Amz-Meta-A", Value: "c"}}
			if req.Method != "GET" || req.URL != tt.url || !slices.Equal(req.Header, want) || req.PayloadHash != "" {
				t.Errorf("got %+v, want %s with %v", req, tt.url, want)
			}
			s := &sigv4.Signer{Credentials: docs, Region: "r", Service: "s3"}
			if err := s.Sign(req); err != nil {
				t.Fatal(err)
			}
			for _, h := range req.Header {
				if h.Name != "Host" && h.Name != "X-Amz-Meta-A" {
					r.Header.Set(h.Name, h.Value)
				}
			}
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if len(hops) != 1 || hops[0].err != nil || hops[0].host != tt.host {
				t.Errorf("the server got %+v", hops)
			}
		})
	}
	var e *percent.SyntaxError
	if req, err := FromRequest(&http.Request{URL: &url.URL{Path: "/"}}); !errors.As(err, &e) || e.Reason != sigv4.NoHost {
		t.Errorf("no host: %+v, %v", req, err)
	}
}

// TestFromRequestExplains: Explain of FromRequest has the signature that Sign makes.
func TestFromRequestExplains(t *testing.T) {
	s := s3Signer()
	newRequest := func() *http.Request {
		r, err := http.NewRequest("PUT", "https://h:443/a%20b?z&a=1", bytes.NewReader([]byte("body")))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	signed := newRequest()
	if err := Sign(s, signed); err != nil {
		t.Fatal(err)
	}
	req, err := FromRequest(newRequest())
	if err != nil {
		t.Fatal(err)
	}
	req.PayloadHash = sigv4.HashPayload([]byte("body"))
	steps, err := s.Explain(req)
	if err != nil || steps.Authorization != signed.Header.Get("Authorization") {
		t.Errorf("%+v, %v, want %s", steps, err, signed.Header.Get("Authorization"))
	}
}
