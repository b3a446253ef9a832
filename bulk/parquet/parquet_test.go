package parquet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
)

type link struct {
	URL  string  `parquet:"url"`
	Rank float64 `parquet:"rank"`
}

type request struct {
	URL     string  `parquet:"url"`
	Referer *string `parquet:"ref~er/er,optional"`
	Size    uint32  `parquet:"size"`
}

// A visit is a row with columns of many types.
type visit struct {
	ID      int64             `parquet:"id,delta"`
	URL     *string           `parquet:"url,optional,dict"`
	Kind    string            `parquet:"kind,enum,dict"`
	Raw     []byte            `parquet:"raw"`
	Request *request          `parquet:"request,optional"`
	Links   []link            `parquet:"links,list"`
	Tags    map[string]string `parquet:"tags"`
	Words   []string          `parquet:"words"`
	Price   int64             `parquet:"price,decimal(2:18)"`
	When    time.Time         `parquet:"when,timestamp(microsecond)"`
	Day     int32             `parquet:"day,date"`
	Key     [16]byte          `parquet:"key,uuid"`
	JSON    string            `parquet:"json,json"`
	Yes     bool              `parquet:"yes"`
	Old     deprecated.Int96  `parquet:"old"`
	Ratio   float32           `parquet:"ratio,split"`
}

func pointer[T any](v T) *T { return &v }

// visits returns rows with nulls, empty lists and empty texts.
func visits(n int, seed uint64) []visit {
	r := rand.New(rand.NewPCG(seed, 1))
	text := func() string {
		return []string{"", "plain", "a%20b", "%C3%A9t%C3%A9", "x%2Fy?q=%26", "é%41", "+%2B"}[r.IntN(7)] + strings.Repeat("%61b", r.IntN(4))
	}
	var rows []visit
	for i := range n {
		v := visit{
			ID: int64(i), Kind: text(), Raw: []byte(text() + "%FF"), Price: r.Int64N(1e9), Day: int32(r.IntN(20000)),
			When: time.UnixMicro(r.Int64N(1e15)).UTC(), JSON: `{"a":"%41"}`, Yes: r.IntN(2) == 0, Ratio: r.Float32(),
			Old: deprecated.Int96{r.Uint32(), r.Uint32(), r.Uint32()},
		}
		if r.IntN(4) > 0 {
			v.URL = pointer(text())
		}
		if r.IntN(3) > 0 {
			v.Request = &request{URL: text(), Size: r.Uint32()}
			if r.IntN(2) > 0 {
				v.Request.Referer = pointer(text())
			}
		}
		for range r.IntN(4) {
			v.Links = append(v.Links, link{text(), r.Float64()})
			v.Words = append(v.Words, text())
		}
		if r.IntN(2) > 0 {
			v.Tags = map[string]string{text(): text()}
		}
		for k := range v.Key {
			v.Key[k] = byte(r.Uint32())
		}
		rows = append(rows, v)
	}
	return rows
}

