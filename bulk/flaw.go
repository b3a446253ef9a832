package bulk

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// A Kind is a kind of flaw.
type Kind uint8

const (
	// Malformed: the record is not what the operation takes; Reason says why.
	Malformed Kind = iota
	// Refused: the dialect refuses such a record, as the program does that it
	// describes.
	Refused
	// NotText: the octets are not text in Charset.
	NotText

	// Tolerated: a malformed escape that the dialect lets pass.
	Tolerated
	// Unencodable: Charset cannot write the character at Offset. A numeric
	// reference stands for it.
	Unencodable
	// Unescaped: a byte beyond ASCII stands without an escape, and was read as
	// Charset. It is reported once for each record.
	Unescaped
)

// Noted reports whether the operation has dealt with such a flaw itself, so that
// the policy has no say.
func (k Kind) Noted() bool { return k >= Tolerated }

// A Flaw is what is wrong with a record.
type Flaw struct {
	// SyntaxError says what. Its Offset counts from the start of the record.
	percent.SyntaxError
	Kind Kind
	// Source is the name of the source, and Record the number of the record in
	// it, from 1, or 0 where the source is one record.
	Source string
	Record int64
	// StreamOffset is the offset in the source, or -1 where the source is of a
	// Foreign format and fields have none.
	StreamOffset int64
	// Column is the name of the field, or its number, in a table, and Input its
	// text. Only the first flaw of a field is told of; Offset counts from the
	// start of that text.
	Column string
	Input  []byte
	// Charset is the one that the kinds about text are about.
	Charset *charset.Charset
	// Cause is the error that the operation came to, where that says more.
	Cause error
	// Hopeless: there is nothing to keep, so that only Skip goes on.
	Hopeless bool

	// size is how many bytes of the record, from the flaw on, Keep and Replace
	// stand for: 0 where the result stands for all of it already, or allOfIt.
	size int
}

// allOfIt is the size of a flaw for which the rest of a record is refused as a
// whole. It can only be kept.
const allOfIt = -1

// Error returns the place and what is wrong there, such as
//
//	stdin:3: percent: invalid escape "%zz" at byte 17
func (f *Flaw) Error() string {
	at := Place(f.Source, f.Record)
	if f.Column != "" {
		at += ": " + f.Column
	}
	if f.Cause != nil {
		return at + ": " + f.Cause.Error()
	}
	return at + ": " + f.SyntaxError.Error()
}

// Unwrap returns the SyntaxError and the Cause.
func (f *Flaw) Unwrap() []error {
	if f.Cause != nil {
		return []error{&f.SyntaxError, f.Cause}
	}
	return []error{&f.SyntaxError}
}

// Place returns how a message calls a record: "stdin:3", or the source alone
// where number is 0.
func Place(source string, number int64) string {
	if number == 0 {
		return source
	}
	return fmt.Sprintf("%s:%d", source, number)
}

// notText returns the flaw of bytes that are not text in c.
func notText(c *charset.Charset, bytes []byte) *Flaw {
	f := &Flaw{Kind: NotText, Charset: c, size: len(bytes)}
	f.Bytes, f.Reason = string(bytes), percent.InvalidUTF8
	if c != charset.UTF8 {
		f.Reason = percent.Reason("invalid " + c.Name())
	}
	return f
}

// A ReadError says that reading a source failed.
type ReadError struct {
	Source string
	Err    error
}

// Error names the source and what reading came to.
func (e *ReadError) Error() string { return e.Source + ": " + e.Err.Error() }

// Unwrap returns what reading came to.
func (e *ReadError) Unwrap() error { return e.Err }

// A WriteError says that writing the result failed.
type WriteError struct{ Err error }

// Error says what writing came to.
func (e *WriteError) Error() string { return "bulk: writing: " + e.Err.Error() }

// Unwrap returns what writing came to.
func (e *WriteError) Unwrap() error { return e.Err }

// A LengthError says that a record that must be held is longer than
// Job.MaxRecord. Offset is where a row of a table begins.
type LengthError struct {
	Source string
	Record int64
	Limit  int
	Offset int64
}

// Error names the record and the limit.
func (e *LengthError) Error() string {
	return fmt.Sprintf("%s: record is longer than %d bytes", Place(e.Source, e.Record), e.Limit)
}

// An OptionError says that options do not go together.
type OptionError struct{ Option, Reason string }

// Error names the option and says what is wrong with it.
func (e *OptionError) Error() string { return "bulk: " + e.Option + ": " + e.Reason }
