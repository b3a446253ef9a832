// Package uritemplate expands URI Templates (RFC 6570, March 2012), all four
// levels.
//
//	t := uritemplate.MustParse("/users{/id}{?fields*}")
//	t.Expand(uritemplate.Values{
//		"id":     uritemplate.String("a/b"),
//		"fields": uritemplate.List("name", "mail"),
//	}) // "/users/a%2Fb?fields=name&fields=mail"
//
// [Parse] once, then [Template.Expand] or [Template.AppendExpand] as often as
// needed; a Template is immutable and safe for concurrent use. The strict parser
// refuses what the grammar does not allow and says where; [ParseLenient] treats
// errors as section 3 recommends.
//
// Values from outside can climb the tree of a path, which the RFC leaves to the caller:
// [Template.WithDots] refuses those.
//
// The RFC is followed with one divergence, at literal quotes, and one choice:
// it says two things about the keys of an exploded associative array ([Keys]).
//
// The API of this package is meant for v1.
package uritemplate

import (
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Template is a parsed URI Template. It is immutable and safe for concurrent
// use.
type Template struct {
	text    string
	parts   []part
	keys    Keys
	dots    Dots
	lenient bool
}

// part is a literal, already encoded, and the expression after it, if there is one.
type part struct {
	literal string
	*expression
}

type expression struct {
	text  string // with its braces
	op    *operator
	specs []varspec
}

type varspec struct {
	name    string
	label   string // what precedes a value: "name=", or ""
	empty   string // what is written for an empty value: "name=", "name" or ""
	offset  int    // in the template
	prefix  int    // 0 means none
	explode bool
}

// operator is a column of the table in appendix A. 0 stands for an empty
// string.
type operator struct {
	first, separator byte
	ifEmpty          string
	named            bool
	reserved         bool
}

var (
	simple    = &operator{separator: ','}
	operators = [256]*operator{
		'+': {separator: ',', reserved: true},
		'#': {first: '#', separator: ',', reserved: true},
		'.': {first: '.', separator: '.'},
		'/': {first: '/', separator: '/'},
		';': {first: ';', separator: ';', named: true},
		'?': {first: '?', separator: '&', ifEmpty: "=", named: true},
		'&': {first: '&', separator: '&', ifEmpty: "=", named: true},
	}
)

// Keys is how the keys of an exploded associative array are written where the
// operator names its values ({;x*}, {?x*}, {&x*}).
//
// Spec divergence (the RFC says two things): section 3.2.1 and appendix A differ.
// Section 3.2.1 is the default, because by appendix A a key with '&' or '=' in it
// would be read as something else.
type Keys uint8

// The readings of the RFC.
const (
	// KeysAsValues is section 3.2.1: a key is encoded like a value, delimiters
	// included. It is the default.
	KeysAsValues Keys = iota
	// KeysAsLiterals is appendix A: a key is encoded like a literal, so that
	// reserved characters and escapes in it stay.
	KeysAsLiterals
)

var keysNames = []string{"values", "literals"}

// String returns "values" or "literals".
func (k Keys) String() string { return words.Of(keysNames, k) }

// WithKeys returns a copy of t that writes the keys of exploded associative
// arrays as k says. The default is KeysAsValues.
func (t *Template) WithKeys(k Keys) *Template {
	c := *t
	c.keys = k
	return &c
}

// Dots is what becomes of values that make a segment of the path "." or "..".
// Resolving removes ".." together with the segment before it, so that with ".." for
// id "/users/{id}/keys" leads to "/keys" (RFC 3986 section 5.2.4). Escapes would not
// help: "%2E" is equivalent to ".".
type Dots uint8

// The choices.
const (
	// DotsKept is the RFC, to which '.' is unreserved like a letter. It is the default.
	DotsKept Dots = iota
	// DotsRefused is for values from outside: Expand returns an error where an
	// expression is part of a dot segment. Dot segments that stand in the template
	// itself stay.
	DotsRefused
)

var dotsNames = []string{"kept", "refused"}

// String returns "kept" or "refused".
func (d Dots) String() string { return words.Of(dotsNames, d) }

// WithDots returns a copy of t that treats dot segments as d says. The default is
// DotsKept.
func (t *Template) WithDots(d Dots) *Template {
	c := *t
	c.dots = d
	return &c
}

// String returns the text that t was parsed from.
func (t *Template) String() string { return t.text }

// Variables returns the names of the variables of t, each once, in the order in
// which they appear. A name is as it stands in the template: escapes in it are
// part of it and are not decoded (section 2.3).
func (t *Template) Variables() []string {
	var names []string
	seen := map[string]bool{}
	for _, p := range t.parts {
		if p.expression == nil {
			continue
		}
		for _, s := range p.specs {
			if !seen[s.name] {
				seen[s.name] = true
				names = append(names, s.name)
			}
		}
	}
	return names
}

var (
	// The two columns of "allow" in appendix A.
	unreserved = percent.RFC3986
	reserved   = percent.URI.WithEscapes(percent.EscapesKept)
)

// keptUnreserved and keptReserved are the kept sets of the two as tables.
var keptUnreserved, keptReserved = table(unreserved.Kept()), table(reserved.Kept())

// table returns a set as a table.
func table(set percent.ByteSet) (t [256]bool) {
	for b := range set.All() {
		t[b] = true
	}
	return t
}

// Expand returns t with its expressions expanded. Values are octets: a string that
// is not UTF-8 is encoded byte by byte. The only error is a *percent.SyntaxError, for
// a prefix of a list or an associative array and, with DotsRefused, for a value that
// makes a dot segment; the text before that expression comes with it. Expand allocates
// once for a result of up to 192 bytes.
func (t *Template) Expand(values Values) (string, error) {
	var buf [192]byte
	b, err := t.AppendExpand(buf[:0], values)
	return string(b), err
}

// AppendExpand appends t, expanded as Expand does, to dst and returns the
// extended buffer. It allocates only when dst has too little room.
func (t *Template) AppendExpand(dst []byte, values Values) ([]byte, error) {
	if t.dots == DotsRefused {
		return t.expandWithoutDots(dst, values)
	}
	return t.expand(dst, values, nil)
}

// expand does it, and tells each variable's share of the result to see, unless that
// is nil.
func (t *Template) expand(dst []byte, values Values, see func(share)) ([]byte, error) {
parts:
	for i := range t.parts {
		p := &t.parts[i]
		if p.literal != "" {
			dst = append(dst, p.literal...)
		}
		x := p.expression
		if x == nil {
			continue
		}
		op := x.op
		start, lead := len(dst), op.first
		for j := range x.specs {
			s := &x.specs[j]
			v, from := values[s.name], len(dst)
			switch {
			case v.kind == stringKind:
				text, label := v.text, s.label
				if s.prefix > 0 {
					text = op.prefix(text, s.prefix)
				}
				if text == "" {
					label = s.empty
				}
				dst = op.append(dst, lead, label, text)
			case len(v.items) == 0:
				if see != nil {
					see(share{x, s, start, from, from})
				}
				continue
			case s.prefix > 0:
				dst = dst[:start]
				if !t.lenient {
					return dst, syntax.At(s.offset, s.name, CompositePrefix)
				}
				dst = append(dst, x.text...)
				continue parts
			case s.explode && v.kind == pairsKind:
				dst = op.appendPairs(dst, lead, v.items, t.keys)
			default:
				dst = op.appendList(dst, lead, s, v.items)
			}
			if see != nil {
				see(share{x, s, start, from, len(dst)})
			}
			lead = op.separator
		}
	}
	return dst, nil
}

// appendList appends the items of a list, or the keys and values of an
// associative array that is not exploded.
func (op *operator) appendList(dst []byte, lead byte, s *varspec, items []string) []byte {
	label, empty, separator := s.label, s.empty, op.separator
	if !s.explode {
		// Even an empty item has the name's '=' before it.
		dst = op.append(dst, lead, label, items[0])
		lead, label, empty, separator = ',', "", "", ','
		items = items[1:]
	}
	for _, item := range items {
		if item == "" {
			dst = op.append(dst, lead, empty, "")
		} else {
			dst = op.append(dst, lead, label, item)
		}
		lead = separator
	}
	return dst
}

// appendPairs appends the entries of an associative array, each after lead.
func (op *operator) appendPairs(dst []byte, lead byte, items []string, keys Keys) []byte {
	for i := 0; i+1 < len(items); i += 2 {
		key, value := items[i], items[i+1]
		if op.named && keys == KeysAsLiterals {
			dst = reserved.AppendEncode(append(dst, lead), view(key))
		} else {
			dst = op.append(dst, lead, "", key)
		}
		lead = op.separator
		if value == "" && op.named && op.ifEmpty == "" {
			continue
		}
		dst = op.append(dst, '=', "", value)
	}
	return dst
}

// shortValue is the size up to which a loop takes less time than a kernel.
const shortValue = 24

// append appends lead, unless it is 0, label, and value, encoded.
func (op *operator) append(dst []byte, lead byte, label, value string) []byte {
	if op.reserved {
		return appendReserved(dst, lead, value)
	}
	n := len(dst)
	b := dst[:cap(dst)]
	if len(value) > shortValue || len(b)-n < 1+len(label)+3*len(value) {
		if lead != 0 {
			dst = append(dst, lead)
		}
		return unreserved.AppendEncode(append(dst, label...), view(value))
	}
	if lead != 0 {
		b[n] = lead
		n++
	}
	// Without a call from here on, all stays in registers.
	for i := 0; i < len(label); i++ {
		b[n] = label[i]
		n++
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		if keptUnreserved[c] {
			b[n] = c
			n++
		} else {
			b[n], b[n+1], b[n+2] = '%', pct.UpperHex[c>>4], pct.UpperHex[c&15]
			n += 3
		}
	}
	return b[:n]
}

// appendReserved is append for the operators that keep reserved characters and
// escapes, which have no labels.
func appendReserved(dst []byte, lead byte, value string) []byte {
	if lead != 0 {
		dst = append(dst, lead)
	}
	n := len(dst)
	b := dst[:cap(dst)]
	if len(value) > shortValue || len(b)-n < 3*len(value) {
		return reserved.AppendEncode(dst, view(value))
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		if keptReserved[c] {
			b[n] = c
			n++
			continue
		}
		if _, ok := pct.Octet(value[i:]); ok {
			b[n], b[n+1], b[n+2] = c, value[i+1], value[i+2]
			i += 2
		} else {
			b[n], b[n+1], b[n+2] = '%', pct.UpperHex[c>>4], pct.UpperHex[c&15]
		}
		n += 3
	}
	return b[:n]
}

// prefix returns the first n characters of value (section 2.4.1). Where escapes are
// kept, it splits neither an escape in value nor the escapes of one character.
func (op *operator) prefix(value string, n int) string {
	if len(value) <= n {
		return value
	}
	end := 0
	for n > 0 && value[end] < utf8.RuneSelf && value[end] != '%' {
		end++
		n--
	}
	for ; n > 0 && end < len(value); n-- {
		if op.reserved && value[end] == '%' {
			end += escapedCharacter(value[end:])
			continue
		}
		_, size := utf8.DecodeRuneInString(value[end:])
		end += size
	}
	return value[:end]
}

// escapedCharacter returns the length of the first character of s, which begins with
// '%': that of all escapes of its UTF-8, or of a single escape, or 1.
func escapedCharacter(s string) int {
	var octets [utf8.UTFMax]byte
	n := 0
	for n < len(octets) {
		octet, ok := pct.Octet(s[3*n:])
		if !ok {
			break
		}
		octets[n] = octet
		n++
	}
	if n == 0 {
		return 1
	}
	_, size := utf8.DecodeRune(octets[:n])
	return 3 * size
}

// view returns the bytes of s, which nobody may change.
func view(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
