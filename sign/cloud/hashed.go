package cloud

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/sha256"
	"math/big"
	"strings"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
	"github.com/pct-encoded/percent/sign/sigv4"
)

const basic = "20060102T150405Z" // ISO 8601

// SigV4A is a request that is signed by AWS Signature Version 4A, for several regions.
var SigV4A = &sign.Scheme{
	Name: "sigv4a", Title: "AWS Signature Version 4A",
	URL:   "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html",
	Key:   "secret access key",
	Signs: "path and query encoded again, and header fields",
	Marks: []string{"Authorization:AWS4-ECDSA-P256-SHA256", "|", "?X-Amz-Region-Set"},
	Reads: sigV4ARow.Read,
}

var sigV4ARow = canonical.Hashed{
	Prefix: "X-Amz-", Scope: []string{"", "aws4_request"}, DateLayout: basic, Verifies: true, Presigned: true, Header: true, Folds: true, ByValue: true,
	Algorithms: []algorithm.Algorithm{{Name: "AWS4-ECDSA-P256-SHA256", Kind: algorithm.SecretECDSA, Hash: crypto.SHA256, Form: algorithm.Hex}},
	Hosts:      []string{"s3.amazonaws.com", "*.s3.amazonaws.com"},
	Path: func(r *canonical.Request, _ sign.Given) error {
		style := sigv4.PathEncodedTwice
		if isS3(r) {
			style = sigv4.PathS3
			if _, ok := r.Get("X-Amz-Content-SHA256"); !ok && !r.Presigned {
				return sign.Fail(sign.Missing, "x-amz-content-sha256", "S3 asks for X-Amz-Content-SHA256")
			}
		}
		r.Path = sigv4.CanonicalURI(r.Sent, style)
		return nil
	},
	Payload: func(r *canonical.Request) string {
		if isS3(r) {
			return canonical.Unsigned
		}
		return canonical.HashOf(r.Request.Body)
	},
	Derive: func(a *algorithm.Algorithm, account, _ string) {
		name := a.Name
		a.Derive = func(secret []byte) []byte { return scalar(name, account, secret) }
	},
}

func isS3(r *canonical.Request) bool { return strings.Contains(r.Scope, "/s3/") }

// order is that of the curve P-256, less two.
const order = "115792089210356248762697446949407573529996955224135760342422259061068512044367"

// scalar derives the key of SigV4A from a secret, by the counter mode of NIST SP 800-108: a
// number of 256 bits that is less than the order, plus one.
func scalar(label, account string, secret []byte) []byte {
	limit, _ := new(big.Int).SetString(order, 10)
	for counter := byte(1); counter < 255; counter++ {
		h := hmac.New(sha256.New, append([]byte("AWS4A"), secret...))
		h.Write(bytes.Join([][]byte{{0, 0, 0, 1}, []byte(label), {0}, []byte(account), {counter}, {0, 0, 1, 0}}, nil))
		if k := new(big.Int).SetBytes(h.Sum(nil)); k.Cmp(limit) <= 0 {
			return k.Add(k, big.NewInt(1)).FillBytes(make([]byte, 32))
		}
	}
	return nil
}

// OSSV4 is a request to Alibaba Cloud's object storage that is signed by version 4.
var OSSV4 = &sign.Scheme{
	Name: "oss-v4", Title: "Alibaba Cloud OSS, version 4",
	URL:   "https://www.alibabacloud.com/help/en/oss/developer-reference/recommend-to-use-signature-version-4",
	Key:   "access key secret",
	Signs: "path and query encoded again, with the bucket, and header fields",
	Marks: []string{"Authorization:OSS4-HMAC-SHA256", "|", "?x-oss-signature"},
	Reads: ossv4Row.Read,
}

var ossv4Row = canonical.Hashed{
	Prefix: "x-oss-", Key: "aliyun_v4", Scope: []string{"", "", "aliyun_v4_request"}, DateLayout: basic, Additional: true, Bare: true, Presigned: true, Header: true,
	Algorithms: []algorithm.Algorithm{{Name: "OSS4-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}},
	Path: func(r *canonical.Request, g sign.Given) error {
		resource, err := ossResource("oss-v4", r.Request, g)
		r.Path = canonical.EncodedPath(resource)
		return err
	},
	Payload: func(*canonical.Request) string { return canonical.Unsigned },
}

// ossResource returns the bucket and the object of a request, decoded.
func ossResource(scheme string, r *sign.Request, g sign.Given) (string, error) {
	host, path := sentTo(r)
	path = params.Decode(path)
	host, _, _ = params.Cut(host, ":")
	name, ours := strings.CutSuffix(host, ".aliyuncs.com")
	bucket, endpoint, _ := params.Cut(name, ".")
	switch {
	case g.Account != "":
		return "/" + g.Account + path, nil
	case ours && strings.HasPrefix(endpoint, "oss-"):
		return "/" + bucket + path, nil
	case ours && strings.HasPrefix(name, "oss-"):
		return path, nil
	}
	return "", sign.Fail(sign.Unknown, "bucket", "the host does not name the bucket")
}

// ACS3 is a request to Alibaba Cloud's services that is signed by version 3.
var ACS3 = &sign.Scheme{
	Name: "acs3", Title: "Alibaba Cloud, signature version 3",
	URL:   "https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature",
	Key:   "access key secret",
	Signs: "the path as sent, the query encoded again, and header fields",
	Marks: []string{"Authorization:ACS3-HMAC-SHA256"},
	Reads: acs3Row.Read,
}

var acs3Row = canonical.Hashed{
	Prefix: "x-acs-", DateLayout: "2006-01-02T15:04:05Z", Verifies: true, Header: true,
	Algorithms: []algorithm.Algorithm{{Name: "ACS3-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex}},
	Payload:    func(r *canonical.Request) string { return canonical.HashOf(r.Request.Body) },
}
