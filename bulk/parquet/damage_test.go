package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// runDamaged runs a job on what may be no Parquet file. What it says must be true:
// a result is a whole file, and an error is one that Run may return.
func runDamaged(t testing.TB, in []byte) error {
	t.Helper()
	var out bytes.Buffer
	stats, err := Run(job(t, bulk.Keep, "url", "/request/url"), &out, of("a", in))
	var read *bulk.ReadError
	var column *bulk.ColumnError
	var long *bulk.LengthError
	if err != nil && !errors.As(err, &read) && !errors.As(err, &column) && !errors.As(err, &long) {
		t.Errorf("error %T %v", err, err)
	}
	if out.Len() > 0 {
		f, bad := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
		switch {
		case bad != nil:
			t.Errorf("after %v: %v", err, bad)
		case err == nil && f.NumRows() != stats.Records:
			t.Errorf("%d rows were read, and %d written", stats.Records, f.NumRows())
		}
	}
	return err
}

func TestDamaged(t *testing.T) {
	in := file(t, visits(60, 9), 20)
	if err := runDamaged(t, in); err != nil {
		t.Fatal(err)
	}
	step := 1 + len(in)/200
	for n := 0; n < len(in); n += step {
		if err := runDamaged(t, in[:n]); err == nil {
			t.Errorf("cut off at %d: no error", n)
		}
	}
	r := rand.New(rand.NewPCG(10, 10))
	failed := 0
	before := runtime.NumGoroutine()
	for range 400 {
		bad := bytes.Clone(in)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] ^= byte(1 + r.IntN(255))
		}
		if runDamaged(t, bad) != nil {
			failed++
		}
	}
	if failed < 50 {
		t.Errorf("of 400 damaged files, %d were an error", failed)
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestPanic makes sure that what the library panics over is an error.
func TestPanic(t *testing.T) {
	err := guard("a", func() error { panic("index out of range") })
	var read *bulk.ReadError
	if !errors.As(err, &read) || read.Source != "a" || read.Error() != "a: damaged: index out of range" {
		t.Errorf("error %v", err)
	}
}

// withFooter returns a file of nothing but a footer.
func withFooter(footer []byte) []byte {
	b := append([]byte(magic), footer...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(footer)))
	return append(b, magic...)
}

