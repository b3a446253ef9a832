package stream

import (
	"io"

	"github.com/pct-encoded/percent/internal/compress"
	"github.com/pct-encoded/percent/internal/peek"
)

// unpacked decompresses what is read from a file if it is compressed, unless files are
// taken as they are. path is the name of the file, or "".
func (f *Options) unpacked(path string, r io.Reader, file io.Closer) (io.ReadCloser, error) {
	if f.AsIs {
		return Closing(r, file), nil
	}
	text, _, err := compress.NewReader(r, compress.FormatOf(path))
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return Closing(text, text, file), nil
}

// A meteredReader counts what is read, and what is skipped, as progress.
type meteredReader struct {
	r   io.Reader
	bar *Progress
}

func (m *meteredReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.bar.Add(int64(n))
	return n, err
}

func (m *meteredReader) Skip(n int64) error {
	err := peek.Skip(m.r, n)
	m.bar.leaveOut(n)
	return err
}

// Closing returns a reader whose Close closes all of these, in order.
func Closing(r io.Reader, all ...io.Closer) io.ReadCloser { return closers{r, all} }

// closers is a reader with what to close after it.
type closers struct {
	io.Reader
	all []io.Closer
}

func (c closers) Skip(n int64) error { return peek.Skip(c.Reader, n) }

func (c closers) Close() error {
	var err error
	for _, one := range c.all {
		if failed := one.Close(); err == nil {
			err = failed
		}
	}
	return err
}

// A packer compresses the output.
type packer struct {
	io.WriteCloser // compresses
	format         compress.Format
	to             io.WriteCloser
	file           *partialFile // the file written to, or nil
}

// pack returns what compresses what is written to w.
func (o *Output) pack(w io.WriteCloser) (io.WriteCloser, error) {
	packing, err := compress.NewWriter(w, o.format)
	if err != nil {
		_ = w.Close()
		return nil, err
	}
	o.packer = &packer{packing, o.format, w, o.file}
	return o.packer, nil
}

// cut ends a gzip member or a Zstandard frame and begins the next, which can be
// decompressed on its own.
func (p *packer) cut() error {
	if err := p.WriteCloser.Close(); err != nil {
		return err
	}
	w, err := compress.NewWriter(p.to, p.format)
	if err == nil {
		p.WriteCloser = w
	}
	return err
}

// Close ends the compressed data, even of an incomplete file, so that what is
// there can be read.
func (p *packer) Close() error {
	err := p.WriteCloser.Close()
	if err != nil && p.file != nil {
		p.file.whole = false
	}
	if closed := p.to.Close(); err == nil {
		err = closed
	}
	return err
}
