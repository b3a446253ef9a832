package records

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// TestCalls: a value's way through a command, from where it is read to what is told.
func TestCalls(t *testing.T) {
	const none = ""
	for _, test := range []struct {
		args, stdin  string
		stdout, told string
		status       int
	}{
		// Arguments and sources.
		{"encode a/b", none, "a%2Fb\n", none, 0},
		{"encode -", "a/b\nc", "a%2Fb\nc", none, 0},
		{"encode -- -", none, "-\n", none, 0},
		{"encode -0", "a/\x00b\x00", "a%2F\x00b\x00", none, 0},
		{"encode --whole", "a\nb\n", "a%0Ab%0A", none, 0},
		{"encode --json a", none, `{"id":"rfc3986","source":"arguments","number":1,"input":"a","output":"a"}` + "\n", none, 0},
		{"encode --verbose -f {}/in.txt", none, "a%2520b\r\nc%25zz\n", "percent: note: 2 values as rfc3986\n", 0},
		{"encode -f {}/in.txt a", none, none, "percent: error: values come as arguments or from files, not both\npercent: hint: leave out -f, or the values\n", 2},
		{"fix -f {}/mark.txt", none, "\ufeffhttp://a.example/\n", none, 0},
		{"fix --json -f {}/mark.txt", none, `{"id":"rfc3986.uri","source":"mark.txt","number":1,"input":"http://a.example/","output":"http://a.example/"}` + "\n", none, 0},
		// Policies.
		{"decode a%zz", none, "a\n", "percent: error: arg 1: invalid escape \"%zz\" at byte 1\npercent: hint: write a literal '%' as %25; --on-error keep leaves malformed escapes as they are\n", 3},
		{"decode a%2", none, "a\n", "percent: error: arg 1: truncated escape \"%2\" at byte 1\npercent: hint: the value ends inside the escape: it was probably cut off; write a literal '%' as %25\n", 3},
		{"decode --json a%zz", none, `{"id":"rfc3986","source":"arguments","number":1,"input":"a%zz","output":"a","offset":1,"stream_offset":1,"reason":"invalid escape"}` + "\n", "percent: error: arg 1: invalid escape \"%zz\" at byte 1\npercent: hint: write a literal '%' as %25; --on-error keep leaves malformed escapes as they are\n", 3},
		{"decode --on-error keep -f {}/in.txt", none, "a b\r\nc%zz\n", "percent: note: 1 malformed escape kept, at in.txt:2, byte 1\n", 0},
		{"decode --on-error skip -f {}/in.txt", none, "a b\r\n", "percent: note: 1 value skipped, at in.txt:2, byte 1\n", 0},
		{"decode --on-error replace %zz %zz", none, "\ufffdzz\n\ufffdzz\n", "percent: note: 2 malformed escapes replaced by U+FFFD, the first at arg 1, byte 0\n", 0},
		{"decode --on-error null a", none, none, "percent: error: --on-error null: only fields of a table can be emptied\npercent: hint: --column names one, by its name or its number\n", 2},
		{"decode %%41", none, none, "percent: error: arg 1: invalid escape \"%%4\" at byte 0\npercent: hint: write a literal '%' as %25; --on-error keep leaves malformed escapes as they are\n", 3},
		{"decode %u0041", none, none, "percent: error: arg 1: invalid escape \"%u0\" at byte 0\npercent: hint: escape() of JavaScript writes %uHHHH: use --as js.escape; --on-error keep leaves it as it is\n", 3},
		{"decode --as nothing a", none, none, "percent: error: unknown dialect \"nothing\"\npercent: hint: `percent dialects list --all` lists them\n", 2},
		// Charsets.
		{"decode --charset detect --verbose %8E%A9%93%AE%8E%D4", none, "自動車\n", "percent: note: arguments: detected Shift_JIS, confidence 1.00\npercent: note: 1 values as rfc3986 in Shift_JIS\n", 0},
		{"decode --charset detect -f {}/sjis.txt", none, "自動車\n自動車\n", "percent: note: sjis.txt: detected Shift_JIS, confidence 1.00\n", 0},
		{"decode --charset utf-8 %FF", none, none, "percent: error: arg 1: invalid UTF-8 \"%FF\" at byte 0\n", 3},
		{"decode --charset shift_jis é", none, "ﾃｩ\n", "percent: note: byte \"\\xc3\" is not escaped and was read as Shift_JIS, first at arg 1, byte 0\npercent: hint: unescaped text is usually UTF-8; check that the result makes sense\n", 0},
		{"encode --charset shift_jis é ü", none, "%26%23233%3B\n%26%23252%3B\n", "percent: note: 2 characters that Shift_JIS cannot write replaced by a numeric reference, the first at arg 1, byte 0\n", 0},
		// Conversions.
		{"uri-get --verbose host http://a.example/ -", none, "a.example\n\n", "percent: note: done 2 values\npercent: note: 9 bytes of results\n", 0},
		{"uri-get host http://[x/", none, none, "percent: error: arg 1: invalid IPv6address \"x\" at byte 8\npercent: hint: --on-error keep accepts it as it is\n", 3},
		{"uri-get --on-error keep host http://a.example/{x}", none, "a.example\n", "percent: note: 1 value not legal, accepted as written, at arg 1, byte 17\n", 0},
		{"uri-get host http://a.example/{é}", none, none, "percent: error: arg 1: invalid path-abempty \"{\" at byte 17\npercent: hint: `percent fix` escapes what a URI may not contain; --on-error keep accepts it as it is\n", 3},
		{"uri-get host http://a.example/é", none, none, "percent: error: arg 1: invalid path-abempty \"é\" at byte 17\npercent: hint: `percent iri to-uri` converts it to a URI; --on-error keep accepts it as it is\n", 3},
		{"uri-get --json host http://a.example/", none, `{"source":"arguments","number":1,"input":"http://a.example/","output":"a.example"}` + "\n", none, 0},
		{"uri-get {nothing} http://a.example/", none, none, "percent: error: invalid template: ", 2},
		{"iri-to-uri http://a.example/{é}", none, none, "percent: error: arg 1: ", 3},
		{"url-canonical a", none, none, "percent: error: arg 1: ", 3},
		{"plain 12 x", none, "number 12\n", "percent: error: arg 2: not a number at byte 1\npercent: hint: write digits\n", 3},
		{"plain --verbose --on-error keep 12 x y", none, "number 12\nx\ny\n", "percent: note: 2 values not legal, kept as they were, the first at arg 2, byte 1\npercent: note: read 3 values\n", 0},
		{"plain --on-error skip x 12", none, "number 12\n", "percent: note: 1 value not legal, skipped, at arg 1, byte 1\n", 0},
		{"plain --on-error replace x", none, "\n", "percent: note: 1 value not legal, replaced by nothing, at arg 1, byte 1\n", 0},
		{"plain --on-error keep !", none, none, "percent: error: arg 1: not a number at byte 1\npercent: hint: write digits\n", 3},
		{"plain --json --on-error keep 12 x", none, `{"source":"arguments","number":1,"input":"12","digits":2}` + "\n" + `{"source":"arguments","number":2,"input":"x","output":"x","offset":1,"stream_offset":1,"reason":"not a number"}` + "\n", "percent: note: 1 value not legal, kept as they were, at arg 2, byte 1\n", 0},
		// Pages and totals.
		{"show a", none, "quick a.\n", none, 0},
		{"show a slow", none, "a\nquick a.\n\nslow\npage slow.\n", none, 0},
		{"show -0", "a\x00" + strings.Repeat("b", 90) + "\x00", "a\nquick a.\n\x00\n" + strings.Repeat("b", 80) + "…\nquick " + strings.Repeat("b", 90) + ".\n\x00", none, 0},
		{"show --json a", none, `{"source":"arguments","number":1,"text":"a"}` + "\n", none, 0},
		{"sum ab c", none, "3\n", none, 0},
		{"sum --column url -f {}/more.csv", none, "5\n", none, 0},
		// Tables.
		{
			"decode --column url --on-error keep --verbose -f {}/in.csv", none, "id,url\n1,a b+c\n2,\"x,y\"\n3,%zz\n4,café\n5,\xff%20\n",
			"percent: note: 6 rows, 5 fields, 4 changed, 1 malformed, 1 not UTF-8, 1 still encoded, 1 with a '+'\npercent: note: 1 result not UTF-8\npercent: hint: databases reject invalid UTF-8; only with --charset utf-8 does --on-error keep apply to it\npercent: hint: 1 result may still be encoded; `percent layers` with the same columns counts the layers\npercent: hint: there was a '+' in 1 field, and it was kept; a form would read it as a space: --as form\npercent: note: 1 malformed escape kept, at in.csv:4, byte 0\npercent: note: 5 values as rfc3986\n", 0,
		},
		{"decode --column url --on-error skip -f {}/in.csv -f {}/more.csv", none, "id,url\n1,a b+c\n2,\"x,y\"\n4,café\n5,\xff%20\n6,a b\n", "row skipped, at in.csv:4, byte 0\n", 0},
		{"decode --column url -f {}/in.csv", none, "id,url\n1,a b+c\n2,\"x,y\"\n", "percent: error: in.csv:4: column url: invalid escape \"%zz\" at byte 0\npercent: hint: write a literal '%' as %25; --on-error keep leaves malformed escapes as they are\n", 3},
		{"decode --column url -f {}/more.csv -f {}/other.csv", none, none, "percent: error: other.csv: column \"url\": no such column\npercent: hint: the columns are id, link\n", 2},
		{"decode --column urk -f {}/more.csv", none, none, "percent: error: more.csv: column \"urk\": no such column\npercent: hint: did you mean url? the columns are id, url\n", 2},
		{"decode --column 3 -f {}/more.csv", none, none, "percent: error: more.csv: column \"3\": ", 2},
		{"decode --column url --into id -f {}/more.csv", none, none, "percent: error: more.csv: column \"id\": ", 2},
		{"decode --jsonl --column u", `{"u":"%20"}` + "\n" + `{"v":1}` + "\n", `{"u":" "}` + "\n" + `{"v":1}` + "\n", "percent: note: 1 member missing\n", 0},
		{"decode --jsonl --column /b/*/u", `{"b":[{"u":"%20"}]}` + "\n", `{"b":[{"u":"%20"}]}` + "\n", "percent: note: 1 member missing\npercent: hint: '*' in a JSON Pointer is the name of a member; an element of an array is /0, /1 and so on\n", 0},
		{"decode --jsonl --column u", `[{"u":"%20"}]` + "\n", `[{"u":"%20"}]` + "\n", "percent: note: 1 member missing\npercent: hint: --jsonl reads an object on each line; `jq -c '.[]'` makes such lines of an array\n", 0},
		{"decode --column url --max-errors 0 -f {}/in.csv", none, "id,url\n1,a b+c\n2,\"x,y\"\n3,%zz\n4,café\n5,\xff%20\n", "percent: error: 1 malformed row of 5, more than --max-errors 0\n", 3},
		{"decode --column url --max-errors 50% -f {}/more.csv", none, "id,url\n6,a b\n", none, 0},
		{"decode --column url --max-errors 10% -f {}/in.csv", none, "id,url\n1,a b+c\n2,\"x,y\"\n3,%zz\n4,café\n5,\xff%20\n", "percent: error: 1 malformed row of 5, more than --max-errors 10%\n", 3},
		{"decode --column url --max-errors 101% -f {}/in.csv", none, none, "percent: error: --max-errors does not take \"101%\"\npercent: hint: such as 100 or 0.5%\n", 2},
		{"decode --column url a", none, none, "percent: error: --column is for files and standard input\npercent: hint: leave out the arguments; -f names files\n", 2},
		{"decode --column url -0 -f {}/in.csv", none, none, "percent: error: --column works on rows, which may span lines\npercent: hint: leave out -0 and --whole\n", 2},
		{"decode --column url --json -f {}/in.csv", none, none, "percent: error: --json describes values, and --column keeps a table\npercent: hint: leave out --json; --jsonl reads JSON\n", 2},
		{"decode --parquet --column url -f {}/in.csv", none, none, "percent: error: this program does not read Parquet\n", 2},
		{"decode --csv --header auto --column 1", "a,b\n1%20,c\n", "a,b\n1 ,c\n", "percent: note: the first row was read as a header; if it is data, use --header no\n", 0},
		// Where an argument names a file.
		{"encode --resume a", none, none, "percent: error: --resume: arguments cannot be resumed\npercent: hint: -f names files\n", 2},
		{"encode -f {}/none", none, none, "percent: error: none: no such file or directory\n", 4},
	} {
		w := newTool(t)
		status := w.call(test.stdin, strings.Fields(test.args)...)
		told := w.told()
		same := told == test.told || test.told != "" && (strings.HasSuffix(test.told, ": ") && strings.HasPrefix(told, test.told) || strings.HasPrefix(test.told, "row ") && strings.HasSuffix(told, test.told))
		if stdout := strings.ReplaceAll(w.stdout.String(), w.folder+"/", ""); status != test.status || stdout != test.stdout || !same {
			t.Errorf("%s: %d, %q, %q, want %d, %q, %q", test.args, status, stdout, told, test.status, test.stdout, test.told)
		}
	}
}

