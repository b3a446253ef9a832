package bulk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/growth"
)

// A file is a source that can be read from any place.
type file struct{ *strings.Reader }

func (file) Close() error { return nil }

func fileOf(name, text string) bulk.Source {
	return bulk.Source{Name: name, Open: func() (io.ReadCloser, error) { return file{strings.NewReader(text)}, nil }}
}

// whole returns what Run makes of a source, with the flaws.
func whole(t *testing.T, job bulk.Job, s bulk.Source) (out string, flaws []string, stats bulk.Stats) {
	t.Helper()
	var b bytes.Buffer
	job.OnFlaw = func(f bulk.Flaw) { flaws = append(flaws, fmt.Sprintf("%s, %d, %q", &f, f.StreamOffset, f.Input)) }
	stats, err := job.Run(&b, s)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), flaws, stats
}

// testParts plans a source, and compares what its parts become with what all of it
// does.
func testParts(t *testing.T, job bulk.Job, text string, cuts bulk.Cuts) (parts int) {
	t.Helper()
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	job.Operation = op
	s := fileOf("in", text)
	want, wantFlaws, wantStats := whole(t, job, s)
	plan, err := job.Plan(cuts, s)
	if err != nil {
		t.Fatal(err)
	}
	again, err := job.Plan(cuts, s)
	if err != nil || !reflect.DeepEqual(plan, again) {
		t.Errorf("planned again: %+v, %v; want %+v", again, err, plan)
	}
	var got bytes.Buffer
	var flaws []string
	records := int64(0)
	end := int64(0)
	for i, p := range plan {
		// As another machine receives it.
		sent, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		p = bulk.Part{}
		if err := json.Unmarshal(sent, &p); err != nil {
			t.Fatal(err)
		}
		if p.Source != "in" || p.Index != i || p.Of != len(plan) || p.From != end || i == len(plan)-1 && p.To != int64(len(text)) {
			t.Fatalf("part %d: %s", i, sent)
		}
		if end = p.To; i < len(plan)-1 && p.To-p.From < cuts.Size {
			t.Errorf("part %d has %d bytes, fewer than %d", i, p.To-p.From, cuts.Size)
		}
		if cuts.Scan == bulk.ScanAll && p.Record != records || cuts.Scan == bulk.ScanNone && i > 0 && p.Record != -1 {
			t.Errorf("part %d: %d records come before it, and it says %d", i, records, p.Record)
		}
		one := job
		one.Chunk = allAtOnce
		one.OnFlaw = func(f bulk.Flaw) {
			if p.Record < 0 {
				f.Record += records
			}
			flaws = append(flaws, fmt.Sprintf("%s, %d, %q", &f, f.StreamOffset, f.Input))
		}
		stats, err := one.RunPart(&got, p, s)
		if err != nil {
			t.Fatalf("%s: %v", sent, err)
		}
		records += stats.Records
	}
	if got.String() != want || !reflect.DeepEqual(flaws, wantFlaws) || records != wantStats.Records {
		t.Fatalf("%+v, %q in parts of %d:\n%q, %q, %d records; want\n%q, %q, %d", plan, text, cuts.Size, got.String(), flaws, records, want, wantFlaws, wantStats.Records)
	}
	return len(plan)
}

func TestParts(t *testing.T) {
	step := int64(3)
	if growth.Long() {
		step = 1
	}
	for _, test := range resumables {
		for _, text := range test.sources {
			if test.job.Separator == bulk.Whole {
				if n := testParts(t, test.job, text, bulk.Cuts{Size: 1}); n != 1 {
					t.Errorf("%s: %d parts of one record", test.name, n)
				}
				continue
			}
			several := 0
			for size := int64(1); size < 80; size += step + size/9 {
				for _, scan := range []bulk.Scan{bulk.ScanNone, bulk.ScanAll} {
					if n := testParts(t, test.job, text, bulk.Cuts{Size: size, Scan: scan}); n > 1 {
						several++
					}
				}
			}
			if lines := strings.Count(strings.TrimSuffix(text, "\n"), "\n"); several == 0 && lines > 2 {
				t.Errorf("%s: %q was never cut", test.name, text)
			}
		}
	}
}

// TestRandomParts does so with random tables, and chunks of any size.
func TestRandomParts(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 27))
		format, delim := bulk.CSV, ","
		if r.IntN(2) == 0 {
			format, delim = bulk.TSV, "\t"
		}
		text := madeTable(r, delim, format == bulk.CSV)
		job := bulk.Job{Policy: bulk.Keep, Chunk: 1 + r.IntN(100), Table: &bulk.Table{Format: format, Columns: []string{fmt.Sprint(1 + r.IntN(3))}, Header: bulk.HeaderNo}}
		testParts(t, job, text, bulk.Cuts{Size: int64(1 + r.IntN(200)), Scan: bulk.Scan(r.IntN(2))})
	}
}

