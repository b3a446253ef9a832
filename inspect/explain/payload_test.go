package explain

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPayload(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"dGVzdA==", "base64 (RFC 4648 section 4): it stands for test"},
		{"aGVsbG8sIHdvcmxk", "base64url (RFC 4648 section 5), which needs no escape but for '=': it stands for hello, world"},
		{"aHR0cHM6Ly9leGFtcGxlLmNvbS8_YT0x", "base64url (RFC 4648 section 5), which needs no escape but for '=': it stands for https://example.com/?a=1"},
		{"aGk/Pz8+d29ybGQ=", "base64 (RFC 4648 section 4): it stands for hi???>world; a form reads its '+' as a space: write %2B"},
		{"aGk/Pz8 d29ybGQ=", "base64 (RFC 4648 section 4): it stands for hi???>world; where a space is, a '+' was read as a form reads it: write %2B"},
		{"AQIDBAUGBwgJCgsMDQ4PEBESEw==", "looks like base64 (RFC 4648 section 4) of 19 octets"},
		{"eyJhbGciOiJFUzI1NiJ9.e30.AAAA", "a JSON Web Token (RFC 7519), alg ES256: its base64url needs no percent-encoding"},
		{"eyJhbGciOiJub25lIn0.e30.", "a JSON Web Token (RFC 7519), alg none: its base64url needs no percent-encoding"},
		{"eyJhbGciOiJkaXIifQ..AAAA.AAAA.AAAA", "a JSON Web Token (RFC 7519), alg dir: its base64url needs no percent-encoding"},
		{"=?UTF-8?B?w6k=?=", "an encoded word of a mail's header (RFC 2047): it stands for é"},
		{"=?ISO-8859-1?Q?a=20=E9?= =?UTF-8?Q?b?=", "an encoded word of a mail's header (RFC 2047): it stands for a éb"},
		// Neither words, names, identifiers nor what no strict decoder takes.
		{"abcdefgh", ""},
		{"internationalize", ""},
		{"CustomerServiceRepresentative", ""},
		{"and/or/x", ""},
		{"dGVzdB==", ""}, // bits that are not zero
		{"dGVz\ndA==", ""},
		{"www.example.com", ""},
		{"a.b.c", ""},
		{"550e8400e29b41d4a716446655440000", ""},
		{"=?x?Q?a?=", ""}, // a charset that nobody knows
		{"", ""},
	} {
		if got := payload(c.text); got != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
	}
}

// TestPayloadFinds: text in base64 is found and means what was encoded, and random
// identifiers of letters and digits are hardly ever taken for it.
func TestPayloadFinds(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	r := rand.New(rand.NewPCG(1, 2))
	wrong := 0
	for range 20_000 {
		b := make([]byte, 12+r.IntN(20))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		word := string(b)
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			if s := encoding.EncodeToString(b); !strings.HasSuffix(payload(s), "it stands for "+word) {
				t.Fatalf("%q: %q", s, payload(s))
			}
		}
		if payload(word) != "" {
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d of 20000 random words are called base64", wrong)
	}
}
