package webhook

import (
	"errors"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// TestAWSQuery: the example of AWS's "Signature Version 2 signing process", in the query and
// in a form, and what is not known.
func TestAWSQuery(t *testing.T) {
	const (
		params = "AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Action=DescribeJobFlows&SignatureMethod=HmacSHA256&SignatureVersion=2&Timestamp=2011-10-03T15%3A19%3A30&Version=2009-03-31"
		signed = params + "&Signature=i91nKc4PWAt0JJIdXwz9HxZCJDdiy6cf%2FMj6vPxyYIs%3D"
		host   = "https://elasticmapreduce.amazonaws.com"
	)
	key := &sign.Key{Secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	at := time.Date(2011, 10, 3, 15, 20, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, method, url, body string
		later                   time.Duration
		want                    percent.Reason
	}{
		{"example", "GET", host + "/?" + signed, "", 0, ""},
		{"no path", "GET", host + "?" + signed, "", 0, ""},
		{"late", "GET", host + "/?" + signed, "", time.Hour, sign.Expired},
		{"another method", "POST", host + "/", signed, 0, sign.WrongSignature},
		{"another path", "GET", host + "/a?" + signed, "", 0, sign.WrongSignature},
		{"twice", "GET", host + "/?Action=a&" + signed, "", 0, sign.Unknown},
		{"a query beside the form", "GET", host + "/?a=b", signed, 0, sign.Unknown},
		{"a plus sign", "GET", host + "/?" + signed + "&a=b+c", "", 0, sign.Unknown},
		{"version 1", "GET", host + "/?AWSAccessKeyId=a&SignatureVersion=1&Signature=x", "", 0, sign.Unknown},
		{"another hash", "GET", host + "/?AWSAccessKeyId=a&SignatureVersion=2&SignatureMethod=HmacSHA512&Signature=x", "", 0, sign.Unknown},
	} {
		c, err := AWSQuery.Read(&sign.Request{Method: tt.method, URL: tt.url, Body: []byte(tt.body)}, sign.Given{})
		if err == nil {
			err = c.Verify(key, at.Add(tt.later))
		}
		var refused *sign.Error
		got := percent.Reason("")
		if errors.As(err, &refused) {
			got = refused.Reason
		}
		if got != tt.want {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	c, err := AWSQuery.Read(&sign.Request{Method: "GET", URL: host + "/?" + params}, sign.Given{})
	if err != nil {
		t.Fatal(err)
	}
	if _, sent, err := c.Sign(key); err != nil || sent != host+"/?"+signed {
		t.Errorf("%s, %v", sent, err)
	}
}
