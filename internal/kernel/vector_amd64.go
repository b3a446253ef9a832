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
	t = append(t, AVX2)
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512VBMI && x.HasAVX512VBMI2 && x.HasAVX512GFNI {
		t = append(t, AVX512)
	}
	return t
}

// mask returns all ones for true and 0 for false.
func mask(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}

func indexVector(s *Set, src []byte) int {
	switch p := unsafe.SliceData(src); {
	case active == AVX2:
		return indexAVX2(&s.Byte[0], p, len(src))
	case s.everyHigh():
		return indexAVX512High(&s.Byte[0], p, len(src))
	default:
		return indexAVX512Any(&s.Byte[0], p, len(src))
	}
}

func countVector(s *Set, src []byte) (consumed, n int) {
	switch p := unsafe.SliceData(src); {
	case active == AVX2:
		return len(src), countAVX2(&s.Byte[0], p, len(src))
	case s.everyHigh():
		return len(src), countAVX512High(&s.Byte[0], p, len(src))
	default:
		return len(src), countAVX512Any(&s.Byte[0], p, len(src))
	}
}

func countEscapesVector(src []byte) (consumed, n int) {
	switch p := unsafe.SliceData(src); {
	case active == AVX2:
		return countEscapesAVX2(p, len(src))
	default:
		return len(src), countEscapesAVX512(p, len(src))
	}
}

func encodeVector(e *Encoder, dst, src []byte) (consumed, written int) {
	set, d, s := &e.Change.Byte[0], unsafe.SliceData(dst), unsafe.SliceData(src)
	switch plus := mask(e.Plus); {
	case active == AVX2 && e.KeepEscapes:
		return encodeAVX2KeepEscapes(set, &e.Digits, plus, d, len(dst), s, len(src))
	case active == AVX2:
		return encodeAVX2(set, &e.Digits, plus, d, len(dst), s, len(src))
	case e.KeepEscapes:
		return encodeAVX512KeepEscapes(set, &e.Digits, plus, d, len(dst), s, len(src))
	case !e.High:
		return encodeAVX512Any(set, &e.Digits, plus, d, len(dst), s, len(src))
	case e.Plus:
		return encodeAVX512HighPlus(set, &e.Digits, plus, d, len(dst), s, len(src))
	default:
		return encodeAVX512High(set, &e.Digits, plus, d, len(dst), s, len(src))
	}
}

func encodeShort(e *Encoder, dst *byte, src []byte) int {
	return encodeShortAVX512(&e.Escape.Byte[0], dst, unsafe.SliceData(src), len(src))
}

func encodedLenShort(e *Encoder, src []byte) int {
	return encodedLenShortAVX512(&e.Escape.Byte[0], unsafe.SliceData(src), len(src))
}

func decodeShort(d *Decoder, dst *byte, src []byte) int {
	return decodeShortAVX512(&d.Special.Byte[0], dst, unsafe.SliceData(src), len(src))
}

func decodedLenShort(d *Decoder, src []byte) int {
	return decodedLenShortAVX512(&d.Special.Byte[0], unsafe.SliceData(src), len(src))
}

// sign returns the byte that becomes another while decoding, and the other.
func (d *Decoder) sign() (sign, space uint32) {
	if d.Plus {
		return '+', ' '
	}
	return '%', '%'
}

