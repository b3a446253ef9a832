package cloud

import (
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign"
)

// TestOSSVectors: the requests in the tests of Alibaba's alibabacloud-oss-go-sdk-v2 1.6.1, of
// versions 1 and 4.
func TestOSSVectors(t *testing.T) {
	const (
		v4     = "http://bucket.oss-cn-hangzhou.aliyuncs.com/1234%2B-/123/1.txt?%2Bparam1=value3&%2Bparam2=&param1=value1&param2=&%7Cparam1=value4&%7Cparam2="
		scope  = "ak/20231216/cn-hangzhou/oss/aliyun_v4_request"
		v1     = "http://examplebucket.oss-cn-hangzhou.aliyuncs.com/nelson"
		v1date = "Wed, 28 Dec 2022 10:27:41 GMT"
	)
	fields := func(pairs ...string) (list []sign.Field) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, sign.Field{Name: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	four := func(typ, date, authorization string) []sign.Field {
		return fields("x-oss-head1", "value", "abc", "value", "ZAbc", "value", "XYZ", "value", "Content-Type", typ, "x-oss-content-sha256", "UNSIGNED-PAYLOAD", "x-oss-date", date, "Authorization", authorization)
	}
	one := func(authorization string) []sign.Field {
		return fields("Content-MD5", "eB5eJF1ptWaXm4bijSPyxw==", "Content-Type", "text/html", "x-oss-meta-author", "alice", "x-oss-meta-magic", "abracadabra", "x-oss-date", v1date, "Authorization", authorization)
	}
	key := &sign.Key{Secret: "sk"}
	for _, tt := range []struct {
		name   string
		scheme *sign.Scheme
		method string
		url    string
		header []sign.Field
		at     int64
	}{
		{"4, header", OSSV4, "PUT", v4, four("text/plain", "20231216T162057Z", "OSS4-HMAC-SHA256 Credential="+scope+",Signature=e21d18daa82167720f9b1047ae7e7f1ce7cb77a31e8203a7d5f4624fa0284afe"), 1702743657},
		{"4, further fields", OSSV4, "PUT", v4, four("text/plain", "20231216T172512Z", "OSS4-HMAC-SHA256 Credential="+scope+",AdditionalHeaders=abc;zabc,Signature=4a4183c187c07c8947db7620deb0a6b38d9fbdd34187b6dbaccb316fa251212f"), 1702747512},
		{
			"4, query", OSSV4, "PUT", v4 + "&x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-expires=599&x-oss-credential=ak%2F20231217%2Fcn-hangzhou%2Foss%2Faliyun_v4_request&x-oss-date=20231217T025437Z&x-oss-signature=a39966c61718be0d5b14e668088b3fa07601033f6518ac7b523100014269c0fe",
			fields("x-oss-head1", "value", "abc", "value", "ZAbc", "value", "XYZ", "value", "Content-Type", "application/octet-stream"), 1702781700,
		},
		{"1, header", OSS, "PUT", v1, one("OSS ak:kSHKmLxlyEAKtZPkJhG9bZb5k7M="), 1672223261},
		{"1, acl", OSS, "PUT", v1 + "?acl", one("OSS ak:/afkugFbmWDQ967j1vr6zygBLQk="), 1672223261},
		{"1, query", OSS, "GET", "http://bucket.oss-cn-hangzhou.aliyuncs.com/key?Expires=1699807420&OSSAccessKeyId=ak&Signature=dcLTea%2BYh9ApirQ8o8dOPqtvJXQ%3D&versionId=versionId", nil, 1699807000},
		{"1, token", OSS, "GET", "http://bucket.oss-cn-hangzhou.aliyuncs.com/key%2B123?Expires=1699808204&OSSAccessKeyId=ak&Signature=jzKYRrM5y6Br0dRFPaTGOsbrDhY%3D&security-token=token&versionId=versionId", nil, 1699808000},
	} {
		c, err := tt.scheme.Read(&sign.Request{Method: tt.method, URL: tt.url, Header: tt.header}, sign.Given{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if err := c.Verify(key, time.Unix(tt.at, 0)); err != nil {
			t.Errorf("%s: %v\n%q", tt.name, err, c.Text)
		}
	}
}
