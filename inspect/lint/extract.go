package lint

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/lazy"
)

// An Extracted is a URL that Extract has found in a text.
type Extracted struct {
	Offset, Len int // in bytes
	// Place is what Linter.At needs to know.
	Place Place
	// unsure says that text may have followed the URL without a space: it holds
	// characters that no URI may hold, and no quotation mark or bracket ends it.
	unsure bool
}

// Extract finds the URLs in a line of a log, of HTML or of other text, or in a whole
// document, and yields them in order. These are:
//
//   - everything from a scheme and "://", or from "data:", "mailto:" or
//     "javascript:", to white space, a quotation mark, an angle bracket or the end; in
//     a string of JSON, to its end or an escape such as "\n"; behind '(', as in CSS, to
//     the ')'; and no further than a ';', ',' or bracket in the host, as in a
//     Content-Security-Policy;
//   - the target of a request line ("GET /a/b HTTP/1.1"), whatever it holds;
//   - the quoted value of an HTML attribute that is a URL, without white space
//     around it: href and src of any element, and action, formaction, poster, cite,
//     data, background, manifest and ping of the elements that have them.
//
// Punctuation that ends a sentence, and a closing bracket without an opening one,
// are not part of the URL. Nothing is decoded: offsets are those of s.
//
// s is markup if it has a tag or a comment. There, a character reference for white
// space, a quotation mark or an angle bracket ends a URL, too.
func Extract(s string) iter.Seq[Extracted] {
	return func(yield func(Extracted) bool) {
		x := extractor{s: s}
		if strings.IndexByte(s, '<') >= 0 {
			x.markup = x.hasTag()
			x.nested = x.markup && hasEscapedTag(s)
			x.region, x.seen, x.string = region{}, 0, false
		}
		for i := 0; i < len(s); {
			found, next := x.urlAt(i)
			if next == i {
				i = x.step(i)
				continue
			}
			for _, f := range found {
				if !yield(f) {
					return
				}
			}
			i = next
		}
	}
}

// methods are those of RFC 9110 and RFC 5789, each with the space that follows it in
// a request line.
var methods = []string{"GET ", "POST ", "HEAD ", "PUT ", "DELETE ", "PATCH ", "OPTIONS ", "CONNECT ", "TRACE "}

// attributes are those of HTML whose value is a URL, with the elements that have them;
// links of XML have href and src, too, in elements of any name.
var attributes = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"href":       nil,
		"src":        nil,
		"action":     {"form"},
		"formaction": {"button", "input"},
		"poster":     {"video"},
		"cite":       {"blockquote", "del", "ins", "q"},
		"data":       {"object"},
		"background": {"body", "table", "tbody", "td", "tfoot", "th", "thead", "tr"},
		"manifest":   {"html"},
		"ping":       {"a", "area"},
	}
}}

// longestAttribute is the length of "formaction".
const longestAttribute = 10

// holdsURL reports whether the value of an attribute of an element is a URL. For the
// element "", it is not known.
func holdsURL(attribute, element string) bool {
	attribute = strings.TrimPrefix(strings.TrimPrefix(attribute, "data-"), "xlink:")
	elements, ok := attributes.Get()[attribute]
	return ok && (elements == nil || element == "" || slices.Contains(elements, element))
}

// opaque are schemes that need no "//".
var opaque = []string{"data", "mailto", "javascript"}

const (
	// longestTarget is how far a request line is followed: servers take no more.
	longestTarget = 8 << 10
	// longestScheme is longer than any that is registered.
	longestScheme = 64
)

