// Package oauth1 signs and verifies requests as OAuth 1.0 does (RFC 5849, April
// 2010), which X, Mastercard and others still use.
//
//	signer := &oauth1.Signer{
//		Consumer: oauth1.Credentials{Key: "dpf43f3p2l4k3l03", Secret: consumerSecret},
//		Token:    oauth1.Credentials{Key: "nnch734d00sl2jdk", Secret: tokenSecret},
//	}
//	header, err := signer.AuthorizationHeader(&oauth1.Request{
//		Method: "GET", URL: "https://api.example.com/1.1/search.json?q=a%20b",
//	})
//
// The functions to reach for first are [Signer.AuthorizationHeader] and, for
// servers, [Verifier.VerifyRequest]; package oauth1http has them for requests of
// net/http. A signature covers the method, the URL and the parameters of query,
// form body and Authorization header, written in exactly one way: the signature
// base string. [Explain] shows how it is made, step by step; [BaseString] returns
// only the result.
//
// Parameters are bytes throughout. A body a=%FF holds the octet FF and appears in
// the base string as a%3D%25FF; nothing is ever replaced by U+FFFD.
//
// The RFC is followed with errata 2550 (the signature printed in section 3.1 is
// wrong). In addition to its methods there are HMAC-SHA256, HMAC-SHA512 and
// RSA-SHA256, and oauth_body_hash (draft-eaton-oauth-bodyhash). The RFC parses
// parameters as HTML 4 forms; where HTML 4 says nothing, the URL Standard
// decides: a malformed escape is its own text, and an empty piece between two '&'
// is not a parameter.
//
// The API of this package is meant for v1.
package oauth1
