package bulk

import "io"

// An Output is a file that is opened at the first write, or by Close if nothing was
// written: an error before that leaves the file untouched.
type Output struct {
	// Open opens the file.
	Open func() (io.WriteCloser, error)

	w    io.WriteCloser
	last byte
	any  bool
}

// Write writes p, and opens the file before the first byte.
func (o *Output) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err := o.Ready(); err != nil {
		return 0, err
	}
	o.last, o.any = p[len(p)-1], true
	return o.w.Write(p)
}

// Close closes the file, and creates it first if nothing was written. To avoid that,
// call Abandon instead.
func (o *Output) Close() error {
	if err := o.Ready(); err != nil {
		return err
	}
	return o.w.Close()
}

// Ready opens the file unless it is open.
func (o *Output) Ready() error {
	if o.w != nil {
		return nil
	}
	w, err := o.Open()
	if err == nil {
		o.w = w
	}
	return err
}

// Abandon closes the file if it was opened.
func (o *Output) Abandon() error {
	if o.w == nil {
		return nil
	}
	return o.w.Close()
}

// Last returns the last byte that was passed to Write, and whether there is one.
func (o *Output) Last() (byte, bool) { return o.last, o.any }
