package ecma

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

var escapeEncoding = percent.New(escapeUnescaped)

// Escape is escape of annex B.2.1.1: letters, digits and @*_+-./ stay, other
// code units below 256 become %XX, which is Latin-1, and the rest %uXXXX, a
// surrogate each. It never fails; what is not UTF-8 counts as U+FFFD. No
// standard for URIs knows %uXXXX: use EncodeURIComponent for URIs. A string
// that needs no change is returned as it is.
func Escape(s string) string {
	if pct.ASCII(s) {
		return escapeEncoding.Encode(s)
	}
	return string(AppendEscape(make([]byte, 0, 2*len(s)), bytesOf(s)))
}

// AppendEscape appends Escape of src to dst and returns the extended buffer.
func AppendEscape(dst, src []byte) []byte {
	s := textOf(src)
	for len(s) > 0 {
		n := 0
		for n < len(s) && s[n] < utf8.RuneSelf {
			n++
		}
		dst = escapeEncoding.AppendEncode(dst, bytesOf(s[:n]))
		s = s[n:]
		for len(s) > 0 && s[0] >= utf8.RuneSelf {
			r, n, _ := wtf8.Decode(s)
			s = s[n:]
			switch {
			case r < 0x100:
				dst = append(dst, '%', pct.UpperHex[r>>4], pct.UpperHex[r&15])
			case r < 0x10000:
				dst = appendUnitEscape(dst, r)
			default:
				r -= 0x10000
				dst = appendUnitEscape(appendUnitEscape(dst, 0xD800|r>>10), 0xDC00|r&0x3FF)
			}
		}
	}
	return dst
}

func appendUnitEscape(dst []byte, r rune) []byte {
	return append(dst, '%', 'u', pct.UpperHex[r>>12], pct.UpperHex[r>>8&15], pct.UpperHex[r>>4&15], pct.UpperHex[r&15])
}

// Unescape is unescape of annex B.2.1.2: %XX becomes the character with that
// number, up to U+00FF, and %uXXXX, with a lower-case u, the code unit; two that
// make a pair become one character, and a lone surrogate three bytes. Everything
// else stays. It never fails; what is not UTF-8 counts as U+FFFD. A string that
// needs no change is returned as it is.
func Unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 && utf8.ValidString(s) {
		return s
	}
	out := AppendUnescape(make([]byte, 0, len(s)), bytesOf(s))
	if string(out) == s {
		return s
	}
	return string(out)
}

// AppendUnescape appends Unescape of src to dst and returns the extended
// buffer.
func AppendUnescape(dst, src []byte) []byte {
	if !utf8.Valid(src) {
		units, _ := unescapeUnits(nil, wtf8.AppendUnitsReplaced(make([]uint16, 0, len(src)), textOf(src)))
		return wtf8.AppendText(dst, units)
	}
	from := len(dst)
	for {
		i := bytes.IndexByte(src, '%')
		if i < 0 {
			return append(dst, src...)
		}
		dst = append(dst, src[:i]...)
		src = src[i:]
		if b, ok := octet(src); ok {
			dst = utf8.AppendRune(dst, rune(b))
			src = src[3:]
		} else if u, ok := unit(src); ok {
			dst = wtf8.AppendUnit(dst, from, u)
			src = src[6:]
		} else {
			dst = append(dst, '%')
			src = src[1:]
		}
	}
}
