package percent

import (
	"iter"
	"math/bits"
	"strings"
)

// A ByteSet is a set of byte values. The zero value is the empty set. ByteSets
// are values: every method returns a new set and leaves its receiver alone, and
// == tells whether two sets are equal.
type ByteSet struct {
	bits [4]uint64
}

// AllBytes holds all 256 byte values.
var AllBytes = ByteSet{}.Complement()

// ASCII holds the byte values 00 to 7F.
var ASCII = ByteSet{}.AddRange(0x00, 0x7F)

// Add returns s with every byte of chars. It adds bytes: a character beyond
// ASCII adds each byte of its UTF-8 form.
//
//go:noinline
func (s ByteSet) Add(chars string) ByteSet {
	for i := range len(chars) {
		s.bits[chars[i]>>6] |= 1 << (chars[i] & 63)
	}
	return s
}

// AddRange returns s with the bytes lo to hi, both included. It panics if lo is
// greater than hi.
//
//go:noinline
func (s ByteSet) AddRange(lo, hi byte) ByteSet {
	if lo > hi {
		panic("percent: AddRange with lo greater than hi")
	}
	for b := int(lo); b <= int(hi); b++ {
		s.bits[b>>6] |= 1 << (b & 63)
	}
	return s
}

// Remove returns s without any byte of chars.
//
//go:noinline
func (s ByteSet) Remove(chars string) ByteSet {
	for i := range len(chars) {
		s.bits[chars[i]>>6] &^= 1 << (chars[i] & 63)
	}
	return s
}

// Union returns the bytes that are in s, in t or in both.
func (s ByteSet) Union(t ByteSet) ByteSet {
	for i := range s.bits {
		s.bits[i] |= t.bits[i]
	}
	return s
}

// Intersect returns the bytes that are in both s and t.
func (s ByteSet) Intersect(t ByteSet) ByteSet {
	for i := range s.bits {
		s.bits[i] &= t.bits[i]
	}
	return s
}

// Complement returns the bytes of 00 to FF that are not in s. It turns a
// percent-encode set of the URL Standard into a kept set and back.
func (s ByteSet) Complement() ByteSet {
	for i := range s.bits {
		s.bits[i] = ^s.bits[i]
	}
	return s
}

// Contains reports whether b is in s.
func (s ByteSet) Contains(b byte) bool {
	return s.bits[b>>6]>>(b&63)&1 != 0
}

// Len returns the number of bytes in s, 0 to 256.
func (s ByteSet) Len() int {
	n := 0
	for _, w := range s.bits {
		n += bits.OnesCount64(w)
	}
	return n
}

// All iterates over the bytes of s in ascending order.
func (s ByteSet) All() iter.Seq[byte] {
	return func(yield func(byte) bool) {
		for i := range 256 {
			if s.Contains(byte(i)) && !yield(byte(i)) {
				return
			}
		}
	}
}

// String returns s as a character class in ascending order, such as
// [\-.0-9A-Z_a-z~]: runs of three bytes or more as ranges, bytes outside 21 to
// 7E as \xHH. It is a valid class of package regexp unless s is empty.
func (s ByteSet) String() string {
	var buf [256]byte // most sets need less
	b := append(buf[:0], '[')
	for i := 0; i < 256; {
		if word := s.bits[i>>6] >> (i & 63); word == 0 {
			i = i&^63 + 64
			continue
		} else if word&1 == 0 {
			i += bits.TrailingZeros64(word)
			continue
		}
		end, last := i, lastOfClass(i)
		for end < last && s.Contains(byte(end+1)) {
			end++
		}
		b = appendClassByte(b, byte(i))
		if end-i >= 2 {
			b = appendClassByte(append(b, '-'), byte(end))
			i = end
		}
		i++
	}
	return string(append(b, ']'))
}

// lastOfClass returns the last byte of a range that begins at c: digits, letters of one
// case, controls or what is beyond 7E. Ranges of punctuation are hard to read.
func lastOfClass(c int) int {
	switch {
	case '0' <= c && c <= '9':
		return '9'
	case 'A' <= c && c <= 'Z':
		return 'Z'
	case 'a' <= c && c <= 'z':
		return 'z'
	case c <= ' ':
		return ' '
	case c >= 0x7F:
		return 0xFF
	}
	return c
}

func appendClassByte(b []byte, c byte) []byte {
	switch {
	case c <= ' ' || c >= 0x7F:
		return append(b, '\\', 'x', upperDigits[c>>4], upperDigits[c&15])
	case strings.IndexByte(`[]\^-`, c) >= 0:
		return append(b, '\\', c)
	}
	return append(b, c)
}

const upperDigits = "0123456789ABCDEF"
