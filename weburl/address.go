package weburl

import (
	"encoding/binary"
	"math"
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

// decimals has the numbers of a byte with a dot behind them, as little-endian words, and
// 32 bits further up how long that is.
var decimals = func() (t [256]uint64) {
	for i := range uint64(256) {
		x, n := '0'+i%10|'.'<<8, uint64(2)
		if i > 9 {
			x, n = x<<8|'0'+i/10%10, 3
		}
		if i > 99 {
			x, n = x<<8|'0'+i/100, 4
		}
		t[i] = x | n<<32
	}
	return t
}()

// An ipv4 is what the IPv4 serializer (#concept-ipv4-serializer) writes, and one dot: the
// first two numbers and the other two as little-endian words.
type ipv4 struct {
	first, rest uint64
	half, size  int // how long the first is, and the address
}

func newIPv4(address uint64) ipv4 {
	a, b := decimals[address>>24&255], decimals[address>>16&255]
	c, d := decimals[address>>8&255], decimals[address&255]
	half := a>>32 + b>>32
	const text = math.MaxUint32
	return ipv4{
		a&text | b<<32>>(32-8*(a>>32)&63), c&text | d<<32>>(32-8*(c>>32)&63),
		int(half), int(half + c>>32 + d>>32 - 1),
	}
}

// put writes the address, and more bytes behind it: no more than maxIPv4 together.
func (a ipv4) put(b []byte) {
	binary.LittleEndian.PutUint64(b, a.first)
	binary.LittleEndian.PutUint64(b[a.half:], a.rest)
}

// maxIPv4 is the longest address with a dot behind it.
const maxIPv4 = 16

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

// An edit makes an address of IPv6 what the IPv6 serializer (#concept-ipv6-serializer)
// writes: some of its zeros become "::", and its "::" becomes zeros. It is 0 if nothing is
// to be done. Its bytes, from the lowest one: where what becomes "::" begins and ends behind
// the '[', where what becomes zeros does, and how many bytes these are, with colons between.
type edit uint64

func (e edit) field(i int) int { return int(e >> (8 * i & 63) & 0xFF) }

// grows returns how much longer the address becomes.
func (e edit) grows() int {
	n := e.field(4) - (e.field(3) - e.field(2))
	if e.field(1) != 0 {
		n += 2 - (e.field(1) - e.field(0))
	}
	return n
}

// apply copies s, whose address is in brackets at i, to b, with the edit, which is not 0.
func (e edit) apply(b []byte, s string, i int) {
	from, to := i+e.field(0), i+e.field(1)
	zerosFrom, zerosTo, zeros := i+e.field(2), i+e.field(3), "0:0:0:0"[:e.field(4)]
	n, colons := 0, from < to // colons are still to be written
	if colons && from < zerosFrom || zeros == "" {
		n = copy(b, s[:from])
		b[n], b[n+1] = ':', ':'
		n += 2
		if zeros == "" {
			copy(b[n:], s[to:])
			return
		}
		n += copy(b[n:], s[to:zerosFrom])
		colons = false
	} else {
		n = copy(b, s[:zerosFrom])
	}
	n += copy(b[n:], zeros)
	if colons {
		n += copy(b[n:], s[zerosTo:from])
		b[n], b[n+1] = ':', ':'
		n += 2
		zerosTo = to
	}
	copy(b[n:], s[zerosTo:])
}

// readIPv6 reads the address in brackets at s[start:][from:], in an authority that ends at
// end. bad has what a domain may not have but for letters in upper case, which upper has,
// and digits the hexadecimal digits in lower case, all counted from start. It returns where
// the address ends, 0 if there is none or it holds an IPv4 address, and its edit. If that
// is not enough, because of letters in upper case or zeros in front of digits, it writes the
// address to room and returns how long it is. Without room, only the first result counts.
func readIPv6(room *[maxAddress]byte, s string, start, from, end int, bad, digits, upper uint64) (behind int, e edit, size int) {
	t := s[start:]
	first, last := from+1, end-1
	if t[last] != ']' {
		// There is a port.
		if last = bits.Len64(bad) - 2; last < first || t[last] != ']' {
			return 0, 0, 0
		}
	}
	all := uint64(1)<<(last&63) - 1<<(first&63)
	digits &= all
	upper &= all
	for u := upper; u != 0; u &= u - 1 {
		if t[bits.TrailingZeros64(u)]-'A' > 'F'-'A' {
			return 0, 0, 0
		}
	}
	digits |= upper
	colons := all &^ digits
	if colons&^bad != 0 || start+from < 6 {
		return 0, 0, 0
	}
	zeros, really := zerosAndColons(s[:start+last], last, first)
	pieces := (colons<<1 | 1<<(first&63)) & digits
	gap := colons & (colons >> 1)
	long := digits & (digits >> 1)
	long &= long >> 2 & (digits >> 4)
	missing := 8 - bits.OnesCount64(pieces)
	switch {
	case colons&^really|long|gap&(gap-1) != 0, ((colons^gap)>>(first&63)|(colons^gap<<1)>>((last-1)&63))&1 != 0,
		gap == 0 && missing != 0, gap != 0 && missing <= 0:
		return 0, 0, 0
	}
	behind = last + 1
	if room == nil {
		return behind, 0, 0
	}
	if leading := zeros & pieces & (digits >> 1); leading|upper != 0 {
		zeros &= digits >> 1
		leading |= leading << 1 & zeros
		leading |= leading << 1 & zeros
		return behind, 0, tidyIPv6(room, s, start, from, missing, colons|1<<(last&63), leading)
	}
	if zeros &= pieces; zeros == 0 && missing != 1 {
		return behind, 0, 0
	}
	return behind, newEdit(last-from, missing, zeros>>(from&63), gap>>(from&63)), 0
}

// newEdit returns the edit of an address that ends at last behind the '['. zeros has the
// pieces that are 0, and gap the first colon of "::", which stands for missing pieces.
func newEdit(last, missing int, zeros, gap uint64) (e edit) {
	const first = 1
	// Zeros beside "::" belong to it.
	at, left, right := bits.TrailingZeros64(gap), 0, 0
	for z := gap >> 1 & zeros; z != 0; z = z >> 2 & zeros {
		zeros &^= z
		left += 2
	}
	for z := gap << 2 & zeros; z != 0; z = z << 2 & zeros {
		zeros &^= z
		right += 2
	}
	// Two or more zeros are left out, the longest run, and the first of these
	// (#find-the-ipv6-address-compressed-piece-index). A bit of runs says that there are
	// longest zeros from there on.
	runs, longest := zeros, min(bits.OnesCount64(zeros), 1)
	for more := runs & (zeros >> 2); more != 0; more = runs & (zeros >> (2 * longest & 63)) {
		runs = more
		longest++
	}
	run, hidden := bits.TrailingZeros64(runs), missing+(left+right)/2
	switch {
	case hidden > 1 && (hidden > longest || hidden == longest && at < run):
		if left+right != 0 {
			e = edit(max(at-left, first)) | edit(min(at+right+2, last))<<8
		}
		return e
	case longest > 1:
		e = edit(max(run-1, first)) | edit(min(run+2*longest, last))<<8
	}
	if missing > 0 {
		// The zeros are written, between the colons.
		to := at + 1
		if to == last-1 {
			to = last
		}
		if at > first {
			at++
		}
		e |= edit(at)<<16 | edit(to)<<24 | edit(2*missing-1)<<32
	}
	return e
}

// tidyIPv6 writes the address at s[start:][from:] to room as the serializer does, and returns
// how long it is: letters become lower case, the zeros that leading has are left out, and
// then the edit is applied. ends has the colons and the ']', and "::" stands for missing
// pieces.
func tidyIPv6(room *[maxAddress]byte, s string, start, from, missing int, ends, leading uint64) int {
	var tidy [maxAddress]byte
	tidy[0] = '['
	n, piece := 1, from+1
	zeros, gap := uint64(0), uint64(0)
	for ; ends != 0; ends &= ends - 1 {
		// The bytes up to the colon, and it.
		end := bits.TrailingZeros64(ends)
		w := binary.LittleEndian.Uint64(octets(s[start+end-7:][:8])) | 0x2020202020202020
		size := end - piece - bits.OnesCount64(leading&(1<<(end&63)-1))
		leading &^= 1<<(end&63) - 1
		w >>= (56 - 8*size) & 63
		binary.LittleEndian.PutUint64(tidy[n:], w)
		switch {
		case size == 1 && w&0xFF == '0':
			zeros |= 1 << (n & 63)
		case size == 0 && gap == 0:
			gap = 1 << (max(n-1, 1) & 63)
		}
		n += size + 1
		piece = end + 1
	}
	tidy[n-1] = ']'
	e := newEdit(n-1, missing, zeros, gap)
	if e == 0 {
		return copy(room[:], tidy[:n])
	}
	e.apply(room[:], unsafeString(tidy[:n]), 0)
	return n + e.grows()
}

// zerosAndColons returns which bytes of s from first on are '0', and which are ':'. s ends
// at last, as these are counted, and has six bytes or more before first.
func zerosAndColons(s string, last, first int) (zeros, colons uint64) {
	// Eight bytes at a time, from the end on.
	for ; last > first; last -= 8 {
		w := binary.LittleEndian.Uint64(octets(s[len(s)-8:]))
		s = s[:len(s)-8]
		zeros = zeros<<8 | equal8(w, 0x3030303030303030)
		colons = colons<<8 | equal8(w, 0x3A3A3A3A3A3A3A3A)
	}
	return bits.RotateLeft64(zeros, last), bits.RotateLeft64(colons, last)
}

// equal8 returns which bytes of w are those of v, which are ASCII. Of bytes above 0x7F it
// says nothing.
func equal8(w, v uint64) uint64 {
	const high = 0x8080808080808080
	return (high - (w&^high ^ v)) & high >> 7 * 0x0102040810204080 >> 56
}

// maxAddress is room for an address, and some bytes more.
const maxAddress = 56
