package bulk

import (
	"math/bits"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// The places of the bytes that divide a chunk into rows and fields, and of those that
// the operation may change: a field that has none of these is left alone. They are
// bits: one look at each byte tells what a search for each delimiter would.

// The classes of bytes. Those above 0x7F are in all of them.
const (
	divides = iota
	counts
	beyondASCII
)

// places are those in a chunk.
type places struct {
	classes *kernel.Classes
	marks   []uint64 // of bytes that divide
	other   []uint64 // of bytes that count
}

// newPlaces returns what finds the bytes of dividing, and those that are not in
// idle.
func newPlaces(dividing string, idle percent.ByteSet) *places {
	var is [256]bool
	for _, b := range []byte(dividing) {
		is[b] = true
	}
	return &places{classes: kernel.NewClasses(func(b byte) (of uint8) {
		if is[b] {
			of |= 1 << divides
		}
		if !idle.Contains(b) {
			of |= 1 << counts
		}
		return of
	})}
}

// find looks at text.
func (p *places) find(text []byte) {
	n := (len(text) + 63) / 64
	if cap(p.marks) < n {
		p.marks, p.other = make([]uint64, n, n+n/4), make([]uint64, n, n+n/4)
	}
	p.marks, p.other = p.marks[:n], p.other[:n]
	var m kernel.Masks
	for i := range p.marks {
		kernel.Classify64(p.classes, &m, text[64*i:min(len(text), 64*i+64)])
		p.marks[i], p.other[i] = m[divides]&^m[beyondASCII], m[counts]
	}
}

// next returns the first place from at on of a byte that divides, or end.
func (p *places) next(at, end int) int {
	i := at >> 6
	if i >= len(p.marks) {
		return end
	}
	for word := p.marks[i] >> (at & 63) << (at & 63); ; word = p.marks[i] {
		if word != 0 {
			return i<<6 + bits.TrailingZeros64(word)
		}
		if i++; i == len(p.marks) {
			return end
		}
	}
}

// any reports whether a byte that counts lies in a range, which is not empty.
func (p *places) any(from, to int) bool {
	i, last := from>>6, (to-1)>>6
	word := p.other[i] >> (from & 63) << (from & 63)
	for ; i < last; word = p.other[i] {
		if word != 0 {
			return true
		}
		i++
	}
	return word<<(63-(to-1)&63) != 0
}
