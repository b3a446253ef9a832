package bulk

import "bytes"

// csvRows are rows of CSV.
type csvRows struct {
	delimited
	text []byte // of a field that is quoted
}

func (r *csvRows) init(j *Job, op *Operation, p *plan, name string) {
	r.offsetIn, r.marks = rawOffset, true
	r.delimited.init(j, op, p, name, '"')
}

func (r *csvRows) free() { r.text, r.made = nil, nil }

func (r *csvRows) next(c *chunk) {
	row, count, ok := r.open(c)
	if !ok {
		return
	}
	if len(r.Into) == 0 {
		for i := range r.spans {
			if !r.replace(c, &r.spans[i], count) {
				return
			}
		}
		return
	}
	if !r.startAdding(c, row, count) {
		return
	}
	for i := range r.spans {
		if !r.addOne(c, &r.spans[i]) {
			return
		}
	}
	r.addColumns(c, row, count)
}

// replace writes the result in place of a field. It reports whether to continue
// with the row.
func (r *csvRows) replace(c *chunk, s *span, count int) bool {
	if r.frame && r.idle(s) {
		return true
	}
	r.copyTo(s.from)
	raw := c.text[s.from:s.to]
	from := len(c.out)
	out, what := r.code(c.out, r.textOf(raw), s)
	if what == Changed {
		out = r.quote(out, from)
	}
	switch {
	case what == Same:
		out = append(out[:from], raw...)
	case r.frame && count == 1 && len(out) == from && what != Ended:
		out = append(out, `""`...) // otherwise the row would be a blank line
	}
	c.out, c.copied = out, s.to
	return !r.ended()
}

// addOne keeps the result for a field, for a column to add. It reports whether to
// continue with the row.
func (r *csvRows) addOne(c *chunk, s *span) bool {
	raw := c.text[s.from:s.to]
	from := len(r.made)
	out, what := r.code(r.made, r.textOf(raw), s)
	if r.ended() {
		return false
	}
	switch {
	case what == Nulled || !r.frame:
	case what == Same && isQuoted(raw):
		// An empty field in quotation marks is an empty text, and one without is NULL.
		out = append(out[:from], raw...)
	case what == Changed:
		out = r.quote(out, from)
	case !r.plain:
		out = quoteWhere(out, from, r.special)
	}
	r.keepResult(s, out)
	return true
}

// textOf returns the text of a field. It is valid until the next call.
func (r *csvRows) textOf(raw []byte) []byte {
	if !isQuoted(raw) {
		return raw
	}
	if i := bytes.IndexByte(raw[1:], '"'); i >= 0 && i == len(raw)-2 {
		return raw[1 : len(raw)-1]
	}
	r.text = unquote(small(r.text), raw)
	return r.text
}

// quote quotes dst[from:], a result, if it would be read as something else without
// quotation marks.
func (r *csvRows) quote(dst []byte, from int) []byte {
	switch {
	case isMark(dst[from:]):
		return quoteAll(dst, from)
	case r.plain:
		return dst
	}
	return quoteWhere(dst, from, r.special)
}
