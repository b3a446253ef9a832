package bulk

import (
	"math/bits"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// Bit maps of a chunk mark the bytes that divide it into rows and fields, and the bytes
// that the operation may change: a field without the latter is copied. The maps are
// made in one pass, and replace the search for each delimiter.

// The classes of bytes.
const (
	delims   = iota // the delimiter
	ends            // line ends
	quotes          // quotation marks, where they have a meaning, or what is in them
	returns         // CR
	percents        // '%' and, where it is a space, '+'
	changing        // bytes that the operation may change
	looked          // bytes, plain or escaped, that require [fieldStep.code]
	beyond          // bytes, plain or escaped, above 0x7F
	// In JSON.
	slashes = returns // backslashes
)

// places are the bit maps of a chunk.
type places struct {
	scanner *kernel.Scanner
	words   []kernel.Masks // one for each 64 bytes, then some that are 0
	finder  finder         // or nil
	found   []found        // one for each of words
	sparse  bool           // rows may lack fields
	// In CSV: the state of quoting behind the chunk, and the delimiter. The class quotes is
	// what is in quotation marks.
	quoting *quoting
	delim   byte
}

// A finder finds rows that need not be processed one by one.
type finder interface {
	// begin begins a chunk, which starts with a row.
	begin()
	// find sets out to what it finds in blockWords words, from words[i] on. It is
	// called for all words of the chunk in order, and may examine earlier words, too.
	find(text []byte, i int, words []kernel.Masks, out *[blockWords]found)
}

// blockWords is how many words are examined at once.
const blockWords = 32

// A block is text of 2 KiB, whose last words may be 0.
type block = [blockWords]kernel.Masks

// found is the result of a finder for 64 bytes.
type found struct {
	apart   uint64 // bytes whose rows must be processed one by one
	changed uint64 // the first '%' of each field of a column
	visit   uint64 // bytes that the run cannot be decoded with, or not as they are
	fields  uint64 // the first byte of each field of a column
	single  uint64 // bytes whose rows must be processed by themselves, whatever they look like
}

// A division holds the bytes that have a meaning in rows; 0 means none.
type division struct{ delim, quote, back byte }

// newPlaces returns places for rows divided by d. idle are the bytes that the operation
// does not change, and look those that results are searched for. With plus, a '+' is
// a space.
func newPlaces(d division, idle percent.ByteSet, look *kernel.Set, plus bool) *places {
	var of [0x81]uint8
	for class, b := range [...]byte{delims: d.delim, ends: '\n', quotes: d.quote, returns: d.back, percents: '%'} {
		if b != 0 {
			of[b] |= 1 << class
		}
	}
	if plus {
		of['+'] |= 1 << percents
	}
	odd := func(b byte) bool { return look.Byte[b] != 0 }
	for b := range byte(0x80) {
		if !idle.Contains(b) {
			of[b] |= 1 << changing
		}
		if odd(b) && b != '%' {
			of[b] |= 1 << looked
		}
	}
	of[0x80] = 1<<changing | 1<<beyond
	return &places{scanner: kernel.NewScanner(kernel.ScannerConfig{
		Of: func(b byte) uint8 { return of[b] },
		// Only fields with a plain '+' are counted.
		Odd:     func(b byte) bool { return odd(b) && b != '+' },
		Percent: percents, Looked: looked, Beyond: beyond,
	})}
}

// find makes the bit maps of text.
func (p *places) find(text []byte) {
	n := (len(text) + 63) / 64
	all := (n + blockWords - 1) / blockWords * blockWords
	if cap(p.words) <= all {
		p.words = make([]kernel.Masks, all+1, all+1+all/4)
	}
	p.words = p.words[:all+1]
	clear(p.words[n:])
	hides := p.quoting != nil && p.quoting.any
	if cap(p.found) < all {
		p.found = make([]found, all, all+all/4)
	}
	p.found = p.found[:all]
	if p.finder == nil {
		clear(p.found)
		kernel.Scan(p.scanner, p.words, text)
		if hides {
			p.quoting.hide(p.words[:n], text, 0, p.delim)
		}
		return
	}
	p.finder.begin()
	for i := 0; i < all; i += blockWords {
		// An escape may continue in the next block, whose first word is
		// therefore made twice.
		kernel.Scan(p.scanner, p.words[i:], text[64*i:min(len(text), 64*(i+blockWords)+2)])
		if hides {
			p.quoting.hide(p.words[i:min(i+blockWords, n)], text, 64*i, p.delim)
		}
		p.finder.find(text, i, p.words, (*[blockWords]found)(p.found[i:]))
	}
}

// divides returns the bytes of a word that divide a JSON text, or delimited fields that are
// not quoted.
func divides(m *kernel.Masks) uint64 { return m[delims] | m[ends] | m[quotes] }

// next returns the index of the first dividing byte from at on, or end.
func (p *places) next(at, end int) int {
	i := at >> 6
	if i >= len(p.words) {
		return end
	}
	for word := divides(&p.words[i]) >> (at & 63) << (at & 63); ; word = divides(&p.words[i]) {
		if word != 0 {
			return i<<6 + bits.TrailingZeros64(word)
		}
		if i++; i == len(p.words) {
			return end
		}
	}
}

// any reports whether there is a byte of the class in a range.
func (p *places) any(class, from, to int) bool {
	if from >= to {
		return false
	}
	i, last := from>>6, (to-1)>>6
	word := p.words[i][class] >> (from & 63) << (from & 63)
	for ; i < last; word = p.words[i][class] {
		if word != 0 {
			return true
		}
		i++
	}
	return word<<(63-(to-1)&63) != 0
}

// look returns the marks in a range: each result is 0 if there is none of its class.
func (p *places) look(from, to int) (percent, odd, high uint64) {
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
		percent |= w[percents] & mask
		odd |= w[looked] & mask
		high |= w[beyond] & mask
		if i == last {
			return percent, odd, high
		}
		mask = ^uint64(0)
	}
}

