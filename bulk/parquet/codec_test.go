package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// TestCodecs reads what each codec has compressed, little and much.
func TestCodecs(t *testing.T) {
	type row struct {
		URL string `parquet:"url"`
		N   int64  `parquet:"n"`
		F   *int64 `parquet:"f,optional"`
	}
	var rows []row
	random := rand.New(rand.NewPCG(1, 2))
	for i := range int64(20_000) {
		r := row{URL: fmt.Sprint("plain", random.Int64()), N: random.Int64()}
		if i%5 != 0 {
			r.F = pointer(i / 100)
		}
		rows = append(rows, r)
	}
	for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw} {
		for _, version := range []int{1, 2} {
			t.Run(fmt.Sprintf("codec=%s/version=%d", codec.CompressionCodec(), version), func(t *testing.T) {
				in := file(t, rows, 6000, parquet.Compression(codec), parquet.DataPageVersion(version))
				var out bytes.Buffer
				if _, err := Run(job(t, bulk.Keep, "url"), &out, of("in.parquet", in)); err != nil {
					t.Fatal(err)
				}
				if got := read[row](t, out.Bytes()); !cmp.Equal(got, rows) {
					t.Errorf("%d rows, which differ from the %d there were", len(got), len(rows))
				}
			})
		}
	}
}

func TestDamagedLZ4(t *testing.T) {
	in := file(t, plainRows(strings.Repeat("a%20b", 300)), 10, parquet.Compression(&parquet.Lz4Raw))
	meta := open(t, in).Metadata().RowGroups[0].Columns[0].MetaData
	// From behind the header of the page on.
	for i := meta.DataPageOffset + meta.TotalCompressedSize/2; i < meta.DataPageOffset+meta.TotalCompressedSize; i++ {
		bad := bytes.Clone(in)
		for k := i; k < meta.DataPageOffset+meta.TotalCompressedSize; k++ {
			bad[k] = 0xFF
		}
		if err := runDamaged(t, bad); err == nil {
			t.Errorf("byte %d on: no error", i)
		}
	}
}

func TestSeveralCodecs(t *testing.T) {
	meta := func(codecs ...format.CompressionCodec) *format.FileMetaData {
		m := new(format.FileMetaData)
		for _, c := range codecs {
			m.RowGroups = append(m.RowGroups, format.RowGroup{Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{Codec: c, PathInSchema: []string{"url"}}}}})
		}
		return m
	}
	if err := checkCodecs(meta(format.Snappy, format.Snappy)); err != nil {
		t.Error(err)
	}
	if err := checkCodecs(meta(format.Uncompressed, format.Uncompressed, format.Zstd)); err == nil || !strings.Contains(err.Error(), "row group 3") {
		t.Errorf("error %v", err)
	}
}
