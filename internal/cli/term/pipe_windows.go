package term

import (
	"errors"
	"syscall"
)

// IgnoreBrokenPipe does nothing: a closed pipe is an error like any other.
func IgnoreBrokenPipe() {}

// IsBrokenPipe reports whether nobody reads what was written.
func IsBrokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232)
	return errors.Is(err, errorNoData) || errors.Is(err, syscall.ERROR_BROKEN_PIPE)
}
