package document

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// longestAttribute is the length of "imagesrcset".
const longestAttribute = 11

// holdsURL reports whether the value of an attribute of an element is a URL, or a list of
// them, as in HTML; links of XML have href and src, too, in elements of any name. For the
// element "", it is not known.
func holdsURL(attribute, element string) bool {
	elements := ""
	switch strings.TrimPrefix(strings.TrimPrefix(attribute, "data-"), "xlink:") {
	case "href", "src":
		return true
	case "action":
		elements = "form"
	case "formaction":
		elements = "button input"
	case "poster":
		elements = "video"
	case "cite":
		elements = "blockquote del ins q"
	case "data":
		elements = "object"
	case "background":
		elements = "body table tbody td tfoot th thead tr"
	case "manifest":
		elements = "html"
	case "ping":
		elements = "a area"
	case "srcset":
		elements = "img source"
	case "imagesrcset":
		elements = "link"
	default:
		return false
	}
	return element == "" || slices.Contains(strings.Fields(elements), element)
}

// rawElements are those of HTML in which a character reference stands for itself.
// They count in lower or upper case only: KML has elements called "Style".
var rawElements = []string{"script", "style", "iframe", "xmp", "noembed", "noframes"}

// addressElements are those of XML whose text is a URL, or a path: of WebDAV, sitemaps and
// feeds.
var addressElements = []string{"href", "loc", "link", "url"}

// hasTag reports whether there is a tag, a comment, a declaration or a processing
// instruction in s.
func hasTag(s string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '<')
		if n < 0 {
			return false
		}
		if i += n; beginsTag(s[i+1:]) {
			return true
		}
	}
}

// beginsTag reports whether s is what follows the '<' of a tag, or of what is like one.
func beginsTag(s string) bool {
	if strings.HasPrefix(s, "!") && len(s) > 1 {
		return s[1] == '-' || s[1] == '[' || text.IsLetter(s[1])
	}
	s, _ = strings.CutPrefix(s, "/")
	return strings.HasPrefix(s, "?") || tagName(s) > 0
}

// tagName returns the length of the name of a tag at the beginning of s, or 0: an
// address in angle brackets is no tag.
func tagName(s string) int {
	n := 0
	for n < len(s) && (isWord(s[n]) || n > 0 && strings.IndexByte("-.:", s[n]) >= 0) {
		n++
	}
	if n == 0 || '0' <= s[0] && s[0] <= '9' || s[n-1] == ':' {
		return 0 // "<URL: …>" is an address (RFC 3986, appendix C)
	}
	if n < len(s) && s[n] != '>' && !isSpace(s[n]) && (s[n] != '/' || strings.HasPrefix(s[n:], "//")) {
		return 0
	}
	return n
}

// readMarkup finds the URLs in HTML or XML.
func readMarkup(w *walker, s string, lo, hi int) {
	element := ""
	subsets := true // there may be more declarations that hold others
	for i := lo; i < hi && !w.done; {
		angle := strings.IndexByte(s[i:hi], '<')
		if angle < 0 {
			w.content(s, i, hi, element)
			return
		}
		angle += i
		if !beginsTag(s[angle+1 : hi]) {
			// It is no markup: what follows is text as well, but not all of an element's.
			next := angle + 1
			w.content(s, i, next, element)
			i, element = next, ""
			continue
		}
		w.content(s, i, angle, element)
		if c := s[angle+1]; c != '!' && c != '?' {
			var raw bool
			if i, element, raw = w.tag(s, angle+1, hi); raw {
				end := rawEnd(s, i, hi, element)
				w.raw(s, i, end, element)
				i = end
			}
			continue
		}
		rest := s[angle:hi]
		skip := func(begin, end string, read reader) bool {
			if !strings.HasPrefix(rest, begin) {
				return false
			}
			from := angle + len(begin)
			to, next := hi, hi
			if n := strings.Index(s[from:hi], end); n >= 0 {
				to = from + n
				next = to + len(end)
			}
			read(w, s, from, to)
			i = next
			return true
		}
		switch {
		case strings.HasPrefix(rest, "<!--"):
			i = w.comment(s, angle+len("<!--"), hi)
		case skip("<![CDATA[", "]]>", readValue), skip("<?", "?>", readProgram):
		default:
			i = w.declaration(s, angle+len("<!"), hi, &subsets)
		}
	}
}

func readVerbatim(w *walker, s string, lo, hi int) { w.prose(s, lo, hi, Verbatim) }

