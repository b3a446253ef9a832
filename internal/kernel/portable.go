package kernel

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// The portable bodies: the specification that every tier is tested against.

func indexPortable(s *Set, src []byte) int {
	t := &s.Byte
	i := 0
	for ; len(src)-i >= 8; i += 8 {
		w := binary.LittleEndian.Uint64(src[i:])
		if t[byte(w)]|t[byte(w>>8)]|t[byte(w>>16)]|t[byte(w>>24)]|
			t[byte(w>>32)]|t[byte(w>>40)]|t[byte(w>>48)]|t[byte(w>>56)] != 0 {
			break
		}
	}
	for ; i < len(src); i++ {
		if t[src[i]] != 0 {
			break
		}
	}
	return i
}

func countPortable(s *Set, src []byte) int {
	t := &s.Byte
	n := 0
	for ; len(src) >= 8; src = src[8:] {
		w := binary.LittleEndian.Uint64(src)
		n += int(t[byte(w)]&1 + t[byte(w>>8)]&1 + t[byte(w>>16)]&1 + t[byte(w>>24)]&1 +
			t[byte(w>>32)]&1 + t[byte(w>>40)]&1 + t[byte(w>>48)]&1 + t[byte(w>>56)]&1)
	}
	for _, b := range src {
		n += int(t[b] & 1)
	}
	return n
}

func countEscapesPortable(src []byte) int {
	n := 0
	for {
		i := indexPercent(src)
		if len(src)-i < 3 {
			return n
		}
		if high[src[i+1]]|low[src[i+2]] < malformed {
			n++
			i += 2
		}
		src = src[i+1:]
	}
}

// countKept returns how many bytes of src are members of Escape but belong to an
// escape that stays.
func countKept(e *Encoder, src []byte) int {
	n := 0
	for {
		i := indexPercent(src)
		if len(src)-i < 3 {
			return n
		}
		src = src[i:]
		if _, ok := Octet(src); !ok {
			src = src[1:]
			continue
		}
		n += 1 + int(e.Escape.Byte[src[1]]&1+e.Escape.Byte[src[2]]&1)
		src = src[3:]
	}
}

// indexPercent returns the index of the first '%' in src, or len(src).
func indexPercent(src []byte) int {
	i := 0
	for ; len(src)-i >= 8; i += 8 {
		if hasByte(binary.LittleEndian.Uint64(src[i:]), '%') != 0 {
			break
		}
	}
	for ; i < len(src); i++ {
		if src[i] == '%' {
			break
		}
	}
	return i
}

// hasByte returns a word whose lowest bit that is set is the high bit of the
// first byte of w that is b, or 0 where there is none.
func hasByte(w uint64, b byte) uint64 {
	const ones = 0x0101010101010101
	w ^= ones * uint64(b)
	return (w - ones) &^ w & (ones << 7)
}

func encodePortable(e *Encoder, dst, src []byte) (consumed, written int) {
	if e.KeepEscapes {
		return fixPortable(e, dst, src)
	}
	change, unit := &e.Change.Byte, &e.Unit
	i, o := 0, 0
	// Eight bytes become at most 24, and each store is of four.
	for len(src)-i >= 8 && len(dst)-o >= 25 {
		w := binary.LittleEndian.Uint64(src[i:])
		if change[byte(w)]|change[byte(w>>8)]|change[byte(w>>16)]|change[byte(w>>24)]|
			change[byte(w>>32)]|change[byte(w>>40)]|change[byte(w>>48)]|change[byte(w>>56)] == 0 {
			binary.LittleEndian.PutUint64(dst[o:], w)
			i, o = i+8, o+8
			continue
		}
		// Checked bounds would double the time.
		p := unsafe.Pointer(&dst[o])
		n := 0
		for range 8 {
			u := unit[byte(w)]
			binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, n))[:], u)
			n += int(u >> 24)
			w >>= 8
		}
		i, o = i+8, o+n
	}
	for ; i < len(src); i++ {
		u := unit[src[i]]
		n := int(u >> 24)
		if len(dst)-o < n {
			break
		}
		put(dst[o:], u)
		o += n
	}
	return i, o
}

