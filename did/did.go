// Package did reads and writes decentralized identifiers (Decentralized
// Identifiers v1.0, July 2022, section 3.1) and finds the documents of did:web
// identifiers (did:web Method Specification of the W3C Credentials Community
// Group, 2023).
//
//	did.WebURL("did:web:example.com%3A3000:org:abc")
//	// "https://example.com:3000/org/abc/did.json", nil
//	did.FromWebURL("https://example.com:3000/.well-known/did.json")
//	// "did:web:example.com%3A3000", nil
//
// Those two are the ones to reach for; [Parse] and [DID.Build] know the syntax
// that all methods share. An identifier ends where a path, a query or a fragment
// begins: what names more than the document is a DID URL, which has to be cut
// first.
package did

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
)

// Encoding writes one part of a method-specific identifier: idchar of section
// 3.1 is letters, digits and . - _
var Encoding = percent.New(idchar)

var (
	idchar = percent.Unreserved.Remove("~")
	reader = Encoding.WithRaw(idchar)
)

// A DID is the content of an identifier.
type DID struct {
	Method string   // lower-case letters and digits
	Parts  []string // what stands between the colons behind the method, decoded; the last one is not empty
}

// A Reason says what is wrong with an identifier or with a URL.
type Reason string

// The reasons of a SyntaxError.
const (
	NotDID         Reason = "no did: scheme"  // at the beginning; it is lower case
	NotWeb         Reason = "no did:web"      // but another method
	InvalidMethod  Reason = "invalid method"  // not lower-case letters and digits, or none
	InvalidEscape  Reason = "invalid escape"  // a '%' without two hexadecimal digits
	InvalidByte    Reason = "invalid byte"    // one that must be escaped there, or has no place in a path
	EmptyPart      Reason = "empty last part" // of an identifier
	InvalidHost    Reason = "invalid host"    // no domain name, an address included
	InvalidPort    Reason = "invalid port"    // not 0 to 65535
	DotSegment     Reason = "dot segment"     // which would be removed from the URL
	NotHTTPS       Reason = "no https: URL"
	NotDIDDocument Reason = "no did.json"  // at the end of the path
	NoPath         Reason = "missing path" // before /did.json, and no .well-known there
)

// A SyntaxError tells where and why an identifier or a URL is refused. For a
// part that is to be written the offset is in that part.
type SyntaxError struct {
	Offset int64  // index, in bytes from 0, of the first offending byte in what was passed
	Bytes  string // the offending bytes; "" at the end
	Reason Reason // what is wrong with them
}

// Error returns a text such as
//
//	did: invalid escape "%zz" at byte 17
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("did: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

func fail(s string, i, end int, r Reason) *SyntaxError {
	return &SyntaxError{Offset: int64(i), Bytes: s[min(i, len(s)):min(end, len(s))], Reason: r}
}

const scheme = "did:"

// Parse parses an identifier and decodes its parts. The error is a *SyntaxError.
func Parse(s string) (DID, error) {
	var d DID
	start, err := method(s)
	if err != nil {
		return d, err
	}
	d.Method = s[len(scheme) : start-1]
	for i := start; i <= len(s); {
		n := strings.IndexByte(s[i:], ':')
		if n < 0 {
			n = len(s) - i
		}
		part, err := decode(s, i, i+n)
		if err != nil {
			return d, err
		}
		d.Parts = append(d.Parts, part)
		i += n + 1
	}
	if d.Parts[len(d.Parts)-1] == "" {
		return d, fail(s, len(s), len(s), EmptyPart)
	}
	return d, nil
}

// method returns the index at which the method-specific identifier begins.
func method(s string) (int, error) {
	if !strings.HasPrefix(s, scheme) {
		return 0, fail(s, 0, len(scheme), NotDID)
	}
	i := len(scheme)
	for i < len(s) && isMethod(s[i]) {
		i++
	}
	if i == len(scheme) || i == len(s) || s[i] != ':' {
		return 0, fail(s, i, i+1, InvalidMethod)
	}
	return i + 1, nil
}

func isMethod(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

func decode(s string, i, end int) (string, error) {
	text, err := reader.Decode(s[i:end])
	if err != nil {
		return "", fromCodec(err, i)
	}
	return text, nil
}

// fromCodec turns an error of the codec, for text that begins at offset, into
// one of this package.
func fromCodec(err error, offset int) *SyntaxError {
	var e *percent.SyntaxError
	errors.As(err, &e)
	reason := InvalidEscape
	if e.Reason == percent.RawByte {
		reason = InvalidByte
	}
	return &SyntaxError{Offset: e.Offset + int64(offset), Bytes: e.Bytes, Reason: reason}
}

// Build returns d as an identifier. The error, a *SyntaxError, is for a method
// that is not lower-case letters and digits, and for a last part that is empty
// or missing.
func (d DID) Build() (string, error) {
	for i := range len(d.Method) {
		if !isMethod(d.Method[i]) {
			return "", fail(d.Method, i, i+1, InvalidMethod)
		}
	}
	if d.Method == "" {
		return "", &SyntaxError{Reason: InvalidMethod}
	}
	if len(d.Parts) == 0 || d.Parts[len(d.Parts)-1] == "" {
		return "", &SyntaxError{Reason: EmptyPart}
	}
	b := append([]byte(scheme), d.Method...)
	for _, part := range d.Parts {
		b = Encoding.AppendEncode(append(b, ':'), []byte(part))
	}
	return string(b), nil
}
