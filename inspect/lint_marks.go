package inspect

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// markUp looks for what is more than its characters: character references of
// HTML and placeholders. What these are made of is not looked at further.
func (x *linting) markUp() {
	if strings.IndexByte(x.s, '&') < 0 && strings.IndexByte(x.s, '%') < 0 && !strings.ContainsAny(x.s, "{[") {
		return
	}
	for i := 0; i < len(x.s); {
		n := 0
		switch x.s[i] {
		case '&', '%':
			if u := unitAt(x.s, i); u.Value == '&' && u.Form != UnicodeEscape {
				n = x.entity(i, u)
			} else if u.Value == '{' || u.Value == '[' {
				n = x.placeholder(i)
			}
		case '{', '[', '$':
			n = x.placeholder(i)
		}
		if n > 0 {
			x.marks = append(x.marks, mark{i, i + n})
			i += n
		} else {
			i++
		}
	}
}

// htmlNames are the names of character references that escaping for HTML makes.
// The others may be parameters: "&lang;".
var htmlNames = []string{"amp", "lt", "gt", "quot", "apos", "nbsp"}

// entity looks at a character reference whose '&' is u, at s[i:], and returns its
// length, or 0.
func (x *linting) entity(i int, u Unit) int {
	end, r := charReference(x.s, i+u.Len)
	if end == 0 {
		return 0
	}
	// What was escaped several times ends in "amp;amp;" or "amp;lt;".
	for r == '&' {
		next, inner := charReference(x.s, end)
		if next == 0 {
			break
		}
		end, r = next, inner
	}
	replacement := escapeAll(string(r))
	if u.Form == Literal && r == '&' {
		replacement = "&"
	}
	x.replace(htmlEntity, i, end, "HTML for "+name(r)+", which means nothing in a URL", replacement)
	return end - i
}

// charReference reads a character reference behind its '&', escaped or not, and
// returns where it ends, or 0, and the character.
func charReference(s string, i int) (end int, r rune) {
	const most = 10
	var body []byte
	for range most {
		if i >= len(s) {
			return 0, 0
		}
		u := unitAt(s, i)
		i += u.Len
		b := byte(u.Value)
		switch {
		case u.Form == UnicodeEscape || u.Form == StrayPercent:
			return 0, 0
		case b == ';':
			name := strings.ToLower(string(body))
			if !strings.HasPrefix(name, "#") && !slices.Contains(htmlNames, name) {
				return 0, 0
			}
			if r, _ = utf8.DecodeRuneInString(referred(name)); r == utf8.RuneError {
				return 0, 0
			}
			return i, r
		case isAlphanumeric(b) || b == '#' && len(body) == 0:
			body = append(body, b)
		default:
			return 0, 0
		}
	}
	return 0, 0
}

// placeholder looks at what may be one at s[i:] and returns its length, or 0.
func (x *linting) placeholder(i int) int {
	n := placeholderLen(x.s[i:])
	if n > 0 {
		x.add(placeholder, i, i+n, 0, "a program was to put a value in here")
	}
	return n
}

// placeholderLen returns the length of {name}, {{name}}, ${name} or
// [object Object] at the beginning of s, escaped or not, or 0.
func placeholderLen(s string) int {
	const most = 48
	var text strings.Builder
	ends := 0
	for i := 0; i < len(s) && text.Len() < most; {
		u := unitAt(s, i)
		if u.Form == StrayPercent || u.Form == UnicodeEscape {
			return 0
		}
		i += u.Len
		b := byte(u.Value)
		text.WriteByte(b)
		switch {
		case b == '}' || b == ']':
			ends++
			t := text.String()
			if t == "[object Object]" {
				return i
			}
			inner := strings.TrimPrefix(t, "$")
			opens := len(inner) - len(strings.TrimLeft(inner, "{"))
			if ends < opens {
				continue
			}
			inner = strings.Trim(inner, "{} ")
			if opens == ends && (opens == 1 || opens == 2) && isName(inner) {
				return i
			}
			return 0
		case ends > 0:
			return 0
		case isAlphanumeric(b) || strings.IndexByte("_-. ${[", b) >= 0:
		default:
			return 0
		}
	}
	return 0
}

// isName reports whether s can be the name of a variable. GUIDs stand in braces,
// too.
func isName(s string) bool {
	if len(s) == 36 && strings.Trim(s, "0123456789abcdefABCDEF-") == "" {
		return false
	}
	if s == "" || '0' <= s[0] && s[0] <= '9' && len(s) > 2 || s[0] == '-' {
		return false
	}
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && s[i] != '_' && s[i] != '.' && s[i] != '-' {
			return false
		}
	}
	return true
}
