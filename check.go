package percent

import (
	"io"

	"github.com/pct-encoded/percent/internal/kernel"
)

// Check returns nil if e decodes s without an error, and otherwise the
// *SyntaxError that [Encoding.Decode] would return. It allocates only the error.
func (e *Encoding) Check(s string) error {
	src := kernel.Bytes(s)
	if e.utf8 == InvalidUTF8Refused {
		return e.checkUTF8(src)
	}
	for at := 0; ; at++ {
		consumed, _ := kernel.DecodedLen(e.decoderTable(), src[at:])
		at += consumed
		if at == len(src) {
			return nil
		}
		if !e.literalPercent(src[at:]) {
			return e.syntaxError(src, at)
		}
	}
}

// checkUTF8 is Check for an encoding that refuses invalid UTF-8. It decodes piece
// by piece, into a buffer that nobody reads.
func (e *Encoding) checkUTF8(src []byte) error {
	if kernel.IndexSpecial(e.decoderTable(), src) == len(src) && kernel.ValidUTF8(src) {
		return nil
	}
	var buf [512]byte
	for at := 0; ; {
		_, n, err := e.DecodeChunk(buf[:], src[at:])
		switch err {
		case nil:
			return nil
		case io.ErrShortBuffer:
			at += n
		case io.ErrUnexpectedEOF:
			at += n
			_, err = e.decode(buf[:0], 0, src[at:], 0)
			return shiftError(err, at)
		default:
			return shiftError(err, at)
		}
	}
}
