package bulk

import (
	"bytes"
	"math/bits"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// Many rows are decoded at once, including delimiters. The places of a chunk show which
// fields do not become what they should by that: their result needs quotation marks or
// escapes of the format. These are rewritten first, so that decoding leads to what they
// become. Fields with a flaw are decoded by themselves, and other text with a '%' is copied.

// runSize is the length of a run of such rows, in bytes: long enough that the cost per
// run is negligible, but short enough that repeating a run is cheap.
const runSize = 8 << 10

// oneByOne turns runs off, for tests.
var oneByOne bool

// few is how many rows of a run may be processed by themselves, or have malformed escapes, for
// the next one to be tried as if there were none.
const few = 8

// fewFields is how many bytes are looked at after a row that was set apart.
const fewFields = 1 << 10

// carefulRuns is for how many runs after one with a malformed escape rewritten fields are
// decoded by themselves, so that another one is met where it stands.
const carefulRuns = 16

// A run is a sequence of rows to decode at once.
type run struct {
	from, to int  // in the text of the chunk
	beyond   bool // the rows have bytes, plain or escaped, above 0x7F
	visit    bool // there are pieces that are still to be collected
	// The state before the run.
	row, records int64
	flaws        int
	stats        TableStats
}

// A piece is a part of a run that is not decoded as it is.
type piece struct {
	from, to int
	field    bool    // a field of a column; otherwise text that is copied
	column   *column // nil if it is still to be found
}

// A runWriter is a rowWriter that decodes rows together.
type runWriter struct {
	rowWriter
	format runFormat
	all    *percent.Encoding // decodes rows together, or nil
	runs   bool              // rows are decoded together if possible
	fields bool              // in JSON: fields are found together if possible, and processed one by one
	maps   *places           // what w.places is, unless a chunk is a long row
	quoted bool              // fields are text in quotation marks, except those that are not text
	marks  bool              // results may need quotation marks because of [isMark]
	alone  bool              // a field with a flaw does not concern the rest of its row
	strict bool              // a result that is not UTF-8 needs [fieldStep.code]
	// spelled holds what stands in the format for each byte that it cannot contain as it is,
	// or nothing if that is not sure.
	spelled [0x80]string
	// queries: in the query of a URL that is a form, a '+' becomes a space.
	queries bool

	run    run
	pieces []piece
	apart  int // rows that begin before this index are processed one by one
	wary   int // how many bytes were set apart after the last run that failed
	window int // how many bytes are looked at for rows whose fields are processed one by one
	// While a run is written: the text up to done is written, or rewritten in src.
	done int
	src  []byte
	// The run before had more than a few malformed escapes, or a result that is not UTF-8.
	malformed, invalid bool
	careful            int   // for so many runs, what was rewritten is decoded by itself
	lastFlawed         int64 // the last row with a flaw
	failed             int   // how often the run was written in vain because of a field
	// The row of a byte of the run.
	counted int
	rows    int64
	one     span
	tried   []byte
}

func (w *runWriter) init(j *Job, op *Operation, p *plan, name string, format runFormat) {
	w.plan, w.format = p, format
	w.fieldStep.init(j, op, p.special, name)
	w.all, w.queries, w.strict = op.all, op.queries, op.strict || p.Format == JSONLines
	w.alone = j.Policy == Keep || j.Policy == Replace || j.Policy == Null
	for b := range byte(0x80) {
		if p.special.Byte[b] != 0 && format != nil {
			w.spelled[b] = p.spell(b)
		}
	}
}

// spell returns what stands for a special byte in a field.
func (p *plan) spell(b byte) string {
	one := []byte{b}
	switch {
	case p.Format == CSV && b == '"':
		return `""`
	case p.Format == JSONLines:
		return string(appendJSON(nil, one))
	case p.Format == TSV && p.Newlines == NewlinesEscape:
		return string(appendEscaped(nil, one, p.delim))
	case p.Format == TSV && p.Newlines == NewlinesError && b != '\\':
		return ""
	case p.Format == TSV && b != '\\':
		return " "
	}
	return string(one)
}

// find makes the places of chunks that divide rows into fields and runs. idle are
// bytes that the operation does not change.
func (w *runWriter) find(d division, idle percent.ByteSet, op *Operation) {
	plus := w.all != nil && w.all.Plus() == percent.PlusIsSpace
	// A delimiter that can be part of an escape would cut it, '+' has its own meaning, and a
	// space can come from one.
	cuts := strings.IndexByte("%+0123456789ABCDEFabcdef", w.delim) >= 0 || w.delim == ' ' && (plus || w.queries)
	w.runs = w.all != nil && w.frame && len(w.Into) == 0 && !cuts && !oneByOne
	w.maps = newPlaces(d, idle, w.odd, plus)
	w.places = w.maps
	w.active = new(kernel.Set)
	for b := range 0x100 {
		if b >= 0x80 || !idle.Contains(byte(b)) {
			w.active.Add(byte(b))
		}
	}
}

// stretch adds rows to the run, from the current one on, as long as they need not be
// examined one by one. It reports whether there were any.
func (w *runWriter) stretch(c *chunk) bool {
	if w.places == nil || w.places.finder == nil || c.at < w.apart {
		return false
	}
	size := runSize
	if w.fields {
		size = w.window
	}
	s := w.places.stretch(c.at, c.at+size-(w.run.to-w.run.from))
	if s.rows == 0 {
		return false
	}
	if w.fields {
		return w.fieldByField(c, &s)
	}
	w.startRun(c, c.at, w.row, c.records)
	w.run.to = s.to
	w.run.beyond = w.run.beyond || s.beyond != 0
	w.run.visit = w.run.visit || s.visit != 0
	w.row += s.rows
	c.records += s.rows
	fields := s.rows * int64(len(w.columns))
	if w.places.sparse {
		c.stats.Missing += fields - s.fields
		fields = s.fields
	}
	c.stats.Fields += fields
	c.stats.Changed += s.changed
	c.at = s.to
	w.flawed, w.dropped = false, false
	if s.to-w.run.from >= runSize {
		w.settle(c)
	}
	return true
}

// fieldByField processes the fields of s, whose rows begin at the current one, up to the first
// row that needs more than [runWriter.quickField], and sets that apart. It reports whether there
// are rows before.
func (w *runWriter) fieldByField(c *chunk, s *stretch) bool {
	p, begin := w.places, c.at
	fields := int64(0)
	for i := begin >> 6; i<<6 < s.to; i++ {
		for starts := p.found[i].fields & within(i, begin, s.to); starts != 0; starts &= starts - 1 {
			from := i<<6 + bits.TrailingZeros64(starts)
			out, copied, stats := len(c.out), c.copied, c.stats
			if w.quickField(c, from, w.format.end(c, from)) {
				fields++
				continue
			}
			c.out, c.copied, c.stats = c.out[:out], copied, stats
			to := max(begin, p.last(ends, begin, from)+1)
			rows := p.count(ends, begin, to)
			w.pass(c, to, rows, fields)
			p.setApart(to)
			if w.window = fewFields; rows > few {
				w.failed, w.wary = 0, 0
			} else if w.failed++; w.failed > few {
				// The next rows are likely to be like it.
				w.wary, w.failed = 2*w.wary+runSize, 0
				w.apart = to + w.wary
			}
			return rows > 0
		}
	}
	w.failed, w.wary, w.window = 0, 0, min(2*w.window, runSize)
	w.pass(c, s.to, s.rows, fields)
	return true
}

// pass moves the chunk behind rows with so many fields that are done.
func (w *runWriter) pass(c *chunk, to int, rows, fields int64) {
	c.stats.Missing += rows - fields
	w.row += rows
	c.records += rows
	c.at = to
	w.flawed, w.dropped = false, false
}

// quickField writes the result for a JSON string by [Operation.quick]. It reports false, and may
// have changed results and counts, if the string needs more.
func (w *runWriter) quickField(c *chunk, from, to int) bool {
	if w.one.from, w.one.to = from, to; w.frame && w.idle(&w.one) {
		return true
	}
	from, to = from+1, to-1
	text := c.text[from:to]
	percent, odd, high := w.places.look(from, to)
	if odd != 0 && bytes.IndexByte(text, '\\') >= 0 {
		return false
	}
	c.stats.Fields++
	if !w.frame {
		out, ok := w.quick(c.out, text)
		c.out = out
		return ok
	}
	out, ok := w.quick(w.tried[:0], text)
	if w.tried = out; !ok {
		return false
	}
	if percent|odd|high == 0 && bytes.Equal(out, text) {
		return true
	}
	if _, what := w.judge(out, 0, text); what == Same {
		return true
	}
	if !w.utf8 {
		return false
	}
	w.copyTo(from)
	c.out, c.copied = appendJSON(c.out, out), to
	return true
}

// startRun starts a run at byte at, after row rows and records records, unless one has
// started.
func (w *runWriter) startRun(c *chunk, at int, row, records int64) {
	if w.run.from == w.run.to {
		w.copyTo(at)
		w.run = run{from: at, to: at, row: row, records: records, flaws: len(c.flaws), stats: c.stats}
		w.pieces = w.pieces[:0]
	}
}

// reset begins a chunk.
func (w *runWriter) reset() {
	if w.places = w.maps; w.maps != nil {
		if w.chunk.long {
			w.places = nil
		} else {
			if q := w.maps.quoting; q != nil {
				*q = fieldStart
				q.any = !w.chunk.unquoted
			}
			w.maps.find(w.chunk.text)
		}
	}
	w.run, w.apart, w.wary, w.window = run{}, 0, 0, runSize
}

// together adds the current row, which ends before next, to the run if it qualifies.
// It reports whether it did.
func (w *runWriter) together(c *chunk, next int) bool {
	if !w.runs || w.places == nil || w.rowAt < w.apart || w.places.isSingle(w.rowAt, next) {
		return false
	}
	// What the finder has found of a row that it has set apart may be wrong.
	found := w.places.finder != nil
	if found && (w.malformed || w.invalid) {
		return false
	}
	if w.malformed {
		w.places.findMalformed(c.text, w.rowAt, next, false)
	}
	w.startRun(c, w.rowAt, w.row-1, c.records-1)
	at, changed, high, pieces := w.rowAt, int64(0), uint64(0), len(w.pieces)
	for i := range w.spans {
		s := &w.spans[i]
		if s.from == s.to {
			continue
		}
		if w.quoted && c.text[s.from] != '"' {
			// No text: not JSON's true or 12.
			w.pieces = w.pieces[:pieces]
			return false
		}
		from, to := s.from, s.to
		if w.quoted {
			from, to = from+1, to-1
		}
		if w.places.any(percents, at, s.from) {
			w.pieces = append(w.pieces, piece{from: at, to: s.from})
		}
		percent, odd, above := w.places.look(from, to)
		if percent != 0 {
			if w.marks && mayBecomeMark(bytes.Trim(c.text[s.from:s.to], `"`)) {
				w.pieces = w.pieces[:pieces]
				return false
			}
			changed++
		}
		high |= above
		if odd != 0 || w.invalid && above != 0 || percent != 0 && !w.quoted && c.text[s.from] == '"' {
			w.pieces = append(w.pieces, piece{s.from, s.to, true, s.column})
		}
		at = s.to
	}
	if w.places.any(percents, at, next) {
		w.pieces = append(w.pieces, piece{from: at, to: next})
	}
	if found {
		if len(w.pieces) > pieces {
			w.pieces = w.pieces[:pieces]
			return false
		}
		w.places.leave(w.rowAt, next)
	}
	w.run.to = next
	w.run.beyond = w.run.beyond || high != 0
	c.stats.Missing += int64(max(0, len(w.columns)-len(w.spans))) // a member may come twice
	c.stats.Fields += int64(len(w.spans))
	c.stats.Changed += changed
	if next-w.run.from >= runSize {
		w.settle(c)
	}
	return true
}

// settle decodes the run and writes the result. If rows must be processed one by one, or
// in another way, it moves the chunk back to the start of the run and returns false.
func (w *runWriter) settle(c *chunk) bool {
	r := &w.run
	if r.from == r.to {
		return true
	}
	from := len(c.out)
	if w.write(c) {
		w.rowOut, w.copied = len(c.out), r.to
		c.copied = r.to
		r.from, w.wary, w.failed = r.to, 0, 0
		w.careful = max(0, w.careful-1)
		return true
	}
	clear(c.flaws[r.flaws:])
	c.flaws = c.flaws[:r.flaws]
	c.out, c.copied = c.out[:from], r.from
	c.at, w.row, c.records, c.stats = r.from, r.row, r.records, r.stats
	w.lastFlawed = 0
	r.to = r.from
	return false
}

// write writes the run. It reports false if that has to be done again.
func (w *runWriter) write(c *chunk) bool {
	r, from := &w.run, len(c.out)
	if w.places.finder != nil {
		if w.malformed {
			n := w.places.findMalformed(c.text, r.from, r.to, !w.alone)
			if w.malformed = n > few; n > 0 && !w.alone {
				return false
			}
			r.visit = r.visit || n > 0
		}
		w.pieces = w.pieces[:0]
		if r.visit || w.invalid {
			w.collect(c)
		}
	}
	w.done, w.src = r.from, w.src[:0]
	w.counted, w.rows = r.from, r.row+1
	invalid := false
	for i, s := range w.pieces {
		if !s.field {
			if !w.flush(c, s.from) {
				return false
			}
			c.out, w.done = append(c.out, c.text[s.from:s.to]...), s.to
			continue
		}
		if w.careful > 0 && !w.flush(c, s.from) {
			return false
		}
		bad := w.invalid && !w.becomesUTF8(c, s)
		invalid = invalid || bad
		switch {
		case !(bad && w.strict) && w.format.rewrite(c, s):
			if bad {
				c.stats.NotUTF8++
			}
			if w.careful > 0 && len(w.src) > 0 && !w.flush(c, s.to) {
				return false
			}
		case !w.alone || bad && w.quoted:
			w.setApart(c, w.pieces[i:])
			return false
		case !w.flush(c, s.from):
			return false
		case !w.byItself(c, s):
			return false
		}
	}
	if !w.flush(c, r.to) {
		return false
	}
	switch {
	case !r.beyond:
	case w.invalid:
		w.invalid = invalid
	case !kernel.ValidUTF8(c.out[from:]):
		w.invalid = true
		return false
	}
	return true
}

// flush decodes the text up to an index. It reports false if there is a malformed escape, but
// for those in fields that it writes by themselves.
func (w *runWriter) flush(c *chunk, to int) bool {
	for {
		src, begin := c.text[w.done:to], len(c.out)
		if len(w.src) > 0 {
			w.src = append(w.src, src...)
			src = w.src
		}
		out, n, err := decodeChunk(w.all, c.out, src)
		if err == nil && n == len(src) {
			c.out, w.done, w.src = out, to, w.src[:0]
			return true
		}
		w.careful = carefulRuns
		if !w.alone || w.invalid || len(w.src) > 0 || w.places.finder == nil {
			break
		}
		at := w.done + n
		from, ok := w.places.fieldBefore(at, w.done)
		if !ok {
			break
		}
		s := piece{from: from, to: w.format.end(c, from), field: true}
		if at >= s.to || s.to > to || w.places.any(looked, from, s.to) {
			break
		}
		c.out, _, _ = decodeChunk(w.all, out[:begin], c.text[w.done:from])
		if !w.byItself(c, s) {
			return false
		}
	}
	r := &w.run
	n := w.places.findMalformed(c.text, r.from, r.to, !w.alone)
	if w.malformed = n > few; n == 0 {
		w.apart = r.to
	}
	return false
}

// collect makes the pieces of the run.
func (w *runWriter) collect(c *chunk) {
	r, p := &w.run, w.places
	at := r.from // the end of the last piece
	for i := r.from >> 6; i<<6 < r.to; i++ {
		visit := p.found[i].visit
		if w.invalid {
			visit |= p.words[i][beyond]
		}
		if base := i << 6; base < at {
			visit = visit >> (at - base) << (at - base)
		}
		for visit != 0 {
			next := i<<6 + bits.TrailingZeros64(visit)
			if next >= r.to {
				return
			}
			s := piece{from: next, to: next + 1}
			if from, ok := p.fieldBefore(next, at); ok {
				if to := w.format.end(c, from); next < to {
					s = piece{from: from, to: to, field: true}
				}
			}
			if s.field {
				w.pieces = append(w.pieces, s)
			} else if p.words[i][percents]>>(next&63)&1 != 0 {
				s.to = p.fieldAfter(next, p.after(ends, next, r.to))
				w.pieces = append(w.pieces, s)
			}
			if at = s.to; at>>6 > i {
				i = at>>6 - 1 // the loop goes on with the word of at
				break
			}
			visit = visit >> (at & 63) << (at & 63)
		}
	}
}

// becomesUTF8 reports whether a piece decodes to UTF-8.
func (w *runWriter) becomesUTF8(c *chunk, s piece) bool {
	if !w.places.any(beyond, s.from, s.to) {
		return true
	}
	w.tried, _, _ = decodeChunk(w.all, w.tried[:0], c.text[s.from:s.to])
	return kernel.ValidUTF8(w.tried)
}

// setApart makes those of the pieces that cannot be rewritten rows that are processed by
// themselves.
func (w *runWriter) setApart(c *chunk, pieces []piece) {
	n := 0
	for _, s := range pieces {
		if s.field && (w.invalid && !w.becomesUTF8(c, s) && w.strict || !w.format.rewrite(c, s)) {
			w.places.setApart(s.from)
			n++
		}
		w.done, w.src = s.to, w.src[:0]
	}
	if n > few {
		// The next rows are likely to be like them.
		w.wary = 2*w.wary + runSize
		w.apart = w.run.to + w.wary
	}
}

// byItself writes the result for a field. It reports false if its row must be processed by
// itself, and the run again.
func (w *runWriter) byItself(c *chunk, s piece) bool {
	row := w.row
	c.copied = s.from
	c.stats.Fields--
	if w.places.any(percents, s.from, s.to) {
		c.stats.Changed--
	}
	w.rows += w.places.count(ends, w.counted, s.from)
	w.counted, w.row, w.inRun = s.from, w.rows, true
	if w.one = (span{from: s.from, to: s.to, column: s.column}); s.column == nil {
		if w.one.column = &w.columns[0]; len(w.columns) > 1 {
			w.one.column = w.format.columnAt(s.from)
		}
	}
	if w.format.replace(c, &w.one) {
		w.copyTo(s.to)
	}
	if w.flawed && w.row != w.lastFlawed {
		w.lastFlawed = w.row
		c.stats.Rows++
	}
	stopped := w.ended()
	w.row, w.span, w.inRun, w.flawed, w.dropped = row, nil, false, false, false
	if w.done = s.to; !stopped {
		return true
	}
	c.stop = nil // it will be met again
	w.places.setApart(s.from)
	if w.failed++; w.failed > few {
		w.wary = 2*w.wary + runSize
		w.apart = w.run.to + w.wary
	}
	return false
}

// hasPercent reports whether there is a '%' or, where it is a space, a '+'.
func (w *runWriter) hasPercent(text []byte, from, to int) bool {
	if w.places != nil {
		return w.places.any(percents, from, to)
	}
	return bytes.IndexByte(text[from:to], '%') >= 0 ||
		w.all.Plus() == percent.PlusIsSpace && bytes.IndexByte(text[from:to], '+') >= 0
}

// nextLooked returns the index of the next byte that is to be looked at, or to.
func (w *runWriter) nextLooked(text []byte, at, to int) int {
	if w.places != nil {
		return w.places.after(looked, at, to)
	}
	for {
		if at += kernel.Index(w.odd, text[at:to]); at == to {
			return to
		}
		octet, ok := kernel.Octet(text[at:to])
		switch b := text[at]; {
		case b == '%' && ok && (octet == '+' || octet >= 0x80 || w.odd.Byte[octet] == 0):
			at += len("%41")
		case b >= 0x80:
			at++
		default:
			return at
		}
	}
}

// What is known of a field that was rewritten.
type rewriting struct {
	changed bool // its result is another text
	done    int  // up to here it is rewritten, with changes; behind, it stays as it is
	special bool // with bytes that the format cannot contain as they are
	breaks  bool // other than backslashes
}

// rewritten appends text[from:to], the text of a field, so that decoding leads to its result,
// and counts what the result has. It reports false if this is not possible.
func (w *runWriter) rewritten(c *chunk, src []byte, from, to int) (out []byte, r rewriting, ok bool) {
	text, plus, encoded, spaces := c.text, false, false, false
	r.done = w.done
	r.changed = w.hasPercent(text, from, to)
	for at := w.nextLooked(text, from, to); at < to; {
		b, n := text[at], 1
		switch {
		case b == '+':
			if plus = true; w.queries && inForm(text[from:at]) {
				src = append(append(src, text[r.done:at]...), ' ')
				r.done = at + 1
				spaces = true
			}
		case b == '%':
			if b, ok = kernel.Octet(text[at:to]); !ok {
				return src, r, false
			}
			n = len("%25")
			if b == '%' {
				escape, sure := w.percentBefore(text[at+n : to])
				if !sure {
					return src, r, false
				}
				encoded = encoded || escape
				break
			}
			spelled := w.spelled[b&0x7F]
			if spelled == "" {
				return src, r, false
			}
			src = append(append(src, text[r.done:at]...), spelled...)
			r.done = at + n
			r.special, r.breaks = true, r.breaks || b != '\\'
		default:
			switch n = w.format.written(text[at:to]); n {
			case 0:
				return src, r, false
			case -1:
				if n = 1; w.spelled[b&0x7F] == "" {
					return src, r, false
				}
				src = append(append(src, text[r.done:at]...), w.spelled[b&0x7F]...)
				r.done = at + 1
			}
			r.special, r.breaks = true, r.breaks || b != '\\'
		}
		at = w.nextLooked(text, at+n, to)
	}
	if plus {
		c.stats.Pluses++
	}
	if encoded {
		c.stats.StillEncoded++
	}
	if spaces && !r.changed {
		r.changed = true
		c.stats.Changed++
	}
	return src, r, true
}

// percentBefore reports whether a '%' in a result, before what rest becomes, begins an escape, or
// that this is not sure.
func (w *runWriter) percentBefore(rest []byte) (escape, sure bool) {
	for range 2 {
		n := 1
		switch {
		case len(rest) == 0:
			return false, true
		case rest[0] == '%':
			octet, ok := kernel.Octet(rest)
			if !ok || !isDigit(octet) {
				return false, ok
			}
			n = len("%41")
		case rest[0] == '\\' && w.quoted && len(rest) > 1 && rest[1] == 'u':
			if !isWritten(rest) {
				return false, false
			}
			return false, true
		case !isDigit(rest[0]):
			return false, true
		}
		rest = rest[n:]
	}
	return true, true
}

// isDigit reports whether b is a hexadecimal digit.
func isDigit(b byte) bool {
	_, ok := kernel.Digits('0', b)
	return ok
}

// isWritten reports whether text begins with an escape of JSON for a character beyond ASCII that
// needs no other, or for '&', which can stay as it is written.
func isWritten(text []byte) bool {
	if len(text) < len(`\u0000`) {
		return false
	}
	above, ok := kernel.Digits(text[2], text[3])
	below, digits := kernel.Digits(text[4], text[5])
	return text[1] == 'u' && ok && digits && above&^7 != 0xD8 && (above > 0 || below >= 0x80 || below == '&')
}
