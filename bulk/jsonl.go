package bulk

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// JSON Lines are parsed only as far as needed to find members and to see that each
// row is complete: the contents of strings, numbers and words that are not columns
// are not checked.

// A node is a member of JSON that is a column, or that contains columns.
type node struct {
	name     string
	children []*node
	column   *column // the column that it is, or nil
	added    *column // the column whose result would have this name, or nil
	base64   *column // the column whose result would have this name in base64, or nil
}

func (n *node) child(name []byte) *node {
	if n != nil {
		for _, c := range n.children {
			if c.name == string(name) {
				return c
			}
		}
	}
	return nil
}

func (n *node) add(path []string) *node {
	for _, name := range path {
		next := n.child([]byte(name))
		if next == nil {
			next = &node{name: name}
			n.children = append(n.children, next)
		}
		n = next
	}
	return n
}

// pointerPath returns the names of the members on the way to a column of JSON.
func pointerPath(name string) []string {
	if !strings.HasPrefix(name, "/") {
		return []string{name}
	}
	path := strings.Split(name[1:], "/")
	for i, s := range path {
		path[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(s)
	}
	return path
}

// members makes the tree of the members to look for, and checks that the first rows
// have those that are named directly, and none of a name to add.
func (p *plan) members(in *rowReader) error {
	p.tree = &node{}
	p.columns = make([]column, len(p.Columns))
	named := map[string]bool{}
	for i, name := range p.Columns {
		p.columns[i] = column{name, i, i}
		n := p.tree.add(pointerPath(name))
		if n.column != nil {
			return &ColumnError{Source: in.source, Column: name, Reason: ColumnTwice}
		}
		n.column = &p.columns[i]
		if len(p.Into) == 0 {
			path := pointerPath(name)
			path[len(path)-1] += base64Suffix
			p.tree.add(path).base64 = &p.columns[i]
		}
		if !strings.HasPrefix(name, "/") {
			named[name] = true
		}
	}
	for i, name := range p.Into {
		n := p.tree.add([]string{name})
		if n.column != nil {
			return &ColumnError{Source: in.source, Column: name, Reason: ColumnExists}
		}
		n.added = &p.columns[i]
		p.tree.add([]string{name + base64Suffix}).base64 = &p.columns[i]
	}
	if in.j.found {
		return nil
	}
	// Read rows until all of them were found, up to sampleSize.
	var seen []string
	looked := 0
	exists := ""
	look := func(text []byte) bool {
		for looked < len(text) && (len(named) > 0 || looked == 0) {
			row, _, _ := bytes.Cut(text[looked:], newline)
			looked = min(looked+len(row)+1, len(text))
			for _, name := range memberNames(row) {
				if !slices.Contains(seen, name) && len(seen) < 1000 {
					seen = append(seen, name)
				}
				if exists == "" && slices.Contains(p.Into, name) {
					exists = name
				}
				delete(named, name)
			}
		}
		return len(named) == 0
	}
	head, err := in.next(nil, sampleSize, 0, look)
	if err != nil {
		return err
	}
	look(head)
	in.rest = append(bytes.Clone(head), in.rest...)
	for _, name := range p.Columns {
		if named[name] && len(seen) > 0 {
			return &ColumnError{Source: in.source, Column: name, Reason: NoSuchMember, Names: seen}
		}
	}
	if exists != "" {
		return &ColumnError{Source: in.source, Column: exists, Reason: ColumnExists}
	}
	return nil
}

// memberNames returns the names of the members of a row.
func memberNames(row []byte) []string {
	var names []string
	w := &jsonWalk{text: row, name: func(raw []byte) { names = append(names, string(raw)) }}
	w.value(0, &node{children: []*node{{}}})
	return names
}

// A jsonWalk parses a value.
type jsonWalk struct {
	text []byte
	// found is called for each value that the tree names, in the order of the text.
	found func(n *node, keyFrom, keyTo, from, to int)
	// name is called for the name of each member of the outermost object.
	name func(raw []byte)

	buf    []byte
	depth  int
	places *places // of quotation marks and, among others, of '\\', or nil
}

// value parses the value at text[at:], after spaces. It returns the index after it
// or, with false, the index of the first byte that is not JSON.
func (w *jsonWalk) value(at int, n *node) (end int, ok bool) {
	at = w.space(at)
	if at == len(w.text) {
		return at, false
	}
	switch b := w.text[at]; {
	case b == '"':
		return w.str(at)
	case b == '{' && n != nil && len(n.children) > 0:
		return w.object(at, n)
	case b == '[' && n != nil && len(n.children) > 0:
		return w.array(at, n)
	case b == '{' || b == '[':
		return w.skip(at)
	}
	// A number or a word.
	for end = at; end < len(w.text) && jsonWord.Byte[w.text[end]] != 0; end++ {
	}
	return end, end > at
}

// jsonWord are the bytes that numbers and words consist of.
var jsonWord = setOf([]byte("+-.0123456789Eeaflnrstu")...)

// space returns the index of the first byte from at on that is not a space.
func (w *jsonWalk) space(at int) int {
	for at < len(w.text) && (w.text[at] == ' ' || w.text[at] == '\t' || w.text[at] == '\r') {
		at++
	}
	return at
}

// str returns the index after the string at text[at:], and whether it is closed.
func (w *jsonWalk) str(at int) (end int, ok bool) {
	for at++; ; {
		if w.places != nil {
			end = w.places.next(at, len(w.text))
		} else if end = at + bytes.IndexByte(w.text[at:], '"'); end < at {
			end = len(w.text)
		}
		if end >= len(w.text) {
			return len(w.text), false
		}
		// After an odd number of backslashes, it is part of the string.
		back := end
		for back > at && w.text[back-1] == '\\' {
			back--
		}
		at = end + 1
		if (end-back)%2 == 0 {
			return at, true
		}
	}
}

func (w *jsonWalk) object(at int, n *node) (end int, ok bool) {
	if at = w.space(at + 1); at < len(w.text) && w.text[at] == '}' {
		return at + 1, true
	}
	w.depth++
	for {
		at = w.space(at)
		if at == len(w.text) || w.text[at] != '"' {
			return at, false
		}
		key := at
		if at, ok = w.str(at); !ok {
			return at, false
		}
		keyEnd := at
		raw := w.text[key+1 : keyEnd-1]
		if (w.places == nil || w.places.any(changing, key, keyEnd-1)) && bytes.IndexByte(raw, '\\') >= 0 {
			w.buf, _ = unescapeJSON(w.buf[:0], raw)
			raw = w.buf
		}
		if w.name != nil && w.depth == 1 {
			w.name(raw)
		}
		next := n.child(raw)
		if at = w.space(at); at == len(w.text) || w.text[at] != ':' {
			return at, false
		}
		if at, ok = w.member(at+1, next, key, keyEnd); !ok {
			return at, false
		}
		if at = w.space(at); at == len(w.text) {
			return at, false
		}
		at++
		switch w.text[at-1] {
		case ',':
		case '}':
			w.depth--
			return at, true
		default:
			return at - 1, false
		}
	}
}

func (w *jsonWalk) array(at int, n *node) (end int, ok bool) {
	if at = w.space(at + 1); at < len(w.text) && w.text[at] == ']' {
		return at + 1, true
	}
	w.depth++
	var digits [20]byte
	for i := int64(0); ; i++ {
		next := n.child(strconv.AppendInt(digits[:0], i, 10))
		if at, ok = w.member(at, next, 0, 0); !ok {
			return at, false
		}
		if at = w.space(at); at == len(w.text) {
			return at, false
		}
		at++
		switch w.text[at-1] {
		case ',':
		case ']':
			w.depth--
			return at, true
		default:
			return at - 1, false
		}
	}
}

// member parses the value of a member or an element.
func (w *jsonWalk) member(at int, n *node, key, keyEnd int) (end int, ok bool) {
	at = w.space(at)
	if end, ok = w.value(at, n); ok && n != nil && (n.column != nil || n.added != nil || n.base64 != nil) && w.found != nil {
		w.found(n, key, keyEnd, at, end)
	}
	return end, ok
}

// jsonBrackets are the bytes that skip stops at: brackets and quotation marks.
var jsonBrackets = setOf('"', '{', '}', '[', ']')

// skip returns the index after the object or array at text[at:], and whether its
// brackets match.
func (w *jsonWalk) skip(at int) (end int, ok bool) {
	var open []byte
	for {
		at += kernel.Index(jsonBrackets, w.text[at:])
		if at == len(w.text) {
			return at, false
		}
		switch b := w.text[at]; b {
		case '"':
			if at, ok = w.str(at); !ok {
				return at, false
			}
			continue
		case '{', '[':
			open = append(open, b+2)
		default:
			if open[len(open)-1] != b {
				return at, false
			}
			open = open[:len(open)-1]
		}
		if at++; len(open) == 0 {
			return at, true
		}
	}
}

// object processes a row of JSON.
func (w *rowWorker) object(c *chunk) {
	stop, next := len(c.text), len(c.text)
	if i := bytes.IndexByte(c.text[c.at:], '\n'); i >= 0 {
		stop, next = c.at+i, c.at+i+1
		if i > 0 && c.text[stop-1] == '\r' {
			stop--
		}
	}
	text := c.text[c.at:stop]
	c.at = next
	w.span = nil
	w.spans = w.spans[:0]
	w.walk.text, w.walk.places = c.text[:stop], w.places
	w.walk.depth = 0
	if w.walk.found == nil {
		w.taken = make([]bool, len(w.Columns))
		w.walk.found = func(n *node, keyFrom, keyTo, from, to int) {
			if n.base64 != nil {
				w.taken[n.base64.slot] = true
			}
			if n.added != nil && w.exists < 0 {
				w.exists = keyFrom
			}
			if n.column != nil {
				w.spans = append(w.spans, span{from: from, to: to, keyFrom: keyFrom, keyTo: keyTo, column: n.column})
			}
		}
	}
	clear(w.taken)
	w.exists = -1
	at := w.walk.space(w.rowAt)
	if at == stop {
		w.settle(c)
		return // a blank line
	}
	end, ok := w.walk.value(at, w.tree)
	if ok {
		if rest := w.walk.space(end); rest < stop {
			end, ok = rest, false
		}
	}
	if !ok {
		if !w.settle(c) {
			return
		}
		f := &Flaw{}
		f.Reason, f.Offset = InvalidJSON, int64(end-w.rowAt)
		f.Bytes = string(c.text[end:min(stop, end+8)])
		w.bad(f, text)
		return
	}
	if len(w.Into) > 0 {
		w.objectInto(c, text, end, at)
		return
	}
	if w.together(c, next) || !w.settle(c) {
		return
	}
	found := 0
	for i := range w.spans {
		s := &w.spans[i]
		found++
		w.made = w.made[:0]
		what, base64 := w.member(c, s)
		if what == Ended {
			if w.dropped || c.stop != nil {
				return
			}
			c.out = append(c.out, w.made...)
			continue
		}
		if what != Same {
			w.put(c, s, w.made, base64)
		}
	}
	c.stats.Missing += int64(max(0, len(w.columns)-found))
}

// objectInto processes a row of JSON whose results become members of their own.
func (w *rowWorker) objectInto(c *chunk, text []byte, end, begin int) {
	if c.text[end-1] != '}' {
		f := &Flaw{}
		f.Reason = NotAnObject
		w.bad(f, text)
		return
	}
	if w.exists >= 0 && w.frame {
		f := &Flaw{}
		f.Reason, f.Offset = MemberExists, int64(w.exists-w.rowAt)
		w.bad(f, text)
		return
	}
	if len(w.ends) < len(w.Columns) {
		w.ends, w.starts = make([]int, len(w.Columns)), make([]int, len(w.Columns))
		w.base64 = make([]bool, len(w.Columns))
	}
	clear(w.ends)
	w.made = w.made[:0]
	missing := len(w.Columns)
	for i := range w.spans {
		s := &w.spans[i]
		missing--
		from := len(w.made)
		w.ends[s.column.slot] = 0 // of two members of a name, the last counts
		what, base64 := w.member(c, s)
		switch {
		case w.dropped || c.stop != nil:
			return
		case what == Ended:
			c.out = append(c.out, w.made...)
			w.made = w.made[:0]
			continue
		case what == Same && c.text[s.from] == '"':
			w.made = append(w.made[:from], c.text[s.from:s.to]...)
		case what == Same:
			continue
		}
		w.starts[s.column.slot], w.ends[s.column.slot], w.base64[s.column.slot] = from, len(w.made), base64
	}
	c.stats.Missing += int64(max(0, missing))
	if !w.frame {
		return
	}
	w.copyTo(end - 1)
	empty := w.walk.space(begin+1) == end-1
	for slot, name := range w.Into {
		if w.ends[slot] == 0 {
			continue
		}
		if !empty {
			c.out = append(c.out, ',')
		}
		empty = false
		c.out = append(c.out, '"')
		c.out = appendJSON(c.out, []byte(name))
		if w.base64[slot] {
			c.out = append(c.out, base64Suffix...)
		}
		c.out = append(c.out, `":`...)
		c.out = append(c.out, w.made[w.starts[slot]:w.ends[slot]]...)
	}
}

// base64Suffix is added to the name of a member whose value is in base64.
const base64Suffix = "_base64"

// put writes a value in place of a span.
func (w *rowWorker) put(c *chunk, s *span, value []byte, base64 bool) {
	if !w.frame {
		return
	}
	if base64 {
		w.copyTo(s.keyTo - 1)
		c.out = append(c.out, base64Suffix...)
	}
	w.copyTo(s.from)
	c.out = append(c.out, value...)
	c.copied = s.to
}

// member appends the result for a member or an element to w.made, as JSON.
func (w *rowWorker) member(c *chunk, s *span) (what Outcome, inBase64 bool) {
	raw := c.text[s.from:s.to]
	if raw[0] != '"' {
		c.stats.NotText++
		return Same, false
	}
	if w.frame && w.idle(s) {
		return Same, false
	}
	text := raw[1 : len(raw)-1]
	w.span = s
	if bytes.IndexByte(text, '\\') >= 0 {
		var bad int
		if w.text, bad = unescapeJSON(w.text[:0], text); bad >= 0 {
			f := &Flaw{}
			f.Offset, f.Reason = int64(len(w.text)), InvalidJSON
			f.Bytes = string(text[bad:min(len(text), bad+6)])
			if bytes.HasPrefix(text[bad:], []byte(`\u`)) {
				f.Reason = LoneSurrogate
			}
			if what = w.refuse(f, text); what == Nulled {
				w.made = append(w.made, "null"...)
			}
			return what, false
		}
		text = w.text
	}
	from := len(w.made)
	if w.frame {
		w.made = append(w.made, '"')
	}
	w.made, what = w.code(w.made, text, s)
	switch what {
	case Nulled:
		w.made = append(w.made[:from], "null"...)
		return what, false
	case Same:
		w.made = w.made[:from]
		return what, false
	case Ended:
		return what, false
	}
	if w.plain {
		w.made = append(w.made, '"')
		return Changed, false
	}
	w.spare = append(w.spare[:0], w.made[from+1:]...)
	w.made = w.made[:from+1]
	why := percent.Reason("")
	switch {
	case w.utf8:
		w.made = appendJSON(w.made, w.spare)
	case s.keyTo == s.keyFrom && len(w.Into) == 0:
		why = NotUTF8Element
	case w.taken[s.column.slot] || len(w.Into) > 0 && slices.Contains(w.Into, w.Into[s.column.slot]+base64Suffix):
		why = Base64Exists
	default:
		inBase64 = true
		w.made = base64.StdEncoding.AppendEncode(w.made, w.spare)
	}
	if why != "" {
		if what = w.notUTF8(why, text); what == Nulled {
			w.made = append(w.made[:from], "null"...)
		} else {
			w.made = w.made[:from]
		}
		return what, false
	}
	w.made = append(w.made, '"')
	return Changed, inBase64
}

// jsonSpecial are the bytes that a JSON string contains only escaped.
var jsonSpecial = func() *kernel.Set {
	s := setOf('"', '\\')
	for b := range byte(0x20) {
		s.Add(b)
	}
	return s
}()

// appendJSON appends text as the contents of a JSON string.
func appendJSON(dst, text []byte) []byte {
	for {
		i := kernel.Index(jsonSpecial, text)
		dst = append(dst, text[:i]...)
		if i == len(text) {
			return dst
		}
		switch b := text[i]; b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = hex.AppendEncode(dst, text[i:i+1])
		}
		text = text[i+1:]
	}
}

