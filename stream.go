package percent

import (
	"errors"
	"io"
)

// Sizes of the pieces in which streams work. Larger ones gain nothing: the
// kernels run at full speed on either.
const (
	encoderChunk = 16 << 10 // bytes of input at a time; the buffer holds three times that
	encoderRest  = 2        // bytes that EncodeChunk leaves for later, at most
	decoderChunk = 32 << 10 // bytes of encoded input in the buffer
	maxRest      = 11       // bytes that DecodeChunk leaves for later, at most
)

// NewEncoder returns a writer that percent-encodes what is written to it and
// writes the result to w. The caller must Close it, which writes what is still
// held back (only with EscapesKept: at most two bytes) but does not close w.
//
// Write returns the number of bytes of its argument that have reached w or are
// held back. After an error of w these are the bytes whose whole encoding w has
// taken, and from then on Write and Close only return that error.
func NewEncoder(e *Encoding, w io.Writer) io.WriteCloser {
	return &encoder{e: e, w: w}
}

type encoder struct {
	e    *Encoding
	w    io.Writer
	err  error
	buf  []byte
	rest []byte // the beginning of an escape, two bytes at most

	joined []byte // rest and what follows it
}

var errClosed = errors.New("percent: write to a closed encoder")

func (c *encoder) Write(p []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	for n < len(p) {
		piece := p[n:min(len(p), n+encoderChunk)]
		after, held := n+len(piece), len(c.rest)
		if held > 0 {
			c.joined = append(append(c.joined[:0], c.rest...), piece...)
			piece = c.joined
		}
		rest, written, err := c.chunk(piece)
		if err != nil {
			_, taken, _ := c.e.EncodeChunk(c.buf[:written], piece)
			return n + max(0, taken-held), err
		}
		c.rest, n = append(c.rest[:0], rest...), after
	}
	return n, nil
}

// chunk encodes src and writes the result. It returns what must wait, and how many
// bytes of the result were written.
func (c *encoder) chunk(src []byte) (rest []byte, written int, err error) {
	if need := 3 * len(src); cap(c.buf) < need {
		c.buf = make([]byte, min(2*need, 3*(encoderChunk+encoderRest)))
	}
	nDst, nSrc, _ := c.e.EncodeChunk(c.buf[:cap(c.buf)], src)
	written, err = c.flush(c.buf[:nDst])
	return src[nSrc:], written, err
}

func (c *encoder) flush(b []byte) (n int, err error) {
	if len(b) > 0 {
		n, err = c.w.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		n = min(max(n, 0), len(b))
		c.err = err
	}
	return n, c.err
}

// Close writes what has been held back. It does not close the writer below.
func (c *encoder) Close() error {
	if c.err == nil {
		_, _ = c.flush(c.e.AppendEncode(c.buf[:0], c.rest)) // the error is in c.err
	}
	if c.err != nil {
		if c.err == errClosed {
			return nil
		}
		return c.err
	}
	c.err = errClosed
	return nil
}

// NewDecoder returns a reader of what r holds, percent-decoded. Its Read
// returns the decoded bytes before any error; a *SyntaxError has the offset
// from the start of r. An error of r itself comes after everything that could
// be decoded before it.
func NewDecoder(e *Encoding, r io.Reader) io.Reader {
	return &decoder{e: e, r: r}
}

type decoder struct {
	e      *Encoding
	r      io.Reader
	err    error  // of r, or a *SyntaxError; returned once out is empty
	in     []byte // read and not yet decoded
	buf    []byte // the memory of in
	out    []byte // decoded and not yet delivered
	outBuf [64]byte
	offset int64 // of in, in the stream
}

func (d *decoder) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for empty := 0; ; {
		if len(d.out) > 0 {
			n := copy(p, d.out)
			d.out = d.out[n:]
			return n, nil
		}
		if n := d.decode(p); n > 0 {
			return n, nil
		}
		if len(d.out) > 0 {
			continue
		}
		if d.err != nil {
			return 0, d.err
		}
		n := d.fill(len(p))
		if n > 0 || d.err != nil {
			empty = 0
		} else if empty++; empty == 100 {
			return 0, io.ErrNoProgress
		}
	}
}

// decode decodes what is in the buffer to p or, if p is too small for a whole
// character, to d.out.
func (d *decoder) decode(p []byte) (n int) {
	if len(d.in) == 0 {
		return 0
	}
	if _, malformed := d.err.(*SyntaxError); malformed {
		return 0
	}
	nDst, nSrc, err := d.e.DecodeChunk(p, d.in)
	if err == io.ErrShortBuffer && nDst == 0 {
		var nOut int
		nOut, nSrc, err = d.e.DecodeChunk(d.outBuf[:], d.in)
		d.out = d.outBuf[:nOut]
	}
	if err == io.ErrUnexpectedEOF && nSrc == 0 && d.err == io.EOF {
		// The stream ends inside an escape or a character.
		d.out, err = d.e.AppendDecode(d.outBuf[:0], d.in)
		nSrc = len(d.in)
	}
	if e, ok := err.(*SyntaxError); ok {
		e.Offset += d.offset
		d.err = e
	}
	d.in = d.in[nSrc:]
	d.offset += int64(nSrc)
	return nDst
}

// fill reads more input, for a caller that wants that many bytes.
func (d *decoder) fill(want int) int {
	if size := min(decoderChunk, max(512, want+maxRest)); len(d.buf) < size {
		d.buf = make([]byte, size)
	}
	kept := copy(d.buf, d.in)
	n, err := d.r.Read(d.buf[kept:])
	d.in = d.buf[:kept+n]
	d.err = err
	return n
}
