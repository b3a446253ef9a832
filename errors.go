package percent

import (
	"fmt"

	"github.com/pct-encoded/percent/internal/excerpt"
)

// A Reason says in words why an input was refused: "invalid escape". It is an error
// that a [SyntaxError] wraps, for errors.Is:
//
//	errors.Is(err, percent.InvalidEscape)
//
// Packages of this module that parse or build other formats declare reasons of their
// own.
type Reason string

// Error returns the words.
func (r Reason) Error() string { return string(r) }

// The reasons of the codec. Packages of protocols use them too, beside their own.
const (
	// InvalidEscape: a '%' is not followed by two hexadecimal digits.
	InvalidEscape Reason = "invalid escape"
	// TruncatedEscape: the input ends inside an escape, after '%' or after '%'
	// and one hexadecimal digit. The input is the whole that the caller passed: an
	// escape that a delimiter cuts off is an InvalidEscape.
	TruncatedEscape Reason = "truncated escape"
	// RawByte: a byte stands unescaped that the encoding was derived to refuse
	// ([Encoding.WithRaw]).
	RawByte Reason = "raw byte"
	// InvalidUTF8: the decoded bytes are not UTF-8 and the encoding was derived
	// to refuse that ([Encoding.WithInvalidUTF8]).
	InvalidUTF8 Reason = "invalid UTF-8"
	// InvalidByte: a byte that must be escaped, or is not allowed there, stands
	// unescaped. The codec has no error for that; packages of protocols do.
	InvalidByte Reason = "invalid byte"
)

// A SyntaxError tells where and why an input was refused. It is the error of
// every parser and builder of this module, so that one errors.As is enough for
// all of them. It keeps a copy of the offending bytes.
type SyntaxError struct {
	// Format is what was parsed or built, by the name of its package: "mailto";
	// "" stands for "percent", the codec.
	Format string
	// Field is the part of it that is wrong, such as "To, 2nd address"; "" where
	// Offset says enough.
	Field string
	// Offset is the index, in bytes from 0, of the first offending byte in what
	// the caller passed: the text of a parser, the value of Field of a builder;
	// in a stream, from the stream's start.
	Offset int64
	// Bytes are the offending bytes as they stand in the input: up to three for
	// an escape, one for a raw byte, and for invalid UTF-8 the bytes and escapes
	// of one ill-formed subsequence. They are empty where something is missing.
	Bytes string
	// Reason is what is wrong with them.
	Reason Reason
}

// Unwrap returns the Reason.
func (e *SyntaxError) Unwrap() error { return e.Reason }

// Error returns a text such as
//
//	percent: invalid escape "%zz" at byte 17
//	mailto: To, 2nd address: line end "\n" at byte 1
//
// It shows at most the first 256 of the offending bytes, and of the name of the field,
// and then "…".
func (e *SyntaxError) Error() string {
	format, field, reason := e.Format, e.Field, e.Reason
	if format == "" {
		format = "percent"
	}
	if begin := excerpt.Beginning(field, excerpt.InMessage); len(begin) < len(field) {
		field = begin + "…" // a name from the input
	}
	if field != "" {
		field += ": "
	}
	if e.Bytes == "" {
		return fmt.Sprintf("%s: %s%s at byte %d", format, field, reason, e.Offset)
	}
	return fmt.Sprintf("%s: %s%s %s at byte %d", format, field, reason, excerpt.Quoted(e.Bytes, excerpt.InMessage), e.Offset)
}
