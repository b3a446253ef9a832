package explain

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// notePayload notes text that is, as a whole, in another encoding of octets or
// characters: base64, a JSON Web Token, an encoded word. The text is looked at once
// decoded, and so is each segment, value and fragment.
func (e *Explanation) notePayload() {
	first, count, message := 0, 0, ""
	see := func(at int, s string) bool {
		what := payload(s)
		if what == "" {
			return false
		}
		if count++; count == 1 {
			first, message = at, what
		}
		return true
	}
	if len(e.Components) == 0 || e.Components[0].Offset == 0 && e.Relative() {
		if see(0, e.Layers.Once()) {
			e.add(notePayload, 0, 1, "%s", message)
			return
		}
	}
	for i := range e.Components {
		for _, p := range e.Components[i].Pieces {
			if p.Kind == pieceSegment || p.Kind == pieceValue {
				see(p.Offset, text.Decode(e.Text[p.Offset:p.Offset+p.Len]))
			}
		}
	}
	e.add(notePayload, first, count, "%s", message)
}

// The least lengths at which text is taken for base64. Those for text that has
// nothing but letters and digits in it, or that means no text, are so that words,
// names and identifiers are not.
const (
	minBase64       = 8  // with '=', '+' or '/', if it means text
	minPlainBase64  = 16 // without
	minBinaryBase64 = 24 // with '=', if it means octets
)

// payload says in what encoding s is as a whole, or "".
func payload(s string) string {
	if strings.HasPrefix(s, "=?") && strings.HasSuffix(s, "?=") {
		if means, err := new(mime.WordDecoder).DecodeHeader(s); err == nil && means != s {
			return "an encoded word of a mail's header (RFC 2047): it stands for " + excerpt.Of(means, 60)
		}
	}
	if algorithm := jwtAlgorithm(s); algorithm != "" {
		return "a JSON Web Token (RFC 7519), alg " + excerpt.Of(algorithm, 30) + ": its base64url needs no percent-encoding"
	}
	if len(s) < minBase64 || strings.ContainsAny(s, "\r\n") {
		return ""
	}
	if len(s) >= minPlainBase64 && !strings.ContainsAny(s, "+/ ") {
		octets, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimRight(s, "="))
		if err == nil && isReadable(octets) {
			return fmt.Sprintf("base64url (RFC 4648 section 5), which needs no escape but for '=': it stands for %s", excerpt.Of(string(octets), 60))
		}
	}
	plus := strings.ReplaceAll(s, " ", "+")
	octets, err := base64.StdEncoding.Strict().DecodeString(plus)
	if err != nil {
		return ""
	}
	message := "base64 (RFC 4648 section 4)"
	switch marked := strings.ContainsAny(plus, "=+/"); {
	case isReadable(octets) && (marked && isMixed(s) || len(s) >= minPlainBase64):
		message += ": it stands for " + excerpt.Of(string(octets), 60)
	case len(s) >= minBinaryBase64 && s[len(s)-1] == '=' && isMixed(s) && strings.ContainsAny(s, "0123456789"):
		message = fmt.Sprintf("looks like %s of %d octets", message, len(octets))
	default:
		return ""
	}
	switch {
	case plus != s:
		message += "; where a space is, a '+' was read as a form reads it: write %2B"
	case strings.Contains(s, "+"):
		message += "; a form reads its '+' as a space: write %2B"
	}
	return message
}

// jwtAlgorithm returns the alg of the header if s is a signed or encrypted JSON Web
// Token in compact form (RFC 7515 section 3.1, RFC 7516 section 3.1), or "".
func jwtAlgorithm(s string) string {
	header, rest, _ := strings.Cut(s, ".")
	if dots := strings.Count(rest, "."); dots != 1 && dots != 3 {
		return ""
	}
	object, err := base64.RawURLEncoding.DecodeString(header)
	if err != nil {
		return ""
	}
	for part := range strings.SplitSeq(rest, ".") {
		if _, err := base64.RawURLEncoding.DecodeString(part); err != nil {
			return ""
		}
	}
	var fields struct{ Alg string }
	if json.Unmarshal(object, &fields) != nil {
		return ""
	}
	return fields.Alg
}

// isReadable reports whether octets are text that somebody may have written: every
// character has a form, and a quarter are letters or digits.
func isReadable(octets []byte) bool {
	letters, all := 0, 0
	for _, r := range string(octets) {
		if r == utf8.RuneError || !unicode.IsPrint(r) && !strings.ContainsRune("\t\r\n", r) {
			return false
		}
		if all++; unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters++
		}
	}
	return letters > 0 && 4*letters >= all
}

// isMixed reports whether s has letters of both cases.
func isMixed(s string) bool {
	return strings.ContainsFunc(s, unicode.IsUpper) && strings.ContainsFunc(s, unicode.IsLower)
}
