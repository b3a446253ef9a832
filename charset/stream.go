package charset

import (
	"io"
	"sort"
)

const chunk = 4096

// NewDecoder returns a reader of the UTF-8 text of r, which is in charset c.
// Bytes and errors are those of [Charset.AppendDecode] however r splits them;
// the text before an error is delivered first. Offsets count from the start
// of r. It may read more from r than it returns.
func NewDecoder(c *Charset, r io.Reader, on OnMalformed) io.Reader {
	return &reader{d: newDecoder(c).withFast(worthFast), r: r, on: on}
}

type reader struct {
	d   decoder
	r   io.Reader
	on  OnMalformed
	in  [chunk]byte
	n   int    // bytes waiting in in
	buf []byte // storage of out
	out []byte // text waiting to be read
	err error
}

func (r *reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for idle := 0; len(r.out) == 0; {
		if r.err != nil {
			return 0, r.err
		}
		if r.fill() > 0 {
			idle = 0
		} else if idle++; idle == 100 {
			return 0, io.ErrNoProgress
		}
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// fill reads once, decodes what it can, and returns how much it has read.
func (r *reader) fill() int {
	n, err := r.r.Read(r.in[r.n:])
	if n < 0 || n > len(r.in)-r.n {
		panic("charset: reader returned an impossible count")
	}
	r.n += n
	r.err = err
	if n == 0 && err != io.EOF {
		return 0
	}
	text, used, decodeErr := r.d.decode(r.buf[:0], r.in[:r.n], r.on, err == io.EOF)
	r.buf, r.out = text, text
	r.n = copy(r.in[:], r.in[used:r.n])
	if decodeErr != nil {
		r.err = decodeErr
	}
	return n
}

// NewEncoder returns a writer that encodes the UTF-8 text written to it and
// writes it to w in charset c. Bytes and errors are those of
// [Charset.AppendEncode] however the text is split. Close writes what is
// left, such as the last escape sequence of ISO-2022-JP, and does not close
// w. After an error every call returns it again; the Write that met it returns
// how many bytes of its argument were encoded, after an error of w those whose
// whole encoding w has taken.
func NewEncoder(c *Charset, w io.Writer, on OnUnencodable) io.WriteCloser {
	e, err := newEncoder(c)
	if err == nil {
		e = e.withFast(worthFast)
	}
	return &writer{e: e, w: w, on: on, err: err}
}

type writer struct {
	e       encoder
	w       io.Writer
	on      OnUnencodable
	pending []byte // an unfinished character
	buf     []byte
	err     error
}

func (w *writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n := 0
	for n < len(p) {
		src := p[n:min(len(p), n+chunk)]
		taken := len(src)
		held := len(w.pending)
		if held > 0 {
			src = append(w.pending, src...)
		}
		used, err := w.flush(src, false)
		if err != nil {
			return n + max(0, used-held), err
		}
		w.pending = append([]byte(nil), src[used:]...)
		n += taken
	}
	return n, nil
}

// flush encodes src and writes the result. It returns how much of src has
// been consumed.
func (w *writer) flush(src []byte, atEOF bool) (int, error) {
	before := w.e
	out, used, encodeErr := w.e.encode(w.buf[:0], src, w.on, atEOF)
	w.buf = out
	if len(out) > 0 {
		n, err := w.w.Write(out)
		if err == nil && n != len(out) {
			err = io.ErrShortWrite
		}
		if err != nil {
			w.err = err
			return w.taken(before, src[:used], n), err
		}
	}
	w.err = encodeErr
	return used, encodeErr
}

// taken returns how much of src has its encoding by e in n bytes.
func (w *writer) taken(e encoder, src []byte, n int) int {
	encode := func(i int) (size, used int) {
		e := e
		out, used, _ := e.encode(w.buf[:0], src[:i], w.on, false)
		return len(out), used
	}
	i := sort.Search(len(src), func(i int) bool {
		size, _ := encode(i + 1)
		return size > n
	})
	_, used := encode(i) // i may be inside a character
	return used
}

var errClosed = io.ErrClosedPipe

func (w *writer) Close() error {
	if w.err != nil {
		if w.err == errClosed {
			return nil
		}
		return w.err
	}
	if _, err := w.flush(w.pending, true); err != nil {
		return err
	}
	w.pending = nil
	w.err = errClosed
	return nil
}
