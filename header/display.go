package header

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// DisplayStringEncoding writes what stands between the quotes of a Display
// String (RFC 9651 section 4.1.11): 20 to 7E as they are, except '%' and '"', and
// every other octet as an escape with lower-case digits. Its decoder takes upper-case
// digits too, unlike ParseDisplayString.
var DisplayStringEncoding = percent.New(percent.ByteSet{}.AddRange(' ', '~').Remove(`%"`)).
	WithHex(percent.HexLower).
	WithRaw(percent.ByteSet{}.AddRange(' ', '~').Remove(`"`)).
	WithInvalidUTF8(percent.InvalidUTF8Refused)

// BuildDisplayString returns s as a Display String: a '%' and a quoted string.
// The error, a *percent.SyntaxError, reports what is not UTF-8.
func BuildDisplayString(s string) (string, error) {
	if err := syntax.UTF8(s); err != nil {
		return "", err
	}
	return `%"` + DisplayStringEncoding.Encode(s) + `"`, nil
}

// ParseDisplayString returns the text of a Display String (RFC 9651 section
// 4.2.10). Digits of escapes have to be in lower case, and the text has to be
// UTF-8; a byte order mark stays. The error is a *percent.SyntaxError.
func ParseDisplayString(s string) (string, error) {
	if !strings.HasPrefix(s, `%"`) {
		return "", syntax.Error(s, 0, 2, MissingQuote)
	}
	n := strings.IndexByte(s[2:], '"')
	text := s[2:]
	if n >= 0 {
		text = s[2 : 2+n]
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		for _, c := range []byte(text[i+1 : min(i+3, len(text))]) {
			if 'A' <= c && c <= 'F' {
				return "", syntax.At(2+i, text[i:min(i+3, len(text))], percent.InvalidEscape)
			}
		}
	}
	decoded, err := DisplayStringEncoding.Decode(text)
	switch {
	case err != nil:
		return "", syntax.Shift(err, s, 2)
	case n < 0:
		return "", syntax.Error(s, 1, len(s), UnclosedQuote)
	case 3+n < len(s):
		return "", syntax.Error(s, 3+n, len(s), TrailingBytes)
	}
	return decoded, nil
}
