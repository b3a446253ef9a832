package sign_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/azure"
	"github.com/pct-encoded/percent/sign/cloudfront"
	"github.com/pct-encoded/percent/sign/gcs"
	"github.com/pct-encoded/percent/sign/webhook"
)

// TestUndecided: of what a service reads in a way that is not known, a signature is neither
// valid nor wrong; one that is refused for sure, or too old, is so however the rest is read.
func TestUndecided(t *testing.T) {
	secret := &sign.Key{Secret: "c2VjcmV0"}
	date := sign.Field{Name: "x-ms-date", Value: "Mon, 01 Jan 2024 00:00:00 GMT"}
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	const plus = "https://a.blob.core.windows.net/c/b?prefix=x+y"
	const goog = "https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-HMAC-SHA256&X-Goog-Credential=a%2F20240101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20240101T000000Z&X-Goog-Expires=60&X-Goog-SignedHeaders=host"
	slack := func(text string) sign.Field { return sign.Field{Name: "X-Slack-Request-Timestamp", Value: text} }
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		url    string
		header []sign.Field
		signed string // how the URL was signed, if otherwise
		later  time.Duration
		want   percent.Reason
	}{
		{"as it should be", azure.SharedKey, "https://a.blob.core.windows.net/c/b", []sign.Field{date}, "", 0, ""},
		{"a raw +", azure.SharedKey, plus, []sign.Field{date}, "", 0, sign.Unknown},
		{"a raw + that was signed as a space", azure.SharedKey, plus, []sign.Field{date}, "https://a.blob.core.windows.net/c/b?prefix=x%20y", 0, sign.Unknown},
		{"a raw +, and another path", azure.SharedKey, plus, []sign.Field{date}, "https://a.blob.core.windows.net/other?prefix=x%20y", 0, sign.WrongSignature},
		{"a raw +, later", azure.SharedKey, plus, []sign.Field{date}, "", time.Hour, sign.Expired},
		{"another day of the week", azure.SharedKey, "https://a.blob.core.windows.net/c/b", []sign.Field{{Name: "x-ms-date", Value: "Tue, 01 Jan 2024 00:00:00 GMT"}}, "", 0, sign.Unknown},
		{"a fraction of a second", azure.SAS, "https://a.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sp=r&se=2024-01-02T00%3A00%3A00.5Z", nil, "", 0, sign.Unknown},
		{"Google, as it should be", gcs.V4, goog, nil, "", 0, ""},
		{"a parameter twice", gcs.V4, goog + "&X-Goog-Expires=3600", nil, "", 0, sign.Unknown},
		{"a fraction of a second, Google", gcs.V4, "https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-HMAC-SHA256&X-Goog-Credential=a%2F20240101%2Fauto%2Fstorage%2Fgoog4_request&X-Goog-Date=20240101T000000.5Z&X-Goog-Expires=60&X-Goog-SignedHeaders=host", nil, "", 0, sign.Refused},
		{"Slack", webhook.Slack, "https://h/", []sign.Field{slack("1704067200")}, "", 0, ""},
		{"Slack, ahead", webhook.Slack, "https://h/", []sign.Field{slack("1704067200")}, "", -301 * time.Second, sign.NotYetValid},
		{"Slack, a number with a sign", webhook.Slack, "https://h/", []sign.Field{slack("+1704067200")}, "", 0, sign.Unknown},
	} {
		read := func(url string, header ...sign.Field) *sign.Claim {
			t.Helper()
			c, err := tt.scheme.Read(&sign.Request{Method: "GET", URL: url, Header: append(header, tt.header...)}, sign.Given{})
			if err != nil {
				t.Fatal(tt.name, err)
			}
			return c
		}
		signed := tt.url
		if tt.signed != "" {
			signed = tt.signed
		}
		signature, _, err := read(signed).Sign(secret)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		c := read(tt.url)
		c.Signature = signature
		err = c.Verify(secret, at.Add(tt.later))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	c, err := cloudfront.URL.Read(&sign.Request{Method: "GET", URL: "https://h/?Expires=1704067200&Signature=a&Key-Pair-Id=k&Expires=9704067200"}, sign.Given{})
	if err != nil || len(c.Flaws) != 1 || c.Flaws[0].Reason != sign.Unknown {
		t.Error(c, err)
	}
}

