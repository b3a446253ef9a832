package header

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
)

// AttrChar is RFC 8187 section 3.2.1, attr-char: tchar without '*', '%' and the
// apostrophe.
var AttrChar = percent.TcharSet.Remove("*'%")

// ExtValueEncoding is the encoding of extended values (RFC 8187 section 3.2.1),
// which keeps AttrChar and refuses other bytes that are not escaped.
var ExtValueEncoding = percent.New(AttrChar).WithRaw(AttrChar)

// An ExtValue is an extended parameter value, the part of name*=… after the
// equals sign (RFC 8187 section 3.2).
type ExtValue struct {
	Charset  string // as it was spelled; Build writes UTF-8 whatever it is
	Language string // a language tag, or ""
	Value    string // the text, in UTF-8
}

// Build returns v in the form UTF-8'language'value. The error, a *percent.SyntaxError,
// reports a Value that is not UTF-8 and a Language that does not look like a
// language tag (RFC 5646 section 2.1).
func (v ExtValue) Build() (string, error) { return buildExt("Value", v.Value, v.Language) }

// buildExt returns a value, which errors call field, as an extended one.
func buildExt(field, value, language string) (string, error) {
	if err := syntax.UTF8(value); err != nil {
		return "", pct.In(field, err)
	}
	if err := checkLanguage(language, 0); err != nil {
		return "", pct.In("Language", err)
	}
	return "UTF-8'" + language + "'" + ExtValueEncoding.Encode(value), nil
}

// maxSubtag is the greatest length of a subtag of a language tag in bytes.
const maxSubtag = 8

// checkLanguage checks that s is "" or has the shape of a language tag (RFC 5646
// section 2.1).
func checkLanguage(s string, offset int) error {
	start := 0 // of the subtag
	for i := 0; i <= len(s) && s != ""; i++ {
		if i < len(s) && (letters.Contains(s[i]) || start > 0 && digits.Contains(s[i])) {
			continue
		}
		if i < len(s) && s[i] != '-' || i == start {
			at := min(i, len(s)-1) // the hyphen at the end, if nothing follows it
			return syntax.At(offset+at, s[at:at+1], InvalidLanguage)
		}
		if i-start > maxSubtag {
			return syntax.At(offset+start, s[start:i], InvalidLanguage)
		}
		start = i + 1
	}
	return nil
}

// ParseExtValue parses an extended value. Strict knows the charsets UTF-8 and,
// for senders of RFC 5987, ISO-8859-1, and wants every octet to be an
// attr-char or an escape. Lenient also reads any charset that package charset
// knows, values in quotes, bytes that should have been escaped, and malformed
// escapes, which stay; malformed octets become U+FFFD. The error is a
// *percent.SyntaxError.
func ParseExtValue(s string, mode Mode) (ExtValue, error) {
	r := rawParam{in: s, value: s}
	if mode == Lenient && len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		r.value, r.at, r.quoted = s[1:len(s)-1], 1, true
	}
	v, err := parseExtValue(r, mode)
	if err != nil {
		return ExtValue{}, err
	}
	return v, nil
}

func parseExtValue(r rawParam, mode Mode) (ExtValue, error) {
	if r.quoted && mode == Strict {
		return ExtValue{}, syntax.At(r.at-1, `"`, percent.InvalidByte)
	}
	// The name of a charset may hold '%': split before decoding.
	label, rest, ok := strings.Cut(r.value, "'")
	language, text, ok2 := strings.Cut(rest, "'")
	if !ok || !ok2 {
		return ExtValue{}, syntax.At(r.at, r.value, MissingCharset)
	}
	v := ExtValue{Charset: label, Language: language}
	if err := checkLanguage(language, r.at+len(label)+1); err != nil {
		if mode == Strict {
			return v, err
		}
		v.Language = ""
	}
	at := r.at + len(label) + len(language) + 2
	if mode == Strict {
		octets, err := ExtValueEncoding.Decode(text)
		if err != nil {
			return v, syntax.Shift(err, r.in, at)
		}
		switch pct.Lower(label) {
		case "utf-8":
			if _, err := strictUTF8.Decode(text); err != nil {
				return v, syntax.Shift(err, r.in, at)
			}
			v.Value = octets
		case "iso-8859-1":
			v.Value = latin1(octets)
		default:
			return v, syntax.At(r.at, label, UnknownCharset)
		}
		return v, nil
	}
	octets, _ := tolerantEncoding.Decode(text)
	if v.Value, ok = decodeCharset(octets, label); !ok {
		return v, syntax.At(r.at, label, UnknownCharset)
	}
	return v, nil
}

var (
	strictUTF8       = ExtValueEncoding.WithInvalidUTF8(percent.InvalidUTF8Refused)
	tolerantEncoding = percent.New(AttrChar).WithMalformed(percent.MalformedKept)
)

// decodeCharset returns octets as text, with U+FFFD for what is malformed. It
// returns false for an unknown charset.
func decodeCharset(octets, label string) (string, bool) {
	switch pct.Lower(label) {
	case "utf-8", "utf8":
		return strings.ToValidUTF8(octets, "\uFFFD"), true
	case "iso-8859-1":
		return latin1(octets), true
	case "us-ascii":
		return ascii(octets), true
	}
	c, err := charset.Lookup(label)
	if err != nil {
		return "", false
	}
	text, _ := c.AppendDecode(nil, []byte(octets), charset.Replace)
	return string(text), true
}

// isText reports whether octets are text in a charset that decodeCharset knows;
// "" is US-ASCII or UTF-8.
func isText(octets, label string) bool {
	switch pct.Lower(label) {
	case "", "utf-8", "utf8":
		return utf8.ValidString(octets)
	case "iso-8859-1":
		return true
	case "us-ascii":
		return pct.ASCII(octets)
	}
	c, err := charset.Lookup(label)
	if err != nil {
		return false
	}
	_, err = c.AppendDecode(nil, []byte(octets), charset.Fail)
	return err == nil
}

// latin1 returns octets of ISO-8859-1 as text. The label of that name in the
// Encoding Standard is another charset, windows-1252.
func latin1(octets string) string {
	return mapOctets(octets, func(b byte) rune { return rune(b) })
}

func ascii(octets string) string {
	return mapOctets(octets, func(b byte) rune {
		if b >= utf8.RuneSelf {
			return utf8.RuneError
		}
		return rune(b)
	})
}

func mapOctets(octets string, f func(byte) rune) string {
	var b strings.Builder
	for i := range len(octets) {
		b.WriteRune(f(octets[i]))
	}
	return b.String()
}
