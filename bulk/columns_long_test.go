package bulk_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/growth"
)

// A written field and what is to become of it, by hand.
type written struct{ in, out string }

func same(s string) written { return written{s, s} }

// longTables are formats with fields to be decoded and others.
var longTables = []struct {
	name   string
	table  bulk.Table
	row    func(id int, other, url string) string
	urls   []written
	others []string
}{
	{
		"csv",
		bulk.Table{Columns: []string{"3"}, Header: bulk.HeaderNo},
		func(id int, other, url string) string { return fmt.Sprintf("%d,%s,%s,%s\n", id, other, url, other) },
		[]written{
			{"%41", "A"},
			{`"%2C"`, `","`},
			{"a%22b", `"a""b"`},
			{"%0A", "\"\n\""},
			same(`"say ""x"""`),
			same("%zz"),
			same(""),
			{"\x00%00", "\x00\x00"},
			{"\xff%FF", "\xff\xff"},
			{"\"two\nlines%20\"", "\"two\nlines \""},
			same("plain"),
			same("+"),
			{`"%41"`, "A"},
			{"5\"%20disk", `"5"" disk"`},
		},
		[]string{"", `"x,""y""` + "\r\nz\"", "%41", "\x00", "\xfe", `5" disk`, "\"\n\n\"", strings.Repeat("long ", 40), `""`},
	},
	{
		"tsv",
		bulk.Table{Format: bulk.TSV, Columns: []string{"3"}, Header: bulk.HeaderNo},
		func(id int, other, url string) string {
			return fmt.Sprintf("%d\t%s\t%s\t%s\r\n", id, other, url, other)
		},
		[]written{
			{"%41", "A"},
			{"%09", `\t`},
			{"%0D%0A", `\r\n`},
			same(`\N`),
			{`\%41`, `\\A`},
			same("%zz"),
			same(""),
			{"\x00%00", "\x00\x00"},
			{"%FF", "\xff"},
			same(`"q"`),
		},
		[]string{"", `\N`, "%41", "\x00", "\xfe", `"`, strings.Repeat("long ", 40)},
	},
	{
		"jsonl",
		bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url"}},
		func(id int, other, url string) string {
			return fmt.Sprintf(`{"id": %d.0e0,%s "a":%s ,%s}`+"\n", id, " ", other, url)
		},
		[]written{
			{`"url":"%41"`, `"url":"A"`},
			{`"url" : "a%22b%0A"`, `"url" : "a\"b\n"`},
			{`"url":"%FF"`, `"url_base64":"/w=="`},
			same(`"url":"%zz"`),
			same(`"url":null`),
			same(`"z":1`),
			{`"url":"\u0041%5C"`, `"url":"\u0041\\"`},
			same(`"url":"\u00e9\/"`),
		},
		[]string{`1.50`, `"%41"`, `{"url":"%41"}`, `["%41", {"url" : 1}]`, `"\ud83d\ude00"`, `true`},
	},
}

// A rowMaker makes rows, one after the other: as they are written, or as they are
// to be.
type rowMaker struct {
	random *rand.Rand
	row    func(random *rand.Rand, id int) string
	id     int
	rows   int
	rest   string
}

// next returns the next rows, about 64 KiB of them, or "".
func (m *rowMaker) next() string {
	var b strings.Builder
	for b.Len() < 64<<10 && m.id < m.rows {
		b.WriteString(m.row(m.random, m.id))
		m.id++
	}
	return b.String()
}

