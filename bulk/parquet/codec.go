package parquet

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checkCodecs returns an error for a column whose codec is not the same in all row
// groups: the library reads all of them with the codec of the first.
func checkCodecs(meta *format.FileMetaData) error {
	for i, g := range meta.RowGroups {
		for k := range g.Columns {
			first, c := &meta.RowGroups[0].Columns[k].MetaData, &g.Columns[k].MetaData
			if first.Codec != c.Codec {
				return fmt.Errorf("column %q is compressed with %s in row group 1 and with %s in row group %d, which is not supported",
					c.PathInSchema, first.Codec, c.Codec, i+1)
			}
		}
	}
	return nil
}

// mendCodecs gives the columns of a file codecs that unpack a page into the room that its
// header claims. Those of the library (v0.32.0) make as much room as the packed data say,
// or as they need, and the one for LZ4_RAW loses the data of pages that compress badly, so
// that the values of another page appear.
func mendCodecs(c *parquet.Column) {
	if c.Leaf() && c.Compression() != nil {
		if own := codecOf(c.Compression().CompressionCodec()); own != nil {
			field := reflect.ValueOf(c).Elem().FieldByName("compression")
			*(*compress.Codec)(field.Addr().UnsafePointer()) = own
		}
	}
	for _, child := range c.Columns() {
		mendCodecs(child)
	}
}

// lz4Codec decodes pages in LZ4_RAW.
type lz4Codec struct{}

var errLZ4 = errors.New("damaged LZ4 data")

func (lz4Codec) String() string                            { return "LZ4_RAW" }
func (lz4Codec) CompressionCodec() format.CompressionCodec { return format.Lz4Raw }

// Decode decodes src into dst, which has the length of the page with its levels. The
// library ignores any other buffer that Decode returns.
func (lz4Codec) Decode(dst, src []byte) ([]byte, error) {
	n, err := lz4.UncompressBlock(src, dst)
	if err != nil {
		return dst[:0], errLZ4
	}
	return dst[:n], nil
}

func (lz4Codec) Encode(dst, src []byte) ([]byte, error) { return parquet.Lz4Raw.Encode(dst, src) }

// snappyCodec packs pages in half the time that the codec of the library takes for them.
type snappyCodec struct{}

func (snappyCodec) String() string                            { return "SNAPPY" }
func (snappyCodec) CompressionCodec() format.CompressionCodec { return format.Snappy }

func (snappyCodec) Encode(dst, src []byte) ([]byte, error) {
	return s2.EncodeSnappy(dst[:cap(dst)], src), nil
}

func (snappyCodec) Decode(dst, src []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(src); err != nil || n > len(dst) {
		return dst[:0], cmp.Or(err, errBeyond)
	}
	return parquet.Snappy.Decode(dst, src)
}

// errBeyond: a page does not end where its header says.
var errBeyond = errors.New("a page is longer than its header says")

// readCodec unpacks pages through a reader.
type readCodec struct {
	compress.Codec
	reader func(src io.Reader) (io.Reader, error)
}

func (c readCodec) Decode(dst, src []byte) ([]byte, error) {
	r, err := c.reader(bytes.NewReader(src))
	if err != nil {
		return dst[:0], err
	}
	n, err := io.ReadFull(r, dst)
	if err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF {
			err = nil // the caller knows how long it should be
		}
		return dst[:n], err
	}
	if n, err := io.CopyN(io.Discard, r, 1); n > 0 || err != io.EOF {
		return dst[:0], cmp.Or(err, errBeyond)
	}
	return dst, nil
}

// codecOf returns what packs and unpacks pages, or nil if nothing does both.
func codecOf(c format.CompressionCodec) compress.Codec {
	switch c {
	case format.Zstd:
		return codec()
	case format.Lz4Raw:
		return lz4Codec{}
	case format.Snappy:
		return snappyCodec{}
	case format.Gzip:
		return readCodec{&parquet.Gzip, func(src io.Reader) (io.Reader, error) { return gzip.NewReader(src) }}
	case format.Brotli:
		return readCodec{&parquet.Brotli, func(src io.Reader) (io.Reader, error) { return brotli.NewReader(src), nil }}
	case format.Uncompressed:
		return parquet.LookupCompressionCodec(c)
	}
	return nil
}

// compression returns the codec for a column that was in c: the same, so that all row groups
// of the result have it.
func compression(c format.CompressionCodec) compress.Codec {
	if own := codecOf(c); own != nil {
		return own
	}
	return codec()
}
