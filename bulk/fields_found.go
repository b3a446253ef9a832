package bulk

import (
	"bytes"
	"math/bits"
)

// A fieldFinder finds the fields of the columns in all rows of a chunk at once, and the
// rows that must be looked at one by one. It needs no loop over fields: if a row has a bit
// at the start of a field and a bit for each byte up to the delimiter, their sum has a bit
// at the delimiter, to which the carry runs.
type fieldFinder struct {
	columns []bool // for each field, up to that of the last column, whether it is a column
	delim   byte
	header  int  // size of the header row, which may come again, or 0
	marks   bool // a result may have to be quoted for [isMark]

	done int // words that are done
	// What a word leaves to the next one: a row starts with it, or has started with the
	// last byte.
	line, early uint64
	carries     []carry // for each of columns
	// Of the words that are looked at: where the fields start that are looked for, and the
	// bytes that are in fields of columns.
	starts, inside [blockWords + 1]uint64
}

// A carry is what a word leaves to the next one, for the fields with a number.
type carry struct {
	start uint64 // the next field starts with the word
	end   uint64 // of the sum that finds the end
	body  uint64 // of the difference that fills the field
	first uint64 // of the sum that finds the first '%'
	near  uint64 // the field started with the last byte
}

// maxFound is the number of fields beyond which looking at rows one by one is faster.
const maxFound = 24

// newFieldFinder returns nil where rows are to be looked at one by one.
func newFieldFinder(p *plan, marks bool) *fieldFinder {
	if len(p.columns) == 0 {
		return nil
	}
	last := p.columns[len(p.columns)-1].index
	if last >= maxFound || p.delim >= 0x80 || p.delim == '\r' || p.delim == '"' {
		return nil
	}
	f := &fieldFinder{columns: make([]bool, last+1), delim: p.delim, header: len(p.header), marks: marks}
	for i := range p.columns {
		f.columns[p.columns[i].index] = true
	}
	f.carries = make([]carry, last+1)
	return f
}

// begin begins a chunk, which begins with a row.
func (f *fieldFinder) begin() {
	clear(f.carries)
	f.line, f.early, f.done = 1, 0, 0
}

// find enters apart and changed into words that follow those that are done, at most
// blockWords. Where more words follow, the last one has to wait for them.
func (f *fieldFinder) find(text []byte, words []marks, more bool) {
	from, to, last := f.done, len(words), len(f.columns)-1
	if more {
		to--
	}
	f.done = to
	block := words[from:to]
	starts, inside := f.starts[:len(block)], f.inside[:len(block)]
	line := f.line
	for i := range block {
		ends := block[i].ends
		starts[i], inside[i] = ends<<1|line, 0
		line = ends >> 63
	}
	f.line = line
	if last == 0 {
		for i := range block {
			block[i].apart |= (starts[i] | starts[i]<<1 | f.early) & block[i].ends // possibly a blank line
			f.early = starts[i] >> 63
		}
	}
	for k := range f.columns {
		c := f.carries[k]
		for i := range block {
			w := &block[i]
			start := starts[i]
			divides := w.divides &^ w.quotes
			var sum uint64
			sum, c.end = bits.Add64(start, ^divides, c.end)
			end := sum & divides
			if f.columns[k] {
				var body uint64
				body, c.body = bits.Sub64(end, start, c.body)
				sum, c.first = bits.Add64(start, body&^w.of[percents], c.first)
				is := sum & w.of[percents] & body
				inside[i] |= body
				w.changed |= is
				if near := is & (start | start<<1 | c.near); near != 0 && f.marks {
					w.apart |= f.marksAmong(text, near, start, (from+i)<<6)
				}
				c.near = start >> 63
			}
			short := end & w.ends
			starts[i] = end<<1&^(short<<1) | c.start
			c.start = (end &^ short) >> 63
			if k < last {
				w.apart |= short
			}
		}
		f.carries[k] = c
	}
	for i := range block {
		w := &block[i]
		// A CR before a line end is part of it, wherever the row ends.
		next := uint64(0)
		if from+i+1 < len(words) {
			next = words[from+i+1].ends
		}
		returns := w.returns & (w.ends>>1 | next<<63)
		w.apart |= w.quotes | w.of[percents]&^inside[i] | (w.looked&^returns)&inside[i]
	}
	if f.header > 0 {
		for i := range block {
			w := &block[i]
			if w.ends != 0 {
				w.apart |= (startsBefore(words, from+i, f.header) | startsBefore(words, from+i, f.header+1)) & w.ends
			}
		}
	}
}

// marksAmong returns those of the bytes near, the first or the second byte of a field,
// whose field mayBecomeMark. The bytes begin at text[at].
func (f *fieldFinder) marksAmong(text []byte, near, starts uint64, at int) (found uint64) {
	for ; near != 0; near &= near - 1 {
		bit := near & -near
		from := at + bits.TrailingZeros64(near)
		if starts&bit == 0 {
			from--
		}
		if f.mayBecomeMark(text[from:]) {
			found |= bit
		}
	}
	return found
}

// startsBefore returns for the bytes of words[i] whether a row starts that many bytes
// before.
func startsBefore(words []marks, i, by int) uint64 {
	// A row starts after a line end, and with the chunk.
	i -= by >> 6
	by &= 63
	switch {
	case i > 0:
		return words[i].ends<<by<<1 | words[i-1].ends>>(63-by)
	case i == 0:
		return words[i].ends<<by<<1 | 1<<by
	}
	return 0
}

// mayBecomeMark reports whether the field at the start of text may decode to endOfData
// or backslashNull.
func (f *fieldFinder) mayBecomeMark(text []byte) bool {
	for n, b := range text[:min(len(text), len("%5C%4E\r\n"))] {
		if b == f.delim || b == '\n' {
			return mayBecomeMark(bytes.TrimSuffix(text[:n], []byte{'\r'}))
		}
	}
	return false
}
