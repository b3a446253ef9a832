package oauth1

import (
	"fmt"
	"strconv"
)

// URLReason says why a URL cannot be signed.
type URLReason uint8

// The reasons of a URLError.
const (
	_        URLReason = iota
	NoScheme           // it is not absolute
	NoHost             // it has no host
	BadPort            // its port is no number
)

// String returns the reason in words, such as "no scheme".
func (r URLReason) String() string {
	return word("URLReason", int(r), []string{NoScheme: "no scheme", NoHost: "no host", BadPort: "port is no number"})
}

// A URLError says that a URL cannot be signed.
type URLError struct {
	URL    string
	Reason URLReason
}

// Error returns a text such as
//
//	oauth1: URL "/path": no scheme
func (e *URLError) Error() string { return fmt.Sprintf("oauth1: URL %q: %v", e.URL, e.Reason) }

// HeaderReason says what is wrong with an Authorization header.
type HeaderReason uint8

// The reasons of a HeaderError.
const (
	_         HeaderReason = iota
	NotOAuth               // the scheme is another one
	NoName                 // a parameter has no name
	NoEquals               // there is no '=' behind a name
	NoQuote                // a value is not quoted
	OpenQuote              // the quote of a value does not end
	NoComma                // something other than a comma follows a value
	BadEscape              // an escape is malformed
)

// String returns the reason in words, such as "no comma".
func (r HeaderReason) String() string {
	return word("HeaderReason", int(r), []string{
		NotOAuth: "scheme is not OAuth", NoName: "parameter without name", NoEquals: "no '=' behind a name",
		NoQuote: "value without quotes", OpenQuote: "quote without end", NoComma: "no comma behind a value",
		BadEscape: "malformed escape",
	})
}

// A HeaderError says where an Authorization header is malformed. It does not
// quote it.
type HeaderError struct {
	Offset int64 // in bytes from the start of the value
	Reason HeaderReason
}

// Error returns a text such as
//
//	oauth1: Authorization header: value without quotes at byte 27
func (e *HeaderError) Error() string {
	return fmt.Sprintf("oauth1: Authorization header: %v at byte %d", e.Reason, e.Offset)
}

// A MethodError names a signature method that is not known, or not accepted.
type MethodError struct {
	Method string
}

// Error returns a text such as
//
//	oauth1: unknown signature method "HMAC-MD5"
func (e *MethodError) Error() string {
	return "oauth1: unknown signature method " + strconv.Quote(e.Method)
}

// word returns words[i], or kind(i) where there is none.
func word(kind string, i int, words []string) string {
	if i < len(words) && words[i] != "" {
		return words[i]
	}
	return kind + "(" + strconv.Itoa(i) + ")"
}
