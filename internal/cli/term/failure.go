package term

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/pct-encoded/percent/internal/filelock"
)

// The exit statuses, which docs/command.md lists.
const (
	StatusDone     = 0
	StatusFindings = 1 // a comparison found differences, a check found something
	StatusUsage    = 2 // the command line is invalid
	StatusInput    = 3 // the input is malformed
	StatusIO       = 4 // reading or writing failed
	// A question with a yes and a no was not answered: neither of them may be said.
	StatusUndecided = 5
)

// A Failure is an error with the exit status of the command and, optionally, a
// hint.
type Failure struct {
	Status int
	Text   string
	Hint   string
	notes  []string
}

// Error returns the text, which says what is wrong and where.
func (f *Failure) Error() string { return f.Text }

// UsageError returns a failure for an invalid command line.
//
//go:noinline
func UsageError(hint, format string, args ...any) error {
	return &Failure{Status: StatusUsage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// IOError returns the failure for an error of reading or writing name.
func IOError(name string, err error) error {
	if IsBrokenPipe(err) {
		return ErrQuiet
	}
	hint := ""
	if errors.Is(err, filelock.ErrHeld) {
		hint = "wait until it has ended, or name another file"
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &Failure{Status: StatusIO, Text: name + ": " + err.Error(), Hint: hint}
}

// ErrQuiet ends the command with status 0 and no message: the reader of the
// output has closed it.
var ErrQuiet = errors.New("closed pipe")

// ErrFindings ends the command with status 1 and no message: the findings are
// in the output.
var ErrFindings = errors.New("findings")

// ErrUndecided ends the command with status 5 and no message: what stands in the way of
// an answer is in the output.
var ErrUndecided = errors.New("undecided")

// WithNote returns a failure with another note after it, unless the note is "".
func WithNote(err error, note string) error {
	var known *Failure
	if note == "" || !errors.As(err, &known) {
		return err
	}
	more := *known
	more.notes = append(slices.Clone(known.notes), note)
	return &more
}
