package percent

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/internal/kernel"
)

// Encode returns s percent-encoded: every byte that is not kept becomes an
// escape of three bytes. It cannot fail. A string that needs no change is
// returned as it is; otherwise there is one allocation, of the exact size, or
// none for a single byte. Use AppendEncode to reuse a buffer and NewEncoder for a
// stream.
func (e *Encoding) Encode(s string) string {
	k := e.encoder.Load()
	if k == nil || len(s) == 0 {
		return e.encode(s)
	}
	t := &k.Change.Byte
	p := unsafe.Pointer(unsafe.StringData(s))
	switch n := len(s); {
	case n < 8:
		for i := 0; t[s[i]] == 0; {
			i++
			if i == n {
				return s
			}
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
	case kernel.Short(n):
		size := kernel.EncodedLenShort(k, unsafe.Slice((*byte)(p), n))
		if size == 0 {
			return s
		}
		return encodeShort(k, s, size)
	}
	return encodeString(k, s)
}

// encode is Encode for any string.
func (e *Encoding) encode(s string) string { return encodeString(e.encoderTable(), s) }

// encodeShort is Encode for a string that is short for the kernels and changes to n bytes.
func encodeShort(k *kernel.Encoder, s string, n int) string {
	buf := makeString(n)
	kernel.EncodeShort(k, &buf[0], unsafe.Slice(unsafe.StringData(s), len(s)))
	return unsafe.String(&buf[0], n)
}

// AppendEncode appends src, percent-encoded, to dst and returns the extended
// buffer. It allocates only when dst has less room than EncodedLen(src). Spare
// capacity of dst beyond the result may be overwritten; src and that capacity
// must not overlap.
func (e *Encoding) AppendEncode(dst, src []byte) []byte {
	k := e.encoder.Load()
	room := cap(dst) - len(dst)
	p, o := unsafe.Pointer(unsafe.SliceData(dst)), len(dst)
	if k == nil || !kernel.Tiny(len(src)) || room <= 3*len(src) {
		if k == nil || room <= 3*len(src) {
			return appendEncode(e, dst, src)
		}
		if kernel.Short(len(src)) {
			return dst[:o+kernel.EncodeShort(k, (*byte)(unsafe.Add(p, o)), src)]
		}
		return appendLong(k, dst, src)
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

// put4 stores the four bytes of u, the first of them lowest.
func put4(p unsafe.Pointer, u uint32) { binary.LittleEndian.PutUint32((*[4]byte)(p)[:], u) }

// word8 returns the eight bytes at p, and word4 the first four of n and the last four.
func word8(p unsafe.Pointer) uint64 { return binary.LittleEndian.Uint64((*[8]byte)(p)[:]) }

func word4(p unsafe.Pointer, n int) uint64 {
	return uint64(binary.LittleEndian.Uint32((*[4]byte)(p)[:])) |
		uint64(binary.LittleEndian.Uint32((*[4]byte)(unsafe.Add(p, n-4))[:]))<<32
}

// EncodedLen returns the exact number of bytes that src encodes to: one for a
// byte that is kept, three for an escape.
func (e *Encoding) EncodedLen(src []byte) int {
	return kernel.EncodedLen(e.encoderTable(), src)
}

// EncodeChunk encodes a piece of a longer text from src to dst and returns how
// many bytes of dst it filled and how many of src it used. The error is nil
// when that was all of src, io.ErrShortBuffer when dst has no room for what
// comes next (three bytes are always enough), and io.ErrUnexpectedEOF when the
// rest of src, at most two bytes and only with EscapesKept, may be the
// beginning of an escape. Pass that rest again in front of the next piece; if
// there is none, pass it to AppendEncode. Bytes of dst beyond nDst may be
// overwritten; src and dst must not overlap.
func (e *Encoding) EncodeChunk(dst, src []byte) (nDst, nSrc int, err error) {
	nSrc, nDst = kernel.Encode(e.encoderTable(), dst, src)
	switch {
	case nSrc == len(src):
		return nDst, nSrc, nil
	case e.escapes == EscapesKept && src[nSrc] == '%' && kernel.Cut(src[nSrc:]):
		return nDst, nSrc, io.ErrUnexpectedEOF
	}
	return nDst, nSrc, io.ErrShortBuffer
}

// shortString is the size up to which strings are written to the stack and then
// copied, which takes less time than finding the exact size first.
const shortString = 64

func encodeString(k *kernel.Encoder, s string) string {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	i := indexChange(k, src)
	if i == len(src) {
		return s
	}
	if len(src) <= shortString {
		return encodeFrom(k, src, i)
	}
	n := i + kernel.EncodedLen(k, src[i:])
	buf := makeString(n)
	copy(buf, src[:i])
	// The room is exact, so that appending allocates nothing.
	appendLong(k, buf[:i], src[i:])
	return unsafe.String(unsafe.SliceData(buf), n)
}

// encodeFrom is encodeString for short strings whose first i bytes stay.
func encodeFrom(k *kernel.Encoder, src []byte, i int) string {
	var buf [3*shortString + 16]byte
	copy(buf[:], src[:i])
	if kernel.Tiny(len(src)) && !k.KeepEscapes {
		return string(buf[:i+encodeUnits(k, unsafe.Pointer(&buf[i]), src[i:])])
	}
	return string(appendLong(k, buf[:i], src[i:]))
}

// encodeUnits encodes src, which is not empty, to p, where one byte more than the result
// has room, and returns how many bytes it wrote.
func encodeUnits(k *kernel.Encoder, p unsafe.Pointer, src []byte) int {
	o := 0
	for i := 0; ; {
		u := k.Unit[src[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(src) {
			return o
		}
		u = k.Unit[src[i]]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, o))[:], u)
		o += int(u >> 24)
		i++
		if i >= len(src) {
			return o
		}
	}
}

// anyOf8 returns 0 if none of the eight bytes of w is in the set t.
func anyOf8(t *[256]uint8, w uint64) uint8 {
	return t[byte(w)] | t[byte(w>>8)] | t[byte(w>>16)] | t[byte(w>>24)] |
		t[byte(w>>32)] | t[byte(w>>40)] | t[byte(w>>48)] | t[byte(w>>56)]
}

// encodeTiny is encodeString for tiny strings that change, without KeepEscapes. It is
// not inlined, so that those that do not change need no buffer.
//
//go:noinline
func encodeTiny(k *kernel.Encoder, s string) string {
	if len(s) == 1 {
		if b := int(s[0]); b != ' ' || !k.Plus {
			return k.Escapes[3*b : 3*b+3]
		}
		return "+"
	}
	var buf [64]byte // whole vectors take the fewest stores to clear
	return string(buf[:encodeUnits(k, unsafe.Pointer(&buf), unsafe.Slice(unsafe.StringData(s), len(s)))])
}

// indexChange returns the index of the first byte of src that does not stay as
// it is, or len(src).
func indexChange(k *kernel.Encoder, src []byte) int {
	i := kernel.Index(&k.Change, src)
	if k.KeepEscapes {
		for i < len(src) {
			if _, ok := kernel.Octet(src[i:]); !ok {
				break
			}
			i += 3
			i += kernel.Index(&k.Change, src[i:])
		}
	}
	return i
}

// appendEncode is AppendEncode where there may be no table, or less room than src can need.
func appendEncode(e *Encoding, dst, src []byte) []byte {
	k := e.encoderTable()
	if !k.KeepEscapes && kernel.Short(len(src)) {
		n := kernel.EncodedLenShort(k, src)
		if n == 0 {
			n = len(src)
		}
		dst = slices.Grow(dst, n)
		room := dst[len(dst) : len(dst)+n]
		return dst[:len(dst)+kernel.EncodeShort(k, &room[0], src)]
	}
	return appendLong(k, dst, src)
}

func appendLong(k *kernel.Encoder, dst, src []byte) []byte {
	for {
		consumed, written := kernel.Encode(k, dst[len(dst):cap(dst)], src)
		dst, src = dst[:len(dst)+written], src[consumed:]
		if len(src) == 0 {
			return dst
		}
		need := kernel.EncodedLen(k, src)
		if cap(dst)-len(dst) < need {
			dst = slices.Grow(dst, need)
			continue
		}
		// What is left looks like the beginning of an escape, but src ends.
		dst = append(dst, '%', '2', '5')
		src = src[1:]
	}
}

// makeString returns n > 0 bytes of memory for a string. If they are many, they are not
// cleared.
func makeString(n int) []byte {
	if n <= 256 {
		return make([]byte, n)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
