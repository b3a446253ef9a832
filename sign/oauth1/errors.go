package oauth1

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// The reasons of a *percent.SyntaxError for a URL that cannot be signed. Its
// Field is "URL".
const (
	NoScheme percent.Reason = "no scheme"            // it is not absolute
	NoHost   percent.Reason = "no host"              // it has no host
	BadPort  percent.Reason = "port is not a number" // its port is not a number
)

// The reasons of a *percent.SyntaxError for a malformed Authorization header. Its
// Field is "Authorization", and its Offset counts in the value; Bytes are empty,
// because the header may hold secrets.
const (
	NotOAuth  percent.Reason = "scheme is not OAuth"
	NoName    percent.Reason = "parameter without name"
	NoEquals  percent.Reason = "no '=' after a name"
	NoQuote   percent.Reason = "value without quotes"
	OpenQuote percent.Reason = "unterminated quote"
	NoComma   percent.Reason = "no comma after a value" // something else follows it
	BadEscape percent.Reason = "malformed escape"
)

func urlError(offset int, bytes string, r percent.Reason) error {
	return &percent.SyntaxError{Format: "oauth1", Field: "URL", Offset: int64(offset), Bytes: bytes, Reason: r}
}

func headerError(offset int, r percent.Reason) error {
	return &percent.SyntaxError{Format: "oauth1", Field: "Authorization", Offset: int64(offset), Reason: r}
}

// A MethodError names a signature method that is unknown, or not accepted.
type MethodError struct {
	Method string
}

// Error returns a text such as
//
//	oauth1: unknown signature method "HMAC-MD5"
func (e *MethodError) Error() string {
	return "oauth1: unknown signature method " + excerpt.Quoted(e.Method, excerpt.InMessage)
}
