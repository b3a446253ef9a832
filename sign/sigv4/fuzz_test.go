package sigv4

import (
	"context"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// FuzzCanonical: canonical queries stay as they are when canonicalized again,
// hold only what they may, and paths do so when they are normalized.
func FuzzCanonical(f *testing.F) {
	f.Add("/a/./b/../c//d", "b=1+2&a&=%zz&a=%FF")
	f.Add("", "&&=&")
	f.Add("/..", "a=b=c")
	f.Fuzz(func(t *testing.T, path, query string) {
		for _, plus := range []PlusStyle{PlusLiteral, PlusIsSpace} {
			once := CanonicalQuery(query, plus)
			if again := CanonicalQuery(once, PlusLiteral); again != once {
				t.Fatalf("%q became %q", once, again)
			}
			for i := range len(once) {
				if c := once[i]; !percent.Unreserved.Contains(c) && strings.IndexByte("%=&", c) < 0 {
					t.Fatalf("%q in %q", c, once)
				}
			}
		}
		normal := string(appendNormalized(nil, path))
		if again := string(appendNormalized(nil, normal)); again != normal || normal[0] != '/' || strings.Contains(normal, "//") {
			t.Fatalf("%q became %q", normal, again)
		}
		if got, err := percent.AWSPath.Decode(CanonicalURI(path, PathEncodedTwice)); err != nil || got != normal {
			t.Fatalf("%q, %v, not %q", got, err, normal)
		}
	})
}

// FuzzSign: what can be signed by a request is verified.
func FuzzSign(f *testing.F) {
	f.Add("PUT", "https://h:443/a%20b/../?x=1+2&y", "X-Y", " a  b ", "body")
	f.Add("GET", "https://h:4", "X\xB0\u0130-", "\x86", "body")
	f.Fuzz(func(t *testing.T, method, url, name, value, body string) {
		if strings.ContainsAny(name+value, "\n") || name == "" || strings.EqualFold(name, "host") || strings.EqualFold(name, "x-amz-date") ||
			strings.EqualFold(name, payloadField) || strings.EqualFold(name, tokenField) || strings.EqualFold(name, "authorization") || strings.ContainsAny(name, ";, \t\r=") {
			return
		}
		for _, service := range []string{"s3", "iam"} {
			s := &Signer{Credentials: docs, Region: "r", Service: service, Now: at("20130524T000000Z")}
			r := &Request{Method: method, URL: url, Header: []Header{{name, value}}, PayloadHash: HashPayload([]byte(body))}
			steps, err := s.Explain(r)
			if err != nil {
				return
			}
			r.Header = append(r.Header, steps.Added...)
			r.Header = append(r.Header, Header{"Authorization", steps.Authorization})
			v := testVerifier()
			v.Now = s.Now
			if _, err := v.VerifyRequest(context.Background(), r, func() ([]byte, error) { return []byte(body), nil }); err != nil {
				t.Fatalf("%v\n%s", err, steps.CanonicalRequest)
			}
		}
	})
}
