package bulk

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/pct-encoded/percent/internal/kernel"
)

// delimited is what CSV and TSV share: rows of fields separated by a delimiter, and
// columns that are added at the end. The columns are the same in each row.
type delimited struct {
	runWriter
	columnSpans []span // of all columns; spans is a prefix of it
}

// init prepares for rows with the quotation mark quote, or without one if quote
// is 0.
func (d *delimited) init(j *Job, op *Operation, p *plan, name string, format runFormat, quote byte) {
	d.runWriter.init(j, op, p, name, format)
	d.find(division{delim: p.delim, quote: quote, back: '\r'}, op.idle, op)
	if quote != 0 {
		d.places.quoting, d.places.delim = new(quoting), p.delim
	}
	if d.runs {
		if f := newFieldFinder(p, d.marks); f != nil {
			d.places.finder = f
		}
	}
	for i := range p.columns {
		d.columnSpans = append(d.columnSpans, span{column: &p.columns[i]})
	}
}

// open finds the fields of a row. It returns the row without its line end, and the
// number of fields in it. It reports false if nothing is left to do with the row.
func (d *delimited) open(c *chunk) (row []byte, count int, ok bool) {
	end, next, count, closed := d.split(c)
	c.at = next
	row = c.text[d.rowAt:end]
	d.span = nil
	switch {
	case !closed:
		f := &Flaw{}
		f.Reason, f.Offset = UnterminatedQuote, 0
		if d.settle(c) {
			d.refuseRow(f, row)
		}
		return row, count, false
	case len(row) == 0 && d.width != 1 || d.header != nil && bytes.Equal(row, d.header):
		// A blank line, or the header repeated.
		if d.settle(c) && len(row) > 0 && len(d.Into) > 0 {
			d.copyTo(d.rowAt)
			if d.frame {
				c.out = append(c.out, d.added...)
			}
			c.copied = end
		}
		return row, count, false
	}
	if d.together(c, next) || !d.settle(c) {
		return row, count, false
	}
	c.stats.Missing += int64(len(d.columns) - len(d.spans))
	return row, count, true
}

// startAdding prepares for the results of columns to add. It reports whether the
// number of fields of the row allows them.
func (d *delimited) startAdding(c *chunk, row []byte, count int) bool {
	d.clearMade()
	if count != d.width {
		c.stats.Ragged++
	}
	if count <= d.width {
		return true
	}
	f := &Flaw{}
	f.Reason = TooManyFields
	return d.refuseRow(f, row)
}

// keepResult keeps out, which is made extended by the result for a column to add.
func (d *delimited) keepResult(s *span, out []byte) {
	slot := s.column.slot
	d.starts[slot], d.ends[slot] = len(d.made), len(out)
	d.made = out
}

// addColumns writes the columns to add after the row.
func (d *delimited) addColumns(c *chunk, row []byte, count int) {
	d.copyTo(d.rowAt + len(row))
	if !d.frame {
		return
	}
	for ; count < d.width; count++ {
		c.out = append(c.out, d.delim)
	}
	for slot := range d.Columns {
		c.out = append(append(c.out, d.delim), d.made[d.starts[slot]:d.ends[slot]]...)
	}
}

func (d *delimited) end(c *chunk, from int) int { return d.places.fieldEnd(c.text, from) }

func (d *delimited) columnAt(at int) *column {
	p, from := d.places, d.run.from
	if i := p.last(ends, from, at); i >= 0 {
		from = i + 1
	}
	index := int(p.count(delims, from, at))
	i := slices.IndexFunc(d.columns, func(c column) bool { return c.index == index })
	return &d.columns[i]
}

// split finds the spans of a row. It returns the end of the text of the row, the start
// of the next row, the number of fields, and whether all quoted fields are closed.
func (d *delimited) split(c *chunk) (end, next, count int, closed bool) {
	if d.places == nil {
		return d.splitLong(c)
	}
	text, words := c.text, d.places.words
	k, wanted := 0, d.columns[0].index
	at := d.rowAt
	i := at >> 6
	word := (words[i][delims] | words[i][ends]) >> (at & 63) << (at & 63)
	for ; ; count++ {
		for word == 0 && i+1 < len(words) {
			i++
			word = words[i][delims] | words[i][ends]
		}
		if end = len(text); word != 0 {
			end = i<<6 + bits.TrailingZeros64(word)
			word &= word - 1
		} else if d.unclosed() {
			return len(text), len(text), count + 1, false
		}
		if count == wanted {
			d.columnSpans[k].from, d.columnSpans[k].to = at, end
			if k++; k < len(d.columns) {
				wanted = d.columns[k].index
			}
		}
		if end == len(text) || text[end] == '\n' {
			break
		}
		at = end + 1
	}
	end, next = d.endRow(text, k, end)
	return end, next, count + 1, true
}

// unclosed reports whether the chunk ends inside of quotation marks.
func (d *delimited) unclosed() bool { return d.places.quoting != nil && d.places.quoting.inside != 0 }

// splitLong is split without bit maps.
func (d *delimited) splitLong(c *chunk) (end, next, count int, closed bool) {
	text := c.text
	k, wanted := 0, d.columns[0].index
	for at := d.rowAt; ; count++ {
		end = at
		if d.Format == CSV && at < len(text) && text[at] == '"' {
			if end, closed = csvQuoted(text, at); !closed {
				return len(text), len(text), count + 1, false
			}
		}
		end += kernel.Index(d.fieldEnds, text[end:])
		if count == wanted {
			d.columnSpans[k].from, d.columnSpans[k].to = at, end
			if k++; k < len(d.columns) {
				wanted = d.columns[k].index
			}
		}
		if end == len(text) || text[end] == '\n' {
			break
		}
		at = end + 1
	}
	end, next = d.endRow(text, k, end)
	return end, next, count + 1, true
}

// endRow ends a row with k spans, of which the last field ends at end. It returns the
// end of the text of the row, and the start of the next row.
func (d *delimited) endRow(text []byte, k, end int) (rowEnd, next int) {
	d.spans = d.columnSpans[:k]
	next = min(end+1, len(text))
	if end > d.rowAt && end < len(text) && text[end-1] == '\r' {
		end--
		if k > 0 && d.spans[k-1].to > end {
			d.spans[k-1].to = end
		}
	}
	return end, next
}
