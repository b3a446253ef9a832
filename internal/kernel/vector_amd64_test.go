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
	var e Encoder
	var d Decoder
	for name, x := range map[string][2]uintptr{
		"Set.Low":     {unsafe.Offsetof(s.Low), 256},
		"Set.High":    {unsafe.Offsetof(s.High), 272},
		"Classes.low": {unsafe.Offsetof(c.low), 256},

		"Encoder.Escape":  {unsafe.Offsetof(e.Escape), 0},
		"Encoder.Change":  {unsafe.Offsetof(e.Change), 288},
		"Encoder.Rows":    {unsafe.Offsetof(e.Rows), 1600},
		"Encoder.Plus":    {unsafe.Offsetof(e.Plus), 1680},
		"Encoder.High":    {unsafe.Offsetof(e.High), 1681},
		"Decoder.Special": {unsafe.Offsetof(d.Special), 0},
		"Decoder.Plus":    {unsafe.Offsetof(d.Plus), 576},
		"Decoder.Strict":  {unsafe.Offsetof(d.Strict), 577},
	} {
		if x[0] != x[1] {
			t.Errorf("%s is at %d, the assembly reads %d", name, x[0], x[1])
		}
	}
}
