package term

import (
	"errors"
	"syscall"
)

// IgnoreBrokenPipe does nothing: writing to a closed pipe is an ordinary error
// on Windows.
func IgnoreBrokenPipe() {}

// IsBrokenPipe reports whether err is that of writing to a closed pipe.
func IsBrokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232)
	return errors.Is(err, errorNoData) || errors.Is(err, syscall.ERROR_BROKEN_PIPE)
}
