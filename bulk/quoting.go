package bulk

import (
	"math/bits"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A quoting finds what is in quotation marks, 64 bytes at a time, without a loop over the
// marks: a byte is inside if the number of marks up to it is odd. A doubled mark leaves
// the parity as it was. A mark that neither begins a field nor is in a quoted one is text, and is
// left out. The state is that between two words.
type quoting struct {
	inside uint64 // all ones if the last byte is inside
	start  uint64 // 1 if the next byte begins a field
	closed uint64 // 1 if the last byte is a closing mark, which the next may double
	any    bool   // hide may meet a mark
}

// fieldStart is the state at the start of a row.
var fieldStart = quoting{start: 1}

// next returns the bytes inside of quotation marks among the next n, an opening mark
// included and a closing one not, and the marks that open and close. quotes and divides are
// the marks, and the delimiters and line ends, wherever they are.
func (q *quoting) next(quotes, divides uint64, n int) (inside, opens, closes uint64) {
	for {
		inside = q.inside
		if quotes != 0 {
			inside ^= parity(quotes)
		}
		outside := divides &^ inside
		opens, closes = quotes&inside, quotes&^inside
		before := outside<<1 | q.start
		stray := opens &^ (before | closes<<1 | q.closed)
		if stray == 0 {
			last := uint(n-1) & 63
			q.inside = -(inside >> last & 1)
			q.start, q.closed = outside>>last&1, closes>>last&1
			return inside, opens & before, closes
		}
		quotes &^= stray & -stray
	}
}

// parity returns for each bit whether the number of bits of x up to it is odd.
func parity(x uint64) uint64 {
	x ^= x << 1
	x ^= x << 2
	x ^= x << 4
	x ^= x << 8
	x ^= x << 16
	return x ^ x<<32
}

// hide takes what is in quotation marks out of the bit maps of text[at:]: delimiters and
// line ends there are none, and marks around a field that has no other are not looked at.
// It leaves what is inside in place of the marks.
func (q *quoting) hide(words []kernel.Masks, text []byte, at int, delim byte) {
	passed := false // the word before has no marks
	for i := range words {
		w := &words[i]
		if w[quotes]|q.inside == 0 {
			passed = true
			continue
		}
		if passed {
			q.pass(&words[i-1])
		}
		passed = false
		inside, opens, closes := q.next(w[quotes], w[delims]|w[ends], 64)
		w[quotes] = inside
		w[delims] &^= inside
		w[ends] &^= inside
		around := opens | closes&((w[delims]|w[ends])>>1|w[returns]>>1&(w[ends]>>2))
		// The end of the field may be in the next word.
		for edge := closes &^ around >> 62 << 62; edge != 0; edge &= edge - 1 {
			if next := at + 64*i + bits.TrailingZeros64(edge) + 1; endsField(text[min(next, len(text)):], delim) {
				around |= edge & -edge
			}
		}
		w[looked] &^= around
	}
	if passed {
		q.pass(&words[len(words)-1])
	}
}

// pass sets the state behind a word without marks and outside of them.
func (q *quoting) pass(w *kernel.Masks) { q.start, q.closed = (w[delims]|w[ends])>>63, 0 }

// endsField reports whether a field ends before text.
func endsField(text []byte, delim byte) bool {
	return len(text) == 0 || text[0] == delim || text[0] == '\n' || text[0] == '\r' && len(text) > 1 && text[1] == '\n'
}

// appendBare appends text[from:to] to dst without the quotation marks around fields that
// have an escape, and returns it. These fields have no other mark. If there is none, it
// returns the text itself.
func (p *places) appendBare(dst, text []byte, from, to int) []byte {
	at, last := from, (to-1)>>6
	for i := from >> 6; i <= last; i++ {
		found := p.words[i][percents] & p.words[i][quotes]
		if base := i << 6; base < at {
			found = found >> (at - base) << (at - base)
		}
		for found != 0 {
			percent := i<<6 + bits.TrailingZeros64(found)
			if percent >= to {
				break
			}
			open, closing := p.around(percent)
			dst = append(append(dst, text[at:open]...), text[open+1:closing]...)
			at = closing + 1
			if at>>6 > i {
				i = at>>6 - 1 // the loop goes on with the word of at
				break
			}
			found = found >> (at & 63) << (at & 63)
		}
	}
	if at == from {
		return text[from:to]
	}
	return append(dst, text[at:to]...)
}

// around returns the indices of the marks around a byte in a field that has no other.
func (p *places) around(at int) (open, closing int) {
	i := at >> 6
	out := ^p.words[i][quotes]
	before := out & (1<<(at&63) - 1)
	for k := i; ; before = ^p.words[k][quotes] {
		if before != 0 {
			open = k<<6 + bits.Len64(before)
			break
		}
		if k--; k < 0 {
			break
		}
	}
	for behind := out >> (at & 63) << (at & 63); ; behind = ^p.words[i][quotes] {
		if behind != 0 {
			return open, i<<6 + bits.TrailingZeros64(behind)
		}
		i++
	}
}
