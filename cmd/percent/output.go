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
	return withNotes(err, o.file.left(err))
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
	if inPlace(name) {
		open := func() (io.WriteCloser, error) { return create(name) }
		out := &output{name: shown, Output: bulk.Output{Open: open}}
		f.pack(out, name)
		return out, nil
	}
	file, err := newPartial(name, from)
	if err != nil {
		return nil, err
	}
	open := func() (io.WriteCloser, error) { return file, file.open() }
	out := &output{name: shown, file: file, Output: bulk.Output{Open: open}}
	f.pack(out, name)
	return out, nil
}

// create opens a file to write it anew. It does not open it to be read, as os.Create
// does: who reads his own pipe waits for ever when its reader is gone.
func create(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
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
