package text

import (
	"html"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// A LookalikeKind is an encoding that is not percent-encoding and leaves its
// marks in encoded text.
type LookalikeKind uint8

// The kinds.
const (
	// NumericReference is &#233; or &#xE9; of HTML and XML.
	NumericReference LookalikeKind = iota + 1
	// NamedReference is &amp; or another of the names of HTML, with its ';'.
	NamedReference
	// EscapedReference is a percent-encoded reference, %26amp%3B or %26%23233%3B:
	// browsers write a numeric one for a character that the charset of a form lacks
	// (URL Standard, percent-encode after encoding).
	EscapedReference
	// PercentU is %u00E9 of ECMAScript's escape.
	PercentU
	// BackslashU is \u00e9 of JSON, JavaScript and Java.
	BackslashU
	// BackslashX is \xe9 of C, Python and log files.
	BackslashX
	// QuotedPrintable is =C3=A9 of mail (RFC 2045 section 6.7).
	QuotedPrintable
)

var lookalikeNames = [...]string{"", "numeric-reference", "named-reference", "escaped-reference", "percent-u", "backslash-u", "backslash-x", "quoted-printable"}

// LookalikeCount is one more than the last kind.
const LookalikeCount = len(lookalikeNames)

// String returns a word such as "numeric-reference".
func (k LookalikeKind) String() string { return Word(lookalikeNames[:], k) }

// A Lookalike is a piece of text that another encoding than percent-encoding
// seems to have written. Nothing here undoes it.
type Lookalike struct {
	Kind   LookalikeKind
	Offset int    // in the text, in bytes
	Len    int    // in bytes
	Means  string // what it would become, octets; "" for a half of a surrogate pair
}

// MaxEntityName is the length of the longest name of a character in HTML.
const MaxEntityName = len("CounterClockwiseContourIntegral")

// Lookalikes yields what looks like another encoding in s, from left to right.
// It takes "=C3" for quoted-printable only if every '=' in s begins such a code
// and one of the octets needs it: "=20" could be a value.
func Lookalikes(s string) iter.Seq[Lookalike] {
	return func(yield func(Lookalike) bool) {
		printable := isQuotedPrintable(s)
		for i := 0; i < len(s); {
			var l Lookalike
			switch s[i] {
			case '&':
				l = ReferenceAt(s, i)
			case '%':
				l = percentAt(s, i)
			case '\\':
				l = backslashAt(s, i)
			case '=':
				if printable {
					l = Lookalike{Kind: QuotedPrintable, Len: 3, Means: string([]byte{byte(Hex2(s[i+1:]))})}
				}
			}
			if l.Len == 0 {
				i++
				continue
			}
			l.Offset = i
			if !yield(l) {
				return
			}
			i += l.Len
		}
	}
}

// ReferenceAt returns the character reference at s[i:].
func ReferenceAt(s string, i int) Lookalike {
	rest := s[i+1:]
	n := 0
	for n < len(rest) && n <= MaxEntityName && (IsAlphanumeric(rest[n]) || rest[n] == '#') {
		n++
	}
	if n == len(rest) || rest[n] != ';' {
		return Lookalike{}
	}
	l := Lookalike{Kind: NamedReference, Len: n + 2, Means: Reference(rest[:n])}
	switch {
	case l.Means == "":
		return Lookalike{}
	case rest[0] == '#':
		l.Kind = NumericReference
	}
	return l
}

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

// percentAt returns the escaped reference or %u escape at s[i:].
func percentAt(s string, i int) Lookalike {
	if u := UnitAt(s, i); u.Form == UnicodeEscape {
		return unicodeAt(s, i, PercentU)
	}
	if strings.HasPrefix(s[i:], "%26%23") {
		if r, n := ReferenceNumber(s[i+6:], "%3B"); n > 0 {
			return Lookalike{Kind: EscapedReference, Len: 6 + n, Means: HTMLCharacter(r)}
		}
		return Lookalike{}
	}
	if strings.HasPrefix(s[i:], "%26") {
		rest := s[i+3:]
		n := 0
		for n < len(rest) && n <= MaxEntityName && IsAlphanumeric(rest[n]) {
			n++
		}
		if n > 0 && HasPrefix(rest[n:], "%3B") {
			if means := Reference(rest[:n]); means != "" {
				return Lookalike{Kind: EscapedReference, Len: n + 6, Means: means}
			}
		}
	}
	return Lookalike{}
}

// backslashAt returns the escape of a programming language at s[i:].
func backslashAt(s string, i int) Lookalike {
	switch {
	case strings.HasPrefix(s[i+1:], "u") && hex4(s[i+2:]) >= 0:
		return unicodeAt(s, i, BackslashU)
	case strings.HasPrefix(s[i+1:], "x") && Hex2(s[i+2:]) >= 0:
		return Lookalike{Kind: BackslashX, Len: 4, Means: string([]byte{byte(Hex2(s[i+2:]))})}
	}
	return Lookalike{}
}

// unicodeAt returns the escape of one or two UTF-16 code units at s[i:].
func unicodeAt(s string, i int, kind LookalikeKind) Lookalike {
	l := Lookalike{Kind: kind, Len: 6}
	r := rune(hex4(s[i+2:]))
	if !utf16.IsSurrogate(r) {
		l.Means = string(r)
		return l
	}
	rest := s[i+6:]
	if len(rest) >= 6 && rest[0] == s[i] && rest[1]|0x20 == 'u' && hex4(rest[2:]) >= 0 {
		if r = utf16.DecodeRune(r, rune(hex4(rest[2:]))); r != utf8.RuneError {
			l.Len, l.Means = 12, string(r)
		}
	}
	return l
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

// isQuotedPrintable reports whether s may be quoted-printable.
func isQuotedPrintable(s string) bool {
	needed := false
	for i := strings.IndexByte(s, '='); i >= 0; {
		if i+2 >= len(s) || !isUpperHex(s[i+1]) || !isUpperHex(s[i+2]) {
			return false
		}
		octet := Hex2(s[i+1:])
		needed = needed || octet == '=' || octet >= 0x80
		next := strings.IndexByte(s[i+1:], '=')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return needed
}

func isUpperHex(c byte) bool { return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' }

// LookalikeTexts say what the kinds are.
var LookalikeTexts = [...]string{
	NumericReference: "a numeric character reference of HTML, which is not percent-encoding",
	NamedReference:   "a character reference of HTML, which is not percent-encoding: the text was probably copied from a page's source",
	EscapedReference: "a percent-encoded character reference: from HTML, typed by somebody, or a number that a browser wrote for a character that the charset of a form lacks",
	PercentU:         "an escape of JavaScript's escape(), which is legal in no URI",
	BackslashU:       "an escape of JSON or JavaScript, which is not percent-encoding",
	BackslashX:       "an escape of C, Python or a log file, which is not percent-encoding",
	QuotedPrintable:  "looks like quoted-printable, from a mail",
}

// Text describes the kind in a clause without a full stop.
func (k LookalikeKind) Text() string {
	if k > 0 && int(k) < len(LookalikeTexts) {
		return LookalikeTexts[k]
	}
	return k.String()
}
