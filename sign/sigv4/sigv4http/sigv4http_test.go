package sigv4http

import (
	"bytes"
	"context"
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

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/sign/sigv4"
)

const longDate = "20060102T150405Z"

func at(date string) func() time.Time {
	t, err := time.Parse(longDate, date)
	if err != nil {
		panic(err)
	}
	return func() time.Time { return t }
}

// docs are the credentials of the examples in the documents of AWS.
var docs = sigv4.Credentials{AccessKeyID: "AKIAIOSFODNN7EXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}

func s3Signer() *sigv4.Signer {
	return &sigv4.Signer{Credentials: docs, Region: "us-east-1", Service: "s3", Now: at("20130524T000000Z")}
}

var temporary = sigv4.Credentials{AccessKeyID: "ASIA/1", SecretAccessKey: "s", SessionToken: "t+/="}

func testVerifier() *Verifier {
	return &Verifier{Verifier: sigv4.Verifier{Credentials: func(_ context.Context, id string) (sigv4.Credentials, error) {
		for _, c := range []sigv4.Credentials{docs, temporary} {
			if c.AccessKeyID == id {
				return c, nil
			}
		}
		return sigv4.Credentials{}, sigv4.ErrUnknown
	}}}
}

// TestSignedRequestsVerify sends requests to a server, signed by header and
// presigned.
func TestSignedRequestsVerify(t *testing.T) {
	v := testVerifier()
	v.Payload = sigv4.PayloadUnsigned
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := v.Verify(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		_, _ = io.Copy(w, r.Body)
	}))
	defer server.Close()
	for _, credentials := range []sigv4.Credentials{docs, temporary} {
		for _, service := range []string{"s3", "execute-api"} {
			for _, payload := range []sigv4.PayloadPolicy{sigv4.PayloadHashed, sigv4.PayloadUnsigned} {
				if payload == sigv4.PayloadUnsigned && service != "s3" {
					continue
				}
				s := &sigv4.Signer{Credentials: credentials, Region: "r", Service: service, Payload: payload}
				cleaned := map[string]string{"s3": "/a//b/./c/../d/", "execute-api": "/a/d/"}[service]
				for _, target := range []string{"", "/", "/a%2Fb/%7Ec/d'(e)*!;", cleaned, "/?b&a=1%202&b=%FF&a=&~=*", "/k?X-Amz-Meta=1"} {
					for _, body := range []string{"", "{}"} {
						r, _ := http.NewRequest("PUT", server.URL+target, strings.NewReader(body))
						r.Header["X-Amz-Meta-X"] = []string{"  a  b ", "c"}
						r.Header.Set("Content-Type", "text/plain")
						if err := Sign(s, r); err != nil {
							t.Fatal(err)
						}
						expect(t, r, 200, body)

						r, _ = http.NewRequest("PUT", server.URL+target, nil)
						r.Header.Set("X-Amz-Meta-X", "c")
						signed, err := Presign(s, r, time.Minute)
						if err != nil {
							t.Fatal(err)
						}
						if service == "s3" {
							r, _ = http.NewRequest("PUT", signed, strings.NewReader(body))
						} else {
							body = ""
							r, _ = http.NewRequest("PUT", signed, nil)
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
		signer  func(*sigv4.Signer)
		change  func(*http.Request)
		v       func(*Verifier)
		reason  sigv4.VerifyReason
	}{
		{name: "fine"},
		{name: "fine presigned", presign: time.Hour},
		{name: "method", change: func(r *http.Request) { r.Method = "PUT" }, reason: sigv4.WrongSignature},
		{name: "path", change: func(r *http.Request) { r.RequestURI = "/%70" }, reason: sigv4.WrongSignature},
		{name: "host", change: func(r *http.Request) { r.Host = "g" }, reason: sigv4.WrongSignature},
		{name: "field", change: func(r *http.Request) { r.Header.Set("Content-Type", "x") }, reason: sigv4.WrongSignature},
		{name: "secret", signer: func(s *sigv4.Signer) { s.Credentials.SecretAccessKey = "x" }, reason: sigv4.WrongSignature},
		{name: "body", change: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("x")) }, reason: sigv4.WrongPayloadHash},
		{name: "key", signer: func(s *sigv4.Signer) { s.Credentials.AccessKeyID = "x" }, reason: sigv4.UnknownAccessKey},
		{name: "token added", change: func(r *http.Request) { r.Header.Set("X-Amz-Security-Token", "x") }, reason: sigv4.HeaderNotSigned},
		{name: "token of nobody", signer: func(s *sigv4.Signer) { s.Credentials.SessionToken = "x" }, reason: sigv4.WrongToken},
		{name: "old", v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(16 * time.Minute) } }, reason: sigv4.OutsideWindow},
		{name: "new", v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(-16 * time.Minute) } }, reason: sigv4.OutsideWindow},
		{name: "expired", presign: time.Hour, v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(61 * time.Minute) } }, reason: sigv4.Expired},
		{name: "not yet", presign: time.Hour, v: func(v *Verifier) { v.Now = func() time.Time { return now.Add(-16 * time.Minute) } }, reason: sigv4.NotYetValid},
		{name: "body not signed", signer: func(s *sigv4.Signer) { s.Payload = sigv4.PayloadUnsigned }, reason: sigv4.PayloadNotSigned},
		{name: "for too long", presign: 8 * 24 * time.Hour, reason: sigv4.Malformed},
		{name: "for no time", presign: time.Millisecond, reason: sigv4.Malformed},
		{name: "region", v: func(v *Verifier) { v.Region = "x" }, reason: sigv4.WrongScope},
		{name: "service", v: func(v *Verifier) { v.Service = "x" }, reason: sigv4.WrongScope},
		{name: "date of another day", change: replaced("/20130524/", "/20130523/"), reason: sigv4.WrongScope},
		{name: "no host signed", change: replaced("host;", ""), reason: sigv4.HeaderNotSigned},
		{name: "unsorted", change: replaced("content-type;host", "host;content-type"), reason: sigv4.Malformed},
		{name: "field missing", change: func(r *http.Request) { r.Header.Del("Content-Type") }, reason: sigv4.Missing},
		{name: "no date", change: func(r *http.Request) { r.Header.Del("X-Amz-Date") }, reason: sigv4.Missing},
		{name: "date malformed", change: func(r *http.Request) { r.Header.Set("X-Amz-Date", "now") }, reason: sigv4.Malformed},
		{name: "no header", change: func(r *http.Request) { r.Header.Del("Authorization") }, reason: sigv4.NotSigned},
		{name: "other algorithm", change: replaced("AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256"), reason: sigv4.NotSigned},
		{name: "no signature", change: replaced("Signature=", "Signatur="), reason: sigv4.Missing},
		{name: "no equals", change: replaced("Signature=", "Signature:"), reason: sigv4.Malformed},
		{name: "twice", change: replaced("Signature=", "SignedHeaders=a, Signature="), reason: sigv4.Repeated},
		{name: "short credential", change: replaced("/aws4_request", ""), reason: sigv4.Malformed},
		{name: "presigned twice", presign: time.Hour, change: func(r *http.Request) { r.RequestURI += "&X-Amz-Date=x" }, reason: sigv4.Repeated},
		{name: "target not a path", change: func(r *http.Request) { r.RequestURI = "foo" }, reason: sigv4.Malformed},
		{name: "path in Host", change: func(r *http.Request) { r.Host = "h/p" }, reason: sigv4.Malformed},
		{name: "user in Host", change: func(r *http.Request) { r.Host = "u@h" }, reason: sigv4.Malformed},
		{name: "target with another host", change: func(r *http.Request) { r.RequestURI = "@evil.example/p?q=1" }, reason: sigv4.Malformed},
		{name: "fragment", change: func(r *http.Request) { r.RequestURI += "#f" }, reason: sigv4.Malformed},
		{name: "two headers", change: func(r *http.Request) { r.Header.Add("Authorization", "Bearer x") }, reason: sigv4.Repeated},
		{name: "body too large", v: func(v *Verifier) { v.MaxBody = 2 }, reason: sigv4.BodyTooLarge},
		{name: "lookup", v: func(v *Verifier) {
			v.Credentials = func(context.Context, string) (sigv4.Credentials, error) {
				return sigv4.Credentials{}, io.ErrUnexpectedEOF
			}
		}, reason: sigv4.LookupFailed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := s3Signer()
			if tt.signer != nil {
				tt.signer(s)
			}
			r := httptest.NewRequest("POST", "http://h/p?q=1", strings.NewReader("a=1"))
			r.Header.Set("Content-Type", "text/plain")
			if tt.presign != 0 {
				signed, err := Presign(s, r, tt.presign)
				if err != nil {
					t.Fatal(err)
				}
				r.RequestURI = strings.TrimPrefix(signed, "http://h")
			} else if err := Sign(s, r); err != nil {
				t.Fatal(err)
			}
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
			var e *sigv4.VerifyError
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
	s := &sigv4.Signer{Credentials: docs, Region: "r", Service: "s3"}
	v := testVerifier()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 50 {
				r := httptest.NewRequest("POST", "http://h/?i="+strings.Repeat("x", i), strings.NewReader("b"))
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

func TestDefaultPortIsNotSent(t *testing.T) {
	r, _ := http.NewRequest("GET", "https://h:443/", nil)
	if err := Sign(s3Signer(), r); err != nil || r.Host != "h" {
		t.Errorf("host %q, %v", r.Host, err)
	}
	r, _ = http.NewRequest("GET", "https://h:80/", nil)
	if err := Sign(s3Signer(), r); err != nil || r.Host != "h:80" {
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
	if growth.Race {
		t.Skip("the race detector makes pools forget")
	}
	s := &sigv4.Signer{Credentials: docs, Region: "us-east-1", Service: "ec2"}
	r := tenParameters()
	if err := Sign(s, r); err != nil {
		t.Fatal(err)
	}
	// The date and its list, the header and its list.
	if n := testing.AllocsPerRun(200, func() { _ = Sign(s, r) }); n > 4 {
		t.Errorf("signing allocates %v times", n)
	}
}

func BenchmarkSign(b *testing.B) {
	s := &sigv4.Signer{Credentials: docs, Region: "us-east-1", Service: "ec2"}
	r := tenParameters()
	b.ReportAllocs()
	for b.Loop() {
		if err := Sign(s, r); err != nil {
			b.Fatal(err)
		}
	}
}

// TestChunks is the example "Signature Calculations for the Authorization
// Header: Transferring Payload in Multiple Chunks" of the S3 API Reference.
func TestChunks(t *testing.T) {
	s := s3Signer()
	s.SignedHeaders = []string{"content-encoding", "content-length"}
	r, _ := http.NewRequest("PUT", "https://s3.amazonaws.com/examplebucket/chunkObject.txt", nil)
	for name, value := range map[string]string{
		"X-Amz-Storage-Class": "REDUCED_REDUNDANCY", "Content-Encoding": "aws-chunked", "X-Amz-Decoded-Content-Length": "66560",
		"Content-Length": "66824", "X-Amz-Content-Sha256": sigv4.StreamingPayload,
	} {
		r.Header.Set(name, value)
	}
	if Chunks(s, r) != nil {
		t.Error("chunks of an unsigned request")
	}
	if err := Sign(s, r); err != nil {
		t.Fatal(err)
	}
	c := Chunks(s, r)
	var body []byte
	for _, chunk := range []struct {
		size int
		want string
	}{
		{65536, "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648"},
		{1024, "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497"},
		{0, "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"},
	} {
		start := len(body)
		body = c.AppendChunk(body, bytes.Repeat([]byte("a"), chunk.size))
		want := fmt.Sprintf("%x;chunk-signature=%s\r\n", chunk.size, chunk.want)
		if !bytes.HasPrefix(body[start:], []byte(want)) {
			t.Errorf("chunk of %d: %.110q", chunk.size, body[start:])
		}
	}
	if len(body) != 66824 {
		t.Errorf("body of %d bytes", len(body))
	}
	// The same, as a server receives it.
	r.Body, r.RequestURI = io.NopCloser(bytes.NewReader(body)), r.URL.RequestURI()
	v := testVerifier()
	v.Now = s.Now
	verified, err := v.Verify(r)
	if err != nil || verified.Payload != sigv4.ChunksSigned || len(verified.Data) != 66560 {
		t.Errorf("%v, %v", verified, err)
	}
	if left, err := io.ReadAll(r.Body); err != nil || !bytes.Equal(left, body) {
		t.Errorf("%d bytes are left, %v", len(left), err)
	}
	var e *sigv4.VerifyError
	body[100]++
	r.Body = io.NopCloser(bytes.NewReader(body))
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != sigv4.WrongChunks {
		t.Errorf("forged: %v", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	v.MaxBody = 100
	if _, err := v.Verify(r); !errors.As(err, &e) || e.Reason != sigv4.BodyTooLarge {
		t.Errorf("long: %v", err)
	}
	if got := c.SignTrailer([]sigv4.Header{{Name: "X-Amz-Checksum-Crc32c", Value: " sOO8/Q== "}}); len(got) != 64 {
		t.Errorf("trailer %q", got)
	}
}

// received gives r the URL that net/http makes of its request line.
func received(r *http.Request) {
	if u, err := url.ParseRequestURI(r.RequestURI); err == nil {
		r.URL = u
	}
}

// FuzzVerify: nothing that comes in makes the verifier panic, and nothing
// unsigned gets through.
func FuzzVerify(f *testing.F) {
	f.Add("/?a=1", "AWS4-HMAC-SHA256 Credential=A/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00", "20130524T000000Z", "")
	f.Add("/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=A%2F20130524%2Fr%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=9&X-Amz-SignedHeaders=host&X-Amz-Signature=0", "", "", "x")
	f.Add("", "AWS4-HMAC-SHA256 ", "x", "")
	f.Fuzz(func(t *testing.T, target, authorization, date, body string) {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.RequestURI = target
		received(r)
		r.Header.Set("Authorization", authorization)
		r.Header.Set("X-Amz-Date", date)
		v := &Verifier{Verifier: sigv4.Verifier{Now: at("20130524T000000Z"), Credentials: func(context.Context, string) (sigv4.Credentials, error) {
			return sigv4.Credentials{SecretAccessKey: "not to be guessed"}, nil
		}}}
		_, err := v.Verify(r)
		var e *sigv4.VerifyError
		if !errors.As(err, &e) || strings.Contains(err.Error(), "guessed") {
			t.Fatalf("got %v", err)
		}
	})
}
