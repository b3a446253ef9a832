package parquet

import (
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// windowSize is the window of Zstandard, in bytes: with less, long pages of URLs are a
// tenth larger.
const windowSize = 1 << 20

// codec returns the codec for new pages in Zstandard. The codec of the library keeps a
// window of megabytes for each page that is being compressed.
var codec = sync.OnceValue(func() *zstdCodec {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(windowSize),
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

func (*zstdCodec) Decode(dst, src []byte) ([]byte, error) { return parquet.Zstd.Decode(dst, src) }
