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
// returned as it is; otherwise there is one allocation, of the exact size. Use
// AppendEncode to reuse a buffer and NewEncoder for a stream.
func (e *Encoding) Encode(s string) string {
	k := e.encoder.Load()
	if k == nil || k.KeepEscapes || len(s) > tinyString {
		return encodeString(e.encoderTable(), s)
	}
	t := &k.Change.Byte
	if n := len(s); n >= 8 {
		p := unsafe.Pointer(unsafe.StringData(s))
		found := anyOf8(t, (*[8]byte)(p))
		if n > 8 {
			found |= anyOf8(t, (*[8]byte)(unsafe.Add(p, n-8)))
		}
		if found == 0 {
			return s
		}
		return encodeTiny(k, s)
	}
	for i := range len(s) {
		if t[s[i]] != 0 {
			return encodeTiny(k, s)
		}
	}
	return s
}

// AppendEncode appends src, percent-encoded, to dst and returns the extended
// buffer. It allocates only when dst has less room than EncodedLen(src). Spare
// capacity of dst beyond the result may be overwritten; src and that capacity
// must not overlap.
func (e *Encoding) AppendEncode(dst, src []byte) []byte {
	k := e.encoder.Load()
	if k == nil || k.KeepEscapes || cap(dst)-len(dst) < 3*len(src)+1 {
		return appendEncode(e.encoderTable(), dst, src)
	}
	if len(src) > tinyBytes {
		if k.Short(len(src)) {
			return dst[:len(dst)+kernel.EncodeShort(k, dst[len(dst):cap(dst)], src)]
		}
		if len(src) > tinyBytesOnly {
			return appendLong(k, dst, src)
		}
	}
	// A call would take longer. Each store is of four bytes.
	p := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst)), len(dst))
	n := 0
	for _, b := range src {
		u := k.Unit[b]
		binary.LittleEndian.PutUint32((*[4]byte)(unsafe.Add(p, n))[:], u)
		n += int(u >> 24)
	}
	return dst[:len(dst)+n]
}

// Up to these sizes, which were measured, a loop in AppendEncode or AppendDecode takes
// less time than a call: of the kernel for short texts, or of the others where the tier
// has none.
const (
	tinyBytes, tinyBytesOnly     = 7, 16
	tinyEscapes, tinyEscapesOnly = 7, 12
)

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

// Fix makes a nearly correct encoded string legal: escapes and the bytes that e
// writes stay as they are, every other byte is escaped, and a '%' that begins
// no escape becomes %25, whatever the kept set. It cannot fail, and fixing twice
// changes nothing more. A legal string is returned as it is; otherwise there is
// one allocation, of the exact size.
func (e *Encoding) Fix(s string) string {
	return encodeString(e.fixerTable(), s)
}

// AppendFix appends src, fixed as Fix does, to dst and returns the extended
// buffer. The rules for memory are those of AppendEncode. To fix a stream, use
// NewEncoder with an encoding derived by WithEscapes(EscapesKept).
func (e *Encoding) AppendFix(dst, src []byte) []byte {
	return appendEncode(e.fixerTable(), dst, src)
}

// shortString is the size up to which strings are written to the stack and then
// copied, which takes less time than finding the exact size first.
const shortString = 32

func encodeString(k *kernel.Encoder, s string) string {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	if k.Short(len(src)) {
		n := kernel.EncodedLenShort(k, src)
		if n == 0 {
			return s
		}
		buf := makeString(n)
		kernel.EncodeShort(k, buf, src)
		return unsafe.String(unsafe.SliceData(buf), n)
	}
	i := indexChange(k, src)
	if i == len(src) {
		return s
	}
	if len(src) <= shortString {
		return encodeShort(k, src, i)
	}
	n := i + kernel.EncodedLen(k, src[i:])
	buf := makeString(n)
	copy(buf, src[:i])
	// The room is exact, so that appending allocates nothing.
	appendEncode(k, buf[:i], src[i:])
	return unsafe.String(unsafe.SliceData(buf), n)
}

// encodeShort is encodeString for short strings whose first i bytes stay.
func encodeShort(k *kernel.Encoder, src []byte, i int) string {
	var buf [3 * shortString]byte
	return string(appendEncode(k, append(buf[:0], src[:i]...), src[i:]))
}

// tinyString is the size up to which words of eight bytes take less time than a kernel.
const tinyString = 16

// anyOf8 returns 0 if none of the bytes b is in the set t.
func anyOf8(t *[256]uint8, b *[8]byte) uint8 {
	w := binary.LittleEndian.Uint64(b[:])
	return t[byte(w)] | t[byte(w>>8)] | t[byte(w>>16)] | t[byte(w>>24)] |
		t[byte(w>>32)] | t[byte(w>>40)] | t[byte(w>>48)] | t[byte(w>>56)]
}

// encodeTiny is encodeString for tiny strings that change, without KeepEscapes. It is
// not inlined, so that those that do not change need no buffer.
//
//go:noinline
func encodeTiny(k *kernel.Encoder, s string) string {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	var buf [3*tinyString + 1]byte // each store is of four bytes
	if len(src) > 12 && k.Short(len(src)) {
		return string(buf[:kernel.EncodeShort(k, buf[:], src)])
	}
	o := 0
	for _, b := range src {
		u := k.Unit[b]
		binary.LittleEndian.PutUint32(buf[o:], u)
		o += int(u >> 24)
	}
	return string(buf[:o])
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

func appendEncode(k *kernel.Encoder, dst, src []byte) []byte {
	if k.Short(len(src)) {
		if n := kernel.EncodeShort(k, dst[len(dst):cap(dst)], src); n >= 0 {
			return dst[:len(dst)+n]
		}
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
