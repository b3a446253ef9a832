package bulk

import (
	"bytes"
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/words"
)

// A span is a field in a row.
type span struct {
	from, to int // in the text of the chunk
	column   *column
	// In JSON: the place of the member's name, with its quotation marks.
	keyFrom, keyTo int
}

// A fieldStep applies the operation and the policy to one field after the other, in
// any format. It adds flaws and counts to the chunk.
type fieldStep struct {
	j     *Job
	coder coder
	name  string
	// simple is Operation.simple.
	simple bool
	odd    *kernel.Set // bytes that a result is searched for
	keeps  bool        // the policy is Keep, and a field with a flaw stays unchanged
	frame  bool        // results replace fields; otherwise only they are written
	note   func(Flaw)
	rec    Record
	quick  func(dst, text []byte) ([]byte, bool) // Operation.quick
	stays  func(text []byte) bool                // Operation.stays
	inRun  bool
	// offsetIn returns the index in a raw field of the byte that is at the given
	// offset in its text. It is nil if a raw field is its text.
	offsetIn func(raw []byte, offset int64) int64

	chunk   *chunk
	row     int64  // number of the row
	rowAt   int    // start of the row in the chunk
	span    *span  // the current field, or nil
	text    []byte // of the current field
	done    int    // bytes of it that are done
	bad     bool   // it has a flaw
	flawed  bool   // the row has a flaw
	dropped bool
	plain   bool // the current result has no odd bytes
	utf8    bool // it is UTF-8
}

// init prepares for fields that contain the special bytes only quoted or escaped.
func (w *fieldStep) init(j *Job, op *Operation, special *kernel.Set, name string) {
	w.j, w.coder, w.name, w.simple, w.frame = j, op.coder(), name, op.simple, !op.framed
	w.odd, w.stays = oddOf(special), op.stays
	w.keeps = op.rejectsWhole && j.Policy == Keep
	if w.quick = op.quick; w.quick != nil && op.alone != nil {
		w.coder = op.alone()
	}
	w.note = func(f Flaw) {
		if f.Kind.Noted() {
			w.tell(&f)
			return
		}
		f.Offset += int64(w.done)
		w.first(&f)
	}
	if d, ok := w.coder.(*decoder); ok && d.mend(j.Policy) {
		d.more = func(count int) { w.chunk.stats.Malformed += int64(count) }
	}
}

