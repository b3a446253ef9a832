package percent

import "unicode/utf8"

// subsequence looks at the bytes at the front of b, which is not empty. It
// returns the length of the character there, or of the longest ill-formed
// subsequence that the Encoding Standard's decoder replaces by one U+FFFD (the
// Unicode Standard calls it a maximal subpart, section 3.9), and which of the
// two it is. cut: b ends inside what may become a character.
func subsequence(b []byte) (n int, valid, cut bool) {
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

// indexInvalid returns the index and length of the first ill-formed
// subsequence of b, or len(b) and 0, and whether b ends inside it.
func indexInvalid(b []byte) (i, n int, cut bool) {
	if utf8.Valid(b) {
		return len(b), 0, false
	}
	for i < len(b) {
		n, valid, cut := subsequence(b[i:])
		if !valid {
			return i, n, cut
		}
		i += n
	}
	return i, 0, false
}

// replaceInvalid replaces the ill-formed subsequences of b[from:] by U+FFFD
// and returns the result, which is in the memory of b where that has room.
func replaceInvalid(b []byte, from int) []byte {
	grow := 0
	for i := from; i < len(b); {
		n, valid, _ := subsequence(b[i:])
		if !valid {
			grow += len("\uFFFD") - n
		}
		i += n
	}
	if grow > 0 {
		// The text moves to the end and is rewritten from the front. U+FFFD is
		// never shorter than what it replaces, so that what is written never
		// overtakes what is read.
		b = append(b, make([]byte, grow)...)
		copy(b[from+grow:], b[from:])
	}
	write := from
	for read := from + grow; read < len(b); {
		n, valid, _ := subsequence(b[read:])
		if valid {
			write += copy(b[write:], b[read:read+n])
		} else {
			write += copy(b[write:], "\uFFFD")
		}
		read += n
	}
	return b[:write]
}
