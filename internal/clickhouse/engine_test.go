package clickhouse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/corpus"
)

// An engine is ClickHouse itself, in a Node.js, with the functions of the command.
type engine struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Scanner
}

// start starts ClickHouse with all functions. PERCENT_CHDB names the folder
// node_modules in which npm has installed chdb; `.ci/run clickhouse` does so. There
// is no other way to have it, so the tests are skipped by name without.
// With chunks, it talks to them in RowBinary instead.
func start(t *testing.T, chunks bool) *engine {
	modules := os.Getenv("PERCENT_CHDB")
	if modules == "" {
		t.Skip("PERCENT_CHDB is not set: `.ci/run clickhouse` installs ClickHouse and sets it")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "percent")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/pct-encoded/percent/cmd/percent").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	functions, err := exec.Command(program, "udf", "clickhouse", "--print-config").Output()
	if err != nil {
		t.Fatal(err)
	}
	if chunks {
		functions = bytes.ReplaceAll(functions, []byte("<format>Native</format>"), []byte("<format>RowBinary</format><send_chunk_header>1</send_chunk_header>"))
	}
	file := filepath.Join(dir, "percent_function.xml")
	config := filepath.Join(dir, "config.xml")
	if err := os.WriteFile(file, functions, 0o666); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("<clickhouse><user_defined_executable_functions_config>%s</user_defined_executable_functions_config></clickhouse>\n", file)
	if err := os.WriteFile(config, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/engine.js", modules, filepath.Join(dir, "db"), config)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	e := &engine{t: t, in: in, out: bufio.NewScanner(out)}
	e.out.Buffer(nil, 64<<20)
	return e
}

// ask runs a statement and returns its rows, or its exception.
func (e *engine) ask(sql string) (rows [][]any, exception string) {
	e.t.Helper()
	question, err := json.Marshal(map[string]string{"sql": sql})
	if err != nil {
		e.t.Fatal(err)
	}
	if _, err := e.in.Write(append(question, '\n')); err != nil {
		e.t.Fatal(err)
	}
	if !e.out.Scan() {
		e.t.Fatalf("%s: ClickHouse is gone: %v", sql, e.out.Err())
	}
	var answer struct{ Result, Error string }
	if err := json.Unmarshal(e.out.Bytes(), &answer); err != nil {
		e.t.Fatal(err)
	}
	for line := range strings.Lines(answer.Result) {
		var row []any
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		if err := decoder.Decode(&row); err != nil {
			e.t.Fatal(err)
		}
		for i, field := range row {
			if n, ok := field.(json.Number); ok {
				row[i] = n.String()
			}
		}
		rows = append(rows, row)
	}
	return rows, answer.Error
}

// rows returns what a statement that works returns.
func (e *engine) rows(sql string) [][]any {
	e.t.Helper()
	rows, exception := e.ask(sql)
	if exception != "" {
		e.t.Fatalf("%s: %s", sql, exception)
	}
	return rows
}

// quoted writes a text for SQL.
func quoted(s string) string {
	var b strings.Builder
	b.WriteString("unhex('")
	fmt.Fprintf(&b, "%x", s)
	b.WriteString("')")
	return b.String()
}

func TestEngine(t *testing.T) { testEngine(t, start(t, false)) }

func TestEngineRowBinary(t *testing.T) { testEngine(t, start(t, true)) }

func testEngine(t *testing.T, e *engine) {
	t.Logf("ClickHouse %v", e.rows("select version()")[0][0])

	t.Run("Values", func(t *testing.T) {
		for _, tt := range []struct {
			sql  string
			want []any
		}{
			{"percentDecode('a%20b%0Ac%09d', 'rfc3986')", []any{"a b\nc\td"}},
			{"percentDecode('a+b', 'form')", []any{"a b"}},
			{"percentEncode('a b/é', 'rfc3986')", []any{"a%20b%2F%C3%A9"}},
			{"percentFix('a b%zz', 'rfc3986.uri')", []any{"a%20b%25zz"}},
			{"percentNormalize('HTTP://A/%7eb')", []any{"http://a/~b"}},
			{"percentLint('http://a/%2e%2e/')", []any{"dot-segment-encoded"}},
			{"percentHref('HTTP://EX.com/a b')", []any{"http://ex.com/a%20b"}},
			{"hex(percentDecode('%FF%00', 'rfc3986'))", []any{"FF00"}},
			{"length(percentDecode(repeat('%41', 1000000), 'rfc3986'))", []any{"1000000"}},
			{"percentDecode(toLowCardinality('a%20'), 'rfc3986')", []any{"a "}},
			{"percentDecodeOrNull(arrayJoin(['%41', NULL, '%4', '']), 'rfc3986')", []any{"A", nil, nil, ""}},
			{"percentDecodeOrInput(arrayJoin(['%41', '%4']), 'rfc3986')", []any{"A", "%4"}},
			{"percentDecodeNullable(arrayJoin(['%41', NULL]), 'rfc3986')", []any{"A", nil}},
			{"percentDecodeNullableOrInput(arrayJoin(['%41', NULL, '%4']), 'rfc3986')", []any{"A", nil, "%4"}},
			{"percentHrefOrNull(arrayJoin(['http://a', 'a']))", []any{"http://a/", nil}},
			{"percentLintOrNull(arrayJoin(['a', NULL]))", []any{"", nil}},
			{"toTypeName(percentDecode('', 'form'))", []any{"String"}},
			{"toTypeName(percentDecodeOrNull('', 'form'))", []any{"Nullable(String)"}},
		} {
			var got []any
			for _, row := range e.rows("select " + tt.sql) {
				got = append(got, row[0])
			}
			if fmt.Sprint(got...) != fmt.Sprint(tt.want...) || len(got) != len(tt.want) {
				t.Errorf("%s: %q, want %q", tt.sql, got, tt.want)
			}
		}
	})

	t.Run("Every", func(t *testing.T) {
		// Each function answers the server as it answers the test.
		const in = "http://EXAMPLE.com/a%20b"
		for _, f := range Functions() {
			by, comma := "", ""
			if len(f.Arguments) > 1 {
				by, comma = "rfc3986.uri", ", 'rfc3986.uri'"
			}
			var out strings.Builder
			if err := f.Serve(bytes.NewReader(nativeBlock(f, row{text(in), by})), &out); err != nil {
				t.Fatal(err)
			}
			want := *nativeResults(t, f, []byte(out.String()))[0]
			if got := e.rows(fmt.Sprintf("select %s('%s'%s)", f.Name, in, comma))[0][0]; got != want {
				t.Errorf("%s: %q, want %q", f.Name, got, want)
			}
		}
	})

	t.Run("Exceptions", func(t *testing.T) {
		for _, tt := range []struct{ sql, want string }{
			{"percentDecode(arrayJoin(['%41', '%42', 'ab%zz']), 'rfc3986')", `percentDecode: row 3 of the block: rfc3986: invalid escape "%zz" at byte 2`},
			{"percentDecodeNullable(arrayJoin([NULL, '%']), 'rfc3986')", `percentDecodeNullable: row 2 of the block: rfc3986: truncated escape "%" at byte 0`},
			{"percentHref('a')", "percentHref: row 1 of the block: "},
			{"percentDecodeOrNull('a', 'nosuch')", `unknown dialect "nosuch"`},
		} {
			if _, exception := e.ask("select " + tt.sql); !strings.Contains(exception, tt.want) {
				t.Errorf("%s: exception %.600q, want %q in it", tt.sql, exception, tt.want)
			}
		}
		// A program that has ended is no harm to the next query.
		if got := e.rows("select percentDecode('%41', 'rfc3986')")[0][0]; got != "A" {
			t.Errorf("after an exception: %v", got)
		}
	})

	// A million URLs, a thirtieth of them malformed. Of what there is in ClickHouse,
	// decodeURLComponent does not say what is malformed; on all other rows the rule is
	// that of RFC 3986.
	t.Run("Million", func(t *testing.T) {
		e.rows("create database if not exists p")
		e.rows("create table p.urls (url String, result Nullable(String)) engine = Memory")
		urls := corpus.Made(1000)
		malformed := 0
		var values []string
		for i, url := range urls {
			switch i % 3 {
			case 1:
				url = percent.RFC3986.Encode(url)
			case 2:
				url = percent.RFC3986.Encode(url + "\n\t" + strings.Repeat("日本", i%50))
			}
			if i%30 == 0 {
				url += []string{"%", "%4", "%zz", "%%41", "\xff%"}[i/30%5]
			}
			result := "NULL"
			if text, err := percent.RFC3986.Decode(url); err == nil {
				result = quoted(text)
			} else {
				malformed++
			}
			values = append(values, "("+quoted(url)+", "+result+")")
		}
		if malformed < len(urls)/40 {
			t.Fatalf("%d malformed texts of %d are not enough", malformed, len(urls))
		}
		e.rows("insert into p.urls values " + strings.Join(values, ","))
		times := 1000000 / len(urls)
		table := fmt.Sprintf("(select u.url as url, u.result as result from p.urls as u cross join numbers(%d) as n)", times)
		for _, settings := range []string{"max_threads = 1", "max_threads = 4", "max_threads = 2, max_block_size = 1000"} {
			got := e.rows(`select count(), countIf(isNull(decoded)), countIf(isNull(decoded) != isNull(result)), countIf(decoded != result),
				countIf(decoded != builtin), countIf(kept != if(isNull(result), url, builtin))
				from (select url, result, percentDecodeOrNull(url, 'rfc3986') as decoded, percentDecodeOrInput(url, 'rfc3986') as kept, decodeURLComponent(url) as builtin from ` +
				table + `) settings ` + settings)[0]
			want := []any{fmt.Sprint(len(urls) * times), fmt.Sprint(malformed * times), "0", "0", "0", "0"}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", settings, got, want)
			}
		}
		// And back again.
		got := e.rows("select count(), countIf(percentEncode(assumeNotNull(result), 'rfc3986') != percentEncode(percentDecodeOrInput(url, 'rfc3986'), 'rfc3986')) from p.urls where isNotNull(result)")[0]
		if got[1] != "0" || got[0] == "0" {
			t.Errorf("encoded again: %v", got)
		}
	})
}
