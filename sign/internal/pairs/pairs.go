// Package pairs encodes and sorts the parameters of a request: OAuth's
// normalized parameters (RFC 5849 section 3.4.1.3.2) and the canonical query of
// Signature Version 4 are the same text.
package pairs

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"iter"
	"slices"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
)

// A Buffer holds parameters, encoded so that only unreserved characters stay.
// The zero value is empty. Reset keeps its memory; it never holds on to memory of
// the caller.
type Buffer struct {
	text    []byte // names and values
	entries []entry
	decoded []byte
	order   func(x, y entry) int
}

// An entry is a parameter: indices into text.
type entry struct {
	name, value, end int
	// prefix is the first bytes of the name, which nearly always decide.
	prefix uint64
}

// Reset empties b.
func (b *Buffer) Reset() { b.text, b.entries = b.text[:0], b.entries[:0] }

// Size returns how many bytes of memory b keeps.
func (b *Buffer) Size() int {
	return cap(b.text) + cap(b.decoded) + cap(b.entries)*int(unsafe.Sizeof(entry{}))
}

// Add adds a decoded parameter.
func (b *Buffer) Add(name, value string) {
	start := len(b.text)
	b.text = percent.RFC3986.AppendEncode(b.text, octets(name))
	middle := len(b.text)
	b.text = percent.RFC3986.AppendEncode(b.text, octets(value))
	b.entry(start, middle)
}

// AddEncoded adds a parameter that holds only unreserved characters.
func (b *Buffer) AddEncoded(name, value string) {
	start := len(b.text)
	b.text = append(b.text, name...)
	middle := len(b.text)
	b.text = append(b.text, value...)
	b.entry(start, middle)
}

// AddQuery adds the parameters of a query or form body: '&' separates, the first
// '=' ends the name, empty pieces are skipped. They are decoded by e, which must
// not refuse anything. A parameter whose decoded name is without is left out,
// unless without is "".
func (b *Buffer) AddQuery(query string, e *percent.Encoding, without string) {
	for query != "" {
		var piece string
		piece, query, _ = strings.Cut(query, "&")
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		decoded := b.decode(name, e)
		if without != "" && string(decoded) == without {
			continue
		}
		start := len(b.text)
		b.text = percent.RFC3986.AppendEncode(b.text, decoded)
		middle := len(b.text)
		b.text = percent.RFC3986.AppendEncode(b.text, b.decode(value, e))
		b.entry(start, middle)
	}
}

// decode returns s decoded. The result lives until the next call.
func (b *Buffer) decode(s string, e *percent.Encoding) []byte {
	if strings.IndexByte(s, '%') < 0 && (e.Plus() != percent.PlusIsSpace || strings.IndexByte(s, '+') < 0) {
		return octets(s)
	}
	b.decoded, _ = e.AppendDecode(b.decoded[:0], octets(s))
	return b.decoded
}

func (b *Buffer) entry(start, middle int) {
	e := entry{name: start, value: middle, end: len(b.text)}
	name := b.text[start:middle]
	if len(name) >= 8 {
		e.prefix = binary.BigEndian.Uint64(name)
	} else {
		for _, c := range name {
			e.prefix = e.prefix<<8 | uint64(c)
		}
		e.prefix <<= 8 * (8 - len(name))
	}
	b.entries = append(b.entries, e)
}

func (b *Buffer) name(e entry) []byte  { return b.text[e.name:e.value] }
func (b *Buffer) value(e entry) []byte { return b.text[e.value:e.end] }

// Sort sorts the parameters by the encoded bytes of the name and then of the
// value.
func (b *Buffer) Sort() {
	if b.order == nil {
		b.order = b.compare // made once, since it is allocated
	}
	slices.SortFunc(b.entries, b.order)
}

func (b *Buffer) compare(x, y entry) int {
	if x.prefix != y.prefix {
		return cmp.Compare(x.prefix, y.prefix)
	}
	if c := bytes.Compare(b.name(x), b.name(y)); c != 0 {
		return c
	}
	return bytes.Compare(b.value(x), b.value(y))
}

// All iterates over the encoded names and values, in the order in which they
// were added or, after Sort, sorted.
func (b *Buffer) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, e := range b.entries {
			if !yield(string(b.name(e)), string(b.value(e))) {
				return
			}
		}
	}
}

// Append appends the parameters to dst, written name=value and joined by '&',
// and returns the extended buffer.
func (b *Buffer) Append(dst []byte) []byte {
	for i, e := range b.entries {
		if i > 0 {
			dst = append(dst, '&')
		}
		dst = append(dst, b.name(e)...)
		dst = append(dst, '=')
		dst = append(dst, b.value(e)...)
	}
	return dst
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
