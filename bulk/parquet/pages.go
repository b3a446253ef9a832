package parquet

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library allocates what the header of a page claims before it reads the page: a
// few bytes can make it take gigabytes. So the headers of a row group are checked
// first.

const (
	// headerSize is how many bytes are read for the header of a page. A header with
	// longer statistics is read again, up to mostHeader.
	headerSize = 512
	mostHeader = 1 << 20
	// spare is how many bytes a page may claim beyond what its codec can expand
	// it to.
	spare = 64 << 10
	// mostPage limits a page that is unpacked. Writers make pages of a megabyte, some of a
	// hundred. Pages that are copied may have any size.
	mostPage = 256 << 20
)

// expansion is the largest number of bytes that a codec can make from one: deflate
// makes 258 from two bits, LZ4 255 from a byte, Snappy 64 from three bytes, and a block
// of Zstandard 128 KiB from four. Brotli has no useful bound.
var expansion = map[format.CompressionCodec]int64{
	format.Uncompressed: 1, format.Snappy: 22, format.Gzip: 1032, format.Lz4Raw: 255, format.Zstd: 128 << 10 / 4,
}

// A pageError is a claim in the header of a page that is impossible or too large.
type pageError struct {
	column []string
	what   string
	claims int64
	most   int64
	why    string
}

func (e *pageError) Error() string {
	return fmt.Sprintf("a page of column %q claims %s of %d, where %d %s", e.column, e.what, e.claims, e.most, e.why)
}

// checkedPages is what is known of the pages of a row group or of one column of it.
type checkedPages struct {
	whole bool  // they are all that the footer says of each column, so that they can be copied
	large error // a page is too large to be unpacked
}

// checkPages returns an error if the header of a page of a row group claims more than
// the file can hold. It ignores unreadable headers, which the library reports.
func checkPages(in io.ReaderAt, size int64, g *format.RowGroup) (checkedPages, error) {
	all := checkedPages{whole: true}
	for i := range g.Columns {
		own, err := checkChunk(in, size, &g.Columns[i].MetaData)
		if err != nil {
			return checkedPages{}, err
		}
		all.whole = all.whole && own.whole
		all.large = cmp.Or(all.large, own.large)
	}
	return all, nil
}

// chunkBegin returns the offset of the first page of a column in a row group.
func chunkBegin(c *format.ColumnMetaData) int64 {
	if c.DictionaryPageOffset > 0 {
		return min(c.DictionaryPageOffset, c.DataPageOffset)
	}
	return c.DataPageOffset
}

// checkChunk is checkPages for a column of a row group.
func checkChunk(in io.ReaderAt, size int64, c *format.ColumnMetaData) (pages checkedPages, err error) {
	at, left := c.DataPageOffset, c.TotalCompressedSize
	if c.DictionaryPageOffset > 0 {
		at = c.DictionaryPageOffset
	}
	if at < 0 || at > size {
		return pages, nil
	}
	whole := at == chunkBegin(c) && left <= size-at
	left = min(left, size-at)
	buf := make([]byte, headerSize)
	values := int64(0)
	for left > 0 {
		h, n := readHeader(in, at, min(left, mostHeader), &buf)
		if n == 0 {
			return pages, nil
		}
		at, left = at+n, left-n
		if err := checkClaims(c, &h, left); err != nil {
			return pages, err
		}
		if h.UncompressedPageSize > mostPage {
			pages.large = &pageError{c.PathInSchema, "a length without compression", int64(h.UncompressedPageSize), mostPage, "are processed at most"}
		}
		packed := int64(h.CompressedPageSize)
		if packed < 0 {
			return pages, nil
		}
		at, left = at+packed, left-packed
		values += int64(h.DataPageHeader.V.NumValues) + int64(h.DataPageHeaderV2.V.NumValues)
	}
	pages.whole = whole && values == c.NumValues
	return pages, nil
}

// checkClaims returns an error if the header of a page claims more than a column can
// hold, of which left bytes come after the header.
func checkClaims(c *format.ColumnMetaData, h *format.PageHeader, left int64) error {
	bad := func(what string, claims, most int64) error {
		return &pageError{c.PathInSchema, what, claims, most, "are possible: the file is damaged"}
	}
	packed, unpacked := int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
	if packed > left {
		return bad("a length", packed, left)
	}
	if times := expansion[c.Codec]; times > 0 && unpacked > packed*times+spare {
		return bad("a length without compression", unpacked, packed*times+spare)
	}
	values := max(h.DataPageHeader.V.NumValues, h.DataPageHeaderV2.V.NumValues)
	if int64(values) > c.NumValues {
		return bad("a number of values", int64(values), c.NumValues)
	}
	if n := int64(h.DictionaryPageHeader.V.NumValues); n > max(unpacked, 1)*8 {
		return bad("a number of words", n, unpacked*8)
	}
	return nil
}

// readHeader reads the header of a page, of at most most bytes, and returns its length,
// or 0 if it cannot be read.
func readHeader(in io.ReaderAt, at, most int64, buf *[]byte) (h format.PageHeader, n int64) {
	for {
		b := (*buf)[:min(int64(len(*buf)), most)]
		got, err := in.ReadAt(b, at)
		if got < len(b) && err != nil && err != io.EOF {
			return h, 0
		}
		c := compact{b[:got]}
		if err := c.skip(typeStruct, 0); err == nil {
			n = int64(got - len(c.left))
			if thrift.Unmarshal(new(thrift.CompactProtocol), bytes.Clone(b[:n]), &h) != nil {
				n = 0
			}
			return h, n
		}
		if int64(len(b)) == most || got < len(b) {
			return h, 0
		}
		*buf = make([]byte, 4*len(*buf))
	}
}
