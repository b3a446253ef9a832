// Package otel reads and writes OTEL_RESOURCE_ATTRIBUTES, the environment
// variable that tells OpenTelemetry SDKs what a process is.
//
//	otel.Parse("service.name=shop,note=a%2Cb%3Dc")
//	// [{service.name shop} {note a,b=c}], nil
//	otel.Build(otel.Attribute{Key: "note", Value: "a,b=c"}) // "note=a%2Cb%3Dc", nil
//
// [Parse] and [Build] are all there is. They follow the section "Specifying
// resource information via an environment variable" of the OpenTelemetry
// Resource SDK (2026): ',' and '=' are escaped in keys and in values, other
// characters may be, and one mistake anywhere discards the whole variable. The
// format is near W3C Baggage, for which package header has functions, but keys
// are decoded here, there are no properties, and nothing is tolerated.
package otel

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// Variable is the name of the environment variable.
const Variable = "OTEL_RESOURCE_ATTRIBUTES"

// Encoding writes keys and values: what baggage-octet of W3C Baggage section
// 3.3.1 holds, without '%' and '=', stays. So readers that know the variable
// from the time when it was a Baggage field without properties read it alike. It
// refuses malformed escapes and what is not UTF-8 when decoding.
var Encoding = percent.New(percent.ByteSet{}.AddRange('!', '~').Remove(`",;\%=`)).
	WithInvalidUTF8(percent.InvalidUTF8Refused)

// An Attribute is a pair of the variable.
type Attribute struct {
	Key, Value string // decoded
}

// A Reason says what is wrong with the variable, or with what is to go into it.
type Reason string

// The reasons of a SyntaxError.
const (
	InvalidEscape Reason = "invalid escape" // a '%' without two hexadecimal digits
	InvalidUTF8   Reason = "invalid UTF-8"  // in the variable, in decoded octets, or in text to be written
	MissingKey    Reason = "missing key"    // before '='
	MissingEquals Reason = "missing '='"    // between key and value
	RawEquals     Reason = "unescaped '='"  // in a value
)

// A SyntaxError tells where and why the variable is refused. For a key or value
// that is to be written the offset is in that key or value.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	otel: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("otel: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

// Parse returns the attributes in their order; a key that comes twice is in the
// list twice. White space around keys and values, spaces and tabs, is dropped
// before they are decoded. An empty or blank variable has no attributes. With an
// error, a *SyntaxError, there are none either: the specification discards the
// whole variable.
func Parse(s string) ([]Attribute, error) {
	if strings.Trim(s, blank) == "" {
		return nil, nil
	}
	list := make([]Attribute, 0, strings.Count(s, ",")+1)
	for i := 0; i <= len(s); {
		n := strings.IndexByte(s[i:], ',')
		if n < 0 {
			n = len(s) - i
		}
		a, err := attribute(s, i, i+n)
		if err != nil {
			return nil, err
		}
		list = append(list, a)
		i += n + 1
	}
	return list, nil
}

const blank = " \t"

func attribute(s string, i, end int) (a Attribute, _ error) {
	n := strings.IndexByte(s[i:end], '=')
	if n < 0 {
		return a, &SyntaxError{Offset: int64(end), Bytes: s[end:min(end+1, len(s))], Reason: MissingEquals}
	}
	equals := i + n
	if n := strings.IndexByte(s[equals+1:end], '='); n >= 0 {
		return a, &SyntaxError{Offset: int64(equals + 1 + n), Bytes: "=", Reason: RawEquals}
	}
	var err error
	if a.Key, err = decode(s, i, equals); err != nil {
		return a, err
	}
	if a.Key == "" {
		return a, &SyntaxError{Offset: int64(equals), Bytes: "=", Reason: MissingKey}
	}
	a.Value, err = decode(s, equals+1, end)
	return a, err
}

// decode decodes s[i:end] without the white space around it.
func decode(s string, i, end int) (string, error) {
	for i < end && strings.IndexByte(blank, s[i]) >= 0 {
		i++
	}
	for i < end && strings.IndexByte(blank, s[end-1]) >= 0 {
		end--
	}
	text, err := Encoding.Decode(s[i:end])
	if err == nil {
		return text, nil
	}
	var e *percent.SyntaxError
	errors.As(err, &e)
	reason := InvalidEscape
	if e.Reason == percent.InvalidUTF8 {
		reason = InvalidUTF8
	}
	return "", &SyntaxError{Offset: e.Offset + int64(i), Bytes: e.Bytes, Reason: reason}
}

// Build returns the value of the variable. The error, a *SyntaxError, is for an
// empty key and for text that is not UTF-8. Without attributes the value is
// empty.
func Build(attributes ...Attribute) (string, error) {
	var b []byte
	for i, a := range attributes {
		if a.Key == "" {
			return "", &SyntaxError{Reason: MissingKey}
		}
		if i > 0 {
			b = append(b, ',')
		}
		for j, s := range [2]string{a.Key, a.Value} {
			if at := invalid(s); at >= 0 {
				return "", &SyntaxError{Offset: int64(at), Bytes: s[at : at+1], Reason: InvalidUTF8}
			}
			if j > 0 {
				b = append(b, '=')
			}
			b = Encoding.AppendEncode(b, []byte(s))
		}
	}
	return string(b), nil
}

// invalid returns the index of the first byte of s that is not UTF-8, or -1.
func invalid(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}
