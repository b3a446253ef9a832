//go:build !windows && !js

package term

import (
	"errors"
	"os/signal"
	"syscall"
)

// IgnoreBrokenPipe makes writing to a closed pipe an ordinary error instead of
// killing the process, so that the exit status does not depend on the parent
// process.
func IgnoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

// IsBrokenPipe reports whether err is that of writing to a closed pipe.
func IsBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
