package parquet

import (
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// windowSize is the window of Zstandard, in bytes: with less, long pages of URLs are a
// tenth larger.
const windowSize = 1 << 20

// codec returns the codec for pages in Zstandard. The codec of the library keeps a
// window of megabytes for each page that is being compressed, and makes as much room for
// one as its frame claims.
var codec = sync.OnceValue(func() *zstdCodec {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(windowSize),
		zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // the options are constants
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic(err)
	}
	return &zstdCodec{e, d}
})

type zstdCodec struct {
	encoder *zstd.Encoder
	decoder *zstd.Decoder
}

func (*zstdCodec) String() string                            { return "ZSTD" }
func (*zstdCodec) CompressionCodec() format.CompressionCodec { return format.Zstd }

func (c *zstdCodec) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder.EncodeAll(src, dst[:0]), nil
}

func (c *zstdCodec) Decode(dst, src []byte) ([]byte, error) {
	return c.decoder.DecodeAll(src, dst[:0:len(dst)])
}
