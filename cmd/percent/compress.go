package main

import (
	"io"

	"github.com/pct-encoded/percent/bulk/compress"
)

// unpacked returns the text of an input that may be compressed. Where all of it is
// one value, that is what is there.
func (j *job) unpacked(open func() (io.ReadCloser, error)) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		file, err := open()
		if err != nil {
			return nil, err
		}
		var r io.Reader = file
		if j.bar != nil {
			// The size that is known is that of the file.
			r = &watched{file, func(b []byte) { j.bar.add(len(b)) }}
		}
		if j.whole {
			return closers{r, []io.Closer{file}}, nil
		}
		text, _, err := compress.NewReader(r)
		if err != nil {
			_ = file.Close()
			return nil, err
		}
		return closers{text, []io.Closer{text, file}}, nil
	}
}

// closers is a reader that closes what it stands on.
type closers struct {
	io.Reader
	all []io.Closer
}

func (c closers) Close() error {
	var err error
	for _, one := range c.all {
		if failed := one.Close(); err == nil {
			err = failed
		}
	}
	return err
}

// A packer compresses what is written to a file.
type packer struct {
	io.WriteCloser // compresses
	to             io.WriteCloser
	file           *partialFile // that to is, or nil
}

// packed returns open with what its file is given compressed as the name says.
func (f *inputFlags) packed(name string, file *partialFile, open func() (io.WriteCloser, error)) func() (io.WriteCloser, error) {
	format := compress.FormatOf(name)
	if format == compress.None || f.whole || f.bodies {
		return open
	}
	return func() (io.WriteCloser, error) {
		to, err := open()
		if err != nil {
			return nil, err
		}
		w, err := compress.NewWriter(to, format)
		if err != nil {
			_ = to.Close()
			return nil, err
		}
		return &packer{w, to, file}, nil
	}
}

// Close ends the compressed data, in a file that is not whole as well, which then
// can be read up to there.
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
