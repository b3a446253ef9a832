package bulk_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// plainTable returns a table of many rows with little in them that is odd, and
// then some.
func plainTable(r *rand.Rand, format bulk.Format) string {
	pieces := []string{"a", "path/", "%20", "%2F", "caf%C3%A9", "%E6%97%A5", "%f0%9f%98%80", "é", "index.html", "?q=", "="}
	odd := []string{
		"%2C", "%22", "%0A", "%0d", "%09", "%5C", "%25", "%2B", "%00", "%1f", "%7C", "+", "%", "%2", "%zz", "%C3", "%ff", "\xff", "%25%34%31",
		`\`, "\t", ",", `"`, "|",
	}
	if format == bulk.JSONLines {
		odd = append(odd[:len(odd)-5], `\u002541`, `\"`, `\/`, `\\`, `\u0000`, `\ud800`)
	}
	rare := 1 + r.IntN(400)
	quoted := format == bulk.CSV && r.IntN(2) == 0
	field := func() string {
		var b strings.Builder
		if r.IntN(rare) == 0 {
			mark := []string{"%5C%4e", `\%4E`, "%5CN", `\%2e`, "%5c.", "%5C%41", "%41"}[r.IntN(7)]
			if quoted {
				mark = `"` + mark + `"`
			}
			return mark
		}
		for range r.IntN(12) {
			if r.IntN(rare) == 0 {
				b.WriteString(odd[r.IntN(len(odd))])
			} else {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
		}
		if format == bulk.CSV && r.IntN(rare) == 0 {
			return `"` + strings.ReplaceAll(b.String(), `"`, `""`) + "\r\n%41\""
		}
		if quoted && r.IntN(9) > 0 {
			return `"` + strings.ReplaceAll(b.String(), `"`, `""`) + `"`
		}
		return b.String()
	}
	var b strings.Builder
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	header := "%41,url,c" + end
	switch format {
	case bulk.TSV:
		header = strings.ReplaceAll(header, ",", "\t")
	case bulk.JSONLines:
		header = `{"%41":1}` + end
	}
	b.WriteString(header)
	for i := range 600 {
		other := "x"
		if r.IntN(rare) == 0 {
			other = "%41\xff"
		}
		switch {
		case r.IntN(rare) == 0:
			b.WriteString(header)
			continue
		case r.IntN(rare) == 0:
			b.WriteString(end)
			continue
		case format == bulk.JSONLines:
			fmt.Fprintf(&b, `{"id": %d, "url":"%s","o":"%s"}`, i, field(), other)
		case r.IntN(rare) == 0:
			b.WriteString(other)
		case r.IntN(rare) == 0:
			b.WriteString(field())
		case format == bulk.CSV:
			fmt.Fprintf(&b, "%d,%s,%s", i, field(), other)
		default:
			fmt.Fprintf(&b, "%d\t%s\t%s", i, field(), other)
		}
		if i < 599 || r.IntN(2) == 0 {
			b.WriteString(end)
		}
	}
	return b.String()
}

// quickly returns an operation that changes some records, does more for others, and refuses
// some.
func quickly(t *testing.T, which int) *bulk.Operation {
	t.Helper()
	swap := func(dst, text []byte) []byte {
		return append(dst, bytes.ReplaceAll(text, []byte("path"), []byte("%2F\té"))...)
	}
	op := bulk.QuickFunc(func(dst, text []byte) ([]byte, bool) {
		if bytes.ContainsAny(text, "=%") {
			return dst, false
		}
		return swap(dst, text), true
	}, func(dst []byte, r bulk.Record) ([]byte, error) {
		if i := bytes.Index(r.Text, []byte("%2F")); i >= 0 {
			return append(dst, "kept"...), &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: int64(i), Bytes: "%2F", Reason: "slash"}}
		}
		return swap(dst, r.Text), nil
	})
	var err error
	switch which {
	case 0:
		op, err = bulk.Fix(bulk.Options{})
	case 1:
		op, err = bulk.Encode(bulk.Options{})
	case 2:
		op = op.Framed()
	}
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// TestQuickOnce: a quick function that counts is called once for each field.
func TestQuickOnce(t *testing.T) {
	texts := []string{"same", "made", `made\"`, "+", "%20", "", "é", "declined", `\u0041`}
	var in strings.Builder
	for i := range 500 {
		fmt.Fprintf(&in, `{"n":%d,"url":"%s","ref":"%s"}`+"\n", i, texts[i%len(texts)], texts[i*i%len(texts)])
	}
	for _, columns := range [][]string{{"url"}, {"url", "ref"}} {
		var quick, slow atomic.Int64
		op := bulk.QuickFunc(func(dst, text []byte) ([]byte, bool) {
			switch {
			case string(text) == "declined":
				return dst, false
			case bytes.HasPrefix(text, []byte("made")):
				text = []byte("\"\n%41\x01")
			}
			quick.Add(1)
			return append(dst, text...), true
		}, func(dst []byte, r bulk.Record) ([]byte, error) {
			slow.Add(1)
			return append(dst, r.Text...), nil
		})
		job := bulk.Job{Operation: op, Table: &bulk.Table{Format: bulk.JSONLines, Columns: columns}}
		stats, err := job.Run(io.Discard, bulk.From("in", strings.NewReader(in.String())))
		if err != nil || quick.Load()+slow.Load() != stats.Table.Fields || slow.Load() == 0 {
			t.Errorf("%v: %d calls of quick and %d of the other for %d fields, %v", columns, quick.Load(), slow.Load(), stats.Table.Fields, err)
		}
	}
}

