package sigv4_test

import (
	"fmt"
	"time"

	"github.com/pct-encoded/percent/sign/sigv4"
)

var credentials = sigv4.Credentials{
	AccessKeyID:     "AKIAIOSFODNN7EXAMPLE",
	SecretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}

func ExampleSigner_Presign() {
	signer := &sigv4.Signer{
		Credentials: credentials,
		Region:      "us-east-1",
		Service:     "s3",
		// Only to have the same output every time: leave it out.
		Now: func() time.Time { return time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC) },
	}
	url, err := signer.Presign(&sigv4.Request{
		Method: "GET",
		URL:    "https://examplebucket.s3.amazonaws.com" + sigv4.KeyPath("test.txt"),
	}, 24*time.Hour)
	fmt.Println(url, err)
	// Output: https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404 <nil>
}

func ExampleSigner_Explain() {
	signer := &sigv4.Signer{
		Credentials: credentials,
		Region:      "us-east-1",
		Service:     "execute-api",
		Now:         func() time.Time { return time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC) },
	}
	steps, err := signer.Explain(&sigv4.Request{Method: "GET", URL: "https://example.com/a%20b?z&a=1"})
	fmt.Println(err)
	fmt.Println(steps.CanonicalRequest)
	// Output:
	// <nil>
	// GET
	// /a%2520b
	// a=1&z=
	// host:example.com
	// x-amz-date:20130524T000000Z
	//
	// host;x-amz-date
	// e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
}

func ExampleKeyPath() {
	fmt.Println(sigv4.KeyPath("a b+c/100%.txt"))
	// Output: /a%20b%2Bc/100%25.txt
}

func ExampleParseEventKey() {
	key, err := sigv4.ParseEventKey("a+b%2Bc/100%25.txt")
	fmt.Println(key, err)
	// Output: a b+c/100%.txt <nil>
}
