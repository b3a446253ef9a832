package bulk_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/uri"
)

// urlFixer returns the operation of the command's fix.
func urlFixer(t *testing.T) *bulk.Operation {
	t.Helper()
	d, err := dialect.Lookup("rfc3986.uri")
	if err != nil {
		t.Fatal(err)
	}
	o, err := bulk.Fix(bulk.Options{Dialect: d})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestFixURI: what is made of references, part by part (RFC 3986, section 3 and appendix A).
func TestFixURI(t *testing.T) {
	j := bulk.Job{Operation: urlFixer(t)}
	for _, test := range []struct {
		name, in, want string
		reason         string
		offset         int64
	}{
		{"brackets in a path", "/a[0]/b", "/a%5B0%5D/b", "", 0},
		{"brackets in a query", "?f[x]=1", "?f%5Bx%5D=1", "", 0},
		{"brackets in a fragment", "#[1]", "#%5B1%5D", "", 0},
		{"brackets in userinfo", "ftp://a[b]@h/", "ftp://a%5Bb%5D@h/", "", 0},
		{"address", "http://[2001:db8::1]:8080/[", "http://[2001:db8::1]:8080/%5B", "", 0},
		{"future address", "http://[v1.a:b]/", "http://[v1.a:b]/", "", 0},
		{"address and userinfo", "http://u@[::1]", "http://u@[::1]", "", 0},
		{"second number sign", "a#b#c?d#", "a#b%23c?d%23", "", 0},
		{"colon in a first segment", "12:30/a:b", "12%3A30/a:b", "", 0},
		{"colon behind an escape", "a%20b:c", "a%20b%3Ac", "", 0},
		{"colon at the front", ":a", "%3Aa", "", 0},
		{"underscore is in no scheme", "a_b:c", "a_b%3Ac", "", 0},
		{"colon in a query", "a?b:c", "a?b:c", "", 0},
		{"scheme", "a+b-c.9:d:e[", "a+b-c.9:d:e%5B", "", 0},
		{"scheme alone", "mailto:", "mailto:", "", 0},
		{"several at signs", "http://a@b@h/c@d", "http://a%40b@h/c@d", "", 0},
		{"raw octets in a host", "//\xff é/", "//%FF%20%C3%A9/", "", 0},
		{"stray percent sign in a host", "//h%/", "//h%25/", "", 0},
		{"port", "http://h:80:90/", "http://h:80:90", string(uri.InvalidPort), 11},
		{"bare address", "http://::1/", "http://::1", string(uri.InvalidPort), 8},
		{"open bracket", "http://[::1/", "http://[::1", string(uri.InvalidIPLiteral), 11},
		{"bracket in a name", "http://h[0]/", "http://h[0]", string(uri.InvalidRegName), 8},
		{"no address", "http://[h]/", "http://[h]", string(uri.InvalidIPv6), 8},
		{"doubled", "a b%%20", "a%20b", string(bulk.DoubledPercent), 3},
		{"doubled in a host", "//a%%b/c", "//a%%b", string(bulk.DoubledPercent), 3},
		{"doubled behind an escape cut short", "a%4%%41", "a%254", string(bulk.DoubledPercent), 3},
		{"escaped twice over", "a%25%25b%", "a%25%25b%25", "", 0},
		{"long scheme", strings.Repeat("a", 1<<17) + ":b", strings.Repeat("a", 1<<17) + "%3Ab", "", 0},
	} {
		out, err := j.Record(nil, bulk.Record{Text: []byte(test.in)})
		var f *bulk.Flaw
		if errors.As(err, &f) != (test.reason != "") || f != nil && (string(f.Reason) != test.reason || f.Offset != test.offset) || string(out) != test.want {
			t.Errorf("%s: %q is %.60q, %v", test.name, test.in, out, err)
		}
	}
}

// TestFixIsAccepted fixes a million texts: what comes out without an error is a reference
// by the grammar, is not changed by another fix, and is what went in if that was one.
func TestFixIsAccepted(t *testing.T) {
	j := bulk.Job{Operation: urlFixer(t)}
	n := 20_000
	if growth.Long() {
		n = 1_000_000
	}
	pieces := []string{
		"http", "ftp", "x-y", "mailto", ":", ":", "//", "/", "?", "#", "[", "]", "@", "%", "%2", "%2f", "%zz", "%%", "a", "1", "::1", "[::1]", "[v1.a]", ".", "..",
		"é", "\xff", " ", "\t", "\\", "|", "+", "&", "=", ";", "80", "65536", "<", "\"", "~", "_", "\x00", "例",
	}
	r := rand.New(rand.NewPCG(39, 13))
	accepted := 0
	for range n {
		var b []byte
		for range r.IntN(12) {
			if r.IntN(8) == 0 {
				b = append(b, byte(r.Uint32()))
			} else {
				b = append(b, pieces[r.IntN(len(pieces))]...)
			}
		}
		out, err := j.Record(nil, bulk.Record{Text: b})
		if err != nil {
			continue
		}
		accepted++
		if _, err := uri.Parse(string(out)); err != nil {
			t.Fatalf("%q is fixed to %q: %v", b, out, err)
		}
		again, err := j.Record(nil, bulk.Record{Text: out})
		if err != nil || string(again) != string(out) {
			t.Fatalf("%q is fixed to %q, and then to %q, %v", b, out, again, err)
		}
		if _, err := uri.Parse(string(b)); err == nil && string(b) != string(out) {
			t.Fatalf("%q is legal, and is fixed to %q", b, out)
		}
	}
	if accepted < n/3 {
		t.Errorf("only %d of %d could be fixed", accepted, n)
	}
}