// put writes the one or three bytes of the unit u to the front of dst.
func put(dst []byte, u uint32) {
	dst[0] = byte(u)
	if u>>24 == 3 {
		dst[2] = byte(u >> 16)
		dst[1] = byte(u >> 8)
	}
}

// fixPortable is encodePortable where escapes stay as they are.
func fixPortable(e *Encoder, dst, src []byte) (consumed, written int) {
	change, unit := &e.Change.Byte, &e.Unit
	i, o := 0, 0
	for i < len(src) {
		b := src[i]
		if change[b] == 0 {
			n := indexPortable(&e.Change, src[i:])
			n = copy(dst[o:], src[i:i+n])
			if n == 0 {
				break
			}
			i, o = i+n, o+n
			continue
		}
		if b == '%' {
			if _, ok := Octet(src[i:]); ok {
				if len(dst)-o < 3 {
					break
				}
				copy(dst[o:], src[i:i+3])
				i, o = i+3, o+3
				continue
			}
			if Cut(src[i:]) {
				break
			}
		}
		u := unit[b]
		if len(dst)-o < int(u>>24) {
			break
		}
		put(dst[o:], u)
		i, o = i+1, o+int(u>>24)
	}
	return i, o
}

func decodePortable(d *Decoder, dst, src []byte) (consumed, written int) {
	i, o := 0, 0
	words := !d.Sets && apart(dst, src)
	for i < len(src) {
		if words {
			consumed, written = decodeWords(d, dst[o:], src[i:])
			if i, o = i+consumed, o+written; i == len(src) {
				break
			}
		}
		// Escapes that src does not cut off.
		for i+2 < len(src) && o < len(dst) && src[i] == '%' {
			v := high[src[i+1]] | low[src[i+2]]
			if v >= malformed {
				if d.Strict {
					return i, o
				}
				dst[o] = '%'
				i, o = i+1, o+1
				continue
			}
			if d.Preserves && d.Preserved.Byte[byte(v)] != 0 {
				if len(dst)-o < 3 {
					return i, o
				}
				// In place the bytes may overlap: in ascending order.
				dst[o], dst[o+1], dst[o+2] = '%', src[i+1], src[i+2]
				i, o = i+3, o+3
				continue
			}
			dst[o] = byte(v)
			i, o = i+3, o+1
		}
		if i == len(src) || o == len(dst) {
			break
		}
		b := src[i]
		if d.Special.Byte[b] != 0 {
			switch {
			case b == '+' && d.Plus:
				b = ' '
			case b != '%' || d.Strict || Cut(src[i:]):
				return i, o
			}
			dst[o] = b
			i, o = i+1, o+1
			continue
		}
		n := runPortable(d, dst[o:], src[i:])
		i, o = i+n, o+n
	}
	return i, o
}

// apart reports whether no byte of dst is one of src.
func apart(dst, src []byte) bool {
	p, s := uintptr(unsafe.Pointer(unsafe.SliceData(dst))), uintptr(unsafe.Pointer(unsafe.SliceData(src)))
	return p+uintptr(len(dst)) <= s || s+uintptr(len(src)) <= p
}

