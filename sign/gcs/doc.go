// Package gcs reads, makes and verifies the signed URLs of Google Cloud Storage, versions 4
// and 2.
//
//	claim, err := gcs.V4.Read(&sign.Request{Method: "GET", URL: "https://storage.googleapis.com/b/o?X-Goog-Algorithm=GOOG4-RSA-SHA256&…"}, sign.Given{})
//	err = claim.Verify(&sign.Key{Public: serviceAccount}, time.Now())
//
// Version 4 signs a hash of the canonical request: names and values of the query are encoded
// again, with letters, digits and -._~ kept, the path too, with / kept. It follows Google's
// page "Signatures". Signatures with keys of RSA (GOOG4-RSA-SHA256) and with HMAC keys
// (GOOG4-HMAC-SHA256) are read.
//
// Whether the account may do what the URL asks for is not checked.
//
// The API of this package may still change.
package gcs
