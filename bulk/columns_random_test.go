package bulk_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/growth"
)

// A rawTable is a table as a second reader sees it, which looks at one byte after
// the other: its fields as they are written, with what ends each.
type rawTable [][]rawField

type rawField struct{ raw, end string }

// readRaw splits a table of CSV or TSV.
func readRaw(text string, delim byte, quotes bool) rawTable {
	var t rawTable
	var row []rawField
	var field strings.Builder
	// A byte order mark is no part of the first field, or it could not be quoted.
	text = strings.TrimPrefix(text, "\xEF\xBB\xBF")
	quoted, start := false, true
	flush := func(end string) {
		raw := field.String()
		if end == "\n" && strings.HasSuffix(raw, "\r") {
			raw, end = raw[:len(raw)-1], "\r\n"
		}
		row = append(row, rawField{raw, end})
		field.Reset()
		start = true
		if end != string(delim) {
			t = append(t, row)
			row = nil
		}
	}
	for i := 0; i < len(text); i++ {
		b := text[i]
		switch {
		case quoted && b == '"' && i+1 < len(text) && text[i+1] == '"':
			field.WriteString(`""`)
			i++
		case quoted && b == '"':
			field.WriteByte(b)
			quoted = false
		case quoted:
			field.WriteByte(b)
		case quotes && b == '"' && start:
			field.WriteByte(b)
			quoted, start = true, false
		case b == delim:
			flush(string(delim))
		case b == '\n':
			flush("\n")
		default:
			field.WriteByte(b)
			start = false
		}
	}
	if field.Len() > 0 || len(row) > 0 {
		flush("")
	}
	return t
}

// text returns the text of a field.
func (f rawField) text(quotes bool) string {
	if !quotes || !strings.HasPrefix(f.raw, `"`) {
		return f.raw
	}
	inner := f.raw[1:]
	var b strings.Builder
	for {
		i := strings.IndexByte(inner, '"')
		if i < 0 {
			b.WriteString(inner)
			return b.String()
		}
		b.WriteString(inner[:i])
		if inner = inner[i+1:]; !strings.HasPrefix(inner, `"`) {
			b.WriteString(inner)
			return b.String()
		}
		b.WriteByte('"')
		inner = inner[1:]
	}
}

