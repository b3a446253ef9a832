// Package peek gives back to a reader what was read from it to look at it, and
// leaves out what need not be read again.
package peek

import (
	"errors"
	"io"
)

// A Reader reads Head, and then R.
type Reader struct {
	Head []byte
	R    io.Reader
}

// Read reads from Head, or from R if nothing is left of it.
func (r *Reader) Read(p []byte) (int, error) {
	if len(r.Head) > 0 && len(p) > 0 {
		n := copy(p, r.Head)
		r.Head = r.Head[n:]
		return n, nil
	}
	return r.R.Read(p)
}

// Skip leaves out the next n bytes.
func (r *Reader) Skip(n int64) error {
	head := min(n, int64(len(r.Head)))
	r.Head = r.Head[head:]
	return Skip(r.R, n-head)
}

// Skip leaves out the next n bytes of r: by its method Skip, by that of io.Seeker,
// or by reading them. The error is io.ErrUnexpectedEOF where reading shows that r
// has fewer; a file may be left behind its end.
func Skip(r io.Reader, n int64) error {
	if n == 0 {
		return nil
	}
	switch r := r.(type) {
	case interface{ Skip(n int64) error }:
		return r.Skip(n)
	case io.Seeker:
		// A pipe has the method, too.
		if _, err := r.Seek(n, io.SeekCurrent); err == nil {
			return nil
		}
	}
	_, err := io.CopyN(io.Discard, r, n)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}