// findMalformed finds the malformed escapes in a range: bytes to be looked at or, with
// apart, of rows that must be processed one by one. It returns how many there are.
func (p *places) findMalformed(text []byte, from, to int, apart bool) (n int) {
	for i := from >> 6; i<<6 < to; i++ {
		for all := p.words[i][percents]; all != 0; all &= all - 1 {
			at := i<<6 + bits.TrailingZeros64(all)
			if at < from || at >= to || text[at] != '%' {
				continue
			}
			if _, ok := kernel.Octet(text[at:]); ok {
				continue
			}
			n++
			p.words[i][looked] |= all & -all
			if p.found[i].visit |= all & -all; apart {
				p.found[i].apart |= all & -all
			}
		}
	}
	return n
}

// setApart makes the row of a byte one that must be processed by itself.
func (p *places) setApart(at int) {
	p.found[at>>6].apart |= 1 << (at & 63)
	p.found[at>>6].single |= 1 << (at & 63)
}

// leave makes a range, which is not empty, one without pieces.
func (p *places) leave(from, to int) {
	for i := from >> 6; i <= (to-1)>>6; i++ {
		p.found[i].visit &^= within(i, from, to)
	}
}

// within returns the bits of the i-th word that are in a range.
func within(i, from, to int) uint64 {
	mask := ^uint64(0)
	if i == from>>6 {
		mask = mask >> (from & 63) << (from & 63)
	}
	if i == (to-1)>>6 {
		mask = mask << (63 - (to-1)&63) >> (63 - (to-1)&63)
	}
	return mask
}

// isSingle reports whether a range, which is not empty, has such a byte.
func (p *places) isSingle(from, to int) bool {
	for i := from >> 6; i <= (to-1)>>6; i++ {
		if p.found[i].single&within(i, from, to) != 0 {
			return true
		}
	}
	return false
}

// count returns how many bytes of a class are in a range.
func (p *places) count(class, from, to int) (n int64) {
	if from < to {
		for i := from >> 6; i <= (to-1)>>6; i++ {
			n += int64(bits.OnesCount64(p.words[i][class] & within(i, from, to)))
		}
	}
	return n
}

// after returns the first byte of a class in a range, or its end.
func (p *places) after(class, from, to int) int {
	if from < to {
		word := p.words[from>>6][class] >> (from & 63) << (from & 63)
		for i := from >> 6; ; word = p.words[i][class] {
			if word != 0 {
				return min(i<<6+bits.TrailingZeros64(word), to)
			}
			if i++; i<<6 >= to {
				break
			}
		}
	}
	return to
}

// last returns the last byte of a class in a range, or -1.
func (p *places) last(class, from, to int) int {
	if from < to {
		for i := (to - 1) >> 6; i >= from>>6; i-- {
			if word := p.words[i][class] & within(i, from, to); word != 0 {
				return i<<6 + bits.Len64(word) - 1
			}
		}
	}
	return -1
}

