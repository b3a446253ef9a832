package parquet

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// A mixed row has texts in all places where levels differ, in dictionaries and without.
type mixed struct {
	N     int64   `parquet:"n,delta"`
	Must  string  `parquet:"must,plain"`
	Words string  `parquet:"words,dict"`
	May   *string `parquet:"may,optional,plain"`
	Few   *string `parquet:"few,optional,dict"`
	In    *struct {
		Plain *string `parquet:"plain,optional,plain"`
		Dict  *string `parquet:"dict,optional,dict"`
	} `parquet:"in,optional"`
	List []string `parquet:"list,dict"`
	Raw  []byte   `parquet:"raw,plain"`
	X    float64  `parquet:"x,split"`
}

// mixedRows returns rows, of which a share of one in flawed texts is malformed.
func mixedRows(random *rand.Rand, n, flawed int) []mixed {
	text := func() string {
		if flawed > 0 && random.IntN(flawed) == 0 {
			return []string{"%zz", "a%2", "%FF", "caf%E9%41"}[random.IntN(4)]
		}
		return strings.Repeat([]string{"", "plain", "a%20b", "%C3%A9", "x+y", "%2541", "é%41"}[random.IntN(7)], random.IntN(4))
	}
	maybe := func() *string {
		if random.IntN(3) == 0 {
			return nil
		}
		return pointer(text())
	}
	rows := make([]mixed, n)
	for i := range rows {
		r := &rows[i]
		*r = mixed{N: random.Int64(), Must: text(), Words: text(), May: maybe(), Few: maybe(), Raw: []byte(text()), X: random.Float64()}
		if random.IntN(3) > 0 {
			r.In = &struct {
				Plain *string `parquet:"plain,optional,plain"`
				Dict  *string `parquet:"dict,optional,dict"`
			}{maybe(), maybe()}
		}
		for range random.IntN(3) {
			r.List = append(r.List, text())
		}
	}
	return rows
}

// TestByColumns compares row groups that are processed by columns with the same ones
// processed by rows.
func TestByColumns(t *testing.T) {
	defer func() { byRows = false }()
	random := rand.New(rand.NewPCG(43, 8))
	codecs := []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd, &parquet.Lz4Raw, &parquet.Brotli}
	columns := []string{"must", "words", "may", "few", "/in/plain", "/in/dict", "list", "raw"}
	policies := []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip, bulk.Null}
	own, all := 0, 0
	for i := range 400 {
		n := []int{1, 7, 100, 1000}[random.IntN(4)]
		rows := mixedRows(random, n, []int{0, 0, 3, 100}[random.IntN(4)])
		codec := codecs[random.IntN(len(codecs))]
		in := file(t, rows, max(1, n/(1+random.IntN(3))), parquet.Compression(codec), parquet.DataPageVersion(1+random.IntN(2)),
			parquet.PageBufferSize([]int{64, 1 << 10, 1 << 20}[random.IntN(3)]), parquet.DataPageStatistics(random.IntN(2) == 0))
		var names []string
		into := random.IntN(3) == 0
		for range 1 + random.IntN(2) {
			name := columns[random.IntN(len(columns))]
			if slices.ContainsFunc(names, func(s string) bool { return strings.Split(s, ">")[0] == name }) || into && name == "list" {
				continue
			}
			if into {
				name += fmt.Sprintf(">new%d", len(names))
			}
			names = append(names, name)
		}
		if len(names) == 0 {
			continue
		}
		policy := policies[random.IntN(len(policies))]
		type result struct {
			out   []byte
			stats bulk.Stats
			flaws []string
			err   string
		}
		run := func(rows bool) (r result) {
			byRows = rows
			j := job(t, policy, names...)
			j.OnFlaw = func(f bulk.Flaw) { r.flaws = append(r.flaws, f.Error()) }
			var out bytes.Buffer
			stats, err := Run(j, &out, of("in.parquet", in))
			r.out, r.stats, r.err = out.Bytes(), stats, fmt.Sprint(err)
			return r
		}
		a, b := run(true), run(false)
		what := fmt.Sprintf("case %d: %d rows, %v, %v, policy %v", i, n, codec, names, policy)
		if a.err != b.err || a.stats != b.stats || !slices.Equal(a.flaws, b.flaws) {
			t.Fatalf("%s: by rows %v, %+v, %d flaws; by columns %v, %+v, %d flaws", what, a.err, a.stats, len(a.flaws), b.err, b.stats, len(b.flaws))
		}
		if len(a.out) == 0 {
			continue
		}
		x, y := values(t, a.out), values(t, b.out)
		if !slices.Equal(x, y) {
			t.Fatalf("%s: rows differ:\n%s", what, cmp.Diff(x, y))
		}
		n, m := checked(t, what, b.out)
		own, all = own+n, all+m
	}
	t.Logf("%d of %d row groups were processed by columns", own, all)
	if own < all/3 {
		t.Error("few row groups are processed by columns")
	}
}

