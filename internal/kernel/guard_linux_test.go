package kernel

import (
	"os"
	"syscall"
	"testing"
)

// A guarded buffer lies between two pages that cannot be touched.
type guarded struct{ b []byte }

func newGuarded(t testing.TB, size int) *guarded {
	page := os.Getpagesize()
	size = (size + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range [][]byte{m[:page], m[page+size:]} {
		if err := syscall.Mprotect(p, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { syscall.Munmap(m) })
	return &guarded{m[page : page+size : page+size]}
}
