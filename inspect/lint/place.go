package lint

import (
	"html"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/words"
)

// A Place is where a text stands, which decides how the character references of HTML
// and XML are read in it, such as "&amp;".
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
	// Nested: in markup that holds further markup, escaped, such as HTML in a feed.
	// References belong to one of them.
	Nested
	// Verbatim: in a comment, a declaration, a program that writes the text, or the
	// name of a namespace. Nothing is Mechanical.
	Verbatim
	// Literal: in a string of JSON or of a program, with escapes such as "\/" and
	// "\u0026". Rules look at the URL that they stand for. Nothing is Mechanical.
	Literal
)

var placeWords = []string{"alone", "plain", "attribute", "content", "nested", "verbatim", "literal"}

// String returns "alone", "plain", "attribute", "content", "nested", "verbatim" or
// "literal".
func (p Place) String() string { return words.Of(placeWords, p) }

// reads reports whether references are read before the URL is.
func (p Place) reads() bool { return p == Attribute || p == Content || p == Nested }

// A reference is a character reference at the beginning of a text.
type reference struct {
	means string
	n     int // its length, or 0 if there is none
	// doubtful says that not all parsers of HTML and XML read it alike.
	doubtful bool
	// bare says that no ';' ends it.
	bare bool
}

// readReference reads the reference at the beginning of s, which begins with '&', as
// the tokenizer of HTML does (HTML, section 13.2.5.72). Some names need no ';', but
// in an attribute they do before a letter, a digit or '='.
func readReference(s string, attribute bool) reference {
	if strings.HasPrefix(s, "&#") {
		r, n := text.ReferenceNumber(s[2:], "")
		if n == 0 {
			return reference{}
		}
		n += 2
		bare := n == len(s) || s[n] != ';'
		if !bare {
			n++
		}
		// XML reads C1 controls as they are, HTML as windows-1252.
		return reference{text.HTMLCharacter(r), n, bare || !utf8.ValidRune(r) || r == 0 || 0x80 <= r && r < 0xA0, bare}
	}
	n := 1
	for n < len(s) && n <= text.MaxEntityName && text.IsAlphanumeric(s[n]) {
		n++
	}
	if n < len(s) && s[n] == ';' {
		if means := text.Reference(s[1:n]); means != "" {
			return reference{means: means, n: n + 1}
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
			return reference{}
		}
		return reference{means, end, true, true}
	}
	return reference{}
}

// A reading is a text as it is once its references are read.
type reading struct {
	source string
	text   string
	// from is where each byte of text begins in source, and where the last one ends.
	from []int
	refs []mark // in source, of doubtful references
	bare []bareReference
}

// literalEscape returns what an escape of JSON at the beginning of s, a backslash, stands
// for, and its length; 0 for no escape.
func literalEscape(s string) (r rune, n int) {
	if len(s) < 2 {
		return 0, 0
	}
	switch c := s[1]; c {
	case '/', '\\', '"', '\'':
		return rune(c), 2
	case 'n', 'r', 't', 'b', 'f':
		return ' ', 2
	case 'u':
		if len(s) >= 6 {
			if u, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
				return rune(u), 6
			}
		}
	}
	return 0, 0
}

// readLiteral reads the escapes of a string.
func readLiteral(s string) reading {
	r := reading{source: s}
	var b strings.Builder
	for i := 0; i < len(s); {
		means, n := s[i:i+1], 1
		if s[i] == '\\' {
			if c, size := literalEscape(s[i:]); size > 0 {
				means, n = string(c), size
			}
		}
		for range len(means) {
			r.from = append(r.from, i)
		}
		b.WriteString(means)
		i += n
	}
	r.text, r.from = b.String(), append(r.from, len(s))
	return r
}

// A bareReference is one without a ';'.
type bareReference struct {
	mark
	means string
}

// read reads the references in s.
func read(s string, p Place) reading {
	r := reading{source: s}
	var b strings.Builder
	for i := 0; i < len(s); {
		means, n := s[i:i+1], 1
		if s[i] == '&' {
			if ref := readReference(s[i:], p != Content); ref.n > 0 {
				means, n = ref.means, ref.n
				if ref.doubtful {
					r.refs = append(r.refs, mark{i, i + n})
				}
				if ref.bare {
					r.bare = append(r.bare, bareReference{mark{i, i + n}, means})
				}
			}
		}
		for range len(means) {
			r.from = append(r.from, i)
		}
		b.WriteString(means)
		i += n
	}
	r.text, r.from = b.String(), append(r.from, len(s))
	return r
}

