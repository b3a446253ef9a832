package kernel

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sync/atomic"
	"unsafe"
)

// A Codec encodes and decodes by the tables of an encoding, once they are made. What comes
// before that, malformed escapes and room that is missing are left to General.
//
// A text of a few bytes takes less time than a call. So the methods of an encoding are one
// call of these, which compilers inline, and sizes are told apart here, in code that checks
// no bounds. What they do is what EncodeString and AppendEncode, and Decode, do.
type Codec struct {
	General General                 // the encoding, or nil for that of Zero
	Encoder atomic.Pointer[Encoder] // nil, or one that keeps no escapes
	Decoder atomic.Pointer[Decoder] // nil, or one without sets, if decoded octets may be any
}

// General is an encoding for any arguments. It keeps none of them.
type General interface {
	// Encode returns s encoded.
	Encode(s string) string
	// AppendEncode appends src, encoded, to dst.
	AppendEncode(dst, src []byte) []byte
	// Decode returns s decoded, or what comes before an error.
	Decode(s string) (string, error)
	// AppendDecode appends src[i:], decoded, to dst, whose end is src[:i] decoded. The
	// result begins at dst[from:].
	AppendDecode(dst []byte, from int, src []byte, i int) ([]byte, error)
}

// Zero is the General of a Codec that has none: that of the zero value of an encoding.
var Zero General

func (c *Codec) general() General {
	if c.General == nil {
		return Zero
	}
	return c.General
}

// Up to these sizes, which were measured, a loop takes less time than a kernel: for an
// escape at the front, and then probably many, in AppendDecode and in Decode; for other
// text in either; for all text where no tier has a kernel for it. Encode looks
// at words of eight bytes up to tinyString.
const (
	tinyEscapes, tinyEscapesString = 12, 24
	tinyTexts, tinyString          = 7, 16
	plainTexts, plainString        = 65, 128
)

// Encode returns s encoded, or s if nothing changes.
func (c *Codec) Encode(s string) string {
	k := c.Encoder.Load()
	if k == nil || len(s) == 0 {
		return c.general().Encode(hiddenString(s))
	}
	t := &k.Change.Byte
	p := unsafe.Pointer(unsafe.StringData(s))
	switch n := len(s); {
	case n < 4:
		for i := 0; t[s[i]] == 0; {
			i++
			if i == n {
				return s
			}
		}
		return encodeTiny(k, s)
	case n < 8:
		if anyOf8(t, word4(p, n)) == 0 {
			return s
		}
		return encodeTiny(k, s)
	case n <= tinyString:
		found := anyOf8(t, word8(p))
		if n > 8 {
			found |= anyOf8(t, word8(unsafe.Add(p, n-8)))
		}
		if found == 0 {
			return s
		}
		return encodeTiny(k, s)
	case isShort(n):
		size := encodedLenShort(k, Bytes(s))
		if size == 0 {
			return s
		}
		buf := Uncleared(size)
		encodeShort(k, &buf[0], Bytes(s))
		return String(buf)
	}
	return EncodeString(k, s)
}

