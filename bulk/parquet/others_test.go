package parquet

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent/bulk"
)

// TestDuckDB works on a file that DuckDB wrote, whose rows testdata/README.md has.
func TestDuckDB(t *testing.T) {
	in, err := os.ReadFile("testdata/visits.parquet")
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, bulk.Keep, "url", "/request/url", "/links/list/element", "/tags/key_value/key", "raw")
	var flaws []string
	j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, f.Error()) }
	var out bytes.Buffer
	stats, err := Run(j, &out, of("visits.parquet", in))
	if err != nil {
		t.Fatal(err)
	}
	type request struct {
		URL  *string `parquet:"url,optional"`
		Size *uint8  `parquet:"size,optional"`
	}
	type word struct {
		Element *string `parquet:"element,optional"`
	}
	type links struct {
		List []word `parquet:"list"`
	}
	type row struct {
		ID      *int32   `parquet:"id,optional"`
		URL     *string  `parquet:"url,optional"`
		Request *request `parquet:"request,optional"`
		Links   *links   `parquet:"links,optional"`
		Price   *int32   `parquet:"price,optional"`
		Seen    *int64   `parquet:"seen,optional"`
		Raw     *[]byte  `parquet:"raw,optional"`
	}
	const first, third = 1767323045_000000, 1767323046_500000
	size := func(n uint8) *uint8 { return &n }
	want := []row{
		{
			pointer[int32](1), pointer("https://example.com/a b?q=1,2"), &request{pointer("/x/y"), size(3)},
			&links{[]word{{pointer("café")}, {nil}, {pointer("A")}}}, pointer[int32](150), pointer[int64](first), pointer([]byte("x")),
		},
		{pointer[int32](2), nil, &request{nil, size(4)}, &links{[]word{}}, nil, nil, nil},
		{pointer[int32](3), pointer("caf%zz"), nil, nil, pointer[int32](250), pointer[int64](third), pointer([]byte("\xFF"))},
		{pointer[int32](4), pointer("c%20d%FF"), &request{pointer(""), nil}, &links{[]word{{pointer("a+b")}}}, pointer[int32](-100), nil, pointer([]byte{})},
	}
	if diff := cmp.Diff(want, read[row](t, out.Bytes())); diff != "" {
		t.Errorf("rows differ:\n%s", diff)
	}
	wantFlaws := []string{
		`visits.parquet:3: url: percent: invalid escape "%zz" at byte 3`,
		`visits.parquet:4: url: percent: result is not UTF-8, as a string must be at byte 0`,
	}
	if diff := cmp.Diff(wantFlaws, flaws); diff != "" {
		t.Errorf("flaws differ:\n%s", diff)
	}
	if s := stats.Table; stats.Records != 4 || s.Rows != 2 || s.Malformed != 2 || s.Pluses != 1 {
		t.Errorf("stats %+v", s)
	}
	a, b := open(t, in), open(t, out.Bytes())
	if diff := cmp.Diff(a.Metadata().Schema, b.Metadata().Schema); diff != "" {
		t.Errorf("schema differs:\n%s", diff)
	}
}
