package uritemplate

import "fmt"

// A Reason says what is wrong with a template.
type Reason string

// The reasons of a SyntaxError.
const (
	UnclosedExpression Reason = "unclosed expression"   // a '{' without '}'
	InvalidLiteral     Reason = "invalid character"     // not allowed outside expressions (section 2.1)
	InvalidEscape      Reason = "invalid escape"        // a '%' without two hexadecimal digits
	InvalidUTF8        Reason = "invalid UTF-8"         // in a literal
	ReservedOperator   Reason = "reserved operator"     // one of = , ! @ | (section 2.2)
	MissingName        Reason = "missing name before"   // no varname (section 2.3)
	InvalidName        Reason = "invalid name at"       // a character that is not in a varname
	InvalidPrefix      Reason = "invalid prefix length" // not 1 to 9999 (section 2.4.1)
)

// A SyntaxError tells where and why a template cannot be parsed.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in the template
	Bytes  string // the offending bytes
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	uritemplate: reserved operator "!" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("uritemplate: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

// An ExpandError is the use of a prefix modifier on a list or an associative
// array (section 2.4.1).
type ExpandError struct {
	Name   string // of the variable
	Offset int64  // index, in bytes from 0, of its name in the template
}

// Error returns a text such as
//
//	uritemplate: prefix of composite value "keys" at byte 17
func (e *ExpandError) Error() string {
	return fmt.Sprintf("uritemplate: prefix of composite value %q at byte %d", e.Name, e.Offset)
}
