package text

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// IsAmong reports whether a word is in a list, in any case.
func IsAmong(word string, list []string) bool {
	if HasNonASCII(word) {
		return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, word) })
	}
	for _, s := range list {
		if len(s) == len(word) && (s == "" || s[0]|0x20 == word[0]|0x20 && strings.EqualFold(s, word)) {
			return true
		}
	}
	return false
}

// HasPrefix reports whether s begins with prefix, in any case.
//
//go:noinline
func HasPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// Hex2 returns the value of the two hexadecimal digits that s begins with, or -1.
func Hex2(s string) int {
	if len(s) < 2 || !pct.IsHex(s[0]) || !pct.IsHex(s[1]) {
		return -1
	}
	return int(pct.Hex(s[0])<<4 | pct.Hex(s[1]))
}

// Hex4 returns the value of the four hexadecimal digits that s begins with, or -1.
func Hex4(s string) int {
	high := Hex2(s)
	if high < 0 || Hex2(s[2:]) < 0 {
		return -1
	}
	return high<<8 | Hex2(s[2:])
}

// IsAlphanumeric reports whether c is a letter or digit of ASCII.
func IsAlphanumeric(c byte) bool { return '0' <= c && c <= '9' || IsLetter(c) }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
