package stream

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestProgressText(t *testing.T) {
	begun := time.Unix(1000, 0)
	for _, test := range []struct {
		name                          string
		total, read, left, rows, took int64
		malformed                     int64
		text, json                    string
	}{
		{
			"first frame", 10 << 30, 1 << 30, 0, 1_000_000, 1, 0,
			"percent: 10%, 1.0/10.0 GiB, 1000000 rows, 1.0 GiB/s, 9s left",
			`{"records":1000000,"bytes":1073741824,"total_bytes":10737418240,"bytes_per_second":1073741824,"seconds_left":9,"malformed":0}`,
		},
		{
			"left out", 10 << 30, 1 << 20, 9 << 30, 1, 1, 2,
			"percent: 90%, 9.0/10.0 GiB, 1 row, 1.0 MiB/s, 17m03s left, 2 malformed",
			`{"records":1,"bytes":9664724992,"total_bytes":10737418240,"bytes_per_second":1048576,"seconds_left":1023,"malformed":2}`,
		},
		{
			"slow", 10 << 30, 100_000, 0, 5, 1, 0,
			"percent: 0%, 0.0/10.0 GiB, 5 rows, 97.7 KiB/s, 29h49m left",
			`{"records":5,"bytes":100000,"total_bytes":10737418240,"bytes_per_second":100000,"seconds_left":107374,"malformed":0}`,
		},
		{
			"nothing yet", 100, 0, 0, 0, 2, 0,
			"percent: 0%, 0/100 B, 0 rows, 0 B/s",
			`{"records":0,"bytes":0,"total_bytes":100,"bytes_per_second":0,"malformed":0}`,
		},
		{
			"unknown total", -1, 150 << 20, 0, 7, 3, 0,
			"percent: 150 MiB, 7 rows, 50.0 MiB/s",
			`{"records":7,"bytes":157286400,"bytes_per_second":52428800,"malformed":0}`,
		},
		{
			"all, and no time", 5, 5, 0, 1, 0, 0,
			"percent: 100%, 5/5 B, 1 row, 0 B/s",
			`{"records":1,"bytes":5,"total_bytes":5,"bytes_per_second":0,"malformed":0}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, inJSON := range []bool{false, true} {
				p := &Progress{total: test.total, what: "row", seen: []progressMark{{at: begun}}}
				p.Add(test.read)
				p.leaveOut(test.left)
				p.records.Store(test.rows)
				p.malformed.Store(test.malformed)
				now := begun.Add(time.Duration(test.took) * time.Second)
				got, want := p.text, test.text
				if inJSON {
					got, want = func(now time.Time) string { return string(p.line(now)) }, test.json+"\n"
				}
				if text := got(now); text != want {
					t.Errorf("%q, want %q", text, want)
				}
			}
		})
	}
}

// The speed is that of the last seconds, not of all the time.
func TestProgressSpeed(t *testing.T) {
	begun := time.Unix(1000, 0)
	p := &Progress{total: -1, seen: []progressMark{{at: begun}}}
	rate := int64(0)
	for second := range 60 {
		if second < 30 {
			p.Add(1000)
		} else {
			p.Add(10)
		}
		rate = p.sample(begun.Add(time.Duration(second+1) * time.Second)).Rate
		if second == 29 && rate != 1000 {
			t.Errorf("%d bytes a second", rate)
		}
	}
	if rate != 10 || len(p.seen) > 12 {
		t.Errorf("%d bytes a second in the end, of %d marks", rate, len(p.seen))
	}
}

// Without a terminal there is no progress.
func TestNoProgress(t *testing.T) {
	a := New(strings.NewReader(""), io.Discard, io.Discard)
	if (&Options{}).StartProgress(a.UI, "value", nil, &Output{}) != nil {
		t.Error("progress without a terminal")
	}
}
