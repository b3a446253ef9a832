package bulk

import "bytes"

// csvRows are rows of CSV.
type csvRows struct {
	delimited
	text    []byte // of a field that is quoted
	inMarks bool   // the field that is rewritten is
}

func (r *csvRows) init(j *Job, op *Operation, p *plan, name string) {
	r.offsetIn, r.marks = rawOffset, true
	r.delimited.init(j, op, p, name, r, '"')
}

func (r *csvRows) free() { r.text, r.made = nil, nil }

func (r *csvRows) next(c *chunk) {
	row, count, ok := r.open(c)
	if !ok {
		return
	}
	if len(r.Into) == 0 {
		for i := range r.spans {
			if !r.replace(c, &r.spans[i]) {
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
func (r *csvRows) replace(c *chunk, s *span) bool {
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
	case r.frame && len(out) == from && what != Ended && isRow(c.text, s.from, s.to):
		out = append(out, `""`...) // otherwise the row would be a blank line
	}
	c.out, c.copied = out, s.to
	return !r.ended()
}

// isRow reports whether a field is all of its row.
func isRow(text []byte, from, to int) bool {
	rest := text[to:]
	return (from == 0 || text[from-1] == '\n') && (len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r')
}

func (r *csvRows) rewrite(c *chunk, s piece) bool {
	text, from, to := c.text, s.from, s.to
	if r.inMarks = text[from] == '"'; r.inMarks {
		outside, odd, percent := r.places.inMarks(from, to)
		from, to = from+1, to-1
		switch {
		case text[to] != '"' || outside > 1 && !r.places.wellQuoted(text, s.from, s.to):
			return false
		case odd == 0 && percent != 0:
			r.src, r.done = append(append(r.src, text[r.done:s.from]...), text[from:to]...), s.to
			fallthrough
		case odd == 0:
			return true
		}
	}
	if !r.inMarks && !r.queries {
		switch at := r.places.after(looked, from, to); {
		case at == to:
			return true
		case r.onlyPluses(text, at, to):
			c.stats.Pluses++
			return true
		}
	}
	src := append(r.src, text[r.done:s.from]...)
	mark, done := len(src), r.done
	r.done = from
	src, t, ok := r.rewritten(c, append(src, '"'), from, to)
	r.done = done
	switch {
	case !ok || !t.changed:
		return ok
	case t.special:
		src = append(append(src, text[t.done:to]...), '"')
	default:
		src = append(append(src[:mark], src[mark+1:]...), text[t.done:to]...)
	}
	r.src, r.done = src, s.to
	return true
}

// onlyPluses reports whether all bytes of a field to look at are plus signs.
func (r *csvRows) onlyPluses(text []byte, from, to int) bool {
	at := r.places.after(looked, from, to)
	for at < to && text[at] == '+' {
		at = r.places.after(looked, at+1, to)
	}
	return at == to
}

func (r *csvRows) written(rest []byte) int {
	switch {
	case !r.inMarks:
		return -1
	case rest[0] == '"':
		return 2
	}
	return 1
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
