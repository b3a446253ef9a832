package pct

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Format is what a package calls itself in its errors.
type Format string

// Error returns the error for s[i:end], where end may be beyond the end of s.
func (f Format) Error(s string, i, end int, r percent.Reason) *percent.SyntaxError {
	i, end = min(i, len(s)), min(end, len(s))
	return f.At(i, s[i:end], r)
}

// At returns the error for bytes that stand at i.
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
// has its offset in s. Its reason is percent.InvalidByte for a raw byte, and InvalidEscape
// for a truncated escape too: s[i:end] ends there, but seldom the input.
func (f Format) Decode(e *percent.Encoding, s string, i, end int) (string, error) {
	text, err := e.Decode(s[i:end])
	return text, f.Shift(err, i)
}

// Shift turns an error of the codec into one of format f, by bytes further on in
// the text.
func (f Format) Shift(err error, by int) error {
	e, ok := err.(*percent.SyntaxError)
	if !ok {
		return err
	}
	e.Format = string(f)
	e.Offset += int64(by)
	switch e.Reason {
	case percent.RawByte:
		e.Reason = percent.InvalidByte
	case percent.TruncatedEscape:
		e.Reason = percent.InvalidEscape
	}
	return e
}

// Unknown returns the error of a Lookup that finds nothing; names are all names of
// that kind.
func (f Format) Unknown(kind, name string, names []string) error {
	return fmt.Errorf("%s: unknown %s %q, none of %s", f, kind, name, strings.Join(names, ", "))
}

// In puts field in front of the Field of err and returns err. It does nothing to
// an error that is not a *percent.SyntaxError.
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
