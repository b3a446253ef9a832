package bulk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/peek"
)

// Rows go through a job like records: in chunks of whole rows, on all processors,
// with the results written in order. A chunk grows until a row ends in it.

// DefaultTableChunk is how many bytes of a table are read at a time.
const DefaultTableChunk = 1 << 20

// sampleSize is how many bytes of JSON are searched for the named members.
const sampleSize = 1 << 20

// A rowReader cuts a source at the ends of rows.
type rowReader struct {
	r      io.Reader
	j      *Job
	cutter cutter
	source string
	rest   []byte // what was read after the cut
	err    error  // of reading; only rest is left then
}

// next reads into buf until at least one row ends in it and returns these rows. If
// enough is not nil, it reads on until enough returns true for the rows, or until
// there are size bytes. With a goal, the first row that ends at or after it is the
// last. What was read after the last row is kept for the next call.
func (r *rowReader) next(buf []byte, size, goal int, enough func(buf []byte) bool) ([]byte, error) {
	buf = append(buf[:0], r.rest...)
	r.rest = r.rest[:0]
	r.cutter.reset(goal)
	r.cutter.scan(buf)
	limit := r.j.maxRecord()
	for empty := 0; r.err == nil && !r.cutter.reached; {
		if r.cutter.cut > 0 && (enough == nil || len(buf) >= size || enough(buf[:r.cutter.cut])) {
			break
		}
		if r.cutter.cut == 0 && len(buf) > limit {
			break
		}
		if room := size; len(buf) >= size || cap(buf) < size {
			if len(buf) >= size {
				// Not so large that a row after the first could exceed the limit.
				room = min(2*len(buf), max(len(buf), limit)+size)
			}
			larger := make([]byte, len(buf), room)
			copy(larger, buf)
			buf = larger
		}
		n, err := r.r.Read(buf[len(buf):cap(buf)])
		if r.j.OnRead != nil && n > 0 {
			r.j.OnRead(n)
		}
		buf = buf[:len(buf)+n]
		r.cutter.scan(buf)
		if n > 0 {
			empty = 0
		} else if empty++; err == nil && empty == 100 {
			err = io.ErrNoProgress
		}
		r.err = err
	}
	// The limit is for a row without its line end.
	if n := r.cutter.first - 1; n > limit || n < 0 && len(buf) > limit {
		return buf, &LengthError{Source: r.source, Record: 1, Limit: limit}
	}
	if r.err == nil || r.cutter.reached {
		r.rest = append(r.rest, buf[r.cutter.cut:]...)
		buf = buf[:r.cutter.cut]
	}
	return buf, nil
}

// skip skips the next n bytes.
func (r *rowReader) skip(n int64) error {
	read := min(n, int64(len(r.rest)))
	r.rest = r.rest[read:]
	if n > read && r.err != nil {
		return io.ErrUnexpectedEOF
	}
	return peek.Skip(r.r, n-read)
}

// rows processes a source that is a table.
func (j *Job) rows(out *gluedWriter, r io.Reader, name string, op *Operation, stats *Stats) error {
	mark, r := cutMark(r)
	p, in := j.plan(r, name)
	offset := int64(0)
	if mark {
		offset = int64(len(byteOrderMark))
		if stats.Records == 0 && !op.framed && out.from == nil {
			if err := out.write([]byte(byteOrderMark)); err != nil {
				return err
			}
		}
	}
	number, err := p.begin(in, out, op, stats, &offset)
	if err != nil {
		return err
	}
	if from := out.from; from != nil {
		if err := in.skip(from.Offset - offset); err != nil {
			return &ReadError{Source: name, Err: err}
		}
		number, offset, *stats = from.Record, from.Offset, from.Stats
	}
	return j.pipe(out, name, op, stats, DefaultTableChunk,
		func(pipe *pipe) { pipe.readRows(in, number, offset) }, func(pipe *pipe) { pipe.codeRows(p) })
}

