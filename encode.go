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
	return encodeString(e.encoderTable(), s)
}

// AppendEncode appends src, percent-encoded, to dst and returns the extended
// buffer. It allocates only when dst has less room than EncodedLen(src). Spare
// capacity of dst beyond the result may be overwritten; src and that capacity
// must not overlap.
func (e *Encoding) AppendEncode(dst, src []byte) []byte {
	return appendEncode(e.encoderTable(), dst, src)
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
	if len(s) <= tinyString && !k.KeepEscapes {
		change := &k.Change.Byte
		for i := range len(s) {
			if change[s[i]] != 0 {
				return encodeTiny(k, s, i)
			}
		}
		return s
	}
	src := unsafe.Slice(unsafe.StringData(s), len(s))
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

// tinyString is the size up to which calling a kernel takes longer than doing
// its work here.
const tinyString = 16

// encodeTiny is encodeString for tiny strings whose first i bytes stay, without
// KeepEscapes. It is not inlined, so that clean strings do not pay for its buffer.
//
//go:noinline
func encodeTiny(k *kernel.Encoder, s string, i int) string {
	var buf [3*tinyString + 1]byte // each store is of four bytes
	o := copy(buf[:], s[:i])
	for ; i < len(s); i++ {
		u := k.Unit[s[i]]
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

// makeString returns n > 0 bytes of memory for a string. They are not cleared.
func makeString(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), n)
}
