// Package xpath has the percent-encoding functions of XPath, XSLT and R2RML.
//
//	xpath.EncodeForURI("100% organic")        // "100%25%20organic"
//	xpath.IRIToURI("http://h/~bébé#ocean")    // "http://h/~b%C3%A9b%C3%A9#ocean"
//	xpath.DecodeFromURI("100%25%20organic")   // "100% organic"
//
// [EncodeForURI] is for data that becomes part of a URI, [IRIToURI] for a whole
// IRI. They follow XPath and XQuery Functions and Operators 3.1 (March 2017)
// sections 6.2 to 6.4, [DecodeFromURI] the draft of version 4.0 of August 2026.
// Bytes that are not UTF-8, which XPath does not have, are escaped as bytes.
//
// The API of this package may still change.
package xpath

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// IRIToURISet is Functions and Operators section 6.3: the printable
// characters of ASCII except those that no IRI may hold, which are space < > " {
// } | \ ^ and the grave accent. It holds '%'.
var IRIToURISet = percent.ByteSet{}.AddRange(0x21, 0x7E).Remove("<>\"{}|\\^`")

// EscapeHTMLURISet is section 6.4: 20 to 7E, space and '%' too.
var EscapeHTMLURISet = percent.ByteSet{}.AddRange(0x20, 0x7E)

// EncodeForURIEncoding is fn:encode-for-uri, and ENCODE_FOR_URI of SPARQL.
var EncodeForURIEncoding = percent.RFC3986

// IRIToURIEncoding is fn:iri-to-uri. It keeps '%': encoding twice changes
// nothing more, and decoding does not lead back.
var IRIToURIEncoding = percent.New(IRIToURISet)

// EscapeHTMLURIEncoding is fn:escape-html-uri. It keeps '%' too.
var EscapeHTMLURIEncoding = percent.New(EscapeHTMLURISet)

// EncodeForURI is fn:encode-for-uri (section 6.2): it escapes all but unreserved
// characters, '/' and '%' included.
func EncodeForURI(s string) string { return EncodeForURIEncoding.Encode(s) }

// IRIToURI is fn:iri-to-uri (section 6.3): it escapes what no URI may hold, and
// leaves '%' and delimiters alone. It does not check whether s is an IRI; package iri
// does.
func IRIToURI(s string) string { return IRIToURIEncoding.Encode(s) }

// EscapeHTMLURI is fn:escape-html-uri (section 6.4): it escapes all but the
// printable characters of ASCII, as HTML 4.01 appendix B.2.1 recommends. Spaces
// stay.
func EscapeHTMLURI(s string) string { return EscapeHTMLURIEncoding.Encode(s) }

// EscapeURIAttribute is what a serializer does to an attribute whose value is a
// URI where escape-uri-attributes is yes (XSLT and XQuery Serialization 3.1,
// section 7.3): normalization form C, then EscapeHTMLURI. Escaping for HTML comes
// after it.
func EscapeURIAttribute(s string) string { return EscapeHTMLURI(norm.NFC.String(s)) }

// IRISafe is the IRI-safe version of a string that R2RML (September 2012, section
// 7.3) puts into templates of IRIs: all but unreserved characters and the ucschar
// of RFC 3987 is escaped. What is not ASCII mostly stays.
func IRISafe(s string) string {
	if irisafe(s) == len(s) {
		return s
	}
	return string(AppendIRISafe(nil, []byte(s)))
}

// irisafe returns the index of the first byte of s that has to be escaped.
func irisafe(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !safe(r, n) {
			return i
		}
		i += n
	}
	return len(s)
}

func safe(r rune, size int) bool {
	if r < utf8.RuneSelf {
		return percent.Unreserved.Contains(byte(r))
	}
	return pct.IsUcschar(r) && (r != utf8.RuneError || size > 1)
}

// AppendIRISafe appends src, made IRI-safe, to dst and returns the extended
// buffer.
func AppendIRISafe(dst, src []byte) []byte {
	for len(src) > 0 {
		r, n := utf8.DecodeRune(src)
		if safe(r, n) {
			dst = append(dst, src[:n]...)
		} else {
			dst = percent.RFC3986.AppendEncode(dst, src[:n])
		}
		src = src[n:]
	}
	return dst
}

// DecodeFromURI is fn:decode-from-uri of the XPath 4.0 draft as of August 2026:
// escapes become octets, and the octets text. A malformed escape, which is '%'
// and up to two octets after it, becomes U+FFFD; so does what is not UTF-8, and
// a character that XML does not allow, such as %00. '+' is itself. It never
// fails.
//
// The specification says characters where its tests (decode-from-uri-14 and -15
// of the QT4 suite) count octets; the tests are followed.
func DecodeFromURI(s string) string { return string(AppendDecodeFromURI(nil, []byte(s))) }

// DecodeFromURI2023 is DecodeFromURI as the drafts of September 2023 to July 2026
// define it: '+' becomes a space.
func DecodeFromURI2023(s string) string {
	return DecodeFromURI(strings.ReplaceAll(s, "+", " "))
}

// AppendDecodeFromURI appends src, decoded as DecodeFromURI does, to dst and
// returns the extended buffer.
func AppendDecodeFromURI(dst, src []byte) []byte {
	octets := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		octet, ok := pct.Octet(src[i:])
		switch {
		case src[i] != '%':
			octets = append(octets, src[i])
			i++
		case ok:
			octets = append(octets, octet)
			i += 3
		default:
			octets = append(octets, "\uFFFD"...)
			i += 3
		}
	}
	octets, _ = replacing.AppendDecode(nil, octets)
	for len(octets) > 0 {
		r, n := utf8.DecodeRune(octets)
		if isXMLChar(r) {
			dst = append(dst, octets[:n]...)
		} else {
			dst = append(dst, "\uFFFD"...)
		}
		octets = octets[n:]
	}
	return dst
}

// replacing decodes nothing and replaces what is not UTF-8.
var replacing = percent.New(percent.AllBytes).WithPreserved(percent.AllBytes).
	WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)

// isXMLChar is the production Char of XML 1.0.
func isXMLChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r != 0xFFFE && r != 0xFFFF
}
