package percent

import (
	"fmt"
	"strconv"
)

// A Reason says why an input was refused.
type Reason uint8

// The reasons of a SyntaxError.
const (
	_ Reason = iota
	// InvalidEscape: a '%' is not followed by two hexadecimal digits.
	InvalidEscape
	// TruncatedEscape: the input ends inside an escape, after '%' or after '%'
	// and one hexadecimal digit.
	TruncatedEscape
	// RawByte: a byte stands unescaped that the encoding was derived to refuse
	// ([Encoding.WithRaw]).
	RawByte
	// InvalidUTF8: the decoded bytes are not UTF-8 and the encoding was derived
	// to refuse that ([Encoding.WithInvalidUTF8]).
	InvalidUTF8
)

var reasonTexts = [...]string{
	InvalidEscape:   "invalid escape",
	TruncatedEscape: "truncated escape",
	RawByte:         "raw byte",
	InvalidUTF8:     "invalid UTF-8",
}

// String returns the reason in words, such as "invalid escape".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) && reasonTexts[r] != "" {
		return reasonTexts[r]
	}
	return "Reason(" + strconv.Itoa(int(r)) + ")"
}

// A SyntaxError tells where and why an input cannot be decoded. It keeps a
// copy of the offending bytes.
type SyntaxError struct {
	// Offset is the index, in bytes from 0, of the first offending byte in what
	// the caller passed; in a stream, from the stream's start.
	Offset int64
	// Bytes are the offending bytes as they stand in the input: up to three for
	// an escape, one for a raw byte, and for invalid UTF-8 the bytes and escapes
	// of one ill-formed subsequence.
	Bytes string
	// Reason is what is wrong with them.
	Reason Reason
}

// Error returns a text such as
//
//	percent: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	what := e.Reason
	if what == TruncatedEscape {
		what = InvalidEscape
	}
	return fmt.Sprintf("percent: %v %q at byte %d", what, e.Bytes, e.Offset)
}
