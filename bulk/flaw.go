package bulk

import (
	"fmt"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/words"
)

// A Kind is a kind of flaw.
type Kind uint8

const (
	// Malformed: the operation cannot read the record, for the Reason.
	Malformed Kind = iota
	// Refused: the dialect rejects the record, as the program that the dialect
	// describes does.
	Refused
	// NotText: the octets are not text in Charset.
	NotText

	// Tolerated: a malformed escape that the dialect accepts.
	Tolerated
	// Unencodable: Charset does not have the character at Offset. A numeric
	// character reference was written for it.
	Unencodable
	// Unescaped: a byte beyond ASCII is not escaped, and was read as Charset. It is
	// reported once per record.
	Unescaped
	// TooLong: the record is longer than Job.MaxRecord, and was left out.
	TooLong
)

var kindWords = []string{"malformed", "refused", "not text", "tolerated", "unencodable", "unescaped", "too long"}

// String returns "malformed", "refused", "not text", "tolerated", "unencodable",
// "unescaped" or "too long".
func (k Kind) String() string { return words.Of(kindWords, k) }

// Noted reports whether the operation handles such a flaw itself, so that the policy
// does not apply.
func (k Kind) Noted() bool { return k >= Tolerated }

// A Flaw is something wrong with a record.
type Flaw struct {
	// SyntaxError is the problem. Its Offset, in bytes, counts from the start of the
	// record.
	percent.SyntaxError
	Kind Kind
	// Source is the name of the source, and Record the number of the record in
	// it, from 1, or 0 if the whole source is one record.
	Source string
	Record int64
	// StreamOffset is the offset in the source, in bytes, or -1 for a Foreign format,
	// whose fields have none.
	StreamOffset int64
	// Column is, in a table, the name or the number of the field, and Input its text.
	// Offset counts from the start of that text. Only the first flaw of a field is
	// reported.
	Column string
	Input  []byte
	// Charset is the charset of NotText, Unencodable and Unescaped.
	Charset *charset.Charset
	// Cause is the error of the operation, if it has more details than
	// SyntaxError.
	Cause error
	// Hopeless: there is nothing to keep, so the job ends unless the policy is Skip.
	Hopeless bool

	// size is the number of bytes of the record, from the flaw on, that Keep
	// copies and Replace replaces: 0 if the result already covers the whole
	// record, or allOfIt.
	size int
}

// allOfIt is the size of a flaw that covers the rest of the record, which can
// only be kept.
const allOfIt = -1

// Error returns the place and the problem, such as
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

// Place returns the name of a record for messages: "stdin:3", or the source alone if
// number is 0.
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

// isEscape reports whether f is a malformed escape.
func isEscape(f *Flaw) bool {
	return f.Reason == percent.InvalidEscape || f.Reason == percent.TruncatedEscape
}

// syntaxFlaw returns an error of package percent as a flaw.
func syntaxFlaw(e *percent.SyntaxError) *Flaw {
	f := &Flaw{SyntaxError: *e}
	f.size = len(malformed(f))
	if e.Reason == percent.InvalidUTF8 {
		f.Kind, f.Charset = NotText, charset.UTF8
	}
	return f
}

// dialectFlaw returns an error of a dialect as a flaw.
func dialectFlaw(e *percent.SyntaxError) *Flaw {
	f := syntaxFlaw(e)
	switch e.Reason {
	case percent.InvalidEscape, percent.TruncatedEscape, percent.RawByte, percent.InvalidUTF8:
	default:
		f.Kind = Refused
	}
	return f
}

// A ReadError is the error of reading a source.
type ReadError struct {
	Source string
	Err    error
}

// Error names the source and gives the error of reading it.
func (e *ReadError) Error() string { return e.Source + ": " + e.Err.Error() }

// Unwrap returns Err.
func (e *ReadError) Unwrap() error { return e.Err }

// A WriteError is the error of writing the result.
type WriteError struct{ Err error }

// Error gives the error of writing.
func (e *WriteError) Error() string { return "bulk: writing: " + e.Err.Error() }

// Unwrap returns Err.
func (e *WriteError) Unwrap() error { return e.Err }

// A LengthError says that a record that must be held in memory is longer than
// Job.MaxRecord, which is Limit, in bytes. In a table, Offset is the start of the row
// in the source, or -1 in a Foreign format.
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

// An OptionError reports an option that is invalid or conflicts with others.
type OptionError struct{ Option, Reason string }

// Error names the option and says what is wrong with it.
func (e *OptionError) Error() string { return "bulk: " + e.Option + ": " + e.Reason }
