package stream

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/compress"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// An Output is what a command writes to.
type Output struct {
	bulk.Output
	Name   string
	Stdout bool // the output is standard output
	// First, if not nil, returns what is written instead of the first bytes.
	First func(b []byte) []byte
	// See, if not nil, is called with what is written.
	See func(b []byte)

	app     *Streams
	options *Options
	path    string          // of a file, as the user gave it, or ""
	file    *partialFile    // nil if the output is written in place
	format  compress.Format // of what is written
	packer  *packer         // compresses what is written, or nil
}

// Write writes p, and opens the output before the first byte.
func (o *Output) Write(p []byte) (int, error) {
	if o.See != nil {
		o.See(p)
	}
	text := p
	if o.First != nil && len(p) > 0 {
		text, o.First = o.First(p), nil
	}
	n, err := o.Output.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// open opens the output, which is compressed if its name asks for that.
func (o *Output) open() (io.WriteCloser, error) {
	w, err := o.openPlain()
	if err != nil || o.format == compress.None {
		return w, err
	}
	return o.pack(w)
}

func (o *Output) openPlain() (io.WriteCloser, error) {
	u, stdout := o.app.UI, term.KeepOpen{Writer: o.app.Stdout}
	switch {
	case o.file != nil:
		err := o.file.open()
		if err == nil {
			o.file.tellInterrupts(u)
		}
		return o.file, err
	case !o.Stdout:
		return openInPlace(o.path, u, o.app.Stdout)
	case !u.DataTerminal || o.options.asIs:
		return stdout, nil
	}
	pages := o.options.Pages
	return &term.VisibleWriter{Out: stdout, Pen: u.Pen(), Painted: pages, OnMasked: func() { u.Masked = !pages }}, nil
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
func (o *Output) Claim() error {
	if o.file == nil {
		return nil
	}
	o.file.resumes = o.options.Resume
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

// ToStdout reports whether the flags choose standard output.
func (f *Options) ToStdout() bool {
	return f.Output == "" || f.Output == "-" || streamOf(f.Output) == stdoutStream
}

// OutputTo returns the output that the flags choose. It refuses an output that
// is also an input: the file would be overwritten before it is read, or grow
// while it is read.
func (f *Options) OutputTo(a *Streams, from []Source) (*Output, error) {
	name, shown := f.Output, excerpt.Name(f.Output)
	out := &Output{Name: shown, app: a, options: f}
	out.Open = out.open
	if f.ToStdout() {
		if file, ok := a.Stdout.(*os.File); ok {
			if info, err := file.Stat(); err == nil {
				if s := sameFile(info, from); s != "" {
					return nil, term.UsageError("write to another file and rename it afterwards", "standard output is the input %s", s)
				}
			}
		}
		out.Name, out.Stdout = "stdout", true
		return out, nil
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return nil, term.IOError(shown, syscall.EISDIR)
		}
		if s := sameFile(info, from); s != "" {
			return nil, term.UsageError("write to another file and rename it afterwards", "output %s is the input %s", shown, s)
		}
	}
	out.path = name
	if !f.Bodies {
		out.format = compress.FormatOf(name)
	}
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
	}
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
