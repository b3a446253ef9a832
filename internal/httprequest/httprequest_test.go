package httprequest

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// parseOne parses a text that holds one request.
func parseOne(text string) (*Request, error) {
	list, err := Parse([]byte(text), "https", func(name string) ([]byte, error) {
		if name == "missing" {
			return nil, os.ErrNotExist
		}
		return []byte("<" + name + ">\n"), nil
	})
	if err != nil {
		return &Request{}, err
	}
	return list[0], nil
}

// FuzzParse: whatever is in a file of a request, it is read or refused, and what
// was read can be signed or refused.
func FuzzParse(f *testing.F) {
	f.Add("GET /a b?c HTTP/1.1\r\nHost: h\r\n\r\nbody\r\n")
	f.Add("GET http://h/ HTTP/1.0\nContent-Length: 3\n\nabcdef")
	f.Add(`{"method": "GET", "url": "http://h/", "headers": [["a", "b"]], "body_base64": "/w=="}`)
	f.Add("{}")
	f.Add("POST /")
	f.Add("curl -X\x13POST '#000://000000' #0")
	f.Add("curl -X POST 'http://h/?a b' -d $'a\\x20b' --data-urlencode \"c=d e\" -G")
	f.Add("curl '?://'")
	f.Add("> ")
	f.Add(`{"log":{"entries":[]}}`)
	f.Add(`{"log":{"entries":[{"request":{"method":"GET","url":"#"}}]}}`)
	f.Add("> GET / HTTP/1.1\n> Host: h\n>\n")
	f.Add(`{"log":{"entries":[{"request":{"method":"GET","url":"http://h/","headers":[]}}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parseOne(text)
		if err != nil {
			var syntax *percent.SyntaxError
			if !errors.As(err, &syntax) || strings.ContainsRune(err.Error(), '\n') {
				t.Fatalf("error %q", err)
			}
			return
		}
		if r.URL == "" {
			t.Fatal("no URL")
		}
		if req, err := r.OAuth1(nil); err == nil {
			_, _ = oauth1.Explain(req)
		}
		_, _ = (&sigv4.Signer{Service: "s3", Region: "r"}).Explain(r.SigV4())
	})
}

// TestURL: a URL alone is got.
func TestURL(t *testing.T) {
	const url = "https://b.s3.amazonaws.com/a%20b?X-Amz-Signature=0"
	if r, err := parseOne(url + "\n"); err != nil || r.Method != "GET" || r.URL != url {
		t.Errorf("%+v, %v", r, err)
	}
	for _, text := range []string{"ftp://h/", url + "\n" + url, "https://h/a b", "h/a"} {
		if r, err := parseOne(text); err == nil {
			t.Errorf("%q: %+v", text, r)
		}
	}
}

// TestBody says where the body of a request ends.
func TestBody(t *testing.T) {
	for text, want := range map[string]string{
		"GET http://h/\n\n":                         "",
		"GET http://h/\n\na=1\n":                    "a=1",
		"GET http://h/\r\n\r\na=1\r\n":              "a=1",
		"GET http://h/\n\na=1\n\n":                  "a=1\n",
		"GET http://h/\nContent-Length: 4\n\na=1\n": "a=1\n",
		"GET http://h/\nContent-Length: 3\n\na=1\n": "a=1",
		"GET http://h/\nContent-Length: 9\n\na=1\n": "a=1\n",
		"GET http://h/\nX-Amz-Content-Sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD\n\n0\r\n\r\n":   "0\r\n\r\n",
		"GET http://h/\nX-Amz-Content-Sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD\n\n0\r\n\r\n\n": "0\r\n\r\n",
		`{"url": "http://h/", "body": "a=1\n"}` + "\n":                                           "a=1\n",
		`{"url": "http://h/", "body_base64": "/w=="}`:                                            "\xff",
	} {
		r, err := parseOne(text)
		if err != nil || string(r.Body) != want {
			t.Errorf("%q: body %q, %v", text, r.Body, err)
		}
	}
}

// TestLength: where the body ends is said once, and rightly (RFC 9112, section 6.3), so
// that no part of a file is left unsigned in silence.
func TestLength(t *testing.T) {
	for _, tt := range []struct {
		fields, body string
		reason       percent.Reason
	}{
		{"Content-Length: 2\n", "a=1\n", AfterBody},
		{"Content-Length: 0\n", "a", AfterBody},
		{"Content-Length: none\n", "a=1\n", BadLength},
		{"Content-Length: -1\n", "a", BadLength},
		{"Content-Length: +1\n", "a", BadLength},
		{"Content-Length: 1, 1\n", "a", BadLength},
		{"Content-Length:\n", "a", BadLength},
		{"Content-Length: 99999999999999999999\n", "a", BadLength},
		{"Content-Length: 1\ncontent-length: 2\n", "ab", SecondLength},
		{"Content-Length: 2\nContent-Length: 2\n", "ab", ""},
	} {
		_, err := parseOne("GET http://h/\n" + tt.fields + "\n" + tt.body)
		var bad *percent.SyntaxError
		if errors.As(err, &bad) != (tt.reason != "") || bad != nil && bad.Reason != tt.reason {
			t.Errorf("%q: %v, want %q", tt.fields, err, tt.reason)
		}
	}
}

// TestSecondField: a server may read either of two fields.
func TestSecondField(t *testing.T) {
	for _, name := range []string{"Content-Type", "Authorization"} {
		r := &Request{Method: "POST", URL: "http://h/", Header: []Field{{name, "text/plain"}}}
		if _, err := r.OAuth1(nil); err != nil {
			t.Errorf("one %s: %v", name, err)
		}
		r.Header = append(r.Header, Field{strings.ToLower(name), "application/x-www-form-urlencoded"})
		_, err := r.OAuth1(nil)
		var e *oauth1.VerifyError
		if !errors.As(err, &e) || e.Reason != oauth1.RepeatedParameter || e.Param != name {
			t.Errorf("two %s: %v", name, err)
		}
	}
}

func TestParseJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"url":"http://h/","headers":{"b":"1","a":"2"}}`:     "[{a 2} {b 1}]",
		`{"url":"http://h/","headers":[["b","1"],["a","2"]]}`: "[{b 1} {a 2}]",
	} {
		r, err := parseOne(text)
		if err != nil || fmt.Sprint(r.Header) != want || !slices.Equal(r.Body, nil) {
			t.Errorf("%s: %v, %v", text, r, err)
		}
	}
	for text, want := range map[string]string{
		`{}`:                                      `json: missing key "url" at byte 0`,
		`{"url":"http://h/","heads":1}`:           `json: unknown key "heads" at byte 19`,
		`{"url":"http://h/","headers":1}`:         `json: headers: neither an object nor an array of pairs at byte 29`,
		`{"url":"a","url":"b"}`:                   `json: duplicate key "url" at byte 11`,
		`{"url":"a","headers":{"a":"1","a":"2"}}`: `json: duplicate key "a" at byte 30`,
		"GET /\nHost\n":                           `request: line 2: not a header field at byte 6`,
		"GET /\n\n":                               `request: the request has no Host field at byte 0`,
	} {
		if _, err := parseOne(text); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestRequestLine says what is taken for a request line, and what URL comes of it.
func TestRequestLine(t *testing.T) {
	for text, want := range map[string]string{
		"GET /a?b HTTP/1.1\nHost: h":               "GET https://h/a?b",
		"GET /a?b\nHost: h:8080":                   "GET https://h:8080/a?b",
		"GET /a b?c HTTP/1.1\nHost: h":             "GET https://h/a b?c",
		"GET /a HTTP/2\nHost:h":                    "GET https://h/a",
		"GET //evil.example/x HTTP/1.1\nHost: h":   "GET https://h//evil.example/x",
		"get /a HTTP/1.1\nHost: h":                 "get https://h/a",
		"M-SEARCH /a\nHost: [::1]":                 "M-SEARCH https://[::1]/a",
		"GET http://g/?u=http://i/\nHost: h":       "GET http://g/?u=http://i/",
		"GET http://g HTTP/1.1":                    "GET http://g",
		"GET /?u=http://evil.example/\nHost: h":    "GET https://h/?u=http://evil.example/",
		"GET / HTTP/1.1\r\nX: a\tb\r\nHost: h\r\n": "GET https://h/",
	} {
		r, err := parseOne(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := r.Method + " " + r.URL; got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"":                                      `request: line 1: not a request line such as "GET /path HTTP/1.1" at byte 0`,
		"GET":                                   `request: line 1: not a request line such as "GET /path HTTP/1.1" at byte 0`,
		"$ GET / HTTP/1.1\nHost: h":             `request: line 1, request target: invalid request target "GET /" at byte 2`,
		"GET /a b\nHost: h":                     `request: line 1: not a request line such as "GET /path HTTP/1.1" at byte 0`,
		"G(T / HTTP/1.1\nHost: h":               `request: line 1: not a request line such as "GET /path HTTP/1.1" at byte 0`,
		"\ufeffGET / HTTP/1.1\nHost: h":         `request: line 1: byte order mark "\ufeff" at byte 0`,
		"\ufeff{\"url\":\"http://h/\"}":         `request: line 1: byte order mark "\ufeff" at byte 0`,
		"GET @b.example/x HTTP/1.1\nHost: h":    `request: line 1, request target: invalid request target "@b.example/x" at byte 4`,
		"GET foo HTTP/1.1\nHost: h":             `request: line 1, request target: invalid request target "foo" at byte 4`,
		"GET foo?u=http://g/ HTTP/1.1\nHost: h": `request: line 1, request target: invalid request target "foo?u=http://g/" at byte 4`,
		"OPTIONS * HTTP/1.1\nHost: h":           `request: line 1, request target: invalid request target "*" at byte 8`,
		"CONNECT h:443 HTTP/1.1\nHost: h":       `request: line 1, request target: invalid request target "h:443" at byte 8`,
		"GET /a#b HTTP/1.1\nHost: h":            `request: line 1, request target: invalid request target "#" at byte 6`,
		"GET /a\rb HTTP/1.1\nHost: h":           `request: line 1: invalid request target "\r" at byte 6`,
		"GET /a\nHost: a/b":                     `request: line 2, Host: invalid host "/" at byte 14`,
		"GET /a\nHost:  u@h":                    `request: line 2, Host: invalid host "@" at byte 15`,
		"GET http://g/a\nHost: a b":             `request: line 2, Host: invalid host " " at byte 22`,
		"GET /a\nHost: h\nhost: g":              `request: line 3: the request has a second Host field at byte 15`,
		"GET /a\nHost : h":                      `request: line 2: not a header field at byte 7`,
		"GET /a\nHost: h\n folded: x":           `request: line 3: not a header field at byte 15`,
		"GET /a\nHost: h\nX: a\rb":              `request: line 3: control character in a header field "\r" at byte 19`,
		"POST /a\nHost: h\nTransfer-Encoding: chunked\nContent-Type: application/x-www-form-urlencoded\n\n3\na=1\n0\n": `request: line 3: body in a transfer coding "chunked" at byte 35`,
		`{"url":"http://h/","method":"GE T"}`:         `request: method: invalid method "GE T" at byte 0`,
		`{"url":"http://h/","headers":{"a b":"c"}}`:   `request: headers: not a header field "a b" at byte 0`,
		`{"url":"http://h/","headers":{"a":"b\r\n"}}`: `request: headers, a: control character in a header field "\r" at byte 1`,
	} {
		if r, err := parseOne(text); fmt.Sprint(err) != want {
			t.Errorf("%q: %+v\n%v, want\n%s", text, r, err, want)
		}
	}
}