// plan returns a plan whose columns are still to be found, and a reader of the rows.
func (j *Job) plan(r io.Reader, name string) (*plan, *rowReader) {
	p := &plan{Table: j.Table, delim: j.Table.delimiter()}
	p.fieldEnds = setOf(p.delim, '\n')
	switch p.Format {
	case CSV:
		p.special = setOf(p.delim, '"', '\r', '\n')
	case TSV:
		p.special = setOf(p.delim, '\\', '\t', '\r', '\n')
	case JSONLines:
		p.delim, p.special = '\n', jsonSpecial
	default:
		// In a line of text, a tab does no harm.
		p.delim = '\n'
		p.special = setOf('\\', '\r', '\n')
	}
	return p, &rowReader{r: r, j: j, source: name, cutter: cutter{quotes: p.Format == CSV, delim: p.delim}}
}

// begin finds the columns, and reads and writes the header. It returns the number of
// header rows, 0 or 1.
func (p *plan) begin(in *rowReader, out *gluedWriter, op *Operation, stats *Stats, offset *int64) (int64, error) {
	switch p.Format {
	case JSONLines:
		return 0, p.members(in)
	case Matches:
		return 0, p.groupsOf(in.source)
	case WholeLines:
		p.groups = []column{{}}
		return 0, nil
	}
	head, err := in.next(nil, 64<<10, 0, nil)
	if err != nil {
		return 0, err
	}
	in.rest = append(bytes.Clone(head), in.rest...)
	if len(head) == 0 {
		return 0, nil
	}
	// The first row alone.
	end := 0
	for end < len(head) && head[end] != '\n' {
		if p.Format == CSV {
			if end, _ = csvField(head, end, p.fieldEnds); end < len(head) && head[end] == p.delim {
				end++
			}
		} else if end = bytes.IndexByte(head, '\n'); end < 0 {
			end = len(head)
		}
	}
	text, tail := head[:end], head[end:min(end+1, len(head))]
	if n := len(text); n > 0 && text[n-1] == '\r' && len(tail) > 0 {
		text, tail = head[:n-1], head[n-1:end+1]
	}
	header, guessed, err := p.fields(in.source, text)
	if err != nil {
		return 0, err
	}
	if first := p.columns[0]; p.width == 1 && first.index == 0 && in.j.Policy == Null && len(p.Into) == 0 && !op.framed {
		return 0, &ColumnError{Source: in.source, Column: first.name, Reason: OnlyColumn}
	}
	stats.Table.Guessed = stats.Table.Guessed || guessed
	if !header {
		return 0, nil
	}
	in.rest = in.rest[len(text)+len(tail):]
	*offset += int64(len(text) + len(tail))
	stats.Table.Header++
	stats.Records++
	if out.header == nil {
		out.header = p.header
		if !op.framed {
			if len(p.Into) > 0 {
				text = p.added
			}
			stats.Unended = len(tail) == 0
			return 1, out.write(append(bytes.Clone(text), tail...))
		}
	} else if !bytes.Equal(out.header, p.header) {
		return 0, &ColumnError{Source: in.source, Reason: OtherHeader}
	}
	return 1, nil
}

// readRows reads chunks until the source ends.
func (p *pipe) readRows(in *rowReader, number, offset int64) {
	for {
		c := p.reuse()
		if c == nil {
			return
		}
		if cap(c.in) > 2*p.size {
			c.in = nil
		}
		buf, err := in.next(c.in, p.size, p.goalAt(offset), nil)
		var long *LengthError
		if errors.As(err, &long) {
			long.Record, long.Offset = number+1, offset
			c.stop = err
		}
		c.in, c.text = buf, buf
		if long != nil {
			c.text = nil
		}
		c.number, c.records, c.offset = number, in.cutter.records, offset
		number += c.records
		offset += int64(len(c.text))
		if in.cutter.reached && long == nil {
			c.checkpoint = p.reached(offset, number)
		}
		// The chunk must not be used after it is passed on.
		end := in.err != nil && c.checkpoint == nil || long != nil
		if end && long == nil {
			if c.last = errors.Is(in.err, io.EOF); !c.last {
				c.err = in.err
			}
		}
		p.length = offset
		if !p.pass(c) || end {
			return
		}
	}
}

// codeRows processes chunks.
func (p *pipe) codeRows(table *plan) {
	w := newRowWorker(p.j, p.op, table, p.name)
	for c := range p.jobs {
		for done := false; !done; {
			done = w.work(c)
			stop := c.stop != nil
			c.ready <- done
			if stop {
				return
			}
			if !done {
				select {
				case <-c.again:
				case <-p.stop:
					return
				}
			}
		}
	}
}

