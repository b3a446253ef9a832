package cloud

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestScalar: the example of AWS for the key that is derived from a secret.
func TestScalar(t *testing.T) {
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar("AWS4-ECDSA-P256-SHA256", "AKISORANDOMAASORANDOM", []byte("q+jcrXGc+0zWN6uzclKVhvMmUsIfRPa4rlRandom")))
	if err != nil {
		t.Fatal(err)
	}
	octets, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const want = "15d242ceebf8d8169fd6a8b5a746c41140414c3b07579038da06af89190fffcb0515242cedd82e94799482e4c0514b505afccf2c0c98d6a553bf539f424c5ec0"
	if got := new(big.Int).SetBytes(octets[1:]).Text(16); got != want {
		t.Error(got)
	}
}

// TestRefused: what the services refuse, or of which it is not known what they make, although
// the signature is right.
func TestRefused(t *testing.T) {
	key := &sign.Key{Secret: "s"}
	at := time.Unix(1704067200, 0)
	const (
		v4  = "https://b.oss-cn-x.aliyuncs.com/k?x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-credential=a%2F20240101%2Fcn-x%2Foss%2Faliyun_v4_request&x-oss-date=20240101T000000Z&x-oss-expires="
		cos = "https://b-1.cos.ap-x.myqcloud.com/k?q-sign-algorithm=sha1&q-ak=a&q-sign-time=1704067200%3B1704067800&q-key-time=1704067200%3B1704067800&q-header-list=&q-url-param-list="
		obs = "https://b.obs.cn-x.myhuaweicloud.com/k?AccessKeyId=a&Expires=1704067800"
		acl = "https://example.com/k?OSSAccessKeyId=a&Expires=1704067800"
	)
	acs := []sign.Field{{Name: "host", Value: "h"}, {Name: "x-acs-date", Value: "2024-01-01T00:00:00Z"}, {Name: "Authorization", Value: "ACS3-HMAC-SHA256 Credential=a,SignedHeaders=host;x-acs-date,Signature="}}
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		r      sign.Request
		later  time.Duration
		want   percent.Reason
	}{
		{"OSS", OSSV4, sign.Request{Method: "GET", URL: v4 + "60"}, 0, ""},
		{"OSS, later", OSSV4, sign.Request{Method: "GET", URL: v4 + "60"}, 61 * time.Second, sign.Expired},
		{"OSS, for too long", OSSV4, sign.Request{Method: "GET", URL: v4 + "604801"}, 0, sign.Refused},
		{"OSS, twice", OSSV4, sign.Request{Method: "GET", URL: v4 + "60&x-oss-expires=120"}, 0, sign.Unknown},
		{"COS", COS, sign.Request{Method: "GET", URL: cos}, 0, ""},
		{"COS, too early", COS, sign.Request{Method: "GET", URL: cos}, -time.Second, sign.NotYetValid},
		{"COS, a raw +", COS, sign.Request{Method: "GET", URL: cos + "prefix&prefix=a+b"}, 0, sign.Unknown},
		{"OBS", OBS, sign.Request{Method: "GET", URL: obs}, 0, ""},
		{"OBS, later", OBS, sign.Request{Method: "GET", URL: obs}, time.Hour, sign.Expired},
		{"OBS, twice", OBS, sign.Request{Method: "GET", URL: obs + "&Expires=1"}, 0, sign.Unknown},
		{"ACS3", ACS3, sign.Request{Method: "GET", URL: "https://h/", Header: acs}, 0, ""},
		{"ACS3, a field that is not signed", ACS3, sign.Request{Method: "GET", URL: "https://h/", Header: append(acs[:3:3], sign.Field{Name: "x-acs-action", Value: "A"})}, 0, sign.Refused},
		{"ACS3, later", ACS3, sign.Request{Method: "GET", URL: "https://h/", Header: acs}, time.Hour, sign.Expired},
	} {
		c, err := tt.scheme.Read(&tt.r, sign.Given{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if c.Signature, _, err = c.Sign(key); err != nil {
			t.Fatal(err)
		}
		err = c.Verify(key, at.Add(tt.later))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && refused.Reason != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	_, err := OSS.Read(&sign.Request{Method: "GET", URL: acl}, sign.Given{})
	var refused *sign.Error
	if !errors.As(err, &refused) || refused.Param != "bucket" || refused.Reason != sign.Unknown {
		t.Errorf("a host that does not name the bucket: %v", err)
	}
	if c, err := OSS.Read(&sign.Request{Method: "GET", URL: acl}, sign.Given{Account: "b"}); err != nil || c.Text != "GET\n\n\n1704067800\n/b/k" {
		t.Error(c, err)
	}
}

// TestMany: what a sender names without end is refused before a text is made of it.
func TestMany(t *testing.T) {
	names, query := strings.Repeat("a;", 5000)+"host", strings.Repeat("acl&", 5000)
	for _, tt := range []struct {
		scheme *sign.Scheme
		r      sign.Request
	}{
		{ACS3, sign.Request{URL: "https://h/", Header: []sign.Field{{Name: "x-acs-date", Value: "2024-01-01T00:00:00Z"}, {Name: "Authorization", Value: "ACS3-HMAC-SHA256 Credential=a,SignedHeaders=" + names + ",Signature=x"}}}},
		{COS, sign.Request{URL: "https://h/", Header: []sign.Field{{Name: "Authorization", Value: "q-sign-algorithm=sha1&q-header-list=" + names}}}},
		{OBS, sign.Request{URL: "https://b.obs.x.myhuaweicloud.com/?" + query + "AccessKeyId=a&Expires=1&Signature=x"}},
	} {
		_, err := tt.scheme.Read(&tt.r, sign.Given{})
		var refused *sign.Error
		if !errors.As(err, &refused) || refused.Reason != sign.Unknown {
			t.Errorf("%s: %v", tt.scheme.Name, err)
		}
	}
}
