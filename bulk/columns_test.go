package bulk_test

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"github.com/pct-encoded/percent/bulk"
)

// decodeTable decodes columns of text.
func decodeTable(t *testing.T, table bulk.Table, policy bulk.Policy, text string, chunk int) (string, bulk.Stats, []bulk.Flaw, error) {
	t.Helper()
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var flaws []bulk.Flaw
	job := bulk.Job{
		Operation: op, Table: &table, Policy: policy, Chunk: chunk,
		OnFlaw: func(f bulk.Flaw) { flaws = append(flaws, f) },
	}
	var out bytes.Buffer
	var in bulk.Source
	if chunk == 1 {
		in = bulk.From("in", iotest.OneByteReader(strings.NewReader(text)))
	} else {
		in = bulk.From("in", strings.NewReader(text))
	}
	stats, err := job.Run(&out, in)
	return out.String(), stats, flaws, err
}

// tables are small tables with their decoded results.
var tables = []struct {
	name    string
	table   bulk.Table
	policy  bulk.Policy
	in, out string
}{
	{"csv", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "id,url\n1,a%20b\n2,c\n", "id,url\n1,a b\n2,c\n"},
	{"csv quoted where needed", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "id,url\n\"1\",a%2Cb%22c\n2,\"c\"\n3,\"d%20e\"\n", "id,url\n\"1\",\"a,b\"\"c\"\n2,\"c\"\n3,d e\n"},
	{"csv lines in fields", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "note,url\r\n\"a\r\nb\",%41\r\n\"say \"\"x\"\"\",%0A\r\n", "note,url\r\n\"a\r\nb\",A\r\n\"say \"\"x\"\"\",\"\n\"\r\n"},
	{"csv stray quote", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "n,url\n5\" disk,%41\n6\" disk,%42\n", "n,url\n5\" disk,A\n6\" disk,B\n"},
	{"csv number", bulk.Table{Columns: []string{"2"}}, bulk.Fail, "1,%41\n2,%42", "1,A\n2,B"},
	{"csv into", bulk.Table{Columns: []string{"url"}, Into: []string{"plain, text"}}, bulk.Fail, "url,id\n%2C,1\n%41,2\n", "url,id,\"plain, text\"\n%2C,1,\",\"\n%41,2,A\n"},
	{"csv ragged into", bulk.Table{Columns: []string{"url"}, Into: []string{"x"}}, bulk.Keep, "url,id\n%41\n\n%42,2,3\n", "url,id,x\n%41,,A\n\n%42,2,3,B\n"},
	{"csv two columns", bulk.Table{Columns: []string{"b", "a"}, Into: []string{"x", "y"}}, bulk.Fail, "a,b\n%41,%42\n", "a,b,x,y\n%41,%42,B,A\n"},
	{"csv header again", bulk.Table{Columns: []string{"url"}, Into: []string{"x"}}, bulk.Fail, "url\n%41\nurl\n%42\n", "url,x\n%41,A\nurl,x\n%42,B\n"},
	{"csv only column empty", bulk.Table{Columns: []string{"1"}, Header: bulk.HeaderNo}, bulk.Null, "a,b\n%zz\n\n%zz,\n", "a,b\n\"\"\n\n,\n"},
	{"csv null into", bulk.Table{Columns: []string{"url"}, Into: []string{"x"}}, bulk.Null, "url\n%zz\n\"\"\n%41\n", "url,x\n%zz,\n\"\",\"\"\n%41,A\n"},
	{"csv end of data", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "url\na\n%5C.\n\\%2E\r\n\"%5c%2e\"\n%5C.%41\n%5C.", "url\na\n\"\\.\"\n\"\\.\"\r\n\"\\.\"\n\\.A\n\"\\.\""},
	{"csv end of data kept", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "url\n\"\\.\"\n\\.\n", "url\n\"\\.\"\n\\.\n"},
	{"csv not null", bulk.Table{Columns: []string{"1", "2"}, Header: bulk.HeaderNo}, bulk.Fail, "%5CN,%5CN\n\\N,\"\\N\"\n%5CNa,b%5CN\n", "\"\\N\",\"\\N\"\n\\N,\"\\N\"\n\\Na,b\\N\n"},
	{"csv not null into", bulk.Table{Columns: []string{"url"}, Into: []string{"x"}}, bulk.Fail, "url\n%5CN\n\\N\n\"\\N\"\n", "url,x\n%5CN,\"\\N\"\n\\N,\\N\n\"\\N\",\"\\N\"\n"},
	{"tsv no marks", bulk.Table{Format: bulk.TSV, Columns: []string{"1"}, Header: bulk.HeaderNo}, bulk.Fail, "%5C.\n%5CN\n\\N\n", "\\\\.\n\\\\N\n\\N\n"},
	{"csv keep", bulk.Table{Columns: []string{"url"}}, bulk.Keep, "url,b\n%zz%41,%zz\n", "url,b\n%zzA,%zz\n"},
	{"csv skip", bulk.Table{Columns: []string{"url"}}, bulk.Skip, "url,b\n%41,1\n%zz%41,%zz\n%42,2\n", "url,b\nA,1\nB,2\n"},
	{"csv mark", bulk.Table{Columns: []string{"url"}}, bulk.Fail, "\xEF\xBB\xBFurl,b\n%41,1\n", "\xEF\xBB\xBFurl,b\nA,1\n"},
	{"csv semicolon", bulk.Table{Columns: []string{"url"}, Delimiter: ';'}, bulk.Fail, "url;b\n%3B,;1\n", "url;b\n\";,\";1\n"},
	{"tsv", bulk.Table{Format: bulk.TSV, Columns: []string{"url"}}, bulk.Fail, "id\turl\n1\t%41%09%0A\\\n2\t\\N\n", "id\turl\n1\tA\\t\\n\\\\\n2\t\\N\n"},
	{"tsv space", bulk.Table{Format: bulk.TSV, Columns: []string{"2"}, Newlines: bulk.NewlinesSpace}, bulk.Fail, "1\t%41%09%0A\\\n", "1\tA  \\\n"},
	{"tsv error kept", bulk.Table{Format: bulk.TSV, Columns: []string{"2"}, Newlines: bulk.NewlinesError}, bulk.Keep, "1\t%41%09\r\n", "1\t%41%09\r\n"},
	{"tsv quotes are text", bulk.Table{Format: bulk.TSV, Columns: []string{"2"}}, bulk.Fail, "\"1\t%41\n\"2\t%22\n", "\"1\tA\n\"2\t\"\n"},
	{"tsv delimiter in a result", bulk.Table{Format: bulk.TSV, Columns: []string{"1"}, Delimiter: '|'}, bulk.Fail, "a%7C%09%0A|b\n", "a\\x7C\\t\\n|b\n"},
	{"tsv name to add", bulk.Table{Format: bulk.TSV, Columns: []string{"a"}, Into: []string{"b\tc\n"}}, bulk.Fail, "a\n%41\n", "a\tb\\tc\\n\n%41\tA\n"},
	{"tsv into", bulk.Table{Format: bulk.TSV, Columns: []string{"1"}, Into: []string{"x"}}, bulk.Fail, "%41\t9\n%0A\t9", "%41\t9\tA\n%0A\t9\t\\n"},
	{"jsonl", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}}, bulk.Fail, `{"n": 1.0e2,"url" : "a%22b%0A" , "z":{"url":"%41"}}` + "\n" + `{"url":null}` + "\n", `{"n": 1.0e2,"url" : "a\"b\n" , "z":{"url":"%41"}}` + "\n" + `{"url":null}` + "\n"},
	{"jsonl pointer", bulk.Table{Format: bulk.JSONLines, Columns: []string{"/a/1/x~1y"}}, bulk.Fail, `{"a":["%41",{"x/y":"%42","x":"%43"}]}`, `{"a":["%41",{"x/y":"B","x":"%43"}]}`},
	{"jsonl base64", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}}, bulk.Fail, `{"url":"%FF"}` + "\n", `{"url_base64":"/w=="}` + "\n"},
	{"jsonl into", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}, Into: []string{"u"}}, bulk.Fail, `{"url":"%41" }` + "\n" + `{"url":"%FF"}` + "\n" + `{}` + "\n" + `{"v":{"u":1},"url":"%42"}` + "\n", `{"url":"%41" ,"u":"A"}` + "\n" + `{"url":"%FF","u_base64":"/w=="}` + "\n" + `{}` + "\n" + `{"v":{"u":1},"url":"%42","u":"B"}` + "\n"},
	{"jsonl into, the last of two", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}, Into: []string{"u"}}, bulk.Fail, `{"url":"%41","url":"%42"}` + "\n" + `{"url":"%41","url":null}` + "\n" + `{"url":null,"url":"%42"}` + "\n", `{"url":"%41","url":"%42","u":"B"}` + "\n" + `{"url":"%41","url":null}` + "\n" + `{"url":null,"url":"%42","u":"B"}` + "\n"},
	{"jsonl escapes", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}}, bulk.Fail, `{"url":"\u0041%41\/"}` + "\n" + `{"url":"\u0041\/"}`, `{"url":"\u0041A\/"}` + "\n" + `{"url":"\u0041\/"}`},
	{"jsonl null", bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}}, bulk.Null, `{"url":"%zz"}`, `{"url":null}`},
	{"match", bulk.Table{Format: bulk.Matches, Match: regexp.MustCompile(`"GET (?P<target>\S+) `)}, bulk.Fail, "1 \"GET /a%20b HTTP\"\nnothing %41\n", "1 \"GET /a b HTTP\"\nnothing %41\n"},
	{"lines", bulk.Table{Format: bulk.WholeLines}, bulk.Fail, "a%0Ab\\\r\nc\td\n", "a\\nb\\\\\r\nc\td\n"},
}

