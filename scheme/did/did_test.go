package did

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestKeptSet(t *testing.T) {
	const kept = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_"
	for b := range 256 {
		if got := Encoding.Kept().Contains(byte(b)); got != (strings.IndexByte(kept, byte(b)) >= 0) {
			t.Errorf("%02X kept: %v", b, got)
		}
	}
}

func TestParse(t *testing.T) {
	for in, want := range map[string]DID{
		"did:example:123456789abcdefghi":     {"example", []string{"123456789abcdefghi"}},
		"did:web:example.com%3A3000":         {"web", []string{"example.com:3000"}},
		"did:web:localhost%3A3000:org:abc":   {"web", []string{"localhost:3000", "org", "abc"}},
		"did:x1::a%2Fb:-_.":                  {"x1", []string{"", "a/b", "-_."}},
		"did:web:a:%C3%A9%7E%25%20":          {"web", []string{"a", "é~% "}},
		"did:web:w3c-ccg.github.io:user:bob": {"web", []string{"w3c-ccg.github.io", "user", "bob"}},
	} {
		got, err := Parse(in)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
		if built, err := want.Build(); err != nil || built != in {
			t.Errorf("%+v: %s, %v", want, built, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", NotDID},
		{"urn:a", 0, "urn:", NotDID},
		{"DID:a:b", 0, "DID:", NotDID},
		{"did:a", 5, "", InvalidMethod},
		{"did:Web:a", 4, "W", InvalidMethod},
		{"did::a", 4, ":", InvalidMethod},
		{"did:a:", 6, "", EmptyPart},
		{"did:a:b:", 8, "", EmptyPart},
		{"did:a:b%zz", 7, "%zz", percent.InvalidEscape},
		{"did:a:b:%4", 8, "%4", percent.TruncatedEscape},
		{"did:a:b/c", 7, "/", percent.InvalidByte},
		{"did:a:b#key-1", 7, "#", percent.InvalidByte},
		{"did:a:b~", 7, "~", percent.InvalidByte},
		{"did:a:b\r\n", 7, "\r", percent.InvalidByte},
		{"did:a:é", 6, "\xC3", percent.InvalidByte},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     DID
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{DID{}, 0, "", InvalidMethod},
		{DID{"a\r", []string{"b"}}, 1, "\r", InvalidMethod},
		{DID{"a", nil}, 0, "", EmptyPart},
		{DID{"a", []string{"b", ""}}, 0, "", EmptyPart},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, tt.in.Method, err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestWeb(t *testing.T) {
	for did, url := range map[string]string{
		"did:web:w3c-ccg.github.io":              "https://w3c-ccg.github.io/.well-known/did.json",
		"did:web:w3c-ccg.github.io:user:alice":   "https://w3c-ccg.github.io/user/alice/did.json",
		"did:web:example.com%3A3000":             "https://example.com:3000/.well-known/did.json",
		"did:web:example.com%3A3000:user:alice":  "https://example.com:3000/user/alice/did.json",
		"did:web:localhost%3A3000:org:abc":       "https://localhost:3000/org/abc/did.json",
		"did:web:example.com:a%2fb:%7e:%C3%A9":   "https://example.com/a%2fb/%7e/%C3%A9/did.json",
		"did:web:example.com::a":                 "https://example.com//a/did.json",
		"did:web:EXAMPLE.com:.well-known:x":      "https://EXAMPLE.com/.well-known/x/did.json",
		"did:web:1.example.0x.xn--zckzah:did.js": "https://1.example.0x.xn--zckzah/did.js/did.json",
	} {
		if got, err := WebURL(did); err != nil || got != url {
			t.Errorf("%s: %s, %v", did, got, err)
		}
		if got, err := FromWebURL(url); err != nil || got != did {
			t.Errorf("%s: %s, %v", url, got, err)
		}
	}
	for did, url := range map[string]string{
		"did:web:a%3a1":         "https://a:1/.well-known/did.json",
		"did:web:a:.well-known": "https://a/.well-known/did.json",
	} {
		if got, err := WebURL(did); err != nil || got != url {
			t.Errorf("%s: %s, %v", did, got, err)
		}
	}
	for url, did := range map[string]string{
		"HTTPS://a/~b/c:d/e+f,(g)/did.json": "did:web:a:%7Eb:c%3Ad:e%2Bf%2C%28g%29",
	} {
		if got, err := FromWebURL(url); err != nil || got != did {
			t.Errorf("%s: %s, %v", url, got, err)
		}
	}
}

func TestWebErrors(t *testing.T) {
	long := strings.Repeat("a", MaxLabel+1)
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"did:key:z6Mk", 4, "key", NotWeb},
		{"did:web:", 8, "", EmptyPart},
		{"did:web:a:", 10, "", EmptyPart},
		{"did:web:127.0.0.1", 8, "127.0.0.1", InvalidHost},
		{"did:web:127.1:a", 8, "127.1", InvalidHost},
		{"did:web:0x7f", 8, "0x7f", InvalidHost},
		{"did:web:%5B%3A%3A1%5D", 8, "", InvalidHost},
		{"did:web:a_b", 9, "_b", InvalidHost},
		{"did:web:-a.b", 8, "-a.b", InvalidHost},
		{"did:web:a..b", 10, ".b", InvalidHost},
		{"did:web:a.", 10, "", InvalidHost},
		{"did:web:" + long, 8, long, InvalidHost},
		{"did:web:a%2F3000", 9, "%2F", InvalidHost},
		{"did:web:a%3A", 12, "", InvalidPort},
		{"did:web:a%3A70000:b", 12, "70000", InvalidPort},
		{"did:web:a%3A1%3A2", 12, "1%3A2", InvalidPort},
		{"did:web:a:b:..", 12, "..", DotSegment},
		{"did:web:a:%2e:b", 10, "%2e", DotSegment},
		{"did:web:a:b%zz", 11, "%zz", percent.InvalidEscape},
		{"did:web:a#b", 9, "#", percent.InvalidByte},
	} {
		_, err := WebURL(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"http://a/b/did.json", 0, "http://a", NotHTTPS},
		{"https://a/b/did.json?c", 20, "?", percent.InvalidByte},
		{"https://a/b/did.json#c", 20, "#", percent.InvalidByte},
		{"https:///b/did.json", 8, "", InvalidHost},
		{"https://u@a/b/did.json", 9, "@a", InvalidHost},
		{"https://[::1]/b/did.json", 8, "[", InvalidHost},
		{"https://1.2.3.4/b/did.json", 8, "1.2.3.4", InvalidHost},
		{"https://a:/b/did.json", 10, "", InvalidPort},
		{"https://a:x/b/did.json", 10, "x", InvalidPort},
		{"https://u:secret@a/did.json", 10, "", InvalidPort},
		{"https://u:99999/9@a/did.json", 10, "", InvalidPort},
		{"https://a/b/did.jsonld", 9, "/b/did.jsonld", NotDIDDocument},
		{"https://a", 9, "", NotDIDDocument},
		{"https://a/did.json", 9, "/did.json", NoPath},
		{"https://a/b//did.json", 12, "/", EmptyPart},
		{"https://a//did.json", 10, "/", EmptyPart},
		{"https://a/b/../did.json", 12, "..", DotSegment},
		{"https://a/%2E%2e/did.json", 10, "%2E%2e", DotSegment},
		{"https://a/b%zz/did.json", 11, "%zz", percent.InvalidEscape},
		{"https://a/b c/did.json", 11, " ", percent.InvalidByte},
		{"https://a/é/did.json", 10, "\xC3", percent.InvalidByte},
	} {
		_, err := FromWebURL(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	_, err := FromWebURL("ftp:")
	if text := err.Error(); text != `did: not an https: URL "ftp:" at byte 0` {
		t.Error(text)
	}
	name := strings.Repeat("a.", MaxDomain/2) + "a"
	if _, err := WebURL("did:web:" + name); err != nil {
		t.Error(err)
	}
	_, err = WebURL("did:web:a" + name)
	syntaxtest.Check(t, name, err, 8, "a"+name, InvalidHost)
}

func FuzzDID(f *testing.F) {
	f.Add("did:web:example.com%3A3000:org:a%2fb")
	f.Add("https://example.com:3000/~org/%7E/did.json")
	f.Add("https://a//b/did.json")
	f.Add("https://a/.well-known/did.json")
	f.Fuzz(func(t *testing.T, s string) {
		check := func(err error) {
			t.Helper()
			if err != nil {
				syntaxtest.Within(t, s, err)
			}
		}
		d, err := Parse(s)
		check(err)
		if err == nil {
			built, err := d.Build()
			if again, err2 := Parse(built); err != nil || err2 != nil || !reflect.DeepEqual(again, d) || strings.ContainsAny(built, "\r\n\x00 ") {
				t.Fatalf("%q: %q, %+v, %v, %v", s, built, again, err, err2)
			}
		}
		url, err := WebURL(s)
		check(err)
		if err == nil {
			back, err := FromWebURL(url)
			if strings.HasSuffix(s, ":.well-known") && strings.HasSuffix(url, "/.well-known/did.json") && strings.Count(url, "/") == 4 {
				back += ":.well-known"
			}
			if err != nil || strings.Replace(back, "%3A", "%3a", 1) != strings.Replace(s, "%3A", "%3a", 1) {
				t.Fatalf("%q: %q, %q, %v", s, url, back, err)
			}
		}
		did, err := FromWebURL(s)
		check(err)
		if err == nil {
			again, err := WebURL(did)
			if err != nil || strings.ContainsAny(again, "\r\n\x00 ") {
				t.Fatalf("%q: %q, %q, %v", s, did, again, err)
			}
			if third, err := FromWebURL(again); err != nil || third != did {
				t.Fatalf("%q: %q, %q, %q, %v", s, did, again, third, err)
			}
		}
	})
}