// lookAt is look for a text that stands somewhere.
func (l Linter) lookAt(s string) []Finding {
	r := reading{source: s, text: s}
	switch {
	case l.place.reads():
		r = read(s, l.place)
	case l.place == Literal:
		r = readLiteral(s)
	}
	list := newPass(l, r.text).results((*pass).all)
	var out []Finding
	for _, f := range list {
		if f.Rule == rules[htmlEntity].ID && (l.place == Nested || l.place == Verbatim) {
			continue // it belongs to other markup
		}
		out = append(out, r.inSource(f, l.place))
	}
	if l.unsure {
		for i := range out {
			if f := &out[i]; f.Mechanical {
				f.Mechanical, f.Replacement = false, ""
				f.Fix = "no automatic fix, because it is not certain where the URL ends; " + f.Fix
			}
		}
	}
	if l.place.reads() {
		// What is written in plain letters hides nothing, and references are no plain
		// letters to a check of the markup.
		out = append(out, newPass(l, s).results((*pass).hidden)...)
		x := newPass(l, s)
		out = append(out, x.results(func(x *pass) {
			for _, b := range r.bare {
				x.add(isBareReference, b.lo, b.hi, 0, quoted(b.means))
			}
		})...)
		sort.SliceStable(out, func(i, j int) bool { return out[i].Offset < out[j].Offset })
	}
	return out
}

// hidden looks for a hidden scheme alone.
func (x *pass) hidden() {
	if x.kind == inspect.KindAuto || x.kind == inspect.KindURI {
		x.scheme()
	}
}

// inSource returns a finding in the text as one in the source.
func (r *reading) inSource(f Finding, p Place) Finding {
	lo, hi := f.Offset, f.Offset+f.Len
	if r.from != nil {
		f.Mechanical = f.Mechanical && (lo == 0 || r.from[lo-1] != r.from[lo]) && r.from[hi-1] != r.from[hi]
		for hi < len(r.text) && r.from[hi] == r.from[hi-1] {
			hi++
		}
		lo, hi = r.from[lo], r.from[hi]
		f.Offset, f.Len = lo, hi-lo
	}
	switch {
	case !f.Mechanical:
	case p == Verbatim, p == Literal, f.Rule == rules[backslash].ID, lo > 0 && r.source[lo-1] == '\\':
		// A backslash may be an escape of a string literal.
		f.Mechanical = false
	case hi == len(r.source) && strings.HasSuffix(f.Replacement, "."):
		f.Mechanical = false // what looks for URLs in text leaves a full stop at the end out
	case (p == Plain || p == Nested) && strings.IndexByte(r.source[lo:hi], '&') >= 0:
		// It is not known what reads the reference.
		f.Mechanical = false
	case r.isDoubtful(lo, hi), completesReference(r.source[:lo], f.Replacement, p):
		f.Mechanical = false
	case p.reads():
		f.Replacement = strings.ReplaceAll(f.Replacement, "&", "&amp;")
	}
	if !f.Mechanical {
		f.Replacement = ""
	}
	return f
}

// isDoubtful reports whether there is a doubtful reference in source[lo:hi].
func (r *reading) isDoubtful(lo, hi int) bool {
	i := sort.Search(len(r.refs), func(i int) bool { return r.refs[i].hi > lo })
	return i < len(r.refs) && r.refs[i].lo < hi
}

// spellsReference reports whether s[at:], a replacement of an escape, may be part of a
// character reference that a '&' before and a ';' behind make complete, together with
// other replacements.
func spellsReference(s string, at int) bool {
	isPart := func(c byte) bool { return text.IsAlphanumeric(c) || c == '%' || c == '#' }
	const most = 3 * text.MaxEntityName // with all letters escaped
	lo, hi := at, at
	for lo > 0 && at-lo < most && isPart(s[lo-1]) {
		lo--
	}
	for hi < len(s) && hi-at < most && isPart(s[hi]) {
		hi++
	}
	if lo == 0 || hi == len(s) || s[hi] != ';' {
		return false
	}
	// A ';' may end a reference that stands for the '&'.
	return s[lo-1] == '&' || s[lo-1] == ';' && strings.IndexByte(s[max(0, lo-most):lo], '&') >= 0
}

// completesReference reports whether a replacement behind s may complete or break a
// character reference whose '&' is in s, or, in markup inside markup, what stands for
// the '&'.
func completesReference(s, replacement string, p Place) bool {
	if strings.HasSuffix(s, "&") || p == Nested && strings.HasSuffix(s, ";") {
		return true
	}
	if replacement == "" || !text.IsAlphanumeric(replacement[0]) {
		return false
	}
	n := len(s)
	for n > 0 && len(s)-n <= text.MaxEntityName && (text.IsAlphanumeric(s[n-1]) || s[n-1] == '#') {
		n--
	}
	return strings.HasSuffix(s[:n], "&") || p == Nested && strings.HasSuffix(s[:n], ";")
}
