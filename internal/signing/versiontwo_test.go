package signing

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent/internal/httprequest"
)

// TestVersionTwo: sigv4 says what a request of version 2 is.
func TestVersionTwo(t *testing.T) {
	for _, r := range []*httprequest.Request{
		{Method: "GET", URL: "https://b.s3.amazonaws.com/k?AWSAccessKeyId=a&Expires=1&Signature=x"},
		{Method: "GET", URL: "https://b.s3.amazonaws.com/k", Header: []httprequest.Field{{Name: "Authorization", Value: "AWS a:x"}}},
		{Method: "POST", URL: "https://sdb.amazonaws.com/", Body: []byte("AWSAccessKeyId=a&SignatureVersion=2&Signature=x")},
	} {
		for _, v := range []*Verb{{Scheme: SigV4, Make: SigV4.Explain}, {Scheme: SigV4}} {
			result := v.Run(&Call{Context: t.Context(), Options: &Options{Service: "s3"}, Request: r, Program: &Program{Clock: true}})
			var failure *Failure
			if !errors.As(result.Err, &failure) || failure.Hint != "use percent signature, which knows it" {
				t.Errorf("%s: %v", r.URL, result.Err)
			}
		}
	}
}
