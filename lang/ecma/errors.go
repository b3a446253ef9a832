package ecma

import (
	"fmt"

	"github.com/pct-encoded/percent"
)

// The reasons of a URIError, beside those of package percent: InvalidEscape for a
// '%' without two hexadecimal digits (section 19.2.6.6, Decode), TruncatedEscape
// where the input ends inside an escape, and InvalidUTF8 for adjacent escapes
// that are not UTF-8: an octet is missing, or the form is overlong, a surrogate
// or above U+10FFFF.
const (
	// LoneSurrogate: what is to be encoded holds a surrogate without its other
	// half (section 19.2.6.5, Encode).
	LoneSurrogate percent.Reason = "lone surrogate"
	// InvalidText: the argument, a string or []byte, holds a byte that
	// belongs to no character or surrogate.
	InvalidText percent.Reason = "invalid text"
)

// A URIError is what ECMAScript throws as URIError, with its place in code units.
// It wraps the *percent.SyntaxError that it embeds, whose Bytes are UTF-8, a
// surrogate as three bytes: up to three characters of an escape, or all escapes
// of one ill-formed subsequence. Where the argument was []uint16, Offset is
// twice Index.
type URIError struct {
	percent.SyntaxError
	// Index is where the first offending code unit stands in the argument, in
	// UTF-16 code units from 0. Of a character whose escapes are not UTF-8 it is
	// the first '%'.
	Index int
}

// Error returns a text such as
//
//	ecma: invalid escape "%zz" at byte 17 (code unit 16)
//
// without the code unit where it is the same number.
func (e *URIError) Error() string {
	text := e.SyntaxError.Error()
	if e.Offset != int64(e.Index) {
		text += fmt.Sprintf(" (code unit %d)", e.Index)
	}
	return text
}

// Unwrap returns the embedded error.
func (e *URIError) Unwrap() error { return &e.SyntaxError }

func newError(offset, index int, bytes string, r percent.Reason) *URIError {
	return &URIError{percent.SyntaxError{Format: "ecma", Offset: int64(offset), Bytes: bytes, Reason: r}, index}
}