// madeField returns a random field as it may be written.
func madeField(r *rand.Rand, quotes bool) string {
	pieces := []string{"a", "%41", "%2C", "%22", "%0A", "%09", "%0D", "%zz", "%", "é", "\xff", "%FF", "\x00", " ", "+", "\\", ";", "x y", "=", "\r", strings.Repeat("long ", 40)}
	if quotes && r.IntN(3) == 0 {
		var b strings.Builder
		b.WriteByte('"')
		for range r.IntN(4) {
			b.WriteString(append(pieces, "\n", `""`, ",", "\r\n", "\t")[r.IntN(len(pieces)+5)])
		}
		b.WriteByte('"')
		if r.IntN(10) == 0 {
			b.WriteString(" tail\"s")
		}
		return b.String()
	}
	if quotes && r.IntN(8) == 0 {
		return "5\" disk"
	}
	if r.IntN(8) == 0 {
		return []string{"%5C.", `\.`, `\%2e`, "%5c%2E", "%5CN", `\N`, "%5C%4e"}[r.IntN(7)]
	}
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// madeTable returns a random table without a header.
func madeTable(r *rand.Rand, delim string, quotes bool) string {
	var b strings.Builder
	width := 1 + r.IntN(4)
	end := []string{"\n", "\r\n"}[r.IntN(2)]
	rows := 1 + r.IntN(8)
	for row := range rows {
		n := width
		if r.IntN(8) == 0 {
			n = r.IntN(6)
		}
		for i := range n {
			if i > 0 {
				b.WriteString(delim)
			}
			b.WriteString(madeField(r, quotes))
		}
		if row < rows-1 || r.IntN(2) == 0 {
			b.WriteString(end)
		}
	}
	return b.String()
}

// checkTable decodes a column of text, and holds the result against a second
// reader: other fields are byte-identical, and the column says what it is to.
func checkTable(t *testing.T, text string, format bulk.Format, delim byte, column, chunk int) {
	t.Helper()
	quotes := format == bulk.CSV
	table := bulk.Table{Format: format, Delimiter: delim, Columns: []string{fmt.Sprint(column + 1)}, Header: bulk.HeaderNo}
	if delim == 0 {
		// That is the comma, or a tab.
		delim = ','
		if !quotes {
			delim = '\t'
		}
	}
	out, stats, _, err := decodeTable(t, table, bulk.Keep, text, chunk)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if mark := "\xEF\xBB\xBF"; strings.HasPrefix(text, mark) && !strings.HasPrefix(out, mark) {
		t.Fatalf("%q lost its byte order mark", text)
	}
	in, got := readRaw(text, delim, quotes), readRaw(out, delim, quotes)
	if len(in) != len(got) || int(stats.Records) != len(in) {
		t.Fatalf("%q of %d rows became %q of %d, counted %d", text, len(in), out, len(got), stats.Records)
	}
	lenient := percent.RFC3986.WithMalformed(percent.MalformedKept)
	for i := range in {
		if len(in[i]) != len(got[i]) {
			t.Fatalf("row %d of %q became %q", i+1, text, out)
		}
		// A row whose last field is not closed stays as it is.
		open := quotes && unterminated(in[i][len(in[i])-1].raw)
		for k, f := range in[i] {
			if k != column || open {
				if f != got[i][k] {
					t.Fatalf("row %d field %d of %q: %q became %q", i+1, k+1, text, f, got[i][k])
				}
				continue
			}
			want, _ := lenient.Decode(f.text(quotes))
			said := got[i][k].text(quotes)
			if !quotes && want != f.raw {
				want = strings.NewReplacer("\n", `\n`, "\r", `\r`, "\t", `\t`, `\`, `\\`).Replace(want)
			}
			if said != want || f.end != got[i][k].end {
				t.Fatalf("row %d field %d of %q: %q became %q, want %q", i+1, k+1, text, f, got[i][k], want)
			}
			if raw := got[i][k].raw; raw != f.raw && (raw == `\.` || raw == `\N`) {
				t.Fatalf("row %d field %d of %q: %q became %q, which databases take for something else", i+1, k+1, text, f, raw)
			}
		}
	}
}

// unterminated reports whether a field as written has an open quotation mark.
func unterminated(raw string) bool {
	if !strings.HasPrefix(raw, `"`) {
		return false
	}
	rest := raw[1:]
	for {
		i := strings.IndexByte(rest, '"')
		if i < 0 {
			return true
		}
		if rest = rest[i+1:]; !strings.HasPrefix(rest, `"`) {
			return false
		}
		rest = rest[1:]
	}
}

func TestRandomTables(t *testing.T) {
	n := 600
	if growth.Long() {
		n = 3000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 16))
		format, delim := bulk.CSV, ","
		if r.IntN(2) == 0 {
			format, delim = bulk.TSV, "\t"
		}
		text := madeTable(r, delim, format == bulk.CSV)
		column := r.IntN(3)
		for _, chunk := range []int{0, 1, 2, 3, 7, 64} {
			checkTable(t, text, format, delim[0], column, chunk)
		}
	}
}

func FuzzTables(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		f.Add(madeTable(r, ",", true), byte(','), i%3, i%2 == 0)
	}
	f.Add("a,\"b\n\"\"c\",\"", byte(','), 1, true)
	f.Add("%22,%0D,,\"\r\n;5, , disk,;\r\n", byte(','), 0, true)
	f.Add("\xEF\xBB\xBF\"%41\",b\n\xEF\xBB\xBF,%42", byte(0), 0, true)
	f.Add("\xEF\xBB\xBF", byte('\t'), 0, false)
	// Delimiters that could be part of an escape.
	f.Add("%41+,x\n%20,%2\n", byte('1'), 0, true)
	f.Add("%41%a\n", byte('%'), 1, true)
	f.Add("%41ax\n", byte('a'), 0, true)
	f.Fuzz(func(t *testing.T, text string, delim byte, column int, quotes bool) {
		if delim &= 0x7F; delim == '"' || delim == '\r' || delim == '\n' {
			delim = ','
		}
		// What is decoded may hold the delimiter, which TSV escapes in its own way.
		format := bulk.CSV
		if !quotes {
			format, delim = bulk.TSV, '\t'
		}
		checkTable(t, text, format, delim, min(max(column, 0), 9), 0)
		checkTable(t, text, format, delim, min(max(column, 0), 9), 3)
	})
}

// FuzzJSONLines holds the scanner to this: with nothing to decode, JSON Lines stay
// byte for byte, whatever they are, and no row gets lost.
func FuzzJSONLines(f *testing.F) {
	for _, s := range []string{
		`{"url":"a%20b"}`, `{"a":{"url":"%41"},"url":"%zz"}`, `{"url":["%41",{"x":1}]}`, `{"url":"\ud800%41"}`, `{"url":"\u00e9%E9"}`, `[]`, `{`, `{"url":}`, `{"url":"a"`, "{}\n\n{\"url\":1e5}\r\n",
		"\xEF\xBB\xBF{\"url\":\"a\"}\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table := bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url", "/a/0"}}
		for _, chunk := range []int{0, 3} {
			out, stats, _, err := decodeTable(t, table, bulk.Keep, text, chunk)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(text, "\n"); strings.Count(out, "\n") != n || stats.Records < int64(n) || stats.Records > int64(n)+1 {
				t.Fatalf("%q became %q", text, out)
			}
			if !strings.Contains(text, "%") && out != text {
				t.Fatalf("%q became %q, though there was nothing to decode", text, out)
			}
		}
	})
}

