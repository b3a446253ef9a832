// Package sigv4 signs and verifies requests as AWS Signature Version 4 does, for
// all services and in the variant of S3.
//
//	signer := &sigv4.Signer{
//		Credentials: sigv4.Credentials{AccessKeyID: id, SecretAccessKey: secret},
//		Region:      "eu-central-1",
//		Service:     "s3",
//	}
//	req := &sigv4.Request{
//		Method: "GET", URL: "https://bucket.s3.amazonaws.com" + sigv4.KeyPath("a b.txt"),
//	}
//	err := signer.Sign(req)                          // sets Authorization
//	url, err := signer.Presign(req, 15*time.Minute)
//
// The functions to reach for first are [Signer.Sign] and [Signer.Presign], and
// for S3 object keys [KeyPath]; package sigv4http has them for requests of
// net/http. A signature covers the method, the path, the query, header fields and
// the hash of the body, written in exactly one way: the canonical request.
// [Signer.Explain] shows how it is made, step by step. Not every signature covers the
// body: [Verified] says what a [Verifier] found to be covered.
//
// Where most mistakes are made:
//
//   - The path of every service but S3 is normalized and encoded once more than
//     it is sent: "/a%20b" becomes "/a%2520b". That of S3 is decoded and encoded
//     once, however it was spelled: "/a(c)" and "/a%28c%29" are signed alike. Some
//     servers of S3's protocol have other rules: see [PathStyle].
//   - The query is sorted after encoding, and a parameter without '=' gets one.
//   - A '+' in a query is itself, but for S3 a space, unless Plus says otherwise.
//   - In the events that S3 sends, keys are form-encoded: see [ParseEventKey].
//
// The source is "Create a signed AWS API request" in the AWS Identity and Access
// Management User Guide, and for S3 "Authenticating Requests (AWS Signature
// Version 4)" in the Amazon S3 API Reference, as of 2024. Where they are silent,
// what botocore does decides; the recordings in interop/signatures show it. Not
// here: SigV4A, which signs with ECDSA for several regions at once.
//
// The API of this package is meant for v1.
package sigv4
