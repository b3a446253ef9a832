package rule

import (
	"bytes"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/ucs"
)

// appendShown appends src to dst with those escapes decoded that steps 1 to 5
// of RFC 3987 section 3.2 decode outside a query. Package iri does the same;
// it is not imported because hosts, which it maps, bring large tables.
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
		if ucs.IsUcschar(r) && !ucs.IsBidiControl(r) && (r != utf8.RuneError || n > 1) {
			dst = append(dst, octets[:n]...)
		} else {
			dst = append(dst, bytes.ToUpper(src[:3*n])...)
		}
		src = src[3*n:]
	}
	return dst
}

// apply replaces in text what XML does not allow, or returns what is refused.
func (rule DecodedRule) apply(text []byte) (out []byte, refused string) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		lacks := r == 0xFFFE || r == 0xFFFF
		if rule != DecodedFFFEReplaced {
			lacks = lacks || r < ' ' && r != '\t' && r != '\n' && r != '\r'
		}
		if rule == DecodedXMLRefused {
			lacks = lacks || r == utf8.RuneError && n == 1
		}
		switch {
		case !lacks:
			out = append(out, text[i:i+n]...)
		case rule == DecodedXMLRefused:
			return out, string(text[i : i+n])
		default:
			out = append(out, replacement...)
		}
		i += n
	}
	return out, ""
}
