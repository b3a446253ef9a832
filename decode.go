package percent

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// Decode returns s percent-decoded. The result is bytes: it need not be UTF-8
// unless e was derived by WithInvalidUTF8. A *SyntaxError tells what is wrong
// with s; what was decoded before it is returned as well. A string that needs no
// change is returned as it is; otherwise there is one allocation, of the exact
// size (another one where invalid UTF-8 is replaced).
func (e *Encoding) Decode(s string) (string, error) { return e.codec.Decode(s) }

// Decode is Encoding.Decode for any string.
func (g *general) Decode(s string) (string, error) {
	e := (*Encoding)(g)
	src := kernel.Bytes(s)
	d := e.decoderTable()
	i := kernel.IndexSpecial(d, src)
	if i == len(src) && (e.utf8 == InvalidUTF8Kept || kernel.ValidUTF8(src)) {
		return s, nil
	}
	if len(src) <= smallString {
		var buf [smallString * len("\uFFFD")]byte
		b, err := e.decode(append(buf[:0], src[:i]...), 0, src, i)
		if string(b) == s {
			return s, err
		}
		return string(b), err
	}
	// Nearly always every '%' begins an escape, which makes the result two bytes
	// shorter. If not, the result has another size than n.
	n := len(src) - 2*bytes.Count(src[i:], percentSign)
	if n > i && e.preserved == (ByteSet{}) {
		buf := kernel.Uncleared(n)
		copy(buf, src[:i])
		if consumed, written := kernel.Decode(d, buf[i:], src[i:]); i+consumed == len(src) && i+written == n &&
			(e.utf8 == InvalidUTF8Kept || kernel.ValidUTF8(buf)) {
			return kernel.String(buf), nil
		}
	}
	return e.decodeExactly(s, i)
}

// smallString is the size up to which decodeString decodes to the stack.
const smallString = 32

var percentSign = []byte{'%'}

// decodeExactly is Decode for input whose decoded size has to be found first.
// The bytes s[:i] are not special.
func (e *Encoding) decodeExactly(s string, i int) (string, error) {
	src := kernel.Bytes(s)
	n := i + e.decodedLen(src[i:])
	if n == 0 {
		return "", e.syntaxError(src, 0)
	}
	if n == len(s) && (e.plus == PlusLiteral || strings.IndexByte(s, '+') < 0) &&
		(e.utf8 == InvalidUTF8Kept || kernel.ValidUTF8(src)) {
		// Nothing but malformed and preserved escapes.
		return s, nil
	}
	buf := kernel.Uncleared(n)
	copy(buf, src[:i])
	buf, err := e.decode(buf[:i:n], 0, src, i)
	return kernel.String(buf), err
}

// AppendDecode appends src, percent-decoded, to dst and returns the extended
// buffer. A *SyntaxError tells what is wrong with src; what was decoded before
// it has been appended. It allocates only when dst has less room than the
// result needs, and once for an error. Spare capacity of dst beyond the result
// may be overwritten;
// src and that capacity must not overlap.
func (e *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	return e.codec.AppendDecode(dst, src)
}

// AppendDecode is Encoding.AppendDecode for any arguments, from src[i:] on.
func (g *general) AppendDecode(dst []byte, from int, src []byte, i int) ([]byte, error) {
	e := (*Encoding)(g)
	if cap(dst)-len(dst) < len(src)-i {
		dst = slices.Grow(dst, e.decodedLen(src[i:]))
	}
	return e.decode(dst, from, src, i)
}

// DecodeInPlace decodes b into its own memory and returns the part of it that
// holds the result. A *SyntaxError tells what was wrong with b; what was decoded
// before it is returned as well, and b no longer holds the input. The result can
// be longer than b only if invalid UTF-8 is replaced; it is then in new memory.
func (e *Encoding) DecodeInPlace(b []byte) ([]byte, error) {
	b = b[:len(b):len(b)]
	if e.utf8 != InvalidUTF8Kept {
		return e.decodeInPlaceUTF8(b)
	}
	consumed, written := kernel.Decode(e.decoderTable(), b, b)
	for consumed < len(b) {
		// The bytes from consumed on are still those of the input.
		if !e.literalPercent(b[consumed:]) {
			return b[:written], e.syntaxError(b, consumed)
		}
		b[written] = '%'
		written++
		consumed++
		c, w := kernel.Decode(e.decoderTable(), b[written:], b[consumed:])
		consumed, written = consumed+c, written+w
	}
	return b[:written], nil
}

