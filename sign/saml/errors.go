package saml

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// The reasons of a *percent.SyntaxError. Its Field is the parameter, or "URL".
const (
	noMessage     percent.Reason = "neither SAMLRequest nor SAMLResponse"
	bothMessages  percent.Reason = "both SAMLRequest and SAMLResponse"
	repeated      percent.Reason = "repeated parameter"
	otherEncoding percent.Reason = "an encoding other than DEFLATE"
	notBase64     percent.Reason = "not Base64"
	barePlus      percent.Reason = "a '+' of Base64 is not escaped, and reads as a space; write %2B"
	urlSafe       percent.Reason = "Base64 with the alphabet for URLs; - and _ are + and /"
	encodedTwice  percent.Reason = "percent-encoded twice"
	notDeflated   percent.Reason = "Base64 of XML that is not deflated, as the HTTP-POST binding has it"
	zlibHeader    percent.Reason = "deflated with the header of zlib; raw DEFLATE has none"
	notDeflate    percent.Reason = "not deflated"
	cutOff        percent.Reason = "cut off"
	notXML        percent.Reason = "not XML"
	tooLarge      percent.Reason = "more than 1 MiB of XML"
	tooLong       percent.Reason = "more than 1 MiB of URL"
)

//go:noinline
func syntax(field string, offset int, r percent.Reason) error {
	return &percent.SyntaxError{Format: "saml", Field: field, Offset: int64(offset), Reason: r}
}

// The reasons of a *sign.Error, beside those of package sign.
const (
	unknownAlgorithm percent.Reason = "unknown signature algorithm"
	otherKey         percent.Reason = "the key is of another kind than the algorithm"
	badSignature     percent.Reason = "the signature is not Base64"
)

// refused says why a signature was refused, or cannot be made, with the parameter that is
// missing or wrong.
//
//go:noinline
func refused(r percent.Reason, param string) *sign.Error {
	return &sign.Error{Scheme: "saml", Reason: r, Param: param}
}
