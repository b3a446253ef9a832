package parquet

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checkCodecs refuses a column that is compressed in several ways: the library reads
// all its row groups as it reads the first.
func checkCodecs(meta *format.FileMetaData) error {
	for i, g := range meta.RowGroups {
		for k := range g.Columns {
			first, c := &meta.RowGroups[0].Columns[k].MetaData, &g.Columns[k].MetaData
			if first.Codec != c.Codec {
				return fmt.Errorf("column %q is compressed by %s in row group 1 and by %s in row group %d, which is not supported",
					c.PathInSchema, first.Codec, c.Codec, i+1)
			}
		}
	}
	return nil
}

// mendLZ4 gives the columns of a file that are in LZ4_RAW a codec that works. That of
// the library (v0.32.0) loses what it decodes where a page is not much smaller
// compressed, so that values are those of another page; damaged data it decodes into
// ever larger buffers until the memory is full.
func mendLZ4(c *parquet.Column) {
	if c.Leaf() && c.Compression() != nil && c.Compression().CompressionCodec() == format.Lz4Raw {
		field := reflect.ValueOf(c).Elem().FieldByName("compression")
		*(*compress.Codec)(field.Addr().UnsafePointer()) = lz4Codec{}
	}
	for _, child := range c.Columns() {
		mendLZ4(child)
	}
}

// lz4Codec decodes pages in LZ4_RAW.
type lz4Codec struct{}

var errLZ4 = errors.New("damaged LZ4 data")

func (lz4Codec) String() string                            { return "LZ4_RAW" }
func (lz4Codec) CompressionCodec() format.CompressionCodec { return format.Lz4Raw }

// Decode decodes src into dst, which is as long as the page is with its levels. The
// library does not see another buffer.
func (lz4Codec) Decode(dst, src []byte) ([]byte, error) {
	n, err := lz4.UncompressBlock(src, dst)
	if err != nil {
		return dst[:0], errLZ4
	}
	return dst[:n], nil
}

// Encode is not for what only reads.
func (lz4Codec) Encode(dst, _ []byte) ([]byte, error) { return dst, errors.ErrUnsupported }
