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