func (m *rowMaker) Read(p []byte) (int, error) {
	if m.rest == "" {
		if m.rest = m.next(); m.rest == "" {
			return 0, io.EOF
		}
	}
	n := copy(p, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// errDiffers is of a result that is not what it should be.
var errDiffers = errors.New("the result differs")

// Write compares p with what is to come.
func (m *rowMaker) Write(p []byte) (int, error) {
	for done := 0; done < len(p); {
		if m.rest == "" {
			if m.rest = m.next(); m.rest == "" {
				return done, fmt.Errorf("%w: there is more of it, %.80q", errDiffers, p[done:])
			}
		}
		n := min(len(p)-done, len(m.rest))
		if string(p[done:done+n]) != m.rest[:n] {
			return done, fmt.Errorf("%w: near row %d: %.300q, want %.300q", errDiffers, m.id, p[done:done+n], m.rest[:n])
		}
		m.rest = m.rest[n:]
		done += n
	}
	return len(p), nil
}

// TestManyRows: in ten million rows (with PERCENT_LONG), no byte outside the
// named columns changes.
func TestManyRows(t *testing.T) {
	rows := 30_000
	switch {
	case growth.Whole():
		rows = 10_000_000
	case growth.Long():
		rows = 1_000_000
	}
	for _, test := range longTables {
		t.Run(test.name, func(t *testing.T) {
			maker := func(result bool) *rowMaker {
				return &rowMaker{rows: rows, random: rand.New(rand.NewPCG(16, 7)), row: func(random *rand.Rand, id int) string {
					url := test.urls[random.IntN(len(test.urls))]
					other := test.others[random.IntN(len(test.others))]
					if result {
						return test.row(id, other, url.out)
					}
					return test.row(id, other, url.in)
				}}
			}
			op, err := bulk.Decode(bulk.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want := maker(true)
			job := bulk.Job{Operation: op, Table: &test.table, Policy: bulk.Keep}
			stats, err := job.Run(want, bulk.From("in", maker(false)))
			if err != nil || want.rest != "" || want.next() != "" {
				t.Fatalf("%v, or it ends too early", err)
			}
			if stats.Records != int64(rows) || stats.Table.Rows == 0 {
				t.Errorf("%d rows were counted, %d of them malformed", stats.Records, stats.Table.Rows)
			}
		})
	}
}

// TestLongFields: a row of as many bytes as are held goes through, in a column
// that is named as in one that is not, and one byte more is an error that says
// where. The row before it is written.
func TestLongFields(t *testing.T) {
	taken := growth.Share(t, 4)
	for i, test := range []struct {
		name   string
		table  bulk.Table
		before string
		// row returns a row of n bytes without its end, and its result.
		row func(n int) written
	}{
		{
			"csv, another column",
			bulk.Table{Columns: []string{"1"}, Header: bulk.HeaderNo},
			"x,y\n",
			func(n int) written {
				rest := `,"` + fill("\"\"\n,%41\r\n", n-6) + `"`
				return written{"%41" + rest, "A" + rest}
			},
		},
		{
			"csv, the column",
			bulk.Table{Columns: []string{"1"}, Header: bulk.HeaderNo},
			"x,y\n",
			func(n int) written {
				text := fill("%41%2C\n\"\"%zz", n-3)
				out := strings.NewReplacer("%41", "A", "%2C", ",").Replace(text)
				return written{`"` + text + `",`, `"` + out + `",`}
			},
		},
		{
			"tsv",
			bulk.Table{Format: bulk.TSV, Columns: []string{"2"}, Header: bulk.HeaderNo},
			"x\ty\n",
			func(n int) written {
				text := fill("%41%09\x00%zz\xff", n-2)
				return written{"a\t" + text, "a\t" + strings.NewReplacer("%41", "A", "%09", `\t`).Replace(text)}
			},
		},
		{
			"jsonl",
			bulk.Table{Format: bulk.JSONLines, Columns: []string{"/u"}},
			"{}\n",
			func(n int) written {
				text := fill("%41%22%zz", n-14)
				return written{`{"n":1,"u":"` + text + `"}`, `{"n":1,"u":"` + strings.NewReplacer("%41", "A", "%22", `\"`).Replace(text) + `"}`}
			},
		},
	} {
		limit := 1 << 20
		if growth.Long() && taken(i) {
			limit = bulk.DefaultMaxRecord
		}
		for _, end := range []string{"\n", ""} {
			for _, over := range []int{0, 1} {
				t.Run(fmt.Sprintf("%s/end=%q/over=%d", test.name, end, over), func(t *testing.T) {
					row := test.row(limit + over)
					if len(row.in) != limit+over {
						t.Fatalf("the row has %d bytes", len(row.in))
					}
					op, err := bulk.Decode(bulk.Options{})
					if err != nil {
						t.Fatal(err)
					}
					job := bulk.Job{Operation: op, Table: &test.table, Policy: bulk.Keep, MaxRecord: limit}
					var out bytes.Buffer
					_, err = job.Run(&out, bulk.From("in", iotest.HalfReader(strings.NewReader(test.before+row.in+end))))
					if over == 0 {
						if err != nil || out.String() != test.before+row.out+end {
							t.Errorf("%v; %d bytes, want %d", err, out.Len(), len(test.before+row.out+end))
						}
						return
					}
					var long *bulk.LengthError
					if !errors.As(err, &long) || long.Record != 2 || long.Offset != int64(len(test.before)) || long.Limit != limit || out.String() != test.before {
						t.Errorf("%v; %d bytes were written", err, out.Len())
					}
				})
			}
		}
	}
}

// fill returns n bytes of some text again and again, of which none is cut off.
func fill(text string, n int) string {
	return strings.Repeat(text, n/len(text)) + strings.Repeat("x", n%len(text))
}
