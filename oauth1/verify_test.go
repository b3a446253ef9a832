package oauth1

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"
)

var testKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

// nonces remembers everything.
type nonces struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (n *nonces) Use(_ context.Context, consumer, token, nonce string, t time.Time) (bool, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	key := strings.Join([]string{consumer, token, nonce, t.String()}, "\x00")
	fresh := !n.seen[key]
	if n.seen == nil {
		n.seen = map[string]bool{}
	}
	n.seen[key] = true
	return fresh, nil
}

func testVerifier() *Verifier {
	return &Verifier{
		Secrets: func(_ context.Context, consumer, token string) (Secrets, error) {
			if consumer != "client" || token != "" && token != "token" {
				return Secrets{}, ErrUnknown
			}
			s := Secrets{Consumer: "s1&", PublicKey: &testKey().PublicKey}
			if token != "" {
				s.Token = "s2+"
			}
			return s, nil
		},
		Nonces:  &nonces{},
		Methods: []SignatureMethod{HMACSHA1, HMACSHA256, HMACSHA512, RSASHA1, RSASHA256, Plaintext},
	}
}

func testSigner(m SignatureMethod) *Signer {
	return &Signer{Consumer: Credentials{"client", "s1&"}, Token: Credentials{"token", "s2+"}, Method: m, PrivateKey: testKey(), BodyHash: BodyHashOfBody}
}

// TestSignedRequestsVerify sends requests through a Transport to a server.
func TestSignedRequestsVerify(t *testing.T) {
	v := testVerifier()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		verified, err := v.Verify(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, verified.Consumer+" "+verified.Token+" "+verified.Method.String()+" "+string(body))
	}))
	defer server.Close()
	for m := range methods {
		client := &http.Client{Transport: &Transport{Signer: testSigner(m)}}
		for _, target := range []string{"", "/", "/a%2Fb/%7Ec/d'(e)*!;", "/p?a=1+2&b=%FF&b=&a=%2B&~=*&;=%zz", "/?x=%26%3D", "/a//b/../c?"} {
			for name, send := range map[string]func(string) (*http.Response, error){
				"get": client.Get,
				"form": func(u string) (*http.Response, error) {
					return client.Post(u, FormContentType, strings.NewReader("z=1&b=%00+%ff&c2"))
				},
				"form with charset": func(u string) (*http.Response, error) {
					return client.Post(u, "Application/X-WWW-form-urlencoded; charset=utf-8", strings.NewReader("é=1"))
				},
				"json": func(u string) (*http.Response, error) {
					return client.Post(u, "application/json", strings.NewReader("{}"))
				},
				"chunk": func(u string) (*http.Response, error) {
					return client.Post(u, "text/plain", io.MultiReader(strings.NewReader("x")))
				},
			} {
				resp, err := send(server.URL + target)
				if err != nil {
					t.Fatal(err)
				}
				got, _ := io.ReadAll(resp.Body)
				_ = resp.Body.Close()
				if resp.StatusCode != 200 || !strings.HasPrefix(string(got), "client token "+m.String()+" ") {
					t.Errorf("%v %s %q: %d %s", m, name, target, resp.StatusCode, got)
				}
				if name == "json" && !strings.HasSuffix(string(got), "{}") {
					t.Errorf("the handler did not get the body: %s", got)
				}
			}
		}
	}
}

