package bulk

import (
	"math/bits"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// A bit map of a chunk marks the bytes that divide it into rows and fields, and those
// that the operation may change: a field without any of these is copied. It is made in
// one pass, and replaces searching for each delimiter.

// The classes of bytes. Bytes above 0x7F are in all of them.
const (
	divides = iota
	counts
	looked
	beyondASCII
	// Hexadecimal digits: the first digit in escapes of control characters, the first
	// and the second in escapes of other bytes that are looked at, and the first in
	// escapes of bytes above 0x7F.
	control
	first
	second
	beyond
)

// places is the bit map of a chunk.
type places struct {
	classes *kernel.Classes
	escapes bool
	words   []marks
}

// marks are the bits of 64 bytes.
type marks struct {
	divides uint64 // bytes that divide
	// Indexed by changing and percents: bytes that the operation may change and, with
	// escapes, '%'.
	of [2]uint64
	// With escapes: bytes, plain or escaped, for which a field must go through
	// [fieldStep.code]; bytes, plain or escaped, above 0x7F.
	looked, beyond uint64
}

// Kinds of bytes for places.any.
const (
	changing = iota
	percents
)

// newPlaces returns places that find the bytes of dividing and the bytes that are not
// in idle. If look is not nil, they also find its bytes and those above 0x7F, both
// plain and escaped.
func newPlaces(dividing string, idle percent.ByteSet, look *kernel.Set) *places {
	var of [256]uint8
	for _, b := range []byte(dividing) {
		of[b] |= 1 << divides
	}
	for b := range of {
		if !idle.Contains(byte(b)) {
			of[b] |= 1 << counts
		}
	}
	if look != nil {
		for b := range byte(0x80) {
			if look.Byte[b] == 0 {
				continue
			}
			if b != '%' {
				of[b] |= 1 << looked
			}
			if b >= 0x20 {
				mark(&of, b>>4, first)
				mark(&of, b&15, second)
			}
		}
		for digit := range byte(16) {
			switch {
			case digit < 2:
				mark(&of, digit, control)
			case digit >= 8:
				mark(&of, digit, beyond)
			}
		}
	}
	return &places{classes: kernel.NewClasses(func(b byte) uint8 { return of[b] }), escapes: look != nil}
}

// mark adds a hexadecimal digit to a class.
func mark(of *[256]uint8, digit byte, class int) {
	of["0123456789ABCDEF"[digit]] |= 1 << class
	of["0123456789abcdef"[digit]] |= 1 << class
}

// find makes the bit map of text.
func (p *places) find(text []byte) {
	n := (len(text) + 63) / 64
	if cap(p.words) < n {
		p.words = make([]marks, n, n+n/4)
	}
	p.words = p.words[:n]
	var masks [2]kernel.Masks
	m, next := &masks[0], &masks[1]
	kernel.Classify64(p.classes, m, text[:min(len(text), 64)])
	for i := range p.words {
		kernel.Classify64(p.classes, next, text[min(len(text), 64*i+64):min(len(text), 64*i+128)])
		w := &p.words[i]
		w.divides, w.of[changing] = m[divides]&^m[beyondASCII], m[counts]
		if p.escapes {
			w.of[percents] = m[counts] &^ m[looked]
			ahead := func(class, by int) uint64 { return m[class]>>by | next[class]<<(64-by) }
			w.looked = m[looked]&^m[beyondASCII] | w.of[percents]&(ahead(control, 1)|ahead(first, 1)&ahead(second, 2))
			w.beyond = m[beyondASCII] | w.of[percents]&ahead(beyond, 1)
		}
		m, next = next, m
	}
}

// next returns the index of the first dividing byte from at on, or end.
func (p *places) next(at, end int) int {
	i := at >> 6
	if i >= len(p.words) {
		return end
	}
	for word := p.words[i].divides >> (at & 63) << (at & 63); ; word = p.words[i].divides {
		if word != 0 {
			return i<<6 + bits.TrailingZeros64(word)
		}
		if i++; i == len(p.words) {
			return end
		}
	}
}

// any reports whether there is a byte of that kind in a range.
func (p *places) any(kind, from, to int) bool {
	if from >= to {
		return false
	}
	i, last := from>>6, (to-1)>>6
	word := p.words[i].of[kind] >> (from & 63) << (from & 63)
	for ; i < last; word = p.words[i].of[kind] {
		if word != 0 {
			return true
		}
		i++
	}
	return word<<(63-(to-1)&63) != 0
}

// look returns the marks in a range: each result is 0 if there is none of its kind.
func (p *places) look(from, to int) (percent, looked, beyond uint64) {
	if from >= to {
		return 0, 0, 0
	}
	i, last := from>>6, (to-1)>>6
	mask := ^uint64(0) >> (from & 63) << (from & 63)
	for ; ; i++ {
		if i == last {
			mask = mask << (63 - (to-1)&63) >> (63 - (to-1)&63)
		}
		w := &p.words[i]
		percent |= w.of[percents] & mask
		looked |= w.looked & mask
		beyond |= w.beyond & mask
		if i == last {
			return percent, looked, beyond
		}
		mask = ^uint64(0)
	}
}
