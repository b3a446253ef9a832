package ecma

import (
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// EncodeURIUTF16 is EncodeURI over code units. Units that need no change are
// returned as they are.
func EncodeURIUTF16(s []uint16) ([]uint16, error) {
	return wholeUnits(s, encodeURI.changes, encodeURI.units)
}

// EncodeURIComponentUTF16 is EncodeURIComponent over code units. Units that
// need no change are returned as they are.
func EncodeURIComponentUTF16(s []uint16) ([]uint16, error) {
	return wholeUnits(s, encodeURIComponent.changes, encodeURIComponent.units)
}

// DecodeURIUTF16 is DecodeURI over code units. Units that need no change are
// returned as they are.
func DecodeURIUTF16(s []uint16) ([]uint16, error) {
	return wholeUnits(s, isPercent, decodeURI.units)
}

// DecodeURIComponentUTF16 is DecodeURIComponent over code units. Units that
// need no change are returned as they are.
func DecodeURIComponentUTF16(s []uint16) ([]uint16, error) {
	return wholeUnits(s, isPercent, decodeURIComponent.units)
}

// EscapeUTF16 is Escape over code units. Units that need no change are returned
// as they are.
func EscapeUTF16(s []uint16) []uint16 {
	out, _ := wholeUnits(s, escapeKeeps.lacks, escapeUnits)
	return out
}

// UnescapeUTF16 is Unescape over code units. Units that need no change are
// returned as they are.
func UnescapeUTF16(s []uint16) []uint16 {
	out, _ := wholeUnits(s, isPercent, unescapeUnits)
	return out
}

// A unitCoder appends src, coded, to dst.
type unitCoder func(dst, src []uint16) ([]uint16, *URIError)

// wholeUnits codes s. If no unit of s satisfies changes, s is the result.
func wholeUnits(s []uint16, changes func(u uint16) bool, code unitCoder) ([]uint16, error) {
	if !slices.ContainsFunc(s, changes) {
		return s, nil
	}
	out, err := code(make([]uint16, 0, len(s)), s)
	if err != nil {
		return out, err
	}
	if slices.Equal(out, s) {
		return s, nil
	}
	return out, nil
}

func isPercent(u uint16) bool { return u == '%' }

// keeps is a kept set for code units.
type keeps [128]bool

func keepsOf(set percent.ByteSet) *keeps {
	var k keeps
	for b := range set.All() {
		k[b] = true
	}
	return &k
}

func (k *keeps) has(u uint16) bool   { return u < 128 && k[u] }
func (k *keeps) lacks(u uint16) bool { return !k.has(u) }

func appendOctet(dst []uint16, b byte) []uint16 {
	return append(dst, '%', uint16(pct.UpperHex[b>>4]), uint16(pct.UpperHex[b&15]))
}

// encode is the abstract operation Encode of section 19.2.6.5.
func (k *keeps) encode(dst, src []uint16) ([]uint16, *URIError) {
	for i := 0; i < len(src); i++ {
		switch u := src[i]; {
		case k.has(u):
			dst = append(dst, u)
		case u < 0x80:
			dst = appendOctet(dst, byte(u))
		default:
			r := rune(u)
			if wtf8.IsHigh(r) && i+1 < len(src) && wtf8.IsLow(rune(src[i+1])) {
				i++
				r = wtf8.Join(r, rune(src[i]))
			}
			if wtf8.IsSurrogate(r) {
				return dst, unitError(src, i, 1, LoneSurrogate)
			}
			var buf [4]byte
			for _, b := range wtf8.AppendRune(buf[:0], r) {
				dst = appendOctet(dst, b)
			}
		}
	}
	return dst, nil
}

// decode is the abstract operation Decode of section 19.2.6.6. The escapes of k
// stay.
func (k *keeps) decode(dst, src []uint16) ([]uint16, *URIError) {
	for i := 0; i < len(src); i++ {
		if src[i] != '%' {
			dst = append(dst, src[i])
			continue
		}
		lead, ok := octet(src[i:])
		switch {
		case !ok && (len(src)-i == 1 || len(src)-i == 2 && pct.Hex(src[i+1]) < 16):
			return dst, unitError(src, i, len(src)-i, percent.TruncatedEscape)
		case !ok:
			return dst, unitError(src, i, min(3, len(src)-i), percent.InvalidEscape)
		case k.has(uint16(lead)):
			dst = append(dst, src[i:i+3]...)
			i += 2
		case lead < 0x80:
			dst = append(dst, uint16(lead))
			i += 2
		default:
			var buf [4]byte
			buf[0] = lead
			n := 1
			for n < len(buf) {
				next, ok := octet(src[min(len(src), i+3*n):])
				if !ok {
					break
				}
				buf[n] = next
				n++
			}
			r, size, ok := wtf8.Decode(string(buf[:n]))
			if wtf8.IsSurrogate(r) {
				// A surrogate is not a character of UTF-8.
				size, ok = 1, false
			}
			if !ok {
				return dst, unitError(src, i, 3*size, percent.InvalidUTF8)
			}
			if r >= 0x10000 {
				dst = append(dst, 0xD800|uint16((r-0x10000)>>10), 0xDC00|uint16(r&0x3FF))
			} else {
				dst = append(dst, uint16(r))
			}
			i += 3*size - 1
		}
	}
	return dst, nil
}

// escapeUnits is annex B.2.1.1.
func escapeUnits(dst, src []uint16) ([]uint16, *URIError) {
	for _, u := range src {
		switch {
		case escapeKeeps.has(u):
			dst = append(dst, u)
		case u < 0x100:
			dst = appendOctet(dst, byte(u))
		default:
			dst = append(dst, '%', 'u')
			for shift := 12; shift >= 0; shift -= 4 {
				dst = append(dst, uint16(pct.UpperHex[u>>shift&15]))
			}
		}
	}
	return dst, nil
}

// unescapeUnits is annex B.2.1.2.
func unescapeUnits(dst, src []uint16) ([]uint16, *URIError) {
	for i := 0; i < len(src); i++ {
		u := src[i]
		if u == '%' {
			if b, ok := octet(src[i:]); ok {
				u = uint16(b)
				i += 2
			} else if wide, ok := unit(src[i:]); ok {
				u = wide
				i += 5
			}
		}
		dst = append(dst, u)
	}
	return dst, nil
}

// octet returns the octet of the escape at the front of s, if there is one.
func octet[T uint16 | byte](s []T) (byte, bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	h, l := pct.Hex(s[1]), pct.Hex(s[2])
	return byte(h<<4 | l), h|l < 16
}

// unit returns the code unit of the %uHHHH at the front of s, if there is one.
func unit[T uint16 | byte](s []T) (uint16, bool) {
	if len(s) < 6 || s[0] != '%' || s[1] != 'u' {
		return 0, false
	}
	a, b, c, d := uint16(pct.Hex(s[2])), uint16(pct.Hex(s[3])), uint16(pct.Hex(s[4])), uint16(pct.Hex(s[5]))
	return a<<12 | b<<8 | c<<4 | d, a|b|c|d < 16
}

func unitError(src []uint16, i, n int, reason percent.Reason) *URIError {
	if i+n < len(src) && wtf8.IsHigh(rune(src[i+n-1])) && wtf8.IsLow(rune(src[i+n])) {
		n++ // The other half of the character.
	}
	return newError(2*i, i, string(wtf8.AppendText(nil, src[i:i+n])), reason)
}