// readProgram finds the URLs in an instruction, of XML or such as a program in PHP.
func readProgram(w *walker, s string, lo, hi int) {
	before := w.template
	w.template = true
	if strings.HasPrefix(s[lo:hi], "php") || strings.HasPrefix(s[lo:hi], "=") {
		phpSyntax.read(w, s, lo, hi)
	} else {
		readVerbatim(w, s, lo, hi)
	}
	w.template = before
}

// comment reads a comment that begins at s[i:hi] and returns where it ends (HTML, comment
// start state and comment start dash state).
func (w *walker) comment(s string, i, hi int) int {
	for _, end := range []string{">", "->"} {
		if strings.HasPrefix(s[i:hi], end) {
			return i + len(end)
		}
	}
	for at := i; ; at++ {
		n := strings.Index(s[at:hi], "--")
		if n < 0 {
			readVerbatim(w, s, i, hi)
			return hi
		}
		at += n
		for _, end := range []string{"-->", "--!>"} {
			if strings.HasPrefix(s[at:hi], end) {
				readVerbatim(w, s, i, at)
				return at + len(end)
			}
		}
	}
}

// declaration reads a declaration, which may hold others between brackets: subsets becomes
// false if no such brackets end in s[i:hi].
func (w *walker) declaration(s string, i, hi int, subsets *bool) int {
	end := strings.IndexByte(s[i:hi], '>')
	if end < 0 {
		end = hi - i
	}
	if *subsets && strings.IndexByte(s[i:i+end], '[') >= 0 {
		if n := strings.Index(s[i:hi], "]>"); n >= 0 {
			end = n + 1
		} else {
			*subsets = false
		}
	}
	readVerbatim(w, s, i, i+end)
	return min(i+end+1, hi)
}

// content reads the text of an element.
func (w *walker) content(s string, lo, hi int, element string) {
	if lo == hi {
		return
	}
	part := s[lo:hi]
	if !w.jsx && slices.Contains(addressElements, element) && strings.IndexByte(part, '<') < 0 {
		if begin, end := trimmed(s, lo, hi); begin < end && !strings.ContainsAny(s[begin:end], " \t\n") {
			w.found(s, begin, end, Content, false)
			return
		}
		if begin, end := trimmed(s, lo, hi); begin < end && s[begin] == '/' && strings.IndexByte(s[begin:end], '\n') < 0 {
			w.found(s, begin, end, Content, false)
			return
		}
		if w.entire(s, lo, hi, Content) {
			return
		}
	}
	if strings.IndexByte(part, '&') >= 0 && hasEscapedTag(part) && w.values < mostValues {
		w.values++
		w.within(inText, s, lo, hi, readMarkup)
		w.values--
		return
	}
	if w.www || strings.IndexByte(part, ':') >= 0 {
		w.prose(s, lo, hi, Content)
	}
}

// hasEscapedTag reports whether there is a tag whose '<' is a character reference, as
// in a feed whose text is HTML.
func hasEscapedTag(s string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '&')
		if n < 0 {
			return false
		}
		if i += n; i+2 < len(s) && (s[i+1] == 'l' || s[i+1] == 'L' || s[i+1] == '#') {
			if r := readReference(s[i:], false); r.Means == "<" && beginsTag(s[i+r.Len:]) {
				return true
			}
		}
	}
}

// rawEnd returns where the text of a raw element ends that begins at s[i:hi].
func rawEnd(s string, i, hi int, element string) int {
	for at := i; ; at++ {
		n := strings.Index(s[at:hi], "</")
		if n < 0 {
			return hi
		}
		at += n
		if rest := s[at+2 : hi]; text.HasPrefix(rest, element) && tagName(rest) == len(element) {
			return at
		}
	}
}

// raw reads the text of a raw element.
func (w *walker) raw(s string, lo, hi int, element string) {
	switch {
	case element == "style":
		cssSyntax.read(w, s, lo, hi)
	case element == "script":
		if looksJSON(s[lo:hi]) {
			readJSON(w, s, lo, hi)
			return
		}
		sourceSyntax.read(w, s, lo, hi)
	default:
		readValue(w, s, lo, hi)
	}
}

