package kernel

import (
	"bytes"
	"math/bits"
)

// maxFind is how many bytes of a pattern the vectors look for.
const maxFind = 16

// Find sets m to the places in src where pattern begins: bit i of m[j] is byte 64*j+i. There
// may be more elements than src has bytes for, which become 0. The pattern is not empty.
func Find(m []uint64, pattern, src []byte) {
	head := pattern[:min(len(pattern), maxFind)]
	done := findVector(m, head, src)
	if len(head) < len(pattern) {
		// Few places begin alike and go on otherwise.
		for i, places := range m[:done] {
			for ; places != 0; places &= places - 1 {
				at := 64*i + bits.TrailingZeros64(places)
				if !bytes.HasPrefix(src[at:], pattern) {
					m[i] &^= places & -places
				}
			}
		}
	}
	findPortable(m[done:], pattern, src[min(len(src), 64*done):])
}

// findPortable is Find.
func findPortable(m []uint64, pattern, src []byte) {
	clear(m)
	for at := 0; ; at++ {
		i := bytes.Index(src[at:], pattern)
		if i < 0 {
			return
		}
		at += i
		if at>>6 >= len(m) {
			return
		}
		m[at>>6] |= 1 << (at & 63)
	}
}
