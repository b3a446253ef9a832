package document

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/words"
)

// A Place is where a URL stands once the escapes around it are read, which decides how
// the character references of HTML and XML are read in it, such as "&amp;".
type Place uint8

// The places.
const (
	// Alone: nowhere. In a URL, a reference is left over from HTML.
	Alone Place = iota
	// Plain: in a text that is not markup, or that is not known to be, such as a
	// line of a log or a script. The same, but its references stay as they are.
	Plain
	// Attribute: in a tag. References belong to the markup.
	Attribute
	// Content: in the text of an element. References belong to the markup.
	Content
	// Nested: in text that may be read as markup afterwards, as Markdown is.
	// References belong to one of them.
	Nested
	// Verbatim: in a comment, a declaration, a program that writes the text, or as the
	// name of a namespace or of a resource of RDF. No fix can be made in it.
	Verbatim
)

var placeWords = []string{"alone", "plain", "attribute", "content", "nested", "verbatim"}

// String returns "alone", "plain", "attribute", "content", "nested" or "verbatim".
func (p Place) String() string { return words.Of(placeWords, p) }

// Reads reports whether references are read before the URL is.
func (p Place) Reads() bool { return p == Attribute || p == Content || p == Nested }

// A Reference is a character reference at the beginning of a text.
type Reference struct {
	Means string
	Len   int // 0 if there is none
	// Doubtful says that not all parsers of HTML and XML read it alike.
	Doubtful bool
	// Bare says that no ';' ends it.
	Bare bool
}

// Reference reads the character reference at the beginning of s, which begins with '&', as
// it is read in p.
func (p Place) Reference(s string) Reference { return readReference(s, p != Content) }

// readReference reads the reference at the beginning of s, which begins with '&', as
// the tokenizer of HTML does (HTML, section 13.2.5.72). Some names need no ';', but
// in an attribute they do before a letter, a digit or '='.
func readReference(s string, attribute bool) Reference {
	if strings.HasPrefix(s, "&#") {
		r, n := text.ReferenceNumber(s[2:], "")
		if n == 0 {
			return Reference{}
		}
		n += 2
		bare := n == len(s) || s[n] != ';'
		if !bare {
			n++
		}
		// XML reads C1 controls as they are, HTML as windows-1252.
		return Reference{text.HTMLCharacter(r), n, bare || !utf8.ValidRune(r) || r == 0 || 0x80 <= r && r < 0xA0, bare}
	}
	if strings.HasPrefix(s, "&amp;") {
		return Reference{Means: "&", Len: len("&amp;")}
	}
	n := 1
	for n < len(s) && n <= text.MaxEntityName && text.IsAlphanumeric(s[n]) {
		n++
	}
	if n < len(s) && s[n] == ';' {
		if means := text.Reference(s[1:n]); means != "" {
			return Reference{Means: means, Len: n + 1}
		}
	}
	// No name without ';' begins with another one.
	const longest = len("&frac34")
	for end := len("&gt"); end <= min(n, longest); end++ {
		means := html.UnescapeString(s[:end])
		if means == s[:end] {
			continue
		}
		if attribute && end < len(s) && (text.IsAlphanumeric(s[end]) || s[end] == '=') {
			return Reference{}
		}
		return Reference{means, end, true, true}
	}
	return Reference{}
}
