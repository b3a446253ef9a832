package saml

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/words"
)

// The reasons of a *percent.SyntaxError. Its Field is the parameter, or "URL".
const (
	NoMessage     percent.Reason = "neither SAMLRequest nor SAMLResponse"
	BothMessages  percent.Reason = "both SAMLRequest and SAMLResponse"
	Repeated      percent.Reason = "repeated parameter"
	OtherEncoding percent.Reason = "an encoding other than DEFLATE"
	NotBase64     percent.Reason = "not Base64"
	BarePlus      percent.Reason = "a '+' of Base64 is not escaped, and reads as a space; write %2B"
	URLSafe       percent.Reason = "Base64 with the alphabet for URLs; - and _ are + and /"
	EncodedTwice  percent.Reason = "percent-encoded twice"
	NotDeflated   percent.Reason = "Base64 of XML that is not deflated, as the HTTP-POST binding has it"
	Zlib          percent.Reason = "deflated with the header of zlib; raw DEFLATE has none"
	NotDeflate    percent.Reason = "not deflated"
	CutOff        percent.Reason = "cut off"
	NotXML        percent.Reason = "not XML"
	TooLarge      percent.Reason = "more than 1 MiB of XML"
	TooLong       percent.Reason = "more than 1 MiB of URL"
)

func syntax(field string, offset int, r percent.Reason) error {
	return &percent.SyntaxError{Format: "saml", Field: field, Offset: int64(offset), Reason: r}
}

// VerifyReason says why a signature was refused.
type VerifyReason uint8

// The reasons of a VerifyError.
const (
	_                VerifyReason = iota
	NotSigned                     // there is no Signature or no SigAlg
	UnknownAlgorithm              // SigAlg names none that is known
	OtherKey                      // the key is not of the kind that SigAlg names
	BadSignature                  // Signature is not Base64
	WrongSignature                // the signature does not match
)

// String returns the reason in words, such as "wrong signature".
func (r VerifyReason) String() string {
	return words.Of([]string{
		0: words.Unknown, NotSigned: "not signed", UnknownAlgorithm: "unknown signature algorithm", OtherKey: "the key is of another kind than the algorithm",
		BadSignature: "the signature is not Base64", WrongSignature: "wrong signature",
	}, r)
}

// A VerifyError says why a signature was refused.
type VerifyError struct {
	Reason VerifyReason
	Param  string // the parameter that is missing or wrong
	Err    error  // the cause, if there is one
}

// Error returns a text such as
//
//	saml: not signed
func (e *VerifyError) Error() string { return "saml: " + e.Reason.String() }

// Unwrap returns e.Err.
func (e *VerifyError) Unwrap() error { return e.Err }
