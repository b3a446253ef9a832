package cloud

import (
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign"
)

// TestCOSVectors: the two requests of Tencent's document on signatures (product 436, page 7778).
func TestCOSVectors(t *testing.T) {
	const (
		host = "examplebucket-1250000000.cos.ap-beijing.myqcloud.com"
		at   = "https://" + host + "/exampleobject(%E8%85%BE%E8%AE%AF%E4%BA%91)"
		id   = "q-sign-algorithm=sha1&q-ak=AKIDQjz3ltompVjBni5LitkWHFlFpwkn9U5q"
	)
	key := &sign.Key{Secret: "BQYIM75p8x0iWVFSIgqEKwFprpRSVHlz"}
	for _, tt := range []struct {
		method, url string
		header      []sign.Field
		at          int64
	}{
		{"PUT", at, []sign.Field{
			{Name: "Date", Value: "Thu, 16 May 2019 06:45:51 GMT"},
			{Name: "Host", Value: host},
			{Name: "Content-Type", Value: "text/plain"},
			{Name: "Content-Length", Value: "13"},
			{Name: "Content-MD5", Value: "mQ/fVh815F3k6TAUm8m0eg=="},
			{Name: "x-cos-acl", Value: "private"},
			{Name: "x-cos-grant-read", Value: `uin="100000000011"`},
			{Name: "Authorization", Value: id + "&q-sign-time=1557989151;1557996351&q-key-time=1557989151;1557996351&q-header-list=content-length;content-md5;content-type;date;host;x-cos-acl;x-cos-grant-read&q-url-param-list=&q-signature=3b8851a11a569213c17ba8fa7dcf2abec6935172"},
		}, 1557990000},
		{"GET", at + "?response-content-type=application%2Foctet-stream&response-cache-control=max-age%3D600", []sign.Field{
			{Name: "Date", Value: "Thu, 16 May 2019 06:55:53 GMT"},
			{Name: "Host", Value: host},
			{Name: "Authorization", Value: id + "&q-sign-time=1557989753;1557996953&q-key-time=1557989753;1557996953&q-header-list=date;host&q-url-param-list=response-cache-control;response-content-type&q-signature=01681b8c9d798a678e43b685a9f1bba0f6c0e012"},
		}, 1557990000},
	} {
		c, err := COS.Read(&sign.Request{Method: tt.method, URL: tt.url, Header: tt.header}, sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Verify(key, time.Unix(tt.at, 0)); err != nil {
			t.Errorf("%s: %v\n%q", tt.method, err, c.Text)
		}
	}
}
