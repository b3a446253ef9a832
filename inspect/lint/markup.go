package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/placeholders"
)

// markUp looks for character references of HTML and for placeholders. It marks them,
// so that their characters are not looked at one by one.
func (x *pass) markUp() {
	open := 0  // open braces that begin no placeholder, as in JSON or GraphQL
	body := -1 // what bodyOf returns, once it is needed
	args := -1 // where a further argument of a TeX command begins
	for i := 0; i < len(x.s); {
		if args < i && open == 0 {
			for i < len(x.s) && !beginsMarkup[x.s[i]] {
				i++
			}
			if i == len(x.s) {
				return
			}
			if x.s[i] == '%' {
				if octet, ok := pct.Octet(x.s[i:]); !ok || octet == '%' || !beginsMarkup[octet] {
					n := placeholders.Len(x.s, i)
					if n > 0 {
						is := isMalformedPlaceholder
						if ok && octet == '%' {
							is = isPlaceholder
						}
						x.add(is, i, i+n, 0)
						x.marks = append(x.marks, mark{i, i + n})
					}
					i += max(n, 1)
					continue
				}
			}
		}
		n := 0
		u := inspect.UnitAt(x.s, i)
		switch {
		case u.Form == inspect.UnicodeEscape:
		case u.Value == '&':
			if body < 0 {
				body = bodyOf(x.s)
			}
			n = x.entity(i, u, body)
			if n == 0 && u.Form == inspect.Literal {
				open = 0
			}
		case u.Value != '%' && u.Value < utf8.RuneSelf && strings.IndexByte(placeholders.Begins, byte(u.Value)) >= 0:
			size := placeholders.Len(x.s, i)
			switch {
			case u.Value == '{' && (size == 0 || open > 0):
				open++
			case size == 0:
			case u.Value == '{' && (i == args || behindCommand(x.s, i)):
				args = i + size
			default:
				n = size
				x.add(isPlaceholder, i, i+n, 0)
			}
		case u.Value == '}':
			open = max(open-1, 0)
		case u.Form == inspect.Literal && (u.Value == '/' || u.Value == '?' || u.Value == '#'):
			open = 0
		}
		switch {
		case n > 0:
			x.marks = append(x.marks, mark{i, i + n})
			i += n
		case args > i:
			i = args
		default:
			i++
		}
	}
}

// beginsMarkup are the bytes that a character reference or a placeholder may begin with,
// and '%', which may stand for one.
var beginsMarkup = [256]bool{'&': true, '%': true, '{': true, '[': true, '$': true, '*': true, '<': true, '@': true, '_': true, '~': true}

// behindCommand reports whether a command of TeX, such as \frac, or a '^' stands
// before s[i:], escaped or not.
func behindCommand(s string, i int) bool {
	if i > 0 && s[i-1] == '^' || i > 2 && text.HasPrefix(s[i-3:i], "%5E") {
		return true
	}
	const longest = 32
	begin := i
	for begin > 0 && i-begin < longest && text.IsLetter(s[begin-1]) {
		begin--
	}
	// The letter of "%5C" does not belong to the command.
	if begin < i && s[begin]|0x20 == 'c' && begin >= 2 && s[begin-2:begin] == "%5" {
		return i > begin+1
	}
	return begin < i && begin > 0 && s[begin-1] == '\\'
}

// bodyOf returns where the body of a data: URL or the program of a javascript: one begins,
// which may be markup itself, and the length of s for any other text.
func bodyOf(s string) int {
	if scheme, _, ok := strings.Cut(s, ":"); ok {
		if name := strings.TrimSpace(scheme); strings.EqualFold(name, "data") || strings.EqualFold(name, "javascript") {
			return len(scheme) + 1
		}
	}
	return len(s)
}

// entity looks at a character reference whose '&' is u, at s[i:], and returns its
// length, or 0. It does not look at references at body or behind it.
func (x *pass) entity(i int, u inspect.Unit, body int) int {
	end, r := charReference(x.s, i+u.Len)
	if end == 0 || u.Form == inspect.Literal && strings.IndexByte(x.s[i:end], '%') >= 0 {
		return 0 // HTML does not decode an escape
	}
	if i >= body {
		return 0
	}
	// What was escaped several times ends in "amp;amp;" or "amp;lt;".
	first := end
	for r == '&' {
		next, inner := charReference(x.s, end)
		if next == 0 || u.Form == inspect.Literal && strings.IndexByte(x.s[end:next], '%') >= 0 {
			break
		}
		end, r = next, inner
	}
	switch {
	case u.Form.IsEscape():
		// It may be data: only who wrote it knows.
		x.add(isEscapedHTML, i, end, 0, text.Display(r))
	case r == '&':
		x.replace(isAmpersand, i, end, "&")
	case end > first || x.url.Place.Reads():
		// "&amp;lt;" may be the parameter "lt;", escaped for HTML once.
		x.add(isHTML, i, end, 0, text.Display(r))
	default:
		x.replace(isHTML, i, end, escapeAll(string(r)), text.Display(r))
	}
	return end - i
}

// charReference reads a character reference after its '&', escaped or not, and
// returns where it ends, or 0, and the character.
func charReference(s string, i int) (end int, r rune) {
	if amp := "amp;"; strings.HasPrefix(s[i:], amp) {
		return i + len(amp), '&'
	}
	var room [text.MaxEntityName + 1]byte
	body := room[:0]
	for range text.MaxEntityName + 1 {
		if i >= len(s) {
			return 0, 0
		}
		u := inspect.UnitAt(s, i)
		i += u.Len
		b := byte(u.Value)
		switch {
		case u.Form == inspect.UnicodeEscape || u.Form == inspect.StrayPercent:
			return 0, 0
		case b == ';':
			means := text.Reference(string(body))
			r, n := utf8.DecodeRuneInString(means)
			if n == 0 || n < len(means) || r == utf8.RuneError {
				return 0, 0
			}
			return i, r
		case text.IsAlphanumeric(b) || b == '#' && len(body) == 0:
			body = append(body, b)
		default:
			return 0, 0
		}
	}
	return 0, 0
}
