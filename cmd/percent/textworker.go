package main

import (
	"bytes"
	"sync"
	"sync/atomic"
)

// codeText codes one value, and returns what was first wrong with it, too.
func codeText(j *job, dst, text []byte, at place) (out []byte, first *flaw) {
	o := &valueObserver{j: j, at: at}
	out, n, stop := j.newTextCoder().code(dst, text, true, o)
	if stop {
		j.raw.forget(at, int64(n))
	}
	return out, o.first
}

// A valueObserver is the observer of a value, from its start or, where base is
// not 0, from there.
type valueObserver struct {
	j     *job
	at    place
	base  int64
	first *flaw
}

func (o *valueObserver) flaw(f *flaw) (written string, n int, stop bool) {
	f.Offset += o.base
	if d := o.j.decoding; d != nil {
		written, n, stop = d.malformed(o.j, f, o.at)
		if d.lenient && f.isEscape() {
			return written, n, stop
		}
	} else {
		written, n, stop = o.j.policy.meet(o.at, f)
	}
	if o.first == nil {
		o.first = f
	}
	return written, n, stop
}

func (o *valueObserver) reference(offset int) bool {
	o.j.references.add(o.at, o.base+int64(offset), "")
	return false
}

func (o *valueObserver) raw(offset int, b byte) bool {
	if o.j.raw.count == 0 {
		o.j.raw.add(o.at, o.base+int64(offset), string([]byte{b}))
	}
	return false
}

// A goodObserver stops at everything that is to be told of.
type goodObserver struct {
	rawSeen *atomic.Bool
}

func (goodObserver) flaw(*flaw) (string, int, bool) { return "", 0, true }

func (goodObserver) reference(int) bool { return true }

func (o goodObserver) raw(int, byte) bool { return !o.rawSeen.Load() }

// A textWorker codes text in a charset, chunk by chunk.
type textWorker struct {
	j       *job
	source  string
	coder   *textCoder // of the value at hand
	others  sync.Pool  // of what codes chunks alone
	rawSeen atomic.Bool

	number int64 // values so far
	passed int64 // bytes of the value at hand so far
	buf    []byte
}

// aloneText is what codes a chunk alone.
type aloneText struct {
	coder *textCoder
	buf   []byte
}

func newTextWorker(j *job, s source) *textWorker {
	w := &textWorker{j: j, source: s.name, coder: j.newTextCoder()}
	w.others.New = func() any { return &aloneText{coder: j.newTextCoder()} }
	return w
}

func (w *textWorker) within() bool { return w.passed > 0 }

func (w *textWorker) alone(dst, src []byte) (int, bool) {
	if w.j.sep == nothing {
		return 0, false
	}
	a := w.others.Get().(*aloneText)
	defer w.others.Put(a)
	buf := a.buf[:0]
	for len(src) > 0 {
		text, end, found := w.j.sep.cut(src)
		if !found {
			return 0, false
		}
		a.coder.start()
		var stop bool
		buf, _, stop = a.coder.code(buf, text, true, goodObserver{&w.rawSeen})
		a.buf = buf
		if stop {
			return 0, false
		}
		buf = append(buf, end...)
		src = src[len(text)+len(end):]
	}
	a.buf = buf
	return copy(dst, buf), len(buf) <= len(dst)
}

// cut returns the first value of src and what ends it, which is part of src, or
// reports that there is none that is ended.
func (s separator) cut(src []byte) (text, end []byte, found bool) {
	b, ok := s.end()
	if !ok {
		return nil, nil, false
	}
	i := bytes.IndexByte(src, b)
	if i < 0 {
		return nil, nil, false
	}
	n := i
	if s == lines && n > 0 && src[n-1] == '\r' {
		n--
	}
	return src[:n], src[n : i+1], true
}

func (w *textWorker) done(src []byte) {
	if d := w.j.decoding; d != nil {
		d.see(w.j, src)
	}
	if end, ok := w.j.sep.end(); ok {
		n := int64(bytes.Count(src, []byte{end}))
		w.number += n
		w.j.values += n
	}
}

func (w *textWorker) work(src []byte, last bool) (n int, err error) {
	defer func() {
		if d := w.j.decoding; d != nil {
			d.see(w.j, src[:n])
		}
	}()
	for {
		text, end, found := w.j.sep.cut(src[n:])
		if !found {
			text = src[n:]
		}
		if !found && len(text) == 0 {
			return n, nil
		}
		at := place{source: w.source}
		if w.j.sep != nothing {
			at.number = w.number + 1
		}
		o := &valueObserver{j: w.j, at: at, base: w.passed}
		var m int
		var stop bool
		w.buf, m, stop = w.coder.code(w.buf[:0], text, found || last, o)
		w.rawSeen.Store(w.j.raw.count > 0)
		if err := w.j.out.writeBytes(w.buf); err != nil {
			return n, err
		}
		n += m
		if stop {
			w.j.raw.forget(at, w.passed+int64(m))
			return n, o.first.stops(at)
		}
		w.passed += int64(m)
		if !found {
			return n, nil
		}
		if err := w.j.out.writeBytes(end); err != nil {
			return n, err
		}
		n += len(end)
		w.number++
		w.j.values++
		w.passed = 0
		w.coder.start()
	}
}
