package main

import (
	"bytes"
	"errors"
	"io"
	"runtime"
)

// How a source streams: one goroutine reads chunks and cuts them behind a
// separator, so that no escape and no character lies across the cut. Several
// code the chunks, each by itself. The caller of feed takes the results in
// order and hands them to the output, whose goroutine writes. What cannot be
// coded by itself, because there is something wrong with it or because a value
// is longer than a chunk, the caller of feed codes on its own, in order, with
// what the chunk before it left over.
//
// Buffers are fixed in number and go round. A chunk has both of its buffers
// before it is passed on, so that the first in order never waits for one that a
// later one holds.

// headroom is the space in front of a chunk for what the one before it left
// over: the beginning of an escape or a character (11 bytes at most), and a CR
// that may belong to the end of a line.
const headroom = 16

// A worker codes the text of one source.
type worker interface {
	// work deals with src, or with what comes before an escape, a character or
	// a separator that src may cut off, and returns how many bytes that was.
	// What is left, at most headroom-1 bytes, comes again with what follows.
	// With last, nothing follows.
	work(src []byte, last bool) (n int, err error)
	// alone codes src to dst, which holds three times as much, and returns how
	// many bytes it wrote. It reports whether it could; if not, src is passed to
	// work. It may be called from any goroutine.
	alone(dst, src []byte) (n int, ok bool)
	// within reports whether what comes next goes on with a value and cannot be
	// coded alone.
	within() bool
	// done takes note of what was coded alone, in order.
	done(src []byte)
}

// A chunk is a piece of a source on its way.
type chunk struct {
	in   []byte // with headroom in front
	n    int    // bytes of the source, behind the headroom
	last bool
	err  error // of reading, after those bytes

	out   []byte
	coded chan int // bytes in out, or -1
}

func (c *chunk) data() []byte { return c.in[headroom : headroom+c.n] }

// A stream is the goroutines that work on a source.
type stream struct {
	w     worker
	sep   separator
	size  int
	bar   *progress
	free  chan *chunk
	outs  chan []byte
	order chan *chunk // to the caller of feed
	jobs  chan *chunk // the same, to those who code
	stop  chan struct{}
}

// feed passes what r holds to w and to the output.
func (a *app) feed(r io.Reader, name string, sep separator, bar *progress, out *output, w worker) error {
	coders := min(runtime.GOMAXPROCS(0), 8)
	chunks := 2 + coders
	s := &stream{
		w: w, sep: sep, size: a.chunk, bar: bar,
		free:  make(chan *chunk, chunks),
		outs:  make(chan []byte, chunks+1),
		order: make(chan *chunk, chunks),
		jobs:  make(chan *chunk, chunks),
		stop:  make(chan struct{}),
	}
	// A goroutine that hangs in a Read ends when that does.
	defer close(s.stop)
	for range cap(s.free) {
		s.free <- &chunk{coded: make(chan int, 1)}
	}
	for range cap(s.outs) {
		s.outs <- nil
	}
	go s.read(r)
	for range coders {
		go s.code()
	}
	return s.take(name, out)
}

// read reads chunks until the source ends.
func (s *stream) read(r io.Reader) {
	defer close(s.order)
	defer close(s.jobs)
	var rest []byte    // what lies behind the cut
	cutBefore := false // the chunk before ends in a separator
	for end := false; !end; {
		var c *chunk
		select {
		case c = <-s.free:
		case <-s.stop:
			return
		}
		if c.in == nil {
			c.in = make([]byte, headroom+s.size)
		}
		select {
		case c.out = <-s.outs:
		case <-s.stop:
			return
		}
		c.n = copy(c.in[headroom:], rest)
		cut := 0
		for empty := 0; cut == 0 && c.n < s.size; {
			n, err := r.Read(c.in[headroom+c.n:])
			s.bar.add(n)
			cut = s.cut(c.in[headroom:headroom+c.n+n], c.n)
			c.n += n
			if n > 0 {
				empty = 0
			} else if empty++; err == nil && empty == 100 {
				err = io.ErrNoProgress
			}
			if err != nil {
				end, c.err, c.last = true, err, errors.Is(err, io.EOF)
				break
			}
		}
		// The first chunk may begin with a byte order mark, one behind a chunk
		// without a separator with the rest of a value, and the last may end in
		// anything.
		alone := cut > 0 && cutBefore && !end
		cutBefore = cut > 0
		if cut > 0 && !end {
			rest = append(rest[:0], c.in[headroom+cut:headroom+c.n]...)
			c.n = cut
		} else {
			rest = rest[:0]
		}
		if alone {
			s.jobs <- c
		} else {
			c.coded <- -1
		}
		select {
		case s.order <- c:
		case <-s.stop:
			return
		}
	}
}

// cut returns the index behind the last separator in data, of which the first
// old bytes hold none, or 0. Where the source is one value, a line end will do
// as well: it is no part of an escape either.
func (s *stream) cut(data []byte, old int) int {
	end, ok := s.sep.end()
	if !ok {
		end = '\n'
	}
	i := old + bytes.LastIndexByte(data[old:], end)
	if i < old {
		return 0
	}
	return i + 1
}

// code codes chunks by themselves.
func (s *stream) code() {
	for c := range s.jobs {
		if need := 3*s.size + minRoom; cap(c.out) < need {
			c.out = make([]byte, need)
		}
		n, ok := s.w.alone(c.out[:cap(c.out)], c.data())
		if !ok {
			n = -1
		}
		c.coded <- n
	}
}

// take takes the chunks in order.
func (s *stream) take(name string, out *output) error {
	var left [headroom]byte
	held := 0
	for c := range s.order {
		if n := <-c.coded; n >= 0 && held == 0 && !s.w.within() {
			s.w.done(c.data())
			if err := out.pass(c.out[:n], s.outs); err != nil {
				return err
			}
		} else {
			s.outs <- c.out
			start := headroom - held
			copy(c.in[start:], left[:held])
			data := c.in[start : headroom+c.n]
			now := data
			if n := len(now); s.sep == lines && !c.last && n > 0 && now[n-1] == '\r' {
				// The next chunk tells whether it ends a line.
				now = now[:n-1]
			}
			n, err := s.w.work(now, c.last)
			if err != nil {
				return err
			}
			held = copy(left[:], data[n:])
		}
		if c.err != nil && !c.last {
			return ioError(name, c.err)
		}
		s.free <- c
		if len(s.order) == 0 {
			// Nothing more to do for now: what there is goes out.
			if err := out.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}
