//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"io/fs"
	"os"
	"syscall"
)

// Kinds of locks. A file has one that is exclusive, or any number that are shared.
const (
	exclusive = syscall.LOCK_EX
	shared    = syscall.LOCK_SH
)

func open(name string, flag int, mode fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, mode)
}

// lock locks an open file. It is false where there are no locks, such as on some file
// systems of networks.
func lock(file *os.File, kind int) (locked bool, err error) {
	for {
		switch err := syscall.Flock(int(file.Fd()), kind|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return false, ErrHeld
		default:
			return err == nil, nil
		}
	}
}
