//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A duckDB is DuckDB itself in a folder with percent.
type duckDB struct {
	t   *testing.T
	dir string
}

// newDuckDB returns DuckDB. PERCENT_DUCKDB names the folder node_modules in which npm
// has installed @duckdb/node-api; `.ci/run duckdb` does so.
func newDuckDB(t *testing.T) *duckDB {
	t.Helper()
	modules := os.Getenv("PERCENT_DUCKDB")
	if modules == "" {
		t.Skip("PERCENT_DUCKDB is not set: `.ci/run duckdb` installs DuckDB and sets it")
	}
	d := &duckDB{t, t.TempDir()}
	script, err := filepath.Abs("testdata/duckdb.js")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "duckdb"), fmt.Appendf(nil, "#!/bin/sh\nexec node '%s' '%s' \"$@\"\n", script, modules), 0o755); err != nil {
		t.Fatal(err)
	}
	for dir, program := range map[string]string{".": ".", "../../bulk/parquet": "./cmd/percent-parquet"} {
		if out, err := exec.Command("go", "-C", dir, "build", "-o", d.dir+"/", program).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	t.Logf("DuckDB %s", d.sql("select version()"))
	return d
}

// run returns what a command writes, which must succeed.
func (d *duckDB) run(name string, args ...string) string {
	d.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "PATH="+d.dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// sql returns the rows of a statement, each as JSON.
func (d *duckDB) sql(statement string) string {
	d.t.Helper()
	return d.run(filepath.Join(d.dir, "duckdb"), "hits.db", "-c", statement)
}

// TestDuckDB runs the commands of docs/scale.md.
func TestDuckDB(t *testing.T) {
	d := newDuckDB(t)
	dir, run, duckdb := d.dir, d.run, d.sql
	guide, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(guide), "\n## DuckDB\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, block, _ := strings.Cut(section, "```text\n")
	commands, _, found := strings.Cut(block, "```")
	if !found || !strings.Contains(commands, "duckdb hits.db") || !strings.Contains(commands, "percent decode") {
		t.Fatalf("docs/scale.md has other commands: %q", commands)
	}

	// What percent makes of each row is what DuckDB's own function makes of it, but for
	// one in ten that is malformed, or no UTF-8 when decoded: it stays as it was.
	const rows = 100000
	duckdb(fmt.Sprintf(`create table hits as select i as id, case i %% 20 when 7 then '%%zz' || i when 8 then '%%FF' when 9 then null
		else 'https://example.com/' || i || '%%2C%%22caf%%C3%%A9%%22%%0Aline' end as url, [i, i + 1] as list from range(%d) as r(i)`, rows))
	run("sh", "-e", "-c", commands)
	got := duckdb(`select count(*), count(*) filter (d.list is distinct from h.list), count(*) filter (h.url is null and d.url is null),
		count(*) filter (d.url = h.url), count(*) filter (d.url != h.url and d.url = url_decode(if(h.url = '%FF', '', h.url))) from hits as h join decoded as d using (id)`)
	want := fmt.Sprintf(`["%d","0","%d","%d","%d"]`, rows, rows/20, rows/10, rows/20*17)
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	bad, err := os.ReadFile(filepath.Join(dir, "bad.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(bad)) {
		var o struct {
			Row    int64
			Column string
		}
		if err := json.Unmarshal([]byte(line), &o); err != nil || o.Column != "url" || o.Row%20 != 8 && o.Row%20 != 9 {
			t.Fatalf("%s: %v", line, err)
		}
		lines++
	}
	if lines != rows/10 {
		t.Errorf("%d lines in bad.jsonl, want %d", lines, rows/10)
	}
}

// TestDuckDBTables: what DuckDB reads of a decoded CSV is what its fields say, and what
// it writes is encoded and decoded again without a difference.
func TestDuckDBTables(t *testing.T) {
	d := newDuckDB(t)
	for seed := range 12 {
		width := 1 + seed%3
		table := nastyTable(rand.New(rand.NewPCG(uint64(seed), 25)), width, 150)
		if err := os.WriteFile(filepath.Join(d.dir, "in.csv"), table.encoded(), 0o644); err != nil {
			t.Fatal(err)
		}
		var columns, numbers, hex []string
		for i := range width {
			columns = append(columns, fmt.Sprintf("'c%d': 'varchar'", i))
			numbers = append(numbers, strconv.Itoa(i+1))
			hex = append(hex, fmt.Sprintf("lower(coalesce(hex(c%d), 'null'))", i))
		}
		// A quoted field is no null, as in Postgres.
		rows := func(name string) string {
			return "from read_csv('" + name + `', auto_detect = false, header = false, delim = ',', new_line = '\n', quote = '"', escape = '"', allow_quoted_nulls = false, parallel = false, columns = {` + strings.Join(columns, ", ") + "})"
		}
		read := func(name string) string {
			var lines []string
			for line := range strings.Lines(d.sql("select concat_ws('|', " + strings.Join(hex, ", ") + ") as h " + rows(name))) {
				var row []string
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				lines = append(lines, row[0])
			}
			return strings.TrimSpace(strings.Join(lines, "\n"))
		}
		work := []string{"--quiet", "--csv", "--header", "no", "--column", strings.Join(numbers, ",")}
		want := table.hex("|")
		d.run(filepath.Join(d.dir, "percent"), append([]string{"decode", "-f", "in.csv", "-o", "out.csv"}, work...)...)
		if got := read("out.csv"); got != want {
			t.Errorf("seed %d: decoded, %q became\n%s\nwant\n%s", seed, table.encoded(), got, want)
		}
		d.sql("copy (" + rows("out.csv") + ") to 'again.csv' (format csv, header false)")
		d.run(filepath.Join(d.dir, "percent"), append([]string{"encode", "-f", "again.csv", "-o", "encoded.csv"}, work...)...)
		d.run(filepath.Join(d.dir, "percent"), append([]string{"decode", "-f", "encoded.csv", "-o", "out.csv"}, work...)...)
		if got := read("out.csv"); got != want {
			t.Errorf("seed %d: encoded and decoded, %q became\n%s\nwant\n%s", seed, table.encoded(), got, want)
		}
	}
}
