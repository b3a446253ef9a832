// Package filelock locks files that are being written, so that two programs never
// write one file at a time. The lock belongs to the open file: it ends when the file
// is closed, or with the program, however that ends.
//
//	file, locked, err := filelock.Open("out.csv", os.O_WRONLY|os.O_CREATE, 0o666)
//
// Only programs that ask for the lock notice it. Everybody else can read and write the
// file as before.
package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// ErrHeld is the error for a file that is locked already, by another program or by
// this one.
var ErrHeld = errors.New("another command is writing to it")

// Open opens a file for writing as os.OpenFile does, except that it never empties it,
// and locks it. The caller closes the file, which ends the lock. On Windows, the file
// can be renamed and removed while it is open, as elsewhere.
//
// The error is ErrHeld if the file is locked, and otherwise that of os.OpenFile. Files
// that are not regular are opened and not locked. Nor is a file locked if the system
// or the file system has no locks of this kind; locked says whether it is.
//
// Whoever holds the lock may remove or rename the file: the file that Open returns is
// still the one with that name.
func Open(name string, flag int, mode fs.FileMode) (file *os.File, locked bool, err error) {
	for {
		if file, err = open(name, flag&^os.O_TRUNC, mode); err != nil {
			return nil, false, err
		}
		ours, err := file.Stat()
		if err == nil && !ours.Mode().IsRegular() {
			return file, false, nil
		}
		if err == nil {
			locked, err = lock(file, exclusive)
		}
		if err == nil {
			// The file may have been removed or renamed before it was locked.
			there, failed := os.Stat(name)
			if failed == nil && os.SameFile(ours, there) {
				return file, locked, nil
			}
			if !errors.Is(failed, fs.ErrNotExist) {
				err = failed
			}
		}
		_ = file.Close()
		if err != nil {
			return nil, false, err
		}
	}
}

// Held reports whether somebody holds the lock of a file. It is false for files that
// are not there, that are not regular, or that cannot be opened for writing.
func Held(name string) bool {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false // opening a pipe would wait for its reader
	}
	file, err := open(name, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	// Two programs that ask at the same time do not see each other.
	_, err = lock(file, shared)
	return errors.Is(err, ErrHeld)
}
