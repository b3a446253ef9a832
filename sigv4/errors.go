package sigv4

import (
	"fmt"
	"strconv"
)

// Reason says why a request is refused.
type Reason uint8

// The reasons of a RequestError and of a VerifyError.
const (
	_                Reason = iota
	NoScheme                // the URL is not absolute
	NoHost                  // the URL has no host
	BadDate                 // X-Amz-Date is not like 20130524T000000Z
	NotSigned               // there is neither an Authorization header of AWS4-HMAC-SHA256 nor X-Amz-Algorithm
	Malformed               // what Field names cannot be read
	Missing                 // what Field names is not there
	Repeated                // what Field names is there more than once
	HeaderNotSigned         // the header field Field must be signed and is not
	WrongScope              // region, service or date of the credential are others
	OutsideWindow           // the date is too far from the clock
	Expired                 // the presigned URL is not valid any more, or not yet
	UnknownAccessKey        // nobody knows the access key
	WrongToken              // the session token is another one
	WrongSignature          // the signature is another one
	WrongPayloadHash        // the hash is not that of the body
	BodyTooLarge            // the body is larger than Verifier.MaxBody
	LookupFailed            // Verifier.Credentials returned the error Err
)

var reasonTexts = [...]string{
	NoScheme: "URL without scheme", NoHost: "URL without host", BadDate: "bad X-Amz-Date", NotSigned: "not signed", Malformed: "malformed",
	Missing: "missing", Repeated: "repeated", HeaderNotSigned: "header not signed", WrongScope: "wrong scope",
	OutsideWindow: "date outside of the window", Expired: "expired", UnknownAccessKey: "unknown access key",
	WrongToken: "wrong session token", WrongSignature: "wrong signature", WrongPayloadHash: "wrong payload hash",
	BodyTooLarge: "body too large", LookupFailed: "lookup failed",
}

// String returns the reason in words, such as "wrong scope".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) && reasonTexts[r] != "" {
		return reasonTexts[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// A RequestError says that a request cannot be signed.
type RequestError struct {
	Reason Reason // NoScheme, NoHost or BadDate
	Text   string // the URL or the date
}

// Error returns a text such as
//
//	sigv4: URL without scheme: "/path"
func (e *RequestError) Error() string { return fmt.Sprintf("sigv4: %v: %q", e.Reason, e.Text) }

// A VerifyError says why a request was refused. It holds nothing secret: neither
// the signature that would have been right nor the canonical request.
type VerifyError struct {
	Reason Reason
	Field  string // the header field or parameter, where it is about one
	Err    error  // what is behind it, if anything
}

// Error returns a text such as
//
//	sigv4: missing X-Amz-Date
func (e *VerifyError) Error() string {
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
