package weburl

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isSchemeByte reports whether c may follow the first letter of a scheme.
func isSchemeByte(c byte) bool {
	return isAlpha(c) || isDigit(c) || c == '+' || c == '-' || c == '.'
}

// isEscape reports whether s begins with a percent-encoded byte
// (#percent-encoded-byte).
func isEscape(s string) bool {
	_, ok := pct.Octet(s)
	return ok
}

// isSingleDot is #single-dot-path-segment.
func isSingleDot(s string) bool {
	return s == "." || len(s) == 3 && isEscapedDot(s)
}

// isDoubleDot is #double-dot-path-segment.
func isDoubleDot(s string) bool {
	switch len(s) {
	case 2:
		return s == ".."
	case 4:
		return s[0] == '.' && isEscapedDot(s[1:]) || isEscapedDot(s) && s[3] == '.'
	case 6:
		return isEscapedDot(s) && isEscapedDot(s[3:])
	}
	return false
}

func isEscapedDot(s string) bool { return s[0] == '%' && s[1] == '2' && s[2]|0x20 == 'e' }

// isDriveLetter is #windows-drive-letter.
func isDriveLetter(s string) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// isNormalizedDriveLetter is #normalized-windows-drive-letter.
func isNormalizedDriveLetter[T string | []byte](s T) bool {
	return len(s) == 2 && isAlpha(s[0]) && s[1] == ':'
}

// startsWithDriveLetter is #start-with-a-windows-drive-letter.
func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) && (len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}

// isURLCodePoint is #url-code-points.
func isURLCodePoint(r rune) bool {
	switch {
	case r < 0x80:
		return isAlpha(byte(r)) || isDigit(byte(r)) || strings.IndexByte("!$&'()*+,-./:;=?@_~", byte(r)) >= 0
	case r < 0xA0, 0xFDD0 <= r && r <= 0xFDEF:
		return false
	}
	return r&0xFFFE != 0xFFFE
}

// Marks of the bytes of hosts.
const (
	forbiddenHost   uint8 = 1 << iota // #forbidden-host-code-point
	forbiddenDomain                   // #forbidden-domain-code-point
	upperCase                         // A to Z
	beyondASCII
	notUserinfo // to be escaped in a username or a password
)

// hostBytes has the marks of each byte.
var hostBytes = func() (t [256]uint8) {
	for _, c := range []byte("\x00\t\n\r #/:<>?@[\\]^|") {
		t[c] |= forbiddenHost | forbiddenDomain
	}
	for c := range 0x20 {
		t[c] |= forbiddenDomain
	}
	t['%'] |= forbiddenDomain
	t[0x7F] |= forbiddenDomain
	for c := 'A'; c <= 'Z'; c++ {
		t[c] |= upperCase
	}
	for c := 0x80; c <= 0xFF; c++ {
		t[c] |= beyondASCII
	}
	for c := range percent.UserinfoPercentEncodeSet.All() {
		t[c] |= notUserinfo
	}
	return t
}()

// marksOf returns the marks of all bytes of s.
func marksOf(s string) (marks uint8) {
	for i := range len(s) {
		marks |= hostBytes[s[i]]
	}
	return marks
}

// indexMark returns the index of the first byte with one of the marks, or
// len(s).
func indexMark(s string, marks uint8) int {
	for i := range len(s) {
		if hostBytes[s[i]]&marks != 0 {
			return i
		}
	}
	return len(s)
}
