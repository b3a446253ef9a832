package oauth1

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// FuzzParseHeader: what a header is read as is written in a way that is read
// the same, and errors point into the input.
func FuzzParseHeader(f *testing.F) {
	for _, s := range []string{example, "OAuth", `OAuth realm="a\"b", a="%FF+" ,, b = ""`, "OAuth a=\"%zz\"", "OAuth \x00=\"\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		h, err := ParseHeader(s)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(s)) {
				t.Fatalf("error %v", err)
			}
		}
		again, err := ParseHeader(h.String())
		if err != nil || again.Realm != h.Realm || again.HasRealm != h.HasRealm || len(again.Params) != len(h.Params) {
			t.Fatalf("%+v became %+v, %v", h, again, err)
		}
		for i := range h.Params {
			if h.Params[i] != again.Params[i] {
				t.Fatalf("%+v became %+v", h, again)
			}
		}
	})
}

// FuzzBaseString: a base string is three parts of unreserved characters and
// escapes; decoding the last gives sorted parameters; the steps lead to it.
func FuzzBaseString(f *testing.F) {
	for _, v := range baseVectors {
		f.Add(v.req.Method, v.req.URL, v.req.Form, v.req.Authorization)
	}
	f.Fuzz(func(t *testing.T, method, url, form, authorization string) {
		r := &Request{Method: method, URL: url, Form: form, Authorization: authorization}
		base, err := BaseString(r)
		steps, stepsErr := Explain(r)
		if (err == nil) != (stepsErr == nil) {
			t.Fatalf("%v but %v", err, stepsErr)
		}
		if err != nil {
			return
		}
		parts := strings.Split(base, "&")
		if len(parts) != 3 || steps.BaseString != base {
			t.Fatalf("%q", base)
		}
		for _, part := range parts {
			plain, err := percent.OAuth1.Decode(part)
			if err != nil || percent.OAuth1.Encode(plain) != part {
				t.Fatalf("%q: %v", part, err)
			}
		}
		if inner, _ := percent.OAuth1.Decode(parts[2]); inner != steps.Normalized {
			t.Fatalf("%q, not %q", inner, steps.Normalized)
		}
		params := make([]Param, len(steps.Collected))
		for i, c := range steps.Collected {
			params[i] = c.Param
		}
		if Normalize(params) != steps.Normalized {
			t.Fatal("Normalize differs")
		}
	})
}
