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

// TestServiceOfAWS: the service that a host of AWS wants in the scope, where its labels say it.
func TestServiceOfAWS(t *testing.T) {
	for host, want := range map[string]string{
		"x.execute-api.eu-west-1.amazonaws.com":           "execute-api",
		"vpce-1.execute-api.eu-west-1.vpce.amazonaws.com": "execute-api",
		"b.s3.eu-west-1.amazonaws.com":                    "s3",
		"sqs.eu-west-1.s3.eu-west-1.amazonaws.com":        "s3", // a bucket
		"sqs.eu-west-1.amazonaws.com":                     "sqs",
		"x.appsync-api.us-east-1.amazonaws.com":           "appsync",
		"search-d.eu-west-1.es.amazonaws.com":             "es",
		"email.eu-west-1.amazonaws.com":                   "", // ses
		"a-1.s3-object-lambda.eu-west-1.amazonaws.com":    "",
		"b.s3.amazonaws.com":                              "",
		"execute-api.eu-west-1.example.com":               "",
		"EXECUTE-API.eu-west-1.amazonaws.com.cn":          "execute-api",
		"b.s3-accesspoint.eu-west-1.amazonaws.com":        "",
		"dynamodb.eu-west-1.amazonaws.com:443":            "dynamodb",
	} {
		c := &Call{Request: &httprequest.Request{URL: "https://" + host + "/p"}}
		if got := c.serviceOfAWS(); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}