// A row that is never closed, one of a single field and one of many are read in
// time that grows with their length.
func TestTableGrowth(t *testing.T) {
	csv := bulk.Table{Columns: []string{"2"}, Header: bulk.HeaderNo}
	json := bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url"}}
	for _, test := range []struct {
		name  string
		table bulk.Table
		text  func(n int) string
	}{
		{"open", csv, func(n int) string { return `a,"` + strings.Repeat("b\n", n/2) }},
		{"pairs", csv, func(n int) string { return `a,"` + strings.Repeat(`""`, n/2) }},
		{"stray", csv, func(n int) string { return `a,b` + strings.Repeat(`"`, n) }},
		{"fields", csv, func(n int) string { return strings.Repeat("%41,", min(n/4, bulk.MaxColumns-1)) }},
		{"percent", csv, func(n int) string { return "a," + strings.Repeat("%", n) }},
		{"rows", csv, func(n int) string { return strings.Repeat("a,%41\n", n/6) }},
		{"brackets", json, func(n int) string { return `{"x":` + strings.Repeat("[", n) }},
		{"backslashes", json, func(n int) string { return `{"url":"` + strings.Repeat(`\"`, n/2) + `%41"}` }},
		{"members", json, func(n int) string { return "{" + strings.Repeat(`"url":"%41",`, n/12) + `"url":""}` }},
	} {
		t.Run(test.name, func(t *testing.T) {
			growth.Linear(t, 1<<16, 60<<20, func(n int) {
				if _, _, _, err := decodeTable(t, test.table, bulk.Keep, test.text(n), 0); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestRandomMembers: of random rows of JSON, a result becomes a member at the end, once,
// and no other byte changes.
func TestRandomMembers(t *testing.T) {
	table := bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url"}, Into: []string{"u"}}
	names := []string{`"url"`, `"url"`, `"u\u0072l"`, `"u"`, `"\u0075"`, `"u_base64"`, `"v"`, `""`}
	values := map[string]string{`"%41"`: `"u":"A"`, `"%22%0a"`: `"u":"\"\n"`, `"%FF"`: `"u_base64":"/w=="`, `"%zz"`: `"u":"%zz"`, `"a"`: `"u":"a"`, `null`: "", `1.0`: "", `{"u":1, "url":"%41"}`: "", `["%41"]`: ""}
	all := slices.Sorted(maps.Keys(values))
	for seed := range 600 {
		r := rand.New(rand.NewPCG(uint64(seed), 24))
		in, want := `{"v":1}`+"\n", `{"v":1}`+"\n" // the first row decides whether the job begins
		for range 1 + r.IntN(5) {
			var members []string
			added, exists, base64 := "", false, false
			for range r.IntN(5) {
				name, value := names[r.IntN(len(names))], all[r.IntN(len(all))]
				members = append(members, name+[]string{":", " : "}[r.IntN(2)]+value)
				switch name {
				case `"url"`, `"u\u0072l"`:
					added = values[value]
				case `"u"`, `"\u0075"`:
					exists = true
				case `"u_base64"`:
					base64 = true
				}
			}
			row := strings.Join(members, []string{",", " , "}[r.IntN(2)])
			in += "{" + row + "}\n"
			if base64 && strings.HasPrefix(added, `"u_base64"`) {
				added = `"u":"%FF"` // malformed, and kept
			}
			if added != "" && !exists {
				row += "," + added
			}
			want += "{" + row + "}\n"
		}
		for _, chunk := range []int{allAtOnce, 7} {
			if out, _, _, err := decodeTable(t, table, bulk.Keep, in, chunk); err != nil || out != want {
				t.Fatalf("seed %d: %s became\n%s, want\n%s (%v)", seed, in, out, want, err)
			}
		}
	}
}
