package main

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/oauth1"
	"github.com/pct-encoded/percent/sigv4"
)

// FuzzParseRequest: whatever is in a file of a request, it is read or refused,
// and what was read can be signed or refused.
func FuzzParseRequest(f *testing.F) {
	f.Add("GET /a b?c HTTP/1.1\r\nHost: h\r\n\r\nbody\r\n")
	f.Add("GET http://h/ HTTP/1.0\nContent-Length: 3\n\nabcdef")
	f.Add(`{"method": "GET", "url": "http://h/", "headers": [["a", "b"]], "body_base64": "/w=="}`)
	f.Add("{}")
	f.Add("POST /")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseRequest([]byte(text), "", "stdin")
		if err != nil {
			known, ok := err.(*failure)
			if !ok || known.status != statusInput || strings.ContainsRune(known.text, '\n') {
				t.Fatalf("error %q", err)
			}
			return
		}
		if r.url == "" {
			t.Fatal("no URL")
		}
		_, _ = oauth1.Explain(r.toOAuth1(nil))
		_, _ = (&sigv4.Signer{Service: "s3", Region: "r"}).Explain(r.toSigV4())
	})
}

// TestBodyOfRawRequest says where the body of a raw request ends.
func TestBodyOfRawRequest(t *testing.T) {
	for text, want := range map[string]string{
		"GET http://h/\n\n":                            "",
		"GET http://h/\n\na=1\n":                       "a=1",
		"GET http://h/\r\n\r\na=1\r\n":                 "a=1",
		"GET http://h/\n\na=1\n\n":                     "a=1\n",
		"GET http://h/\nContent-Length: 4\n\na=1\n":    "a=1\n",
		"GET http://h/\nContent-Length: 2\n\na=1\n":    "a=",
		"GET http://h/\nContent-Length: 9\n\na=1\n":    "a=1\n",
		"GET http://h/\nContent-Length: none\n\na=1\n": "a=1\n",
		`{"url": "http://h/", "body": "a=1\n"}` + "\n": "a=1\n",
		`{"url": "http://h/", "body_base64": "/w=="}`:  "\xff",
	} {
		r, err := parseRequest([]byte(text), "", "stdin")
		if err != nil || string(r.body) != want {
			t.Errorf("%q: body %q, %v", text, r.body, err)
		}
	}
}
