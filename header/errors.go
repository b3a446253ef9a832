package header

import (
	"errors"
	"fmt"

	"github.com/pct-encoded/percent"
)

// A Reason says why a field, or a value for one, was refused.
type Reason string

// The reasons of a SyntaxError.
const (
	InvalidByte      Reason = "invalid byte"      // not allowed there
	InvalidEscape    Reason = "invalid escape"    // a '%' without two hexadecimal digits of the right case
	InvalidUTF8      Reason = "invalid UTF-8"     // in decoded octets, or in a value to be written
	InvalidLanguage  Reason = "invalid language"  // no tag: subtags of 1 to 8 letters and digits between hyphens, letters only in the first
	UnknownCharset   Reason = "unknown charset"   // not one that the format, or the parser, knows
	InvalidText      Reason = "invalid text"      // octets that are no text in their charset
	MissingCharset   Reason = "missing charset"   // an extended value without its two quotes
	MissingName      Reason = "missing name"      // of a parameter, or of the whole field
	MissingEquals    Reason = "missing '='"       // between name and value
	MissingValue     Reason = "missing value"     // behind '='
	MissingQuote     Reason = "missing quote"     // at the beginning
	UnclosedQuote    Reason = "unclosed quote"    // the field ends inside a quoted string
	UnclosedTarget   Reason = "unclosed target"   // a '<' without '>'
	DuplicateName    Reason = "duplicate name"    // of two parameters
	MissingSection   Reason = "missing section"   // of a continued parameter
	InvalidSection   Reason = "invalid section"   // not a number without leading zeros behind the asterisk
	NotCanonical     Reason = "not canonical"     // an escape that must not be one, or lower-case digits
	TrailingBytes    Reason = "trailing bytes"    // after the end of the value
	ControlCharacter Reason = "control character" // that the format cannot hold
	WrongType        Reason = "wrong type"        // of a value in a structured field
	UnclosedList     Reason = "unclosed list"     // a '(' without ')'
	TooLong          Reason = "too long"          // a number of more digits than a structured field allows
)

// A SyntaxError tells where and why a field cannot be read, or a value cannot
// be written.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	header: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("header: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

// fromCodec turns an error of the codec, for text that begins at offset, into
// one of this package.
func fromCodec(err error, offset int) *SyntaxError {
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		return nil
	}
	reason := InvalidEscape
	switch e.Reason {
	case percent.RawByte:
		reason = InvalidByte
	case percent.InvalidUTF8:
		reason = InvalidUTF8
	}
	return &SyntaxError{Offset: e.Offset + int64(offset), Bytes: e.Bytes, Reason: reason}
}
