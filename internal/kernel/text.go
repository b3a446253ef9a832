package kernel

import (
	"strings"
	"unsafe"
)

// Bytes returns the bytes of s, which nobody may change.
func Bytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// String returns b, which nobody may change from then on, as a string.
func String(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Uncleared returns n > 0 bytes of memory. If they are many, they are not cleared.
func Uncleared(n int) []byte {
	if n <= 256 {
		return make([]byte, n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
