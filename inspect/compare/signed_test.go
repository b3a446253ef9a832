package compare

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

const signedRequest = "GET&http%3A%2F%2Fh%2Fa%2520b&a%3Db%2520c%26b%3D%2521%252A%26c%3D~%26oauth_consumer_key%3Dk%26oauth_nonce%3Dn"

// TestSigned: a mistake is named although nobody shows the text that was signed.
func TestSigned(t *testing.T) {
	for _, test := range []struct{ wrong, id string }{
		{strings.ReplaceAll(signedRequest, "b%2520c", "b%2Bc"), SpaceAsPlus},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "%21%2A"), ReservedUnescaped},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "!*"), ReservedUnescaped},
		{strings.ReplaceAll(signedRequest, "~", "%257E"), UnreservedEscaped},
		{strings.ReplaceAll(signedRequest, "%2521%252A", "%252521%25252A"), DoubleEncoding},
		{strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(signedRequest, "b%2520c", "b%2Bc"), "%252A", "%2A"), "~", "%257E"), FormEncoding},
		{strings.ReplaceAll(signedRequest, "http%3A%2F%2Fh%2F", "http%3A%2F%2Fh%3A80%2F"), DefaultPort},
		{strings.ReplaceAll(signedRequest, "b%3D%2521%252A%26", ""), MissingParameter},
		{strings.ToLower(signedRequest[:3]) + signedRequest[3:], MethodCase},
		{signedRequest + "\n", LineEnd},
	} {
		tried := 0
		c, text := Signed(signedRequest, BaseString, func(s string) bool { tried++; return s == test.wrong })
		switch {
		case c == nil:
			t.Errorf("%s: not found, %d tried", test.id, tried)
		case c.Mistakes[0].ID != test.id:
			t.Errorf("%s: %v", test.id, c.Mistakes)
		case text != test.wrong || c.Mistakes[0].Side != Second || c.Mistakes[0].Apply(signedRequest) != test.wrong:
			t.Errorf("%s: %v does not make it", test.id, c.Mistakes[0])
		}
	}
	tried := 0
	if c, _ := Signed(signedRequest, BaseString, func(string) bool { tried++; return false }); c != nil || tried < 50 || tried > 5000 {
		t.Errorf("%d tried: %v", tried, c)
	}
}

func TestSignedCanonicalRequest(t *testing.T) {
	const right = "GET\n/a%20b/%2A\nb=c%20d&x=%2F~\nhost:h\nx-amz-date:20130524T000000Z\n\nhost;x-amz-date\n" + "abcd"
	for _, test := range []struct{ wrong, id string }{
		{strings.ReplaceAll(right, "c%20d", "c+d"), SpaceAsPlus},
		{strings.ReplaceAll(right, "%20", "+"), SpaceAsPlus},
		{strings.ReplaceAll(right, "/a%20b/%2A", "/a%2520b/%252A"), DoubleEncoding},
		{strings.ReplaceAll(right, "%2A", "*"), ReservedUnescaped},
		{strings.ReplaceAll(right, "%2F~", "/~"), SlashUnescaped},
		{strings.ReplaceAll(right, "host:h", "host:h:443"), DefaultPort},
		{strings.ReplaceAll(right, "abcd", emptyHash), PayloadHash},
		{strings.ReplaceAll(right, "\n", "\r\n"), LineEnd},
	} {
		c, _ := Signed(right, CanonicalRequest, func(s string) bool { return s == test.wrong })
		if c == nil {
			t.Errorf("%s: not found", test.id)
		} else if c.Mistakes[0].ID != test.id {
			t.Errorf("%s: %v", test.id, c.Mistakes)
		}
	}
}

// TestSignedSecret: a mistake in the key is named, and nothing of the secret.
func TestSignedSecret(t *testing.T) {
	const secret = " a+b/c d!e"
	for _, test := range []struct {
		id, text string
		encode   func(string) string
	}{
		{MissingEncoding, secret, percent.OAuth1.Encode},
		{DoubleEncoding, "%2520a%252Bb%252Fc%2520d%2521e", percent.OAuth1.Encode},
		{ReservedUnescaped, "%20a%2Bb%2Fc%20d!e", percent.OAuth1.Encode},
		{SpaceAsPlus, "+a%2Bb%2Fc+d%21e", percent.OAuth1.Encode},
		{HexCase, "%20a%2bb%2fc%20d%21e", percent.OAuth1.Encode},
		{LineEnd, "%20a%2Bb%2Fc%20d%21e%0A", percent.OAuth1.Encode},
		{WhitespaceTrimmed, "a%2Bb%2Fc%20d%21e", percent.OAuth1.Encode},
		{PlusAsSpace, "%20a%20b%2Fc%20d%21e", percent.OAuth1.Encode},
		{LineEnd, secret + "\r\n", nil},
		{ReservedEscaped, "%20a%2Bb%2Fc%20d%21e", nil},
		{FormEncoding, "+a%2Bb%2Fc+d%21e", nil},
		{"", secret, nil},
		{"", "something else", percent.OAuth1.Encode},
	} {
		m := SignedSecret(secret, test.encode, func(s string) bool { return s == test.text })
		switch {
		case m == nil && test.id != "", m != nil && m.ID != test.id:
			t.Errorf("%s: %v", test.id, m)
		case m != nil && (m.Side != Second || m.Detail != "" || m.Where != "" || m.Apply("text") != "text"):
			t.Errorf("%s: %+v", test.id, m)
		}
	}
}
