package sign_test

import (
	"errors"
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
