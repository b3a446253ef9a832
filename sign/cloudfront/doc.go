// Package cloudfront reads, makes and verifies the signed URLs of Amazon CloudFront.
//
//	claim, err := cloudfront.URL.Read(&sign.Request{URL: "https://d.cloudfront.net/a?Expires=…&Signature=…&Key-Pair-Id=…"}, sign.Given{})
//	err = claim.Verify(&sign.Key{Public: key}, time.Now())
//
// What is signed is a policy in JSON, octet for octet: the one in the parameter Policy or, with
// Expires, one that is made of the URL without the parameters of the signature and that has
// no white space. Base64 is written with - _ ~ for + = /. It follows the pages "Create a signed URL" of the
// Developer Guide.
//
// Addresses of a policy are not checked, nor is whether the key pair belongs to the distribution.
//
// The API of this package may still change.
package cloudfront
