package bulk_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
)

// TestLongSkipped: a record that is too long is left out and named, wherever it stands and
// however it is read, and those behind it have their numbers.
func TestLongSkipped(t *testing.T) {
	echo := bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
		return fmt.Appendf(dst, "%d:%d:%s\n", r.Number, r.Offset, r.Text), nil
	}).Framed()
	const limit = 50
	fits, long := strings.Repeat("a", limit-len("\n")), strings.Repeat("b", 3*limit)
	for _, tt := range []struct{ name, in, want, flaws string }{
		{"first", long + "\nc\n", "2:151:c\n", "1 "},
		{"middle", "c\n" + long + "\nd\n", "1:0:c\n3:153:d\n", "2 "},
		{"last", "c\n" + long, "1:0:c\n", "2 "},
		{"two", long + "\r\n" + long + "\r\nd", "3:304:d\n", "1 2 "},
		{"at the limit", fits + "\n" + fits + "aa\nc", "1:0:" + fits + "\n3:102:c\n", "2 "},
		{"only", long, "", "1 "},
	} {
		for _, chunk := range []int{1, 7, 49, 51, 1000} {
			var out, flaws strings.Builder
			job := &bulk.Job{Operation: echo, MaxRecord: limit, LongSkipped: true, Chunk: chunk, OnFlaw: func(f bulk.Flaw) {
				if f.Kind != bulk.TooLong {
					t.Error(f)
				}
				fmt.Fprintf(&flaws, "%d ", f.Record)
			}}
			_, err := job.Run(&out, bulk.From("a", strings.NewReader(tt.in)))
			if err != nil || out.String() != tt.want || flaws.String() != tt.flaws {
				t.Errorf("%s, chunks of %d: %q, %q, %v", tt.name, chunk, out.String(), flaws.String(), err)
			}
		}
	}
}

// TestOnSource: an operation for each source, also one that takes it whole.
func TestOnSource(t *testing.T) {
	mark := func(mark string) *bulk.Operation {
		return bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
			return fmt.Appendf(dst, "%s%d%q ", mark, r.Number, r.Text), nil
		}).Framed()
	}
	op := mark("-").OnSource(func(name string, head []byte) *bulk.Operation {
		if string(head[:1]) == "{" {
			return mark(name).Undivided()
		}
		return mark(name)
	})
	for _, chunk := range []int{1, 100} {
		var out strings.Builder
		job := &bulk.Job{Operation: op, Chunk: chunk}
		_, err := job.Run(&out, bulk.From("a", strings.NewReader("b\nc\n")), bulk.From("d", iotest.OneByteReader(strings.NewReader("{\n}\n"))), bulk.From("e", strings.NewReader("f")))
		if want := `a1"b" a2"c" d0"{\n}\n" e1"f" `; err != nil || out.String() != want {
			t.Errorf("%q, %v", out.String(), err)
		}
	}
	if out, err := (&bulk.Job{Operation: op}).Record(nil, bulk.Record{Text: []byte("{")}); err != nil || string(out) != `-0"{" ` {
		t.Errorf("%q, %v", out, err)
	}
}
