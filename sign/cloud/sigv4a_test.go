package cloud

import (
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign"
)

// TestSigV4ASuite: signed requests of the test suite of AWS (aws-c-auth, aws-signing-test-suite/v4a, of
// the commits 50624c26 and 615ffea7), without the fields that they send unsigned.
func TestSigV4ASuite(t *testing.T) {
	const (
		begin = "AWS4-ECDSA-P256-SHA256 Credential=AKIDEXAMPLE/20150830/service/aws4_request, SignedHeaders="
		query = "X-Amz-Algorithm=AWS4-ECDSA-P256-SHA256&X-Amz-Credential=AKIDEXAMPLE%2F20150830%2Fservice%2Faws4_request&X-Amz-Date=20150830T123600Z&X-Amz-SignedHeaders=host&X-Amz-Expires=3600&X-Amz-Region-Set=us-east-1&X-Amz-Signature="
	)
	unreserved := "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	key := &sign.Key{Secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"}
	for _, tt := range []struct{ name, path, fields, signed, signature, body string }{
		{"get-vanilla", "/", "", "host;x-amz-date;x-amz-region-set", "3044022037fb07d1a0465e254581a65439de25289947072fc92ed359202f83563590fd8402205e72490c2c83b8d69d0ef77eabcd6762e91309804aa3bbc50f188405a5673be0", ""},
		{"get-vanilla-query-order-encoded", "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1", "", "host;x-amz-date;x-amz-region-set", "3044022041ffa05b60e2cc9bac499a22148bb69825873b913cabdcf8b3f97c75ba28f81a0220492937cb6eccb784d5fcf1969e4493ad9417ac3409496ef74f281aa13e279739", ""},
		{"get-utf8", "/ሴ", "", "host;x-amz-date;x-amz-region-set", "30440220672f6dd29db5f01624d301f49107d34f4c0e6fe504a2e7229ca8214c1652b97d022044abe997fac03dc170ea17530860ad3bb4203db0ead613fa6e6d6ad3e95a7350", ""},
		{"get-header-value-trim", "/", "My-Header1: value1\nMy-Header2: \"a   b   c\"", "host;my-header1;my-header2;x-amz-date;x-amz-region-set", "304402205eefbdd3b414d111b2ef845116323217ec791673b7dbd07c777ed9961307195b02201f4e3f0633d079462bf0b42e2485b99cf6cf38d240fe3d5036f49e3c6c7560b4", ""},
		{"get-space-normalized", "/example space/", "", "host;x-amz-date;x-amz-region-set", "3044022010ed419c059a306809f13ed114b7be5bc55bba81b65c37673c47be6e7bcb93100220233159500c619a3793b8ab02766a6be57059c2fe51fc73894591a7536aac24f3", ""},
		{"get-unreserved", "/" + unreserved, "", "host;x-amz-date;x-amz-region-set", "304502201e5ba3b95d01983e62c17cd9af28fca3209f0f2367717124817c6ce7c2fb2253022100a89d3bf0bd4b6e59c44375aa1555bff89a597dcc75a4c68bad87c730cad9f5a5", ""},
		{
			"post-x-www-form-urlencoded", "/", "Content-Type: application/x-www-form-urlencoded\nContent-Length: 13\nX-Amz-Content-Sha256: 9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
			"content-length;content-type;host;x-amz-content-sha256;x-amz-date;x-amz-region-set", "30450221008941153b3d200f283106550a832d6be09549761ad76eef23a0a30d84a1dd187f022069dba6b765b5caaac77911c1875909e70bdde412784f19215821129cbd170551", "Param1=value1",
		},
		{"get-vanilla-query-order-encoded, presigned", "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1&" + query + "3046022100e25504f18aab11f2f511664a9e6b98f522b9c8bd95ad0c7502b56ff4248d2dba022100c00ee21af060180bac879294598c03ba8523367daf1edf88688923a21f26e0df", "", "", "", ""},
		{"get-vanilla-utf8-query, presigned", "/?ሴ=bar&" + query + "3046022100f687726cf6b8cf4d9a54d53d161310b9d0ed89f02299ebb44c4b3c525f0a52c3022100904dbdaad8f3fd44bff8f39d8fe37b2addc264e088b3a6ae43bbe94b3b69135b", "", "", "", ""},
		{"get-vanilla-query-unreserved, presigned", "/?" + unreserved + "=" + unreserved + "&" + query + "304502206c6ab67a138f8d8b138c4c44a6ac6ed89d4ee1e4e856795f1eb9cda34291b3cc022100be00211bba5c9cb36f6d77686d83f75dfc7af2da2a0dc36846299c52cb90ab61", "", "", "", ""},
	} {
		r := &sign.Request{Method: "GET", URL: "https://example.amazonaws.com" + tt.path, Body: []byte(tt.body), Header: []sign.Field{{Name: "Host", Value: "example.amazonaws.com"}}}
		if tt.body != "" {
			r.Method = "POST"
		}
		for line := range strings.Lines(tt.fields) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			r.Header = append(r.Header, sign.Field{Name: name, Value: value})
		}
		if tt.signed != "" {
			r.Header = append(r.Header, sign.Field{Name: "X-Amz-Date", Value: "20150830T123600Z"}, sign.Field{Name: "X-Amz-Region-Set", Value: "us-east-1"},
				sign.Field{Name: "Authorization", Value: begin + tt.signed + ", Signature=" + tt.signature})
		}
		c, err := SigV4A.Read(r, sign.Given{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if err := c.Verify(key, time.Date(2015, 8, 30, 12, 36, 0, 0, time.UTC)); err != nil {
			t.Errorf("%s: %v\n%s", tt.name, err, c.Text)
		}
	}
}