func TestFooter(t *testing.T) {
	deep := []byte{0x2C} // a struct in field 2, and so on
	for range 100_000 {
		deep = append(deep, 0x1C)
	}
	for _, tt := range []struct {
		name string
		file []byte
		want error
	}{
		{"empty", nil, errNotParquet},
		{"text", []byte("id,url\n1,a%20b\n2,c"), errNotParquet},
		{"cut off", append([]byte(magic), make([]byte, 20)...), errNotParquet},
		{"encrypted", []byte("PARE\x00\x00\x00\x00\x00\x00PARE"), errEncrypted},
		{"longer than the file", []byte("PAR1\x00\x00\xFF\xFF\xFF\xFFPAR1"), errFooter},
		{"list of two thousand millions", withFooter([]byte{0x29, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07}), errFooter},
		{"text of two thousand millions", withFooter([]byte{0x68, 0xFF, 0xFF, 0xFF, 0xFF, 0x07}), errFooter},
		{"deep structs", withFooter(deep), errFooter},
		{"map", withFooter([]byte{0x1B, 0x00, 0x00}), errFooter},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := checkFooter(bytes.NewReader(tt.file), int64(len(tt.file))); !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if err := runDamaged(t, tt.file); !errors.Is(err, tt.want) {
				t.Errorf("Run: error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestCheckSchema(t *testing.T) {
	group := func(n int32) (e format.SchemaElement) {
		e.NumChildren.Set(n)
		return e
	}
	leaf := element(format.Int32, nil)
	var deep []format.SchemaElement
	for range maxNesting + 1 {
		deep = append(deep, group(1))
	}
	deep = append(deep, leaf)
	for _, tt := range []struct {
		name   string
		schema []format.SchemaElement
		ok     bool
	}{
		{"flat", []format.SchemaElement{group(2), leaf, leaf}, true},
		{"nested", []format.SchemaElement{group(2), group(1), leaf, leaf}, true},
		{"empty group", []format.SchemaElement{group(2), group(0), leaf}, true},
		{"nothing", nil, false},
		{"too few", []format.SchemaElement{group(3), leaf, leaf}, false},
		{"too many", []format.SchemaElement{group(1), leaf, leaf}, false},
		{"negative", []format.SchemaElement{group(-1)}, false},
		{"deep enough", deep[1:], true},
		{"too deep", deep, false},
	} {
		if err := checkSchema(tt.schema); (err == nil) != tt.ok {
			t.Errorf("%s: error %v", tt.name, err)
		}
	}
}

// A failing reader fails behind some bytes from the start.
type failing struct {
	io.ReaderAt
	from int64
}

var errDisk = errors.New("disk")

func (f failing) ReadAt(p []byte, at int64) (int, error) {
	if at < f.from && at+int64(len(p)) > f.from-100 && at > 4 {
		return 0, errDisk
	}
	return f.ReaderAt.ReadAt(p, at)
}

func TestReadError(t *testing.T) {
	in := file(t, visits(100, 11), 10)
	var out bytes.Buffer
	_, err := Run(job(t, bulk.Keep, "url"), &out, File{Name: "a", Open: func() (ReaderAtCloser, int64, error) {
		return keepOpen{failing{bytes.NewReader(in), int64(len(in) / 3)}}, int64(len(in)), nil
	}})
	var read *bulk.ReadError
	if !errors.As(err, &read) || !errors.Is(err, errDisk) {
		t.Fatalf("error %v", err)
	}
	if f := open(t, out.Bytes()); f.NumRows() == 0 || f.NumRows() >= 100 {
		t.Errorf("%d rows before the error", f.NumRows())
	}
	_, err = Run(job(t, bulk.Keep, "url"), io.Discard, File{Name: "a", Open: func() (ReaderAtCloser, int64, error) { return nil, 0, errDisk }})
	if !errors.As(err, &read) || !errors.Is(err, errDisk) {
		t.Errorf("error %v", err)
	}
}

func FuzzRun(f *testing.F) {
	f.Add(file(f, visits(20, 12), 7))
	f.Add(file(f, plainRows("a%20b", "%zz", "%FF"), 2))
	f.Add(file(f, visits(0, 12), 7))
	f.Fuzz(func(t *testing.T, in []byte) { _ = runDamaged(t, in) })
}

// i32 returns a number as the compact protocol of Thrift writes an i32.
func i32(n int64) []byte { return binary.AppendUvarint(nil, uint64(n)<<1) }

// TestPageHeader: what the header of a page claims and the file cannot hold is refused
// before there is room made for it.
func TestPageHeader(t *testing.T) {
	const values = 3
	for _, v := range []struct {
		name                     string
		codec                    format.CompressionCodec
		packed, unpacked, values int64
		want                     string
	}{
		{"as it is", format.Uncompressed, 21, 21, values, ""},
		{"length", format.Uncompressed, 1 << 30, 1 << 30, values, "a length of"},
		{"Zstandard", format.Zstd, 21, 2047 << 20, values, "a length without compression of"},
		{"Snappy", format.Snappy, 21, 1 << 30, values, "a length without compression of"},
		{"gzip", format.Gzip, 21, 1 << 30, values, "a length without compression of"},
		{"values", format.Uncompressed, 21, 21, 1 << 30, "a number of values of"},
	} {
		// PageHeader{1: DATA_PAGE, 2: unpacked, 3: packed, 5: {1: values, 2: PLAIN, 3: RLE, 4: RLE}}
		header := slices.Concat([]byte{0x15, 0x00, 0x15}, i32(v.unpacked), []byte{0x15}, i32(v.packed),
			[]byte{0x2C, 0x15}, i32(v.values), []byte{0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, 0x00})
		page := slices.Concat([]byte(magic), header, []byte("\x03\x00\x00\x00a%20\x03\x00\x00\x00%zz\x03\x00\x00\x00abc"))
		g := &format.RowGroup{Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Codec: v.codec, PathInSchema: []string{"url"}, NumValues: values, DataPageOffset: 4, TotalCompressedSize: int64(len(page) - 4),
		}}}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := checkPages(bytes.NewReader(page), int64(len(page)), g)
		runtime.ReadMemStats(&after)
		if v.want == "" && err != nil || v.want != "" && (err == nil || !strings.Contains(err.Error(), v.want)) {
			t.Errorf("%s: %v, want %q", v.name, err, v.want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("%s: %d bytes were allocated", v.name, n)
		}
	}
}

// TestLargePages: a page above mostPage is refused where it would be unpacked, and copied
// elsewhere, and data that go on behind the end of a page are not unpacked.
func TestLargePages(t *testing.T) {
	for _, c := range []format.CompressionCodec{format.Snappy, format.Gzip, format.Brotli, format.Zstd, format.Lz4Raw} {
		own := codecOf(c)
		text := bytes.Repeat([]byte("a%20b"), 1_000_000)
		packed, err := own.Encode(nil, text)
		if err != nil {
			t.Fatal(c, err)
		}
		if out, err := own.Decode(make([]byte, len(text)), packed); err != nil || !bytes.Equal(out, text) {
			t.Errorf("%v: %d bytes, %v", c, len(out), err)
		}
		var before, after runtime.MemStats
		room := make([]byte, 10)
		runtime.ReadMemStats(&before)
		if out, err := own.Decode(room, packed); err == nil {
			t.Errorf("%v: %d bytes in room for 10", c, len(out))
		}
		runtime.ReadMemStats(&after)
		// Less than the text would take, but for the window of Brotli, of at most 16 MiB.
		most := uint64(1_000_000)
		if c == format.Brotli {
			most = 32 << 20
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > most {
			t.Errorf("%v: %d bytes were allocated", c, n)
		}
	}
	claims := func(unpacked int64) (large []byte, g *format.RowGroup) {
		header := slices.Concat([]byte{0x15, 0x00, 0x15}, i32(unpacked), []byte{0x15}, i32(30_000), []byte{0x2C, 0x15}, i32(3), []byte{0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, 0x00})
		large = slices.Concat([]byte(magic), header, make([]byte, 30_000))
		return large, &format.RowGroup{Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Codec: format.Zstd, PathInSchema: []string{"url"}, NumValues: 3, DataPageOffset: 4, TotalCompressedSize: int64(len(large) - 4),
		}}}}
	}
	for _, size := range []int64{mostPage, mostPage + 1} {
		large, g := claims(size)
		pages, err := checkPages(bytes.NewReader(large), int64(len(large)), g)
		if err != nil || !pages.whole || (pages.large != nil) != (size > mostPage) {
			t.Errorf("%d bytes: %v, %v", size, pages, err)
		}
	}
}

