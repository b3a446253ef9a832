package sigv4

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// The reasons of a *percent.SyntaxError of a request that cannot be signed. Its
// Field is "URL" or "X-Amz-Date".
const (
	NoScheme percent.Reason = "no scheme" // the URL is not absolute
	NoHost   percent.Reason = "no host"   // the URL has no host
	BadDate  percent.Reason = "bad date"  // it is not like 20130524T000000Z, or 20130524 in a credential
)

// The reasons of a *percent.SyntaxError of an Authorization header or a presigned
// URL. Its Field is the parameter.
const (
	OtherAlgorithm    percent.Reason = "algorithm is not AWS4-HMAC-SHA256"
	NoEquals          percent.Reason = "no '=' after a name"
	MissingParameter  percent.Reason = "missing parameter"
	RepeatedParameter percent.Reason = "repeated parameter"
	BadScope          percent.Reason = "bad scope" // it does not end in date/region/service/aws4_request
	NoAccessKey       percent.Reason = "no access key"
)

const syntax pct.Format = "sigv4"

// The reasons of a *percent.SyntaxError of a body in signed chunks. Its Field is
// "body", its Offset counts in the body as it was sent.
const (
	BadChunk              percent.Reason = "not a chunk" // hex size, ";chunk-signature=", 64 digits, CR LF, the data, CR LF
	CutOff                percent.Reason = "cut off"     // the body ends inside a chunk or before the last one
	AfterLastChunk        percent.Reason = "data after the last chunk"
	BadTrailer            percent.Reason = "not a trailing field" // name:value, CR LF
	WrongChunkSignature   percent.Reason = "wrong chunk signature"
	WrongTrailerSignature percent.Reason = "wrong trailer signature"
)

// VerifyReason says why a request is refused.
type VerifyReason uint8

// The reasons of a VerifyError.
const (
	_                VerifyReason = iota
	NotSigned                     // there is neither an Authorization header of AWS4-HMAC-SHA256 nor X-Amz-Algorithm
	Malformed                     // Field cannot be parsed
	Missing                       // Field is missing
	Repeated                      // Field appears more than once
	HeaderNotSigned               // the header field Field must be signed and is not
	WrongScope                    // region, service or date of the credential do not match
	OutsideWindow                 // the date is too far from the clock
	Expired                       // the presigned URL is no longer valid
	UnknownAccessKey              // the access key is unknown
	WrongToken                    // the session token does not match
	WrongSignature                // the signature does not match
	WrongPayloadHash              // the hash is not that of the body
	BodyTooLarge                  // the body is larger than the caller allows
	LookupFailed                  // Verifier.Credentials returned the error Err
	NotYetValid                   // the presigned URL is dated in the future
	PayloadNotSigned              // no signature covers the body, and Verifier.Payload asks for one
	WrongChunks                   // chunks or trailing fields are malformed or not those that were signed; Err says where
	WrongLength                   // the chunks do not hold as many bytes as X-Amz-Decoded-Content-Length says
	OtherTrailer                  // the trailing fields are not those that X-Amz-Trailer announces
)

var reasonTexts = [...]string{
	0: words.Unknown, NotSigned: "not signed", Malformed: "malformed",
	Missing: "missing", Repeated: "repeated", HeaderNotSigned: "header not signed", WrongScope: "wrong scope",
	OutsideWindow: "date outside the window", Expired: "expired", UnknownAccessKey: "unknown access key",
	WrongToken: "wrong session token", WrongSignature: "wrong signature", WrongPayloadHash: "wrong payload hash",
	BodyTooLarge: "body too large", LookupFailed: "lookup failed", NotYetValid: "not yet valid",
	PayloadNotSigned: "body not signed", WrongChunks: "wrong chunks", WrongLength: "wrong length of the data",
	OtherTrailer: "trailing fields other than announced",
}

// String returns the reason in words, such as "wrong scope".
func (r VerifyReason) String() string { return words.Of(reasonTexts[:], r) }

func syntaxError(field, bytes string, r percent.Reason) error {
	return pct.In(field, syntax.At(0, bytes, r))
}

// A VerifyError says why a request was refused. It holds nothing secret: neither
// the expected signature nor the canonical request.
type VerifyError struct {
	Reason VerifyReason
	Field  string // the header field or parameter, if it is about one
	Err    error  // the cause, if there is one: a *percent.SyntaxError where the input is malformed
}

// Error returns a text such as
//
//	sigv4: missing X-Amz-Date
func (e *VerifyError) Error() string {
	if bad, ok := e.Err.(*percent.SyntaxError); ok {
		return bad.Error()
	}
	text := "sigv4: " + e.Reason.String()
	if e.Field != "" {
		text += " " + e.Field
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns e.Err.
func (e *VerifyError) Unwrap() error { return e.Err }
