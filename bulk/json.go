package bulk

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/kernel"
)

// JSON is parsed only as far as needed to find members and the end of each row:
// the contents of strings, numbers and words that are not columns are not checked.

// base64Suffix is added to the name of a member whose value is in base64.
const base64Suffix = "_base64"

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

// memberNames calls found with the name of each member of a row, which found must not
// keep.
func memberNames(row []byte, found func(name []byte)) {
	w := &jsonWalk{text: row, name: found}
	w.value(0, &node{children: []*node{{}}})
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
	places *places // of quotation marks, '\\' and other bytes, or nil
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
var jsonWord = kernel.SetOf([]byte("+-.0123456789Eeaflnrstu")...)

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
		// After an odd number of backslashes, the quotation mark is part of the
		// string.
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
var jsonBrackets = kernel.SetOf('"', '{', '}', '[', ']')

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

// jsonSpecial are the bytes that a JSON string contains only escaped.
var jsonSpecial = func() *kernel.Set {
	s := kernel.SetOf('"', '\\')
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
