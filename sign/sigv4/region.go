package sigv4

import (
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// RegionOfHost returns the region in the name of a host, which may have a port, such
// as "eu-west-1" of "bucket.s3.eu-west-1.amazonaws.com", or "" if there is none, as in
// "bucket.s3.amazonaws.com" and in a name of one's own. The name of a service that
// imitates S3 is read too, if its label s3 is followed by one that looks like a region.
//
// The forms are those of "Making requests using the REST API" in the Amazon S3 API
// Reference, with the older "s3-eu-west-1", and of the endpoints in the AWS General
// Reference.
func RegionOfHost(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		host = host[:i]
	}
	host = strings.TrimSuffix(pct.Lower(host), ".")
	labels := strings.Split(host, ".")
	// Left of the label s3 is the name of a bucket, which may look like a region.
	for i := len(labels) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(labels[i], "s3"); ok && (rest == "" || rest[0] == '-' || strings.HasPrefix(rest, "express")) {
			return lastRegion(append([]string{legacyRegion(rest)}, labels[i+1:]...))
		}
	}
	for _, domain := range domains {
		if strings.HasSuffix(host, domain) {
			return lastRegion(labels)
		}
	}
	return ""
}

// domains are those of AWS, in all of its partitions.
var domains = []string{
	".amazonaws.com", ".amazonaws.com.cn", ".amazonaws.eu", ".api.aws", ".on.aws", ".api.amazonwebservices.com.cn", ".api.amazonwebservices.eu",
	".c2s.ic.gov", ".sc2s.sgov.gov", ".csp.hci.ic.gov", ".cloud.adc-e.uk",
}

// legacyRegion returns what may be the region in a label such as s3-eu-west-1 or
// s3-website-eu-west-1, without "s3".
func legacyRegion(rest string) string {
	rest = strings.TrimPrefix(rest, "-")
	for _, word := range []string{"website-", "fips-", "dualstack-"} {
		rest = strings.TrimPrefix(rest, word)
	}
	return rest
}

func lastRegion(labels []string) string {
	for i := len(labels) - 1; i >= 0; i-- {
		if isRegion(labels[i]) {
			return labels[i]
		}
	}
	return ""
}

// isRegion reports whether a label looks like a region: words and a number, joined by
// "-", such as us-gov-west-1.
func isRegion(label string) bool {
	parts := strings.Split(label, "-")
	n := len(parts) - 1
	if n < 2 || len(parts[0]) < 2 || len(parts[0]) > 4 {
		return false
	}
	for i, part := range parts {
		from, to := byte('a'), byte('z')
		if i == n {
			from, to = '0', '9'
		}
		if part == "" {
			return false
		}
		for _, c := range []byte(part) {
			if c < from || c > to {
				return false
			}
		}
	}
	return true
}
