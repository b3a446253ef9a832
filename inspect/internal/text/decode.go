package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
)

// Lenient decodes any text: it keeps malformed escapes and '+'.
func Lenient() *percent.Encoding { return lenient.Get() }

var lenient = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986.WithMalformed(percent.MalformedKept) }}

// Decode percent-decodes s and keeps malformed escapes and '+'.
func Decode(s string) string {
	decoded, _ := Lenient().Decode(s)
	return decoded
}

// HasNonASCII reports whether s holds an octet beyond ASCII.
func HasNonASCII(s string) bool {
	for i := range len(s) {
		if s[i] > unicode.MaxASCII {
			return true
		}
	}
	return false
}

// Windows1252 returns the octet that encodes r in windows-1252 or, for U+0080 to
// U+009F, in ISO 8859-1. It is for characters beyond ASCII.
func Windows1252(r rune) (byte, bool) {
	if r >= 0x80 && r < 0x100 {
		return byte(r), true
	}
	if r > '™' {
		return 0, false // it is the last one
	}
	if i := strings.IndexRune(high1252, r); i >= 0 {
		return 0x80 + byte(utf8.RuneCountInString(high1252[:i])), true
	}
	return 0, false
}

// high1252 are the characters of windows-1252 from 0x80 to 0x9F. '?' stands where
// there is none.
const high1252 = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ"