// urlAt returns the URLs that are recognized at s[i], and where to go on behind them:
// at i if there are none. Only the beginning of a word leads it further, and it stops
// where the word ends, so that it looks at each byte a bounded number of times.
func (x *extractor) urlAt(i int) (found []Extracted, next int) {
	s := x.s
	if x.at == inTag && x.opensValue(i) {
		return x.value(i)
	}
	if i > 0 && isWord(s[i-1]) || !text.IsLetter(s[i]) {
		return nil, i
	}
	rest := s[i:]
	for _, m := range methods {
		if strings.HasPrefix(rest, m) {
			target := i + len(m)
			window := s[target:min(len(s), target+longestTarget)]
			end := strings.Index(window, " HTTP/")
			if end <= 0 || strings.ContainsAny(window[:end], "\"\n") {
				return nil, i
			}
			place := x.place()
			if x.markup && hasAngle(window[:end]) {
				place = Verbatim // it may be markup itself
			}
			return []Extracted{{Offset: target, Len: end, Place: place}}, target + end
		}
	}
	word := 1
	for word < min(len(rest), longestScheme) && (isWord(rest[word]) || strings.IndexByte("+.-", rest[word]) >= 0) {
		word++
	}
	if strings.HasPrefix(rest[word:], "://") || strings.HasPrefix(rest[word:], ":") && text.IsAmong(rest[:word], opaque) {
		inString := !x.markup && x.inString(i)
		end := x.end(i, i+word+1, inString)
		if strings.TrimLeft(s[i+word+1:max(end, i+word+1)], "/") == "" {
			return nil, i
		}
		place := x.place()
		if inString && place == Plain && strings.IndexByte(s[i:end], '\\') >= 0 {
			place = Literal
		}
		return []Extracted{{Offset: i, Len: end - i, Place: place, unsure: !x.endsSurely(i, end)}}, end
	}
	if word > longestAttribute || x.at == inText || x.at == inTag || x.at == inValue || x.at == inDeclaration || !holdsURL(strings.ToLower(rest[:word]), "") {
		return nil, i
	}
	// The line may begin inside a tag, or be part of a script that writes one.
	value, ok := strings.CutPrefix(strings.TrimLeft(rest[word:], " \t"), "=")
	value = strings.TrimLeft(value, " \t")
	if !ok || value == "" || value[0] != '"' && value[0] != '\'' {
		return nil, i
	}
	end := strings.IndexByte(value[1:], value[0])
	if end <= 0 {
		return nil, i
	}
	place := x.place()
	if x.at == unknown {
		place = x.within(Attribute)
	}
	if hasAngle(value[1 : end+1]) {
		place = Verbatim // the attribute may be text, and this markup
	}
	at := len(s) - len(value) + 1
	return urls(s, at, at+end, rest[:word], place), at + end
}

// value returns the URLs in the value of an attribute whose quotation mark is s[i],
// and where the value ends.
func (x *extractor) value(i int) (found []Extracted, next int) {
	name := strings.ToLower(x.s[x.name:x.nameEnd])
	end := strings.IndexByte(x.s[i+1:], x.s[i])
	if end < 0 || !holdsURL(name, x.element) {
		return nil, i
	}
	x.step(i)
	return urls(x.s, i+1, i+1+end, name, x.place()), i + 1 + end
}

// urls returns the URLs in s[lo:hi], the value of an attribute: HTML allows white
// space around one, and a list in ping.
func urls(s string, lo, hi int, attribute string, place Place) (found []Extracted) {
	const space = " \t\r\n\f"
	value := s[lo:hi]
	if strings.Contains(value, "<?") || strings.Contains(value, "<%") || strings.Contains(value, "{%") || strings.Contains(value, "{{") {
		place = Verbatim // a program is to fill it in
	}
	if strings.EqualFold(attribute, "ping") {
		for at := lo; at < hi; {
			at += len(s[at:hi]) - len(strings.TrimLeft(s[at:hi], space))
			n := strings.IndexAny(s[at:hi], space)
			if n < 0 {
				n = hi - at
			}
			if n > 0 {
				found = append(found, Extracted{Offset: at, Len: n, Place: place})
			}
			at += n
		}
		return found
	}
	front := strings.TrimLeft(value, space)
	lo = hi - len(front)
	if n := len(strings.TrimRight(front, space)); n > 0 {
		found = append(found, Extracted{Offset: lo, Len: n, Place: place})
	}
	return found
}