// TestErrorsFile: malformed values are listed, and the rest goes on.
func TestErrorsFile(t *testing.T) {
	w := newTool(t)
	status := w.call("", "decode", "--column", "url", "-f", "{}/in.csv", "-o", "{}/out.csv", "--errors", "{}/bad.jsonl")
	want := `"row":4,"column":"url","offset":0,"stream_offset":29,"reason":"invalid escape","input":"%zz"}` + "\n"
	if status != 0 || !strings.HasSuffix(w.read("bad.jsonl"), want) || strings.Count(w.read("bad.jsonl"), "\n") != 1 || !strings.Contains(w.read("out.csv"), "\n3,%zz\n4,café\n") {
		t.Errorf("%d, %q, %q, %s", status, w.read("bad.jsonl"), w.read("out.csv"), w.told())
	}
}

// TestDryRun: the beginning is examined, and the command line is printed with what it needs.
func TestDryRun(t *testing.T) {
	for _, test := range []struct{ args, stdin, report, command string }{
		{"decode --column url --dry-run -f {}/in.csv", "", "rows           5, all there are\nfields         5\nwith escapes   4\nencoded twice  1\nwith a '+'     1\nchanged        4\nmalformed      1, the first at in.csv:4, byte 0\nnot UTF-8      1\n", "--errors errors.jsonl"},
		{"decode --column 1 --csv --dry-run --on-error=keep", "h\n%8E%A9%93%AE%8E%D4\n%8E%A9%93%AE%8E%D4\n", "rows           2, all there are\nfields         2\nwith escapes   2\nencoded twice  0\nwith a '+'     0\nchanged        2\nmalformed      0\nnot UTF-8      2\ncharset        Shift_JIS, ", "percent decode --column 1 --csv --on-error=keep --charset Shift_JIS\n"},
		{"encode --tsv --header no --column 1 --dry-run", "a b\tc\n", "rows           1, all there are\nfields         1\nwith escapes   0\nencoded twice  0\nwith a '+'     0\nchanged        1\nmalformed      0\nnot UTF-8      0\n", "percent encode --tsv --header no --column 1\n"},
	} {
		w := newTool(t)
		if status := w.call(test.stdin, strings.Fields(test.args)...); status != 0 {
			t.Errorf("%s: %d, %s", test.args, status, w.told())
		}
		got := strings.ReplaceAll(w.stdout.String(), w.folder+"/", "")
		if !strings.HasPrefix(got, test.report) || !strings.Contains(got, test.command) {
			t.Errorf("%s: %q, want %q and %q", test.args, got, test.report, test.command)
		}
	}
	w := newTool(t)
	w.app = stream.New(nil, &w.stdout, &w.stderr)
	w.app.Sample = 100
	if status := w.call(strings.Repeat("a%20b\n", 1000), "decode", "--tsv", "--column", "1", "--dry-run"); status != 0 || !strings.Contains(w.stdout.String(), ", the first 100 B of text") {
		t.Errorf("a part: %d, %q", status, w.stdout.String())
	}
}

