package layers

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/words"
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
	// BackslashX is \xe9, or \303 in octal, of C, Python, Git and log files.
	BackslashX
	// QuotedPrintable is =C3=A9 of mail (RFC 2045 section 6.7).
	QuotedPrintable
)

var lookalikeNames = [...]string{"", "numeric-reference", "named-reference", "escaped-reference", "percent-u", "backslash-u", "backslash-x", "quoted-printable"}

// String returns a word such as "numeric-reference".
func (k LookalikeKind) String() string { return words.Of(lookalikeNames[:], k) }

// A Lookalike is a piece of text that another encoding than percent-encoding
// seems to have written. Nothing here undoes it.
type Lookalike struct {
	Kind   LookalikeKind
	Offset int    // in the text, in bytes
	Len    int    // in bytes
	Means  string // what it would become, octets; "" for a half of a surrogate pair
}

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
				l = referenceAt(s, i)
			case '%':
				l = percentAt(s, i)
			case '\\':
				l = backslashAt(s, i)
			case '=':
				if printable {
					l = Lookalike{Kind: QuotedPrintable, Len: 3, Means: string([]byte{byte(text.Hex2(s[i+1:]))})}
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

// referenceAt returns the character reference at s[i:].
func referenceAt(s string, i int) Lookalike {
	rest := s[i+1:]
	n := 0
	for n < len(rest) && n <= text.MaxEntityName && (text.IsAlphanumeric(rest[n]) || rest[n] == '#') {
		n++
	}
	if n == len(rest) || rest[n] != ';' {
		return Lookalike{}
	}
	l := Lookalike{Kind: NamedReference, Len: n + 2, Means: text.Reference(rest[:n])}
	switch {
	case l.Means == "":
		return Lookalike{}
	case rest[0] == '#':
		l.Kind = NumericReference
	}
	return l
}

// percentAt returns the escaped reference or %u escape at s[i:].
func percentAt(s string, i int) Lookalike {
	if u := inspect.UnitAt(s, i); u.Form == inspect.UnicodeEscape {
		return unicodeAt(s, i, PercentU)
	}
	if strings.HasPrefix(s[i:], "%26%23") {
		if r, n := text.ReferenceNumber(s[i+6:], "%3B"); n > 0 {
			return Lookalike{Kind: EscapedReference, Len: 6 + n, Means: text.HTMLCharacter(r)}
		}
		return Lookalike{}
	}
	if strings.HasPrefix(s[i:], "%26") {
		rest := s[i+3:]
		n := 0
		for n < len(rest) && n <= text.MaxEntityName && text.IsAlphanumeric(rest[n]) {
			n++
		}
		if n > 0 && text.HasPrefix(rest[n:], "%3B") {
			if means := text.Reference(rest[:n]); means != "" {
				return Lookalike{Kind: EscapedReference, Len: n + 6, Means: means}
			}
		}
	}
	return Lookalike{}
}

// backslashAt returns the escape of a programming language at s[i:].
func backslashAt(s string, i int) Lookalike {
	switch {
	case strings.HasPrefix(s[i+1:], "u") && text.Hex4(s[i+2:]) >= 0:
		return unicodeAt(s, i, BackslashU)
	case strings.HasPrefix(s[i+1:], "x") && text.Hex2(s[i+2:]) >= 0:
		return Lookalike{Kind: BackslashX, Len: 4, Means: string([]byte{byte(text.Hex2(s[i+2:]))})}
	case len(s) >= i+4 && '0' <= s[i+1] && s[i+1] <= '3':
		if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
			return Lookalike{Kind: BackslashX, Len: 4, Means: string([]byte{byte(n)})}
		}
	}
	return Lookalike{}
}

// unicodeAt returns the escape of one or two UTF-16 code units at s[i:].
func unicodeAt(s string, i int, kind LookalikeKind) Lookalike {
	l := Lookalike{Kind: kind, Len: 6}
	r := rune(text.Hex4(s[i+2:]))
	if !utf16.IsSurrogate(r) {
		l.Means = string(r)
		return l
	}
	rest := s[i+6:]
	if len(rest) >= 6 && rest[0] == s[i] && rest[1]|0x20 == 'u' && text.Hex4(rest[2:]) >= 0 {
		if r = utf16.DecodeRune(r, rune(text.Hex4(rest[2:]))); r != utf8.RuneError {
			l.Len, l.Means = 12, string(r)
		}
	}
	return l
}

// isQuotedPrintable reports whether s may be quoted-printable.
func isQuotedPrintable(s string) bool {
	needed := false
	for i := strings.IndexByte(s, '='); i >= 0; {
		if i+2 >= len(s) || !isUpperHex(s[i+1]) || !isUpperHex(s[i+2]) {
			return false
		}
		octet := text.Hex2(s[i+1:])
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

// lookalikeTexts say what the kinds are.
var lookalikeTexts = [...]string{
	NumericReference: "a numeric character reference of HTML, which is not percent-encoding",
	NamedReference:   "a character reference of HTML, which is not percent-encoding: the text was probably copied from a page's source",
	EscapedReference: "a percent-encoded character reference: from HTML, typed by somebody, or a number that a browser wrote for a character that the charset of a form lacks",
	PercentU:         "an escape of UTF-16 as JavaScript's escape() and old ASP.NET write it, legal in no URI",
	BackslashU:       "an escape of JSON or JavaScript, which is not percent-encoding",
	BackslashX:       "an escape of C, Python, Git or a log file, which is not percent-encoding",
	QuotedPrintable:  "looks like quoted-printable, from a mail",
}

// Text describes the kind in a clause without a full stop.
func (k LookalikeKind) Text() string {
	if k > 0 && int(k) < len(lookalikeTexts) {
		return lookalikeTexts[k]
	}
	return k.String()
}
