package filelock

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Kinds of locks. A file has one that is exclusive, or any number that are shared.
const (
	exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK
	shared    = 0
)

// open is os.OpenFile. The file can be renamed and removed while it is
// open: os.OpenFile does not share that right.
func open(name string, flag int, _ fs.FileMode) (*os.File, error) {
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	access := uint32(windows.GENERIC_READ)
	switch {
	case flag&os.O_RDWR != 0:
		access |= windows.GENERIC_WRITE
	case flag&os.O_WRONLY != 0:
		access = windows.GENERIC_WRITE
	}
	how := uint32(windows.OPEN_EXISTING)
	switch {
	case flag&(os.O_CREATE|os.O_EXCL) == os.O_CREATE|os.O_EXCL:
		how = windows.CREATE_NEW
	case flag&os.O_CREATE != 0:
		how = windows.OPEN_ALWAYS
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	handle, err := windows.CreateFile(path, access, share, nil, how, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return os.NewFile(uintptr(handle), name), nil
}

// lock locks an open file. It is false where there are no locks.
func lock(file *os.File, kind uint32) (locked bool, err error) {
	// A lock of Windows keeps others from reading and writing the bytes that it covers.
	// This one lies behind the end of any file.
	const far = 1 << 30
	at := &windows.Overlapped{OffsetHigh: far}
	switch err := windows.LockFileEx(windows.Handle(file.Fd()), kind|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at); err {
	case windows.ERROR_LOCK_VIOLATION, windows.ERROR_IO_PENDING:
		return false, ErrHeld
	default:
		return err == nil, nil
	}
}
