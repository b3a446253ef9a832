//go:build !purego

package kernel

import (
	"testing"
	"unsafe"
)

// TestLayout holds the offsets that the amd64 assembly uses to the types.
func TestLayout(t *testing.T) {
	var s Set
	var c Classes
	for name, x := range map[string][2]uintptr{
		"Set.Low":     {unsafe.Offsetof(s.Low), 256},
		"Set.High":    {unsafe.Offsetof(s.High), 272},
		"Classes.low": {unsafe.Offsetof(c.low), 256},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is at %d, the assembly reads %d", name, x[0], x[1])
		}
	}
}