// fieldEnd returns the index after the field of CSV or TSV that begins at text[from], without
// its line end.
func (p *places) fieldEnd(text []byte, from int) int {
	i := from >> 6
	word := (p.words[i][delims] | p.words[i][ends]) >> (from & 63) << (from & 63)
	for word == 0 {
		if i++; i<<6 >= len(text) {
			return len(text)
		}
		word = p.words[i][delims] | p.words[i][ends]
	}
	end := i<<6 + bits.TrailingZeros64(word)
	if text[end] == '\n' && end > from && text[end-1] == '\r' {
		end--
	}
	return end
}

// inMarks returns how many bytes of a field that begins with a quotation mark are outside of
// marks, among them the one that closes it, and the marks in it of two classes.
func (p *places) inMarks(from, to int) (outside int, odd, percent uint64) {
	for i := from >> 6; i <= (to-1)>>6; i++ {
		w, in := &p.words[i], within(i, from, to)
		outside += bits.OnesCount64(in &^ w[quotes])
		odd |= w[looked] & in
		percent |= w[percents] & in
	}
	return outside, odd, percent
}

// wellQuoted reports whether text[from:to], a field that begins with a quotation mark, has
// nothing behind the one that closes it.
func (p *places) wellQuoted(text []byte, from, to int) bool {
	for i := from >> 6; i <= (to-1)>>6; i++ {
		for out := ^p.words[i][quotes] & within(i, from, to); out != 0; out &= out - 1 {
			if text[i<<6+bits.TrailingZeros64(out)] != '"' {
				return false
			}
		}
	}
	return to-from > 1 && text[to-1] == '"' && p.words[(to-1)>>6][quotes]>>((to-1)&63)&1 == 0
}

// fieldBefore returns the first byte of the last field of a column that begins at or before
// a byte, but not before least.
func (p *places) fieldBefore(at, least int) (from int, ok bool) {
	word := p.found[at>>6].fields << (63 - at&63) >> (63 - at&63)
	for i := at >> 6; ; word = p.found[i].fields {
		if word != 0 {
			from = i<<6 + bits.Len64(word) - 1
			return from, from >= least
		}
		if i--; i < least>>6 || i < 0 {
			return 0, false
		}
	}
}

// fieldAfter returns the first byte of the next field of a column after a byte, or end.
func (p *places) fieldAfter(at, end int) int {
	word := p.found[at>>6].fields &^ (2<<(at&63) - 1)
	for i := at >> 6; ; word = p.found[i].fields {
		if word != 0 {
			return min(i<<6+bits.TrailingZeros64(word), end)
		}
		if i++; i<<6 >= end {
			return end
		}
	}
}

// A stretch is a sequence of whole rows.
type stretch struct {
	to      int // end of the last row
	rows    int64
	changed int64  // fields with '%'
	fields  int64  // fields of columns, where rows may lack some
	beyond  uint64 // not 0 if there are bytes, plain or escaped, above 0x7F
	visit   uint64 // not 0 if the run has pieces
}

// stretch returns the rows from the one that begins at from on, up to the first that
// must be processed by itself, and up to the byte limit.
func (p *places) stretch(from, limit int) (s stretch) {
	first := from >> 6
	out := p.found[first:min(len(p.found), (limit+63)>>6)]
	words := p.words[first:][:len(out)]
	mask := ^uint64(0) >> (from & 63) << (from & 63)
	apart := out[0].apart & mask
	last := 0
	for apart == 0 {
		if last++; last == len(out) {
			break
		}
		apart = out[last].apart
	}
	// The last line end before.
	lines := uint64(0)
	if apart != 0 {
		lines = words[last][ends] & (apart&-apart - 1)
	}
	for lines == 0 {
		if last--; last < 0 {
			return s
		}
		lines = words[last][ends]
	}
	if s.to = (first+last)<<6 + bits.Len64(lines); s.to <= from {
		return s
	}
	for i := range last {
		s.count(&words[i], &out[i], mask)
		mask = ^uint64(0)
	}
	s.count(&words[last], &out[last], mask&(^uint64(0)>>bits.LeadingZeros64(lines)))
	return s
}

// count adds the bytes of mask.
func (s *stretch) count(w *kernel.Masks, f *found, mask uint64) {
	s.rows += int64(bits.OnesCount64(w[ends] & mask))
	s.changed += int64(bits.OnesCount64(f.changed & mask))
	s.fields += int64(bits.OnesCount64(f.fields & mask))
	s.beyond |= w[beyond] & mask
	s.visit |= f.visit & mask
}
