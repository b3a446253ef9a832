//go:build !purego

package kernel

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go -C _asm run . -out ../asm_amd64.s -stubs ../asm_amd64.go -pkg kernel

// Tiers returns the tiers that the machine has, slowest first.
func Tiers() []Tier {
	t := []Tier{Portable}
	x := &cpu.X86
	if !x.HasAVX2 || !x.HasBMI1 || !x.HasBMI2 || !x.HasPOPCNT {
		return t
	}
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VBMI && x.HasAVX512VBMI2 {
		t = append(t, AVX512)
	}
	return t
}

// Inputs shorter than these stay with the portable bodies.
const (
	shortIndex  = 16
	shortCount  = 16
	shortEncode = 16
	shortDecode = 16
)

// everyHigh reports whether all bytes above 0x7F are in s.
func (s *Set) everyHigh() bool {
	return s.High == [16]uint8{
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
	}
}

// mask returns all ones for true and 0 for false.
func mask(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}

func indexVector(s *Set, src []byte) int {
	if len(src) < shortIndex || active != AVX512 {
		return 0
	}
	if s.everyHigh() {
		return indexAVX512High(&s.Byte[0], unsafe.SliceData(src), len(src))
	}
	return indexAVX512Any(&s.Byte[0], unsafe.SliceData(src), len(src))
}

func countVector(s *Set, src []byte) (consumed, n int) {
	if len(src) < shortCount || active != AVX512 {
		return 0, 0
	}
	if s.everyHigh() {
		return len(src), countAVX512High(&s.Byte[0], unsafe.SliceData(src), len(src))
	}
	return len(src), countAVX512Any(&s.Byte[0], unsafe.SliceData(src), len(src))
}

func countTripletsVector(src []byte) (consumed, n int) {
	if len(src) < shortCount || active != AVX512 {
		return 0, 0
	}
	return len(src), countTripletsAVX512(unsafe.SliceData(src), len(src))
}

func encodeVector(e *Encoder, dst, src []byte) (consumed, written int) {
	if len(src) < shortEncode || active != AVX512 {
		return 0, 0
	}
	set, d, s := &e.Change.Byte[0], unsafe.SliceData(dst), unsafe.SliceData(src)
	switch {
	case e.Triplets:
		return encodeAVX512Triplets(set, &e.Digits, mask(e.Plus), d, len(dst), s, len(src))
	case !e.Change.everyHigh():
		return encodeAVX512Any(set, &e.Digits, mask(e.Plus), d, len(dst), s, len(src))
	case e.Plus:
		return encodeAVX512HighPlus(set, &e.Digits, ^uint64(0), d, len(dst), s, len(src))
	default:
		return encodeAVX512High(set, &e.Digits, 0, d, len(dst), s, len(src))
	}
}

// sign returns the byte that becomes another while decoding, and the other.
func (d *Decoder) sign() (sign, space uint32) {
	if d.Plus {
		return '+', ' '
	}
	return '%', '%'
}

func decodeVector(d *Decoder, dst, src []byte) (consumed, written int) {
	if len(src) < shortDecode || active != AVX512 {
		return 0, 0
	}
	p, s, strict := unsafe.SliceData(dst), unsafe.SliceData(src), mask(!d.Lenient)
	switch {
	case d.Refuses || d.Preserves:
		sign, space := d.sign()
		return decodeAVX512Any(p, len(dst), strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	case d.Plus:
		return decodeAVX512Plus(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	default:
		return decodeAVX512(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	}
}

func decodedLenVector(d *Decoder, src []byte) (consumed, written int) {
	if len(src) < shortDecode || active != AVX512 {
		return 0, 0
	}
	s, strict := unsafe.SliceData(src), mask(!d.Lenient)
	if d.Refuses || d.Preserves {
		sign, space := d.sign()
		return decodedLenAVX512Any(strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	}
	return decodedLenAVX512(strict, nil, nil, 0, 0, s, len(src))
}
