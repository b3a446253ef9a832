package charset

import (
	"errors"
	"io"

	"github.com/pct-encoded/percent"
)

// A ChunkDecoder decodes a text that comes in chunks, and goes on after what is
// malformed. Between chunks it keeps the state of a charset that has one:
// ISO-2022-JP. A copy of a ChunkDecoder is a decoder in the same state.
type ChunkDecoder struct{ d decoder }

// NewChunkDecoder returns a decoder at the start of a text in charset c.
func NewChunkDecoder(c *Charset) ChunkDecoder { return ChunkDecoder{newDecoder(c)} }

// AppendChunk appends the UTF-8 text of src to dst and returns the extended
// slice and how many bytes of src it used. The error is nil when that was all of
// src, io.ErrUnexpectedEOF when the rest of src, at most three bytes, may be the
// beginning of a character, and otherwise a *percent.SyntaxError; then the
// malformed bytes are the last ones used. Pass what was not used again in front of
// the next chunk; if there is none, pass it to AppendLast.
func (c *ChunkDecoder) AppendChunk(dst, src []byte) ([]byte, int, error) {
	c.d = c.d.withFast(len(src))
	dst, n, err := c.d.decode(dst, src, Fail, false)
	return c.used(dst, src, n, err)
}

// AppendLast is AppendChunk for the last bytes of the text, or of the part of it
// that is there: the beginning of a character is malformed.
func (c *ChunkDecoder) AppendLast(dst, src []byte) ([]byte, int, error) {
	c.d = c.d.withFast(len(src))
	dst, n, err := c.d.decode(dst, src, Fail, true)
	return c.used(dst, src, n, err)
}

func (c *ChunkDecoder) used(dst, src []byte, n int, err error) ([]byte, int, error) {
	if err == nil {
		if n < len(src) {
			err = io.ErrUnexpectedEOF
		}
		return dst, n, err
	}
	var bad *percent.SyntaxError // declared here, because it is allocated
	if errors.As(err, &bad) {
		c.d.offset += int64(len(bad.Bytes))
		n += len(bad.Bytes)
	}
	return dst, n, err
}