// TestRowsTogether: rows that are decoded many at once become what they become one
// by one, and so do counts and flaws. So do rows whose fields are found together.
func TestRowsTogether(t *testing.T) {
	n := 48
	if growth.Long() {
		n = 600
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		format := []bulk.Format{bulk.CSV, bulk.TSV, bulk.JSONLines}[seed%3]
		table := bulk.Table{Format: format, Columns: []string{"url"}}
		if format == bulk.JSONLines {
			table.Columns = []string{"/url"}
		}
		if format != bulk.JSONLines {
			table.Columns = [][]string{{"url"}, {"url"}, {"c", "url"}, {"%41"}, {"%41"}, {"c"}, {"%41", "c"}, {"%41", "url", "c"}}[r.IntN(8)]
		}
		text := plainTable(r, format)
		if table.Delimiter = []byte{',', ' ', ';'}[r.IntN(3)]; format == bulk.CSV {
			text = strings.ReplaceAll(text, ",", string(table.Delimiter))
		} else {
			table.Delimiter = 0
		}
		for _, policy := range []bulk.Policy{bulk.Keep, bulk.Skip, bulk.Null, bulk.Fail} {
			for _, chunk := range []int{0, 3000} {
				compareTogether(t, fmt.Sprintf("seed %d, chunk %d", seed, chunk), table, policy, chunk, text)
			}
		}
	}
}

// compareTogether holds rows that are decoded together against the same rows decoded field by
// field.
func compareTogether(t *testing.T, name string, table bulk.Table, policy bulk.Policy, chunk int, text string) {
	t.Helper()
	form, err := dialect.Lookup("whatwg.form")
	if err != nil {
		t.Fatal(err)
	}
	all := []bulk.Options{{}, {Dialect: form}, {Dialect: form, Tolerated: bulk.Told}, {Parts: bulk.FormQuery}, {Charset: charset.UTF8}}
	decode, err := bulk.Decode(all[len(text)%len(all)])
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		out   string
		flaws []string
		stats bulk.Stats
		err   string
	}
	run := func(op *bulk.Operation) (got result) {
		job := bulk.Job{Operation: op, Table: &table, Policy: policy, Chunk: chunk, OnFlaw: func(f bulk.Flaw) {
			got.flaws = append(got.flaws, fmt.Sprint(f.Record, f.Column, f.Offset, f.StreamOffset, f.Reason, f.Input))
		}}
		var out bytes.Buffer
		var err error
		got.stats, err = job.Run(&out, bulk.From("in", strings.NewReader(text)))
		got.out, got.err = out.String(), fmt.Sprint(err)
		return got
	}
	for i, op := range []*bulk.Operation{decode, quickly(t, len(text)%4)} {
		got := run(op)
		reset := bulk.OneByOne()
		want := run(op)
		reset()
		if got.out != want.out || got.stats != want.stats || !slices.Equal(got.flaws, want.flaws) || got.err != want.err {
			at := 0
			for at < min(len(got.out), len(want.out)) && got.out[at] == want.out[at] {
				at++
			}
			t.Fatalf("%s, operation %d, %v, %v: %.1000q\nat byte %d\n%.80q, want\n%.80q\n%+v, want\n%+v\n%v, want\n%v\n%v, want\n%v", name, i, table.Columns, policy, text, at,
				got.out[at:], want.out[at:], got.stats, want.stats, got.err, want.err, got.flaws, want.flaws)
		}
	}
}

