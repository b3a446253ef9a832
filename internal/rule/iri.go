package rule

import (
	"bytes"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// appendShown appends src to dst and decodes the escapes that steps 1 to 5 of RFC 3987
// section 3.2 decode outside a query. Package iri does the same, but is not imported
// because it needs large tables for hosts.
func appendShown(dst, src []byte) []byte {
	start := len(dst)
	for len(src) > 0 {
		octet, ok := pct.Octet(src)
		switch {
		case !ok:
			dst, src = append(dst, src[0]), src[1:]
			continue
		case octet < utf8.RuneSelf:
			if percent.Unreserved.Contains(octet) && !pct.Completes(dst[start:], octet) {
				dst = append(dst, octet)
			} else {
				dst = append(dst, src[:3]...)
			}
			src = src[3:]
			continue
		}
		var octets []byte
		for len(octets) < utf8.UTFMax {
			o, ok := pct.Octet(src[3*len(octets):])
			if !ok {
				break
			}
			octets = append(octets, o)
		}
		r, n := utf8.DecodeRune(octets)
		if pct.IsUcschar(r) && !pct.IsBidiControl(r) && (r != utf8.RuneError || n > 1) {
			dst = append(dst, octets[:n]...)
		} else {
			dst = append(dst, bytes.ToUpper(src[:3*n])...)
		}
		src = src[3*n:]
	}
	return dst
}

// replaceNotXML returns text with U+FFFD for the characters that XML does not allow.
func replaceNotXML(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if lacksXML(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// notXML returns the index and the length of the first character that XML does not
// allow, or of an unescaped lone surrogate. n is 0 if there is neither.
func (p *piece) notXML() (at, n int) {
	for at < len(p.octets) {
		r, n := utf8.DecodeRune(p.octets[at:])
		switch {
		case r == utf8.RuneError && n == 1 && p.kinds[at] == asText:
			return at, 3
		case lacksXML(r):
			return at, n
		}
		at += n
	}
	return 0, 0
}

// lacksXML reports whether XML does not allow r, which must not be a surrogate.
func lacksXML(r rune) bool {
	return r == 0xFFFE || r == 0xFFFF || r < ' ' && r != '\t' && r != '\n' && r != '\r'
}
