//go:build !windows

package main

import (
	"errors"
	"os/signal"
	"syscall"
)

// ignoreBrokenPipe makes writing to a closed pipe an error like any other
// instead of the death of the process, so that the exit status is the same
// whatever the parent process set up.
func ignoreBrokenPipe() { signal.Ignore(syscall.SIGPIPE) }

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