// TestResume: a job that failed goes on from its checkpoint, with what it had to tell.
func TestResume(t *testing.T) {
	w := newTool(t)
	w.app = stream.New(nil, &w.stdout, &w.stderr)
	w.app.Every, w.app.Pause, w.app.Chunk = 16, 0, 16
	rows := strings.Repeat("a%20b,%zz\n", 200)
	w.write("rows.csv", "u,v\n"+rows+"%zz,\n"+rows)
	args := []string{"decode", "--column", "u", "-f", "{}/rows.csv", "-o", "{}/out.csv", "--max-errors", "0"}
	// The limit is an error that would come again, so the checkpoint stays for another try.
	if status := w.call("", args...); status != term.StatusInput || w.read("out.csv") != "(none)" || w.read("out.csv.partial.json") == "(none)" {
		t.Fatalf("%d, %q, %q", status, w.told(), w.read("out.csv"))
	}
	if status := w.call("", append(args, "--resume")...); status != term.StatusInput || !strings.Contains(w.told(), "continues at rows.csv:") {
		t.Errorf("%d, %s", status, w.told())
	}
	if status := w.call("", "decode", "--column", "v", "-f", "{}/rows.csv", "-o", "{}/out.csv", "--resume"); status != term.StatusUsage || !strings.Contains(w.told(), "--resume: --column has changed") {
		t.Errorf("other flags: %d, %s", status, w.told())
	}
}

