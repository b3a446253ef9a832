// Package xml writes text into XML, and reads that of flat documents. It is here because
// encoding/xml adds 150 KB to percent and 20 page faults to every start.
package xml

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Header is the declaration with which a document begins.
const Header = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

// Append appends the text of an element or an attribute: what is not a character of XML, or
// not UTF-8, becomes U+FFFD, and white space other than ' ' a reference, because a parser
// would read it as ' ' in an attribute.
func Append(dst []byte, text string) []byte {
	for i, r := range text {
		size := 1
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case strings.ContainsRune("\t\n\r", r):
			dst = append(dst, '&', '#', 'x', "0123456789ABCDEF"[r], ';')
		case r == '"' || r == '\'': // shorter than &quot; and &apos;
			dst = append(dst, '&', '#', '3', '4'+byte(r-'"'), ';')
		case r < utf8.RuneSelf && strings.IndexByte("<>&", byte(r)) >= 0:
			dst = append(append(append(dst, '&'), names[strings.IndexByte("<>&", byte(r))]...), ';')
		case r < ' ' || r == utf8.RuneError && size == 1 || r == 0xFFFE || r == 0xFFFF:
			dst = utf8.AppendRune(dst, utf8.RuneError)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// Elements returns the text of each element in a document of one element that holds
// elements of text alone, by name; of two with one name, that of the last. ok is false for
// anything else but comments and declarations.
func Elements(document string) (texts map[string]string, ok bool) {
	s := scanner{strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(document)}
	root, open := s.tag()
	if !open {
		return nil, false
	}
	texts = map[string]string{}
	for {
		name, open := s.tag()
		switch {
		case name == "/"+root:
			_, more := s.tag()
			return texts, !more && s.rest == ""
		case !open || strings.HasPrefix(name, "/"):
			return nil, false
		case strings.HasSuffix(name, "/"): // empty
			texts[strings.TrimSuffix(name, "/")] = ""
			continue
		}
		text, rest, closed := strings.Cut(s.rest, "</"+name+">")
		value, legal := unescape(text)
		if !closed || !legal {
			return nil, false
		}
		texts[name], s.rest = value, rest
	}
}

// A scanner holds what is left of a document.
type scanner struct{ rest string }

// tag reads the next tag, before which there may be white space, comments and
// declarations. It returns the name, with a '/' in front for the end of an element, and
// behind for an empty one. Attributes are passed over.
func (s *scanner) tag() (name string, ok bool) {
	for {
		s.rest = strings.TrimLeft(s.rest, " \t\n")
		end := ">"
		switch {
		case strings.HasPrefix(s.rest, "<!--"):
			end = "-->"
		case strings.HasPrefix(s.rest, "<?"):
			end = "?>"
		case !strings.HasPrefix(s.rest, "<"), strings.HasPrefix(s.rest, "<!"):
			return "", false
		}
		inside, rest, closed := strings.Cut(s.rest, end)
		if !closed {
			return "", false
		}
		s.rest = rest
		if end != ">" {
			continue
		}
		inside = inside[1:]
		name := strings.Fields(inside + " ")
		if len(name) == 0 {
			return "", false
		}
		if len(name) > 1 && strings.HasSuffix(inside, "/") {
			return strings.TrimSuffix(name[0], "/") + "/", true
		}
		return name[0], true
	}
}

// names are those of "<>&'\"" in references.
var names = [...]string{"lt", "gt", "amp", "apos", "quot"}

// unescape replaces references in text. ok is false for a '<' and for references that XML
// does not define.
func unescape(text string) (plain string, ok bool) {
	if strings.Contains(text, "<") {
		return "", false
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "&")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, rest, closed := strings.Cut(after, ";")
		if !closed {
			return "", false
		}
		text = rest
		if number, numeric := strings.CutPrefix(name, "#"); numeric {
			base := 10
			if hex, is := strings.CutPrefix(number, "x"); is {
				number, base = hex, 16
			}
			n, err := strconv.ParseUint(number, base, 32)
			if err != nil || n > utf8.MaxRune {
				return "", false
			}
			b.WriteRune(rune(n))
			continue
		}
		i := slices.Index(names[:], name)
		if i < 0 {
			return "", false
		}
		b.WriteByte("<>&'\""[i])
	}
}
