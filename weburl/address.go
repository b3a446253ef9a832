package weburl

import (
	"encoding/binary"
	"math/bits"
)

// isCanonicalIPv4 reports whether s[start:end], with dots at these places behind start,
// is what the IPv4 serializer (#concept-ipv4-serializer) writes. It is ASCII, and there
// are three bytes or more before it.
func isCanonicalIPv4(s string, start, end int, dotted uint64) bool {
	dotted |= 1 << ((end - start) & 63)
	if bits.OnesCount64(dotted) != 4 {
		return false
	}
	for from := start; dotted != 0; dotted &= dotted - 1 {
		end = start + bits.TrailingZeros64(dotted)
		n := end - from
		if n < 1 || n > 3 {
			return false
		}
		// The digits, the last one lowest.
		in := uint32(0xFFFFFF) >> ((24 - 8*n) & 31)
		v := binary.BigEndian.Uint32(octets(s[end-4:end])) & in
		zeros := 0x303030 & in
		if v&0xF0F0F0 != zeros || (v+0x060606&in)&0xF0F0F0 != zeros || v > 0x323535 || n > 1 && v>>((8*n-8)&31) == '0' {
			return false
		}
		from = end + 1
	}
	return true
}

// readIPv4 is the IPv4 parser (#concept-ipv4-parser) without its errors. Of numbers with
// more than 16 digits it takes none.
func readIPv4(s string) (address uint64, ok bool) {
	for i, n := 0, 0; i < len(s); n++ {
		value, start := uint64(s[i]-'0'), i
		if value > 9 {
			return 0, false
		}
		i++
		switch {
		case value != 0 || i == len(s) || s[i] == '.':
			for ; i < len(s); i++ {
				digit := uint64(s[i] - '0')
				if digit > 9 {
					break
				}
				value = value*10 + digit
			}
		case s[i]|0x20 == 'x':
			for i++; i < len(s); i++ {
				digit := uint64(hexValue[s[i]])
				if digit > 15 {
					break
				}
				value = value<<4 | digit
			}
		default:
			for ; i < len(s); i++ {
				digit := uint64(s[i] - '0')
				if digit > 7 {
					break
				}
				value = value<<3 | digit
			}
		}
		if i-start > 16 {
			return 0, false
		}
		if i < len(s) {
			if s[i] != '.' {
				return 0, false
			}
			if i++; i < len(s) {
				if n == 3 || value > 255 {
					return 0, false
				}
				address = address<<8 | value
				continue
			}
		}
		// The last number fills what is left of 32 bits.
		left := 8 * (4 - n) & 63
		return address<<left | value, value>>left == 0
	}
	return 0, false
}

// decimals has the numbers of a byte with a dot behind them, as little-endian words.
var decimals = func() (t [256]uint32) {
	for i := range uint32(256) {
		x := '0' + i%10 | '.'<<8
		if i > 9 {
			x = x<<8 | '0' + i/10%10
		}
		if i > 99 {
			x = x<<8 | '0' + i/100
		}
		t[i] = x
	}
	return t
}()

// putIPv4 is the IPv4 serializer (#concept-ipv4-serializer). It writes sizeIPv4 bytes,
// and up to three more.
func putIPv4(b []byte, address uint64) {
	n := 0
	for shift := 24; shift >= 0; shift -= 8 {
		v := int(address >> (shift & 63) & 255)
		binary.LittleEndian.PutUint32(b[n:], decimals[v])
		n += 2 + moreDigits(v)
	}
}

// sizeIPv4 returns how long an address is, which is at most 15.
func sizeIPv4(address uint64) int {
	n := 7
	for shift := 0; shift < 32; shift += 8 {
		n += moreDigits(int(address >> (shift & 63) & 255))
	}
	return n
}

// moreDigits returns how many digits more than one a byte has.
func moreDigits(v int) int { return (v+246)>>8 + (v+156)>>8 }

