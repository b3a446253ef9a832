package oauth1

import (
	"bytes"
	"slices"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
)

// A Param is a parameter, decoded. Name and Value are octets, not necessarily
// UTF-8.
type Param struct {
	Name, Value string
}

// ParseForm returns the parameters of a query or form body in order: '&'
// separates, the first '=' ends the name, '+' is a space, a malformed escape
// stays, empty pieces are skipped (RFC 5849, section 3.4.1.3.1). The result is
// octets; it may share the memory of s.
func ParseForm(s string) []Param {
	var params []Param
	for name, value := range pieces(s) {
		// The form encoding decodes anything.
		n, _ := percent.Form.Decode(name)
		v, _ := percent.Form.Decode(value)
		params = append(params, Param{n, v})
	}
	return params
}

// pieces iterates over the names and values of a form as they stand there.
func pieces(s string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for s != "" {
			var piece string
			piece, s, _ = strings.Cut(s, "&")
			if piece == "" {
				continue
			}
			if name, value, _ := strings.Cut(piece, "="); !yield(name, value) {
				return
			}
		}
	}
}

// Normalize returns the parameters as the base string has them before its own
// encoding (RFC 5849, section 3.4.1.3.2): names and values encoded, sorted by
// the encoded bytes of the name and then of the value, written name=value and
// joined by '&'. Leave out realm and oauth_signature first.
func Normalize(params []Param) string {
	b := newBuffer()
	defer b.free()
	for _, p := range params {
		b.add(p.Name, p.Value)
	}
	return string(b.normalize())
}

// A buffer holds what a base string is made of, and is used again.
type buffer struct {
	text    []byte // the encoded names and values
	entries []entry
	decoded []byte
	inner   []byte // the normalized parameters
	base    []byte // the base string
	out     []byte
	nonce   [nonceSize]byte
	sum     [64]byte
}

// An entry is a parameter: indices into text.
type entry struct {
	name, value, end int
	// prefix is the first bytes of the name, which nearly always decide.
	prefix uint64
}

var buffers = pool[buffer]{}

func newBuffer() *buffer {
	b := buffers.get()
	b.text, b.entries, b.base = b.text[:0], b.entries[:0], b.base[:0]
	return b
}

func (b *buffer) free() {
	// What a single huge request needed is not kept for all others.
	if cap(b.text)+cap(b.base)+cap(b.inner) < 1<<20 {
		buffers.put(b)
	}
}

// add adds a decoded parameter.
func (b *buffer) add(name, value string) {
	start := len(b.text)
	b.text = percent.OAuth1.AppendEncode(b.text, octets(name))
	middle := len(b.text)
	b.text = percent.OAuth1.AppendEncode(b.text, octets(value))
	b.entry(start, middle)
}

// addEncoded adds a parameter that holds only unreserved characters.
func (b *buffer) addEncoded(name, value string) {
	start := len(b.text)
	b.text = append(b.text, name...)
	middle := len(b.text)
	b.text = append(b.text, value...)
	b.entry(start, middle)
}

func (b *buffer) entry(start, middle int) {
	e := entry{name: start, value: middle, end: len(b.text)}
	name := b.text[start:middle]
	for i := range 8 {
		e.prefix <<= 8
		if i < len(name) {
			e.prefix |= uint64(name[i])
		}
	}
	b.entries = append(b.entries, e)
}

// addForm adds the parameters of a query or form body.
func (b *buffer) addForm(s string) {
	for s != "" {
		var piece string
		piece, s, _ = strings.Cut(s, "&")
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		if name = b.decode(name); name == signatureName {
			continue
		}
		start := len(b.text)
		b.text = percent.OAuth1.AppendEncode(b.text, octets(name))
		middle := len(b.text)
		b.text = percent.OAuth1.AppendEncode(b.text, octets(b.decode(value)))
		b.entry(start, middle)
	}
}

// decode returns s decoded. The result lives until the next call.
func (b *buffer) decode(s string) string {
	if strings.IndexByte(s, '%') < 0 && strings.IndexByte(s, '+') < 0 {
		return s
	}
	b.decoded, _ = percent.Form.AppendDecode(b.decoded[:0], octets(s))
	return unsafe.String(unsafe.SliceData(b.decoded), len(b.decoded))
}

func (b *buffer) nameOf(e entry) []byte  { return b.text[e.name:e.value] }
func (b *buffer) valueOf(e entry) []byte { return b.text[e.value:e.end] }

// sort sorts the entries by encoded name, then value.
func (b *buffer) sort() {
	slices.SortFunc(b.entries, func(x, y entry) int {
		if x.prefix != y.prefix {
			if x.prefix < y.prefix {
				return -1
			}
			return 1
		}
		if c := bytes.Compare(b.nameOf(x), b.nameOf(y)); c != 0 {
			return c
		}
		return bytes.Compare(b.valueOf(x), b.valueOf(y))
	})
}

// normalize returns the normalized parameters, which live until the buffer is
// used again.
func (b *buffer) normalize() []byte {
	b.sort()
	b.inner = b.inner[:0]
	for i, e := range b.entries {
		if i > 0 {
			b.inner = append(b.inner, '&')
		}
		b.inner = append(b.inner, b.nameOf(e)...)
		b.inner = append(b.inner, '=')
		b.inner = append(b.inner, b.valueOf(e)...)
	}
	return b.inner
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