func TestTables(t *testing.T) {
	for _, test := range tables {
		for _, chunk := range []int{0, 1, 2, 3, 5, 8, 13} {
			t.Run(fmt.Sprintf("%s/chunk=%d", test.name, chunk), func(t *testing.T) {
				out, _, _, err := decodeTable(t, test.table, test.policy, test.in, chunk)
				if err != nil || out != test.out {
					t.Errorf("%q became\n%q, want\n%q (%v)", test.in, out, test.out, err)
				}
			})
		}
	}
}

func TestTableFlaws(t *testing.T) {
	in := "id,url\n1,\"a\"\"%zz\"\n"
	out, _, flaws, err := decodeTable(t, bulk.Table{Columns: []string{"url"}}, bulk.Fail, in, 0)
	var f *bulk.Flaw
	if !errors.As(err, &f) || f.Record != 2 || f.Column != "url" || f.Offset != 2 || f.StreamOffset != int64(strings.Index(in, "%")) || string(f.Input) != `a"%zz` {
		t.Errorf("flaw is %+v", err)
	}
	if out != "id,url\n" || len(flaws) != 1 {
		t.Errorf("wrote %q and told of %d flaws", out, len(flaws))
	}
}

// TestTSVDelimiter: what escapes are made of cannot divide fields, nor can half a
// character.
func TestTSVDelimiter(t *testing.T) {
	for b := range 0x100 {
		table := bulk.Table{Format: bulk.TSV, Columns: []string{"1"}, Delimiter: byte(b), Header: bulk.HeaderNo}
		out, _, _, err := decodeTable(t, table, bulk.Fail, fmt.Sprintf("%%%02X%%0A%%09%%5C%%0D%sz\n", b, []byte{byte(b)}), 0)
		var bad *bulk.OptionError
		switch {
		case errors.As(err, &bad):
			if bad.Option != "delimiter" || b < 0x80 && !strings.ContainsRune("\"\r\n\\", rune(b)) && !unicode.IsLetter(rune(b)) && !unicode.IsDigit(rune(b)) {
				t.Errorf("%q: %v", rune(b), err)
			}
		case err != nil:
			t.Errorf("%q: %v", rune(b), err)
		case b >= 0x80:
			t.Errorf("%#x is a delimiter", b)
		case b != 0 && b != '%' && strings.Count(out, string([]byte{byte(b)})) != 1:
			t.Errorf("%q divides more than one field of %q", rune(b), out)
		}
	}
}