// unescapeJSON appends the text that the contents of a JSON string stand for. It
// stops at an escape that is malformed or half of a surrogate pair and returns its
// index, or -1 if there is none.
func unescapeJSON(dst, text []byte) (out []byte, bad int) {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '\\')
		if i < 0 {
			return append(dst, text[at:]...), -1
		}
		dst = append(dst, text[at:at+i]...)
		at += i
		b, n := unescapeOne(dst, text[at:])
		if n == 0 {
			return dst, at
		}
		dst, at = b, at+n
	}
}

// unescapeOne appends the character that the escape at the start of text stands for
// and returns the length of the escape, or 0 if it is malformed.
func unescapeOne(dst, text []byte) (out []byte, n int) {
	if len(text) < 2 {
		return dst, 0
	}
	if i := strings.IndexByte(`"\/bfnrt`, text[1]); i >= 0 {
		return append(dst, "\"\\/\b\f\n\r\t"[i]), 2
	}
	r, ok := unit(text)
	switch {
	case !ok:
		return dst, 0
	case !utf16.IsSurrogate(r):
		return utf8.AppendRune(dst, r), 6
	}
	if low, ok := unit(text[6:]); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return utf8.AppendRune(dst, pair), 12
		}
	}
	return dst, 0
}

// unit returns the code unit of an escape such as \u00e9.
func unit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var b [2]byte
	if _, err := hex.Decode(b[:], text[2:6]); err != nil {
		return 0, false
	}
	return rune(b[0])<<8 | rune(b[1]), true
}

// jsonOffset returns the index in a raw JSON string of the byte that is at the given
// offset in its text.
func jsonOffset(raw []byte, offset int64) int64 {
	if len(raw) < 2 || raw[0] != '"' {
		return offset
	}
	var one [8]byte
	at := 1
	for offset > 0 && at < len(raw)-1 {
		if raw[at] != '\\' {
			at++
			offset--
			continue
		}
		out, n := unescapeOne(one[:0], raw[at:len(raw)-1])
		if n == 0 || int64(len(out)) > offset {
			break
		}
		at += n
		offset -= int64(len(out))
	}
	return int64(at)
}
