//go:build unix && !noparquet

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDuckDB runs the commands of docs/scale.md with DuckDB itself. PERCENT_DUCKDB
// names the folder node_modules in which npm has installed @duckdb/node-api;
// `.ci/run duckdb` does so.
func TestDuckDB(t *testing.T) {
	modules := os.Getenv("PERCENT_DUCKDB")
	if modules == "" {
		t.Skip("PERCENT_DUCKDB is not set: `.ci/run duckdb` installs DuckDB and sets it")
	}
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
	dir := t.TempDir()
	script, err := filepath.Abs("testdata/duckdb.js")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "duckdb"), fmt.Appendf(nil, "#!/bin/sh\nexec node '%s' '%s' \"$@\"\n", script, modules), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "percent"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	duckdb := func(sql string) string {
		t.Helper()
		return run(filepath.Join(dir, "duckdb"), "hits.db", "-c", sql)
	}
	t.Logf("DuckDB %s", duckdb("select version()"))

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
