// Package pct holds small things that many packages of this module need: digits
// of escapes, pieces of text, and syntax errors with an offset in the whole text.
package pct

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// The hexadecimal digits.
const (
	UpperHex = "0123456789ABCDEF"
	LowerHex = "0123456789abcdef"
)

// Hex returns the value of a hexadecimal digit, or 16 for anything else.
func Hex[C byte | uint16](c C) C {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	}
	return 16
}

// IsHex reports whether c is a hexadecimal digit.
func IsHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

// Octet returns the octet of the escape at the start of s, and whether there is
// one.
func Octet[T string | []byte](s T) (octet byte, ok bool) {
	if len(s) < 3 || s[0] != '%' || !IsHex(s[1]) || !IsHex(s[2]) {
		return 0, false
	}
	return Hex(s[1])<<4 | Hex(s[2]), true
}

// Completes reports whether c, put after text, would turn a '%' there into an
// escape.
func Completes(text []byte, c byte) bool {
	n := len(text)
	return IsHex(c) && (n > 0 && text[n-1] == '%' || n > 1 && text[n-2] == '%' && IsHex(text[n-1]))
}

// ASCII reports whether all bytes of s are below 0x80.
func ASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendEscape appends the escape of c, with upper-case digits.
func AppendEscape(dst []byte, c byte) []byte {
	return append(dst, '%', UpperHex[c>>4], UpperHex[c&15])
}

// Index returns the index in s of the escape or byte that decodes to octet n,
// counted from 0 at s[i]. A malformed escape counts as so many single bytes.
func Index(s string, i, n int) int {
	for ; n > 0; n-- {
		i = Unit(s, i)
	}
	return i
}

// Unit returns the end of the escape or byte that begins at s[i].
func Unit(s string, i int) int {
	if _, ok := Octet(s[i:]); ok {
		return i + 3
	}
	return min(i+1, len(s))
}

// Until returns the index of the first c in s, or the length of s.
func Until(s string, c byte) int {
	if i := strings.IndexByte(s, c); i >= 0 {
		return i
	}
	return len(s)
}

// Lower returns s with the ASCII letters in lower case, and every other byte as
// it is, UTF-8 or not.
//
//go:noinline
func Lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'A' <= b[j] && b[j] <= 'Z' {
					b[j] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// CRLF returns s with CR LF for every CR, LF and CR LF.
func CRLF(s string) string {
	if strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + strings.Count(s, "\n") + strings.Count(s, "\r"))
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			b.WriteString("\r\n")
		case '\n':
			b.WriteString("\r\n")
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// InvalidUTF8 returns the index of the first byte of s that is not part of
// well-formed UTF-8, or -1.
func InvalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}

// Distance returns how many bytes have to be inserted, deleted, replaced or
// swapped with their neighbour to turn a into b. It takes time in proportion to
// the product of the lengths.
func Distance(a, b string) int {
	var room [3 * 65]int
	buf := room[:]
	if n := 3 * (len(b) + 1); n > len(buf) {
		buf = make([]int, n)
	}
	before, last, this := buf[:len(b)+1], buf[len(b)+1:2*len(b)+2], buf[2*len(b)+2:3*len(b)+3]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		this[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			this[j] = min(last[j]+1, this[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				this[j] = min(this[j], before[j-2]+1)
			}
		}
		before, last, this = last, this, before
	}
	return last[len(b)]
}

// Kind names the octets of a set, for the beginning of a clause: RFC 3986 reserves them,
// or has them in no URI. A set with unreserved ones is just of characters.
func Kind(set percent.ByteSet) string {
	if set.Intersect(percent.Unreserved) != (percent.ByteSet{}) {
		return "characters"
	}
	switch set.Intersect(percent.Reserved) {
	case set:
		return "reserved characters"
	case percent.ByteSet{}:
		return "characters that no URI may hold"
	}
	return "reserved characters and others that no URI may hold"
}

// ListSet returns the octets of a set as people read them: "! ' ( )", "0x00 to 0x1F".
func ListSet(set percent.ByteSet) string {
	var words []string
	for c := range set.All() {
		if c > ' ' && c < 0x7F {
			words = append(words, string(rune(c)))
			continue
		}
		// A run of octets that are not printable is listed by its ends.
		if n := len(words); n > 0 && c > 0 && set.Contains(c-1) && (c-1 <= ' ' || c-1 >= 0x7F) {
			first, _, _ := strings.Cut(words[n-1], " to ")
			words[n-1] = first + fmt.Sprintf(" to 0x%02X", c)
			continue
		}
		words = append(words, fmt.Sprintf("0x%02X", c))
	}
	return strings.Join(words, " ")
}

// Count returns a number of things, such as "1 byte" or "2 bytes".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Differ returns where two texts begin to differ: the length of the shorter if it is the
// beginning of the other.
func Differ(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