// first counts a flaw of the current field, and reports it if it is the first.
func (w *fieldStep) first(f *Flaw) {
	w.chunk.stats.Malformed++
	if !w.bad {
		w.bad, w.flawed = true, true
		w.chunk.stats.Flawed++
		f.Input = bytes.Clone(w.text)
		w.tell(f)
	}
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

var outcomeWords = []string{"changed", "same", "nulled", "ended"}

// String returns "changed", "same", "nulled" or "ended".
func (o Outcome) String() string { return words.Of(outcomeWords, o) }

// code appends the result for text, the text of field s, to dst.
func (w *fieldStep) code(dst, text []byte, s *span) ([]byte, Outcome) {
	c := w.chunk
	w.span = s
	from := len(dst)
	if w.quick != nil && !w.inRun {
		if out, ok := w.quick(dst, text); ok {
			c.stats.Fields++
			w.bad = false
			return w.judge(out, from, text)
		}
	}
	if !w.simple {
		w.rec = Record{Text: text, Source: w.name, Number: w.row, Offset: c.offset + int64(s.from), Column: s.column.name}
		w.coder.start(&w.rec)
	}
	w.text, w.done, w.bad, w.plain = text, 0, false, false
	c.stats.Fields++
	for {
		var n int
		var err error
		dst, n, err = w.coder.code(dst, text[w.done:], true, w.note)
		w.done += n
		if err == nil {
			break
		}
		var f *Flaw
		if !errors.As(err, &f) {
			c.stop = err
			return dst, Ended
		}
		if f.size != 0 {
			f.Offset = int64(w.done)
		}
		w.first(f)
		switch w.j.Policy.upon(f) {
		case drop:
			w.dropped = true
			return dst, Ended
		case stop:
			c.stop = f
			return dst, Ended
		case empty:
			return dst[:from], Nulled
		}
		if w.keeps {
			return append(dst[:from], text...), Same
		}
		dst, n = patch(w.coder, w.j.Policy, dst, text[w.done:], f)
		w.done += n
		if w.done == len(text) {
			break
		}
	}
	return w.judge(dst, from, text)
}

// judge counts what dst[from:], the result for text, is.
func (w *fieldStep) judge(dst []byte, from int, text []byte) ([]byte, Outcome) {
	if !w.frame {
		return dst, Ended
	}
	c, result := w.chunk, dst[from:]
	odd := kernel.Index(w.odd, result)
	w.plain, w.utf8 = odd == len(result), true
	if (odd < len(result) || !w.simple) && bytes.IndexByte(text, '+') >= 0 {
		c.stats.Pluses++
	}
	if odd < len(result) {
		if hasEscape(result[odd:]) {
			c.stats.StillEncoded++
		}
		if w.utf8 = kernel.ValidUTF8(result[odd:]); !w.utf8 {
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
func (w *fieldStep) refuse(f *Flaw, text []byte) Outcome {
	c := w.chunk
	f.Input = bytes.Clone(text)
	w.tell(f)
	c.stats.Malformed++
	c.stats.Flawed++
	w.flawed = true
	switch w.j.Policy.upon(f) {
	case stop:
		c.stop = f
		return Ended
	case drop:
		w.dropped = true
		return Ended
	case empty:
		return Nulled
	}
	return Same
}

// notUTF8 applies the policy to a field whose result cannot be written because it is
// not UTF-8, and removes the result from the counts of [fieldStep.code]. text is the
// original field.
func (w *fieldStep) notUTF8(why percent.Reason, text []byte) Outcome {
	w.chunk.stats.Changed--
	w.chunk.stats.NotUTF8--
	f := &Flaw{}
	f.Reason = why
	return w.refuse(f, text)
}

// ended reports whether the row is dropped or the job ends in it.
func (w *fieldStep) ended() bool { return w.dropped || w.chunk.stop != nil }

// tell adds f, a flaw of the current field, to the flaws of the chunk.
func (w *fieldStep) tell(f *Flaw) {
	f.Source, f.Record = w.name, w.row
	at := int64(w.rowAt)
	if s := w.span; s != nil {
		f.Column = s.column.name
		offset := f.Offset
		if w.offsetIn != nil {
			offset = w.offsetIn(w.chunk.text[s.from:s.to], offset)
		}
		at = int64(s.from) + offset
	} else {
		at += f.Offset
	}
	f.StreamOffset = w.chunk.offset + at
	w.chunk.flaws = append(w.chunk.flaws, *f)
}

// refuseRow applies the policy to a row that is flawed as a whole. It reports whether the
// row stays, unchanged.
func (w *fieldStep) refuseRow(f *Flaw, text []byte) bool {
	f.Input = bytes.Clone(text)
	w.tell(f)
	w.flawed = true
	w.chunk.stats.Malformed++
	switch w.j.Policy.upon(f) {
	case stop:
		w.chunk.stop = f
	case drop:
		w.dropped = true
	default:
		return true
	}
	return false
}

// refuseMany applies the policy to a row in which more than MaxFound fields were found.
func (w *fieldStep) refuseMany(row []byte) bool {
	f := &Flaw{}
	f.Reason = TooManyFound
	return w.refuseRow(f, row)
}

// oddOf returns the bytes of a result that affect the counts, and the special
// bytes.
func oddOf(special *kernel.Set) *kernel.Set {
	s := kernel.SetOf('%', '+')
	for b := range 0x100 {
		if b >= 0x80 || special.Byte[b] != 0 {
			s.Add(byte(b))
		}
	}
	return s
}

// hasEscape reports whether text contains an escape.
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