// TestParquet: a program for Parquet runs its own engine, with the same hooks.
func TestParquet(t *testing.T) {
	w := newTool(t)
	w.app = stream.New(nil, &w.stdout, &w.stderr)
	w.app.Parquet = func(a *stream.Streams, work *bulk.Job, out io.Writer, from []stream.Source) (bulk.Stats, error) {
		if work.Table.Format != bulk.Foreign || len(from) != 1 {
			t.Errorf("%+v, %d sources", work.Table, len(from))
		}
		work.OnFlaw(bulk.Flaw{Source: "x", Record: 2})
		_, err := io.WriteString(out, "PAR1")
		return bulk.Stats{Records: 3, Table: bulk.TableStats{Fields: 3, Malformed: 1}}, err
	}
	args := []string{"decode", "--parquet", "--column", "url", "--on-error", "keep", "--verbose", "-f", "{}/in.csv"}
	if status := w.call("", args...); status != 0 || w.stdout.String() != "PAR1" || !strings.Contains(w.told(), "3 rows, 3 fields") || !strings.Contains(w.told(), "1 malformed place kept, at x:2") {
		t.Errorf("%d, %q, %s", status, w.stdout.String(), w.told())
	}
	for flag, want := range map[string]string{"--header=no": "--header is for CSV and TSV", "--charset=detect": "--charset detect does not support Parquet", "--dry-run": "--dry-run does not support Parquet"} {
		if status := w.call("", append(args, flag)...); status != term.StatusUsage || !strings.Contains(w.told(), want) {
			t.Errorf("%s: %d, %s", flag, status, w.told())
		}
	}
	w.terminal = true
	if status := w.call("", args...); status != term.StatusUsage || !strings.Contains(w.told(), "Parquet cannot be written to a terminal") {
		t.Errorf("a terminal: %d, %s", status, w.told())
	}
	// A program without Parquet continues in another before anything is read.
	w = newTool(t)
	w.app = stream.New(nil, &w.stdout, &w.stderr)
	started := errors.New("started")
	w.app.StartParquet = func(*stream.Streams) error { return started }
	if status := w.call("", "decode", "--column", "a", "-f", "none.parquet"); status != term.StatusUsage || w.told() != "percent: error: started\n" {
		t.Errorf("%d, %s", status, w.told())
	}
}