func decodeVector(d *Decoder, dst, src []byte) (consumed, written int) {
	p, s, strict := unsafe.SliceData(dst), unsafe.SliceData(src), mask(d.Strict)
	switch sets := d.Sets; {
	case active == AVX2 && len(src) < 66:
		// It looks at two vectors and two bytes at a time.
		return 0, 0
	case sets && active == AVX2:
		sign, space := d.sign()
		return decodeAVX2Any(p, len(dst), strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	case sets:
		sign, space := d.sign()
		return decodeAVX512Any(p, len(dst), strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	case d.Plus && active == AVX2:
		return decodeAVX2Plus(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	case d.Plus:
		return decodeAVX512Plus(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	case active == AVX2:
		return decodeAVX2(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	default:
		return decodeAVX512(p, len(dst), strict, nil, nil, 0, 0, s, len(src))
	}
}

func decodedLenVector(d *Decoder, src []byte) (consumed, written int) {
	s, strict := unsafe.SliceData(src), mask(d.Strict)
	switch sets := d.Sets; {
	case active == AVX2 && len(src) < 66:
		// It looks at two vectors and two bytes at a time.
		return 0, 0
	case sets && active == AVX2:
		sign, space := d.sign()
		return decodedLenAVX2Any(strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	case sets:
		sign, space := d.sign()
		return decodedLenAVX512Any(strict, &d.Special.Byte[0], &d.Preserved.Byte[0], sign, space, s, len(src))
	case active == AVX2:
		return decodedLenAVX2(strict, nil, nil, 0, 0, s, len(src))
	default:
		return decodedLenAVX512(strict, nil, nil, 0, 0, s, len(src))
	}
}

// validUTF8Vector checks n bytes at the start of src. ok says whether they hold UTF-8, whose
// last character may be cut off.
func validUTF8Vector(src []byte) (n int, ok bool) {
	switch p := unsafe.SliceData(src); {
	case active == AVX512:
		return len(src), invalidUTF8AVX512(p, len(src)) == 0
	case active == AVX2 && len(src) >= 64:
		return len(src) &^ 31, invalidUTF8AVX2(p, len(src)) == 0
	}
	return 0, true
}

// ClassifyVector is Classify64 where the tier has a body for so many bytes, and reports
// whether it has. A call of it is one of assembly, with nothing in between.
func ClassifyVector(c *Classes, m *Masks, src []byte) bool {
	return classifyActive(&c.Of[0], &m[0], unsafe.SliceData(src), len(src)) > 0
}

// ClassifyHead sets the last five of m to the places of these classes in as much of src,
// which has at most 64 bytes, as takes the least time, and returns how many bytes that
// are: 32 or more, or all, and 0 if the tier has no body for it.
func ClassifyHead(c *Classes, m *Masks, src []byte) int {
	return classifyHeadActive(&c.Of[0], &m[0], unsafe.SliceData(src), len(src))
}

// classifyAll classifies blocks of 64 bytes at the start of src, and returns how many.
func classifyAll(c *Classes, m []Masks, src []byte) int {
	n := min(len(m), len(src)/64)
	if active != AVX512 || n == 0 {
		return 0
	}
	classifyAllAVX512(&c.Of[0], &m[0][0], unsafe.SliceData(src), 64*n)
	return n
}

// The kernels find the tables of a Scanner at these places, or this does not compile.
const (
	_ = -unsafe.Offsetof(Scanner{}.classes)
	_ = -unsafe.Offsetof(Classes{}.Of)
	_ = -(unsafe.Offsetof(Scanner{}.classes) + unsafe.Offsetof(Classes{}.low) ^ 256)
	_ = -(unsafe.Offsetof(Scanner{}.first) ^ 2432)
	_ = -(unsafe.Offsetof(Scanner{}.second) ^ 2560)
	_ = -(unsafe.Offsetof(Scanner{}.looked) ^ 2688)
	_ = -(unsafe.Offsetof(Scanner{}.beyond) ^ 2689)
	_ = -(unsafe.Offsetof(Scanner{}.high) ^ 2690)
	_ = -(unsafe.Offsetof(Scanner{}.notHigh) ^ 2696)
	_ = -(unsafe.Offsetof(Scanner{}.lookedAt) ^ 2760)
	_ = -(unsafe.Offsetof(Scanner{}.beyondAt) ^ 2768)
	_ = -(unsafe.Offsetof(Scanner{}.tens) ^ 2776)
	_ = -(unsafe.Offsetof(Scanner{}.letters) ^ 2792)
)

// scanVector scans pieces of 64 bytes at the start of src, and returns how many.
func scanVector(s *Scanner, m []Masks, src []byte) int {
	switch n := len(src); {
	case n == 0:
	case active == AVX512:
		pieces := (n + 63) / 64
		_ = m[pieces-1]
		scanAVX512(&s.classes.Of[0], &m[0][0], unsafe.SliceData(src), n)
		return pieces
	case active == AVX2 && n >= 66:
		pieces := (n - 2) / 64
		_ = m[pieces-1]
		scanAVX2(&s.classes.Of[0], &m[0][0], unsafe.SliceData(src), n)
		return pieces
	}
	return 0
}

// findVector is Find for words at the start of m, and returns how many.
func findVector(m []uint64, pattern, src []byte) int {
	n := min(len(m), (len(src)-len(pattern)+1)/64)
	if active < AVX2 || n <= 0 {
		return 0
	}
	findAVX2(&m[0], unsafe.SliceData(pattern), len(pattern), unsafe.SliceData(src), n)
	return n
}
