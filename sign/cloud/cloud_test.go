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
		{"OSS, a parameter twice", OSSV4, sign.Request{Method: "GET", URL: v4 + "60&a=1&a=2"}, 0, sign.Unknown},
		{"OSS, a tab", OSSV4, sign.Request{Method: "GET", URL: v4 + "60", Header: []sign.Field{{Name: "Content-Type", Value: "a\tb"}}}, 0, sign.Unknown},
		{"OSS, in the field too", OSSV4, sign.Request{Method: "GET", URL: v4 + "60", Header: []sign.Field{{Name: "Authorization", Value: "Basic x"}}}, 0, sign.Unknown},
		{"COS, names of which SDKs differ in the order", COS, sign.Request{Method: "GET", URL: cos + "%25c3%25a9%3Bz&z=1&%C3%A9=2"}, 0, sign.Unknown},
		{"COS, a parameter that is not sent", COS, sign.Request{Method: "GET", URL: cos + "a&b=1"}, 0, sign.Missing},
		{"COS, a parameter twice", COS, sign.Request{Method: "GET", URL: cos + "a&a=1&a=2"}, 0, sign.Unknown},
		{"COS, another parameter twice", COS, sign.Request{Method: "GET", URL: cos + "a&a=1&b=1&b=2"}, 0, ""},
		{"COS, a time with a sign", COS, sign.Request{Method: "GET", URL: strings.Replace(cos, "=17", "=%2B17", 1)}, 0, sign.Refused},
		{"COS, too early", COS, sign.Request{Method: "GET", URL: cos}, -time.Second, sign.NotYetValid},
		{"COS, a raw +", COS, sign.Request{Method: "GET", URL: cos + "prefix&prefix=a+b"}, 0, sign.Unknown},
		{"OBS", OBS, sign.Request{Method: "GET", URL: obs}, 0, ""},
		{"OBS, later", OBS, sign.Request{Method: "GET", URL: obs}, time.Hour, sign.Expired},
		{"OBS, twice", OBS, sign.Request{Method: "GET", URL: obs + "&Expires=1"}, 0, sign.Unknown},
		{"ACS3", ACS3, sign.Request{Method: "GET", URL: "https://h/", Header: acs}, 0, ""},
		{"ACS3, a field that is not signed", ACS3, sign.Request{Method: "GET", URL: "https://h/", Header: append(acs[:3:3], sign.Field{Name: "x-acs-action", Value: "A"})}, 0, sign.Refused},
		{"OBS, a parameter that is signed twice", OBS, sign.Request{Method: "GET", URL: obs + "&acl&acl=1"}, 0, sign.Unknown},
		{"OBS, another parameter twice", OBS, sign.Request{Method: "GET", URL: obs + "&a&a=1"}, 0, ""},
		{"ACS3, no path", ACS3, sign.Request{Method: "GET", URL: "https://h", Header: acs}, 0, ""},
		{"ACS3, a port that may not be sent", ACS3, sign.Request{Method: "GET", URL: "https://h:443/", Header: acs[1:]}, 0, sign.Unknown},
		{"ACS3, in the URL too", ACS3, sign.Request{Method: "GET", URL: "https://h/?x-acs-signature=1", Header: acs}, 0, sign.Unknown},
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

// TestTexts: what is signed where SDKs and an order of bytes differ from what one may think.
func TestTexts(t *testing.T) {
	field := func(name, value string) sign.Field { return sign.Field{Name: name, Value: value} }
	const v4a = "AWS4-ECDSA-P256-SHA256 Credential=a/20240101/execute-api/aws4_request, SignedHeaders=host;x-amz-a;x-amz-date, Signature=00"
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		r      sign.Request
		want   string // part of it
	}{
		{"OSS, a name that begins another", OSS, sign.Request{URL: "https://b.oss-cn-x.aliyuncs.com/k?callback-var=1&callback=2&OSSAccessKeyId=a&Expires=1&Signature=x"}, "/b/k?callback=2&callback-var=1"},
		{"OSS, a bucket named as an endpoint", OSS, sign.Request{URL: "https://oss-b.oss-cn-x.aliyuncs.com/k?OSSAccessKeyId=a&Expires=1&Signature=x"}, "\n/oss-b/k"},
		{"OSS, spaces in a field", OSS, sign.Request{URL: "https://b.oss-cn-x.aliyuncs.com/k?OSSAccessKeyId=a&Expires=1&Signature=x", Header: []sign.Field{field("x-oss-meta-a", " a  b ")}}, "\nx-oss-meta-a:a  b\n"},
		{"COS, a name that begins another", COS, sign.Request{URL: "https://b-1.cos.ap-x.myqcloud.com/k?a-b=1&a=2&q-sign-algorithm=sha1&q-url-param-list=a;a-b"}, "\na=2&a-b=1\n"},
		{"OBS, spaces in a field", OBS, sign.Request{URL: "https://b.obs.cn-x.myhuaweicloud.com/k?object-lock&AccessKeyId=a&Expires=1&Signature=x", Header: []sign.Field{field("x-obs-meta-a", "a  b")}}, "\nx-obs-meta-a:a  b\n/b/k?object-lock"},
		{"SigV4A, values of a name", SigV4A, sign.Request{URL: "https://h/?q=b&q=a&p", Header: []sign.Field{field("X-Amz-Date", "20240101T000000Z"), field("X-Amz-A", "a  b"), field("Authorization", v4a)}}, "\np=&q=a&q=b\nhost:h\nx-amz-a:a b\n"},
	} {
		c, err := tt.scheme.Read(&tt.r, sign.Given{})
		if err != nil || !strings.Contains(c.Text, tt.want) {
			t.Errorf("%s: %v, %q", tt.name, err, c.Text)
		}
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
