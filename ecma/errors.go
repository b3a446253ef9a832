package ecma

import (
	"fmt"
	"strconv"
)

// A Reason says why an input was refused.
type Reason uint8

// The reasons of a URIError.
const (
	_ Reason = iota
	// LoneSurrogate: what is to be encoded holds a surrogate without its other
	// half (section 19.2.6.5, Encode).
	LoneSurrogate
	// InvalidEscape: a '%' is not followed by two hexadecimal digits (section
	// 19.2.6.6, Decode).
	InvalidEscape
	// TruncatedEscape: the input ends inside an escape.
	TruncatedEscape
	// InvalidUTF8: the octets of adjacent escapes are not UTF-8: an octet is
	// missing, or the form is overlong, a surrogate or above U+10FFFF.
	InvalidUTF8
	// InvalidText: the argument, a string or []byte, holds a byte that is part
	// of no character and no surrogate.
	InvalidText
)

var reasonTexts = [...]string{
	LoneSurrogate:   "lone surrogate",
	InvalidEscape:   "invalid escape",
	TruncatedEscape: "truncated escape",
	InvalidUTF8:     "invalid UTF-8",
	InvalidText:     "invalid text",
}

// String returns the reason in words, such as "lone surrogate".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) && reasonTexts[r] != "" {
		return reasonTexts[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// A URIError is what ECMAScript throws as URIError, with its place.
type URIError struct {
	// Index is where the first offending code unit stands in the argument, in
	// UTF-16 code units from 0. Of a character whose escapes are not UTF-8 it is
	// the first '%'.
	Index int
	// Offset is the same place in bytes, or -1 where the argument was []uint16.
	Offset int64
	// Text is what stands there, as UTF-8, a surrogate as three bytes: up to
	// three characters of an escape, or all escapes of one ill-formed
	// subsequence.
	Text string
	// Reason is what is wrong with it.
	Reason Reason
}

// Error returns a text such as
//
//	ecma: invalid escape "%zz" at index 17
//
// with the byte where it differs from the index.
func (e *URIError) Error() string {
	what := e.Reason
	if what == TruncatedEscape {
		what = InvalidEscape
	}
	text := fmt.Sprintf("ecma: %v %q at index %d", what, e.Text, e.Index)
	if e.Offset >= 0 && e.Offset != int64(e.Index) {
		text += fmt.Sprintf(" (byte %d)", e.Offset)
	}
	return text
}
