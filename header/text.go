package header

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// GRPCMessageEncoding is the Status-Message of gRPC over HTTP/2. It writes 20 to
// 7E as they are, except '%', and every other octet as an escape. Its decoder
// keeps malformed escapes and replaces invalid UTF-8 by U+FFFD.
var GRPCMessageEncoding = percent.New(lineSet).
	WithMalformed(percent.MalformedKept).
	WithInvalidUTF8(percent.InvalidUTF8Replaced)

// SlugEncoding is the slugtext of RFC 5023 section 9.7.1. It writes 20 to 7E as
// they are, except '%', and every other octet as an escape; decoding refuses any
// other byte that is not escaped.
var SlugEncoding = percent.New(lineSet).WithRaw(lineSet)

var lineSet = percent.ByteSet{}.AddRange(' ', '~').Remove("%")

// BuildGRPCMessage returns s as the value of grpc-message. A space at either end is
// escaped, too: HTTP would remove it.
func BuildGRPCMessage(s string) string { return escapeEnds(GRPCMessageEncoding.Encode(s)) }

// ParseGRPCMessage returns the text of a grpc-message. It never fails and drops
// nothing: malformed escapes and bytes that should have been escaped stay, and
// what is not UTF-8 becomes U+FFFD.
func ParseGRPCMessage(s string) string {
	text, _ := GRPCMessageEncoding.Decode(s)
	return text
}

// BuildSlug returns s as the value of a Slug field. A space at either end is
// escaped, too. The error, a *percent.SyntaxError, reports what is not UTF-8.
func BuildSlug(s string) (string, error) {
	if err := syntax.UTF8(s); err != nil {
		return "", err
	}
	return escapeEnds(SlugEncoding.Encode(s)), nil
}

// ParseSlug returns the text of a Slug field, without the white space around
// it. Strict refuses malformed escapes, raw bytes that should have been escaped
// and what is not UTF-8; Lenient keeps the first two and writes U+FFFD for the
// third. The error is a *percent.SyntaxError.
func ParseSlug(s string, mode Mode) (string, error) {
	text := strings.TrimLeft(s, " \t")
	at := len(s) - len(text)
	text = strings.TrimRight(text, " \t")
	if mode == Lenient {
		return ParseGRPCMessage(text), nil
	}
	decoded, err := strictSlug.Decode(text)
	if err != nil {
		return "", syntax.Shift(err, s, at)
	}
	return decoded, nil
}

var strictSlug = SlugEncoding.WithInvalidUTF8(percent.InvalidUTF8Refused)

// escapeEnds escapes the spaces at both ends of s.
func escapeEnds(s string) string {
	inner := strings.TrimLeft(s, " ")
	before := len(s) - len(inner)
	inner = strings.TrimRight(inner, " ")
	after := len(s) - before - len(inner)
	if before+after == 0 {
		return s
	}
	return strings.Repeat("%20", before) + inner + strings.Repeat("%20", after)
}
