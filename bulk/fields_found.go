package bulk

import (
	"bytes"
	"math/bits"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A fieldFinder finds the fields of the columns in rows of fields with a delimiter between
// them. It needs no loop over rows: if a row has a bit at the start of a field and a bit for
// each byte up to the delimiter, their sum has a bit at the delimiter, to which the carry
// runs, and none for the bytes of the field.
type fieldFinder struct {
	columns []bool // for each field, up to that of the last column, whether it is a column
	delim   byte
	header  []byte // the header row, which may come again, or nil
	marks   bool   // a result may have to be quoted for [isMark]

	// What a word leaves to the next one: a row starts with it, or has started with the
	// last byte.
	line, early uint64
	carries     []carry // for each of columns
	// Of the words that are looked at: the bytes that divide fields, and where the fields
	// start that are looked for, and the bytes that are in fields of columns.
	divides, starts, inside [blockWords]uint64
}

// A carry is what a word leaves to the next one, for the fields with a number.
type carry struct {
	start uint64 // the next field starts with the word
	end   uint64 // of the sum that finds the end
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
	if last >= maxFound || p.delim == '\r' {
		return nil
	}
	f := &fieldFinder{columns: make([]bool, last+1), delim: p.delim, header: p.header, marks: marks}
	for i := range p.columns {
		f.columns[p.columns[i].index] = true
	}
	f.carries = make([]carry, last+1)
	return f
}

func (f *fieldFinder) begin() {
	clear(f.carries)
	f.line, f.early = 1, 0
}

func (f *fieldFinder) find(text []byte, i int, all []kernel.Masks, out *[blockWords]found) {
	words, at := (*block)(all[i:]), 64*i
	line := f.line
	for i := range words {
		lines := words[i][ends]
		f.starts[i] = lines<<1 | line
		line = lines >> 63
		f.divides[i] = words[i][delims] | lines
		f.inside[i] = 0
		out[i].apart = words[i][quotes]
		out[i].changed = 0
	}
	f.line = line
	if f.header != nil {
		f.headers(text, i, all, out)
	}
	last := len(f.columns) - 1
	if last == 0 {
		early := f.early
		for i := range words {
			starts := f.starts[i]
			out[i].apart |= (starts | starts<<1 | early) & words[i][ends] // possibly a blank line
			early = starts >> 63
		}
		f.early = early
	}
	for k, is := range f.columns {
		switch c := &f.carries[k]; {
		case is:
			f.column(c, k < last, text, at, words, out)
		default:
			f.skip(c, words, out)
		}
	}
	for i := range words {
		w := &words[i]
		// A CR before a line end is part of it, wherever the row ends.
		var next uint64
		if i+1 < blockWords {
			next = words[i+1][ends]
		} else if end := at + 64*blockWords; end < len(text) && text[end] == '\n' {
			next = 1
		}
		before := w[returns] & (w[ends]>>1 | next<<63)
		out[i].apart |= w[percents]&^f.inside[i] | (w[looked]&^before)&f.inside[i]
	}
}

// skip goes from the starts of fields, which are no column, to those of the next fields. A
// row without them has to be looked at by itself.
func (f *fieldFinder) skip(c *carry, words *block, out *[blockWords]found) {
	begin, carry := c.start, c.end
	for i := range words {
		var sum uint64
		sum, carry = bits.Add64(f.starts[i], ^f.divides[i], carry)
		end := sum & f.divides[i]
		short := end & words[i][ends]
		out[i].apart |= short
		end &^= short
		f.starts[i] = end<<1 | begin
		begin = end >> 63
	}
	c.start, c.end = begin, carry
}

// column does so for fields of a column, and enters them. more says whether fields are to
// follow.
func (f *fieldFinder) column(c *carry, more bool, text []byte, at int, words *block, out *[blockWords]found) {
	begin, carry, first, early := c.start, c.end, c.first, c.near
	for i := range words {
		start, divides := f.starts[i], f.divides[i]
		var sum uint64
		sum, carry = bits.Add64(start, ^divides, carry)
		body := ^divides &^ sum
		f.inside[i] |= body
		percent := words[i][percents] & body
		var found uint64
		found, first = bits.Add64(start, body&^percent, first)
		found &= percent
		out[i].changed |= found
		if near := found & (start | start<<1 | early); near != 0 && f.marks {
			out[i].apart |= f.marksAmong(text, near, start, at+64*i)
		}
		early = start >> 63
		end := sum & divides
		if !more {
			continue
		}
		short := end & words[i][ends]
		out[i].apart |= short
		end &^= short
		f.starts[i] = end<<1 | begin
		begin = end >> 63
	}
	c.start, c.end, c.first, c.near = begin, carry, first, early
}

// headers enters the line ends of rows that repeat the header.
func (f *fieldFinder) headers(text []byte, i int, words []kernel.Masks, out *[blockWords]found) {
	// Such a row ends so many bytes after the row before, or one more with a CR.
	by := len(f.header) + 1
	lines := func(i int) uint64 {
		switch {
		case i >= 0:
			return words[i][ends]
		case i == -1:
			return 1 << 63 // the first row begins with the chunk
		}
		return 0
	}
	from := i - by>>6
	before := lines(from - 1)
	early := before<<(by&63) | lines(from-2)>>1>>(63-by&63)
	for k := range out {
		now := lines(from + k)
		moved := now<<(by&63) | before>>1>>(63-by&63)
		before = now
		for same := (moved | moved<<1 | early>>63) & words[i+k][ends]; same != 0; same &= same - 1 {
			end := 64*(i+k) + bits.TrailingZeros64(same)
			row := bytes.TrimSuffix(text[:end], []byte{'\r'})
			if bytes.HasSuffix(row, f.header) {
				out[k].apart |= same & -same
			}
		}
		early = moved
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
