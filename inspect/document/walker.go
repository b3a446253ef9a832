package document

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
)

// A walker reads a document and yields the URLs that it finds.
type walker struct {
	document string
	yield    func(URL) bool
	done     bool // nothing more is wanted

	www     bool // a host that begins with "www." is a URL, too
	escapes escapes
	depth   int     // of escapes
	layers  []inner // those of escapes in which something is escaped
	values  int     // how deep a value is in others
	xml     bool    // the document is XML
	// jsx says that an attribute may be an expression in braces.
	jsx bool
	// template says that a program fills in placeholders.
	template bool
	doubtful bool // what is read may be another thing as well
	between  bool // what is read stands between strings
	ascii    bool // what is beyond ASCII is not UTF-8, and no part of a URL in text
}

// walkers are those that are done, and whose memory the next ones take.
var walkers = sync.Pool{New: func() any { return new(walker) }}

// end gives the memory of w back, unless that is much.
func (w *walker) end() {
	const most = 4 << 10
	size := 0
	for i := range w.layers[:cap(w.layers)] {
		l := &w.layers[:cap(w.layers)][i]
		l.text = ""
		size += cap(l.memory) + cap(l.marks.data) + cap(l.marks.blocks)
	}
	if *w = (walker{layers: w.layers[:0]}); size <= most {
		walkers.Put(w)
	}
}

// An inner is a layer, and where its source begins in the text around it.
type inner struct {
	layer
	base int
}

// found yields the URL s[lo:hi].
func (w *walker) found(s string, lo, hi int, place Place, unsure bool) {
	if w.done || lo >= hi {
		return
	}
	u := URL{escapes: w.escapes, Place: place, Unsure: unsure || w.doubtful, Template: w.template}
	u.XML = w.xml && w.values == 0 && w.depth == 0 && (place == Attribute || place == Content)
	text, divides := s[lo:hi], true
	for i := len(w.layers) - 1; i >= 0; i-- {
		l := &w.layers[i]
		u, ok := l.before(lo)
		divides = divides && (!ok || u.divides(lo)) && l.divides(hi)
		if ok {
			lo = u.start(lo)
		}
		lo, hi = l.base+lo, l.base+l.end(hi)
	}
	u.Offset, u.Len = lo, hi-lo
	if w.between && hi < len(w.document) && strings.IndexByte("\"'`", w.document[hi]) >= 0 {
		u.Unsure = true // whether that begins a string depends on the octet before it
	}
	if slices.Contains(w.escapes[:w.depth], folded) && strings.IndexByte(w.document[lo:hi], '\n') >= 0 {
		u.Unsure = true // the line end may stand for a space, or for itself
	}
	if hi == len(w.document)-1 && w.document[hi] == '\\' {
		u.Unsure = true // the text goes on in another line
	}
	if !divides {
		r := u.escapes.read(w.document[lo:hi])
		if u.front = strings.Index(r.text, text); u.front < 0 {
			return
		}
		u.back, u.Unsure = len(r.text)-u.front-len(text), true
	}
	if lo < hi {
		w.done = !w.yield(u)
	}
}

// within reads s[lo:hi], which is written in escapes, as the text that it stands for.
func (w *walker) within(e escape, s string, lo, hi int, read reader) {
	switch {
	case e == unescaped:
		read(w, s, lo, hi)
		return
	case w.depth == maxLayers:
		return // no program writes that
	}
	w.escapes[w.depth] = e
	w.depth++
	n := len(w.layers)
	if n == cap(w.layers) {
		w.layers = slices.Grow(w.layers, 1)
	}
	w.layers = w.layers[:n+1] // with the memory of those that were there
	l := &w.layers[n]
	l.base = lo
	if l.read(e, s[lo:hi]); l.marks.n == 0 {
		w.layers = w.layers[:n]
		read(w, s, lo, hi)
	} else {
		read(w, l.text, 0, len(l.text))
		w.layers = w.layers[:n]
	}
	w.depth--
	w.escapes[w.depth] = unescaped
}