// file returns a Parquet file of the rows, with as many in a row group.
func file[T any](t testing.TB, rows []T, group int, options ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, append([]parquet.WriterOption{parquet.MaxRowsPerRowGroup(int64(group)), parquet.PageBufferSize(1 << 10)}, options...)...)
	for part := range slices.Chunk(rows, max(1, group)) {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// of returns the File that b is.
func of(name string, b []byte) File {
	return File{Name: name, Open: func() (ReaderAtCloser, int64, error) {
		return keepOpen{bytes.NewReader(b)}, int64(len(b)), nil
	}}
}

func read[T any](t testing.TB, b []byte) []T {
	t.Helper()
	f := open(t, b)
	mendCodecs(f.Root())
	r := parquet.NewGenericReader[T](f)
	defer r.Close()
	rows := make([]T, r.NumRows())
	if n, err := r.Read(rows); n < len(rows) || err != nil && err != io.EOF {
		t.Fatal(n, err)
	}
	return rows
}

func open(t testing.TB, b []byte) *parquet.File {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// job returns a job that decodes columns; those behind a '>' are added.
func job(t testing.TB, policy bulk.Policy, columns ...string) *bulk.Job {
	t.Helper()
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table := &bulk.Table{Format: bulk.Foreign}
	for _, c := range columns {
		name, into, added := strings.Cut(c, ">")
		table.Columns = append(table.Columns, name)
		if added {
			table.Into = append(table.Into, into)
		}
	}
	return &bulk.Job{Operation: op, Table: table, Policy: policy}
}

func decoded(s string) string {
	text, err := url.PathUnescape(s)
	if err != nil {
		panic(err)
	}
	return text
}

func TestRunReplaces(t *testing.T) {
	for _, n := range []int{0, 1, 1000} {
		for _, group := range []int{7, 333, 5000} {
			t.Run(fmt.Sprintf("rows=%d/group=%d", n, group), func(t *testing.T) {
				rows := visits(n, 1)
				in := file(t, rows, group, parquet.KeyValueMetadata("ARROW:schema", "kept"))
				var out bytes.Buffer
				j := job(t, bulk.Fail, "url", "3", "raw", "/request/url", "/request/ref~0er~1er", "/links/list/element/url", "/tags/key_value/key", "words")
				stats, err := Run(j, &out, of("a", in))
				if err != nil {
					t.Fatal(err)
				}
				want := read[visit](t, in)
				fields := int64(0)
				change := func(s string) string { fields++; return decoded(s) }
				for i := range want {
					v := &want[i]
					if v.URL != nil {
						v.URL = pointer(change(*v.URL))
					}
					v.Kind, v.Raw = change(v.Kind), []byte(change(string(v.Raw)))
					if v.Request != nil {
						v.Request.URL = change(v.Request.URL)
						if v.Request.Referer != nil {
							v.Request.Referer = pointer(change(*v.Request.Referer))
						}
					}
					for k := range v.Links {
						v.Links[k].URL = change(v.Links[k].URL)
					}
					for k := range v.Words {
						v.Words[k] = change(v.Words[k])
					}
					tags := map[string]string{}
					for key, value := range v.Tags {
						tags[change(key)] = value
					}
					if v.Tags != nil {
						v.Tags = tags
					}
				}
				if diff := cmp.Diff(want, read[visit](t, out.Bytes())); diff != "" {
					t.Errorf("rows differ:\n%s", diff)
				}
				if stats.Records != int64(n) || stats.Table.Fields != fields {
					t.Errorf("%d rows, %d fields, want %d, %d", stats.Records, stats.Table.Fields, n, fields)
				}
				a, b := open(t, in), open(t, out.Bytes())
				if diff := cmp.Diff(a.Metadata().Schema, b.Metadata().Schema); diff != "" {
					t.Errorf("schema differs:\n%s", diff)
				}
				if !slices.EqualFunc(a.RowGroups(), b.RowGroups(), func(a, b parquet.RowGroup) bool { return a.NumRows() == b.NumRows() }) {
					t.Error("other row groups")
				}
				for _, g := range b.Metadata().RowGroups {
					for _, c := range g.Columns {
						if c.MetaData.Codec != format.Uncompressed {
							t.Errorf("%v: %v, and it was not compressed", c.MetaData.PathInSchema, c.MetaData.Codec)
						}
					}
				}
				if kept, _ := b.Lookup("ARROW:schema"); kept != "kept" {
					t.Errorf("metadata %q", kept)
				}
			})
		}
	}
}

func TestRunAdds(t *testing.T) {
	rows := visits(500, 2)
	in := file(t, rows, 100, parquet.KeyValueMetadata("ARROW:schema", "gone"), parquet.KeyValueMetadata("own", "kept"))
	var out bytes.Buffer
	// In another order than that of the row.
	if _, err := Run(job(t, bulk.Fail, "/request/ref~0er~1er>referer", "raw>octets", "url>text"), &out, of("a", in)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(read[visit](t, in), read[visit](t, out.Bytes())); diff != "" {
		t.Errorf("rows differ:\n%s", diff)
	}
	type added struct {
		Referer *string `parquet:"referer,optional"`
		Octets  *string `parquet:"octets,optional"`
		Text    *string `parquet:"text,optional"`
	}
	got := read[added](t, out.Bytes())
	for i, v := range rows {
		want := added{Octets: pointer(decoded(string(v.Raw)))}
		if v.Request != nil && v.Request.Referer != nil {
			want.Referer = pointer(decoded(*v.Request.Referer))
		}
		if v.URL != nil {
			want.Text = pointer(decoded(*v.URL))
		}
		if diff := cmp.Diff(want, got[i]); diff != "" {
			t.Fatalf("row %d differs:\n%s", i+1, diff)
		}
	}
	f := open(t, out.Bytes())
	var names []string
	for _, c := range f.Root().Columns()[16:] {
		names = append(names, c.Name()+" "+c.Type().String())
	}
	if want := []string{"referer STRING", "octets BYTE_ARRAY", "text STRING"}; !slices.Equal(names, want) {
		t.Errorf("columns %q, want %q", names, want)
	}
	if _, there := f.Lookup("ARROW:schema"); there {
		t.Error("a description of the schema that does not know the columns was kept")
	}
	if kept, _ := f.Lookup("own"); kept != "kept" {
		t.Errorf("metadata %q", kept)
	}
}

type plainRow struct {
	N    int32   `parquet:"n"`
	Text *string `parquet:"text,optional"`
	Must string  `parquet:"must"`
	Raw  []byte  `parquet:"raw"`
}

// plainRows are rows with the texts; Must and Raw have the same, Raw then "%FF".
func plainRows(texts ...string) []plainRow {
	var rows []plainRow
	for i, s := range texts {
		rows = append(rows, plainRow{int32(i), pointer(s), "must", []byte(s)})
	}
	return rows
}

func TestPolicies(t *testing.T) {
	texts := []string{"a%20b", "x%zz%41", "c%20d", "%41%FF%E2%82-", "e%20f"}
	null := "\x00"
	for _, tt := range []struct {
		policy bulk.Policy
		want   []string
		rows   int64 // counted
		flaws  int
	}{
		{bulk.Fail, []string{"a b"}, 2, 1},
		{bulk.Keep, []string{"a b", "x%zzA", "c d", "%41%FF%E2%82-", "e f"}, 5, 2},
		{bulk.Replace, []string{"a b", "x\uFFFDzzA", "c d", "A\uFFFD\uFFFD-", "e f"}, 5, 2},
		{bulk.Null, []string{"a b", null, "c d", null, "e f"}, 5, 2},
		{bulk.Skip, []string{"a b", "c d", "e f"}, 5, 2},
	} {
		for _, column := range []string{"text", "text>new"} {
			t.Run("policy="+tt.policy.String()+"/"+column, func(t *testing.T) {
				j := job(t, tt.policy, column)
				var flaws []bulk.Flaw
				j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, f) }
				var out bytes.Buffer
				stats, err := Run(j, &out, of("a", file(t, plainRows(texts...), 2)))
				var f *bulk.Flaw
				if tt.policy == bulk.Fail {
					if !errors.As(err, &f) || f.Record != 2 || f.Column != "text" || f.Offset != 1 || f.Reason != percent.InvalidEscape {
						t.Errorf("error %v", err)
					}
				} else if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, r := range read[struct {
					Text *string `parquet:"text,optional"`
					New  *string `parquet:"new,optional"`
				}](t, out.Bytes()) {
					s := r.Text
					if column != "text" {
						s = r.New
					}
					if s == nil {
						s = &null
					}
					got = append(got, *s)
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				if stats.Records != tt.rows || len(flaws) != tt.flaws || stats.Table.Rows != int64(tt.flaws) {
					t.Errorf("%d rows, flaws %v, stats %+v", stats.Records, flaws, stats.Table)
				}
				if tt.flaws < 2 {
					return
				}
				for i, want := range []bulk.Flaw{
					{Record: 2, SyntaxError: percent.SyntaxError{Offset: 1, Reason: percent.InvalidEscape}, Input: []byte(texts[1])},
					{Record: 4, SyntaxError: percent.SyntaxError{Reason: bulk.NotUTF8String}, Input: []byte(texts[3])},
				} {
					f := flaws[i]
					if f.Source != "a" || f.Record != want.Record || f.Column != "text" || f.Offset != want.Offset || f.StreamOffset != -1 || f.Reason != want.Reason || !bytes.Equal(f.Input, want.Input) {
						t.Errorf("flaw %+v, want %+v", f, want)
					}
				}
			})
		}
	}
	// What is no STRING may hold any octets.
	var out bytes.Buffer
	stats, err := Run(job(t, bulk.Fail, "raw"), &out, of("a", file(t, plainRows("%41%FF"), 2)))
	if err != nil || string(read[plainRow](t, out.Bytes())[0].Raw) != "A\xFF" || stats.Table.NotUTF8 != 1 {
		t.Errorf("%v, %+v", err, stats)
	}
}

func TestColumns(t *testing.T) {
	rows := visits(3, 3)
	for _, tt := range []struct {
		policy  bulk.Policy
		columns []string
		column  string
		reason  bulk.ColumnReason
	}{
		{0, []string{"ulr"}, "ulr", bulk.NoSuchColumn},
		{0, []string{"/request"}, "/request", NotALeaf},
		{0, []string{"links"}, "links", NotALeaf},
		{0, []string{"/request/ulr"}, "/request/ulr", bulk.NoSuchColumn},
		{0, []string{"/url/x"}, "/url/x", bulk.NoSuchColumn},
		{0, []string{"id"}, "id", NotText},
		{0, []string{"json"}, "json", NotText},
		{0, []string{"key"}, "key", NotText},
		{0, []string{"17"}, "17", bulk.TooLargeANumber},
		{0, []string{"0"}, "0", bulk.NoSuchColumn},
		{0, []string{"url", "2"}, "2", bulk.ColumnTwice},
		{0, []string{"/links/list/element/url>x"}, "/links/list/element/url", Repeats},
		{0, []string{"url>id"}, "id", bulk.ColumnExists},
		{bulk.Null, []string{"kind"}, "kind", NoNulls},
		{bulk.Null, []string{"words"}, "words", NoNulls},
	} {
		t.Run("columns="+strings.Join(tt.columns, ","), func(t *testing.T) {
			var out bytes.Buffer
			_, err := Run(job(t, tt.policy, tt.columns...), &out, of("a", file(t, rows, 2)))
			var bad *bulk.ColumnError
			if !errors.As(err, &bad) || bad.Column != tt.column || bad.Reason != tt.reason || bad.Source != "a" {
				t.Errorf("error %v, want %s: %s", err, tt.column, tt.reason)
			}
			if out.Len() > 0 {
				t.Error("something was written")
			}
		})
	}
	_, err := Run(job(t, 0, "ulr"), io.Discard, of("a", file(t, rows, 2)))
	var bad *bulk.ColumnError
	want := []string{"url", "kind", "raw", "/request/url", "/request/ref~0er~1er", "/links/list/element/url", "/tags/key_value/key", "/tags/key_value/value", "words"}
	if !errors.As(err, &bad) || !slices.Equal(bad.Names, want) {
		t.Errorf("names %q, want %q", bad.Names, want)
	}
}

func TestSeveralFiles(t *testing.T) {
	a, b := visits(30, 4), visits(50, 5)
	var out bytes.Buffer
	j := job(t, bulk.Fail, "kind")
	var read0 atomic.Int64
	j.OnRead = func(n int) { read0.Add(int64(n)) }
	first, second := file(t, a, 7), file(t, b, 11)
	stats, err := Run(j, &out, of("a", first), of("b", second))
	if n, size := read0.Load(), int64(len(first)+len(second)); n < size/2 || n > 2*size {
		t.Errorf("%d bytes were read of %d", n, size)
	}
	j.OnRead = nil
	if err != nil || stats.Records != 80 || len(read[visit](t, out.Bytes())) != 80 {
		t.Errorf("%v, %+v", err, stats)
	}
	// What is wrong with the columns of a file is known before anything is written.
	var none bytes.Buffer
	_, err = Run(j, &none, of("a", file(t, a, 7)), of("b", file(t, plainRows("x"), 7)))
	var bad *bulk.ColumnError
	if !errors.As(err, &bad) || bad.Source != "b" || bad.Reason != bulk.NoSuchColumn || none.Len() > 0 {
		t.Errorf("error %v, %d bytes", err, none.Len())
	}
	type other struct {
		Kind string `parquet:"kind,enum,dict"`
	}
	_, err = Run(j, &none, of("a", file(t, a, 7)), of("b", file(t, []other{{"x"}}, 7)))
	if !errors.As(err, &bad) || bad.Source != "b" || bad.Reason != OtherSchema || none.Len() > 0 {
		t.Errorf("error %v, %d bytes", err, none.Len())
	}
}

// TestSideBySide: fewer row groups are worked on at a time where their pages are
// large.
func TestSideBySide(t *testing.T) {
	of := func(size int64, pages ...int32) group {
		c := format.ColumnMetaData{TotalUncompressedSize: size}
		for _, n := range pages {
			c.EncodingStats = append(c.EncodingStats, format.PageEncodingStats{PageType: format.DataPage, Count: n})
		}
		c.EncodingStats = append(c.EncodingStats, format.PageEncodingStats{PageType: format.DictionaryPage, Count: 1})
		return group{pages: size / pagesOf(&c)}
	}
	for _, test := range []struct {
		name   string
		groups []group
		want   int
	}{
		{"empty", []group{of(0)}, readPages},
		{"pages of a MiB", []group{of(128<<20, 100, 28), of(64<<20, 64)}, 32},
		{"one page", []group{of(13<<20, 1)}, 2},
		{"nothing is said", []group{of(1 << 20), of(13 << 20)}, 2},
		{"larger than all", []group{of(1<<30, 1)}, 1},
	} {
		if got := sideBySide(test.groups); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

// TestHeldSize makes row groups that are larger than what is held.
func TestHeldSize(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var rows []plainRow
	for i := range 40 {
		b := make([]byte, 1<<20)
		for k := 0; k < len(b); k += 8 {
			binary.LittleEndian.PutUint64(b[k:], r.Uint64()|0x8080808080808080)
		}
		rows = append(rows, plainRow{int32(i), nil, fmt.Sprintf("%%41%d", i), b})
	}
	in := file(t, rows, 35, parquet.PageBufferSize(1<<20))
	var out bytes.Buffer
	if _, err := Run(job(t, bulk.Fail, "must"), &out, of("a", in)); err != nil {
		t.Fatal(err)
	}
	got := read[plainRow](t, out.Bytes())
	for i := range rows {
		rows[i].Must = decoded(rows[i].Must)
	}
	if !reflect.DeepEqual(rows, got) {
		t.Error("rows differ")
	}
	f := open(t, out.Bytes())
	if n := len(f.RowGroups()); n < 3 {
		t.Errorf("%d row groups", n)
	}
	for _, g := range f.Metadata().RowGroups {
		// A row is 1 MiB.
		if g.TotalCompressedSize > heldSize+2<<20 {
			t.Errorf("row group of %d bytes", g.TotalCompressedSize)
		}
	}
}

func TestLongValue(t *testing.T) {
	j := job(t, bulk.Keep, "must")
	j.MaxRecord = 10
	rows := plainRows("a", "b", "c")
	rows[1].Must = "12345678901"
	var out bytes.Buffer
	_, err := Run(j, &out, of("a", file(t, rows, 2)))
	var long *bulk.LengthError
	if !errors.As(err, &long) || long.Record != 2 || long.Limit != 10 || long.Offset != -1 {
		t.Errorf("error %v", err)
	}
	if got := read[plainRow](t, out.Bytes()); len(got) != 1 {
		t.Errorf("rows %v", got)
	}
}

func TestFramed(t *testing.T) {
	op := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		return fmt.Appendf(dst, "%s:%d:%s:%s:%d\n", r.Source, r.Number, r.Column, r.Text, r.Offset), nil
	}).Framed()
	j := &bulk.Job{Operation: op, Table: &bulk.Table{Format: bulk.Foreign, Columns: []string{"must", "text"}}}
	var out bytes.Buffer
	if _, err := Run(j, &out, of("a", file(t, plainRows("x", "y"), 1))); err != nil {
		t.Fatal(err)
	}
	if want := "a:1:text:x:-1\na:1:must:must:-1\na:2:text:y:-1\na:2:must:must:-1\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestCheckEnds(t *testing.T) {
	enough := errors.New("enough")
	j := job(t, bulk.Keep, "text")
	j.Check = func(s bulk.Stats) error {
		if s.Table.Rows > 1 {
			return enough
		}
		return nil
	}
	before := runtime.NumGoroutine()
	var out bytes.Buffer
	if _, err := Run(j, &out, of("a", file(t, plainRows("%z", "%z", "c", "d", "%z", "%z"), 2))); err != enough {
		t.Errorf("error %v", err)
	}
	if got := read[plainRow](t, out.Bytes()); len(got) != 2 {
		t.Errorf("rows %v", got)
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, and %d before", runtime.NumGoroutine(), before)
		}
	}
}

// A full writer fails after some bytes.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	n := min(w.room, len(p))
	if w.room -= n; n < len(p) {
		return n, errors.New("full")
	}
	return n, nil
}

