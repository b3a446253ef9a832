package iri

import (
	"fmt"
	"strconv"

	"github.com/pct-encoded/percent/uri"
)

// A Reason says why a text is refused.
type Reason uint8

// The reasons of a SyntaxError.
const (
	_ Reason = iota
	// BadSyntax: a byte does not fit its production, as in package uri.
	BadSyntax
	// NotAllowed: a character is neither in ucschar nor in iprivate, or an ASCII
	// character that no IRI may hold.
	NotAllowed
	// PrivateUse: a character of iprivate stands outside the query.
	PrivateUse
	// BidiControl: a bidirectional formatting character (RFC 3987 section 4.1).
	BidiControl
	// InvalidUTF8: bytes that are not UTF-8.
	InvalidUTF8
	// BadHost: the host cannot be written in ASCII by IDNA.
	BadHost
)

var reasonTexts = [...]string{
	BadSyntax:   "invalid syntax",
	NotAllowed:  "character not allowed",
	PrivateUse:  "private-use character outside the query",
	BidiControl: "bidirectional formatting character",
	InvalidUTF8: "invalid UTF-8",
	BadHost:     "host not allowed by IDNA",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) < len(reasonTexts) && reasonTexts[r] != "" {
		return reasonTexts[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// A SyntaxError tells where and why a text is no IRI reference, or cannot be
// converted.
type SyntaxError struct {
	Offset     int64          // of the first offending byte in what the caller passed
	Bytes      string         // what stands there; empty at the end of the text
	Reason     Reason         // what is wrong with it
	Production uri.Production // the rule of RFC 3986 that failed, for BadSyntax
	Err        error          // what IDNA says, for BadHost
}

// Error returns a text such as
//
//	iri: character not allowed: "\u0080" at byte 12
func (e *SyntaxError) Error() string {
	what := e.Reason.String()
	if e.Production != "" {
		what = "invalid " + string(e.Production)
	}
	if e.Bytes == "" {
		return fmt.Sprintf("iri: %s: end of text at byte %d", what, e.Offset)
	}
	if e.Reason == NotAllowed || e.Reason == PrivateUse || e.Reason == BidiControl {
		return fmt.Sprintf("iri: %s: %+q at byte %d", what, e.Bytes, e.Offset)
	}
	return fmt.Sprintf("iri: %s: %q at byte %d", what, e.Bytes, e.Offset)
}

// Unwrap returns Err.
func (e *SyntaxError) Unwrap() error { return e.Err }
