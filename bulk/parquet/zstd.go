package parquet

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// codec returns the codec for all new pages. The codec of the library keeps a window
// of megabytes for each page that is being compressed, but pages are much smaller.
var codec = sync.OnceValue(func() *zstdCodec {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(pageSize),
		zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are constants
	}
	return &zstdCodec{e}
})

type zstdCodec struct{ encoder *zstd.Encoder }

func (*zstdCodec) String() string                            { return "ZSTD" }
func (*zstdCodec) CompressionCodec() format.CompressionCodec { return format.Zstd }

func (c *zstdCodec) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder.EncodeAll(src, dst[:0]), nil
}

// Decode is unsupported: the codec is only for writing.
func (*zstdCodec) Decode(dst, _ []byte) ([]byte, error) { return dst, errors.ErrUnsupported }
