//go:build !purego

package kernel

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"
)

// Tiers returns the tiers that the machine has, slowest first.
func Tiers() []Tier {
	if cpu.ARM64.HasASIMD {
		return []Tier{Portable, NEON}
	}
	return []Tier{Portable}
}

// neonTables are the shuffles that the assembly reads.
type neonTables struct {
	// encode turns the low digits or bytes of 8 bytes (0 to 7) and their high
	// digits (8 to 15) into their code, by the mask of those that are escaped;
	// 0xFF makes a zero.
	encode [256][32]uint8
	// keep moves the lanes of a mask to the front, in its first 8 bytes; the
	// number of lanes stands in the ninth.
	keep [256][16]uint8
	// bit is 1 << (i & 7).
	bit [16]uint8
	// row and class check a digit: by its low digit the classes that have it,
	// by its high digit the class, 0x10 for '0' to '9' and 0x20 for letters,
	// with what is to be added for the value.
	row, class [16]uint8
	// turn sorts the rows of eight squares of 8 by 8 bits by their place in
	// the square.
	turn [64]uint8
}

var neon = makeNEONTables()

func makeNEONTables() *neonTables {
	t := new(neonTables)
	for m := range 256 {
		row, n := t.encode[m][:0], 0
		for i := range uint8(8) {
			if m>>i&1 != 0 {
				row = append(row, 0xFF, 8+i)
				t.keep[m][n] = i
				n++
			}
			row = append(row, i)
		}
		for i := len(row); i < 32; i++ {
			t.encode[m][i] = 0xFF
		}
		t.keep[m][8] = uint8(bits.OnesCount8(uint8(m)))
	}
	for i := range 16 {
		t.bit[i] = 1 << (i & 7)
		if i < 10 {
			t.row[i] |= 0x10
		}
		if 1 <= i && i <= 6 {
			t.row[i] |= 0x20
		}
	}
	for i := range t.turn {
		t.turn[i] = uint8(i&7<<3 | i>>3)
	}
	t.class[3], t.class[4], t.class[6] = 0x10, 0x29, 0x29
	return t
}

// indexNEON returns how many bytes at the front of src, in steps of 16, hold
// no member of s.
//
//go:noescape
func indexNEON(s *Set, t *neonTables, src *byte, n int) int

// countNEON returns the number of members of s in the first n &^ 15 bytes.
//
//go:noescape
func countNEON(s *Set, t *neonTables, src *byte, n int) int

// encodeNEON encodes vectors of 16 bytes until src or dst ends. plus is all
// ones if a space becomes a plus sign, else 0.
//
//go:noescape
func encodeNEON(s *Set, t *neonTables, digits *[16]uint8, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)

// decodeNEON decodes vectors of 16 bytes until src or dst ends. strict is
// all ones if a vector with a malformed escape stops it, else 0; plus is all ones
// if a plus sign becomes a space, else 0. dst may begin below
// src in the same array.
//
//go:noescape
func decodeNEON(t *neonTables, strict, plus uint64, dst *byte, dstLen int, src *byte, srcLen int) (consumed, written int)

// classifyNEON is Classify64 for 64 bytes.
//
//go:noescape
func classifyNEON(c *Classes, turn *[64]uint8, m *Masks, src *byte)

// mask returns all ones for true and 0 for false.
func mask(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}

func indexVector(s *Set, src []byte) int {
	return indexNEON(s, neon, unsafe.SliceData(src), len(src))
}

func countVector(s *Set, src []byte) (consumed, n int) {
	return len(src) &^ 15, countNEON(s, neon, unsafe.SliceData(src), len(src))
}

func countEscapesVector([]byte) (consumed, n int) { return 0, 0 }

// encodeVector leaves escapes that stay to the portable body.
func encodeVector(e *Encoder, dst, src []byte) (consumed, written int) {
	if e.KeepEscapes {
		return 0, 0
	}
	return encodeNEON(&e.Change, neon, &e.Digits, mask(e.Plus), unsafe.SliceData(dst), len(dst), unsafe.SliceData(src), len(src))
}

// decodeVector leaves refused bytes and preserved octets to the portable body.
func decodeVector(d *Decoder, dst, src []byte) (consumed, written int) {
	if d.Sets {
		return 0, 0
	}
	return decodeNEON(neon, mask(d.Strict), mask(d.Plus), unsafe.SliceData(dst), len(dst), unsafe.SliceData(src), len(src))
}

func encodeShort(*Encoder, *byte, []byte) int { return -1 }
func encodedLenShort(*Encoder, []byte) int    { return -1 }
func decodedLenShort(*Decoder, []byte) int    { return -1 }
func decodeShort(*Decoder, *byte, []byte) int { return -1 }

func decodedLenVector(*Decoder, []byte) (consumed, written int) { return 0, 0 }

// ClassifyVector is Classify64 where the tier has a body for so many bytes, and reports
// whether it has.
func ClassifyVector(c *Classes, m *Masks, src []byte) bool {
	switch {
	case active == Portable || len(src) < 16:
		return false
	case len(src) == 64:
		classifyNEON(c, &neon.turn, m, unsafe.SliceData(src))
		return true
	}
	var whole [64]byte
	n := copy(whole[:], src)
	classifyNEON(c, &neon.turn, m, &whole[0])
	for i := range m {
		m[i] &= 1<<n - 1
	}
	return true
}

// ClassifyHead is Classify64 where ClassifyVector has a body for so many bytes, and
// returns how many bytes that are; 0 if it has none.
func ClassifyHead(c *Classes, m *Masks, src []byte) int {
	if !ClassifyVector(c, m, src) {
		return 0
	}
	return len(src)
}

// NEON has bodies for none of these.
func classifyAll(*Classes, []Masks, []byte) int { return 0 }
func findVector([]uint64, []byte, []byte) int   { return 0 }
func scanVector(*Scanner, []Masks, []byte) int  { return 0 }
func validUTF8Vector([]byte) (int, bool)        { return 0, true }