// hexValue has the values of hexadecimal digits, and 0xFF for other bytes.
var hexValue = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0xFF
	}
	for i := range uint8(16) {
		t["0123456789abcdef"[i]], t["0123456789ABCDEF"[i]] = i, i
	}
	return t
}()

// An ipv6 is the text of an address, whose pieces it holds in a byte each, the first one
// lowest.
type ipv6 struct {
	ends, sizes uint64 // where they end, and how many digits they have but for zeros in front
	zeros       uint32 // those that are 0, as bits
	gap         uint32 // how many pieces come before "::", and from the 8th bit on how many it stands for
}

// readIPv6 reads the address in brackets that s begins with, and returns where it ends: 0
// if it is none, or holds an IPv4 address.
func readIPv6(s string) (a ipv6, end int) {
	i, pieces, before := 1, 0, -1
	if len(s) > 3 && s[1] == ':' && s[2] == ':' {
		i, before = 3, 0
	}
	for i < len(s) && s[i] != ']' {
		value, start := uint32(0), i
		for ; i < len(s); i++ {
			digit := uint32(hexValue[s[i]])
			if digit > 15 {
				break
			}
			value = value<<4 | digit
		}
		size := i - start
		if uint(size-1) > 3 || i == len(s) || pieces == 8 {
			return a, 0
		}
		if s[start] == '0' {
			size = max(1, (bits.Len32(value)+3)>>2)
		}
		if value == 0 {
			a.zeros |= 1 << (pieces & 31)
		}
		a.ends |= uint64(i) << (8 * pieces & 63)
		a.sizes |= uint64(size) << (8 * pieces & 63)
		pieces++
		if s[i] == ']' {
			break
		}
		if i++; s[i-1] != ':' || i == len(s) || s[i] == ']' {
			return a, 0
		}
		if s[i] == ':' {
			if before >= 0 {
				return a, 0
			}
			i++
			before = pieces
		}
	}
	switch {
	case i == len(s):
		return a, 0
	case before < 0 && pieces == 8:
		a.gap = 8
	case before >= 0 && pieces < 8:
		gap := 8 - pieces
		a.zeros = a.zeros&(1<<before-1) | (1<<gap-1)<<before | a.zeros>>before<<(before+gap)
		a.gap = uint32(before | gap<<8)
	default:
		return a, 0
	}
	return a, i + 1
}

// put writes the address in brackets that begins at s[i] as the IPv6 serializer
// (#concept-ipv6-serializer) does, and returns how long it is.
func (a ipv6) put(b *[maxAddress]byte, s string, i int) int {
	// Two or more zeros are left out, the longest run, and the first of these
	// (#find-the-ipv6-address-compressed-piece-index). A bit of runs says that there are
	// longest zeros from there on.
	runs, longest := a.zeros, 1
	for runs&(a.zeros>>longest) != 0 {
		runs &= a.zeros >> longest
		longest++
	}
	left, right := 8, 8 // the pieces between are left out
	if longest > 1 {
		left = bits.TrailingZeros32(runs)
		right = left + longest
	}
	before, gap := int(a.gap&0xFF), int(a.gap>>8)
	b[0] = '['
	n := 1
	for k := 0; k < 8; k++ {
		if k == left {
			if k == 0 {
				b[n] = ':'
				n++
			}
			b[n] = ':'
			n++
			if k = right; k == 8 {
				break
			}
		}
		at := k
		if k >= before {
			if at -= gap; at < before {
				b[n], b[n+1] = '0', ':'
				n += 2
				continue
			}
		}
		size := int(a.sizes >> (8 * at & 63) & 0xFF)
		end := i + int(a.ends>>(8*at&63)&0xFF)
		digits := binary.LittleEndian.Uint32(octets(s[end-4:end])) | 0x20202020
		binary.LittleEndian.PutUint64(b[n:], uint64(digits>>((32-8*size)&31))|':'<<(8*size&63))
		n += size + 1
	}
	if right < 8 || left == 8 {
		n--
	}
	b[n] = ']'
	return n + 1
}

// maxAddress is room for an address, and some bytes more.
const maxAddress = 56
