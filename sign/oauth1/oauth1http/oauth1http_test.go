package oauth1http

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/oauth1"
)

const (
	consumerKeyName = "oauth_consumer_key"
	tokenName       = "oauth_token"
	methodName      = "oauth_signature_method"
	timestampName   = "oauth_timestamp"
	nonceName       = "oauth_nonce"
	versionName     = "oauth_version"
	signatureName   = "oauth_signature"
	bodyHashName    = "oauth_body_hash"
)

var testKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
})

func testSigner(m oauth1.SignatureMethod) *oauth1.Signer {
	return &oauth1.Signer{Consumer: oauth1.Credentials{Key: "client", Secret: "s1&"}, Token: oauth1.Credentials{Key: "token", Secret: "s2+"}, Method: m, PrivateKey: testKey(), BodyHash: oauth1.BodyHashOfBody}
}

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
	return &Verifier{Verifier: oauth1.Verifier{
		Secrets: func(_ context.Context, consumer, token string) (oauth1.Secrets, error) {
			if consumer != "client" || token != "" && token != "token" {
				return oauth1.Secrets{}, oauth1.ErrUnknown
			}
			s := oauth1.Secrets{Consumer: "s1&", PublicKey: &testKey().PublicKey}
			if token != "" {
				s.Token = "s2+"
			}
			return s, nil
		},
		Nonces:  &nonces{},
		Methods: []oauth1.SignatureMethod{oauth1.HMACSHA1, oauth1.HMACSHA256, oauth1.HMACSHA512, oauth1.RSASHA1, oauth1.RSASHA256, oauth1.Plaintext},
	}}
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
	for m := range oauth1.Plaintext + 1 {
		client := &http.Client{Transport: &Transport{Signer: testSigner(m)}}
		for _, target := range []string{"", "/", "/a%2Fb/%7Ec/d'(e)*!;", "/p?a=1+2&b=%FF&b=&a=%2B&~=*", "/?x=%26%3D", "/a//b/../c?"} {
			for name, send := range map[string]func(string) (*http.Response, error){
				"get": client.Get,
				"form": func(u string) (*http.Response, error) {
					return client.Post(u, oauth1.FormContentType, strings.NewReader("z=1&b=%00+%ff&c2"))
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

// TestTransportSignsWhatIsSent: host, redirects and bodies, at a server that verifies
// each request; and what is changed behind the Transport does not verify.
func TestTransportSignsWhatIsSent(t *testing.T) {
	v := testVerifier()
	var hops []string
	var verifyErr error
	serve := func(answer http.HandlerFunc) *httptest.Server {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, verifyErr = v.Verify(r)
			body, _ := io.ReadAll(r.Body)
			hops = append(hops, fmt.Sprintf("%s %s %s %q %v", r.Method, r.Host, r.RequestURI, body, verifyErr))
			answer(w, r)
		}))
		t.Cleanup(server.Close)
		return server
	}
	var home string
	other := serve(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "back" {
			http.Redirect(w, r, home+"/end", http.StatusTemporaryRedirect)
		}
	})
	server := serve(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/back":
			http.Redirect(w, r, other.URL+"/far?back", http.StatusTemporaryRedirect)
		case "/keep":
			http.Redirect(w, r, "/end%2F?to=1+2", http.StatusTemporaryRedirect)
		case "/see":
			http.Redirect(w, r, "/end%2F?to=1+2", http.StatusSeeOther)
		case "/away":
			http.Redirect(w, r, other.URL+"/far", http.StatusTemporaryRedirect)
		}
	})
	home = server.URL
	here, there := strings.TrimPrefix(server.URL, "http://"), strings.TrimPrefix(other.URL, "http://")
	const form = "c2&a3=2+q"
	for _, tt := range []struct {
		name, target, host string
		behind             func(*http.Request)
		want               []string
		reason             oauth1.VerifyReason
	}{
		{name: "host", target: "/", host: "photos.example:8080", want: []string{`POST photos.example:8080 / "c2&a3=2+q" <nil>`}},
		{name: "keep", target: "/keep?a=%2B", want: []string{`POST HERE /keep?a=%2B "c2&a3=2+q" <nil>`, `POST HERE /end%2F?to=1+2 "c2&a3=2+q" <nil>`}},
		{name: "see other", target: "/see", want: []string{`POST HERE /see "c2&a3=2+q" <nil>`, `GET HERE /end%2F?to=1+2 "" <nil>`}},
		{name: "another server", target: "/away", want: []string{`POST HERE /away "c2&a3=2+q" <nil>`, `POST THERE /far "c2&a3=2+q" oauth1: missing parameter oauth_signature_method`}},
		{name: "another server and back", target: "/back", want: []string{`POST HERE /back "c2&a3=2+q" <nil>`, `POST THERE /far?back "c2&a3=2+q" oauth1: missing parameter oauth_signature_method`, `POST HERE /end "c2&a3=2+q" oauth1: missing parameter oauth_signature_method`}},
		{name: "query changed", target: "/?a=1", behind: func(r *http.Request) { r.URL.RawQuery = "a=2" }, reason: oauth1.WrongSignature},
		{name: "host changed", target: "/", behind: func(r *http.Request) { r.Host = "other.example" }, reason: oauth1.WrongSignature},
		{name: "form changed", target: "/", behind: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("c2&a3=2+r")) }, reason: oauth1.WrongSignature},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			hops = nil
			transport := &Transport{Signer: testSigner(oauth1.HMACSHA256)}
			if tt.behind != nil {
				transport.Base = roundTrip(func(r *http.Request) (*http.Response, error) {
					tt.behind(r)
					return http.DefaultTransport.RoundTrip(r)
				})
			}
			r, err := http.NewRequest("POST", server.URL+tt.target, strings.NewReader(form))
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tt.host
			r.Header.Set("Content-Type", oauth1.FormContentType)
			resp, err := (&http.Client{Transport: transport}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if tt.behind != nil {
				var e *oauth1.VerifyError
				if !errors.As(verifyErr, &e) || e.Reason != tt.reason {
					t.Errorf("got %v, want %v", verifyErr, tt.reason)
				}
				return
			}
			got := strings.NewReplacer(here, "HERE", there, "THERE").Replace(strings.Join(hops, "\n"))
			if want := strings.Join(tt.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestTransportLeavesRequestAlone(t *testing.T) {
	r, _ := http.NewRequest("POST", "http://h/", strings.NewReader("a=1"))
	r.Header.Set("Content-Type", oauth1.FormContentType)
	closed := &closeRecorder{Reader: strings.NewReader("a=1")}
	r.Body = closed
	var sent *http.Request
	transport := &Transport{Signer: testSigner(oauth1.HMACSHA1), Base: roundTrip(func(r *http.Request) (*http.Response, error) {
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

func (*failingReader) Close() error { return nil }

func TestVerifyRefuses(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	for _, tt := range []struct {
		name   string
		signer func(*oauth1.Signer)
		change func(*http.Request)
		v      func(*Verifier)
		reason oauth1.VerifyReason
		param  string
	}{
		{name: "method", change: func(r *http.Request) { r.Method = "PUT" }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "path", change: func(r *http.Request) { r.RequestURI = "/q%61" }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "query", change: func(r *http.Request) { r.RequestURI += "&x" }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "host", change: func(r *http.Request) { r.Host = "other" }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "body", change: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("a=2")) }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "proxy", v: func(v *Verifier) {
			v.BaseURL = func(*http.Request) (string, string) { return "https", "h" }
		}, reason: oauth1.WrongSignature, param: signatureName},
		{name: "secret", signer: func(s *oauth1.Signer) { s.Token.Secret = "x" }, reason: oauth1.WrongSignature, param: signatureName},
		{name: "unknown consumer", signer: func(s *oauth1.Signer) { s.Consumer.Key = "x" }, reason: oauth1.UnknownCredentials},
		{name: "unknown token", signer: func(s *oauth1.Signer) { s.Token.Key = "x" }, reason: oauth1.UnknownCredentials},
		{name: "old", signer: func(s *oauth1.Signer) { s.Now = func() time.Time { return now.Add(-301 * time.Second) } }, reason: oauth1.OutsideWindow, param: timestampName},
		{name: "new", signer: func(s *oauth1.Signer) { s.Now = func() time.Time { return now.Add(301 * time.Second) } }, reason: oauth1.OutsideWindow, param: timestampName},
		{name: "timestamp 0", signer: func(s *oauth1.Signer) { s.Now = func() time.Time { return time.Unix(0, 0) } }, reason: oauth1.BadTimestamp, param: timestampName},
		{name: "negative timestamp", signer: func(s *oauth1.Signer) { s.Now = func() time.Time { return time.Unix(-5, 0) } }, reason: oauth1.BadTimestamp, param: timestampName},
		{name: "huge timestamp", signer: func(s *oauth1.Signer) { s.Now = func() time.Time { return time.Unix(1<<61, 0) } }, reason: oauth1.OutsideWindow, param: timestampName},
		{name: "method not accepted", v: func(v *Verifier) { v.Methods = []oauth1.SignatureMethod{oauth1.HMACSHA256} }, reason: oauth1.UnsupportedMethod, param: methodName},
		{name: "plaintext by default", signer: func(s *oauth1.Signer) { s.Method = oauth1.Plaintext }, v: func(v *Verifier) { v.Methods = nil }, reason: oauth1.UnsupportedMethod, param: methodName},
		{name: "version", change: replace(`oauth_version="1.0"`, `oauth_version="2.0"`), reason: oauth1.UnsupportedVersion, param: versionName},
		{name: "method unknown", change: replace("HMAC-SHA1", "HMAC-MD5"), reason: oauth1.UnsupportedMethod, param: methodName},
		{name: "no header", change: func(r *http.Request) { r.Header.Del("Authorization") }, reason: oauth1.MissingParameter, param: methodName},
		{name: "no nonce", signer: func(s *oauth1.Signer) { s.Nonce = func() string { return "" } }, reason: oauth1.MissingParameter, param: nonceName},
		{name: "repeated", change: func(r *http.Request) { r.RequestURI += "&oauth_nonce=1" }, reason: oauth1.RepeatedParameter, param: nonceName},
		{name: "two signatures", change: func(r *http.Request) { r.RequestURI += "&oauth_signature=1" }, reason: oauth1.RepeatedParameter, param: signatureName},
		{name: "malformed", change: func(r *http.Request) { r.Header.Set("Authorization", "OAuth x=%") }, reason: oauth1.Malformed},
		{name: "target not a path", change: func(r *http.Request) { r.RequestURI = "foo" }, reason: oauth1.Malformed},
		{name: "target with another host", change: func(r *http.Request) { r.RequestURI = "@evil.example/p?q=1" }, reason: oauth1.Malformed},
		{name: "target of the server", change: func(r *http.Request) { r.RequestURI = "*" }, reason: oauth1.Malformed},
		{name: "fragment", change: func(r *http.Request) { r.RequestURI += "#f" }, reason: oauth1.Malformed},
		{name: "path in Host", change: func(r *http.Request) { r.Host, r.RequestURI = "h/p?q=1#", "/" }, reason: oauth1.Malformed},
		{name: "two types", change: func(r *http.Request) { r.Header.Add("Content-Type", "text/plain") }, reason: oauth1.RepeatedParameter, param: "Content-Type"},
		{name: "no secrets", signer: func(s *oauth1.Signer) { s.Consumer.Secret, s.Token.Secret = "", "" }, v: func(v *Verifier) {
			v.Secrets = func(context.Context, string, string) (oauth1.Secrets, error) { return oauth1.Secrets{}, nil }
		}, reason: oauth1.UnknownCredentials},
		{name: "two headers", change: func(r *http.Request) { r.Header.Add("Authorization", "OAuth") }, reason: oauth1.RepeatedParameter, param: "Authorization"},
		{name: "body too large", v: func(v *Verifier) { v.MaxBody = 2 }, reason: oauth1.BodyTooLarge},
		{name: "nonce store fails", v: func(v *Verifier) { v.Nonces = brokenNonces{} }, reason: oauth1.LookupFailed},
		{name: "lookup fails", v: func(v *Verifier) {
			v.Secrets = func(context.Context, string, string) (oauth1.Secrets, error) {
				return oauth1.Secrets{}, io.ErrUnexpectedEOF
			}
		}, reason: oauth1.LookupFailed},
		{name: "fine", reason: 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := testSigner(oauth1.HMACSHA1)
			s.Now = func() time.Time { return now }
			if tt.signer != nil {
				tt.signer(s)
			}
			r := httptest.NewRequest("POST", "http://h/p?q=1", strings.NewReader("a=1"))
			r.Header.Set("Content-Type", oauth1.FormContentType)
			if err := Sign(s, r); err != nil {
				t.Fatal(err)
			}
			r.RequestURI = "/p?q=1"
			if tt.change != nil {
				tt.change(r)
			}
			received(r)
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
			var e *oauth1.VerifyError
			if !errors.As(err, &e) || e.Reason != tt.reason || e.Param != tt.param {
				t.Fatalf("got %v, want %v %s", err, tt.reason, tt.param)
			}
			if want, _ := oauth1.HMACSHA1.Signature("", oauth1.Secrets{}); strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "s2") {
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
	v, s := testVerifier(), testSigner(oauth1.HMACSHA256)
	r := httptest.NewRequest("GET", "http://h/", nil)
	if err := Sign(s, r); err != nil {
		t.Fatal(err)
	}
	if _, err := v.Verify(r); err != nil {
		t.Fatal(err)
	}
	var e *oauth1.VerifyError
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != oauth1.NonceUsed {
		t.Errorf("second time: %v", err)
	}
}

func TestBodyHash(t *testing.T) {
	// The example of draft-eaton-oauth-bodyhash, section 4.1.
	if got := oauth1.BodyHash([]byte("Hello World!"), oauth1.HMACSHA1); got != "Lve95gjOVATpfV8EL5X4nxwjKHE=" {
		t.Errorf("got %s", got)
	}
	if got := oauth1.BodyHash(nil, oauth1.HMACSHA256); got != "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" {
		t.Errorf("got %s", got)
	}
	v, s := testVerifier(), testSigner(oauth1.RSASHA256)
	r := httptest.NewRequest("PUT", "http://h/", strings.NewReader("{}"))
	if err := Sign(s, r); err != nil {
		t.Fatal(err)
	}
	r.Body = io.NopCloser(strings.NewReader("[]"))
	var e *oauth1.VerifyError
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != oauth1.WrongBodyHash {
		t.Errorf("changed body: %v", err)
	}
	s.BodyHash = oauth1.BodyHashAlways
	r = httptest.NewRequest("GET", "http://h/", nil)
	if err := Sign(s, r); err != nil || !strings.Contains(r.Header.Get("Authorization"), bodyHashName) {
		t.Errorf("no hash: %v", err)
	}
}

func TestVerifyQueryAndForm(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	params := []oauth1.Param{
		{Name: consumerKeyName, Value: "client"},
		{Name: tokenName, Value: "token"},
		{Name: methodName, Value: "HMAC-SHA1"},
		{Name: timestampName, Value: "1700000000"},
		{Name: nonceName, Value: "n"},
	}
	base, err := oauth1.BaseString(&oauth1.Request{Method: "POST", URL: "http://h/p", Params: params})
	if err != nil {
		t.Fatal(err)
	}
	signature, _ := oauth1.HMACSHA1.Signature(base, oauth1.Secrets{Consumer: "s1&", Token: "s2+"})
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
		r.Header.Set("Content-Type", oauth1.FormContentType)
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

func TestSignerIsSafeForConcurrentUse(t *testing.T) {
	s, v := testSigner(oauth1.HMACSHA1), testVerifier()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				r := httptest.NewRequest("POST", "http://h/?i="+strings.Repeat("x", i), bytes.NewReader([]byte("b")))
				if err := Sign(s, r); err != nil {
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

// FuzzVerify: nothing that comes in makes the verifier panic, and nothing
// unsigned gets through.
func FuzzVerify(f *testing.F) {
	f.Add("/?a=1", `OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", oauth_signature="djosJKDKJSD8743243%2Fjdk33klY%3D"`, oauth1.FormContentType, "a=1")
	f.Add("//[", `OAuth oauth_timestamp="99999999999999999999"`, "a/b; c", "")
	f.Fuzz(func(t *testing.T, target, authorization, contentType, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.RequestURI = target
		received(r)
		r.Header.Set("Authorization", authorization)
		r.Header.Set("Content-Type", contentType)
		v := testVerifier()
		v.Secrets = func(context.Context, string, string) (oauth1.Secrets, error) {
			return oauth1.Secrets{Consumer: "not to be guessed", Token: "neither"}, nil
		}
		_, err := v.Verify(r)
		var e *oauth1.VerifyError
		if !errors.As(err, &e) {
			t.Fatalf("got %v", err)
		}
		if text := err.Error(); strings.Contains(text, "guessed") {
			t.Fatal(text)
		}
	})
}

// TestFromRequest: what a server gets is what the client signed.
func TestFromRequest(t *testing.T) {
	sent, _ := http.NewRequest("POST", "http://h:8080/a%2Fb?q=%7E", strings.NewReader("a=1"))
	sent.Header.Set("Content-Type", oauth1.FormContentType)
	hosted, _ := http.NewRequest("POST", "http://h/a%2Fb?q=%7E", strings.NewReader("a=1"))
	hosted.Header.Set("Content-Type", oauth1.FormContentType)
	hosted.Host = "h:8080"
	got := httptest.NewRequest("POST", "/a%2Fb?q=%7E", strings.NewReader("a=1"))
	got.Host = "h:8080"
	got.Header.Set("Content-Type", oauth1.FormContentType)
	for name, r := range map[string]*http.Request{"sent": sent, "sent with another Host": hosted, "received": got} {
		req, err := FromRequest(r)
		if err != nil || req.Method != "POST" || req.URL != "http://h:8080/a%2Fb?q=%7E" || req.Form != "a=1" {
			t.Errorf("%s: %+v, %v", name, req, err)
		}
		if body, _ := io.ReadAll(r.Body); string(body) != "a=1" {
			t.Errorf("%s: the body is %q after it was read", name, body)
		}
	}
	for _, target := range []string{"*", "foo", "@evil.example/x", "/a#b", "x@y://h/"} {
		got.RequestURI = target
		var e *percent.SyntaxError
		if req, err := FromRequest(got); !errors.As(err, &e) || e.Field != "request target" {
			t.Errorf("target %q: %+v, %v", target, req, err)
		}
	}
}
