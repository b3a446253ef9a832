package gcs

import (
	"cmp"
	"crypto"
	"strings"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// V2 is a signed URL of version 2, which Google advises against.
var V2 = &sign.Scheme{
	Name: "gcs-v2", Title: "Google Cloud Storage, signed URLs of version 2",
	URL:   "https://docs.cloud.google.com/storage/docs/access-control/signed-urls-v2",
	Key:   "key of the service account",
	Signs: "the path as sent, with the bucket, and x-goog- fields",
	Marks: []string{"?GoogleAccessId", "?Signature"},
	Reads: v2Row.Read,
}

var v2Row = canonical.Lines{
	Prefix: "x-goog-", Folds: true, Without: "x-goog-encryption-key", Account: "GoogleAccessId",
	Algorithm: algorithm.Algorithm{Name: "RSA-SHA256", Kind: algorithm.RSA, Hash: crypto.SHA256},
	Resource: func(r *sign.Request, g sign.Given) (string, error) {
		host, path := params.HostPath(r.URL)
		path = cmp.Or(path, "/")
		bucket, ok := strings.CutSuffix(host, ".storage.googleapis.com")
		switch {
		case g.Account != "":
			return "/" + g.Account + path, nil
		case ok:
			return "/" + bucket + path, nil
		case host == "storage.googleapis.com", host == "storage.cloud.google.com":
			return path, nil
		}
		return "", sign.Fail(sign.Unknown, "bucket", "the host does not name the bucket")
	},
}
