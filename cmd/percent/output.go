package main

import (
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/pct-encoded/percent/bulk"
)

// An output is what a command writes to.
type output struct {
	bulk.Output
	name   string
	stdout bool         // it is not a file of its own
	file   *partialFile // nil for what is written in place
	packer *packer      // compresses what is written, or nil
}

// cut ends what is written so far so that another run can go on after it.
func (o *output) cut() error {
	if err := o.Ready(); err != nil || o.packer == nil {
		return err
	}
	return o.packer.cut()
}

// close closes the file. err is what the work ended with; close returns it unless
// closing fails. Findings are a result: the file is whole.
func (o *output) close(err error) error {
	end := o.Abandon
	if err == nil || errors.Is(err, errFindings) {
		end = o.Close
		if o.file != nil {
			o.file.whole = true
		}
	}
	if failed := end(); failed != nil && (err == nil || errors.Is(err, errFindings)) {
		err = ioError(o.name, failed)
	}
	return withNote(err, o.file.left(err))
}

// outputTo returns what the flags say to write to. It refuses what is also an
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
		open := func() (io.WriteCloser, error) {
			if !a.ui.data || f.asIs {
				return keepOpen{a.stdout}, nil
			}
			return &visibleWriter{w: keepOpen{a.stdout}, pen: a.ui.pen(), ours: f.pages, told: func() { a.ui.shown = !f.pages }}, nil
		}
		return &output{name: "stdout", stdout: true, Output: bulk.Output{Open: open}}, nil
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return nil, ioError(shown, syscall.EISDIR)
		}
		if s := sameFile(info, from); s != "" {
			return nil, usageError("write to another file and rename it afterwards", "output %s is the input %s", shown, s)
		}
	}
	out := &output{name: shown}
	out.Open = func() (io.WriteCloser, error) { return create(name) }
	if !inPlace(name) {
		file, err := newPartial(name, from)
		if err != nil {
			return nil, err
		}
		out.file = file
		out.Open = func() (io.WriteCloser, error) {
			err := file.open()
			if err == nil {
				file.tellInterrupts(a.ui)
			}
			return file, err
		}
	}
	f.pack(out, name)
	return out, nil
}

// create creates or empties a file and opens it for writing only. os.Create opens it
// for reading, too: a pipe would then always have a reader, and writing to it would
// wait for ever once the other reader is gone.
func create(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// sameFile returns the name of the input that is the regular file of info, or "".
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

// A textOutput is where commands print pages of text, and cobra prints help. It
// remembers the first error of writing.
type textOutput struct {
	w   io.Writer
	err error
}

func newTextOutput(stdout io.Writer, u *ui) *textOutput {
	if u.data {
		stdout = &visibleWriter{w: keepOpen{stdout}, ours: true}
	}
	return &textOutput{w: stdout}
}

func (t *textOutput) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	if err != nil && t.err == nil {
		t.err = ioError("stdout", err)
	}
	return n, err
}