// decodeInPlaceUTF8 decodes to a buffer first, because the offset of invalid
// UTF-8 can only be found in the input.
func (e *Encoding) decodeInPlaceUTF8(b []byte) ([]byte, error) {
	var buf [256]byte
	read, write := 0, 0
	for {
		nDst, nSrc, err := e.DecodeChunk(buf[:len(buf)-64], b[read:])
		decoded := buf[:nDst]
		err = shiftError(err, read)
		if err == io.ErrUnexpectedEOF {
			// At most eleven bytes, for which the rest of buf has room.
			decoded, err = e.AppendDecode(decoded, b[read+nSrc:])
			err = shiftError(err, read+nSrc)
			nSrc = len(b) - read
		}
		read += nSrc
		if write+len(decoded) > read {
			// What has been written would overtake what is still to be read.
			out := append(append(make([]byte, 0, 2*len(b)), b[:write]...), decoded...)
			if err == io.ErrShortBuffer {
				out, err = e.AppendDecode(out, b[read:])
				err = shiftError(err, read)
			}
			return out, err
		}
		write += copy(b[write:], decoded)
		if err != io.ErrShortBuffer {
			return b[:write], err
		}
	}
}

// shiftError returns err, after adding by to the Offset of a *SyntaxError.
func shiftError(err error, by int) error {
	if e, ok := err.(*SyntaxError); ok {
		e.Offset += int64(by)
	}
	return err
}

// DecodeChunk decodes a piece of a longer text from src to dst and returns how
// many bytes of dst it filled and how many of src it used. The error is nil
// when that was all of src, io.ErrShortBuffer when dst has no room for what
// comes next (twelve bytes are always enough), io.ErrUnexpectedEOF when the
// rest of src, at most eleven bytes, is the beginning of an escape or of a
// character, and otherwise a *SyntaxError whose Offset counts from the start of
// src. Pass that rest again in front of the next piece; if there is none, pass it
// to AppendDecode. Bytes of dst beyond nDst may be overwritten; src and dst must
// not overlap.
func (e *Encoding) DecodeChunk(dst, src []byte) (nDst, nSrc int, err error) {
	if e.utf8 != InvalidUTF8Kept {
		return e.decodeChunkUTF8(dst, src)
	}
	nSrc, nDst = kernel.Decode(e.decoderTable(), dst, src)
	return nDst, nSrc, e.stop(src, nSrc, len(dst)-nDst)
}

// stop says why the kernel stopped at src[i:], with room bytes of dst left.
func (e *Encoding) stop(src []byte, i, room int) error {
	rest := src[i:]
	switch {
	case len(rest) == 0:
		return nil
	case rest[0] == '%' && kernel.Cut(rest):
		return io.ErrUnexpectedEOF
	case rest[0] == '%':
		if octet, ok := kernel.Octet(rest); ok {
			if room == 0 || e.preserved.Contains(octet) && room < 3 {
				return io.ErrShortBuffer
			}
		} else if e.malformed == MalformedKept {
			return io.ErrShortBuffer
		} else if len(rest) < 3 {
			// The error shows three bytes, wherever the text was cut.
			return io.ErrUnexpectedEOF
		}
	case rest[0] == '+' && e.plus == PlusIsSpace, !e.refused.Contains(rest[0]):
		return io.ErrShortBuffer
	}
	return e.syntaxError(src, i)
}

func (e *Encoding) decodeChunkUTF8(dst, src []byte) (nDst, nSrc int, err error) {
	if len(src) == 0 {
		return 0, 0, nil
	}
	if len(dst) < 12 {
		return 0, 0, io.ErrShortBuffer
	}
	room := dst
	if e.utf8 == InvalidUTF8Replaced {
		room = dst[:len(dst)/len("\uFFFD")]
	}
	nSrc, nDst = kernel.Decode(e.decoderTable(), room, src)
	err = e.stop(src, nSrc, len(room)-nDst)
	if _, malformed := err.(*SyntaxError); !malformed {
		// A character that may go on is left for later. If nothing else fits into
		// room, which has four bytes or more, an escape follows that is preserved: the
		// character is broken.
		if cut := cutCharacter(room[:nDst]); cut > 0 && (cut < nDst || err != io.ErrShortBuffer) {
			nDst -= cut
			for range cut {
				nSrc -= lastUnit(src[:nSrc])
			}
			if err == nil {
				err = io.ErrUnexpectedEOF
			}
		}
	}
	i, n := indexInvalid(dst[:nDst])
	switch {
	case n == 0:
	case e.utf8 == InvalidUTF8Replaced:
		nDst = len(replaceInvalid(dst[:nDst], 0))
	default:
		invalid := e.invalidUTF8(src, i, n)
		nDst, nSrc, err = i, int(invalid.Offset), invalid
	}
	return nDst, nSrc, err
}

