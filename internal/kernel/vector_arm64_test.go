//go:build !purego

package kernel

import (
	"testing"
	"unsafe"
)

// TestLayout holds the offsets that asm_arm64.s uses to the types.
func TestLayout(t *testing.T) {
	var s Set
	var n neonTables
	for name, x := range map[string][2]uintptr{
		"Set.Low":          {unsafe.Offsetof(s.Low), 256},
		"Set.High":         {unsafe.Offsetof(s.High), 272},
		"neonTables.keep":  {unsafe.Offsetof(n.keep), 8192},
		"neonTables.bit":   {unsafe.Offsetof(n.bit), 12288},
		"neonTables.row":   {unsafe.Offsetof(n.row), 12304},
		"neonTables.class": {unsafe.Offsetof(n.class), 12320},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is at %d, the assembly reads %d", name, x[0], x[1])
		}
	}
}
