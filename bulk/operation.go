package bulk

import (
	"bytes"
	"errors"
	"io"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/peek"
)

// An Operation turns one record into another. It is immutable and safe for
// concurrent use.
type Operation struct {
	// coder returns a coder, which processes one record after the other.
	coder func() coder
	// many, if not nil, returns a batch, which processes many records at once, or nil
	// if the separator allows none.
	many func(sep Separator) batch
	// quick, if not nil, is the argument of [QuickFunc], and alone returns the coder
	// for records that quick declines.
	quick func(dst, text []byte) ([]byte, bool)
	alone func() coder

	// idle is the set of bytes that do not change: a record of only these stays
	// as it is if stays is nil or, where each '%' begins an escape, reports so.
	idle  percent.ByteSet
	stays func(text []byte) bool
	// all, if not nil, decodes many records at once: it refuses malformed escapes, which
	// the operation may not, and decodes all others, and a '+' where it is a space. With
	// queries, so is a '+' in the query of a URL that is a form, and with strict, a result
	// that is not UTF-8 is not written as it is.
	all             *percent.Encoding
	queries, strict bool
	// simple means that its coder ignores the Record, and a '+' in a record
	// stays a '+'.
	simple bool

	whole        bool // needs whole records
	framed       bool // results contain their own line ends
	oneByOne     bool // processes records in order, in one goroutine
	rejectsWhole bool // a flaw leaves no result to keep and no place to replace
	undivided    bool // takes a source as one record

	// of, if not nil, returns the operation for a source; see [Operation.OnSource].
	of func(name string, head []byte) *Operation
}

// A batch appends the results for the records of src[:done], with their line ends,
// to dst. It stops before a flaw and before a record that it cannot process; a coder
// processes the records of the next alone bytes. src ends at the end of a record.
type batch func(dst, src []byte) (out []byte, done, alone int)

// allOrNone returns a batch that calls code. If code cannot process all of src, it
// reports false and may have appended anything to dst.
func allOrNone(code func(dst, src []byte) ([]byte, bool)) batch {
	return func(dst, src []byte) (out []byte, done, alone int) {
		out, ok := code(dst, src)
		if !ok {
			return out[:len(dst)], 0, len(src)
		}
		return out, len(src), 0
	}
}

// A coder processes one record after the other, in one goroutine.
type coder interface {
	// start begins a record, whose text arrives in pieces.
	start(r *Record)
	// code appends the result for src to dst and returns how many bytes of src it
	// has processed. Unless last, more of the record follows, and code may leave the
	// end of src (at most headroom-1 bytes) to be passed again. It stops before a
	// flaw, which is then at src[n:], and is called again with the bytes after it.
	// It calls note for flaws that it handles itself, with offsets in src.
	code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error)
}

// A substituter is a coder that does not write the text of a policy for malformed
// input unchanged, but transforms it first.
type substituter interface {
	substitute(dst []byte, f *Flaw, text string) []byte
}

// Func returns the operation that calls f for each record, from several
// goroutines. f appends the result, without a line end, to dst. If its error is a
// *Flaw, the policy applies: with Keep and Replace, the text that f has appended is
// still the result. Any other error ends the job.
func Func(f func(dst []byte, r Record) ([]byte, error)) *Operation {
	return &Operation{coder: func() coder { return &function{f: f} }, whole: true}
}

// QuickFunc is [Func] with a faster function for most records: quick appends the
// result for text to dst, or reports false and returns dst unchanged. Then f is called
// for the record. So it is, or quick again, for a result that is not UTF-8 in a table.
func QuickFunc(quick func(dst, text []byte) ([]byte, bool), f func(dst []byte, r Record) ([]byte, error)) *Operation {
	op := Func(func(dst []byte, r Record) ([]byte, error) {
		if out, ok := quick(dst, r.Text); ok {
			return out, nil
		}
		return f(dst, r)
	})
	op.quick, op.alone = quick, Func(f).coder
	return op
}

// quickBatch returns a batch that calls quick for one record after the other, and stops
// before the first that quick declines. With framed, results have their own line ends.
func quickBatch(quick func(dst, text []byte) ([]byte, bool), sep Separator, framed bool) batch {
	return func(dst, src []byte) (out []byte, done, alone int) {
		for done < len(src) {
			text, end, _ := sep.cut(src[done:])
			out, ok := quick(dst, text)
			if !ok {
				return dst, done, len(text) + len(end)
			}
			if dst = out; !framed {
				dst = append(dst, end...)
			}
			if done += len(text) + len(end); len(dst) >= fullOut {
				break
			}
		}
		return dst, done, 0
	}
}

// batch returns a batch for records with the separator, or nil.
func (o *Operation) batch(sep Separator) batch {
	switch {
	case o.many != nil:
		return o.many(sep)
	case o.quick != nil && sep != Whole:
		return quickBatch(o.quick, sep, o.framed)
	}
	return nil
}

// Framed returns o for results that contain their own line ends, such as pages or
// several lines per record: nothing is written after them.
func (o *Operation) Framed() *Operation {
	c := *o
	c.framed, c.many, c.all = true, nil, nil
	return &c
}

// Undivided returns o for records that are whole sources, whatever the separator is.
func (o *Operation) Undivided() *Operation {
	c := *o
	c.undivided = true
	return &c
}

// OnSource returns o for sources that differ: of gets the name of each and its first bytes,
// at most 64 KiB, and returns the operation for it. Arguments and fields of tables are left
// to o.
func (o *Operation) OnSource(of func(name string, head []byte) *Operation) *Operation {
	c := *o
	c.of = of
	return &c
}

// headSize is how much of a source OnSource gets to see.
const headSize = 64 << 10

// headOf reads the beginning of a source, with a line at least, and no more than is there
// already, and returns what reads all of it.
func headOf(r io.Reader) (head []byte, all io.Reader) {
	head = make([]byte, headSize)
	const least = 64
	n, err := 0, error(nil)
	for tries := 0; err == nil && n < len(head) && (n < least || bytes.IndexByte(head[:n], '\n') < 0) && tries < 1000; tries++ {
		m := 0
		m, err = r.Read(head[n:])
		n += m
	}
	if err != nil {
		r = &failedReader{err}
	}
	return head[:n], &peek.Reader{Head: head[:n], R: r}
}

// A failedReader returns the error that reading ended with.
type failedReader struct{ err error }

func (r *failedReader) Read([]byte) (int, error) { return 0, r.err }

// InOrder returns o for a function that remembers earlier records: it is called for
// one record after the other, in order.
func (o *Operation) InOrder() *Operation {
	c := *o
	c.oneByOne, c.many, c.quick, c.all, c.alone = true, nil, nil, nil, nil
	return &c
}

// A function is the coder of Func.
type function struct {
	f func(dst []byte, r Record) ([]byte, error)
	r Record
}

func (c *function) start(r *Record) { c.r = *r }

func (c *function) code(dst, src []byte, _ bool, _ func(Flaw)) ([]byte, int, error) {
	c.r.Text = src
	dst, err := c.f(dst, c.r)
	if err != nil {
		var f *Flaw
		if errors.As(err, &f) {
			f.size = 0
		}
	}
	return dst, len(src), err
}
