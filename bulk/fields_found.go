package bulk

import (
	"bytes"
	"math/bits"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A fieldFinder finds the fields of columns in rows of delimited fields, without a loop
// over rows: adding a bit at the start of a field to the bits of its bytes carries into
// the delimiter, so that the sum has a bit at the delimiter and none in the field.
type fieldFinder struct {
	columns []bool // for each field, up to that of the last column, whether it is a column
	delim   byte
	header  []byte // the header row, which may be repeated, or nil
	marks   bool   // results may need quotation marks because of [isMark]

	// The state between two words: a row starts with the next word, or started with the
	// last byte.
	line, early uint64
	carries     []carry // for each of columns
	// For the current words: the bytes that divide fields, the starts of the fields
	// searched for, and the bytes in fields of columns.
	divides, starts, inside [blockWords]uint64
}

// A carry is the state between two words for the field with a certain number.
type carry struct {
	start uint64 // the next field starts with the word
	end   uint64 // of the sum that finds the end
	first uint64 // of the sum that finds the first '%'
	near  uint64 // the first two bytes, where the field started with the last bytes before
}

// maxFound is the number of fields beyond which processing rows one by one is faster.
const maxFound = 24

// newFieldFinder returns nil if rows must be processed one by one.
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
		out[i] = found{}
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
		// A CR before a line end belongs to the line end.
		var next uint64
		if i+1 < blockWords {
			next = words[i+1][ends]
		} else if end := at + 64*blockWords; end < len(text) && text[end] == '\n' {
			next = 1
		}
		before := w[returns] & (w[ends]>>1 | next<<63)
		out[i].visit = w[percents]&^f.inside[i] | (w[looked]&^before)&f.inside[i] | out[i].changed&w[quotes]
	}
}

// skip moves from the starts of fields that are not a column to the starts of the next
// fields. A row that ends before must be processed by itself.
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

// column is skip for fields of a column, which it enters in out. more reports whether
// further fields are needed.
func (f *fieldFinder) column(c *carry, more bool, text []byte, at int, words *block, out *[blockWords]found) {
	begin, carry, first, early := c.start, c.end, c.first, c.near
	for i := range words {
		start, divides := f.starts[i], f.divides[i]
		var sum uint64
		sum, carry = bits.Add64(start, ^divides, carry)
		body := ^divides &^ sum
		f.inside[i] |= body
		out[i].fields |= start
		percent := words[i][percents] & body
		var found uint64
		found, first = bits.Add64(start, body&^percent, first)
		found &= percent
		out[i].changed |= found
		if near := found & (start | start<<1 | start<<2 | early); near != 0 && f.marks {
			out[i].apart |= f.marksAmong(text, near, at+64*i)
		}
		early = start>>63 | start>>62
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
	// Such a row ends this many bytes after the row before, or one more with a
	// CR.
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

// marksAmong returns the bits of near whose field may become a mark. The bits are '%' among
// the first three bytes of fields; the lowest is text[at].
func (f *fieldFinder) marksAmong(text []byte, near uint64, at int) (found uint64) {
	for ; near != 0; near &= near - 1 {
		from := at + bits.TrailingZeros64(near)
		if !f.begins(text, from) {
			from--
		}
		if f.begins(text, from) && f.mayBecomeMark(text[from:]) {
			found |= near & -near
		}
	}
	return found
}

// begins reports whether the text of a field may begin at text[at].
func (f *fieldFinder) begins(text []byte, at int) bool {
	return at == 0 || text[at-1] == f.delim || text[at-1] == '\n' || text[at-1] == '"'
}

// mayBecomeMark reports whether the field at the start of text may decode to endOfData
// or backslashNull.
func (f *fieldFinder) mayBecomeMark(text []byte) bool {
	for n, b := range text[:min(len(text), len("%5C%4E\r\n"))] {
		if b == f.delim || b == '\n' || b == '"' {
			return mayBecomeMark(bytes.TrimSuffix(text[:n], []byte{'\r'}))
		}
	}
	return false
}