// values returns all rows of a file as text.
func values(t *testing.T, b []byte) (list []string) {
	t.Helper()
	f := open(t, b)
	mendCodecs(f.Root())
	for _, g := range f.RowGroups() {
		rows := g.Rows()
		buf := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buf)
			for _, r := range buf[:n] {
				list = append(list, fmt.Sprintf("%+q", r))
			}
			if err != nil {
				break
			}
		}
		rows.Close()
		list = append(list, fmt.Sprint(g.NumRows()))
	}
	return list
}

// checked compares statistics and indexes of a file with its values, and returns how many
// row groups it has, and how many of them were processed by columns.
func checked(t *testing.T, what string, b []byte) (own, all int) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(what, err)
	}
	mendCodecs(f.Root())
	next := int64(len(magic))
	for i, g := range f.RowGroups() {
		all++
		meta := &f.Metadata().RowGroups[i]
		if meta.FileOffset != next || int(meta.Ordinal) != i {
			t.Fatalf("%s: row group %d is at %d, not %d (ordinal %d)", what, i, meta.FileOffset, next, meta.Ordinal)
		}
		for k, c := range g.ColumnChunks() {
			m := &meta.Columns[k].MetaData
			if at := chunkBegin(m); at != next {
				t.Fatalf("%s: column %v is at %d, not %d", what, m.PathInSchema, at, next)
			}
			next += m.TotalCompressedSize
			if pages, err := checkChunk(bytes.NewReader(b), int64(len(b)), m); !pages.whole || err != nil {
				t.Fatalf("%s: column %v: %v, %v", what, m.PathInSchema, pages, err)
			}
			checkStatistics(t, what, c, m)
			if o := meta.Columns[k].OffsetIndexOffset; o > 0 {
				index := new(format.OffsetIndex)
				if err := thrift.Unmarshal(new(thrift.CompactProtocol), b[o:o+int64(meta.Columns[k].OffsetIndexLength)], index); err != nil {
					t.Fatal(what, err)
				}
				if at := index.PageLocations[0].Offset; at != m.DataPageOffset {
					t.Fatalf("%s: column %v: first page at %d, in the index %d", what, m.PathInSchema, m.DataPageOffset, at)
				}
				last := index.PageLocations[len(index.PageLocations)-1]
				if last.Offset+int64(last.CompressedPageSize) != next {
					t.Fatalf("%s: column %v: the last page of the index does not end the column", what, m.PathInSchema)
				}
			}
		}
		if slices.ContainsFunc(meta.Columns, func(c format.ColumnChunk) bool { return c.ColumnIndexOffset == 0 }) {
			own++ // a column of results has none
		}
	}
	return own, all
}

func checkStatistics(t *testing.T, what string, c parquet.ColumnChunk, m *format.ColumnMetaData) {
	t.Helper()
	pages := c.Pages()
	defer pages.Close()
	nulls := int64(0)
	var low, high parquet.Value
	typ := c.Type()
	for {
		page, err := pages.ReadPage()
		if err != nil {
			break
		}
		values := make([]parquet.Value, page.NumValues())
		n, _ := page.Values().ReadValues(values)
		for _, v := range values[:n] {
			switch {
			case v.IsNull():
				nulls++
			case low.IsNull():
				low, high = v.Clone(), v.Clone()
			case typ.Compare(v, low) < 0:
				low = v.Clone()
			case typ.Compare(v, high) > 0:
				high = v.Clone()
			}
		}
	}
	s := m.Statistics
	if s.NullCount != nulls {
		t.Fatalf("%s: column %v has %d nulls, not %d", what, m.PathInSchema, nulls, s.NullCount)
	}
	if m.Type != format.ByteArray || s.MinValue == nil && s.MaxValue == nil {
		return
	}
	if !bytes.Equal(s.MinValue, low.ByteArray()) || !bytes.Equal(s.MaxValue, high.ByteArray()) {
		t.Fatalf("%s: column %v goes from %q to %q, not from %q to %q", what, m.PathInSchema, low.ByteArray(), high.ByteArray(), s.MinValue, s.MaxValue)
	}
}

// BenchmarkRun measures Run by what a named column is like.
func BenchmarkRun(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, tt := range []struct {
		name, column string
		flawed       int
		policy       bulk.Policy
	}{
		{"plain", "must", 0, bulk.Keep},
		{"dictionary", "words", 0, bulk.Keep},
		{"nulls", "may", 0, bulk.Keep},
		{"added", "must>new", 0, bulk.Keep},
		{"malformed", "must", 100, bulk.Keep},
		{"skipped", "must", 100, bulk.Skip},
		{"list", "list", 0, bulk.Keep},
	} {
		b.Run("column="+tt.name, func(b *testing.B) {
			in := file(b, mixedRows(random, 20_000, tt.flawed), 10_000, parquet.Compression(&parquet.Snappy), parquet.PageBufferSize(1<<20))
			j := job(b, tt.policy, tt.column)
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				if _, err := Run(j, io.Discard, of("in.parquet", in)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
