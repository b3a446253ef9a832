package lint

import (
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// Most escapes beyond ASCII are of letters of which no rule has anything to say.

// quietLetters are ranges of letters that are no more than themselves to every rule, save
// those that isQuiet leaves out: none is invisible, folds to a delimiter, or is changed by
// the normal form NFC.
var quietLetters = [...][2]rune{
	{0xC0, 0x24F},    // Latin
	{0x391, 0x3C9},   // Greek
	{0x400, 0x45F},   // Cyrillic
	{0x5D0, 0x5EA},   // Hebrew
	{0x620, 0x64A},   // Arabic
	{0x3041, 0x3096}, // Hiragana
	{0x30A1, 0x30FC}, // Katakana
	{0x4E00, 0x9FFF}, // Han
	{0xAC00, 0xD7A3}, // Hangul
}

// isQuiet reports whether no rule has anything to say of r outside of hosts.
func isQuiet(r rune) bool {
	switch r & 0xFF {
	case '\r', '\n', '.', '/':
		return false // left of it where code points are cut to eight bits
	}
	for _, in := range quietLetters {
		if r <= in[1] {
			return r >= in[0]
		}
	}
	return false
}

// quietLetter returns the letter at the beginning of s and its length, if no rule has
// anything to say of it and it is written in escapes with upper-case digits; otherwise 0, 0.
func quietLetter(s string) (r rune, n int) {
	lead := upperOctet(s)
	size := 2
	switch {
	case lead >= 0xF0 || lead < 0xC3:
		return 0, 0
	case lead >= 0xE0:
		size = 3
		r = rune(lead & 0x0F)
	default:
		r = rune(lead & 0x1F)
	}
	n = 3
	for range size - 1 {
		octet := upperOctet(s[n:])
		if octet&0xC0 != 0x80 {
			return 0, 0
		}
		r = r<<6 | rune(octet&0x3F)
		n += 3
	}
	if size == 3 && r < 0x800 || !isQuiet(r) {
		return 0, 0
	}
	return r, n
}

// upperOctet returns the octet beyond ASCII of the escape at the beginning of s, if its digits
// are upper-case, or 0.
func upperOctet(s string) byte {
	if len(s) < 3 || s[0] != '%' || s[1] < '8' || s[1] > 'F' || s[2] > 'F' {
		return 0
	}
	octet, _ := pct.Octet(s)
	return octet
}

// isQuietOrASCII reports whether all octets beyond ASCII in s are of quiet letters.
func isQuietOrASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= utf8.RuneSelf:
			return false
		case s[i] != '%':
		default:
			if octet, ok := pct.Octet(s[i:]); ok && octet >= utf8.RuneSelf {
				_, n := quietLetter(s[i:])
				if n == 0 {
					return false
				}
				i += n - 1
			}
		}
	}
	return true
}