// TestForms: a signature in another form than the service wants is said to be in the one
// that it is in, and what to do names the one that is wanted.
func TestForms(t *testing.T) {
	std := base64.StdEncoding
	hexed := func(octets []byte) string { return hex.EncodeToString(octets) }
	field := func(name string) []sign.Field { return []sign.Field{{Name: name, Value: "x"}} }
	nginx := sign.Given{Expression: "$secure_link_expires$uri {secret}"}
	const expires = "https://h.example/a?md5=x&expires=9704067200"
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		url    string
		header []sign.Field
		given  sign.Given
		read   func(string) ([]byte, error)
		write  func([]byte) string
		want   sign.Mistake
	}{
		{"Base64 for hex", webhook.GitHub, "https://h.example/", field("X-Hub-Signature-256"), sign.Given{}, hex.DecodeString, std.EncodeToString, sign.Mistake{ID: "signature-in-base64", Text: "the signature is in Base64", Fix: "write the octets of the signature in hex"}},
		{"Base64 for URLs for hex", webhook.GitHub, "https://h.example/", field("X-Hub-Signature-256"), sign.Given{}, hex.DecodeString, base64.RawURLEncoding.EncodeToString, sign.Mistake{ID: "signature-in-base64", Text: "the signature is in Base64 for URLs", Fix: "write the octets of the signature in hex"}},
		{"Base64 of hex for hex", webhook.GitHub, "https://h.example/", field("X-Hub-Signature-256"), sign.Given{}, hex.DecodeString, func(o []byte) string { return std.EncodeToString([]byte(hexed(o))) }, sign.Mistake{ID: "signature-of-hex", Text: "the hex digits of the signature were written in Base64", Fix: "write the hex digits as they are"}},
		{"hex for Base64", webhook.Shopify, "https://h.example/", field("X-Shopify-Hmac-Sha256"), sign.Given{}, std.DecodeString, hexed, sign.Mistake{ID: "signature-in-hex", Text: "the signature is in hex", Fix: "write the octets of the signature in Base64"}},
		{"Base64 of hex for Base64", webhook.Shopify, "https://h.example/", field("X-Shopify-Hmac-Sha256"), sign.Given{}, std.DecodeString, func(o []byte) string { return std.EncodeToString([]byte(hexed(o))) }, sign.Mistake{ID: "signature-of-hex", Text: "the hex digits of the signature were written in Base64", Fix: "write the octets in Base64, not their hex digits"}},
		{"Base64 in two lines", webhook.Shopify, "https://h.example/", field("X-Shopify-Hmac-Sha256"), sign.Given{}, std.DecodeString, func(o []byte) string { s := std.EncodeToString(o); return s[:20] + "\r\n" + s[20:] }, sign.Mistake{ID: "signature-space-around", Text: "line ends divide the signature", Fix: "write the signature in one line"}},
		{"hex for Base64 for URLs", webhook.SecureLink, expires, nil, nginx, base64.RawURLEncoding.DecodeString, hexed, sign.Mistake{ID: "signature-in-hex", Text: "the signature is in hex", Fix: "write the octets of the signature in Base64 for URLs, without ="}},
	} {
		c, err := tt.scheme.Read(&sign.Request{Method: "POST", URL: tt.url, Header: tt.header, Body: []byte("{}")}, tt.given)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		key := &sign.Key{Secret: "secret"}
		signature, _, err := c.Sign(key)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		octets, err := tt.read(strings.TrimPrefix(signature, c.Algorithm.Begin))
		if err != nil {
			t.Fatal(tt.name, err)
		}
		c.Signature = c.Algorithm.Begin + tt.write(octets)
		tt.want.Signed = c.Text
		if found := c.FindMistake(key); found == nil || *found != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, found, tt.want)
		}
	}
}