// TestPageHeaderRun: a header that claims a gigabyte ends a run without taking it.
func TestPageHeaderRun(t *testing.T) {
	in := file(t, visits(3, 1), 3)
	f := open(t, in)
	chunk := f.Metadata().RowGroups[0].Columns[0].MetaData
	at := chunk.DataPageOffset
	if chunk.DictionaryPageOffset > 0 {
		at = chunk.DictionaryPageOffset
	}
	buf := make([]byte, headerSize)
	h, n := readHeader(bytes.NewReader(in), at, 1<<10, &buf)
	if n == 0 {
		t.Fatal("no header")
	}
	// The sizes are the second and third field, each a tag of one byte and a number.
	i := int(at) + 2
	old := slices.Concat([]byte{0x15}, i32(int64(h.UncompressedPageSize)), []byte{0x15}, i32(int64(h.CompressedPageSize)))
	if !bytes.HasPrefix(in[i:], old) {
		t.Fatalf("another header: % x", in[at:at+n])
	}
	claim := append([]byte{0x15}, i32(1<<30)...)
	bad := slices.Concat(in[:i], claim, claim, in[i+len(old):])
	g := f.Metadata().RowGroups[0]
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := checkPages(bytes.NewReader(bad), int64(len(bad)), &g); err == nil {
		t.Error("no error")
	}
	if err := runDamaged(t, bad); err == nil {
		t.Error("Run: no error")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 256<<20 {
		t.Errorf("%d MiB were allocated", n>>20)
	}
}
