package main

import (
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
)

// An output collects what is written and hands it to a goroutine that writes
// it, so that the next chunk is worked on in the meantime. It opens its file
// when there is something to write, or when all is done: an error before that
// leaves the file alone.
type output struct {
	name   string
	stdout bool // it is no file of its own
	open   func() (io.WriteCloser, error)

	size   int    // capacity of a buffer
	buf    []byte // what is collected
	glue   string // goes before anything else that comes
	full   chan filled
	free   chan []byte
	done   sync.WaitGroup
	failed atomic.Pointer[error]
	ending byte // the last byte written; for when the goroutine is done
}

// filled is a buffer to write, and where it goes afterwards.
type filled struct {
	buf  []byte
	free chan<- []byte
}

// minRoom is what room always returns: enough for what the longest rest of a
// chunk can become, and for any escape.
const minRoom = 64

func newOutput(name string, size int, open func() (io.WriteCloser, error)) *output {
	return &output{name: name, size: max(size, 2*minRoom), open: open}
}

// room returns memory for at least minRoom bytes, which wrote tells to have
// been filled.
func (o *output) room() ([]byte, error) {
	if glue := o.glue; glue != "" {
		o.glue = ""
		if err := o.write(glue); err != nil {
			return nil, err
		}
	}
	if cap(o.buf)-len(o.buf) < minRoom {
		if err := o.flush(); err != nil {
			return nil, err
		}
		if o.buf == nil {
			o.buf = make([]byte, 0, o.size)
		}
	}
	return o.buf[len(o.buf):cap(o.buf)], nil
}

// wrote adds the first n bytes of room to what is collected.
func (o *output) wrote(n int) { o.buf = o.buf[:len(o.buf)+n] }

func (o *output) write(s string) error { return writeTo(o, s) }

func (o *output) writeBytes(b []byte) error { return writeTo(o, b) }

func writeTo[T ~string | ~[]byte](o *output, s T) error {
	for len(s) > 0 {
		room, err := o.room()
		if err != nil {
			return err
		}
		n := copy(room, s)
		o.wrote(n)
		s = s[n:]
	}
	return nil
}

// flush hands what is collected to the goroutine that writes, and returns the
// error that it came to before, if any.
func (o *output) flush() error {
	if failed := o.failed.Load(); failed != nil {
		return *failed
	}
	if len(o.buf) == 0 {
		return nil
	}
	o.begin()
	o.full <- filled{o.buf, o.free}
	o.buf = <-o.free
	return nil
}

// pass writes buf, too, and puts it into free when that is done.
func (o *output) pass(buf []byte, free chan<- []byte) error {
	if glue := o.glue; glue != "" && len(buf) > 0 {
		o.glue = ""
		if err := o.write(glue); err != nil {
			return err
		}
	}
	if err := o.flush(); err != nil {
		return err
	}
	if len(buf) == 0 {
		free <- buf
		return nil
	}
	o.begin()
	o.full <- filled{buf, free}
	return nil
}

// begin starts the goroutine that writes.
func (o *output) begin() {
	if o.full != nil {
		return
	}
	const buffers = 2 // besides the one that is filled
	o.full = make(chan filled, buffers)
	o.free = make(chan []byte, buffers)
	for range buffers {
		o.free <- nil
	}
	o.done.Add(1)
	go o.run()
}

// run writes buffers until there are no more. After an error it goes on taking
// them, so that nobody waits for it.
func (o *output) run() {
	defer o.done.Done()
	var w io.WriteCloser
	var err error
	for f := range o.full {
		if err == nil && w == nil {
			w, err = o.open()
		}
		if err == nil {
			var n int
			if n, err = w.Write(f.buf); err == nil && n < len(f.buf) {
				err = io.ErrShortWrite
			}
		}
		o.ending = f.buf[len(f.buf)-1]
		if err != nil && o.failed.Load() == nil {
			failure := ioError(o.name, err)
			o.failed.Store(&failure)
		}
		f.free <- f.buf[:0]
	}
	if w != nil {
		if closed := w.Close(); closed != nil && o.failed.Load() == nil {
			failure := ioError(o.name, closed)
			o.failed.Store(&failure)
		}
	}
}

// close writes what is left and closes the file. err is what the work ended
// with; close returns it unless writing failed, which then came first.
func (o *output) close(err error) error {
	failed := o.flush()
	if o.full != nil {
		close(o.full)
		o.done.Wait()
		if f := o.failed.Load(); f != nil {
			failed = *f
		}
	}
	switch {
	case failed != nil:
		return failed
	case err != nil || o.full != nil:
		return err
	}
	// There was nothing to write: the file is still to be made.
	w, err := o.open()
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return ioError(o.name, err)
	}
	return nil
}

// output returns what the flags say to write to. It refuses what is also an
// input: it would be overwritten before it is read, or grow while it is read.
func (f *inputFlags) outputTo(a *app, from []source) (*output, error) {
	name, shown := f.output, printable(f.output)
	if name == "" || name == "-" {
		if file, ok := a.stdout.(*os.File); ok {
			if info, err := file.Stat(); err == nil {
				if s := sameFile(info, from); s != "" {
					return nil, usageError("write to another file and rename it afterwards", "standard output is the input %s", s)
				}
			}
		}
		o := newOutput("stdout", 2*a.chunk, func() (io.WriteCloser, error) { return keepOpen{a.stdout}, nil })
		o.stdout = true
		return o, nil
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return nil, ioError(shown, syscall.EISDIR)
		}
		if s := sameFile(info, from); s != "" {
			return nil, usageError("write to another file and rename it afterwards", "output %s is the input %s", shown, s)
		}
	}
	return newOutput(shown, 2*a.chunk, func() (io.WriteCloser, error) { return os.Create(name) }), nil
}

// sameFile returns the name of the regular file among the inputs that info is
// of, or "".
func sameFile(info os.FileInfo, from []source) string {
	for _, s := range from {
		if s.stat != nil && s.stat.Mode().IsRegular() && os.SameFile(info, s.stat) {
			return s.name
		}
	}
	return ""
}

// keepOpen is a stream that is not ours to close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// A textOutput is where commands print that write a page of text, and cobra its
// help. It remembers that writing failed.
type textOutput struct {
	w   io.Writer
	err error
}

func (t *textOutput) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	if err != nil && t.err == nil {
		t.err = ioError("stdout", err)
	}
	return n, err
}