// end returns where a URL ends that begins at s[lo:], whose scheme ends at i.
func (x *extractor) end(lo, i int, inString bool) int {
	s := x.s
	references := x.place().reads()
	open := 0 // brackets in the URL, if one stands before it
	inHost := strings.HasPrefix(s[i:], "//")
	if inHost {
		i += len("//")
	}
	for ; i < len(s) && !endsURL(rune(s[i])); i++ {
		if inString && s[i] == '\\' {
			r, n := literalEscape(s[i:])
			if n > 0 && (endsURL(r) || r == '\'') {
				break
			}
			i += max(n, 1) - 1
			continue
		}
		if lo > 0 && s[lo-1] == '(' {
			switch s[i] {
			case '(':
				open++
			case ')':
				open--
			}
			if open < 0 {
				break
			}
		}
		if inHost {
			if strings.IndexByte("/?#@\\", s[i]) >= 0 {
				inHost = false
			} else if strings.IndexByte(";,()", s[i]) >= 0 {
				if !hasUserinfo(s[i:]) {
					break
				}
				inHost = false
			}
		}
		if x.at == inValue && s[i] == x.quote || s[i] == '\'' && lo > 0 && s[lo-1] == '\'' {
			break
		}
		if x.at == inComment && strings.HasPrefix(s[i:], "-->") {
			break
		}
		if s[i] == '&' && references {
			if r, _ := utf8.DecodeRuneInString(readReference(s[i:], false).means); r != utf8.RuneError && (endsURL(r) || unicode.IsSpace(r)) {
				break
			}
		}
	}
	isQuote := i < len(s) && (s[i] == '"' || s[i] == '\'' || s[i] == '`')
	if !inString && isQuote && isEscaped(s[lo:i]) && !(x.at == inValue && s[i] == x.quote) {
		i-- // in a string literal, as in JSON
	}
	if !references {
		return lo + trimmed(s[lo:i])
	}
	// A reference at the end stays in one piece.
	r := read(s[lo:i], x.place())
	return lo + r.from[trimmed(r.text)]
}

// longestUserinfo is how far an '@' is looked for behind what may be the end of a host.
const longestUserinfo = 256

// hasUserinfo reports whether an '@' follows before an authority ends.
func hasUserinfo(s string) bool {
	s = s[:min(len(s), longestUserinfo)]
	i := strings.IndexFunc(s, func(r rune) bool { return endsURL(r) || strings.ContainsRune("/?#@", r) })
	return i >= 0 && s[i] == '@'
}

// inString reports whether s[i] is in a string between quotation marks that began on the
// same line. It is called for ascending i.
func (x *extractor) inString(i int) bool {
	for ; x.seen < i; x.seen++ {
		switch x.s[x.seen] {
		case '\n':
			x.string = false
		case '"':
			x.string = !x.string
		case '\\':
			if x.string {
				x.seen++
			}
		}
	}
	return x.string
}

// endsSurely reports whether nothing but the URL can be in s[lo:hi]: it has only characters
// that a URI may hold, or quotation marks or brackets are around it.
func (x *extractor) endsSurely(lo, hi int) bool {
	s := x.s
	if x.at == inValue && hi < len(s) && s[hi] == x.quote {
		return true
	}
	if lo > 0 && hi < len(s) {
		switch before, behind := s[lo-1], s[hi]; before {
		case '"', '\'', '`':
			if before == behind {
				return true
			}
		case '<':
			if behind == '>' {
				return true
			}
		}
	}
	for i := lo; i < hi; i++ {
		if s[i] != '%' && !sureBytes.Contains(s[i]) {
			return false
		}
	}
	return true
}

// sureBytes may stand in a URI, wherever that is.
var sureBytes = percent.URISet.Remove("[]")

// isEscaped reports whether s ends in a backslash that is not escaped by another one.
func isEscaped(s string) bool { return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1 }

// endsURL reports whether r is no part of a URL in a text.
func endsURL(r rune) bool {
	return r <= ' ' || r == 0x7F || r == '"' || r == '<' || r == '>' || r == '`'
}

// countFold counts an escape in s, in either case.
func countFold(s, escape string) int {
	return strings.Count(s, escape) + strings.Count(s, strings.ToLower(escape))
}

// hasAngle reports whether s holds an angle bracket.
func hasAngle(s string) bool { return strings.ContainsAny(s, "<>") }

func isWord(c byte) bool { return text.IsAlphanumeric(c) || c == '_' || c >= utf8.RuneSelf }

// trimmed returns the length of s without the punctuation around a URL in text.
func trimmed(s string) int {
	surplus := map[byte]int{} // of closing brackets over opening ones
	for _, pair := range []string{"()", "[]", "{}"} {
		surplus[pair[1]] = strings.Count(s, pair[1:]) - strings.Count(s, pair[:1])
	}
	if strings.IndexByte(s, '%') >= 0 {
		// A fix escapes some brackets of a pair, which must not move the end.
		surplus[']'] += countFold(s, "%5D") - countFold(s, "%5B")
		surplus['}'] += countFold(s, "%7D") - countFold(s, "%7B")
	}
	n := len(s)
	for n > 0 {
		switch c := s[n-1]; c {
		case '.', ',', ';', ':', '!', '?', '\'', '*', '|':
		case ')', ']', '}':
			if surplus[c] <= 0 {
				return n
			}
			surplus[c]--
		default:
			return n
		}
		n--
	}
	return n
}
