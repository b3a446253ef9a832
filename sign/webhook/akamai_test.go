package webhook

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestAkamai: what the edge refuses, or of which it is not known what it makes, although the
// signature is right.
func TestAkamai(t *testing.T) {
	key := &sign.Key{Secret: "00ff"}
	for _, tt := range []struct {
		name, path, token string
		want              percent.Reason
	}{
		{"as it should be", "/v/a.mp4", "st=1699999999~exp=1700001000~acl=/x/*!/v/*~id=a%20b", ""},
		{"the one character of ?", "/v/a", "exp=1700001000~acl=/v/?", ""},
		{"another path", "/w/a", "exp=1700001000~acl=/v/*", sign.Refused},
		{"a path with escapes", "/v%20/a", "exp=1700001000~acl=/v /*", sign.Unknown},
		{"expired", "/v/a", "exp=1699999999~acl=/*", sign.Expired},
		{"too early", "/v/a", "st=1700000001~exp=1700001000~acl=/*", sign.NotYetValid},
		{"no time", "/v/a", "acl=/*", sign.Refused},
		{"a time with a sign", "/v/a", "exp=+1700001000~acl=/*", sign.Refused},
		{"a field twice", "/v/a", "exp=1700001000~acl=/*~acl=/*", sign.Unknown},
		{"another field", "/v/a", "exp=1700001000~acl=/*~x=1", sign.Unknown},
		{"an escape in acl", "/v/a", "exp=1700001000~acl=/%2a", sign.Unknown},
		{"the path is signed", "/v/a", "exp=1700001000", sign.Unknown},
	} {
		for _, in := range []string{"?a=b&hdnts=", "?hdnea=", "cookie"} {
			r := &sign.Request{Method: "GET", URL: "https://h.example" + tt.path + in + tt.token}
			if in == "cookie" {
				r.URL = "https://h.example" + tt.path
				r.Header = []sign.Field{{Name: "Cookie", Value: "a=b; own=" + tt.token + "~hmac="}}
			}
			c, err := Akamai.Read(r, sign.Given{})
			if err != nil {
				t.Fatal(tt.name, err)
			}
			if c.Signature, _, err = c.Sign(key); err != nil {
				t.Fatal(tt.name, err)
			}
			err = c.Verify(key, time.Unix(1700000000, 0))
			var refused *sign.Error
			if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
				t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
			}
			if err := c.Verify(&sign.Key{Secret: "no hex"}, time.Unix(1700000000, 0)); !errors.As(err, &refused) || refused.Reason != sign.BadKey || strings.Contains(err.Error(), "no hex") {
				t.Errorf("%s: %v for a key that is not hex", tt.name, err)
			}
		}
	}
	if _, err := Akamai.Read(&sign.Request{URL: "https://h.example/"}, sign.Given{}); err == nil {
		t.Error("no token is none")
	}
}
