package bulk

import (
	"errors"

	"github.com/pct-encoded/percent"
)

// An Operation turns one record into another. It is immutable and safe for
// concurrent use.
type Operation struct {
	// coder returns what works on records, one after the other.
	coder func() coder
	// many, if not nil, returns what works on many records at once, or nil.
	many func(sep Separator) batch

	// idle: a record of nothing but these bytes stays as it is.
	idle percent.ByteSet
	// plain: it decodes escapes, and what is not one stays as it is; it refuses
	// malformed ones alone.
	plain bool
	// simple: its coder has no use for the record, and keeps or makes every '+'.
	simple bool

	whole     bool // a record must be there to its end
	framed    bool // results have ends of their own
	oneByOne  bool // in order, in one goroutine
	cannotLet bool // there is nothing to keep or to replace
}

// A batch appends what becomes of the records of src[:done], with what ends them,
// to dst. It stops in front of a flaw, and of what it cannot do at once; the records
// of the next alone bytes are for a coder. src ends where a record does.
type batch func(dst, src []byte) (out []byte, done, alone int)

// allOrNone returns the batch of a code that reports false, with anything behind dst,
// where it cannot code all of src.
func allOrNone(code func(dst, src []byte) ([]byte, bool)) batch {
	return func(dst, src []byte) (out []byte, done, alone int) {
		out, ok := code(dst, src)
		if !ok {
			return out[:len(dst)], 0, len(src)
		}
		return out, len(src), 0
	}
}

// A coder works on one record after the other, in one goroutine.
type coder interface {
	// start begins a record, whose text comes in pieces.
	start(r *Record)
	// code appends src, coded, to dst. Unless last, more of the record follows,
	// and what src cuts off (at most headroom-1 bytes) may be left to come again.
	// code returns how many bytes of src it has dealt with. It stops in front of
	// a flaw, which is then at src[n:]; code is called again with what lies
	// after it. The coder tells note of what it has dealt with itself, with
	// offsets in src.
	code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error)
}

// A substituter is a coder in whose results the text that a policy writes for
// what is malformed is not simply that text.
type substituter interface {
	substitute(dst []byte, f *Flaw, text string) []byte
}

// Func returns the operation that calls f for each record, from several
// goroutines. f appends the result to dst, without an end. An error that is a
// *Flaw is for the policy: with Keep and Replace what f has appended is the
// result all the same. Another error ends the job.
func Func(f func(dst []byte, r Record) ([]byte, error)) *Operation {
	return &Operation{coder: func() coder { return &function{f: f} }, whole: true}
}

// QuickFunc is [Func] for records of which nearly all need nothing but their text:
// quick appends what becomes of one to dst, or it reports false and returns dst as it
// came. Then f is called for it.
func QuickFunc(quick func(dst, text []byte) ([]byte, bool), f func(dst []byte, r Record) ([]byte, error)) *Operation {
	op := Func(func(dst []byte, r Record) ([]byte, error) {
		if out, ok := quick(dst, r.Text); ok {
			return out, nil
		}
		return f(dst, r)
	})
	op.many = func(sep Separator) batch {
		if sep == Whole {
			return nil
		}
		return func(dst, src []byte) (out []byte, done, alone int) {
			for done < len(src) {
				text, end, _ := sep.cut(src[done:])
				out, ok := quick(dst, text)
				if !ok {
					return dst, done, len(text) + len(end)
				}
				dst = append(out, end...)
				if done += len(text) + len(end); len(dst) >= fullOut {
					break
				}
			}
			return dst, done, 0
		}
	}
	return op
}

// Framed returns o for results that have ends of their own, such as pages, or
// several lines a record: nothing is written after them.
func (o *Operation) Framed() *Operation {
	c := *o
	c.framed, c.many = true, nil
	return &c
}

// InOrder returns o for a function with a memory: it is called for one record
// after the other.
func (o *Operation) InOrder() *Operation {
	c := *o
	c.oneByOne, c.many = true, nil
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
