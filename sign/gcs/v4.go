package gcs

import (
	"crypto"

	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/internal/algorithm"
	"github.com/pct-encoded/percent/sign/internal/canonical"
	"github.com/pct-encoded/percent/sign/internal/params"
)

// V4 is a signed URL of version 4.
var V4 = &sign.Scheme{
	Name: "gcs", Title: "Google Cloud Storage, signed URLs of version 4",
	URL:   "https://docs.cloud.google.com/storage/docs/authentication/signatures",
	Key:   "key of the service account, or secret of the HMAC key",
	Signs: "path and query encoded again, and header fields",
	Marks: []string{"?X-Goog-Signature", "|", "?x-goog-signature"},
	Reads: v4Row.Read,
}

var v4Row = canonical.Hashed{
	Prefix: "X-Goog-", Key: "GOOG4", Scope: []string{"", "storage", "goog4_request"}, DateLayout: "20060102T150405Z", Presigned: true, Spelled: true, Folds: true,
	Algorithms: []algorithm.Algorithm{
		{Name: "GOOG4-RSA-SHA256", Kind: algorithm.RSA, Hash: crypto.SHA256, Form: algorithm.Hex},
		{Name: "GOOG4-HMAC-SHA256", Hash: crypto.SHA256, Form: algorithm.Hex},
	},
	Hosts: []string{"storage.googleapis.com", "storage.cloud.google.com", "*.storage.googleapis.com", "www.googleapis.com"},
	Path: func(r *canonical.Request, _ sign.Given) error {
		r.Path = canonical.EncodedPath(params.Decode(r.Sent))
		return nil
	},
	Payload: func(*canonical.Request) string { return canonical.Unsigned },
}
