package main

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/filelock"
)

// quarantine makes the file of --errors, which no other file may be.
func (c *columnFlags) quarantine(j *job, from []source) error {
	name, shown := c.errors, excerpt.Name(c.errors)
	if name == "-" {
		return term.UsageError("--errors /dev/stderr writes to standard error, --errors ./- to a file of that name", "--errors does not take -")
	}
	info, err := os.Stat(name)
	if err != nil {
		info = nil
	} else if s := sameFile(info, from); s != "" {
		return term.UsageError("", "--errors %s is the input %s", shown, s)
	}
	file := j.out.file
	switch {
	case j.out.stdout && (streamOf(name) == stdoutStream || streamOf(name) == noStream && isRegular(j.stdout, info)):
		return term.UsageError("-o names a file for the results", "--errors %s is standard output, where the results go", shown)
	case streamOf(name) == noStream && isRegular(j.ui.Stderr, info):
		return term.UsageError("--errors /dev/stderr writes to it", "--errors %s is standard error", shown)
	case file != nil && file.needs(name, info):
		return term.UsageError("name another file", "--errors %s is a file that output %s needs until it is whole", shown, j.out.name)
	case !j.out.stdout && sameName(name, j.output, info):
		return term.UsageError("", "--errors and -o are the same file")
	}
	c.bad = &bulk.Output{Open: func() (io.WriteCloser, error) { return c.open(j.ui, j.stdout) }}
	return nil
}

// sameName reports whether two names are those of one file. info is what is known of
// the first, or nil if there is no such file.
func sameName(a, b string, info fs.FileInfo) bool {
	other, err := os.Stat(b)
	return info != nil && err == nil && os.SameFile(info, other) || wholeName(a) == wholeName(b)
}

// claim locks the file of --errors, if it is there. It changes nothing.
func (c *columnFlags) claim() error {
	if c.bad == nil || c.file != nil || inPlace(c.errors) {
		return nil
	}
	file, _, err := filelock.Open(c.errors, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	c.file = file
	return err
}

// release ends what claim began, if open has not made use of it.
func (c *columnFlags) release() {
	if c != nil && c.file != nil {
		_ = c.file.Close() // again, unless there was nothing to write
	}
}

// open opens the file of --errors, behind what an earlier run wrote to it.
func (c *columnFlags) open(u *term.UI, stdout io.Writer) (io.WriteCloser, error) {
	if inPlace(c.errors) {
		return openInPlace(c.errors, u, stdout)
	}
	if c.file == nil {
		file, _, err := filelock.Open(c.errors, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		c.file = file
	}
	return quarantined{c.file, c.errors}, cutAt(c.file, c.written)
}

// errReplaced is of a file that is not under its name any more.
var errReplaced = errors.New("it was replaced or removed while it was written")

// A quarantined is the file of --errors.
type quarantined struct {
	*os.File
	name string
}

// Close fails if nobody will find what was written.
func (q quarantined) Close() error {
	ours, err := q.Stat()
	if err == nil {
		if there, failed := os.Stat(q.name); failed != nil || !os.SameFile(ours, there) {
			err = errReplaced
		}
	}
	if closed := q.File.Close(); err == nil {
		err = closed
	}
	return err
}
