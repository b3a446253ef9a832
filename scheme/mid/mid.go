// Package mid reads and writes mid: and cid: URLs, which name a mail message or
// a part of one (RFC 2392, August 1998).
//
//	mid.Parse("cid:foo4%25foo1@bar.net") // ContentID foo4%foo1@bar.net
//	mid.URL{MessageID: "960830.1639@XIson.com", ContentID: "partA.960830.1639@XIson.com"}.Build()
//	// "mid:960830.1639@XIson.com/partA.960830.1639@XIson.com", nil
//
// Identifiers are without the angle brackets that they have in a header field;
// [Brackets] adds them.
//
// The API of this package may still change.
package mid

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A URL names a message, a part of a message by both identifiers, or a part
// alone. A URL with a MessageID is a mid: URL, one without it a cid: URL.
type URL struct {
	MessageID string // decoded, without angle brackets
	ContentID string // decoded, without angle brackets
}

// Encoding writes an identifier: what RFC 3986 allows in a path segment, so
// that a '/' in it is escaped.
var Encoding = percent.PathSegment

var reader = percent.PathSegment.WithRaw(percent.PcharSet)

// The reasons of a percent.SyntaxError, beside percent.InvalidEscape and
// percent.InvalidByte.
const (
	UnknownScheme percent.Reason = "no mid: or cid: scheme"
	Empty         percent.Reason = "empty identifier"
)

const syntax pct.Format = "mid"

// Parse parses a mid: or cid: URL. The error, a *percent.SyntaxError, is also for an
// escaped control character, space or angle bracket, which would end the
// identifier in a header field.
//
// Spec divergence (a mistake in the RFC): section 2 shows cid:foo4%25foo1@bar.net
// beside a Content-ID in which %25 is still an escape. It is decoded here, to
// foo4%foo1@bar.net.
func Parse(s string) (URL, error) {
	var u URL
	if len(s) < 4 || !strings.EqualFold(s[:4], "mid:") && !strings.EqualFold(s[:4], "cid:") {
		return u, syntax.Error(s, 0, 4, UnknownScheme)
	}
	var err error
	if s[0]|0x20 == 'c' {
		u.ContentID, err = identifier(s, 4, len(s))
		return u, err
	}
	slash := strings.IndexByte(s, '/')
	if slash < 0 {
		u.MessageID, err = identifier(s, 4, len(s))
		return u, err
	}
	if u.MessageID, err = identifier(s, 4, slash); err == nil {
		u.ContentID, err = identifier(s, slash+1, len(s))
	}
	return u, err
}

func identifier(s string, i, end int) (string, error) {
	if i == end {
		return "", syntax.Error(s, i, i+1, Empty)
	}
	id, err := syntax.Decode(reader, s, i, end)
	if err != nil {
		return "", err
	}
	if n := badByte(id); n >= 0 {
		at := pct.Index(s, i, n)
		return "", syntax.Error(s, at, at+3, percent.InvalidByte)
	}
	return id, nil
}

// badByte returns the index of the first byte that ends an identifier in a
// header field, or -1.
func badByte(id string) int {
	for i := range len(id) {
		if id[i] <= ' ' || id[i] == 0x7F || id[i] == '<' || id[i] == '>' {
			return i
		}
	}
	return -1
}

// check returns the error for an identifier that cannot be written.
func check(field, id string) error {
	if id == "" {
		return syntax.Missing(field, Empty)
	}
	if i := badByte(id); i >= 0 {
		return pct.In(field, syntax.Error(id, i, i+1, percent.InvalidByte))
	}
	return nil
}

// What errors call the identifiers.
const (
	messageID = "Message-ID"
	contentID = "Content-ID"
)

// Build returns u as a URL. The error, a *percent.SyntaxError, reports an identifier
// that is missing, or that holds a control character, a space or an angle bracket.
// Its Field is Message-ID or Content-ID.
func (u URL) Build() (string, error) {
	if u.MessageID == "" {
		if err := check(contentID, u.ContentID); err != nil {
			return "", err
		}
		return "cid:" + Encoding.Encode(u.ContentID), nil
	}
	if err := check(messageID, u.MessageID); err != nil {
		return "", err
	}
	s := "mid:" + Encoding.Encode(u.MessageID)
	if u.ContentID == "" {
		return s, nil
	}
	if err := check(contentID, u.ContentID); err != nil {
		return "", err
	}
	return s + "/" + Encoding.Encode(u.ContentID), nil
}

// Brackets returns an identifier as it stands in a Message-ID or Content-ID
// field. The error is that of Build.
func Brackets(id string) (string, error) {
	if err := check("", id); err != nil {
		return "", err
	}
	return "<" + id + ">", nil
}