// TestTerminal: control characters in data are shown, and a hint says so.
func TestTerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	w := newTool(t)
	w.terminal = true
	if status := w.call("", "decode", "a%1Bb"); status != 0 || w.stdout.String() != "a\\x1bb\n" || !strings.Contains(w.told(), "--raw writes them as they are") {
		t.Errorf("%d, %q, %s", status, w.stdout.String(), w.told())
	}
	if status := w.call("", "decode", "--raw", "a%1Bb"); status != 0 || w.stdout.String() != "a\x1bb\n" {
		t.Errorf("%d, %q, %s", status, w.stdout.String(), w.told())
	}
}

// TestFileNames: an argument that names a file is taken as text, with a hint.
func TestFileNames(t *testing.T) {
	w := newTool(t)
	if status := w.call("", "fix", "{}/in.csv"); status != 0 || !strings.Contains(w.told(), "in.csv is taken as text; -f ") {
		t.Errorf("%d, %s", status, w.told())
	}
}

// TestLimit: a value that must be held and is too long is an error with its place.
func TestLimit(t *testing.T) {
	for _, test := range []struct{ args, stdin, want string }{
		{"encode --json", "ab\n" + strings.Repeat("a", 1<<21) + "\n", "percent: error: stdin:2: value is longer than 1 MiB\npercent: hint: --json and --on-error skip need a whole value in memory; without them there is no limit\n"},
		{"plain", strings.Repeat("1", 1<<21), "percent: error: stdin:1: value is longer than 1 MiB\npercent: hint: no program accepts a value that long\n"},
		{"decode --csv --column 1", "a\n\"" + strings.Repeat("a", 1<<21), "percent: error: stdin:2: row at byte 2 is longer than 1 MiB\npercent: hint: an unclosed quotation mark turns the rest of the file into one row\n"},
	} {
		w := newTool(t)
		w.app = stream.New(nil, &w.stdout, &w.stderr)
		w.app.Limit = 1 << 20
		if status := w.call(test.stdin, strings.Fields(test.args)...); status != term.StatusUsage || w.told() != test.want {
			t.Errorf("%s: %d, %q, want %q", test.args, status, w.told(), test.want)
		}
	}
}

