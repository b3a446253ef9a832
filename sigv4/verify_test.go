package sigv4

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var temporary = Credentials{AccessKeyID: "ASIA/1", SecretAccessKey: "s", SessionToken: "t+/="}

func testVerifier() *Verifier {
	return &Verifier{Credentials: func(_ context.Context, id string) (Credentials, error) {
		for _, c := range []Credentials{docs, temporary} {
			if c.AccessKeyID == id {
				return c, nil
			}
		}
		return Credentials{}, ErrUnknown
	}}
}

// TestSignedRequestsVerify sends requests to a server, signed by header and
// presigned.
func TestSignedRequestsVerify(t *testing.T) {
	v := testVerifier()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := v.Verify(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		_, _ = io.Copy(w, r.Body)
	}))
	defer server.Close()
	for _, credentials := range []Credentials{docs, temporary} {
		for _, service := range []string{"s3", "execute-api"} {
			for _, payload := range []PayloadPolicy{PayloadHashed, PayloadUnsigned} {
				if payload == PayloadUnsigned && service != "s3" {
					continue
				}
				s := &Signer{Credentials: credentials, Region: "r", Service: service, Payload: payload}
				for _, target := range []string{"", "/", "/a%2Fb/%7Ec/d'(e)*!;", "/a//b/./c/../d/", "/?b&a=1+2&b=%FF&a=&~=%zz&;=/", "/k?X-Amz-Meta=1"} {
					for _, body := range []string{"", "{}"} {
						r, _ := http.NewRequest("PUT", server.URL+target, strings.NewReader(body))
						r.Header["X-Amz-Meta-X"] = []string{"  a  b ", "c"}
						r.Header.Set("Content-Type", "text/plain")
						if err := s.Sign(r); err != nil {
							t.Fatal(err)
						}
						expect(t, r, 200, body)

						r, _ = http.NewRequest("PUT", server.URL+target, nil)
						r.Header.Set("X-Amz-Meta-X", "c")
						url, err := s.Presign(r, time.Minute)
						if err != nil {
							t.Fatal(err)
						}
						if service == "s3" {
							r, _ = http.NewRequest("PUT", url, strings.NewReader(body))
						} else {
							body = ""
							r, _ = http.NewRequest("PUT", url, nil)
						}
						r.Header.Set("X-Amz-Meta-X", "c")
						expect(t, r, 200, body)
					}
				}
			}
		}
	}
}

func expect(t *testing.T, r *http.Request, status int, body string) {
	t.Helper()
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, _ := io.ReadAll(resp.Body); resp.StatusCode != status || string(got) != body {
		t.Errorf("%s %s: %d %s", r.Method, r.URL, resp.StatusCode, got)
	}
}

