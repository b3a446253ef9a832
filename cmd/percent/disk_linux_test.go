package main

import (
	"strconv"
	"syscall"
	"testing"
)

// smallDisk returns a folder on a disk of that many bytes.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+strconv.Itoa(size)); err != nil {
		t.Skipf("cannot mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, 0) })
	return folder
}
