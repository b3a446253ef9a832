package bulk

import (
	"bytes"
	"encoding/base64"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// jsonRows are rows of JSON Lines. A field is a JSON string including its
// quotation marks.
type jsonRows struct {
	runWriter
	walk   jsonWalk
	text   []byte // of a string with escapes
	spare  []byte
	taken  []bool // the row already has a member of the name for a result in base64
	exists int    // where the row has a member with a name to add, or -1
	base64 []bool // the result for a column to add is in base64
}

func (r *jsonRows) init(j *Job, op *Operation, p *plan, name string) {
	r.runWriter.init(j, op, p, name, r)
	// The quotation marks of a string do not count as changes; an escape of JSON may
	// stand for any character.
	idle := op.idle.Remove("\\")
	if op.idle.Len() > 0 {
		idle = idle.Add("\"")
	}
	r.fields = r.all == nil && r.quick != nil && len(p.columns) == 1 && len(r.Into) == 0 && !oneByOne
	r.find(division{quote: '"', back: '\\'}, idle, op)
	if r.runs || r.fields {
		if f := newMemberFinder(p); f != nil {
			r.places.finder, r.places.sparse = f, true
		}
	}
	r.offsetIn, r.quoted = jsonOffset, true
	r.taken, r.base64 = make([]bool, len(p.Columns)), make([]bool, len(p.Columns))
	r.walk.found = func(n *node, keyFrom, keyTo, from, to int) {
		if n.base64 != nil {
			r.taken[n.base64.slot] = true
		}
		if n.added != nil && r.exists < 0 {
			r.exists = keyFrom
		}
		if n.column != nil && len(r.spans) <= MaxFound {
			r.spans = append(r.spans, span{from: from, to: to, keyFrom: keyFrom, keyTo: keyTo, column: n.column})
		}
	}
}

func (r *jsonRows) free() { r.text, r.spare, r.made, r.spans = nil, nil, nil, nil }

func (r *jsonRows) next(c *chunk) {
	stop, next := len(c.text), len(c.text)
	if i := bytes.IndexByte(c.text[c.at:], '\n'); i >= 0 {
		stop, next = c.at+i, c.at+i+1
		if i > 0 && c.text[stop-1] == '\r' {
			stop--
		}
	}
	row := c.text[c.at:stop]
	c.at = next
	r.span = nil
	r.spans = r.spans[:0]
	r.walk.text, r.walk.places, r.walk.depth = c.text[:stop], r.places, 0
	clear(r.taken)
	r.exists = -1
	begin := r.walk.space(r.rowAt)
	if begin == stop {
		r.settle(c)
		return // a blank line
	}
	end, ok := r.walk.value(begin, r.tree)
	if ok {
		if rest := r.walk.space(end); rest < stop {
			end, ok = rest, false
		}
	}
	switch {
	case !ok:
		if r.settle(c) {
			f := &Flaw{}
			f.Reason, f.Offset = InvalidJSON, int64(end-r.rowAt)
			f.Bytes = string(c.text[end:min(stop, end+8)])
			r.refuseRow(f, row)
		}
	case len(r.spans) > MaxFound:
		if r.settle(c) {
			r.refuseMany(row)
		}
	case len(r.Into) > 0:
		r.add(c, row, begin, end)
	case !r.together(c, next) && r.settle(c):
		for i := range r.spans {
			if !r.replace(c, &r.spans[i]) {
				return
			}
		}
		c.stats.Missing += int64(max(0, len(r.columns)-len(r.spans)))
	}
}

func (r *jsonRows) end(c *chunk, from int) int {
	r.walk.text, r.walk.places = c.text, r.places
	end, _ := r.walk.str(from)
	return end
}

func (r *jsonRows) columnAt(at int) *column {
	key := bytes.TrimRight(r.chunk.text[:at], " \t:")
	for _, n := range r.tree.children {
		if n.column != nil && bytes.HasSuffix(key, []byte(`"`+n.name+`"`)) && !bytes.HasSuffix(key, []byte(`\"`+n.name+`"`)) {
			return n.column
		}
	}
	return nil
}

func (r *jsonRows) rewrite(c *chunk, s piece) bool {
	src, t, ok := r.rewritten(c, r.src, s.from+1, s.to-1)
	if ok && t.changed && t.done > s.from+1 {
		r.src, r.done = append(src, c.text[t.done:s.to-1]...), s.to-1
	}
	return ok
}

// An escape of JSON stays as it is written, unless it stands for a byte that has a meaning
// here: that is not sure then.
func (r *jsonRows) written(rest []byte) int {
	switch {
	case rest[0] != '\\':
		return -1
	case len(rest) < 2 || rest[1] != 'u':
		_, n := unescapeOne(nil, rest)
		return n
	case len(rest) < len(`\u0000`):
		return 0
	}
	above, ok := kernel.Digits(rest[2], rest[3])
	below, digits := kernel.Digits(rest[4], rest[5])
	switch {
	case !ok || !digits || above == 0 && (below == '%' || below == '+' || r.queries && below < 0x80 && below != '&'):
		return 0
	case above&^7 == 0xD8:
		_, n := unescapeOne(nil, rest)
		return n
	}
	return len(`\u0000`)
}

// replace writes the result for a member in place of it.
func (r *jsonRows) replace(c *chunk, s *span) bool {
	r.made = small(r.made)
	what, base64 := r.member(c, s)
	r.text, r.spare = small(r.text), small(r.spare)
	switch what {
	case Same:
	case Ended:
		if r.ended() {
			return false
		}
		c.out = append(c.out, r.made...)
	default:
		r.put(c, s, r.made, base64)
	}
	return true
}

// add writes the row text[begin:end] with the results as additional members.
func (r *jsonRows) add(c *chunk, row []byte, begin, end int) {
	if c.text[end-1] != '}' {
		f := &Flaw{}
		f.Reason = NotAnObject
		r.refuseRow(f, row)
		return
	}
	if r.exists >= 0 && r.frame {
		f := &Flaw{}
		f.Reason, f.Offset = MemberExists, int64(r.exists-r.rowAt)
		r.refuseRow(f, row)
		return
	}
	r.clearMade()
	for i := range r.spans {
		s := &r.spans[i]
		from, slot := len(r.made), s.column.slot
		r.ends[slot] = 0 // the last of several members of a name counts
		what, base64 := r.member(c, s)
		switch {
		case r.ended():
			return
		case what == Ended:
			c.out = append(c.out, r.made...)
			r.made = r.made[:0]
			continue
		case what == Same && c.text[s.from] == '"':
			r.made = append(r.made[:from], c.text[s.from:s.to]...)
		case what == Same:
			continue
		}
		r.starts[slot], r.ends[slot], r.base64[slot] = from, len(r.made), base64
	}
	c.stats.Missing += int64(max(0, len(r.Columns)-len(r.spans)))
	if !r.frame {
		return
	}
	r.copyTo(end - 1)
	empty := r.walk.space(begin+1) == end-1
	for slot, name := range r.Into {
		if r.ends[slot] == 0 {
			continue
		}
		if !empty {
			c.out = append(c.out, ',')
		}
		empty = false
		c.out = append(c.out, '"')
		c.out = appendJSON(c.out, []byte(name))
		if r.base64[slot] {
			c.out = append(c.out, base64Suffix...)
		}
		c.out = append(c.out, `":`...)
		c.out = append(c.out, r.made[r.starts[slot]:r.ends[slot]]...)
	}
}

// raw appends the result for a string to r.made as its text is written. It reports false,
// and does nothing, if that is not possible, or changes nothing.
func (r *jsonRows) raw(c *chunk, s *span) bool {
	stats, from := c.stats, len(r.made)
	r.done = s.from + 1
	src, t, ok := r.rewritten(c, r.spare[:0], s.from+1, s.to-1)
	src = append(src, c.text[t.done:s.to-1]...)
	r.spare = src
	if ok && t.changed {
		out, n, err := decodeChunk(r.all, append(r.made, '"'), src)
		if r.made = out; err == nil && n == len(src) && kernel.ValidUTF8(out[from+1:]) {
			r.made = append(out, '"')
			if c.stats.Fields++; c.stats.Changed == stats.Changed {
				c.stats.Changed++
			}
			return true
		}
	}
	c.stats, r.made = stats, r.made[:from]
	return false
}

// put writes a value in place of a span.
func (r *jsonRows) put(c *chunk, s *span, value []byte, base64 bool) {
	if !r.frame {
		return
	}
	if base64 {
		r.copyTo(s.keyTo - 1)
		c.out = append(c.out, base64Suffix...)
	}
	r.copyTo(s.from)
	c.out = append(c.out, value...)
	c.copied = s.to
}

// member appends the result for a member or an element to r.made, as JSON.
func (r *jsonRows) member(c *chunk, s *span) (what Outcome, inBase64 bool) {
	raw := c.text[s.from:s.to]
	if raw[0] != '"' {
		c.stats.NotText++
		return Same, false
	}
	if r.frame && r.idle(s) {
		return Same, false
	}
	text := raw[1 : len(raw)-1]
	if r.all != nil && r.raw(c, s) {
		return Changed, false
	}
	r.span = s
	if bytes.IndexByte(text, '\\') >= 0 {
		var bad int
		if r.text, bad = unescapeJSON(r.text[:0], text); bad >= 0 {
			f := &Flaw{}
			f.Offset, f.Reason = int64(len(r.text)), InvalidJSON
			f.Bytes = string(text[bad:min(len(text), bad+6)])
			if bytes.HasPrefix(text[bad:], []byte(`\u`)) {
				f.Reason = LoneSurrogate
			}
			if what = r.refuse(f, text); what == Nulled {
				r.made = append(r.made, "null"...)
			}
			return what, false
		}
		text = r.text
	}
	from := len(r.made)
	if len(text) > longRow {
		r.made = slices.Grow(r.made, len(text)+len(`""`))
	}
	if r.frame {
		r.made = append(r.made, '"')
	}
	r.made, what = r.code(r.made, text, s)
	switch what {
	case Nulled:
		r.made = append(r.made[:from], "null"...)
		return what, false
	case Same:
		r.made = r.made[:from]
		return what, false
	case Ended:
		return what, false
	}
	if r.plain {
		r.made = append(r.made, '"')
		return Changed, false
	}
	if from == 0 {
		r.spare, r.made = r.made, append(slices.Grow(r.spare[:0], len(r.made)+1), '"')
	} else {
		r.spare = append(r.spare[:0], r.made[from:]...)
		r.made = r.made[:from+1]
	}
	if r.inRun && !r.utf8 {
		// The name of the member must be known.
		r.dropped = true
		return Ended, false
	}
	result := r.spare[1:]
	why := percent.Reason("")
	switch {
	case r.utf8:
		r.made = appendJSON(r.made, result)
	case s.keyTo == s.keyFrom && len(r.Into) == 0:
		why = NotUTF8Element
	case r.taken[s.column.slot] || len(r.Into) > 0 && slices.Contains(r.Into, r.Into[s.column.slot]+base64Suffix):
		why = Base64Exists
	default:
		inBase64 = true
		r.made = base64.StdEncoding.AppendEncode(r.made, result)
	}
	if why != "" {
		if what = r.notUTF8(why, text); what == Nulled {
			r.made = append(r.made[:from], "null"...)
		} else {
			r.made = r.made[:from]
		}
		return what, false
	}
	r.made = append(r.made, '"')
	return Changed, inBase64
}