// decodeWords decodes the beginning of src to dst, eight bytes at a time, where d has no
// sets and dst and src are apart. It leaves the last bytes of either, malformed escapes and
// what follows them.
func decodeWords(d *Decoder, dst, src []byte) (consumed, written int) {
	p, s := unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src))
	i, o := 0, 0
	for len(src)-i >= 8+2 && len(dst)-o >= 8 {
		w := word8(unsafe.Add(s, i))
		binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(p, o))[:], w)
		special := hasByte(w, '%') | hasByte(w, d.Second)
		if special == 0 {
			i, o = i+8, o+8
			continue
		}
		n := bits.TrailingZeros64(special) / 8
		i, o = i+n, o+n
		if *(*byte)(unsafe.Add(s, i)) != '%' {
			*(*byte)(unsafe.Add(p, o)) = ' '
			i, o = i+1, o+1
			continue
		}
		for {
			v := high[*(*byte)(unsafe.Add(s, i+1))] | low[*(*byte)(unsafe.Add(s, i+2))]
			if v >= malformed {
				return i, o
			}
			*(*byte)(unsafe.Add(p, o)) = byte(v)
			if i, o = i+3, o+1; i+2 >= len(src) || o == len(dst) || *(*byte)(unsafe.Add(s, i)) != '%' {
				break
			}
		}
	}
	return i, o
}

// decodePlain decodes all of src, a text of its own, to dst, which has room for as many
// bytes and does not overlap src, where d has no sets. It returns how many it wrote, or -1
// for a malformed escape. It is for texts of a few dozen bytes.
func decodePlain(d *Decoder, dst *byte, src []byte) int {
	p, s, n := unsafe.Pointer(dst), unsafe.Pointer(unsafe.SliceData(src)), len(src)
	i := 0
	if n > 12 && src[0] != '%' {
		for n-i >= 8 {
			w := binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(s, i))[:])
			if !clean(d, w) {
				break
			}
			binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(p, i))[:], w)
			i += 8
		}
	}
	o := i
	for i < n {
		b := *(*byte)(unsafe.Add(s, i))
		if b != '%' {
			if b == d.Second {
				b = ' '
			}
			*(*byte)(unsafe.Add(p, o)) = b
			i++
			o++
			continue
		}
		if n-i < 3 {
			return -1
		}
		v := high[*(*byte)(unsafe.Add(s, i+1))] | low[*(*byte)(unsafe.Add(s, i+2))]
		if v >= malformed {
			return -1
		}
		*(*byte)(unsafe.Add(p, o)) = byte(v)
		i += 3
		o++
	}
	return o
}

// runPortable copies bytes of src until a special one comes, src ends or dst
// is full. It writes nothing beyond what it copies, so that dst may overlap
// src from below.
func runPortable(d *Decoder, dst, src []byte) int {
	i := 0
	if d.Refuses {
		special := &d.Special.Byte
		for i < len(src) && i < len(dst) && special[src[i]] == 0 {
			dst[i] = src[i]
			i++
		}
		return i
	}
	plus := byte('%')
	if d.Plus {
		plus = '+'
	}
	for len(src)-i >= 8 && len(dst)-i >= 8 {
		w := binary.LittleEndian.Uint64(src[i:])
		if hasByte(w, '%')|hasByte(w, plus) != 0 {
			break
		}
		binary.LittleEndian.PutUint64(dst[i:], w)
		i += 8
	}
	for i < len(src) && i < len(dst) && src[i] != '%' && src[i] != plus {
		dst[i] = src[i]
		i++
	}
	return i
}

func decodedLenPortable(d *Decoder, src []byte) (consumed, written int) {
	i, removed := 0, 0
	for i < len(src) {
		for i+2 < len(src) && src[i] == '%' {
			v := high[src[i+1]] | low[src[i+2]]
			if v >= malformed {
				if d.Strict {
					return i, i - removed
				}
				i++
				continue
			}
			if !d.Preserves || d.Preserved.Byte[byte(v)] == 0 {
				removed += 2
			}
			i += 3
		}
		if i == len(src) {
			break
		}
		if b := src[i]; d.Special.Byte[b] != 0 {
			if b == '+' && d.Plus || b == '%' && !d.Strict && !Cut(src[i:]) {
				i++
				continue
			}
			break
		}
		i += runLenPortable(d, src[i:])
	}
	return i, i - removed
}

// runLenPortable returns how many bytes runPortable copies to a dst with room.
func runLenPortable(d *Decoder, src []byte) int {
	if d.Refuses || d.Plus {
		return indexPortable(&d.Special, src)
	}
	return indexPercent(src)
}