func TestWriteErrors(t *testing.T) {
	in := file(t, visits(200, 7), 50)
	var out bytes.Buffer
	if _, err := Run(job(t, bulk.Fail, "kind"), &out, of("a", in)); err != nil {
		t.Fatal(err)
	}
	for room := 0; room < out.Len(); room += 1 + out.Len()/50 {
		_, err := Run(job(t, bulk.Fail, "kind"), &full{room}, of("a", in))
		var failed *bulk.WriteError
		if !errors.As(err, &failed) {
			t.Errorf("room for %d: error %v", room, err)
		}
	}
}

// TestBounds makes sure that there are no bounds for types whose order the writer
// does not know, and that those of others hold.
func TestBounds(t *testing.T) {
	rows := visits(100, 8)
	rows[3].Raw = bytes.Repeat([]byte{0xFF}, 2*boundSize)
	var out bytes.Buffer
	if _, err := Run(job(t, bulk.Fail, "raw"), &out, of("a", file(t, rows, 50))); err != nil {
		t.Fatal(err)
	}
	f := open(t, out.Bytes())
	for i, e := range leaves(f.Metadata().Schema) {
		c := f.Metadata().RowGroups[0].Columns[i]
		bounds := len(c.MetaData.Statistics.MaxValue) > 0
		want := e.Name != "old" && e.Name != "raw"
		if bounds != want {
			t.Errorf("%s: bounds %v, want %v", e.Name, bounds, want)
		}
		if index := c.ColumnIndexOffset > 0; index != (e.Name != "old") {
			t.Errorf("%s: column index %v", e.Name, index)
		}
		if e.Name == "id" {
			if got := c.MetaData.Statistics.MaxValue; !bytes.Equal(got, []byte{49, 0, 0, 0, 0, 0, 0, 0}) {
				t.Errorf("largest id %v", got)
			}
		}
	}
	for _, tt := range []struct {
		name string
		e    format.SchemaElement
		want bool
	}{
		{"int32", element(format.Int32, nil), true},
		{"unsigned", element(format.Int64, &format.IntType{BitWidth: 64}), true},
		{"string", element(format.ByteArray, &format.StringType{}), true},
		{"bytes", element(format.ByteArray, nil), true},
		{"decimal in int64", element(format.Int64, &format.DecimalType{}), true},
		{"decimal in bytes", element(format.ByteArray, &format.DecimalType{}), false},
		{"decimal in fixed", element(format.FixedLenByteArray, &format.DecimalType{}), false},
		{"float16", element(format.FixedLenByteArray, &format.Float16Type{}), false},
		{"int96", element(format.Int96, nil), false},
		{"old decimal", old(format.FixedLenByteArray, deprecated.Decimal), false},
		{"old interval", old(format.FixedLenByteArray, deprecated.Interval), false},
		{"old UTF8", old(format.ByteArray, deprecated.UTF8), true},
		{"old date", old(format.Int32, deprecated.Date), true},
	} {
		if got := isOrdered(&tt.e); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func element(typ format.Type, logical format.LogicalTypeValue) format.SchemaElement {
	var e format.SchemaElement
	e.Type.Set(typ)
	e.LogicalType.Value = logical
	return e
}

func old(typ format.Type, converted deprecated.ConvertedType) format.SchemaElement {
	e := element(typ, nil)
	e.ConvertedType.Set(converted)
	return e
}

func TestNoFile(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	_, err = Run(job(t, bulk.Fail, "x"), io.Discard, FromFile(r))
	if !errors.Is(err, ErrNoFile) {
		t.Errorf("error %v", err)
	}
	name := filepath.Join(t.TempDir(), "a.parquet")
	if err := os.WriteFile(name, file(t, plainRows("%41"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	if _, err = Run(job(t, bulk.Fail, "text"), &out, FromFile(f)); err != nil || *read[plainRow](t, out.Bytes())[0].Text != "A" {
		t.Errorf("error %v", err)
	}
}

func TestRefusesJobs(t *testing.T) {
	var bad *bulk.OptionError
	j := job(t, bulk.Fail, "text")
	j.Table.Format = bulk.CSV
	if _, err := Run(j, io.Discard); !errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
	if _, err := Run(job(t, bulk.Fail), io.Discard); !errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
	j.Table.Format = bulk.Foreign
	if _, err := j.Run(io.Discard); !errors.As(err, &bad) {
		t.Errorf("error %v", err)
	}
}