// open reads s[lo:hi] like within, of which no quotation mark says where it ends: a fix might
// move the end.
func (w *walker) open(e escape, s string, lo, hi int, read reader) {
	defer w.doubt(true)()
	w.within(e, s, lo, hi, read)
}

// doubt says whether what is read from now on may be another thing as well, unless that has been
// said, and returns what ends it.
func (w *walker) doubt(whether bool) (end func()) {
	before := w.doubtful
	w.doubtful = before || whether
	return func() { w.doubtful = before }
}

// allOrNone reads s[lo:hi]: if the end of one URL is unsure, so are those of all, because a fix of
// another one would change how that one is read.
func (w *walker) allOrNone(read reader, s string, lo, hi int) {
	yield, unsure := w.yield, false
	var list []URL
	w.yield = func(u URL) bool {
		list, unsure = append(list, u), unsure || u.Unsure
		return true
	}
	read(w, s, lo, hi)
	w.yield = yield
	for _, u := range list {
		if u.Unsure = unsure; !w.done {
			w.done = !yield(u)
		}
	}
}

// mostValues is how deep values are looked for in values.
const mostValues = 4

// readValue finds the URLs in a value of a document, which may be a document itself.
func readValue(w *walker, s string, lo, hi int) {
	if w.depth > 0 && w.quotes(s, lo, hi) {
		return
	}
	if w.values < mostValues {
		w.values++
		defer func() { w.values-- }()
		part := s[lo:hi]
		switch {
		case looksJSON(part):
			readJSON(w, s, lo, hi)
			return
		case strings.IndexByte(part, '<') >= 0 && hasTag(part):
			readMarkup(w, s, lo, hi)
			return
		}
	}
	w.value(s, lo, hi, Plain)
}

// eachLine calls f with each line of s[lo:hi], without its end.
func eachLine(s string, lo, hi int, f func(lo, hi int)) {
	for lo < hi {
		end := strings.IndexByte(s[lo:hi], '\n')
		next := hi
		if end < 0 {
			end = hi
		} else {
			end += lo
			next = end + 1
		}
		if end > lo && s[end-1] == '\r' {
			end--
		}
		f(lo, end)
		lo = next
	}
}

// trimmed returns lo and hi without the white space around s[lo:hi].
//
//go:noinline
func trimmed(s string, lo, hi int) (int, int) {
	for lo < hi && isSpace(s[lo]) {
		lo++
	}
	for lo < hi && isSpace(s[hi-1]) {
		hi--
	}
	return lo, hi
}

// inStrings are what a string has that holds a URL, another string, or markup.
var inStrings = lazy.Value[*kernel.Set]{Make: func() *kernel.Set { return kernel.SetOf(':', '\\', '<') }}

// readJSON finds the URLs in the strings of JSON, or of lines of it.
func readJSON(w *walker, s string, lo, hi int) {
	key := ""
	www := strings.Contains(s[lo:hi], "www.")
	defer w.withHosts()()
	for i := lo; i < hi && !w.done; {
		quote := strings.IndexByte(s[i:hi], '"')
		beside := quote
		if quote < 0 {
			beside = hi - i
		}
		if beside > len("a://") && strings.Contains(s[i:i+beside], "://") {
			w.prose(s, i, i+beside, Plain) // a comment, or no JSON
		}
		if quote < 0 {
			return
		}
		begin := i + quote + 1
		end, next := closing(s, begin, hi, '"', true)
		i = next
		if end == next {
			w.open(backslash, s, begin, end, readValue)
			return
		}
		raw := s[begin:end]
		if isKey(s, next, hi) {
			key = raw
		} else if (strings.HasPrefix(raw, "/") || strings.HasPrefix(raw, `\/`)) && isTargetKey(key) {
			w.within(backslash, s, begin, end, readWhole)
			continue
		}
		if isRequest(raw) {
			w.within(backslash, s, begin, end, readRequest)
			continue
		}
		if key == "text" && isBase64(raw) {
			w.within(backslash, s, begin, end, readBody)
			continue
		}
		w.www = www && !endsIn(strings.TrimSuffix(key, "s"), hostNames) && strings.Contains(raw, "www.")
		if w.www || kernel.Index(inStrings.Get(), kernel.Bytes(raw)) < len(raw) {
			read := readValue
			if namesURL(key) && strings.ContainsAny(raw, " \\<>`") {
				read = readNamed
			}
			w.within(backslash, s, begin, end, read)
		}
	}
}