// A span is a field in a row.
type span struct {
	from, to int // in the text of the chunk
	column   *column
	// In JSON: the place of the member's name, with its quotation marks.
	keyFrom, keyTo int
}

// A rowWorker processes the rows of chunks.
type rowWorker struct {
	*plan
	j     *Job
	coder coder
	name  string
	// simple is Operation.simple.
	simple bool
	odd    *kernel.Set // bytes that a result is searched for
	keeps  bool        // the policy is Keep, and a field with a flaw stays unchanged
	frame  bool        // results replace fields; otherwise only they are written

	chunk *chunk
	rec   Record
	spans []span
	// In CSV and TSV, spans is a prefix of columnSpans.
	columnSpans []span
	text        []byte // of a field that is quoted or escaped
	made        []byte // results that go elsewhere
	spare       []byte
	// Start and end in made of the result for each of Table.Columns.
	starts, ends []int
	base64       []bool // the result is in base64
	taken        []bool // the row already has the member that a result in base64 would be
	exists       int    // where the row has a member of a name to add, or -1
	walk         jsonWalk
	places       *places
	note         func(Flaw)
	// Rows that are decoded together.
	runs  bool
	run   run
	apart int // rows that begin before this index are processed one by one
	wary  int // for how many bytes that was so after the last run that failed

	row     int64 // number of the row
	rowAt   int   // start of the row in the chunk
	rowOut  int   // length of the results before the row
	copied  int   // chunk.copied before the row
	flawed  bool  // the row has a flaw
	dropped bool
	plain   bool // the current result has no odd bytes
	utf8    bool // it is UTF-8

	span *span // the current field
}

func newRowWorker(j *Job, op *Operation, p *plan, name string) *rowWorker {
	w := &rowWorker{plan: p, j: j, coder: op.coder(), name: name, frame: !op.framed}
	w.odd = oddOf(p.special)
	var look *kernel.Set
	// A delimiter that can be part of an escape would cut it.
	inEscape := strings.IndexByte("%0123456789ABCDEFabcdef", p.delim) >= 0
	if w.runs = op.plain && w.frame && len(p.Into) == 0 && !inEscape; w.runs {
		look = w.odd
	}
	switch p.Format {
	case CSV:
		w.places = newPlaces(string([]byte{p.delim, '\n', '"'}), op.idle, look)
	case TSV:
		w.places = newPlaces(string([]byte{p.delim, '\n'}), op.idle, look)
	case JSONLines:
		// A string includes its quotation marks, which do not count as changes; an
		// escape of JSON may stand for any character.
		idle := op.idle.Remove("\\")
		if op.idle.Len() > 0 {
			idle = idle.Add("\"")
		}
		w.places = newPlaces("\"", idle, look)
	default:
		w.runs = false
	}
	w.simple = op.simple
	for i := range p.columns {
		w.columnSpans = append(w.columnSpans, span{column: &p.columns[i]})
	}
	w.keeps = op.cannotLet && j.Policy == Keep
	w.note = func(f Flaw) { w.tell(&f) }
	return w
}

// work processes a chunk. It reports true when the chunk is done, and false when its
// results must be written before it continues.
func (w *rowWorker) work(c *chunk) (done bool) {
	w.chunk = c
	if c.at == 0 && w.places != nil {
		w.places.find(c.text)
	}
	if c.at == 0 {
		w.run, w.apart, w.wary = run{}, 0, 0
	}
	if c.at == 0 && w.frame && cap(c.out) < len(c.text) {
		c.out = make([]byte, 0, len(c.text)+len(c.text)/4)
	}
	if c.at == 0 {
		w.row = c.number
		c.records = 0
	} else {
		w.row = c.number + c.records
	}
	for (c.at < len(c.text) || !w.settle(c)) && c.stop == nil {
		if len(c.out)+c.at-c.copied >= fullOut || len(c.flaws) >= fullFlaws {
			if !w.settle(c) {
				continue
			}
			w.copyTo(c.at)
			return false
		}
		w.row++
		c.records++
		w.rowAt, w.rowOut, w.copied = c.at, len(c.out), c.copied
		w.flawed, w.dropped = false, false
		switch w.Format {
		case CSV, TSV:
			w.fields(c)
		case JSONLines:
			w.object(c)
		default:
			w.line(c)
		}
		if w.flawed {
			c.stats.Rows++
		}
		if w.dropped || c.stop != nil {
			// Remove everything of the row from the results.
			c.out, c.copied = c.out[:w.rowOut], w.copied
			w.copyTo(w.rowAt)
			c.copied = c.at
			if c.stop == nil {
				c.stats.Skipped++
			}
		}
	}
	if c.stop == nil {
		w.copyTo(len(c.text))
		if n := len(c.text); n > 0 {
			c.written, c.unended = w.frame && !w.dropped, c.text[n-1] != '\n'
		}
	}
	return true
}

