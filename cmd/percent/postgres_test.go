//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestPostgres runs the statements of docs/scale.md on a server of its own.
// PERCENT_POSTGRES names the folder of initdb; `.ci/run postgres` sets it. The server
// does not run as root, so there must be another user to run it as.
func TestPostgres(t *testing.T) {
	programs := os.Getenv("PERCENT_POSTGRES")
	if programs == "" {
		t.Skip("PERCENT_POSTGRES is not set: `.ci/run postgres` installs a server and sets it")
	}
	dir, err := os.MkdirTemp("", "percent-postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		nobody, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		gid, _ := strconv.Atoi(nobody.Gid)
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.SysProcAttr = dir, as
		cmd.Env = append(os.Environ(), "PGHOST="+dir, "PGDATABASE=postgres", "PGUSER=percent", "LC_ALL=C.UTF-8", "HOME="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "percent"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data := filepath.Join(dir, "data")
	run(filepath.Join(programs, "initdb"), "-D", data, "-U", "percent", "-E", "UTF8", "-A", "trust", "-N")
	run(filepath.Join(programs, "pg_ctl"), "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o", "-c listen_addresses= -c fsync=off -k "+dir, "start")
	t.Cleanup(func() { run(filepath.Join(programs, "pg_ctl"), "-D", data, "-w", "-m", "immediate", "stop") })
	psql := func(sql string) string {
		t.Helper()
		return run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql)
	}
	t.Logf("PostgreSQL %s", psql("show server_version"))

	// A table as others write it: quotes, line ends, text that is not UTF-8, and NUL,
	// which no text of Postgres can hold.
	var b strings.Builder
	b.WriteString("id,url\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%d,\"https://example.com/%d%%2C%%22caf%%C3%%A9%%22%%0Aline?a\"\"b\\N\"\n", i, i)
	}
	b.WriteString("1000,%zz\n1001,%FF\n1002,\n")
	if err := os.WriteFile(filepath.Join(dir, "hits.csv"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(guide), "\n## Postgres\n")
	if !ok {
		t.Fatal("docs/scale.md has no section on Postgres")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var blocks []string
	for {
		_, rest, ok := strings.Cut(section, "```text\n")
		if !ok {
			break
		}
		block, after, _ := strings.Cut(rest, "```")
		blocks, section = append(blocks, strings.ReplaceAll(block, "/srv/", dir+"/")), after
	}
	if len(blocks) != 2 {
		t.Fatalf("%d blocks in the section on Postgres, not 2", len(blocks))
	}
	psql("create table hits (id int, url text)")
	psql(blocks[0])
	const want = "1003|1000|2|1"
	counts := func(table string) string {
		return psql(`select count(*), count(*) filter (where url = 'https://example.com/' || id || ',"café"' || chr(10) || 'line?a"b\N'), count(*) filter (where url is null and id < 1002), count(*) filter (where id = 1002) from ` + table)
	}
	if got := counts("hits"); got != want {
		t.Errorf("loaded: %s, want %s", got, want)
	}
	// Of a table that is there already, out and in again.
	psql("create table raw (id int, url text)")
	psql("copy raw from '" + dir + "/hits.csv' (format csv, header)")
	psql("create table decoded (like raw)")
	psql(blocks[1])
	if got := counts("decoded"); got != want {
		t.Errorf("out and in again: %s, want %s", got, want)
	}
	// What percent refuses, the server does not take half of.
	cmd := exec.Command("psql", "-X", "-q", "-c", "copy hits from program '"+dir+"/percent decode --csv --column url -f "+dir+"/hits.csv' (format csv, header)")
	cmd.Dir, cmd.SysProcAttr = dir, as
	cmd.Env = append(os.Environ(), "PGHOST="+dir, "PGDATABASE=postgres", "PGUSER=percent")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "program") {
		t.Errorf("a malformed row: %v, %s", err, out)
	}
	if got := psql("select count(*) from hits"); got != "1003" {
		t.Errorf("%s rows after that", got)
	}
}
