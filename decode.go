package percent

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// Decode returns s percent-decoded. The result is bytes: it need not be UTF-8
// unless e was derived by WithInvalidUTF8. A *SyntaxError tells what is wrong
// with s; what was decoded before it is returned as well. A string that needs no
// change is returned as it is; otherwise there is one allocation, of the exact
// size (another one where invalid UTF-8 is replaced).
func (e *Encoding) Decode(s string) (string, error) {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	d := e.decoderTable()
	if len(src) > tinyString && d.Short(len(src)) && e.utf8 == InvalidUTF8Kept {
		n := kernel.DecodedLenShort(d, src)
		if n == 0 {
			return s, nil
		}
		if n > 0 {
			return decodeShort(d, src), nil
		}
	}
	i := kernel.IndexSpecial(d, src)
	if i == len(src) && (e.utf8 == InvalidUTF8Kept || utf8.Valid(src)) {
		return s, nil
	}
	if len(src) <= tinyString && !d.Sets && e.utf8 == InvalidUTF8Kept {
		var buf [tinyString]byte
		n := -1
		if len(src) > tinyEscapes && d.Short(len(src)) {
			n = kernel.DecodeShort(d, buf[:], src)
		} else {
			n = decodeTiny(d, buf[:], src)
		}
		if n == len(s) && !d.Plus {
			return s, nil
		}
		if n >= 0 {
			return string(buf[:n]), nil
		}
	}
	if len(src) <= shortString {
		var buf [shortString * len("\uFFFD")]byte
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
		buf := makeString(n)
		copy(buf, src[:i])
		if consumed, written := kernel.Decode(e.decoderTable(), buf[i:], src[i:]); i+consumed == len(src) && i+written == n &&
			(e.utf8 == InvalidUTF8Kept || utf8.Valid(buf)) {
			return unsafe.String(unsafe.SliceData(buf), n), nil
		}
	}
	return e.decodeExactly(s, i)
}

var percentSign = []byte{'%'}

// decodeExactly is Decode for input whose decoded size has to be found first.
// The bytes s[:i] are not special.
func (e *Encoding) decodeExactly(s string, i int) (string, error) {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	n := i + e.decodedLen(src[i:])
	if n == 0 {
		return "", e.syntaxError(src, 0)
	}
	if n == len(s) && (e.plus == PlusLiteral || strings.IndexByte(s, '+') < 0) &&
		(e.utf8 == InvalidUTF8Kept || utf8.Valid(src)) {
		// Nothing but malformed and preserved escapes.
		return s, nil
	}
	buf := makeString(n)
	copy(buf, src[:i])
	buf, err := e.decode(buf[:i:n], 0, src, i)
	return unsafe.String(unsafe.SliceData(buf), len(buf)), err
}

// AppendDecode appends src, percent-decoded, to dst and returns the extended
// buffer. A *SyntaxError tells what is wrong with src; what was decoded before
// it has been appended. It allocates only when dst has less room than the
// result needs. Spare capacity of dst beyond the result may be overwritten;
// src and that capacity must not overlap.
func (e *Encoding) AppendDecode(dst, src []byte) ([]byte, error) {
	d := e.decoder.Load()
	if d == nil || d.Sets || e.utf8 != InvalidUTF8Kept || cap(dst)-len(dst) < len(src) {
		return e.growDecode(dst, src)
	}
	if len(src) > tinyEscapes {
		if d.Short(len(src)) {
			if n := kernel.DecodeShort(d, dst[len(dst):cap(dst)], src); n >= 0 {
				return dst[:len(dst)+n], nil
			}
		}
		if len(src) > tinyEscapesOnly {
			return e.decode(dst, len(dst), src, 0)
		}
	}
	// A call would take longer.
	out := dst[:cap(dst)]
	n := len(dst)
	for i := 0; i < len(src); i++ {
		b := src[i]
		if d.Special.Byte[b] != 0 {
			octet, ok := kernel.Octet(src[i:])
			switch {
			case ok:
				b = octet
				i += 2
			case b == '+':
				b = ' '
			default:
				return e.decode(dst, len(dst), src, 0)
			}
		}
		out[n] = b
		n++
	}
	return dst[:n], nil
}

// decodeShort decodes src, which changes and has nothing that d refuses.
func decodeShort(d *kernel.Decoder, src []byte) string {
	var buf [kernel.MaxShort]byte
	return string(buf[:kernel.DecodeShort(d, buf[:], src)])
}

// decodeTiny decodes src, without sets, to dst, which has room for as many bytes. It returns
// how many it wrote, or -1 for a malformed escape.
func decodeTiny(d *kernel.Decoder, dst, src []byte) int {
	n := 0
	for i := 0; i < len(src); i++ {
		b := src[i]
		if d.Special.Byte[b] != 0 {
			octet, ok := kernel.Octet(src[i:])
			switch {
			case ok:
				b = octet
				i += 2
			case b == '+':
				b = ' '
			default:
				return -1
			}
		}
		dst[n] = b
		n++
	}
	return n
}

// growDecode is AppendDecode for any dst and src.
func (e *Encoding) growDecode(dst, src []byte) ([]byte, error) {
	if cap(dst)-len(dst) < len(src) {
		dst = slices.Grow(dst, e.decodedLen(src))
	}
	return e.decode(dst, len(dst), src, 0)
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
	err := &SyntaxError{Offset: int64(i)}
	switch {
	case rest[0] != '%':
		err.Reason, err.Bytes = RawByte, string(rest[:1])
	case kernel.Cut(rest):
		err.Reason, err.Bytes = TruncatedEscape, string(rest)
	default:
		err.Reason, err.Bytes = InvalidEscape, string(rest[:min(3, len(rest))])
	}
	return err
}

// invalidUTF8 returns the error for n invalid bytes at index i of src decoded.
func (e *Encoding) invalidUTF8(src []byte, i, n int) *SyntaxError {
	start := e.sourceIndex(src, 0, i)
	end := e.sourceIndex(src, start, n)
	return &SyntaxError{Offset: int64(start), Bytes: string(src[start:end]), Reason: InvalidUTF8}
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
