package bulk

import (
	"math/bits"
	"strings"

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
	ends
	// Hexadecimal digits: the first digit in escapes of control characters, the first
	// and the second in escapes of other bytes that are looked at, and the first in
	// escapes of bytes above 0x7F.
	control
	first
	second
	beyond
)

// No digit is in both control and beyond. A quotation mark that divides is in these two,
// and CR is in first, too. Should they follow a '%', its escape counts as looked at.
const (
	quoteClasses  = 1<<control | 1<<beyond
	returnClasses = quoteClasses | 1<<first
)

// places is the bit map of a chunk.
type places struct {
	classes *kernel.Classes
	escapes bool
	words   []marks
	fields  *fieldFinder // or nil
	masks   [1 + blockWords]kernel.Masks
}

// blockWords is how many words are classified at once.
const blockWords = 32

// marks are the bits of 64 bytes.
type marks struct {
	divides uint64 // bytes that divide
	// Indexed by changing and percents: bytes that the operation may change and, with
	// escapes, '%'.
	of [2]uint64
	// With escapes: bytes, plain or escaped, for which a field must go through
	// [fieldStep.code]; bytes, plain or escaped, above 0x7F.
	looked, beyond uint64
	// With escapes: line ends, and among fields CRs and the quotation marks that divide.
	ends, returns, quotes uint64
	// With a fieldFinder: bytes because of which a row must be looked at by itself, and the
	// first '%' of each field of a column.
	apart, changed uint64
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
			if b >= 0x20 && b != '+' { // only fields with a plain '+' are counted
				mark(&of, b>>4, first)
				mark(&of, b&15, second)
			}
		}
		of['\n'] |= 1 << ends
		if strings.Contains(dividing, "\n") {
			of['\r'] |= returnClasses
			if strings.Contains(dividing, `"`) {
				of['"'] |= quoteClasses
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
	if p.fields != nil {
		p.fields.begin()
	}
	masks := &p.masks
	kernel.ClassifyAll(p.classes, masks[:1], text[:min(len(text), 64)])
	for from := 0; from < n; from += blockWords {
		to := min(from+blockWords, n)
		more := text[min(len(text), 64*from+64):min(len(text), 64*to+64)]
		clear(masks[1+(len(more)+63)/64:])
		kernel.ClassifyAll(p.classes, masks[1:], more)
		words := p.words[from:to]
		if !p.escapes {
			for i := range words {
				m := &masks[i]
				words[i].divides, words[i].of[changing] = m[divides]&^m[control], m[counts]
			}
		} else {
			for i := range words {
				m, next := &masks[i], &masks[i+1]
				w := &words[i]
				both := m[control] & m[beyond]
				high := both & m[ends]
				w.ends = m[ends] &^ high
				w.divides, w.of[changing] = m[divides]&^high, m[counts]
				percent := m[counts] &^ m[looked]
				w.of[percents] = percent
				ahead := func(class, by int) uint64 { return m[class]>>by | next[class]<<(64-by) }
				w.looked = m[looked]&^high | percent&(ahead(control, 1)|ahead(first, 1)&ahead(second, 2))
				w.beyond = high | percent&ahead(beyond, 1)
				w.quotes, w.returns = both&^(m[first]|high), both&m[first]&^high
				w.apart, w.changed = 0, 0
			}
			if p.fields != nil {
				p.fields.find(text, p.words[:to], to < n)
			}
		}
		masks[0] = masks[to-from]
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

// A stretch is a sequence of whole rows.
type stretch struct {
	to      int // end of the last row
	rows    int64
	changed int64  // fields with '%'
	beyond  uint64 // not 0 if there are bytes, plain or escaped, above 0x7F
}

// stretch returns the rows from the one that begins at from on, up to the first that must
// be looked at by itself, and up to the byte limit.
func (p *places) stretch(from, limit int) (s stretch) {
	i, last := from>>6, min(len(p.words), (limit+63)>>6)
	mask := ^uint64(0) >> (from & 63) << (from & 63)
	apart := p.words[i].apart & mask
	for apart == 0 {
		if i++; i == last {
			break
		}
		apart = p.words[i].apart
	}
	// The last line end before.
	lines := uint64(0)
	if apart != 0 {
		lines = p.words[i].ends & (apart&-apart - 1)
	}
	for lines == 0 {
		if i--; i < from>>6 {
			return s
		}
		lines = p.words[i].ends
	}
	if s.to = i<<6 + bits.Len64(lines); s.to <= from {
		return s
	}
	for i := from >> 6; i<<6 < s.to; i++ {
		w := &p.words[i]
		if rest := s.to - i<<6; rest < 64 {
			mask &= 1<<rest - 1
		}
		s.rows += int64(bits.OnesCount64(w.ends & mask))
		s.changed += int64(bits.OnesCount64(w.changed & mask))
		s.beyond |= w.beyond & mask
		mask = ^uint64(0)
	}
	return s
}
