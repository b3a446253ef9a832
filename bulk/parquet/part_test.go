package parquet

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"

	"github.com/pct-encoded/percent/bulk"
)

// inParts processes the parts of a file, each sent as JSON, and returns the result
// of each, and the flaws and counts of all.
func inParts(t *testing.T, j *bulk.Job, parts []bulk.Part, f File) (outs [][]byte, flaws []bulk.Flaw, stats bulk.Stats) {
	t.Helper()
	j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, f) }
	for _, p := range parts {
		var out bytes.Buffer
		own, err := RunPart(j, &out, sent(t, p), f)
		if err != nil {
			t.Fatal(err)
		}
		outs = append(outs, out.Bytes())
		stats.Records += own.Records
		stats.Table.Changed += own.Table.Changed
	}
	return outs, flaws, stats
}

func sent(t *testing.T, p bulk.Part) bulk.Part {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var got bulk.Part
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestParts: the rows of the parts, one behind the other, are those that Run writes,
// and so are the flaws, with their numbers.
func TestParts(t *testing.T) {
	rows := visits(1000, 3)
	for i := range rows {
		if i%50 == 7 {
			rows[i].URL = pointer("a%zz")
		}
	}
	in := of("v", file(t, rows, 60))
	j := job(t, bulk.Keep, "url", "/request/url")
	var flaws []bulk.Flaw
	j.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, f) }
	var out bytes.Buffer
	stats, err := Run(j, &out, in)
	if err != nil || len(flaws) < 20 {
		t.Fatal(len(flaws), err)
	}
	want := read[visit](t, out.Bytes())
	groups := groupsOf(open(t, file(t, rows, 60)), nil)
	for _, size := range []int64{0, 1, groups[1].begin, groups[1].begin + 1, 20000, 1 << 40} {
		parts, err := Plan(j, bulk.Cuts{Size: size}, in)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case size == 1 && len(parts) != len(groups), (size == 0 || size == 1<<40) && len(parts) != 1, size == 20000 && (len(parts) < 3 || len(parts) >= len(groups)):
			t.Errorf("size %d: %d parts of %d row groups", size, len(parts), len(groups))
		case size == groups[1].begin && (parts[0].To != size || parts[1].From != size || parts[1].Record != 60):
			t.Errorf("size %d: %+v", size, parts[:2])
		case size == groups[1].begin+1 && parts[0].To != groups[2].begin:
			t.Errorf("size %d: %+v", size, parts[0])
		}
		for i, p := range parts {
			if p.Index != i || p.Of != len(parts) || i > 0 && p.From != parts[i-1].To || i < len(parts)-1 && p.To-p.From < size {
				t.Errorf("size %d: part %d is %+v", size, i, p)
			}
		}
		outs, found, counted := inParts(t, j, parts, in)
		var got []visit
		for _, out := range outs {
			got = append(got, read[visit](t, out)...)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("size %d: other rows", size)
		}
		if len(found) != len(flaws) || !slices.EqualFunc(found, flaws, func(a, b bulk.Flaw) bool { return a.Error() == b.Error() && a.Record == b.Record }) {
			t.Errorf("size %d: other flaws: %v", size, found)
		}
		if counted.Records != stats.Records || counted.Table.Changed != stats.Table.Changed {
			t.Errorf("size %d: %+v, want %+v", size, counted, stats)
		}
	}
}

// TestPartsFramed: pages of the parts, one behind the other, are those of Run.
func TestPartsFramed(t *testing.T) {
	op := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		return fmt.Appendf(dst, "%s:%d:%s\n", r.Source, r.Number, r.Text), nil
	}).Framed()
	j := &bulk.Job{Operation: op, Table: &bulk.Table{Format: bulk.Foreign, Columns: []string{"text"}}}
	in := of("a", file(t, plainRows("a", "b", "c", "d", "e"), 2))
	parts, err := Plan(j, bulk.Cuts{Size: 1}, in)
	if err != nil || len(parts) != 3 {
		t.Fatalf("%+v, %v", parts, err)
	}
	outs, _, _ := inParts(t, j, parts, in)
	if got := string(bytes.Join(outs, nil)); got != "a:1:a\na:2:b\na:3:c\na:4:d\na:5:e\n" {
		t.Errorf("%q", got)
	}
}

