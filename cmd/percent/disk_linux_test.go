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

// resizeDisk gives a disk of smallDisk another size.
func resizeDisk(t *testing.T, folder string, size int) {
	t.Helper()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT, "size="+strconv.Itoa(size)); err != nil {
		t.Fatal(err)
	}
}
