package bulk_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/bulk"
)

// TestRecordsOfEnded: a job that a flaw ends has counted the records up to that one, wherever
// it is in a chunk, in lines and in tables.
func TestRecordsOfEnded(t *testing.T) {
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	column := []string{"url"}
	for _, test := range []struct {
		name           string
		job            bulk.Job
		head, row, end string
	}{
		{"lines", bulk.Job{}, "", "%s", "\n"},
		{"lines with CR", bulk.Job{}, "", "%s", "\r\n"},
		{"NULs", bulk.Job{Separator: bulk.NULs}, "", "%s", "\x00"},
		{"CSV", bulk.Job{Table: &bulk.Table{Columns: column}}, "id,url\n", "1,%s", "\n"},
		{"quoted CSV", bulk.Job{Table: &bulk.Table{Columns: column}}, "id,url\n", `1,"%s"`, "\n"},
		{"TSV", bulk.Job{Table: &bulk.Table{Format: bulk.TSV, Columns: column}}, "url\tid\n", "%s\t1", "\n"},
		{"JSON Lines", bulk.Job{Table: &bulk.Table{Format: bulk.JSONLines, Columns: column}}, "", `{"url":"%s"}`, "\n"},
	} {
		for _, bad := range []int{0, 1, 3, 400, 4_999} {
			for _, last := range []bool{false, true} {
				var in strings.Builder
				in.WriteString(test.head)
				for i := range 5_000 {
					text := "/a%20b"
					if i == bad {
						text = "/a%zz"
					}
					fmt.Fprintf(&in, test.row, text)
					if i == bad && last {
						break
					}
					in.WriteString(test.end)
				}
				want := bad + 1
				if test.head != "" {
					want++ // the header is a record
				}
				for _, chunk := range []int{0, 512} {
					j := test.job
					j.Operation, j.Chunk = decode, chunk
					stats, err := j.Run(io.Discard, bulk.From("x", strings.NewReader(in.String())))
					var f *bulk.Flaw
					if !errors.As(err, &f) || int(f.Record) != want || int(stats.Records) != want {
						t.Errorf("%s, flaw in %d, chunk of %d: %d records are counted, %v", test.name, want, chunk, stats.Records, err)
					}
				}
			}
		}
	}
}