// hostNames are what the keys of values end in that are a host, and no URL.
var hostNames = []string{"host", "domain", "name", "authority", "server"}

// shortestBody is too short for a URL in base64.
const shortestBody = len("aHR0cDovL2gv")

// isBase64 reports whether s has only characters of base64, and those that may be escaped in
// JSON.
func isBase64(s string) bool {
	if len(s) < shortestBody {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !text.IsAlphanumeric(c) && c != '+' && c != '/' && c != '=' && c != '\\' {
			return false
		}
	}
	return true
}

// readBody finds the URLs in the body of a message, as HAR has it, which may be in base64: the
// member that says so may follow it.
func readBody(w *walker, s string, lo, hi int) {
	octets, err := base64.StdEncoding.DecodeString(s[lo:hi])
	if err == nil && utf8.Valid(octets) && bytes.IndexByte(octets, ':') >= 0 {
		w.within(inBase64, s, lo, hi, readValue)
	}
}

// readNamed finds the URLs in a value whose name says that it is one.
func readNamed(w *walker, s string, lo, hi int) {
	if !w.entire(s, lo, hi, Plain) {
		defer w.withHosts()()
		readValue(w, s, lo, hi)
	}
}

// withHosts says that hosts are URLs from now on, and returns what ends it.
func (w *walker) withHosts() (end func()) {
	before := w.www
	w.www = true
	return func() { w.www = before }
}

// isKey reports whether a string that ends before s[i] is the key of a member.
func isKey(s string, i, hi int) bool {
	for i < hi && isSpace(s[i]) {
		i++
	}
	return i < hi && s[i] == ':'
}

// closing returns where a string ends that begins at s[i:hi], and where to go on. Without a
// quotation mark at its end, it ends at hi.
func closing(s string, i, hi int, quote byte, backslash bool) (end, next int) {
	for from := i; ; {
		k := strings.IndexByte(s[from:hi], quote)
		if k < 0 {
			return hi, hi
		}
		end = from + k
		if backslash && end > from && s[end-1] == '\\' {
			n := end
			for n > from && s[n-1] == '\\' {
				n--
			}
			if (end-n)%2 == 1 {
				from = end + 1
				continue
			}
		}
		return end, end + 1
	}
}

// targetKeys are what the keys of logs in JSON end in whose value is a path and a query, beside
// those that namesURL knows: of Traefik, Cloudflare, Amazon's gateway and OpenTelemetry.
var targetKeys = []string{"requestpath", "request_path", "rawpath", "http.target", "url.path", "uri-stem"}

func isTargetKey(key string) bool { return endsIn(key, urlNames) || endsIn(key, targetKeys) }

// readWhole takes all of s[lo:hi] for a URL.
func readWhole(w *walker, s string, lo, hi int) { w.found(s, lo, hi, Plain, false) }

// readName finds the IRI that is a name, which RDF compares as it is.
func readName(w *walker, s string, lo, hi int) { w.found(s, lo, hi, Verbatim, false) }

// looksJSON reports whether s begins as an object or an array of JSON does.
func looksJSON(s string) bool {
	i, hi := trimmed(s, 0, min(len(s), 64))
	if i+1 >= hi || s[i] != '{' && s[i] != '[' {
		return false
	}
	open := s[i]
	i, _ = trimmed(s, i+1, hi)
	if i >= hi {
		return false
	}
	return s[i] == '"' || open == '[' && (s[i] == '{' || s[i] == '[' && strings.IndexByte(s, '"') >= 0)
}
