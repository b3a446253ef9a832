package stream

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

// A Quarantine is the file of --errors. A nil Quarantine does nothing.
type Quarantine struct {
	name    string
	out     *bulk.Output
	file    *os.File // set once open or claimed, unless it is a stream
	lines   []byte   // not written yet
	written int64    // bytes in it
	failed  error    // the first error of writing
}

// NewQuarantine returns the file of that name, not open yet. It refuses a file that
// the command already uses as an input, as its output or for messages.
func NewQuarantine(name string, a *Streams, from []Source, to *Output) (*Quarantine, error) {
	shown := excerpt.Name(name)
	if name == "-" {
		return nil, term.UsageError("--errors /dev/stderr writes to standard error, --errors ./- to a file of that name", "--errors does not take -")
	}
	info, err := os.Stat(name)
	if err != nil {
		info = nil
	} else if s := sameFile(info, from); s != "" {
		return nil, term.UsageError("", "--errors %s is the input %s", shown, s)
	}
	switch {
	case to.Stdout && (streamOf(name) == stdoutStream || streamOf(name) == noStream && isRegular(a.Stdout, info)):
		return nil, term.UsageError("-o names a file for the results", "--errors %s is standard output, where the results go", shown)
	case streamOf(name) == noStream && isRegular(a.UI.Stderr, info):
		return nil, term.UsageError("--errors /dev/stderr writes to it", "--errors %s is standard error", shown)
	case to.file != nil && to.file.needs(name, info):
		return nil, term.UsageError("name another file", "--errors %s is a file that output %s needs until it is whole", shown, to.Name)
	case !to.Stdout && sameName(name, to.path, info):
		return nil, term.UsageError("", "--errors and -o are the same file")
	}
	q := &Quarantine{name: name}
	q.out = &bulk.Output{Open: func() (io.WriteCloser, error) { return q.open(a.UI, a.Stdout) }}
	return q, nil
}

// sameName reports whether two names refer to the same file. info describes the
// first, or is nil if it does not exist.
func sameName(a, b string, info fs.FileInfo) bool {
	other, err := os.Stat(b)
	return info != nil && err == nil && os.SameFile(info, other) || wholeName(a) == wholeName(b)
}

// Claim locks the file, if it exists, without changing it.
func (q *Quarantine) Claim() error {
	if q == nil || q.file != nil || inPlace(q.name) {
		return nil
	}
	file, _, err := filelock.Open(q.name, os.O_WRONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	q.file = file
	return q.ioError(err)
}

// Release undoes Claim, unless open has taken over the file.
func (q *Quarantine) Release() {
	if q != nil && q.file != nil {
		_ = q.file.Close() // may be closed already
	}
}

// resumable reports whether another run can append to it.
func (q *Quarantine) resumable() bool { return q == nil || !inPlace(q.name) }

// open opens the file, after what an earlier run wrote to it.
func (q *Quarantine) open(u *term.UI, stdout io.Writer) (io.WriteCloser, error) {
	if inPlace(q.name) {
		return openInPlace(q.name, u, stdout)
	}
	if q.file == nil {
		file, _, err := filelock.Open(q.name, os.O_WRONLY|os.O_CREATE, 0o666)
		if err != nil {
			return nil, err
		}
		q.file = file
	}
	return quarantined{q.file, q.name}, cutAt(q.file, q.written)
}

// fullLines is how many bytes of lines are written together.
const fullLines = 64 << 10

// Write writes a line, at the latest when Flush is called, which returns its errors.
func (q *Quarantine) Write(line []byte) {
	if q.lines = append(q.lines, line...); len(q.lines) >= fullLines {
		q.flush()
	}
}

func (q *Quarantine) flush() {
	if q.failed == nil && len(q.lines) > 0 {
		_, q.failed = q.out.Write(q.lines)
		q.written += int64(len(q.lines))
	}
	q.lines = q.lines[:0]
}

// Flush writes the lines that are not written yet. It returns the first error of writing,
// or nil.
func (q *Quarantine) Flush() error {
	if q == nil {
		return nil
	}
	q.flush()
	switch {
	case q.failed == nil:
		return nil
	case term.IsBrokenPipe(q.failed):
		// Unlike with standard output, a closed pipe must not end the work
		// quietly.
		return &term.Failure{Status: term.StatusIO, Text: excerpt.Name(q.name) + ": its reader has stopped"}
	}
	return q.ioError(q.failed)
}

// Close closes the file. err is the error of the work; Close returns it unless
// closing fails.
func (q *Quarantine) Close(err error) error {
	if q == nil {
		return err
	}
	if failed := q.Flush(); err == nil {
		err = failed
	}
	closing := q.out.Close
	if _, any := q.out.Last(); !any && err != nil {
		closing = q.out.Abandon
	}
	if failed := closing(); failed != nil && err == nil {
		err = q.ioError(failed)
	}
	return err
}

// sync flushes what was written to the disk.
func (q *Quarantine) sync() error {
	if err := q.Flush(); err != nil || q == nil || q.file == nil {
		return err
	}
	return q.ioError(q.file.Sync())
}

func (q *Quarantine) ioError(err error) error {
	if err == nil {
		return nil
	}
	return term.IOError(excerpt.Name(q.name), err)
}

// errReplaced is the error of a file that no longer has its name.
var errReplaced = errors.New("it was replaced or removed while it was written")

// A quarantined is the file of --errors.
type quarantined struct {
	*os.File
	name string
}

// Close fails if the file no longer has its name.
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