func TestVerifyRefuses(t *testing.T) {
	now := at("20130524T000000Z")()
	for _, tt := range []struct {
		name    string
		presign time.Duration
		signer  func(*Signer)
		change  func(*http.Request)
		v       func(*Verifier)
		reason  Reason
	}{
		{name: "fine"},
		{name: "fine presigned", presign: time.Hour},
		{name: "method", change: func(r *http.Request) { r.Method = "PUT" }, reason: WrongSignature},
		{name: "path", change: func(r *http.Request) { r.RequestURI = "/%70" }, reason: WrongSignature},
		{name: "host", change: func(r *http.Request) { r.Host = "g" }, reason: WrongSignature},
		{name: "field", change: func(r *http.Request) { r.Header.Set("Content-Type", "x") }, reason: WrongSignature},
		{name: "secret", signer: func(s *Signer) { s.Credentials.SecretAccessKey = "x" }, reason: WrongSignature},
		{name: "body", change: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("x")) }, reason: WrongPayloadHash},
		{name: "key", signer: func(s *Signer) { s.Credentials.AccessKeyID = "x" }, reason: UnknownAccessKey},
		{name: "token added", change: func(r *http.Request) { r.Header.Set("X-Amz-Security-Token", "x") }, reason: HeaderNotSigned},
		{name: "token of nobody", signer: func(s *Signer) { s.Credentials.SessionToken = "x" }, reason: WrongToken},
		{name: "old", v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(16 * time.Minute) } }, reason: OutsideWindow},
		{name: "new", v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(-16 * time.Minute) } }, reason: OutsideWindow},
		{name: "expired", presign: time.Hour, v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(61 * time.Minute) } }, reason: Expired},
		{name: "not yet", presign: time.Hour, v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(-16 * time.Minute) } }, reason: Expired},
		{name: "for too long", presign: 8 * 24 * time.Hour, reason: Malformed},
		{name: "for no time", presign: time.Millisecond, reason: Malformed},
		{name: "region", v: func(v *Verifier) { v.Region = "x" }, reason: WrongScope},
		{name: "service", v: func(v *Verifier) { v.Service = "x" }, reason: WrongScope},
		{name: "date of another day", change: replaced("/20130524/", "/20130523/"), reason: WrongScope},
		{name: "no host signed", change: replaced("host;", ""), reason: HeaderNotSigned},
		{name: "unsorted", change: replaced("content-type;host", "host;content-type"), reason: Malformed},
		{name: "field missing", change: func(r *http.Request) { r.Header.Del("Content-Type") }, reason: Missing},
		{name: "no date", change: func(r *http.Request) { r.Header.Del("X-Amz-Date") }, reason: Missing},
		{name: "date malformed", change: func(r *http.Request) { r.Header.Set("X-Amz-Date", "now") }, reason: Malformed},
		{name: "no header", change: func(r *http.Request) { r.Header.Del("Authorization") }, reason: NotSigned},
		{name: "other algorithm", change: replaced("AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"), reason: NotSigned},
		{name: "no signature", change: replaced("Signature=", "Signatur="), reason: Missing},
		{name: "no equals", change: replaced("Signature=", "Signature:"), reason: Malformed},
		{name: "twice", change: replaced("Signature=", "SignedHeaders=a, Signature="), reason: Repeated},
		{name: "short credential", change: replaced("/aws4_request", ""), reason: Malformed},
		{name: "presigned twice", presign: time.Hour, change: func(r *http.Request) { r.RequestURI += "&X-Amz-Date=x" }, reason: Repeated},
		{name: "body too large", v: func(v *Verifier) { v.MaxBody = 2 }, reason: BodyTooLarge},
		{name: "lookup", v: func(v *Verifier) {
			v.Credentials = func(context.Context, string) (Credentials, error) { return Credentials{}, io.ErrUnexpectedEOF }
		}, reason: LookupFailed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s3Signer()
			if tt.signer != nil {
				tt.signer(s)
			}
			r := httptest.NewRequest("POST", "http://h/p?q=1", strings.NewReader("a=1"))
			r.Header.Set("Content-Type", "text/plain")
			if tt.presign != 0 {
				url, err := s.Presign(r, tt.presign)
				if err != nil {
					t.Fatal(err)
				}
				r.RequestURI = strings.TrimPrefix(url, "http://h")
			} else if err := s.Sign(r); err != nil {
				t.Fatal(err)
			}
			if tt.change != nil {
				tt.change(r)
			}
			v := testVerifier()
			v.Now = func() time.Time { return now }
			if tt.v != nil {
				tt.v(v)
			}
			_, err := v.Verify(r)
			var e *VerifyError
			if tt.reason == 0 && err != nil || tt.reason != 0 && (!errors.As(err, &e) || e.Reason != tt.reason) {
				t.Errorf("got %v, want %v", err, tt.reason)
			}
		})
	}
}

func replaced(from, to string) func(*http.Request) {
	return func(r *http.Request) {
		h := r.Header.Get("Authorization")
		if !strings.Contains(h, from) {
			panic("no " + from + " in " + h)
		}
		r.Header.Set("Authorization", strings.Replace(h, from, to, 1))
	}
}

