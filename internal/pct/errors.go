package pct

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Format is what a package calls itself in its errors.
type Format string

// Error returns the error for s[i:end], where end may be beyond the end of s. The
// reason of an escape that the end of s cuts off is percent.TruncatedEscape, whatever r
// calls it.
func (f Format) Error(s string, i, end int, r percent.Reason) *percent.SyntaxError {
	i, end = min(i, len(s)), min(end, len(s))
	if r == percent.InvalidEscape {
		r = EscapeReason(s[i:])
	}
	return f.At(i, s[i:end], r)
}

// EscapeReason returns the reason for which rest, the input from a malformed escape on, is
// refused.
func EscapeReason(rest string) percent.Reason {
	if rest == "%" || len(rest) == 2 && rest[0] == '%' && IsHex(rest[1]) {
		return percent.TruncatedEscape
	}
	return percent.InvalidEscape
}

// At returns the error for bytes that stand at i.
//
//go:noinline
func (f Format) At(i int, bytes string, r percent.Reason) *percent.SyntaxError {
	return &percent.SyntaxError{Format: string(f), Offset: int64(i), Bytes: bytes, Reason: r}
}

// Missing returns the error for a field that is empty, missing or wrong as a
// whole.
func (f Format) Missing(field string, r percent.Reason) *percent.SyntaxError {
	return &percent.SyntaxError{Format: string(f), Field: field, Reason: r}
}

// UTF8 returns the error for text that is not UTF-8, or nil.
func (f Format) UTF8(s string) error {
	if i := InvalidUTF8(s); i >= 0 {
		return f.Error(s, i, i+1, percent.InvalidUTF8)
	}
	return nil
}

// Decode decodes s[i:end] by e. The error, a *percent.SyntaxError of format f,
// has its offset in s, and the reasons of Shift.
func (f Format) Decode(e *percent.Encoding, s string, i, end int) (string, error) {
	text, err := e.Decode(s[i:end])
	return text, f.Shift(err, s, i)
}

// Shift turns an error of the codec about a part of s that begins at by into one of
// format f about s. Its reason is percent.InvalidByte for a raw byte.
//
//go:noinline
func (f Format) Shift(err error, s string, by int) error {
	e, ok := err.(*percent.SyntaxError)
	if !ok {
		return err
	}
	e.Format = string(f)
	if e.Reason == percent.RawByte {
		e.Reason = percent.InvalidByte
	}
	ShiftOffset(e, s, by)
	return e
}

// ShiftOffset turns an error about a part of s that begins at by into one about s. An
// escape that the end of the part cuts off, and not that of s, is an invalid one.
func ShiftOffset(e *percent.SyntaxError, s string, by int) {
	e.Offset += int64(by)
	if e.Reason == percent.TruncatedEscape && e.Offset+int64(len(e.Bytes)) != int64(len(s)) {
		e.Reason = percent.InvalidEscape
	}
}

// Unknown returns the error of a Lookup that finds nothing; names are all names of
// that kind.
func (f Format) Unknown(kind, name string, names []string) error {
	return fmt.Errorf("%s: unknown %s %q, none of %s", f, kind, name, strings.Join(names, ", "))
}

// CutOff says, after "the text", what an escape at its end may be, of which only those
// bytes are there.
func CutOff(bytes string) string {
	if bytes == "%" {
		return "ends in '%': a percent sign, or an escape that was cut off"
	}
	return "ends inside the escape: it was probably cut off"
}

// In puts field in front of the Field of err and returns err. It does nothing to
// an error that is not a *percent.SyntaxError.
//
//go:noinline
func In(field string, err error) error {
	if e, ok := err.(*percent.SyntaxError); ok && e != nil {
		if e.Field != "" {
			field += ", " + e.Field
		}
		e.Field = field
	}
	return err
}

// Nth returns the ordinal number for the index i: "2nd" for 1.
func Nth(i int) string {
	n := i + 1
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}
