// Package oauth1 signs and verifies requests as OAuth 1.0 does (RFC 5849, April
// 2010), which X, Mastercard and others still use.
//
//	signer := &oauth1.Signer{
//		Consumer: oauth1.Credentials{Key: "dpf43f3p2l4k3l03", Secret: consumerSecret},
//		Token:    oauth1.Credentials{Key: "nnch734d00sl2jdk", Secret: tokenSecret},
//	}
//	client := &http.Client{Transport: &oauth1.Transport{Signer: signer}}
//
// The functions to reach for first are [Signer.Sign] and, for servers,
// [Verifier.Verify]. A signature covers the method, the URL and the parameters
// of query, form body and Authorization header, written in exactly one way: the
// signature base string. [Explain] shows how it comes about, step by step;
// [BaseString] returns only the result.
//
// Parameters are bytes from end to end. A body a=%FF is the octet FF and stands
// in the base string as a%3D%25FF; nothing is ever replaced by U+FFFD.
//
// The RFC is followed with errata 2550 (the signature printed in section 3.1 is
// wrong). Besides its methods there are HMAC-SHA256, HMAC-SHA512 and RSA-SHA256,
// and oauth_body_hash (draft-eaton-oauth-bodyhash). The RFC takes parameters
// apart as HTML 4 forms; what forms leave open is done as the URL Standard does:
// a malformed escape is its own text, an empty piece between two '&' is no
// parameter.
package oauth1
