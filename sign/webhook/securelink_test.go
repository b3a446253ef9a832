package webhook

import (
	"errors"
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign"
)

// TestSecureLink: the example of nginx's page, whose command is
//
//	echo -n '2147483647/s/link127.0.0.1 secret' | openssl md5 -binary | openssl base64 | tr +/ -_ | tr -d =
func TestSecureLink(t *testing.T) {
	const url = "https://h/s/link?md5=_e4Nc3iduzkWRm01TBBNYw&expires=2147483647"
	key := &sign.Key{Secret: "secret"}
	c, err := SecureLink.Read(&sign.Request{Method: "GET", URL: url}, sign.Given{Expression: "$secure_link_expires${uri}127.0.0.1 {secret}"})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Verify(key, time.Unix(2147483647, 0)); err != nil {
		t.Error(err)
	}
	var refused *sign.Error
	if err := c.Verify(key, time.Unix(2147483648, 0)); !errors.As(err, &refused) || refused.Reason != sign.Expired {
		t.Error(err)
	}
	for _, expression := range []string{"$uri$remote_addr {secret}", "$uri", "{secret}$uri{secret}", "${uri", "$"} {
		_, err := SecureLink.Read(&sign.Request{Method: "GET", URL: url}, sign.Given{Expression: expression})
		if !errors.As(err, &refused) || refused.Reason != sign.Unknown || refused.Param != "expression" {
			t.Errorf("%q: %v", expression, err)
		}
	}
	// A path that looks like the place of the secret must not move it.
	if _, err := SecureLink.Read(&sign.Request{Method: "GET", URL: "https://h/{secret}?md5=a&expires=1"}, sign.Given{}); !errors.As(err, &refused) {
		t.Error(err)
	}
	c, err = SecureLink.Read(&sign.Request{Method: "GET", URL: "https://h/a%20b?md5=a&expires=2147483647"}, sign.Given{})
	if err != nil || c.Text != "2147483647/a b {secret}" {
		t.Error(c, err)
	}
}