func TestVerifierNeedsCredentials(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	_, _ = new(Verifier).Verify(httptest.NewRequest("GET", "/", nil))
}

func TestSignerIsSafeForConcurrentUse(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3"}
	v := testVerifier()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				r := httptest.NewRequest("POST", "http://h/?i="+strings.Repeat("x", i), strings.NewReader("b"))
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

func TestDefaultPortIsNotSent(t *testing.T) {
	r, _ := http.NewRequest("GET", "https://h:443/", nil)
	if err := s3Signer().Sign(r); err != nil || r.Host != "h" {
		t.Errorf("host %q, %v", r.Host, err)
	}
	r, _ = http.NewRequest("GET", "https://h:80/", nil)
	if err := s3Signer().Sign(r); err != nil || r.Host != "h:80" {
		t.Errorf("host %q, %v", r.Host, err)
	}
}

func tenParameters() *http.Request {
	r, _ := http.NewRequest("GET", "https://ec2.amazonaws.com/?Action=DescribeInstances&Version=2016-11-15&MaxResults=100&"+
		"Filter.1.Name=tag%3AName&Filter.1.Value=a%20b&Filter.2.Name=state&Filter.2.Value=running&NextToken=x%2By%3D&DryRun=true&Owner=self", nil)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return r
}

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes pools forget")
	}
	s := &Signer{Credentials: docs, Region: "us-east-1", Service: "ec2"}
	r := tenParameters()
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	// The date and its list, the header and its list.
	if n := testing.AllocsPerRun(200, func() { _ = s.Sign(r) }); n > 4 {
		t.Errorf("signing allocates %v times", n)
	}
}

func BenchmarkSign(b *testing.B) {
	s := &Signer{Credentials: docs, Region: "us-east-1", Service: "ec2"}
	r := tenParameters()
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Sign(r); err != nil {
			b.Fatal(err)
		}
	}
}

// What a verifier checks is what the signer signed, by header and presigned.
func TestVerifierCanonicalRequest(t *testing.T) {
	for _, service := range []string{"s3", "execute-api"} {
		s := &Signer{Credentials: docs, Region: "r", Service: service, Now: at("20130524T000000Z")}
		v := &Verifier{}
		r := &Request{Method: "PUT", URL: "https://h:443/a%2Fb/../c?b=%7E&a=1+2", Header: []Header{{"Content-Type", "x"}}, PayloadHash: HashPayload([]byte("{}"))}
		steps, err := s.Explain(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = append(append(r.Header, steps.Added...), Header{"Authorization", steps.Authorization})
		got, err := v.CanonicalRequest(r, []byte("{}"))
		if diff := cmp.Diff(steps.CanonicalRequest, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", service, err, diff)
		}
		presigned := &Request{Method: "GET", URL: "https://h/a%2Fb?x"}
		if steps, err = s.ExplainPresign(presigned, time.Hour); err != nil {
			t.Fatal(err)
		}
		got, err = v.CanonicalRequest(&Request{Method: "GET", URL: steps.URL}, nil)
		if diff := cmp.Diff(steps.CanonicalRequest, got); err != nil || diff != "" {
			t.Errorf("%s presigned: %v\n%s", service, err, diff)
		}
	}
	v := &Verifier{}
	for url, reason := range map[string]Reason{"https://h/": NotSigned, "https://h/?X-Amz-Algorithm=x": NotSigned, "https://h/?X-Amz-Algorithm=" + algorithm: Missing} {
		_, err := v.CanonicalRequest(&Request{Method: "GET", URL: url}, nil)
		var e *VerifyError
		if !errors.As(err, &e) || e.Reason != reason {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := v.CanonicalRequest(&Request{URL: "h"}, nil); err == nil {
		t.Error("no scheme")
	}
}
