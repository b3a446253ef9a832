//go:build !windows

package term

import (
	"errors"
	"os/signal"
	"syscall"
)

// IgnoreBrokenPipe makes writing to a closed pipe an error like any other
// instead of the death of the process, so that the exit status is the same
// whatever the parent process set up.
func IgnoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// IsBrokenPipe reports whether nobody reads what was written.
func IsBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
