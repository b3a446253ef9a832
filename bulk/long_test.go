package bulk_test

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/growth"
)

// pieces is a reader that returns at most 4 KiB at a time, as pipes and decompressors
// do.
type pieces struct{ r io.Reader }

func (p pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), 4<<10)]) }

// TestLongRowFromPipe: a long row that comes in small pieces takes memory in
// proportion to its length.
func TestLongRowFromPipe(t *testing.T) {
	for _, table := range []bulk.Table{
		{Columns: []string{"2"}},
		{Format: bulk.TSV, Columns: []string{"2"}},
		{Format: bulk.JSONLines, Columns: []string{"b"}},
		{Format: bulk.WholeLines},
	} {
		t.Run(table.Format.String(), func(t *testing.T) {
			job := bulk.Job{Operation: decode(t), Table: &table, Policy: bulk.Keep}
			growth.Linear(t, 1<<20, 60<<20, func(n int) {
				begin, end := "a,", "\n"
				switch table.Format {
				case bulk.TSV:
					begin = "a\t"
				case bulk.JSONLines:
					begin, end = `{"b":"`, "\"}\n"
				}
				row := io.MultiReader(strings.NewReader(begin), io.LimitReader(growth.Zeros{}, int64(n)), strings.NewReader(end))
				if _, err := job.Run(io.Discard, bulk.From("in", pieces{row})); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

func decode(t *testing.T) *bulk.Operation {
	t.Helper()
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// TestLongRowsAsShort: rows that are too long for bit maps give the same results,
// flaws and counts.
func TestLongRowsAsShort(t *testing.T) {
	for _, test := range longTables {
		t.Run(test.name, func(t *testing.T) {
			for _, into := range [][]string{nil, {"added"}} {
				for _, policy := range []bulk.Policy{bulk.Keep, bulk.Skip, bulk.Null} {
					var rows strings.Builder
					if len(into) > 0 && test.table.Format != bulk.JSONLines {
						rows.WriteString(test.row(0, "x", "url"))
					}
					for _, url := range test.urls {
						for _, other := range test.others {
							rows.WriteString(test.row(1, other, url.in))
						}
					}
					rows.WriteString(strings.Repeat("\n", 3) + `"` + "\n")
					run := func(longest int) (string, string, bulk.Stats) {
						defer bulk.SetLongRow(longest)()
						table := test.table
						if table.Into = into; len(into) > 0 && table.Format != bulk.JSONLines {
							table.Header = bulk.HeaderYes
						}
						var flaws strings.Builder
						job := bulk.Job{
							Operation: decode(t), Table: &table, Policy: policy, Chunk: 7,
							OnFlaw: func(f bulk.Flaw) { flaws.WriteString(f.Error() + "\n") },
						}
						var out bytes.Buffer
						stats, err := job.Run(&out, bulk.From("in", iotest.HalfReader(strings.NewReader(rows.String()))))
						if err != nil {
							t.Fatal(err)
						}
						return out.String(), flaws.String(), stats
					}
					out, flaws, stats := run(1 << 30)
					longOut, longFlaws, longStats := run(0)
					if out != longOut || flaws != longFlaws || stats != longStats {
						t.Errorf("into %q, policy %v: long rows differ:\n%.200q\n%.200q\n%s\n%s\n%+v\n%+v", into, policy, out, longOut, flaws, longFlaws, stats, longStats)
					}
				}
			}
		})
	}
}

// TestLimitsOfRows: rows with so many fields that they would take up the memory are
// refused, by a limit that the error names, and one field less is not.
func TestLimitsOfRows(t *testing.T) {
	run := func(table bulk.Table, text string) (string, error) {
		job := bulk.Job{Operation: decode(t), Table: &table}
		var out bytes.Buffer
		_, err := job.Run(&out, bulk.From("in", strings.NewReader(text)))
		return out.String(), err
	}
	for _, format := range []bulk.Format{bulk.CSV, bulk.TSV} {
		delim := map[bulk.Format]string{bulk.CSV: ",", bulk.TSV: "\t"}[format]
		table := bulk.Table{Format: format, Columns: []string{"2"}}
		most := "a" + delim + "%41" + strings.Repeat(delim, bulk.MaxColumns-2)
		for _, end := range []string{"", "\n", "\r\n"} {
			if out, err := run(table, most+end); err != nil || out != strings.Replace(most, "%41", "A", 1)+end {
				t.Errorf("%v, %d fields: %v", format, bulk.MaxColumns, err)
			}
			var many *bulk.ColumnsError
			if _, err := run(table, most+delim+end); !errors.As(err, &many) || many.Source != "in" {
				t.Errorf("%v, a field more: %v", format, err)
			}
		}
	}
	// After the first row, only its length counts.
	long := "1,%41" + strings.Repeat(",", 2*bulk.MaxColumns) + "\n"
	if out, err := run(bulk.Table{Columns: []string{"b"}}, "a,b\n"+long); err != nil || out != "a,b\n"+strings.Replace(long, "%41", "A", 1) {
		t.Errorf("a row with more fields than the header may have: %v", err)
	}
	members := func(n int) string { return `{"a":"%41"` + strings.Repeat(`,"a":"%41"`, n-1) + "}\n" }
	lines := bulk.Table{Format: bulk.Matches, Match: regexp.MustCompile(`(?P<x>%41)(?P<y>;)`)}
	for _, test := range []struct {
		table bulk.Table
		row   func(n int) string
		most  int
	}{
		{bulk.Table{Format: bulk.JSONLines, Columns: []string{"a"}}, members, bulk.MaxFound},
		{lines, func(n int) string { return strings.Repeat("%41;", n) + "\n" }, bulk.MaxFound / 2},
	} {
		if out, err := run(test.table, test.row(test.most)); err != nil || out != strings.ReplaceAll(test.row(test.most), "%41", "A") {
			t.Errorf("%v, %d found: %v", test.table.Format, test.most, err)
		}
		var f *bulk.Flaw
		if _, err := run(test.table, "{}\n"+test.row(test.most+1)); !errors.As(err, &f) || f.Reason != bulk.TooManyFound || f.Record != 2 || f.Column != "" {
			t.Errorf("%v, more: %v", test.table.Format, err)
		}
	}
}

// TestDistinctWords: whether a first row with very many fields is a header takes time
// in proportion to their number.
func TestDistinctWords(t *testing.T) {
	table := bulk.Table{Columns: []string{"2"}}
	job := bulk.Job{Operation: decode(t), Table: &table}
	words := growth.Shape{Piece: "a{n},", After: "b"}.Of(6 << 20)
	stats, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(words+"\n")))
	if err != nil || stats.Table.Header != 1 {
		t.Errorf("%v; %d header rows", err, stats.Table.Header)
	}
}

// TestDeepJSON: how deep arrays and objects are nested has no limit but the length.
func TestDeepJSON(t *testing.T) {
	table := bulk.Table{Format: bulk.JSONLines, Columns: []string{"b"}}
	job := bulk.Job{Operation: decode(t), Table: &table}
	const depth = 2_000_000
	for _, pair := range [][2]string{{"[", "]"}, {`{"a":`, "}"}} {
		row := func(url string) string {
			inner := "1"
			if pair[0] == "[" {
				inner = ""
			}
			return `{"a":` + strings.Repeat(pair[0], depth) + inner + strings.Repeat(pair[1], depth) + `,"b":"` + url + "\"}\n"
		}
		var out bytes.Buffer
		if _, err := job.Run(&out, bulk.From("in", strings.NewReader(row("%41")))); err != nil || out.String() != row("A") {
			t.Errorf("%s: %v; %d bytes", pair[0], err, out.Len())
		}
	}
}
