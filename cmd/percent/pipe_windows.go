package main

import (
	"errors"
	"syscall"
)

func ignoreBrokenPipe() {}

func isBrokenPipe(err error) bool {
	const errorNoData = syscall.Errno(232)
	return errors.Is(err, errorNoData) || errors.Is(err, syscall.ERROR_BROKEN_PIPE)
}
