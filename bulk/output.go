package bulk

import "io"

// An Output is a file that is opened when there is something to write, or when
// all is done: an error before that leaves the file alone.
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

// Close closes the file. One to which nothing was written is made first, unless
// Abandon is called instead.
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

// Last returns the last byte that was to be written, and whether there is one.
func (o *Output) Last() (byte, bool) { return o.last, o.any }