// TestCompletions: flags complete to words, dialects, charsets and rules.
func TestCompletions(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"decode", "--as", "ur"}, "url\t"},
		{[]string{"decode", "--as", ""}, "rfc3986\t"},
		{[]string{"encode", "--as", "PHP.RAW"}, "php.rawurlencode\t"},
		{[]string{"decode", "--charset", "detec"}, "detect\tguess\n"},
		{[]string{"decode", "--on-error", ""}, "keep\n"},
		{[]string{"decode", "--progress", ""}, "never\n"},
	} {
		w := newTool(t)
		if status := w.call("", append([]string{"__complete"}, test.args...)...); status != 0 || !strings.Contains(w.stdout.String(), test.want) {
			t.Errorf("%q: %d, %.300q", test.args, status, w.stdout.String())
		}
	}
	if rules, _ := completeRules(nil, nil, ""); len(rules) < 10 {
		t.Errorf("%d rules", len(rules))
	}
}

// TestShow: a result is shown as JSON or as a page, and its verdict is the status.
func TestShow(t *testing.T) {
	for _, test := range []struct {
		name  string
		json  bool
		value results.Result
		want  string
		err   error
	}{
		{"page", false, page("a"), "page a.\n", nil},
		{"JSON", true, page("a"), `{"text":"a"}` + "\n", nil},
		{"verdict", false, judged{"a"}, "page a.\n", term.ErrFindings},
	} {
		var b strings.Builder
		if err := Show(&b, test.json, test.value, results.Style{}); !errors.Is(err, test.err) || b.String() != test.want {
			t.Errorf("%s: %v, %q, want %q", test.name, err, b.String(), test.want)
		}
	}
	u := term.NewUI(io.Discard, io.Discard)
	u.DataTerminal = true
	if s := Style(u, DetailOf(true)); s.Detail != results.Full {
		t.Errorf("all: %v", s.Detail)
	}
	if s := Style(u, DetailOf(false)); s.Detail != results.BriefForUser {
		t.Errorf("a terminal: %v", s.Detail)
	}
}

// A judged is a page that found something.
type judged struct{ page }

func (judged) Judge() results.Verdict { return results.Found }

// TestDialectHints: what a dialect does to some texts decides which hints apply.
func TestDialectHints(t *testing.T) {
	for name, want := range map[string]struct{ slash, dots, undoes bool }{
		"rfc3986":      {true, true, true},
		"rfc3986.path": {false, false, true},
		"form":         {true, false, true},
	} {
		j := NewJob(stream.New(nil, io.Discard, io.Discard), "encode")
		j.Do.Request.As = name
		if err := j.Prepare(); err != nil {
			t.Fatal(err)
		}
		if got := j.Do.Alters("/"); got != want.slash {
			t.Errorf("%s: alters '/': %v", name, got)
		}
		if got := j.Do.LeavesDots(); got != want.dots {
			t.Errorf("%s: leaves dots: %v", name, got)
		}
		if got := Undoes(j.Do.Plan.Dialect, "%0A"); got != want.undoes {
			t.Errorf("%s: undoes %%0A: %v", name, got)
		}
	}
}

// TestTooLong: only the limits of package inspect become another error.
func TestTooLong(t *testing.T) {
	err := TooLong("arg 1", &inspect.LimitError{What: "a text", Limit: 2, Of: "bytes", Length: 3})
	if err.Error() != "arg 1: a text takes at most 2 bytes, not 3" {
		t.Error(err)
	}
	if TooLong("arg 1", io.EOF) != io.EOF {
		t.Error("another error is changed")
	}
	if JSONHint(string(strictjson.NotJSON), "such as") != "such as" || JSONHint(string(percent.InvalidUTF8), "") == "" || JSONHint("other", "such as") != "" {
		t.Error("hints for JSON")
	}
}
