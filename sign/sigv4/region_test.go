package sigv4

import "testing"

// TestRegionOfHost has hosts of the AWS General Reference and of the documents on S3.
func TestRegionOfHost(t *testing.T) {
	for host, want := range map[string]string{
		"s3.amazonaws.com":                                        "",
		"examplebucket.s3.amazonaws.com":                          "",
		"s3.eu-west-1.amazonaws.com":                              "eu-west-1",
		"examplebucket.s3.eu-west-1.amazonaws.com":                "eu-west-1",
		"Example.S3.EU-West-1.amazonaws.com:443":                  "eu-west-1",
		"a.b.s3.eu-west-1.amazonaws.com.":                         "eu-west-1",
		"examplebucket.s3-us-west-2.amazonaws.com":                "us-west-2",
		"examplebucket.s3-website-us-west-2.amazonaws.com":        "us-west-2",
		"examplebucket.s3-website.eu-central-1.amazonaws.com":     "eu-central-1",
		"s3-fips-us-gov-west-1.amazonaws.com":                     "us-gov-west-1",
		"s3-fips.dualstack.us-gov-east-1.amazonaws.com":           "us-gov-east-1",
		"examplebucket.s3.dualstack.ap-southeast-2.amazonaws.com": "ap-southeast-2",
		"ap-123.s3-accesspoint.us-west-2.amazonaws.com":           "us-west-2",
		"b.s3express-use1-az4.us-east-1.amazonaws.com":            "us-east-1",
		"s3-external-1.amazonaws.com":                             "",
		"b.s3-accelerate.amazonaws.com":                           "",
		"b.s3.cn-north-1.amazonaws.com.cn":                        "cn-north-1",
		"b.s3.eusc-de-east-1.amazonaws.eu":                        "eusc-de-east-1",
		"b.s3.us-iso-east-1.c2s.ic.gov":                           "us-iso-east-1",

		// A bucket may be called like a region, or like S3.
		"eu-west-1.s3.amazonaws.com":              "",
		"eu-west-1.s3.us-east-2.amazonaws.com":    "us-east-2",
		"s3-eu-west-1.s3.us-east-2.amazonaws.com": "us-east-2",

		// Services that imitate S3.
		"b.s3.eu-central-1.wasabisys.com":  "eu-central-1",
		"b.s3.us-west-004.backblazeb2.com": "us-west-004",
		"b.nyc3.digitaloceanspaces.com":    "",
		"s3.example.com":                   "",

		// Other services.
		"dynamodb.us-east-2.amazonaws.com":         "us-east-2",
		"abc.execute-api.eu-north-1.amazonaws.com": "eu-north-1",
		"search-x.us-west-1.es.amazonaws.com":      "us-west-1",
		"abc.lambda-url.eu-west-3.on.aws":          "eu-west-3",
		"ec2.eu-west-1.api.aws":                    "eu-west-1",
		"iam.amazonaws.com":                        "",
		"eu-west-1.example.com":                    "",
		"localhost:9000":                           "",
		"[::1]:9000":                               "",
		"":                                         "",
		"s3.eu-west-.amazonaws.com":                "",
		"s3.eu--1.amazonaws.com":                   "",
		"s3.eu-west-1x.amazonaws.com":              "",
	} {
		if got := RegionOfHost(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}
