// Package httpsig reads, makes and verifies HTTP message signatures of requests (RFC 9421).
//
//	claim, err := httpsig.RFC9421.Read(request, sign.Given{})
//	err = claim.Verify(&sign.Key{Public: key}, time.Now())
//
// Signature-Input names what is covered: parts of the request line, such as @path and
// @query, and fields. The text has a line for each, and the parameters of the signature on
// the last. Paths and queries are signed as they are sent; of @query-param, name and value
// are decoded as a form, and encoded again with %20 for a space (section 2.2.8, and errata).
//
// Signatures of responses, of trailers (tr) and with parts of another message (req) are not
// read. A Content-Digest that is covered is compared with the body (RFC 9530); which fields
// a signature must cover is for the application to say.
//
// The API of this package may still change.
package httpsig
