//go:build !linux

package kernel

import "testing"

// A guarded buffer is an ordinary one here: guard pages need Linux.
type guarded struct{ b []byte }

func newGuarded(t testing.TB, size int) *guarded {
	t.Log("skipped: guard pages (only on linux)")
	return &guarded{make([]byte, size)}
}