// TestBase64Exists: no name is written twice, and no member with the name is
// lost.
func TestBase64Exists(t *testing.T) {
	url, pointer, into := bulk.Table{Columns: []string{"url"}}, bulk.Table{Columns: []string{"/a/url"}}, bulk.Table{Columns: []string{"url"}, Into: []string{"u"}}
	for _, test := range []struct {
		name     string
		table    bulk.Table
		policy   bulk.Policy
		in, want string
	}{
		{"before", url, bulk.Keep, `{"url_base64":"x","url":"%FF"}`, `{"url_base64":"x","url":"%FF"}`},
		{"behind", url, bulk.Keep, `{"url":"%FF","url_base64":1}`, `{"url":"%FF","url_base64":1}`},
		{"escaped name", url, bulk.Keep, `{"url":"%FF","url\u005fbase64":1}`, `{"url":"%FF","url\u005fbase64":1}`},
		{"replace", url, bulk.Replace, `{"url":"%FF","url_base64":1}`, `{"url":"%FF","url_base64":1}`},
		{"null", url, bulk.Null, `{"url":"%FF","url_base64":1}`, `{"url":null,"url_base64":1}`},
		{"skip", url, bulk.Skip, `{"url":"%FF","url_base64":1}`, ``},
		{"fail", url, bulk.Fail, `{"url":"%FF","url_base64":1}`, ``},
		{"both are columns", bulk.Table{Columns: []string{"url", "url_base64"}}, bulk.Keep, `{"url":"%FF","url_base64":"%FE"}`, `{"url":"%FF","url_base64_base64":"/g=="}`},
		{"pointer", pointer, bulk.Keep, `{"a":{"url":"%FF","url_base64":1}}`, `{"a":{"url":"%FF","url_base64":1}}`},
		{"into", into, bulk.Keep, `{"url":"%FF","u_base64":1}`, `{"url":"%FF","u_base64":1,"u":"%FF"}`},
		{"into two", bulk.Table{Columns: []string{"a", "b"}, Into: []string{"u", "u_base64"}}, bulk.Keep, `{"a":"%FF","b":"%41"}`, `{"a":"%FF","b":"%41","u":"%FF","u_base64":"A"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.table.Format = bulk.JSONLines
			out, stats, flaws, _ := decodeTable(t, test.table, test.policy, test.in, 0)
			if out != test.want {
				t.Errorf("got  %s\nwant %s", out, test.want)
			}
			if len(flaws) != 1 || flaws[0].Reason != bulk.Base64Exists || string(flaws[0].Input) != "%FF" || stats.Table.Malformed != 1 || stats.Table.Rows != 1 {
				t.Errorf("flaws %v, stats %+v", flaws, stats.Table)
			}
		})
	}
	// Elsewhere, or of the row before, the name does no harm.
	in := `{"url":"%41","url_base64":1}` + "\n" + `{"url":"%FF","a":{"url_base64":1}}`
	if out, _, flaws, err := decodeTable(t, bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}}, bulk.Fail, in, 0); err != nil || len(flaws) > 0 ||
		out != `{"url":"A","url_base64":1}`+"\n"+`{"url_base64":"/w==","a":{"url_base64":1}}` {
		t.Errorf("%s, %v, %v", out, flaws, err)
	}
}

// TestNullInOnlyColumn: the row of a null in a table of one column is a blank line,
// which readers skip.
func TestNullInOnlyColumn(t *testing.T) {
	for _, test := range []struct {
		table bulk.Table
		in    string
		bad   bool
	}{
		{bulk.Table{Columns: []string{"url"}}, "url\n%zz\n", true},
		{bulk.Table{Columns: []string{"url"}}, "url\n", true},
		{bulk.Table{Columns: []string{"1"}, Header: bulk.HeaderNo}, "%zz\n", true},
		{bulk.Table{Columns: []string{"1"}, Header: bulk.HeaderNo}, "\n%zz\n", true},
		{bulk.Table{Columns: []string{"1"}, Format: bulk.TSV}, "%zz\n", true},
		{bulk.Table{Columns: []string{"1"}}, "", false},
		{bulk.Table{Columns: []string{"url"}, Into: []string{"x"}}, "url\n%zz\n", false},
		{bulk.Table{Columns: []string{"url"}}, "url,id\n%zz,\n", false},
		{bulk.Table{Columns: []string{"url"}, Format: bulk.JSONLines}, `{"url":"%zz"}`, false},
	} {
		out, _, _, err := decodeTable(t, test.table, bulk.Null, test.in, 0)
		var bad *bulk.ColumnError
		if errors.As(err, &bad) != test.bad || test.bad && (bad.Reason != bulk.OnlyColumn || out != "") || !test.bad && err != nil {
			t.Errorf("%+v, %q: wrote %q, %v", test.table, test.in, out, err)
		}
	}
	// Of a table that does not begin, no byte order mark is written.
	out, _, _, err := decodeTable(t, bulk.Table{Columns: []string{"nope"}}, bulk.Keep, "\xEF\xBB\xBFurl\na\n", 0)
	if out != "" || err == nil {
		t.Errorf("without the column: wrote %q, %v", out, err)
	}
	// Lines are no table.
	_, _, _, err = decodeTable(t, bulk.Table{Format: bulk.WholeLines}, bulk.Null, "%zz\n", 0)
	var option *bulk.OptionError
	if !errors.As(err, &option) {
		t.Errorf("lines: %v", err)
	}
}

// TestMemberExists: a result overwrites no member that a row has already. The first row
// has none, or the job would not begin.
func TestMemberExists(t *testing.T) {
	const first, result = `{"url":"%41"}` + "\n", `{"url":"%41","u":"A"}` + "\n"
	for _, row := range []string{
		`{"url":"%42","u":1}`, `{"u":1,"url":"%42"}`, `{"u":1,"u":2,"url":"%42"}`, `{"url":null,"u":"old"}`, `{"u":"old"}`,
		`{"\u0075":1,"url":"%42"}`, `{"url":"%zz","u":null}`, `{"u":1,"url":"%FF","u_base64":1}`,
	} {
		for _, policy := range []bulk.Policy{bulk.Fail, bulk.Keep, bulk.Replace, bulk.Skip, bulk.Null} {
			table := bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}, Into: []string{"u"}}
			out, stats, flaws, err := decodeTable(t, table, policy, first+row+"\n"+first, 0)
			want := result + row + "\n" + result
			switch policy {
			case bulk.Fail:
				want = result
			case bulk.Skip:
				want = result + result
			}
			if out != want || (err != nil) != (policy == bulk.Fail) {
				t.Errorf("%s, %v: wrote %q, want %q, %v", row, policy, out, want, err)
			}
			at := int64(strings.Index(row, `"u":`))
			if at < 0 {
				at = 1
			}
			if len(flaws) != 1 || flaws[0].Reason != bulk.MemberExists || flaws[0].Record != 2 || flaws[0].Offset != at || flaws[0].StreamOffset != int64(len(first))+at || stats.Table.Malformed != 1 || stats.Table.Rows != 1 {
				t.Errorf("%s, %v: flaws %+v, stats %+v", row, policy, flaws, stats.Table)
			}
		}
	}
}

func TestTableColumns(t *testing.T) {
	for _, test := range []struct {
		table  bulk.Table
		in     string
		reason bulk.ColumnReason
	}{
		{bulk.Table{Columns: []string{"ur"}}, "id,url\n", bulk.NoSuchColumn},
		{bulk.Table{Columns: []string{"url"}}, "url,url\n", bulk.SeveralColumns},
		{bulk.Table{Columns: []string{"url"}, Header: bulk.HeaderNo}, "url\n", bulk.NoHeader},
		{bulk.Table{Columns: []string{"3"}, Header: bulk.HeaderYes}, "a,b\n", bulk.TooLargeANumber},
		{bulk.Table{Columns: []string{"a", "1"}}, "a,b\n", bulk.ColumnTwice},
		{bulk.Table{Columns: []string{"a"}, Into: []string{"b"}}, "a,b\n", bulk.ColumnExists},
		{bulk.Table{Format: bulk.JSONLines, Columns: []string{"ur"}}, "{\"url\":1}\n", bulk.NoSuchMember},
		{bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}, Into: []string{"u"}}, "{\"url\":\"%41\",\"u\":1}\n", bulk.ColumnExists},
		{bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}, Into: []string{"u"}}, "{\"u\":1}\n{\"url\":\"%41\"}\n", bulk.ColumnExists},
		{bulk.Table{Format: bulk.JSONLines, Columns: []string{"/url"}, Into: []string{"u"}}, "{\"\\u0075\":1}\n", bulk.ColumnExists},
		{bulk.Table{Format: bulk.Matches, Match: regexp.MustCompile("(?P<a>b)"), Columns: []string{"b"}}, "", bulk.NoSuchGroup},
	} {
		t.Run(string(test.reason), func(t *testing.T) {
			out, _, _, err := decodeTable(t, test.table, bulk.Fail, test.in, 0)
			var bad *bulk.ColumnError
			if !errors.As(err, &bad) || bad.Reason != test.reason || out != "" {
				t.Errorf("%v, and wrote %q", err, out)
			}
		})
	}
}
