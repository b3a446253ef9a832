package sigv4

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
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
	for url, reason := range map[string]VerifyReason{"https://h/": NotSigned, "https://h/?X-Amz-Algorithm=x": NotSigned, "https://h/?X-Amz-Algorithm=" + algorithm: Missing} {
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

// TestSign: what Sign puts into a request is what Explain says and what is
// verified, also when it is signed again.
func TestSign(t *testing.T) {
	for _, s := range []*Signer{
		{Credentials: docs, Region: "r", Service: "s3"},
		{Credentials: docs, Region: "r", Service: "s3", Payload: PayloadUnsigned},
		{Credentials: temporary, Region: "r", Service: "execute-api", Plus: PlusIsSpace},
	} {
		s.Now = at("20130524T000000Z")
		r := &Request{Method: "POST", URL: "https://h:443/a%20b/../c?b=1+2&a", Header: []Header{{"content-type", "a/b"}, {"x-amz-date", "old"}}}
		for range 2 {
			if err := s.Sign(r); err != nil {
				t.Fatal(err)
			}
			if n := r.count("authorization") + r.count("x-amz-date"); n != 2 {
				t.Fatalf("%d fields: %v", n, r.Header)
			}
		}
		steps, err := s.Explain(r)
		if got, _ := r.get("authorization"); err != nil || got != steps.Authorization {
			t.Errorf("%s: signed %s\nexplained %s, %v", s.Service, got, steps.Authorization, err)
		}
		v := testVerifier()
		v.Now, v.Plus, v.Payload = s.Now, s.Plus, s.Payload
		if verified, err := v.VerifyRequest(context.Background(), r, nil); err != nil {
			t.Errorf("%s: %v", s.Service, err)
		} else if unsigned := verified.PayloadHash == UnsignedPayload; unsigned != (s.Payload == PayloadUnsigned) {
			t.Errorf("%s: payload %s", s.Service, verified.PayloadHash)
		}
	}
	r := &Request{URL: "/"}
	if err := new(Signer).Sign(r); err == nil || r.Header != nil {
		t.Errorf("signed without host: %v, %v", r, err)
	}
}

// TestSecondAuthorization: a verifier that took one of two fields could be told
// another story than a proxy or the handler.
func TestSecondAuthorization(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "execute-api", Now: at("20130524T000000Z")}
	for _, other := range []Header{{"Authorization", "Bearer x"}, {"authorization", algorithm + " x"}} {
		r := &Request{Method: "GET", URL: "https://h/"}
		if err := s.Sign(r); err != nil {
			t.Fatal(err)
		}
		r.Header = append(r.Header, other)
		v := testVerifier()
		v.Now = s.Now
		var e *VerifyError
		if _, err := v.VerifyRequest(context.Background(), r, nil); !errors.As(err, &e) || e.Reason != Repeated || e.Field != "Authorization" {
			t.Errorf("beside %v: %v", other, err)
		}
	}
}

// TestUnsignedContentType: AWS does not ask for Content-Type to be signed, so a
// request passes with one that was changed or added on the way.
func TestUnsignedContentType(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "execute-api", Now: at("20130524T000000Z")}
	r := &Request{Method: "POST", URL: "https://h/"}
	if err := s.Sign(r); err != nil {
		t.Fatal(err)
	}
	r.Header = append(r.Header, Header{"Content-Type", "text/html"})
	v := testVerifier()
	v.Now = s.Now
	verified, err := v.VerifyRequest(context.Background(), r, nil)
	if err != nil || slices.Contains(verified.SignedHeaders, "content-type") {
		t.Errorf("%+v, %v", verified, err)
	}
}

func TestParseAuthorizationErrors(t *testing.T) {
	const scope = "20130524/r/s3/aws4_request"
	for value, want := range map[string]string{
		"":                                  `sigv4: algorithm is not AWS4-HMAC-SHA256 at byte 0`,
		"AWS4-HMAC-SHA2567 Credential=a":    `sigv4: algorithm is not AWS4-HMAC-SHA256 "AWS4-HMAC-SHA2567" at byte 0`,
		"some-token":                        `sigv4: algorithm is not AWS4-HMAC-SHA256 at byte 0`,
		"AWS4-HMAC-SHA256":                  `sigv4: no '=' after a name at byte 16`,
		"AWS4-HMAC-SHA256 Credential":       `sigv4: no '=' after a name "Credential" at byte 17`,
		"AWS4-HMAC-SHA256 Credential=a,  b": `sigv4: no '=' after a name "b" at byte 32`,
		"AWS4-HMAC-SHA256 a=1, a=2":         `sigv4: a: repeated parameter "a" at byte 22`,
		"AWS4-HMAC-SHA256 Credential=":      `sigv4: Credential: missing parameter at byte 28`,
		"AWS4-HMAC-SHA256 SignedHeaders=a":  `sigv4: Credential: missing parameter at byte 32`,
		"AWS4-HMAC-SHA256 Credential=k/" + scope + ",SignedHeaders=a":                              `sigv4: Signature: missing parameter at byte 72`,
		"AWS4-HMAC-SHA256 Credential=k/r/s3/aws4_request,SignedHeaders=a,Signature=b":              `sigv4: Credential: bad scope "k/r/s3/aws4_request" at byte 28`,
		"AWS4-HMAC-SHA256 SignedHeaders=a,Signature=b, Credential=a/b/2013-5-24/r/s3/aws4_request": `sigv4: Credential: bad date "2013-5-24" at byte 61`,
		"AWS4-HMAC-SHA256 Credential=/" + scope + ",SignedHeaders=a,Signature=b":                   `sigv4: Credential: no access key at byte 28`,
	} {
		_, err := ParseAuthorization(value)
		if fmt.Sprint(err) != want {
			t.Errorf("%q: %v, want %s", value, err, want)
		}
		r := &Request{Method: "GET", URL: "https://h/", Header: []Header{{"Authorization", value}}}
		_, err = testVerifier().VerifyRequest(context.Background(), r, nil)
		var refusal *VerifyError
		if !errors.As(err, &refusal) || refusal.Reason != NotSigned && err.Error() != want {
			t.Errorf("%q: the verifier says %v", value, err)
		}
	}
}