// copyTo copies the text up to at that has not been copied yet.
func (w *rowWorker) copyTo(at int) {
	c := w.chunk
	if w.frame {
		c.out = append(c.out, c.text[c.copied:at]...)
	}
	c.copied = at
}

// tell adds f, a flaw of the current field, to the flaws of the chunk.
func (w *rowWorker) tell(f *Flaw) {
	f.Source, f.Record = w.name, w.row
	at := int64(w.rowAt)
	if s := w.span; s != nil {
		f.Column = s.column.name
		raw := w.chunk.text[s.from:s.to]
		at = int64(s.from) + w.offsetIn(raw, f.Offset)
	} else {
		at += f.Offset
	}
	f.StreamOffset = w.chunk.offset + at
	w.chunk.flaws = append(w.chunk.flaws, *f)
}

// offsetIn returns the index in a raw field of the byte that is at the given offset
// in its text.
func (w *rowWorker) offsetIn(raw []byte, offset int64) int64 {
	switch w.Format {
	case CSV:
		return rawOffset(raw, offset)
	case JSONLines:
		return jsonOffset(raw, offset)
	}
	return offset
}

// bad applies the policy to a row that is flawed as a whole. It reports whether the
// row stays, unchanged.
func (w *rowWorker) bad(f *Flaw, text []byte) bool {
	f.Input = bytes.Clone(text)
	w.tell(f)
	w.flawed = true
	w.chunk.stats.Malformed++
	switch w.j.Policy {
	case Fail:
		w.chunk.stop = f
	case Skip:
		w.dropped = true
	default:
		return true
	}
	return false
}

// An Outcome says what happens to a field.
type Outcome uint8

const (
	// Changed: the result replaces it.
	Changed Outcome = iota
	// Same: it stays unchanged.
	Same
	// Nulled: it becomes empty, or null.
	Nulled
	// Ended: the row is dropped, the job ends, or the result is written instead of
	// the table.
	Ended
)

// code appends the result for text, the text of field s, to dst.
func (w *rowWorker) code(dst, text []byte, s *span) ([]byte, Outcome) {
	c := w.chunk
	w.span = s
	if !w.simple {
		w.rec = Record{Text: text, Source: w.name, Number: w.row, Offset: c.offset + int64(s.from), Column: s.column.name}
		w.coder.start(&w.rec)
	}
	from, flawed := len(dst), false
	w.plain = false
	c.stats.Fields++
	for done := 0; ; {
		var n int
		var err error
		dst, n, err = w.coder.code(dst, text[done:], true, w.note)
		done += n
		if err == nil {
			break
		}
		var f *Flaw
		if !errors.As(err, &f) {
			c.stop = err
			return dst, Ended
		}
		c.stats.Malformed++
		if f.size != 0 {
			f.Offset = int64(done)
		}
		if !flawed {
			flawed, w.flawed = true, true
			c.stats.Flawed++
			f.Input = bytes.Clone(text)
			w.tell(f)
		}
		switch {
		case w.j.Policy == Skip:
			w.dropped = true
			return dst, Ended
		case w.j.Policy == Fail, f.Hopeless:
			c.stop = f
			return dst, Ended
		case w.j.Policy == Null:
			return dst[:from], Nulled
		case w.keeps:
			return append(dst[:from], text...), Same
		}
		dst, n = let(w.coder, w.j.Policy, dst, text[done:], f)
		done += n
		if done == len(text) {
			break
		}
	}
	if !w.frame {
		return dst, Ended
	}
	result := dst[from:]
	odd := kernel.Index(w.odd, result)
	w.plain, w.utf8 = odd == len(result), true
	if (odd < len(result) || !w.simple) && bytes.IndexByte(text, '+') >= 0 {
		c.stats.Pluses++
	}
	if odd < len(result) {
		if hasEscape(result[odd:]) {
			c.stats.StillEncoded++
		}
		if w.utf8 = utf8.Valid(result[odd:]); !w.utf8 {
			c.stats.NotUTF8++
		}
	}
	if bytes.Equal(result, text) {
		return dst, Same
	}
	c.stats.Changed++
	return dst, Changed
}