// cutCharacter returns how many bytes at the end of b are the beginning of a
// character.
func cutCharacter(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if _, _, cut := wtf8.Subsequence(b[len(b)-n:]); cut {
			return n
		}
	}
	return 0
}

// lastUnit returns the length of the escape or byte at the end of src, which
// stands for an octet of 80 to FF.
func lastUnit(src []byte) int {
	if len(src) >= 3 {
		if _, ok := kernel.Octet(src[len(src)-3:]); ok {
			return 3
		}
	}
	return 1
}

// decode appends src[i:], decoded, to dst, which must have the capacity, and
// applies the policy on UTF-8 to dst[from:]. The bytes src[:i] are at the end of
// dst already, unchanged.
func (e *Encoding) decode(dst []byte, from int, src []byte, i int) ([]byte, error) {
	var err *SyntaxError
	for {
		consumed, written := kernel.Decode(e.decoderTable(), dst[len(dst):cap(dst)], src[i:])
		dst, i = dst[:len(dst)+written], i+consumed
		if i == len(src) {
			break
		}
		if !e.literalPercent(src[i:]) {
			err = e.syntaxError(src, i)
			break
		}
		dst = append(dst, '%')
		i++
	}
	if e.utf8 != InvalidUTF8Kept {
		at, n := indexInvalid(dst[from:])
		switch {
		case n == 0:
		case e.utf8 == InvalidUTF8Replaced:
			dst = replaceInvalid(dst, from)
		default:
			dst, err = dst[:from+at], e.invalidUTF8(src, at, n)
		}
	}
	if err != nil {
		return dst, err
	}
	return dst, nil
}

// literalPercent reports whether rest, the end of the input at which the kernel
// stopped, begins with a '%' to copy.
func (e *Encoding) literalPercent(rest []byte) bool {
	return e.malformed == MalformedKept && rest[0] == '%' && kernel.Cut(rest)
}

// decodedLen returns the exact number of bytes that decode appends for src
// before it applies the policy on UTF-8.
func (e *Encoding) decodedLen(src []byte) int {
	n := 0
	for {
		consumed, written := kernel.DecodedLen(e.decoderTable(), src)
		n += written
		src = src[consumed:]
		if len(src) == 0 || !e.literalPercent(src) {
			return n
		}
		n++
		src = src[1:]
	}
}

// syntaxError returns the error for the byte at src[i], which the kernel
// refused.
func (e *Encoding) syntaxError(src []byte, i int) *SyntaxError {
	rest := src[i:]
	switch {
	case rest[0] != '%':
		return newSyntaxError(i, rest[:1], RawByte)
	case kernel.Cut(rest):
		return newSyntaxError(i, rest, TruncatedEscape)
	}
	return newSyntaxError(i, rest[:min(3, len(rest))], InvalidEscape)
}

// newSyntaxError returns a SyntaxError and its copy of bytes in one allocation.
func newSyntaxError(offset int, bytes []byte, reason Reason) *SyntaxError {
	var e struct {
		SyntaxError
		bytes [maxRest]byte
	}
	one := &e
	n := copy(one.bytes[:], bytes)
	one.SyntaxError = SyntaxError{Offset: int64(offset), Bytes: kernel.String(one.bytes[:n]), Reason: reason}
	return &one.SyntaxError
}

// invalidUTF8 returns the error for n invalid bytes at index i of src decoded.
func (e *Encoding) invalidUTF8(src []byte, i, n int) *SyntaxError {
	start := e.sourceIndex(src, 0, i)
	end := e.sourceIndex(src, start, n)
	return newSyntaxError(start, src[start:end], InvalidUTF8)
}

// sourceIndex returns the index after the units of src, from src[at] on, that
// decode to n bytes.
func (e *Encoding) sourceIndex(src []byte, at, n int) int {
	for n > 0 {
		octet, ok := kernel.Octet(src[at:])
		switch {
		case ok && e.preserved.Contains(octet):
			at, n = at+3, n-3
		case ok:
			at, n = at+3, n-1
		default:
			at, n = at+1, n-1
		}
	}
	return at
}
