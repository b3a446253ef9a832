package stream

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// An Output is what a command writes to.
type Output struct {
	bulk.Output
	Name   string
	path   string       // of a file, as the user gave it, or ""
	Stdout bool         // the output is standard output
	file   *partialFile // nil if the output is written in place
	packer *packer      // compresses what is written, or nil
}

// cut ends the data written so far so that another run can append to it.
func (o *Output) cut() error {
	if err := o.Ready(); err != nil || o.packer == nil {
		return err
	}
	return o.packer.cut()
}

// Claim locks the files to write that exist, so that a command fails before it has done
// anything if another command is writing them. The others are locked when they are
// created.
func (o *Output) Claim(resume bool) error {
	if o.file == nil {
		return nil
	}
	o.file.resumes = resume
	if err := o.file.claim(); err != nil {
		return term.IOError(o.Name, err)
	}
	return nil
}

// Release ends the lock of a file that was not opened.
func (o *Output) Release() { o.file.release() }

// Finish closes the file. err is the error of the work; Finish returns it unless
// closing fails. With ErrFindings, the file is still complete.
func (o *Output) Finish(err error) error {
	end := o.Abandon
	if err == nil || errors.Is(err, term.ErrFindings) {
		end = o.Close
		if o.file != nil {
			o.file.whole = true
		}
	}
	if failed := end(); failed != nil && (err == nil || errors.Is(err, term.ErrFindings)) {
		err = term.IOError(o.Name, failed)
	}
	return term.WithNote(err, o.file.left(err))
}

// OutputTo returns the output that the flags choose. It refuses an output that
// is also an input: the file would be overwritten before it is read, or grow
// while it is read.
func (f *Options) OutputTo(a *Streams, from []Source) (*Output, error) {
	name, shown := f.Output, excerpt.Name(f.Output)
	if name == "" || name == "-" || streamOf(name) == stdoutStream {
		if file, ok := a.Stdout.(*os.File); ok {
			if info, err := file.Stat(); err == nil {
				if s := sameFile(info, from); s != "" {
					return nil, term.UsageError("write to another file and rename it afterwards", "standard output is the input %s", s)
				}
			}
		}
		open := func() (io.WriteCloser, error) {
			if !a.UI.DataTerminal || f.asIs {
				return term.KeepOpen{Writer: a.Stdout}, nil
			}
			return &term.VisibleWriter{Out: term.KeepOpen{Writer: a.Stdout}, Pen: a.UI.Pen(), Painted: f.Pages, OnMasked: func() { a.UI.Masked = !f.Pages }}, nil
		}
		return &Output{Name: "stdout", Stdout: true, Output: bulk.Output{Open: open}}, nil
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return nil, term.IOError(shown, syscall.EISDIR)
		}
		if s := sameFile(info, from); s != "" {
			return nil, term.UsageError("write to another file and rename it afterwards", "output %s is the input %s", shown, s)
		}
	}
	out := &Output{Name: shown, path: name}
	out.Open = func() (io.WriteCloser, error) { return openInPlace(name, a.UI, a.Stdout) }
	if !inPlace(name) {
		file, err := newPartial(name, from)
		if err != nil {
			return nil, err
		}
		for _, own := range append(file.files(), name) {
			if info, err := os.Stat(own); err == nil && isRegular(a.UI.Stderr, info) {
				return nil, term.UsageError("write messages to another file", "standard error is %s, a file that output %s needs", excerpt.Name(own), shown)
			}
		}
		out.file = file
		out.Open = func() (io.WriteCloser, error) {
			err := file.open()
			if err == nil {
				file.tellInterrupts(a.UI)
			}
			return file, err
		}
	}
	f.pack(out, name)
	return out, nil
}

// A stream is one of the open standard streams, which have names such as
// /dev/stdout.
type stream int

const (
	noStream stream = iota
	stdoutStream
	stderrStream
)

// streamOf returns the stream that a name stands for. If the stream is a file, opening
// the name would write over what others have written to the stream.
func streamOf(name string) stream {
	switch name {
	case "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return stdoutStream
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return stderrStream
	}
	return noStream
}

// isRegular reports whether an open stream is the regular file of info, which may be
// nil.
func isRegular(stream any, info fs.FileInfo) bool {
	file, ok := stream.(*os.File)
	if !ok || info == nil {
		return false
	}
	own, err := file.Stat()
	return err == nil && own.Mode().IsRegular() && os.SameFile(own, info)
}

// openInPlace opens an output that is written in place: a device, a pipe or a stream.
// It opens for writing only. os.Create would open for reading, too: a pipe would then
// always have a reader, and writing would block for ever once the other reader is
// gone.
func openInPlace(name string, u *term.UI, stdout io.Writer) (io.WriteCloser, error) {
	switch streamOf(name) {
	case stdoutStream:
		return term.KeepOpen{Writer: stdout}, nil
	case stderrStream:
		return term.KeepOpen{Writer: u.Beside()}, nil
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// sameFile returns the name of the input that is the regular file of info, or "".
func sameFile(info os.FileInfo, from []Source) string {
	for _, s := range from {
		if s.stat != nil && s.stat.Mode().IsRegular() && os.SameFile(info, s.stat) {
			return s.Name
		}
	}
	return ""
}
