// Package wtf8 reads and writes text that may hold lone surrogates, each as
// the three octets that UTF-8 would have for it. A high surrogate directly
// followed by a low one counts as the pair, in either spelling.
package wtf8

import "unicode/utf8"

// The ranges of surrogates.
const (
	surrogateMin = 0xD800
	lowMin       = 0xDC00
	surrogateMax = 0xDFFF
	supplement   = 0x10000
)

// IsSurrogate reports whether r is a high or low surrogate.
func IsSurrogate(r rune) bool { return surrogateMin <= r && r <= surrogateMax }

// IsHigh reports whether r is a high surrogate.
func IsHigh(r rune) bool { return surrogateMin <= r && r < lowMin }

// IsLow reports whether r is a low surrogate.
func IsLow(r rune) bool { return lowMin <= r && r <= surrogateMax }

// Join returns the code point of a pair of surrogates.
func Join(high, low rune) rune {
	return (high-surrogateMin)<<10 | (low - lowMin) + supplement
}

// Decode returns the scalar value or single surrogate at the front of s, which
// is not empty, and its size. Otherwise ok is false, r is U+FFFD and n is the
// length of the ill-formed subsequence that the Encoding Standard's decoder
// replaces by one U+FFFD.
func Decode(s string) (r rune, n int, ok bool) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1, true
	}
	r, n = utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || n > 1 {
		return r, n, true
	}
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3, true
	}
	n, _, _ = Subsequence(s)
	return utf8.RuneError, n, false
}

// LoneSurrogates reports whether s holds a lone surrogate, and is UTF-8 otherwise.
func LoneSurrogates(s string) bool {
	lone, high := false, false
	for s != "" {
		r, n, ok := Decode(s)
		if !ok || high && IsLow(r) {
			return false
		}
		high = IsHigh(r)
		lone = lone || IsSurrogate(r)
		s = s[n:]
	}
	return lone
}

// AppendRune appends r, which may be a surrogate.
func AppendRune(dst []byte, r rune) []byte {
	if IsSurrogate(r) {
		return append(dst, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(dst, r)
}

// AppendUnit appends a UTF-16 code unit. A low surrogate joins with a high one
// at the end of dst[from:], in place of which the pair is then written.
func AppendUnit(dst []byte, from int, unit uint16) []byte {
	if r := rune(unit); IsLow(r) && len(dst)-from >= 3 {
		if end := dst[len(dst)-3:]; end[0] == 0xED && end[1]&0xF0 == 0xA0 {
			high := 0xD000 | rune(end[1]&0x3F)<<6 | rune(end[2]&0x3F)
			return utf8.AppendRune(dst[:len(dst)-3], Join(high, r))
		}
	}
	return AppendRune(dst, rune(unit))
}

// AppendUnits appends the UTF-16 code units of s to dst, up to the first byte
// of s that is part of no character and no surrogate, and returns that byte's
// index or len(s).
func AppendUnits(dst []uint16, s string) ([]uint16, int) {
	for i := 0; i < len(s); {
		r, n, ok := Decode(s[i:])
		if !ok {
			return dst, i
		}
		dst = appendUnits(dst, r)
		i += n
	}
	return dst, len(s)
}

// AppendUnitsReplaced is AppendUnits with U+FFFD for each ill-formed
// subsequence.
func AppendUnitsReplaced(dst []uint16, s string) []uint16 {
	for i := 0; i < len(s); {
		r, n, _ := Decode(s[i:])
		dst = appendUnits(dst, r)
		i += n
	}
	return dst
}

func appendUnits(dst []uint16, r rune) []uint16 {
	if r >= supplement {
		r -= supplement
		return append(dst, surrogateMin|uint16(r>>10), lowMin|uint16(r&0x3FF))
	}
	return append(dst, uint16(r))
}

// AppendText appends the text of units to dst.
func AppendText(dst []byte, units []uint16) []byte {
	from := len(dst)
	for _, u := range units {
		dst = AppendUnit(dst, from, u)
	}
	return dst
}

// Offset returns the index of the byte at which the code unit with that index
// begins in s, which must be well-formed up to there. The second unit of a
// character of four bytes has the offset of the character.
func Offset(s string, index int) int {
	i := 0
	for index > 0 && i < len(s) {
		r, n, _ := Decode(s[i:])
		if r >= supplement {
			if index == 1 {
				break
			}
			index--
		}
		index--
		i += n
	}
	return i
}

// CompareUTF16 compares a and b by their UTF-16 code units.
func CompareUTF16(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	// Back to the start of the character that differs; bytes before it are the
	// same on both sides.
	for i > 0 && i < len(a) && i < len(b) && (a[i]&0xC0 == 0x80 || b[i]&0xC0 == 0x80) {
		i--
	}
	for len(a) > i && len(b) > i {
		ra, na, _ := Decode(a[i:])
		rb, nb, _ := Decode(b[i:])
		if ra != rb {
			return compareRunes(ra, rb)
		}
		a, b, i = a[i+na:], b[i+nb:], 0
	}
	return (len(a) - i) - (len(b) - i)
}

// compareRunes compares by the first code unit and then by value.
func compareRunes(a, b rune) int {
	key := func(r rune) rune {
		if r >= supplement {
			return surrogateMin | (r-supplement)>>10
		}
		return r
	}
	if key(a) != key(b) {
		return int(key(a) - key(b))
	}
	return int(a - b)
}