func TestTransportLeavesRequestAlone(t *testing.T) {
	r, _ := http.NewRequest("POST", "http://h/", strings.NewReader("a=1"))
	r.Header.Set("Content-Type", FormContentType)
	closed := &closeRecorder{Reader: strings.NewReader("a=1")}
	r.Body = closed
	var sent *http.Request
	transport := &Transport{Signer: testSigner(HMACSHA1), Base: roundTrip(func(r *http.Request) (*http.Response, error) {
		sent = r
		return &http.Response{}, nil
	})}
	if _, err := transport.RoundTrip(r); err != nil {
		t.Fatal(err)
	}
	if r.Header.Get("Authorization") != "" || sent.Header.Get("Authorization") == "" {
		t.Error("the request was changed, or the copy was not signed")
	}
	if body, _ := io.ReadAll(sent.Body); string(body) != "a=1" || !closed.closed {
		t.Errorf("body %q, closed %v", body, closed.closed)
	}
	r.Body = &failingReader{}
	if _, err := transport.RoundTrip(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

type closeRecorder struct {
	io.Reader
	closed bool
}

func (c *closeRecorder) Close() error { c.closed = true; return nil }

type failingReader struct{}

func (*failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
func (*failingReader) Close() error             { return nil }

func TestVerifyRefuses(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	for _, tt := range []struct {
		name   string
		signer func(*Signer)
		change func(*http.Request)
		v      func(*Verifier)
		reason VerifyReason
		param  string
	}{
		{name: "method", change: func(r *http.Request) { r.Method = "PUT" }, reason: WrongSignature, param: signatureName},
		{name: "path", change: func(r *http.Request) { r.RequestURI = "/q%61" }, reason: WrongSignature, param: signatureName},
		{name: "query", change: func(r *http.Request) { r.RequestURI += "&x" }, reason: WrongSignature, param: signatureName},
		{name: "host", change: func(r *http.Request) { r.Host = "other" }, reason: WrongSignature, param: signatureName},
		{name: "body", change: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("a=2")) }, reason: WrongSignature, param: signatureName},
		{name: "proxy", v: func(v *Verifier) {
			v.BaseURL = func(*http.Request) (string, string) { return "https", "h" }
		}, reason: WrongSignature, param: signatureName},
		{name: "secret", signer: func(s *Signer) { s.Token.Secret = "x" }, reason: WrongSignature, param: signatureName},
		{name: "unknown consumer", signer: func(s *Signer) { s.Consumer.Key = "x" }, reason: UnknownCredentials},
		{name: "unknown token", signer: func(s *Signer) { s.Token.Key = "x" }, reason: UnknownCredentials},
		{name: "old", signer: func(s *Signer) { s.Now = func() time.Time { return now.Add(-301 * time.Second) } }, reason: OutsideWindow, param: timestampName},
		{name: "new", signer: func(s *Signer) { s.Now = func() time.Time { return now.Add(301 * time.Second) } }, reason: OutsideWindow, param: timestampName},
		{name: "timestamp 0", signer: func(s *Signer) { s.Now = func() time.Time { return time.Unix(0, 0) } }, reason: BadTimestamp, param: timestampName},
		{name: "negative timestamp", signer: func(s *Signer) { s.Now = func() time.Time { return time.Unix(-5, 0) } }, reason: BadTimestamp, param: timestampName},
		{name: "huge timestamp", signer: func(s *Signer) { s.Now = func() time.Time { return time.Unix(1<<61, 0) } }, reason: OutsideWindow, param: timestampName},
		{name: "method not accepted", v: func(v *Verifier) { v.Methods = []SignatureMethod{HMACSHA256} }, reason: UnsupportedMethod, param: methodName},
		{name: "plaintext by default", signer: func(s *Signer) { s.Method = Plaintext }, v: func(v *Verifier) { v.Methods = nil }, reason: UnsupportedMethod, param: methodName},
		{name: "version", change: replace(`oauth_version="1.0"`, `oauth_version="2.0"`), reason: UnsupportedVersion, param: versionName},
		{name: "method unknown", change: replace("HMAC-SHA1", "HMAC-MD5"), reason: UnsupportedMethod, param: methodName},
		{name: "no header", change: func(r *http.Request) { r.Header.Del("Authorization") }, reason: MissingParameter, param: methodName},
		{name: "no nonce", signer: func(s *Signer) { s.Nonce = func() string { return "" } }, reason: MissingParameter, param: nonceName},
		{name: "repeated", change: func(r *http.Request) { r.RequestURI += "&oauth_nonce=1" }, reason: RepeatedParameter, param: nonceName},
		{name: "two signatures", change: func(r *http.Request) { r.RequestURI += "&oauth_signature=1" }, reason: RepeatedParameter, param: signatureName},
		{name: "malformed", change: func(r *http.Request) { r.Header.Set("Authorization", "OAuth x=%") }, reason: Malformed},
		{name: "body too large", v: func(v *Verifier) { v.MaxBody = 2 }, reason: BodyTooLarge},
		{name: "nonce store fails", v: func(v *Verifier) { v.Nonces = brokenNonces{} }, reason: LookupFailed},
		{name: "lookup fails", v: func(v *Verifier) {
			v.Secrets = func(context.Context, string, string) (Secrets, error) { return Secrets{}, io.ErrUnexpectedEOF }
		}, reason: LookupFailed},
		{name: "fine", reason: 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := testSigner(HMACSHA1)
			s.Now = func() time.Time { return now }
			if tt.signer != nil {
				tt.signer(s)
			}
			r := httptest.NewRequest("POST", "http://h/p?q=1", strings.NewReader("a=1"))
			r.Header.Set("Content-Type", FormContentType)
			if err := s.Sign(r); err != nil {
				t.Fatal(err)
			}
			r.RequestURI = "/p?q=1"
			if tt.change != nil {
				tt.change(r)
			}
			v := testVerifier()
			v.Now = func() time.Time { return now }
			if tt.v != nil {
				tt.v(v)
			}
			_, err := v.Verify(r)
			if tt.reason == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var e *VerifyError
			if !errors.As(err, &e) || e.Reason != tt.reason || e.Param != tt.param {
				t.Fatalf("got %v, want %v %s", err, tt.reason, tt.param)
			}
			if want, _ := HMACSHA1.Signature("", Secrets{}); strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s2") {
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
}

type brokenNonces struct{}

func (brokenNonces) Use(context.Context, string, string, string, time.Time) (bool, error) {
	return false, io.ErrClosedPipe
}

func replace(from, to string) func(*http.Request) {
	return func(r *http.Request) {
		h := r.Header.Get("Authorization")
		if !strings.Contains(h, from) {
			panic("no " + from)
		}
		r.Header.Set("Authorization", strings.Replace(h, from, to, 1))
	}
}

func TestReplayIsRefused(t *testing.T) {
	v, s := testVerifier(), testSigner(HMACSHA256)
	r := httptest.NewRequest("GET", "http://h/", nil)
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Verify(r); err != nil {
		t.Fatal(err)
	}
	var e *VerifyError
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != NonceUsed {
		t.Errorf("second time: %v", err)
	}
}

func TestBodyHash(t *testing.T) {
	// The example of draft-eaton-oauth-bodyhash, section 4.1.
	if got := BodyHash([]byte("Hello World!"), HMACSHA1); got != "Lve95gjOVATpfV8EL5X4nxwjKHE=" {
		t.Errorf("got %s", got)
	}
	if got := BodyHash(nil, HMACSHA256); got != "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" {
		t.Errorf("got %s", got)
	}
	v, s := testVerifier(), testSigner(RSASHA256)
	r := httptest.NewRequest("PUT", "http://h/", strings.NewReader("{}"))
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(strings.NewReader("[]"))
	var e *VerifyError
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != WrongBodyHash {
		t.Errorf("changed body: %v", err)
	}
	s.BodyHash = BodyHashAlways
	r = httptest.NewRequest("GET", "http://h/", nil)
	if err := s.Sign(r); err != nil || !strings.Contains(r.Header.Get("Authorization"), bodyHashName) {
		t.Errorf("no hash: %v", err)
	}
}

func TestVerifyQueryAndForm(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	params := []Param{
		{consumerKeyName, "client"},
		{tokenName, "token"},
		{methodName, "HMAC-SHA1"},
		{timestampName, "1700000000"},
		{nonceName, "n"},
	}
	base, err := BaseString(&Request{Method: "POST", URL: "http://h/p", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	signature, _ := HMACSHA1.Signature(base, Secrets{Consumer: "s1&", Token: "s2+"})
	query := url.Values{signatureName: {signature}}
	for _, p := range params {
		query.Set(p.Name, p.Value)
	}
	for name, r := range map[string]*http.Request{
		"query":         httptest.NewRequest("POST", "/p?"+query.Encode(), nil),
		"absolute form": httptest.NewRequest("POST", "http://h/p?"+query.Encode(), nil),
		"form":          httptest.NewRequest("POST", "/p", strings.NewReader(query.Encode())),
	} {
		r.Host = "h"
		r.Header.Set("Content-Type", FormContentType)
		v := testVerifier()
		v.Now = func() time.Time { return now }
		if _, err := v.Verify(r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVerifierNeedsItsFields(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = (&Verifier{}).Verify(httptest.NewRequest("GET", "/", nil))
}

func TestNoncesDiffer(t *testing.T) {
	s := &Signer{Consumer: Credentials{"a", "b"}}
	seen := map[string]bool{}
	for range 1000 {
		h, err := s.AuthorizationHeader(&Request{Method: "GET", URL: "http://h/"})
		if err != nil {
			t.Fatal(err)
		}
		p, _ := ParseHeader(h)
		nonce, _ := p.Get(nonceName)
		if len(nonce) != nonceSize || seen[nonce] {
			t.Fatalf("nonce %q", nonce)
		}
		seen[nonce] = true
	}
}

func TestSignerIsSafeForConcurrentUse(t *testing.T) {
	s, v := testSigner(HMACSHA1), testVerifier()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				r := httptest.NewRequest("POST", "http://h/?i="+strings.Repeat("x", i), bytes.NewReader([]byte("b")))
				if err := s.Sign(r); err != nil {
					t.Error(err)
				}
				if _, err := v.Verify(r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// ten is a request with ten parameters, seven of them of the protocol's.
var ten = Request{Method: "POST", URL: "https://api.example.com/1.1/statuses/update.json?include_entities=true&q=a%20b", Form: "status=Hello+Ladies+%2B+Gentlemen%2C+a+signed+request%21"}

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	s := testSigner(HMACSHA1)
	s.Nonce = func() string { return "n" }
	if _, err := s.AuthorizationHeader(&ten); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(200, func() { _, _ = s.AuthorizationHeader(&ten) }); n > 1 {
		t.Errorf("signing allocates %v times, the header being one", n)
	}
	if n := testing.AllocsPerRun(200, func() { _, _ = BaseString(&ten) }); n > 1 {
		t.Errorf("a base string allocates %v times", n)
	}
}

func BenchmarkSign(b *testing.B) {
	s := testSigner(HMACSHA1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.AuthorizationHeader(&ten); err != nil {
			b.Fatal(err)
		}
	}
}