// refuse applies the policy to a field that is flawed as a whole.
func (w *rowWorker) refuse(f *Flaw, text []byte) Outcome {
	c := w.chunk
	f.Input = bytes.Clone(text)
	w.tell(f)
	c.stats.Malformed++
	c.stats.Flawed++
	w.flawed = true
	switch w.j.Policy {
	case Fail:
		c.stop = f
		return Ended
	case Skip:
		w.dropped = true
		return Ended
	case Null:
		return Nulled
	}
	return Same
}

// notUTF8 applies the policy to a field whose result cannot be written since it is
// not UTF-8, and takes the result out of the counts of [rowWorker.code]. text is the
// original field.
func (w *rowWorker) notUTF8(why percent.Reason, text []byte) Outcome {
	w.chunk.stats.Changed--
	w.chunk.stats.NotUTF8--
	f := &Flaw{}
	f.Reason = why
	return w.refuse(f, text)
}

// oddOf returns the bytes of a result that counts depend on, and the special bytes.
func oddOf(special *kernel.Set) *kernel.Set {
	s := setOf('%', '+')
	for b := range 0x100 {
		if b >= 0x80 || special.Byte[b] != 0 {
			s.Add(byte(b))
		}
	}
	return s
}

// hasEscape reports whether there is an escape in text.
func hasEscape(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '%')
		if i < 0 {
			return false
		}
		if _, ok := kernel.Octet(text[i:]); ok {
			return true
		}
		text = text[i+1:]
	}
}

// plainly rewrites dst[from:], the result for text, so that it fits in a line.
func (w *rowWorker) plainly(dst []byte, from int, text []byte) ([]byte, Outcome) {
	result := dst[from:]
	if w.plain || w.Newlines == NewlinesKept {
		return dst, Changed
	}
	i := kernel.Index(w.special, result)
	if i == len(result) {
		return dst, Changed
	}
	c := w.chunk
	breaks := i
	for breaks < len(result) && result[breaks] == '\\' {
		breaks += 1 + kernel.Index(w.special, result[breaks+1:])
	}
	if breaks < len(result) {
		c.stats.Newlines++
	}
	switch w.Newlines {
	case NewlinesSpace:
		for k, b := range result {
			if b != '\\' && w.special.Byte[b] != 0 {
				result[k] = ' '
			}
		}
		return dst, Changed
	case NewlinesError:
		if breaks == len(result) {
			return dst, Changed
		}
		f := &Flaw{}
		f.Reason, f.Bytes = NewlineInField, string(result[breaks:breaks+1])
		what := w.refuse(f, text)
		if dst = dst[:from]; what == Same {
			dst = append(dst, text...)
		}
		return dst, what
	}
	w.spare = append(w.spare[:0], result...)
	return appendEscaped(dst[:from], w.spare, w.delim), Changed
}

// appendEscaped appends text with line ends, tabs, backslashes and delimiters
// escaped. A delimiter other than a tab becomes \xHH: most programs would still split
// the row at a delimiter after a backslash.
func appendEscaped(dst, text []byte, delim byte) []byte {
	for _, b := range text {
		switch {
		case b == '\n':
			dst = append(dst, `\n`...)
		case b == '\r':
			dst = append(dst, `\r`...)
		case b == '\t' && delim != '\n':
			dst = append(dst, `\t`...)
		case b == '\\':
			dst = append(dst, `\\`...)
		case b == delim:
			dst = fmt.Appendf(dst, `\x%02X`, b)
		default:
			dst = append(dst, b)
		}
	}
	return dst
}
