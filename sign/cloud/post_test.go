package cloud

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestPolicy: what a policy allows, by the page of S3 on the conditions of POST.
func TestPolicy(t *testing.T) {
	const own = `{"x-amz-algorithm":"AWS4-HMAC-SHA256"},{"x-amz-credential":"a/20240101/r/s3/aws4_request"},{"x-amz-date":"20240101T000000Z"}`
	for _, tt := range []struct {
		name, conditions, fields string
		later                    time.Duration
		want                     percent.Reason
		param                    string
	}{
		{"as it should be", `["starts-with","$key","u/"],["eq","$acl","private"]`, `"key":"u/+ ~","acl":"private"`, 0, "", ""},
		{"names in another case", `["starts-with","$Key","u/"]`, `"KEY":"u/x"`, 0, "", ""},
		{"expired", `["starts-with","$key",""]`, `"key":"u/x"`, time.Hour + time.Second, sign.Expired, ""},
		{"another beginning", `["starts-with","$key","u/"]`, `"key":"v/x"`, 0, sign.Refused, "key"},
		{"another value", `{"key":"u/x"}`, `"key":"u/X"`, 0, sign.Refused, "key"},
		{"a field that is not in the policy", `{"key":"k"}`, `"key":"k","x-amz-meta-a":"1"`, 0, sign.Refused, "x-amz-meta-a"},
		{"a field that is ignored", `{"key":"k"}`, `"key":"k","x-ignore-a":"1"`, 0, "", ""},
		{"a field that is not sent", `{"key":"k"},{"acl":"private"}`, `"key":"k"`, 0, sign.Refused, "acl"},
		{"the bucket of the host", `{"key":"k"},{"bucket":"b"}`, `"key":"k"`, 0, "", ""},
		{"another bucket", `{"key":"k"},{"bucket":"c"}`, `"key":"k"`, 0, sign.Unknown, "bucket"},
		{"the name of the file", `["starts-with","$key","u/"]`, `"key":"u/${filename}"`, 0, sign.Unknown, "key"},
		{"too long a file", `{"key":"k"},["content-length-range",1,3]`, `"key":"k","file":"1234"`, 0, sign.Refused, "file"},
		{"types in a list", `{"key":"k"},["starts-with","$Content-Type","image/"]`, `"key":"k","Content-Type":"image/a,text/b"`, 0, sign.Unknown, "content-type"},
		{"more members", `{"key":"k"}],"x":[1`, `"key":"k"`, 0, sign.Unknown, "policy"},
		{"a list of two", `{"key":"k"},["eq","$key"]`, `"key":"k"`, 0, sign.Refused, "policy"},
	} {
		policy := base64.StdEncoding.EncodeToString([]byte(`{"expiration":"2024-01-01T01:00:00Z","conditions":[` + own + `,` + tt.conditions + `]}`))
		body := func(signature string) []byte {
			return []byte(`{"x-amz-algorithm":"AWS4-HMAC-SHA256","x-amz-credential":"a/20240101/r/s3/aws4_request","x-amz-date":"20240101T000000Z","policy":` +
				strconv.Quote(policy) + `,"x-amz-signature":` + strconv.Quote(signature) + `,` + tt.fields + `}`)
		}
		r := &sign.Request{Method: "POST", URL: "https://b.s3.amazonaws.com/", Body: body("")}
		key := &sign.Key{Secret: "s"}
		c, err := S3Post.Read(r, sign.Given{})
		if err != nil {
			t.Fatal(tt.name, err)
		}
		signature, sent, err := c.Sign(key)
		if err != nil || sent != "x-amz-signature="+signature {
			t.Fatal(tt.name, sent, err)
		}
		r.Body = body(signature)
		if !S3Post.Marked(r) {
			t.Errorf("%s: no marks", tt.name)
		}
		if c, err = S3Post.Read(r, sign.Given{}); err != nil {
			t.Fatal(tt.name, err)
		}
		err = c.Verify(key, time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(tt.later))
		var refused *sign.Error
		if errors.As(err, &refused) != (tt.want != "") || err != nil && (refused.Reason != tt.want || refused.Param != tt.param) {
			t.Errorf("%s: %v, want %q of %q", tt.name, err, tt.want, tt.param)
		}
	}
}

// TestPostInParts: a form as it is sent, with fields of any octets.
func TestPostInParts(t *testing.T) {
	var b strings.Builder
	for _, f := range [][2]string{{"key", "a+b %2B\r\nc"}, {"OSSAccessKeyId", "a"}, {"policy", "e30="}, {"Signature", "x"}} {
		b.WriteString("--B\r\nContent-Disposition: form-data; name=\"" + f[0] + "\"\r\n\r\n" + f[1] + "\r\n")
	}
	for _, body := range []string{b.String() + "--B--\r\n", b.String()} { // whole, and cut off
		c, err := OSSPost.Read(&sign.Request{Method: "POST", URL: "https://b.oss-cn-x.aliyuncs.com/", Body: []byte(body)}, sign.Given{})
		if err != nil || c.Text != "e30=" {
			t.Error(c, err)
		}
	}
}