// madeJSON returns rows of JSON as programs write them, and some that are broken.
func madeJSON(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	rare := 2 + r.IntN(60)
	odd := func() bool { return r.IntN(rare) == 0 }
	text := func() string {
		var b strings.Builder
		for range r.IntN(6) {
			if odd() {
				b.WriteString(pick("%2C", "%22", "%0A", "%5c", "%25", "%2B", "%00", "%1f", "+", "%", "%2", "%zz", "%C3", "\xff", `\"`, `\\`, `\/`, `\u0041`, `\u0026`, `\u65e5`, `\u00E9`, `%25\u0026`, `%25\u65e5`, `%\u65e5`, `\u002520`, `\u00e`, `\ud800`, "\x01", "{", "}", ":", ",", "[", "]"))
			} else {
				b.WriteString(pick("a", "path/", "%20", "%2F", "caf%C3%A9", "é", "%f0%9f%98%80", "?q=", strings.Repeat("x", r.IntN(70))))
			}
		}
		return `"` + b.String() + `"`
	}
	colon, comma := pick(":", ": ", " : ", ":\t"), pick(",", ", ", " , ")
	var value func(depth int) string
	value = func(depth int) string {
		if !odd() || depth == 0 {
			return pick(text(), text(), "12", "-1.5e+3", "true", "null")
		}
		var items []string
		object := r.IntN(2) == 0
		for range r.IntN(4) {
			item := value(depth - 1)
			if object {
				item = pick(`"url"`, `"x"`) + colon + item
			}
			items = append(items, item)
		}
		if object {
			return "{" + strings.Join(items, comma) + "}"
		}
		return "[" + strings.Join(items, comma) + "]"
	}
	end := pick("\n", "\n", "\r\n", " \n")
	fixed := r.IntN(2) == 0
	var rows strings.Builder
	for range 1 + r.IntN(60) {
		var members []string
		for i := range r.IntN(6) {
			key := []string{`"id"`, `"url"`, `"time"`, `"o"`, `"n"`, `"url2"`}[i]
			if !fixed || odd() {
				key = pick(`"url"`, `"url"`, `"o"`, `"u\u0072l"`, `"url_base64"`, `""`, `"\\"`, `"a\"b"`, `"a very long name of a member"`, `"a very long name of another"`)
			}
			v := value(3)
			if key == `"url"` && !odd() {
				v = text()
			}
			members = append(members, key+colon+v)
		}
		row := "{" + strings.Join(members, comma) + "}"
		if odd() {
			row = pick("", " ", "[]", `"url"`, "1", "{}", "{ }", " "+row, strings.Repeat("[", 70)+strings.Repeat("]", 70))
		}
		for odd() && len(row) > 0 {
			at := r.IntN(len(row))
			row = row[:at] + pick("", `"`, `\`, "{", "}", "[", "]", ":", ",", " ", "\r", "%41", "é", "1", "\x00") + row[at+r.IntN(2):]
		}
		rows.WriteString(row + end)
	}
	all := rows.String()
	if r.IntN(3) == 0 {
		all = strings.TrimSuffix(all, end)
	}
	return all
}

// columnsOfJSON are those that a row of madeJSON may have.
var columnsOfJSON = [][]string{{"/url"}, {"/url", "/o"}, {"/o", "/url", "/a very long name of a member"}, {"/"}, {"/\\"}, {"/a\"b"}, {"/url_base64", "/url"}, {"/url/0"}, {"/url/url", "/o"}}

// TestMembersTogether does the same for rows of JSON that are less alike.
func TestMembersTogether(t *testing.T) {
	n := 400
	if growth.Long() {
		n = 20000
	}
	taken := growth.Share(t, 4)
	for seed := range n {
		if growth.Long() && !taken(seed) {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(seed), 18))
		table := bulk.Table{Format: bulk.JSONLines, Columns: columnsOfJSON[r.IntN(len(columnsOfJSON))]}
		policy := []bulk.Policy{bulk.Keep, bulk.Skip, bulk.Null, bulk.Replace, bulk.Fail}[r.IntN(5)]
		compareTogether(t, fmt.Sprintf("seed %d", seed), table, policy, []int{0, 0, 100, 1000}[r.IntN(4)], madeJSON(r))
	}
}

// TestMemberGivenUp: what was counted of a field that then cannot be rewritten is not counted
// twice: here, a '+' in a query becomes a space, and an escape of JSON stands for '%'.
func TestMemberGivenUp(t *testing.T) {
	table := bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url"}}
	for _, padding := range []string{"", "a", "aa", "aaa", "aaaa"} { // the length decides the operation
		compareTogether(t, "text", table, bulk.Keep, 0, `{"url":"?q=+\u002520"}`+"\n"+`{"url":"?q=+\u0026`+padding+`"}`+"\n")
	}
}

// FuzzTogether does so for any text.
func FuzzTogether(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 30 {
		f.Add(madeJSON(r), uint8(i%9), uint8(2), uint8(i%5))
		f.Add(madeTable(r, ",", true), uint8(i%4), uint8(0), uint8(i%5))
		f.Add(madeTable(r, "\t", false), uint8(i%4), uint8(1), uint8(i%5))
	}
	f.Fuzz(func(t *testing.T, text string, column, format, policy uint8) {
		table := bulk.Table{Format: bulk.Format(format % 3), Columns: columnsOfJSON[column%9], Header: bulk.HeaderAuto}
		if table.Format != bulk.JSONLines {
			table.Columns = [][]string{{"1"}, {"2"}, {"3", "1"}, {"30", "2"}}[column%4]
		}
		compareTogether(t, "text", table, bulk.Policy(policy%5), 0, text)
	})
}

// TestRowsTogetherUTF8 puts what is hardly UTF-8, or hardly not, into rows that are
// decoded together.
func TestRowsTogetherUTF8(t *testing.T) {
	for _, test := range []struct {
		octets string
		valid  bool
	}{
		{"\xC2\x80", true},
		{"\xDF\xBF", true},
		{"\xE0\xA0\x80", true},
		{"\xEF\xBF\xBD", true},
		{"\xF4\x8F\xBF\xBF", true},
		{"\xC1\xBF", false},
		{"\xC2", false},
		{"\xC2\x41", false},
		{"\xC3\xA9\xA9", false},
		{"\xE0\x9F\xBF", false},
		{"\xED\xA0\x80", false},
		{"\xF4\x90\x80\x80", false},
		{"\xE2\x82", false},
		{"\x80", false},
	} {
		for before := range 17 {
			text := strings.Repeat("b", before) + percent.RFC3986.Encode(test.octets)
			in := "url\tx\n%41\ty\n" + text + "\ty\n" + strings.Repeat("z", before) + "\n"
			_, stats, _, err := decodeTable(t, bulk.Table{Format: bulk.TSV, Columns: []string{"url"}}, bulk.Fail, in, 0)
			if want := map[bool]int64{true: 0, false: 1}[test.valid]; err != nil || stats.Table.NotUTF8 != want || stats.Table.Changed != 2 {
				t.Errorf("%q behind %d: %+v, %v", test.octets, before, stats.Table, err)
			}
		}
	}
}

// TestManyProcessors: what a job holds does not grow with the processors without
// end.
func TestManyProcessors(t *testing.T) {
	const size = 96 << 20
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(128))
	decode, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*bulk.Table{"lines": nil, "tsv": {Format: bulk.TSV, Columns: []string{"2"}, Header: bulk.HeaderNo}} {
		row := []byte("1\thttps://www.example.com/caf%C3%A9/index.html\n")
		text := io.LimitReader(&endless{row: row}, int64(size/len(row)*len(row)))
		job := bulk.Job{Operation: decode, Table: table}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		stats, err := job.Run(io.Discard, bulk.From("in", text))
		runtime.ReadMemStats(&after)
		if err != nil || stats.Records != int64(size/len(row)) {
			t.Errorf("%s: %d records, %v", name, stats.Records, err)
		}
		// Chunks are used again and again, so that all that was ever allocated is
		// about what was held.
		if got := after.TotalAlloc - before.TotalAlloc; got > 80<<20 {
			t.Errorf("%s: %d MiB were allocated", name, got>>20)
		} else {
			t.Logf("%s: %d MiB", name, got>>20)
		}
	}
}

// endless is a row again and again.
type endless struct {
	row []byte
	at  int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		m := copy(p[n:], e.row[e.at:])
		n += m
		e.at = (e.at + m) % len(e.row)
	}
	return n, nil
}