// tag reads a tag behind its '<', and returns where to go on, the element whose text
// follows, and whether that is raw.
func (w *walker) tag(s string, i, hi int) (next int, element string, raw bool) {
	isEnd := s[i] == '/'
	if isEnd {
		i++
	}
	n := tagName(s[i:hi])
	name := s[i : i+n]
	i += n
	if !isEnd {
		element = lower(name)
		for _, e := range rawElements {
			raw = raw || name == e || element == e && name == strings.ToUpper(e)
		}
	}
	for i < hi && !w.done {
		c := s[i]
		switch {
		case c == '>':
			if raw && s[i-1] == '/' {
				raw = false // in XML, "/>" ends the element
			}
			if isEnd || s[i-1] == '/' {
				element = ""
			}
			return i + 1, local(element), raw
		case isSpace(c) || c == '/':
			i++
		default:
			i = w.attribute(s, i, hi, element)
		}
	}
	return hi, local(element), false
}

// local returns the name of an element without its prefix.
func local(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

func lower(s string) string {
	for i := range len(s) {
		if 'A' <= s[i] && s[i] <= 'Z' {
			return strings.ToLower(s)
		}
	}
	return s
}

// attribute reads an attribute at s[i:hi] and returns where it ends.
func (w *walker) attribute(s string, i, hi int, element string) int {
	begin := i
	for i++; i < hi && s[i] != '=' && s[i] != '>' && s[i] != '/' && !isSpace(s[i]); i++ {
	}
	name := s[begin:i]
	at := i
	for at < hi && isSpace(s[at]) {
		at++
	}
	if at == hi || s[at] != '=' {
		return i
	}
	for at++; at < hi && isSpace(s[at]); at++ {
	}
	if at == hi {
		return hi
	}
	if quote := s[at]; quote == '"' || quote == '\'' {
		end := strings.IndexByte(s[at+1:hi], quote)
		if end < 0 {
			// The tag is cut off, or is none.
			w.prose(s, at+1, hi, Attribute)
			return hi
		}
		end += at + 1
		w.attributeValue(s, at+1, end, lower(name), element)
		return end + 1
	}
	end := at
	if w.jsx && s[at] == '{' {
		for depth := 0; end < hi; end++ {
			if s[end] == '{' {
				depth++
			} else if s[end] == '}' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		sourceSyntax.read(w, s, at, end)
		return min(end+1, hi)
	}
	for end < hi && s[end] != '>' && !isSpace(s[end]) {
		end++
	}
	w.attributeValue(s, at, end, lower(name), element)
	return end
}

// attributeValue reads the value of an attribute.
func (w *walker) attributeValue(s string, lo, hi int, name, element string) {
	if lo == hi {
		return
	}
	value := s[lo:hi]
	place := Attribute
	switch {
	case strings.HasPrefix(name, "xmlns"):
		return // the name of a namespace, and no link
	case strings.HasSuffix(name, ":schemalocation"):
		place = Verbatim // of namespaces, too, which XML compares as they are
	case holdsURL(name, element):
		if n := joinedAt(value); n == 0 {
			return
		} else if n > 0 {
			place, hi = Verbatim, lo+n
		}
		w.addresses(s, lo, hi, name, place)
		return
	}
	if name == "content" && element == "meta" {
		if n := refresh(value); n > 0 {
			lo += n
			if quote := strings.IndexByte("'\"", s[lo-1]); quote >= 0 {
				if end := strings.IndexByte(s[lo:hi], s[lo-1]); end >= 0 {
					hi = lo + end
				}
			}
			w.addresses(s, lo, hi, name, place)
			return
		}
	}
	if strings.IndexByte(value, ':') < 0 && strings.IndexByte(value, '&') < 0 && name != "style" {
		return
	}
	switch {
	case name == "srcdoc":
		w.within(inAttribute, s, lo, hi, readMarkup)
	case name == "style":
		w.within(inAttribute, s, lo, hi, cssSyntax.read)
	case strings.HasPrefix(name, "on"):
		w.within(inAttribute, s, lo, hi, sourceSyntax.read)
	case strings.Contains(value, "&quot;") || looksJSON(value) || strings.HasPrefix(name, "data-") && strings.IndexByte(value, '<') >= 0:
		w.within(inAttribute, s, lo, hi, readValue)
	case namesURL(name) && w.entire(s, lo, hi, place):
	default:
		w.value(s, lo, hi, place)
	}
}

// refresh returns where the URL begins in the content of a meta element for a refresh, behind its
// quotation mark, or 0.
func refresh(s string) int {
	rest := strings.TrimLeft(s, "0123456789. \t\r\n")
	if len(rest) == len(s) || rest == "" || rest[0] != ';' && rest[0] != ',' {
		return 0
	}
	rest = strings.TrimLeft(rest[1:], " \t\r\n")
	if !text.HasPrefix(rest, "url") {
		return 0
	}
	rest = strings.TrimLeft(rest[len("url"):], " \t\r\n")
	if !strings.HasPrefix(rest, "=") {
		return 0
	}
	rest = strings.TrimLeft(rest[1:], " \t\r\n")
	if rest != "" && (rest[0] == '\'' || rest[0] == '"') {
		rest = rest[1:]
	}
	if rest == "" {
		return 0
	}
	return len(s) - len(rest)
}

// joinedAt returns where a string of a program ends that has the markup and is joined with a value,
// as in '<a href="/b?' + c + '">', or -1.
func joinedAt(s string) int {
	i := strings.IndexAny(s, `'"`)
	if i < 0 {
		return -1
	}
	inner := s[i+1 : max(i+1, strings.LastIndexByte(s, s[i]))]
	inner = strings.Trim(inner, " \t\r\n\\")
	switch {
	case len(inner) < len("+a+") || inner[0] != inner[len(inner)-1]:
		return -1
	case inner[0] == '+', inner[0] == '.' && strings.IndexByte(inner, '$') > 0:
		return len(strings.TrimRight(s[:i], `\`))
	}
	return -1
}

// isTemplate reports whether a program is to fill in a value.
func isTemplate(s string) bool {
	if strings.IndexByte(s, '<') < 0 && strings.IndexByte(s, '{') < 0 {
		return false
	}
	for _, mark := range []string{"<?", "<%", "{%", "{{"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

// addresses yields the URLs in s[lo:hi], the value of an attribute: HTML allows white
// space around one, and lists in ping and srcset.
func (w *walker) addresses(s string, lo, hi int, name string, place Place) {
	switch {
	case place == Attribute && isTemplate(s[lo:hi]):
		// A program writes the text, and no fix can be made in it, but its references are read.
		w.within(inAttribute, s, lo, hi, func(w *walker, s string, lo, hi int) { w.addresses(s, lo, hi, name, Verbatim) })
	case name == "ping":
		for lo < hi {
			end := lo
			for end < hi && !isSpace(s[end]) {
				end++
			}
			w.found(s, lo, end, place, false)
			lo = end + 1
		}
	case strings.HasSuffix(name, "srcset"):
		for lo < hi {
			for lo < hi && (isSpace(s[lo]) || s[lo] == ',') {
				lo++
			}
			end := lo
			for end < hi && !isSpace(s[end]) {
				end++
			}
			url := end
			for url > lo && s[url-1] == ',' {
				url--
			}
			w.found(s, lo, url, place, false)
			if url == end { // descriptors follow
				for end < hi && s[end] != ',' {
					end++
				}
			}
			lo = end
		}
	default:
		lo, hi = trimmed(s, lo, hi)
		w.found(s, lo, hi, place, false)
	}
}

// openTag finds the URLs in s[lo:to], a text that may begin inside a tag, or be part of a
// program that writes one, and returns where it ends: at to, or behind a value.
func (w *walker) openTag(s string, lo, to, hi int, place Place) int {
	for i := lo; i < to && !w.done; i++ {
		n := strings.IndexByte(s[i:to], '=')
		if n < 0 {
			break
		}
		i += n
		at := i + 1
		for at < to && isSpace(s[at]) {
			at++
		}
		if at == to || s[at] != '"' && s[at] != '\'' {
			continue
		}
		end := strings.IndexByte(s[at+1:hi], s[at])
		if end < 0 {
			break
		}
		end += at + 1
		behind := i
		for behind > lo && isSpace(s[behind-1]) {
			behind--
		}
		name := behind
		for name > lo && behind-name <= longestAttribute && (isWord(s[name-1]) || s[name-1] == '-' || s[name-1] == ':') {
			name--
		}
		if name > lo && !isSpace(s[name-1]) || !holdsURL(lower(s[name:behind]), "") {
			continue
		}
		w.prose(s, lo, name, place)
		within := Attribute
		if value := s[at+1 : end]; strings.ContainsAny(value, "<>") && !isTemplate(value) {
			within = Verbatim // the attribute may be text, and this markup
		}
		w.addresses(s, at+1, end, lower(s[name:behind]), within)
		lo, i = end+1, end
	}
	if lo < to {
		w.prose(s, lo, to, place)
	}
	return max(lo, to)
}
