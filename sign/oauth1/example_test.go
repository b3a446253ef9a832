package oauth1_test

import (
	"fmt"
	"time"

	"github.com/pct-encoded/percent/sign/oauth1"
)

func ExampleBaseString() {
	base, err := oauth1.BaseString(&oauth1.Request{
		Method: "POST",
		URL:    "http://example.com/request?a2=r%20b",
		Form:   "c2&a3=2+q",
	})
	fmt.Println(base, err)
	// Output: POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26c2%3D <nil>
}

func ExampleSigner_AuthorizationHeader() {
	signer := &oauth1.Signer{
		Consumer: oauth1.Credentials{Key: "dpf43f3p2l4k3l03", Secret: "kd94hf93k423kf44"},
		Token:    oauth1.Credentials{Key: "nnch734d00sl2jdk", Secret: "pfkkdhi9sl3r4s00"},
		Realm:    "Photos",
		Version:  oauth1.VersionOmitted,
		// Only to have the same output every time: leave both out.
		Now:   func() time.Time { return time.Unix(137131202, 0) },
		Nonce: func() string { return "chapoH" },
	}
	header, err := signer.AuthorizationHeader(&oauth1.Request{
		Method: "GET",
		URL:    "http://photos.example.net/photos?file=vacation.jpg&size=original",
	})
	fmt.Println(header, err)
	// Output: OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_token="nnch734d00sl2jdk" <nil>
}

func ExampleParseHeader() {
	h, err := oauth1.ParseHeader(`OAuth realm="Photos", oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"`)
	fmt.Println(h.Realm, h.Params, err)
	// Output: Photos [{oauth_callback http://printer.example.com/ready}] <nil>
}
