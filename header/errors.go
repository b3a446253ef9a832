package header

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape,
// percent.InvalidByte and percent.InvalidUTF8.
const (
	InvalidLanguage  percent.Reason = "invalid language" // not a tag: subtags of 1 to 8 letters and digits between hyphens, letters only in the first
	UnknownCharset   percent.Reason = "unknown charset"  // not one that the format, or the parser, knows
	InvalidText      percent.Reason = "invalid text"     // octets that are malformed in their charset
	MissingCharset   percent.Reason = "missing charset"  // an extended value without its two quotes
	MissingName      percent.Reason = "missing name"     // of a parameter, or of the whole field
	MissingEquals    percent.Reason = "missing '='"      // between name and value
	TooManyMembers   percent.Reason = "more than 65536 members"
	MissingValue     percent.Reason = "missing value"     // after '='
	MissingQuote     percent.Reason = "missing quote"     // at the beginning
	UnclosedQuote    percent.Reason = "unclosed quote"    // the field ends inside a quoted string
	UnclosedTarget   percent.Reason = "unclosed target"   // a '<' without '>'
	DuplicateName    percent.Reason = "duplicate name"    // of two parameters
	MissingSection   percent.Reason = "missing section"   // of a continued parameter
	InvalidSection   percent.Reason = "invalid section"   // not a number without leading zeros after the asterisk
	NotCanonical     percent.Reason = "not canonical"     // an escape that must not be one, or lower-case digits
	TrailingBytes    percent.Reason = "trailing bytes"    // after the end of the value
	ControlCharacter percent.Reason = "control character" // that the format cannot hold
	WrongType        percent.Reason = "wrong type"        // of a value in a structured field
	UnclosedList     percent.Reason = "unclosed list"     // a '(' without ')'
	MissingKey       percent.Reason = "missing key"       // of an attribute
	RawEquals        percent.Reason = "unescaped '='"     // in the value of an attribute
	TooLong          percent.Reason = "too long"          // a number of more digits than a structured field allows
)

const syntax pct.Format = "header"
