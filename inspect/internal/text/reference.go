package text

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// MaxEntityName is the length of the longest name of a character in HTML.
const MaxEntityName = len("CounterClockwiseContourIntegral")

// Reference returns what the character reference &body; of HTML stands for, or ""
// if there is none.
func Reference(body string) string {
	if digits, ok := strings.CutPrefix(body, "#"); ok {
		if r, n := ReferenceNumber(digits, ""); n > 0 && n == len(digits) {
			return HTMLCharacter(r)
		}
		return ""
	}
	whole := "&" + body + ";"
	text := html.UnescapeString(whole)
	// "&notit;" only begins with a name.
	if text == whole || text != ";" && strings.HasSuffix(text, ";") {
		return ""
	}
	return text
}

// ReferenceNumber reads the number of a reference, decimal or, after an 'x',
// hexadecimal, and end, which must follow. n is the length of both, or 0 if they are
// not there.
func ReferenceNumber(s, end string) (r rune, n int) {
	base := rune(10)
	if s != "" && s[0]|0x20 == 'x' {
		base, n = 16, 1
	}
	first := n
	for ; n < len(s); n++ {
		d := rune(pct.Hex(s[n]))
		if d >= base {
			break
		}
		if r <= utf8.MaxRune {
			r = r*base + d
		}
	}
	if n == first || !HasPrefix(s[n:], end) {
		return 0, 0
	}
	return r, n + len(end)
}

// HTMLCharacter returns the character for a number in a reference (HTML, numeric
// character reference end state): U+FFFD for an invalid number, and a character of
// windows-1252 for 128 to 159.
func HTMLCharacter(r rune) string {
	switch {
	case r == 0 || !utf8.ValidRune(r):
		return "\uFFFD"
	case 0x80 <= r && r < 0xA0:
		return html.UnescapeString("&#" + strconv.Itoa(int(r)) + ";")
	}
	return string(r)
}
