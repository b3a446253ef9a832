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
// that all methods share. All take identifiers only: cut off the path, the query and
// the fragment of a DID URL first.
//
// The API of this package may still change.
package did

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
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
	Parts  []string // the parts between the colons after the method, decoded; the last one is not empty
}

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	NotDID         percent.Reason = "no did: scheme"  // at the beginning; it is lower case
	NotWeb         percent.Reason = "no did:web"      // but another method
	InvalidMethod  percent.Reason = "invalid method"  // not lower-case letters and digits, or none
	EmptyPart      percent.Reason = "empty last part" // of an identifier
	InvalidHost    percent.Reason = "invalid host"    // not a domain name; nor is an address one
	InvalidPort    percent.Reason = "invalid port"    // not 0 to 65535
	DotSegment     percent.Reason = "dot segment"     // which would be removed from the URL
	NotHTTPS       percent.Reason = "not an https: URL"
	NotDIDDocument percent.Reason = "no did.json"  // at the end of the path
	NoPath         percent.Reason = "missing path" // before /did.json, and no .well-known there
)

const syntax pct.Format = "did"

const scheme = "did:"

// Parse parses an identifier and decodes its parts. The error is a *percent.SyntaxError.
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
		part, err := syntax.Decode(reader, s, i, i+n)
		if err != nil {
			return d, err
		}
		d.Parts = append(d.Parts, part)
		i += n + 1
	}
	if d.Parts[len(d.Parts)-1] == "" {
		return d, syntax.Error(s, len(s), len(s), EmptyPart)
	}
	return d, nil
}

// method returns the index at which the method-specific identifier begins.
func method(s string) (int, error) {
	if !strings.HasPrefix(s, scheme) {
		return 0, syntax.Error(s, 0, len(scheme), NotDID)
	}
	i := len(scheme)
	for i < len(s) && isMethod(s[i]) {
		i++
	}
	if i == len(scheme) || i == len(s) || s[i] != ':' {
		return 0, syntax.Error(s, i, i+1, InvalidMethod)
	}
	return i + 1, nil
}

func isMethod(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// Build returns d as an identifier. The error, a *percent.SyntaxError, reports a method
// that is not lower-case letters and digits, and a last part that is empty or
// missing.
func (d DID) Build() (string, error) {
	for i := range len(d.Method) {
		if !isMethod(d.Method[i]) {
			return "", pct.In("Method", syntax.Error(d.Method, i, i+1, InvalidMethod))
		}
	}
	if d.Method == "" {
		return "", syntax.Missing("Method", InvalidMethod)
	}
	if len(d.Parts) == 0 || d.Parts[len(d.Parts)-1] == "" {
		return "", syntax.Missing("Parts", EmptyPart)
	}
	b := append([]byte(scheme), d.Method...)
	for _, part := range d.Parts {
		b = Encoding.AppendEncode(append(b, ':'), []byte(part))
	}
	return string(b), nil
}
