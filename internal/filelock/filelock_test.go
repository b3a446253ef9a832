//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows

package filelock

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

func TestOpen(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if _, _, err := Open(name, os.O_WRONLY, 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without os.O_CREATE: %v", err)
	}
	if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []int{os.O_WRONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE, os.O_WRONLY | os.O_TRUNC} {
		if Held(name) {
			t.Fatal("held before")
		}
		file, locked, err := Open(name, flag, 0o666)
		if err != nil || !locked {
			t.Fatalf("%v, %v", locked, err)
		}
		if !Held(name) {
			t.Error("not held")
		}
		if other, _, err := Open(name, os.O_WRONLY, 0); err != ErrHeld || other != nil {
			t.Errorf("a second time: %v", err)
		}
		if b, err := os.ReadFile(name); err != nil || string(b) != "text" {
			t.Errorf("it holds %q, %v", b, err)
		}
		// It can be renamed while it is open, and the name be used again.
		if err := os.Rename(name, name+"2"); err != nil {
			t.Error(err)
		}
		other, locked, err := Open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil || !locked {
			t.Fatalf("%v, %v", locked, err)
		}
		if _, err := other.WriteString("other"); err != nil {
			t.Error(err)
		}
		if err := errors.Join(other.Close(), os.Rename(name+"2", name)); err != nil {
			t.Error(err)
		}
		if !Held(name) {
			t.Error("not held under its new name")
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := Open(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); !errors.Is(err, fs.ErrExist) {
		t.Errorf("os.O_EXCL: %v", err)
	}
	if Held(name + "3") {
		t.Error("a file that is not there is held")
	}
}

// TestNotRegular: devices are opened, by any number at a time.
func TestNotRegular(t *testing.T) {
	for range 2 {
		file, locked, err := Open(os.DevNull, os.O_WRONLY, 0)
		if err != nil || locked && runtime.GOOS != "windows" {
			t.Fatalf("%v, %v", locked, err)
		}
		defer file.Close()
	}
	if Held(os.DevNull) {
		t.Error("held")
	}
}

// TestRemoved: whoever has the lock is alone with the file of that name, though each
// removes the file at its end while others are about to lock it.
func TestRemoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var inside, times atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 500 {
				file, _, err := Open(name, os.O_RDWR|os.O_CREATE, 0o666)
				if err == ErrHeld {
					runtime.Gosched()
					continue
				}
				if err != nil {
					// Windows refuses a name until its last file is closed.
					if runtime.GOOS != "windows" {
						t.Error(err)
					}
					continue
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d at a time", n)
				}
				times.Add(1)
				ours, err := file.Stat()
				if err != nil {
					t.Error(err)
				}
				if there, err := os.Stat(name); err != nil || !os.SameFile(ours, there) {
					t.Errorf("the name is another file's: %v", err)
				}
				inside.Add(-1)
				// Another may begin as soon as this file has no name.
				if err := os.Remove(name); err != nil {
					t.Error(err)
				}
				if err := file.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if times.Load() < 8 {
		t.Errorf("only %d got the lock", times.Load())
	}
}
