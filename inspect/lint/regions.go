package lint

import (
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// A regionKind is what a part of markup is.
type regionKind uint8

const (
	unknown       regionKind = iota // before the first tag: a line may begin inside one
	inText                          // of an element
	inTag                           // after "<name" or "</name"
	inValue                         // of an attribute, between quotation marks
	inRaw                           // the text of one of rawElements
	inCDATA                         // <![CDATA[…]]>
	inComment                       // <!--…-->
	inInstruction                   // <?…?>
	inDeclaration                   // <!…>
)

// A region is where Extract is in markup.
type region struct {
	at      regionKind
	element string // of the tag or the text, in lower case; "" for an end tag
	raw     bool   // the text of the element is raw
	quote   byte   // that ends the value
	// namespace says that the value holds names of namespaces, which XML compares as
	// they are.
	namespace bool
	// name and nameEnd are where the name of the attribute stands; gap says that white
	// space follows it, equals that a '=' does.
	name, nameEnd int
	gap, equals   bool
}

// An extractor walks through a text.
type extractor struct {
	s      string
	markup bool // there is a tag or a comment
	nested bool // there is markup in the text of the markup, escaped
	seen   int  // up to where inString has looked
	string bool // whether a string is open there
	region
}

// rawElements are those of HTML in which a character reference stands for itself.
// They count in lower or upper case only: KML has elements called "Style".
var rawElements = []string{"script", "style", "iframe", "xmp", "noembed", "noframes"}

// hasTag reports whether there is a tag, a comment, a declaration or a processing
// instruction outside of URLs, which may hold one in an attack.
func (x *extractor) hasTag() bool {
	for i := 0; i < len(x.s); {
		if _, next := x.urlAt(i); next > i {
			i = next
			continue
		}
		i = x.step(i)
		if x.at != unknown {
			return true
		}
	}
	return false
}

// hasEscapedTag reports whether there is a tag whose '<' is a character reference, as
// in a feed whose text is HTML.
func hasEscapedTag(s string) bool {
	for i := range len(s) {
		if s[i] != '&' {
			continue
		}
		if r := readReference(s[i:], false); r.means == "<" && i+r.n < len(s) {
			if c := s[i+r.n]; text.IsLetter(c) || c == '/' || c == '!' || c == '?' {
				return true
			}
		}
	}
	return false
}

// place returns how references are read where the extractor stands.
func (x *extractor) place() Place {
	switch x.at {
	case unknown, inText:
		if x.markup {
			return x.within(Content)
		}
		return Plain
	case inValue:
		if x.namespace {
			return Verbatim
		}
		return x.within(Attribute)
	case inTag:
		return x.within(Attribute)
	case inRaw, inCDATA:
		return Plain
	}
	return Verbatim
}

func (x *extractor) within(p Place) Place {
	if x.nested {
		return Nested
	}
	return p
}

// opensValue reports whether s[i], in a tag, begins a quoted value.
func (x *extractor) opensValue(i int) bool {
	return x.equals && (x.s[i] == '"' || x.s[i] == '\'')
}

// step takes s[i], which begins no URL, and returns where to go on.
func (x *extractor) step(i int) int {
	c, rest := x.s[i], x.s[i:]
	switch x.at {
	case unknown, inText:
		if c == '<' {
			return x.open(i)
		}
		if c == '>' && x.markup {
			x.at = inText
		}
	case inRaw:
		if c == '<' && strings.HasPrefix(rest, "</") && text.HasPrefix(rest[2:], x.element) && tagName(rest[2:]) == len(x.element) {
			return x.open(i)
		}
	case inTag:
		x.stepInTag(i)
	case inValue:
		if c == x.quote {
			x.region = region{at: inTag, element: x.element, raw: x.raw, gap: true, name: i, nameEnd: i}
		}
	case inCDATA:
		return x.close(i, "]]>")
	case inComment:
		if c == '-' {
			return max(x.close(i, "-->"), x.close(i, "--!>"))
		}
	case inInstruction:
		return x.close(i, "?>")
	case inDeclaration:
		// What an internal subset declares begins with "<!" again.
		if c == '<' {
			return x.open(i)
		}
		return x.close(i, ">")
	}
	return i + 1
}

// close leaves a region that end ends.
func (x *extractor) close(i int, end string) int {
	if !strings.HasPrefix(x.s[i:], end) {
		return i + 1
	}
	x.at = inText
	return i + len(end)
}

// open takes the '<' at s[i].
func (x *extractor) open(i int) int {
	rest := x.s[i+1:]
	for _, r := range []struct {
		begin string
		kind  regionKind
	}{{"!--", inComment}, {"![CDATA[", inCDATA}, {"!", inDeclaration}, {"?", inInstruction}} {
		if strings.HasPrefix(rest, r.begin) {
			x.at = r.kind
			i += 1 + len(r.begin)
			if r.kind == inComment {
				// HTML, comment start state and comment start dash state
				if next := max(x.close(i, ">"), x.close(i, "->")); x.at == inText {
					return next
				}
			}
			return i
		}
	}
	rest, isEnd := strings.CutPrefix(rest, "/")
	n := tagName(rest)
	if n == 0 {
		return i + 1
	}
	name := rest[:n]
	x.region = region{at: inTag, gap: true}
	i = len(x.s) - len(rest) + n
	x.name, x.nameEnd = i, i
	if !isEnd {
		x.element = strings.ToLower(name)
		for _, e := range rawElements {
			x.raw = x.raw || name == e || name == strings.ToUpper(e)
		}
	}
	return i
}

// tagName returns the length of the name of a tag at the beginning of s, or 0: an
// address in angle brackets is no tag.
func tagName(s string) int {
	n := 0
	for n < len(s) && (isWord(s[n]) || n > 0 && strings.IndexByte("-.:", s[n]) >= 0) {
		n++
	}
	if n == 0 || '0' <= s[0] && s[0] <= '9' {
		return 0
	}
	if n < len(s) && strings.IndexByte(" \t\r\n\f/>", s[n]) < 0 || strings.HasPrefix(s[n:], "//") {
		return 0
	}
	return n
}

// stepInTag takes s[i], in a tag and outside of quoted values.
func (x *extractor) stepInTag(i int) {
	switch c := x.s[i]; {
	case c == '>':
		// In XML, "/>" ends the element.
		x.at = inText
		if x.raw && x.s[i-1] != '/' {
			x.at = inRaw
		}
	case x.opensValue(i):
		x.at, x.quote = inValue, c
		name := strings.ToLower(x.s[x.name:x.nameEnd])
		x.namespace = name == "xmlns" || strings.HasPrefix(name, "xmlns:") || strings.HasSuffix(name, ":schemalocation")
	case c == '=':
		x.equals = true
	case strings.IndexByte(" \t\r\n\f/", c) >= 0:
		x.gap = x.gap || !x.equals
	default:
		if x.gap {
			x.name, x.gap = i, false
		}
		x.nameEnd, x.equals = i+1, false
	}
}