// TestPlanOthers: a file that cannot be cut is one part.
func TestPlanOthers(t *testing.T) {
	j := job(t, bulk.Keep, "text")
	data := file(t, plainRows("a", "b", "c"), 1)
	for name, b := range map[string][]byte{
		"no Parquet":  []byte("id,text\n1,a\n"),
		"cut off":     data[:len(data)-9],
		"no row":      file(t, plainRows(), 1),
		"in no order": reordered(t, data),
	} {
		parts, err := Plan(j, bulk.Cuts{Size: 1}, of("f", b))
		if err != nil || len(parts) != 1 || parts[0].Of != 1 {
			t.Errorf("%s: %+v, %v", name, parts, err)
			continue
		}
		var out, whole bytes.Buffer
		_, got := RunPart(j, &out, sent(t, parts[0]), of("f", b))
		_, want := Run(j, &whole, of("f", b))
		if fmt.Sprint(got) != fmt.Sprint(want) || !bytes.Equal(out.Bytes(), whole.Bytes()) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	var column *bulk.ColumnError
	if _, err := Plan(job(t, bulk.Keep, "nosuch"), bulk.Cuts{}, of("f", data)); !errors.As(err, &column) {
		t.Errorf("a column that is not there: %v", err)
	}
	var option *bulk.OptionError
	if _, err := Plan(&bulk.Job{}, bulk.Cuts{}, of("f", data)); !errors.As(err, &option) {
		t.Errorf("no table: %v", err)
	}
	lost := errors.New("lost")
	var failed *bulk.ReadError
	if _, err := Plan(j, bulk.Cuts{}, File{Name: "f", Open: func() (ReaderAtCloser, int64, error) { return nil, 0, lost }}); !errors.As(err, &failed) || !errors.Is(err, lost) {
		t.Errorf("a file that cannot be opened: %v", err)
	}
}

// TestChanged: a part of another file than the one that was planned is refused.
func TestChanged(t *testing.T) {
	j := job(t, bulk.Keep, "text")
	parts, err := Plan(j, bulk.Cuts{Size: 1}, of("f", file(t, plainRows("a", "b", "c", "d"), 1)))
	if err != nil || len(parts) != 4 {
		t.Fatalf("%+v, %v", parts, err)
	}
	for name, b := range map[string][]byte{
		"shorter": file(t, plainRows("a", "b"), 1),
		"longer":  file(t, plainRows("a", "b", "c", "d", "e"), 1),
		"others":  file(t, plainRows("abcd", "b", "c", "d"), 1),
	} {
		last := parts[3]
		var failed *bulk.ReadError
		var out bytes.Buffer
		if _, err := RunPart(j, &out, last, of("f", b)); !errors.As(err, &failed) || !errors.Is(err, errChanged) || out.Len() > 0 && name == "shorter" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// reordered returns a file with its row groups in another order in the footer.
func reordered(t *testing.T, b []byte) []byte {
	t.Helper()
	meta := *open(t, b).Metadata()
	meta.RowGroups = slices.Clone(meta.RowGroups)
	slices.Reverse(meta.RowGroups)
	for i := range meta.RowGroups {
		for k := range meta.RowGroups[i].Columns {
			c := &meta.RowGroups[i].Columns[k]
			c.ColumnIndexOffset, c.ColumnIndexLength, c.OffsetIndexOffset, c.OffsetIndexLength = 0, 0, 0, 0
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		t.Fatal(err)
	}
	length := int(binary.LittleEndian.Uint32(b[len(b)-footerEnd:]))
	b = append(slices.Clone(b[:len(b)-footerEnd-length]), footer...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(footer)))
	return append(b, magic...)
}
