package wtf8

// Subsequence looks at the bytes at the front of b, which is not empty. It
// returns the length of the character there and true, or the length of the
// ill-formed subsequence that the Encoding Standard's decoder replaces by one
// U+FFFD (the Unicode Standard calls it a maximal subpart, section 3.9) and false.
// cut: b ends inside what may become a character.
func Subsequence[T string | []byte](b T) (n int, valid, cut bool) {
	lead := b[0]
	lo, hi, size := byte(0x80), byte(0xBF), 0
	switch {
	case lead < 0x80:
		return 1, true, false
	case lead < 0xC2 || lead > 0xF4:
		return 1, false, false
	case lead < 0xE0:
		size = 2
	case lead < 0xF0:
		size = 3
		if lead == 0xE0 {
			lo = 0xA0
		} else if lead == 0xED {
			hi = 0x9F
		}
	default:
		size = 4
		if lead == 0xF0 {
			lo = 0x90
		} else if lead == 0xF4 {
			hi = 0x8F
		}
	}
	for n = 1; n < size; n++ {
		if n == len(b) {
			return n, false, true
		}
		if b[n] < lo || b[n] > hi {
			return n, false, false
		}
		lo, hi = 0x80, 0xBF
	}
	return n, true, false
}
