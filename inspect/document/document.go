package document

import (
	"iter"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/words"
)

// A URL is a URL, or a reference to one, that was found in a document.
type URL struct {
	Offset, Len int // in bytes of the document
	// Place is where it stands in the text that the escapes around it stand for.
	Place Place
	// Unsure says that text may have followed the URL without a space: it holds
	// characters that no URI may hold, and nothing ends it.
	Unsure bool
	// Template says that a program fills in the placeholders in it.
	Template bool
	// XML says that it stands in XML, where every '&' begins a reference.
	XML bool

	escapes     escapes // around it
	front, back int     // octets of the escapes at its ends that are not part of it
}

// Escaped reports whether u is written in escapes of the document, or would be if it had
// octets that need them.
func (u URL) Escaped() bool { return u.escapes[0] != unescaped }

// Inner returns u as it stands in the text that the escapes around it stand for.
func (u URL) Inner() URL {
	u.escapes, u.front, u.back = escapes{}, 0, 0
	return u
}

// Same reports whether no octet of u, which stands in source, is escaped.
func (u URL) Same(source string) bool { return u.escapes.identity(source) }

// Write returns text, of octets that a URI may have, as it is written in u. ok is false if it
// cannot be written there.
func (u URL) Write(text string) (written string, ok bool) { return u.escapes.write(text) }

// Text returns u, which stands in source as Offset and Len say, as the text that its escapes
// stand for. Character references stay as they are.
func (u URL) Text(source string) Reading {
	r := u.escapes.read(source)
	r.front = u.front
	r.text = r.text[min(u.front, len(r.text)):max(u.front, len(r.text)-u.back)]
	return r
}

// Read returns u as it is without the escapes around it, character references included.
func (u URL) Read(document string) string {
	s := u.escapes.text(document[u.Offset : u.Offset+u.Len])
	s = s[min(u.front, len(s)):max(u.front, len(s)-u.back)]
	switch u.Place {
	case Attribute:
		return escapeRows[inAttribute].text(s, nil, nil)
	case Content, Nested:
		return escapeRows[inText].text(s, nil, nil)
	}
	return s
}

// A Grammar is how a document is written.
type Grammar struct {
	name, title string
	extensions  string // of files, without the dot
	// looks, unless it is nil, reports whether a document begins with head.
	looks func(head string) bool
	// read reads a document; or begin returns what does, for one that begins with head.
	read  reader
	begin func(head string) reader
	lines bool
	wide  bool // it is one in UTF-16
}

// A reader finds the URLs in s[lo:hi], a document or a text in one.
type reader func(w *walker, s string, lo, hi int)

// Name returns the name of g, such as "json".
func (g *Grammar) Name() string { return g.name }

// String returns what g is, such as "JSON".
func (g *Grammar) String() string { return g.title }

// Lines reports whether each line of a document can be read alone.
func (g *Grammar) Lines() bool { return g.lines }

// For returns g for a document that begins with head: a log may say there what its columns
// are, and it may be in UTF-16.
//
//go:noinline
func (g *Grammar) For(head string) *Grammar {
	if e := wide(head); e != unescaped && !g.wide {
		return g.For(escapeRows[e].text(head, nil, nil)).in(e)
	}
	if g.begin == nil {
		return g
	}
	its := *g
	its.read = g.begin(head)
	return &its
}

// in returns g for a document in UTF-16.
func (g *Grammar) in(e escape) *Grammar {
	its := *g
	its.title += " in UTF-16"
	its.lines, its.wide, its.begin = false, true, nil
	its.read = func(w *walker, s string, lo, hi int) { w.within(e, s, lo, hi, g.read) }
	return &its
}

// Lookup returns the grammar of that name.
func Lookup(name string) (*Grammar, error) {
	i, err := words.Lookup[uint8]("document", "grammar", Names(), name)
	if err != nil {
		return nil, err
	}
	return &grammars.Get()[i], nil
}

// Names returns the names of all grammars. The slice is new.
func Names() []string {
	var names []string
	for _, g := range grammars.Get() {
		names = append(names, g.name)
	}
	return names
}

// Detect returns the grammar of a document by the name of its file, or "", and by its
// first bytes.
func Detect(file, head string) *Grammar {
	if e := wide(head); e != unescaped {
		return Detect(file, escapeRows[e].text(head, nil, nil)).in(e)
	}
	head = strings.TrimPrefix(head, "\uFEFF")
	extension := ""
	if file != "" {
		extension = extensionOf(file)
	}
	all := grammars.Get()
	for i := range all {
		g := &all[i]
		if extension != "" && slices.Contains(strings.Fields(g.extensions), extension) && (g.looks == nil || g.name != "log" || g.looks(head)) {
			return g.For(head)
		}
	}
	for i := range all {
		if g := &all[i]; g.looks != nil && g.looks(head) {
			return g.For(head)
		}
	}
	return &all[len(all)-1]
}

// URLs yields the URLs in text, all of the document or, if g has Lines, any of its lines, in
// order. Two may share an escape, such as four characters of base64: both are Unsure then.
func (g *Grammar) URLs(text string) iter.Seq[URL] {
	return func(yield func(URL) bool) {
		read := g.read
		if read == nil {
			read = g.begin(text)
		}
		w := walkers.Get().(*walker)
		*w = walker{document: text, yield: yield, layers: w.layers}
		read(w, text, 0, len(text))
		w.end()
	}
}
