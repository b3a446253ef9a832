//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"os"
	"syscall"
)

// lock keeps others from going on with a file that is being written. It lasts
// until the file is closed, or the program ends.
func lock(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == syscall.EWOULDBLOCK {
		return errTwoWriters
	}
	// A disk that knows no locks is no reason not to write.
	return nil
}