// AppendEncode appends src, encoded, to dst.
func (c *Codec) AppendEncode(dst, src []byte) []byte {
	k := c.Encoder.Load()
	room := cap(dst) - len(dst)
	p, o := unsafe.Pointer(unsafe.SliceData(dst)), len(dst)
	if k == nil || uint(len(src)-1) >= tiny || room <= 3*len(src) {
		switch {
		case k == nil:
			return c.general().AppendEncode(hidden(dst), hidden(src))
		case !isShort(len(src)):
			return AppendEncode(k, dst, src)
		case room <= 3*len(src):
			return appendEncodeShort(k, dst, src)
		}
		return dst[:o+encodeShort(k, (*byte)(unsafe.Add(p, o)), src)]
	}
	// Two bytes in a round of the loop, and no jump to its end before the first.
	for i := 0; ; {
		u := k.Unit[src[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(src) {
			break
		}
		u = k.Unit[src[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(src) {
			break
		}
	}
	return dst[:o]
}

// appendEncodeShort is AppendEncode for a short text where room is scarce.
func appendEncodeShort(k *Encoder, dst, src []byte) []byte {
	n := encodedLenShort(k, src)
	if n == 0 {
		n = len(src)
	}
	dst = slices.Grow(dst, n)
	room := dst[len(dst) : len(dst)+n]
	return dst[:len(dst)+encodeShort(k, &room[0], src)]
}

// encodeTiny is Encode for a text of at most 16 bytes that changes. It is not inlined, so
// that those that do not change need no buffer.
//
//go:noinline
func encodeTiny(k *Encoder, s string) string {
	if len(s) == 1 {
		if b := int(s[0]); b != ' ' || !k.Plus {
			return k.Escapes[3*b : 3*b+3]
		}
		return "+"
	}
	var buf [64]byte // whole vectors take the fewest stores to clear
	o := 0
	for i := 0; ; {
		u := k.Unit[s[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(unsafe.Pointer(&buf), o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(s) {
			break
		}
		u = k.Unit[s[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(unsafe.Pointer(&buf), o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(s) {
			break
		}
	}
	return string(buf[:o])
}

// anyOf8 returns 0 if none of the eight bytes of w is in the set t.
func anyOf8(t *[256]uint8, w uint64) uint8 {
	return t[byte(w)] | t[byte(w>>8)] | t[byte(w>>16)] | t[byte(w>>24)] |
		t[byte(w>>32)] | t[byte(w>>40)] | t[byte(w>>48)] | t[byte(w>>56)]
}

// Decode returns s decoded, or s if nothing changes.
func (c *Codec) Decode(s string) (string, error) {
	d := c.Decoder.Load()
	if d == nil || len(s) == 0 {
		return c.general().Decode(hiddenString(s))
	}
	p := unsafe.Pointer(unsafe.StringData(s))
	switch n := len(s); {
	case n > tinyEscapesString || n > tinyString && s[0] != '%':
		if isShort(n) {
			size := decodedLenShort(d, Bytes(s))
			if size == 0 {
				return s, nil
			}
			if size < 2 {
				return c.general().Decode(hiddenString(s))
			}
			return decodeShortString(d, s, size), nil
		}
		if !d.Plus && bytes.IndexByte(Bytes(s), '%') < 0 || d.Plus && IndexSpecial(d, Bytes(s)) == n {
			return s, nil
		}
		if n > plainString {
			return c.general().Decode(hiddenString(s))
		}
		var buf [plainString]byte
		o := decodePlain(d, &buf[0], Bytes(s))
		if o < 0 || o == n && string(buf[:o]) == s {
			return c.general().Decode(hiddenString(s))
		}
		return string(buf[:o]), nil
	case n < 4:
		for i := 0; s[i] != '%' && s[i] != d.Second; {
			i++
			if i == n {
				return s, nil
			}
		}
	case s[0] == '%':
	case n < 8:
		if clean(d, word4(p, n)) {
			return s, nil
		}
	case clean(d, word8(p)) && clean(d, word8(unsafe.Add(p, n-8))):
		return s, nil
	}
	var buf [32]byte
	n := decodePlain(d, &buf[0], Bytes(s))
	if n < 0 || n == len(s) && !d.Plus {
		return c.general().Decode(hiddenString(s))
	}
	return string(buf[:n]), nil
}

// decodeShortString is Decode for a text that is short for the kernels and changes to n bytes.
func decodeShortString(d *Decoder, s string, n int) string {
	if n <= 64 {
		// Copying takes less time than clearing.
		var buf [64]byte
		return string(buf[:decodeShort(d, &buf[0], Bytes(s))])
	}
	buf := Uncleared(n)
	decodeShort(d, &buf[0], Bytes(s))
	return String(buf)
}

// AppendDecode appends src, decoded, to dst.
func (c *Codec) AppendDecode(dst, src []byte) ([]byte, error) {
	// The loops take two jumps at most for a byte or an escape, and the calls come last.
	d := c.Decoder.Load()
	if d == nil || cap(dst)-len(dst) < len(src) || len(src) == 0 {
		return c.general().AppendDecode(hidden(dst), len(dst), hidden(src), 0)
	}
	p, o := unsafe.Pointer(unsafe.SliceData(dst)), len(dst)
	if len(src) < 4 {
		for i := 0; ; {
			b := src[i]
			i++
			if b == '%' {
				octet, ok := Octet(src[i-1:])
				if !ok {
					return c.general().AppendDecode(hidden(dst), len(dst), hidden(src), 0)
				}
				b = octet
				i += 2
			} else if b == d.Second {
				b = ' '
			}
			*(*byte)(unsafe.Add(p, o)) = b
			o++
			if i >= len(src) {
				return dst[:o], nil
			}
		}
	}
	s := unsafe.Pointer(unsafe.SliceData(src))
	if len(src) > tinyEscapes || len(src) > tinyTexts && src[0] != '%' {
		n := -1
		if isShort(len(src)) {
			n = decodeShort(d, (*byte)(unsafe.Add(p, o)), src)
		} else if len(src) <= plainTexts {
			n = decodePlain(d, (*byte)(unsafe.Add(p, o)), src)
		}
		if n >= 0 {
			return dst[:o+n], nil
		}
		n, i := Decode(d, dst[o:cap(dst)], src)
		if n == len(src) {
			return dst[:o+i], nil
		}
		return c.general().AppendDecode(hidden(dst[:o+i]), o, hidden(src), n)
	}
	if src[0] != '%' {
		if w := word4(s, len(src)); clean(d, w) {
			put4(unsafe.Add(p, o), uint32(w))
			put4(unsafe.Add(p, o+len(src)-4), uint32(w>>32))
			return dst[:o+len(src)], nil
		}
	}
	for i := 0; ; {
		b := *(*byte)(unsafe.Add(s, i))
		if b == '%' {
			if len(src)-i < 3 {
				return c.general().AppendDecode(hidden(dst), len(dst), hidden(src), 0)
			}
			v := high[*(*byte)(unsafe.Add(s, i+1))] | low[*(*byte)(unsafe.Add(s, i+2))]
			if v >= malformed {
				return c.general().AppendDecode(hidden(dst), len(dst), hidden(src), 0)
			}
			i += 3
			*(*byte)(unsafe.Add(p, o)) = byte(v)
			o++
			if i >= len(src) {
				break
			}
			continue
		}
		if b == d.Second {
			b = ' '
		}
		i++
		*(*byte)(unsafe.Add(p, o)) = b
		o++
		if i >= len(src) {
			break
		}
	}
	return dst[:o], nil
}

// clean reports whether decoding changes none of the eight bytes of w, where d has no sets.
func clean(d *Decoder, w uint64) bool { return hasByte(w, '%')|hasByte(w, d.Second) == 0 }

// put4 stores the four bytes of u, the first of them lowest.
func put4(p unsafe.Pointer, u uint32) { binary.LittleEndian.PutUint32((*[4]byte)(p)[:], u) }

// word8 returns the eight bytes at p, and word4 the first four of n and the last four.
func word8(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }

func word4(p unsafe.Pointer, n int) uint64 {
	return uint64(binary.LittleEndian.Uint32((*[4]byte)(p)[:])) |
		uint64(binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(p, n-4))[:]))<<32
}

// The compiler moves to the heap what a method of an interface gets. Those of General keep
// nothing, and what they return of their arguments Codec returns elsewhere, too, so that
// the arguments may go to them hidden.

// hidden returns b where the compiler does not see it: it moves to the heap what a method of
// an interface gets, and those of General keep nothing. What they return of an argument the
// methods of Codec return elsewhere, too, so that their callers are told. hiddenString does
// the same.
func hidden(b []byte) []byte {
	return unsafe.Slice(hiddenByte(unsafe.SliceData(b)), cap(b))[:len(b)]
}

func hiddenString(s string) string {
	return unsafe.String(hiddenByte(unsafe.StringData(s)), len(s))
}

// hiddenByte returns p by way of its address, a word that the compiler keeps.
func hiddenByte(p *byte) *byte {
	address := uintptr(unsafe.Pointer(p))
	return *(**byte)(unsafe.Pointer(&address))
}
