package kernel

import "math/bits"

// A Scanner says which of eight classes each byte has, and which escapes add two more to
// their '%'. Make one with NewScanner.
type Scanner struct {
	// classes are those of single bytes, except that a byte above 0x7F is in all of them.
	classes Classes
	// An escape stands for an odd byte if first of its first digit and second of its
	// second one have a bit in common.
	first, second [128]uint8
	// looked and beyond are the bits that an escape adds, and high the classes of all
	// bytes above 0x7F.
	looked, beyond, high uint8
	_                    [5]uint8
	// notHigh is all ones for a class that bytes above 0x7F are not in.
	notHigh [8]uint64
	// lookedAt and beyondAt are the places of their masks, in bytes.
	lookedAt, beyondAt uint64
	// tens and letters are second for the digits 0 to 9 and A to F.
	tens, letters [16]uint8
	config        ScannerConfig // for its numbers
}

// A ScannerConfig holds the choices of a Scanner.
type ScannerConfig struct {
	// Of returns the classes of a byte as bits: of ASCII, and of 0x80 for all bytes above.
	// No ASCII byte is in all eight classes.
	Of func(b byte) uint8
	// Odd reports whether an escape of an ASCII byte makes its '%' one of the class
	// Looked.
	Odd func(b byte) bool
	// Percent is a class of '%' alone. Looked and Beyond are classes that Of does not give
	// to '%'.
	Percent, Looked, Beyond int
}

// NewScanner makes the tables for c.
func NewScanner(c ScannerConfig) *Scanner {
	s := &Scanner{
		classes: *NewClasses(c.Of), config: c, looked: 1 << c.Looked, beyond: 1 << c.Beyond, high: c.Of(0x80),
		lookedAt: 8 * uint64(c.Looked), beyondAt: 8 * uint64(c.Beyond),
	}
	for b := range byte(0x80) {
		if c.Odd(b) {
			for _, digits := range []string{upperDigits, lowerDigits} {
				s.second[digits[b&15]] |= 1 << (b >> 4)
			}
		}
	}
	for class := range s.notHigh {
		s.notHigh[class] = uint64(s.high>>class&1) - 1
	}
	for d := range byte(8) {
		s.first['0'+d] = 1 << d
	}
	copy(s.tens[:10], s.second['0':])
	copy(s.letters[1:7], s.second['A':])
	return s
}

// Scan sets m to the places of the classes in src, in pieces of 64 bytes, the last of which
// may be shorter. m has one element for each. Two classes have more members: Looked, each
// '%' before two bytes that, without their highest bits, are the digits of a byte for which
// Odd is true, and Beyond, each '%' before a byte above '7', with which the escapes of bytes
// above 0x7F begin.
func Scan(s *Scanner, m []Masks, src []byte) {
	for i := scanVector(s, m, src); 64*i < len(src); i++ {
		scanOne(s, &m[i], src[64*i:])
	}
}

// scanOne does so for the first 64 bytes of src.
func scanOne(s *Scanner, m *Masks, src []byte) {
	Classify64(&s.classes, m, src[:min(len(src), 64)])
	high := m[0] & m[1] & m[2] & m[3] & m[4] & m[5] & m[6] & m[7]
	for class := range m {
		m[class] &^= high & s.notHigh[class]
	}
	for p := m[s.config.Percent]; p != 0; p &= p - 1 {
		bit := p & -p
		rest := src[bits.TrailingZeros64(p)+1:]
		if len(rest) > 0 && rest[0] > '7' {
			m[s.config.Beyond] |= bit
		}
		if len(rest) > 1 && s.first[rest[0]&0x7F]&s.second[rest[1]&0x7F] != 0 {
			m[s.config.Looked] |= bit
		}
	}
}
