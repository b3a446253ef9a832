package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// Lenient decodes anything.
var Lenient = percent.RFC3986.WithMalformed(percent.MalformedKept)

// Decode percent-decodes s and keeps malformed escapes and '+'.
func Decode(s string) string {
	decoded, _ := Lenient.Decode(s)
	return decoded
}

// HasNonASCII reports whether s holds an octet beyond ASCII.
func HasNonASCII(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

// Windows1252 returns the octet of a character in windows-1252, or in
// ISO 8859-1 for what that has at its place.
func Windows1252(r rune) (byte, bool) {
	if r >= 0x80 && r < 0x100 {
		return byte(r), true
	}
	if i := strings.IndexRune(high1252, r); i >= 0 {
		return 0x80 + byte(utf8.RuneCountInString(high1252[:i])), true
	}
	return 0, false
}

// high1252 is what windows-1252 has from 0x80 to 0x9F; '?' is none.
const high1252 = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ"