// TestRareMember: a member that some rows have may be missing in all rows of a part.
func TestRareMember(t *testing.T) {
	job := bulk.Job{Policy: bulk.Keep, Table: &bulk.Table{Format: bulk.JSONLines, Columns: []string{"url", "note"}}}
	for _, text := range []string{
		"{\"url\":\"%41\"}\n{\"url\":\"%zz\"}\n{\"note\":\"%42\"}\n{}\n{\"note\":\"%43\"}\n",
		"{\"id\":1}\n{\"url\":\"%41\",\"note\":\"%42\"}\n[]\n",
	} {
		for _, scan := range []bulk.Scan{bulk.ScanNone, bulk.ScanAll} {
			if n := testParts(t, job, text, bulk.Cuts{Size: 1, Scan: scan}); n != strings.Count(text, "\n") {
				t.Errorf("%q: %d parts", text, n)
			}
		}
	}
}

// TestPlan: a source that cannot be cut is one part, and problems with columns
// are reported before any work.
func TestPlan(t *testing.T) {
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	csv := bulk.Job{Operation: op, Table: &bulk.Table{Columns: []string{"url"}}}
	tsv := bulk.Job{Operation: op, Table: &bulk.Table{Format: bulk.TSV, Columns: []string{"url"}}}
	rows := strings.Repeat("a,%41\n", 100)
	stream := bulk.Source{Name: "stream", Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("id\turl\n" + strings.ReplaceAll(rows, ",", "\t"))), nil
	}}
	for _, tt := range []struct {
		name  string
		job   bulk.Job
		cuts  bulk.Cuts
		from  bulk.Source
		parts int
	}{
		{"a file of CSV that nobody has read", csv, bulk.Cuts{Size: 10}, fileOf("in", "id,url\n"+rows), 1},
		{"the same, read", csv, bulk.Cuts{Size: 6, Scan: bulk.ScanAll}, fileOf("in", "id,url\n"+rows), 101},
		{"no size", tsv, bulk.Cuts{}, fileOf("in", "id\turl\n1\t2\n"), 1},
		{"no file", tsv, bulk.Cuts{Size: 10, Scan: bulk.ScanAll}, stream, 1},
		{"an empty file", tsv, bulk.Cuts{Size: 10}, fileOf("in", ""), 1},
		{"a file of one row", tsv, bulk.Cuts{Size: 1}, fileOf("in", "id\turl\n"), 1},
	} {
		parts, err := tt.job.Plan(tt.cuts, tt.from)
		if err != nil || len(parts) != tt.parts {
			t.Errorf("%s: %d parts, %v; want %d", tt.name, len(parts), err, tt.parts)
		}
	}
	lost := errors.New("lost")
	var column *bulk.ColumnError
	var read *bulk.ReadError
	if _, err := tsv.Plan(bulk.Cuts{}, fileOf("a", "id\turl\n"), fileOf("b", "id\tlru\n")); !errors.As(err, &column) || column.Source != "b" || column.Reason != bulk.NoSuchColumn {
		t.Errorf("no such column: %v", err)
	}
	if _, err := tsv.Plan(bulk.Cuts{}, fileOf("a", "id\turl\n"), fileOf("b", "url\tid\n")); !errors.As(err, &column) || column.Source != "b" || column.Reason != bulk.OtherHeader {
		t.Errorf("another header: %v", err)
	}
	if _, err := tsv.Plan(bulk.Cuts{}, bulk.Source{Name: "a", Open: func() (io.ReadCloser, error) { return nil, lost }}); !errors.As(err, &read) || !errors.Is(err, lost) {
		t.Errorf("a file that cannot be opened: %v", err)
	}
	broken := bulk.Source{Name: "a", Open: func() (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(lost)), nil }}
	parts, err := tsv.Plan(bulk.Cuts{}, broken, fileOf("b", "id\turl\n"))
	if err != nil || len(parts) != 2 {
		t.Fatalf("a source that cannot be read: %+v, %v", parts, err)
	}
	if _, err := tsv.RunPart(io.Discard, parts[0], broken); !errors.As(err, &read) || !errors.Is(err, lost) {
		t.Errorf("a source that cannot be read: %v", err)
	}
	// Parts that are no longer there, or not all of them.
	for _, p := range []bulk.Part{{From: 100, To: 200}, {From: 7, To: 12}, {From: 0, To: 12}} {
		p.Source, p.Header = "a", []byte("id\turl")
		if _, err := tsv.RunPart(io.Discard, p, fileOf("a", "id\turl\n1\t2\n")); !errors.As(err, &read) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("bytes %d to %d of a file that has become shorter: %v", p.From, p.To, err)
		}
	}
}