// Anyone may send many fields, and a list of them, before a signature is checked.
func TestManyFields(t *testing.T) {
	growth.Linear(t, 1<<10, 1<<21, func(n int) {
		r := &Request{Method: "GET", URL: "https://h/", Header: []Header{{"X-Amz-Date", "20130524T000000Z"}}}
		var names strings.Builder
		for i := range n {
			name := fmt.Sprintf("a%07d", i)
			names.WriteString(name + ";")
			r.Header = append(r.Header, Header{name, ""})
		}
		r.Header = append(r.Header, Header{"Authorization", "AWS4-HMAC-SHA256 Credential=k/20130524/r/x/aws4_request," +
			"SignedHeaders=" + names.String() + "host;x-amz-date,Signature=b"})
		v := testVerifier()
		v.Now = at("20130524T000000Z")
		_, err := v.VerifyRequest(t.Context(), r, nil)
		var refusal *VerifyError
		if !errors.As(err, &refusal) || refusal.Reason != UnknownAccessKey {
			t.Errorf("%d fields: %v", n, err)
		}
	})
}

// TestRefusedByAWS: requests that are signed as they should be and that AWS refuses, for what
// the documents of Signature Version 4 and of S3 say.
func TestRefusedByAWS(t *testing.T) {
	const day, hash = "20130524", "x-amz-content-sha256"
	for _, tt := range []struct {
		name, service string
		url           string
		header        []Header
		without       string // a field that is taken away before signing
		want          VerifyReason
		field         string
	}{
		{"as it should be", "s3", "https://h/a", nil, "", 0, ""},
		{"S3 without a hash", "s3", "https://h/a", nil, hash, Missing, hash},
		{"another service without a hash", "sqs", "https://h/a", nil, hash, 0, ""},
		{"a fraction of a second", "sqs", "https://h/a", []Header{{"X-Amz-Date", day + "T000000.5Z"}}, "", Malformed, dateParam},
		{"a date in Date", "sqs", "https://h/a", []Header{{"Date", day + "T000000Z"}}, "x-amz-date", 0, ""},
		{"another form of Date", "sqs", "https://h/a", []Header{{"Date", "Fri, 24 May 2013 00:00:00 GMT"}}, "x-amz-date", Missing, dateParam},
		{"two ways to sign", "s3", "https://h/a?X-Amz-Algorithm=AWS4-HMAC-SHA256", nil, "", Repeated, "Authorization"},
	} {
		r := &Request{Method: "GET", URL: tt.url, Header: append([]Header{{"Host", "h"}, {"X-Amz-Date", day + "T000000Z"}, {"X-Amz-Content-Sha256", EmptyPayloadHash}}, tt.header...)}
		date := day + "T000000Z"
		for i := len(r.Header) - 1; i >= 0; i-- {
			if lower(r.Header[i].Name) == tt.without || i == 1 && len(tt.header) > 0 {
				r.Header = slices.Delete(r.Header, i, i+1)
			} else if n := lower(r.Header[i].Name); n == "x-amz-date" || n == "date" {
				date = r.Header[i].Value
			}
		}
		var names, canonical []string
		for _, h := range r.Header {
			names, canonical = append(names, lower(h.Name)), append(canonical, lower(h.Name)+":"+h.Value+"\n")
		}
		slices.Sort(names)
		slices.Sort(canonical)
		_, query, _ := strings.Cut(tt.url, "?")
		text := "GET\n/a\n" + query + "\n" + strings.Join(canonical, "") + "\n" + strings.Join(names, ";") + "\n" + EmptyPayloadHash
		scope := day + "/r/" + tt.service + "/aws4_request"
		key := []byte("AWS4" + docs.SecretAccessKey)
		for _, part := range append(strings.Split(scope, "/"), algorithm+"\n"+date+"\n"+scope+"\n"+HashPayload([]byte(text))) {
			mac := hmac.New(sha256.New, key)
			mac.Write([]byte(part))
			key = mac.Sum(nil)
		}
		r.Header = append(r.Header, Header{"Authorization", algorithm + " Credential=" + docs.AccessKeyID + "/" + scope + ",SignedHeaders=" + strings.Join(names, ";") + ",Signature=" + hex.EncodeToString(key)})
		v := testVerifier()
		v.Now = at(day + "T000000Z")
		_, err := v.VerifyRequest(t.Context(), r, nil)
		var refused *VerifyError
		if errors.As(err, &refused) != (tt.want != 0) || err != nil && (refused.Reason != tt.want || refused.Field != tt.field) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestSigned: a signature is known to be of the text that was signed, and of no
// other.
func TestSigned(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "execute-api", Now: at("20130524T000000Z")}
	r := &Request{Method: "GET", URL: "https://h/?a=b%20c"}
	steps, err := s.Explain(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = append(append(r.Header, steps.Added...), Header{"Authorization", steps.Authorization})
	v := testVerifier()
	for text, want := range map[string]bool{steps.CanonicalRequest: true, steps.CanonicalRequest + "\n": false, "": false} {
		if got, err := v.Signed(context.Background(), r, text); got != want || err != nil {
			t.Errorf("%q: %t, %v", text, got, err)
		}
	}
	for _, r := range []*Request{{URL: "h"}, {URL: "https://h/"}, {URL: "https://h/", Header: []Header{{"Authorization", steps.Authorization}}}} {
		if ok, err := v.Signed(context.Background(), r, steps.CanonicalRequest); ok || err == nil {
			t.Errorf("%v: %t, %v", r, ok, err)
		}
	}
}

// TestPresignEscapes: the URL can be sent as it is printed, and is what was signed.
func TestPresignEscapes(t *testing.T) {
	for _, service := range []string{"s3", "execute-api"} {
		s := &Signer{Credentials: docs, Region: "r", Service: service, Now: at("20130524T000000Z")}
		v := testVerifier()
		v.Now = s.Now
		for path, want := range map[string]string{
			"":                          map[string]string{"s3": "/?", "execute-api": "?"}[service],
			"/a b/\u00e9":               "/a%20b/%C3%A9?",
			"/a%20b/%C3%A9":             "/a%20b/%C3%A9?",
			"/100%/%zz\"<>[]^`{|}\x00":  "/100%25/%25zz%22%3C%3E%5B%5D%5E%60%7B%7C%7D%00?",
			"/\xff?a=b c&\u00e9=\xff#f": "/%FF?",
			"/!$&'()*,;=:@~":            map[string]string{"s3": "/%21%24%26%27%28%29%2A%2C%3B%3D%3A%40~?", "execute-api": "/!$&'()*,;=:@~?"}[service],
			"/+":                        map[string]string{"s3": "/%20?", "execute-api": "/+?"}[service],
		} {
			steps, err := s.ExplainPresign(&Request{Method: "GET", URL: "https://h" + path}, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(steps.URL, "https://h"+want) || percent.URI.Fix(steps.URL) != steps.URL {
				t.Errorf("%q: %s", path, steps.URL)
			}
			if _, err := v.VerifyRequest(context.Background(), &Request{Method: "GET", URL: steps.URL}, nil); err != nil {
				t.Errorf("%s: %s: %v", service, steps.URL, err)
			}
			if canonical, err := v.CanonicalRequest(&Request{Method: "GET", URL: steps.URL}, nil); err != nil || canonical != steps.CanonicalRequest {
				t.Errorf("%s: %s: %v\n%s", service, steps.URL, err, cmp.Diff(steps.CanonicalRequest, canonical))
			}
		}
	}
}

// TestExplainVerifier: the steps of a verifier are those of the signer.
func TestExplainVerifier(t *testing.T) {
	s := &Signer{Credentials: docs, Region: "r", Service: "s3", Now: at("20130524T000000Z")}
	r := &Request{Method: "PUT", URL: "https://h/a%20b?x=1", Header: []Header{{"Content-Type", "x"}}, PayloadHash: HashPayload([]byte("{}"))}
	want, err := s.Explain(r)
	if err != nil {
		t.Fatal(err)
	}
	signed := *r
	signed.Header = append(slices.Clone(r.Header), append(want.Added, Header{"Authorization", want.Authorization}, Header{"Content-Length", "2"})...)
	got, err := (&Verifier{}).Explain(&signed, []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	want.Added, want.Authorization = nil, ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if claimed, err := (&Verifier{}).Claimed(&signed); err != nil || claimed.Service != "s3" || claimed.Region != "r" {
		t.Errorf("%v, %v", claimed, err)
	}
	if claimed, err := (&Verifier{}).Claimed(r); err == nil {
		t.Errorf("%v", claimed)
	}
}
