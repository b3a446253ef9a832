package kernel

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// ValidUTF8 is utf8.Valid.
func ValidUTF8(src []byte) bool {
	n, ok := 0, true
	if len(src) >= minUTF8 {
		n, ok = validUTF8Vector(src)
	}
	if !ok {
		return false
	}
	// A character that begins before n may end after it.
	at := n
	for back := 1; back <= 3 && back <= n; back++ {
		if b := src[n-back]; b >= 0xC0 {
			at = n - back
			break
		} else if b < 0x80 {
			break
		}
	}
	return validUTF8Portable(src[at:])
}

// minUTF8 is the size from which the vectors are asked.
const minUTF8 = 16

// validUTF8Portable is utf8.Valid, but faster for ASCII mixed with other characters.
func validUTF8Portable(b []byte) bool {
	for {
		i := 0
		for ; i+8 <= len(b); i += 8 {
			if high := binary.LittleEndian.Uint64(b[i:]) & 0x8080808080808080; high != 0 {
				i += bits.TrailingZeros64(high) / 8
				break
			}
		}
		b = b[i:]
		if len(b) < 8 {
			return utf8.Valid(b)
		}
		for len(b) > 1 && b[0] >= 0x80 {
			if b[0] >= 0xC2 && b[0] < 0xE0 && b[1]&0xC0 == 0x80 {
				b = b[2:]
				continue
			}
			r, n := utf8.DecodeRune(b)
			if r == utf8.RuneError && n == 1 {
				return false
			}
			b = b[n:]
		}
	}
}
