package bulk

import (
	"bytes"
	"math/bits"
	"slices"
)

// fields processes a row of CSV or TSV.
func (w *rowWorker) fields(c *chunk) {
	end, next, count, closed := w.find(c)
	c.at = next
	row := c.text[w.rowAt:end]
	w.span = nil
	switch {
	case !closed:
		f := &Flaw{}
		f.Reason, f.Offset = UnterminatedQuote, 0
		if w.settle(c) {
			w.bad(f, row)
		}
		return
	case len(row) == 0 && w.width != 1 || w.header != nil && bytes.Equal(row, w.header):
		// A blank line, or the header repeated.
		if !w.settle(c) {
			return
		}
		if len(row) > 0 && len(w.Into) > 0 {
			w.copyTo(w.rowAt)
			if w.frame {
				c.out = append(c.out, w.added...)
			}
			c.copied = end
		}
		return
	}
	lone := w.Format == CSV && count == 1 && len(row) == 0
	if !lone && w.together(c, next) || !w.settle(c) {
		return
	}
	c.stats.Missing += int64(len(w.columns) - len(w.spans))
	if len(w.Into) == 0 {
		for i := range w.spans {
			if !w.replace(c, &w.spans[i], count) {
				return
			}
		}
		return
	}
	if count != w.width {
		c.stats.Ragged++
		if count > w.width {
			f := &Flaw{}
			f.Reason = TooManyFields
			if !w.bad(f, row) {
				return
			}
		}
	}
	if !w.makeAll(c) {
		return
	}
	w.copyTo(end)
	if !w.frame {
		return
	}
	for ; count < w.width; count++ {
		c.out = append(c.out, w.delim)
	}
	w.appendMade(c)
}

// replace writes the result for a field in place of it. It reports whether to
// continue with the row.
func (w *rowWorker) replace(c *chunk, s *span, count int) bool {
	if w.frame && w.idle(s) {
		return true
	}
	w.copyTo(s.from)
	raw := c.text[s.from:s.to]
	text := raw
	if len(raw) > 0 && raw[0] == '"' && w.Format == CSV {
		w.text = unquote(w.text[:0], raw)
		text = w.text
	}
	from := len(c.out)
	out, what := w.code(c.out, text, s)
	switch {
	case what == Changed && w.Format == CSV:
		out = w.quote(out, from)
	case what == Changed && w.plain:
	case what == Changed:
		out, what = w.plainly(out, from, text)
	}
	switch {
	case what == Same:
		out = append(out[:from], raw...)
	case w.Format == CSV && w.frame && count == 1 && len(out) == from && what != Ended:
		out = append(out, `""`...) // otherwise the row would be a blank line
	}
	c.out = out
	c.copied = s.to
	return !w.dropped && c.stop == nil
}

// quote quotes dst[from:], a result in CSV, if it would be read as something else
// without quotation marks.
func (w *rowWorker) quote(dst []byte, from int) []byte {
	switch {
	case string(dst[from:]) == endOfData, string(dst[from:]) == backslashNull:
		return quoteAll(dst, from)
	case w.plain:
		return dst
	}
	return quoteWhere(dst, from, w.special)
}

// idle reports whether the operation would leave a field unchanged, and counts it then.
func (w *rowWorker) idle(s *span) bool {
	if w.places == nil || s.from == s.to || w.places.any(changing, s.from, s.to) {
		return false
	}
	w.chunk.stats.Fields++
	return true
}

// makeAll puts the results of all columns in w.made, for columns to add. It reports
// whether to continue with the row.
func (w *rowWorker) makeAll(c *chunk) bool {
	w.made = w.made[:0]
	if len(w.ends) < len(w.Columns) {
		w.ends = make([]int, len(w.Columns))
		w.starts = make([]int, len(w.Columns))
	}
	clear(w.starts)
	clear(w.ends)
	for i := range w.spans {
		s := &w.spans[i]
		raw := c.text[s.from:s.to]
		text := raw
		if len(raw) > 0 && raw[0] == '"' && w.Format == CSV {
			w.text = unquote(w.text[:0], raw)
			text = w.text
		}
		from := len(w.made)
		out, what := w.code(w.made, text, s)
		if w.dropped || c.stop != nil {
			return false
		}
		switch {
		case what == Nulled || !w.frame:
		case w.Format == CSV && what == Same && len(raw) > 0 && raw[0] == '"':
			// An empty field in quotation marks is an empty text, and one without is NULL.
			out = append(out[:from], raw...)
		case w.Format == CSV && what == Changed:
			out = w.quote(out, from)
		case w.plain:
		case w.Format == CSV:
			out = quoteWhere(out, from, w.special)
		case what == Changed:
			if out, _ = w.plainly(out, from, text); w.dropped || c.stop != nil {
				return false
			}
		}
		w.made = out
		w.starts[s.column.slot], w.ends[s.column.slot] = from, len(out)
	}
	return true
}

// appendMade writes the added columns.
func (w *rowWorker) appendMade(c *chunk) {
	for slot := range w.Columns {
		c.out = append(append(c.out, w.delim), w.made[w.starts[slot]:w.ends[slot]]...)
	}
}

// find finds the spans of a row. It returns the end of the text of the row, the start
// of the next row, the number of fields, and whether all quoted fields are closed.
func (w *rowWorker) find(c *chunk) (end, next, count int, closed bool) {
	text, words := c.text, w.places.words
	k, wanted := 0, w.columns[0].index
	at := w.rowAt
	i := at >> 6
	word := words[i].divides >> (at & 63) << (at & 63)
	for ; ; count++ {
		for word == 0 && i+1 < len(words) {
			i++
			word = words[i].divides
		}
		if end = len(text); word != 0 {
			end = i<<6 + bits.TrailingZeros64(word)
			word &= word - 1
			if text[end] == '"' {
				if end == at {
					if end, closed = csvQuoted(text, at); !closed {
						return len(text), len(text), count + 1, false
					}
					end = w.places.next(end, len(text))
				}
				for end < len(text) && text[end] == '"' {
					end = w.places.next(end+1, len(text))
				}
				if i = end >> 6; i < len(words) {
					word = words[i].divides >> (end & 63) << (end & 63)
					word &= word - 1
				}
			}
		}
		if count == wanted {
			w.columnSpans[k].from, w.columnSpans[k].to = at, end
			if k++; k < len(w.columns) {
				wanted = w.columns[k].index
			}
		}
		if end == len(text) || text[end] == '\n' {
			break
		}
		at = end + 1
	}
	w.spans = w.columnSpans[:k]
	next = min(end+1, len(text))
	if end > w.rowAt && end < len(text) && text[end-1] == '\r' {
		end--
		if k > 0 && w.spans[k-1].to > end {
			w.spans[k-1].to = end
		}
	}
	return end, next, count + 1, true
}

// sorted sorts columns by their index and returns them.
func sorted(columns []column) []column {
	slices.SortFunc(columns, func(a, b column) int { return a.index - b.index })
	return columns
}
