package percent

import (
	"io"

	"github.com/pct-encoded/percent/internal/kernel"
)

// Encode returns s percent-encoded: every byte that is not kept becomes an
// escape of three bytes. It cannot fail. A string that needs no change is
// returned as it is; otherwise there is one allocation, of the exact size, or
// none for a single byte. Use AppendEncode to reuse a buffer and NewEncoder for a
// stream.
func (e *Encoding) Encode(s string) string { return e.codec.Encode(s) }

// AppendEncode appends src, percent-encoded, to dst and returns the extended
// buffer. It allocates only when dst has less room than EncodedLen(src). Spare
// capacity of dst beyond the result may be overwritten; src and that capacity
// must not overlap.
func (e *Encoding) AppendEncode(dst, src []byte) []byte {
	return e.codec.AppendEncode(dst, src)
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

// general is an Encoding as the kernels call it: before its tables are made, and for what
// Codec leaves.
type general Encoding

// Encode is Encoding.Encode for any text.
func (g *general) Encode(s string) string {
	return kernel.EncodeString((*Encoding)(g).encoderTable(), s)
}

// AppendEncode is Encoding.AppendEncode for any text.
func (g *general) AppendEncode(dst, src []byte) []byte {
	return kernel.AppendEncode((*Encoding)(g).encoderTable(), dst, src)
}
