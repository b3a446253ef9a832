//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A postgres is a server of its own, which a test has started.
type postgres struct {
	t   *testing.T
	dir string // writable by the server, with percent in it
	as  *syscall.SysProcAttr
}

// startPostgres starts a server. PERCENT_POSTGRES names the folder of initdb;
// `.ci/run postgres` sets it. The server does not run as root, so there must be
// another user to run it as.
func startPostgres(t *testing.T) *postgres {
	t.Helper()
	programs := os.Getenv("PERCENT_POSTGRES")
	if programs == "" {
		t.Skip("PERCENT_POSTGRES is not set: `.ci/run postgres` installs a server and sets it")
	}
	dir, err := os.MkdirTemp("", "percent-postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	p := &postgres{t: t, dir: dir, as: &syscall.SysProcAttr{}}
	if os.Getuid() == 0 {
		nobody, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		gid, _ := strconv.Atoi(nobody.Gid)
		p.as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "percent"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data := filepath.Join(dir, "data")
	p.run(filepath.Join(programs, "initdb"), "-D", data, "-U", "percent", "-E", "UTF8", "-A", "trust", "-N")
	p.run(filepath.Join(programs, "pg_ctl"), "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o", "-c listen_addresses= -c fsync=off -k "+dir, "start")
	t.Cleanup(func() { p.run(filepath.Join(programs, "pg_ctl"), "-D", data, "-w", "-m", "immediate", "stop") })
	t.Logf("PostgreSQL %s", p.sql("show server_version"))
	return p
}

// command returns a command in the folder, as the user of the server.
func (p *postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.SysProcAttr = p.dir, p.as
	cmd.Env = append(os.Environ(), "PGHOST="+p.dir, "PGDATABASE=postgres", "PGUSER=percent", "PGOPTIONS=-c client_min_messages=warning", "LC_ALL=C.UTF-8", "HOME="+p.dir, "PATH="+p.dir+":"+os.Getenv("PATH"))
	return cmd
}

// run returns what a command writes, which must succeed.
func (p *postgres) run(name string, args ...string) string {
	p.t.Helper()
	cmd := p.command(name, args...)
	var told strings.Builder
	cmd.Stderr = &told
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &told)
	}
	return strings.TrimSpace(string(out))
}

// sql returns the rows of a statement, with '|' between columns.
func (p *postgres) sql(statement string) string {
	p.t.Helper()
	return p.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement)
}

// TestPostgres runs the statements of docs/scale.md.
func TestPostgres(t *testing.T) {
	server := startPostgres(t)
	dir, psql := server.dir, server.sql

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
	cmd := server.command("psql", "-X", "-q", "-c", "copy hits from program '"+dir+"/percent decode --csv --column url -f "+dir+"/hits.csv' (format csv, header)")
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "program") {
		t.Errorf("a malformed row: %v, %s", err, out)
	}
	if got := psql("select count(*) from hits"); got != "1003" {
		t.Errorf("%s rows after that", got)
	}
}

// TestPostgresTables: what COPY makes of a decoded table is what its fields say, and
// what it writes is encoded and decoded again without a difference.
func TestPostgresTables(t *testing.T) {
	server := startPostgres(t)
	for seed := range 24 {
		width := 1 + seed%3
		table := nastyTable(rand.New(rand.NewPCG(uint64(seed), 24)), width, 150)
		if err := os.WriteFile(filepath.Join(server.dir, "in.csv"), table.encoded(), 0o644); err != nil {
			t.Fatal(err)
		}
		var columns, numbers, hex []string
		for i := range width {
			columns = append(columns, fmt.Sprintf("c%d text", i))
			numbers = append(numbers, strconv.Itoa(i+1))
			hex = append(hex, fmt.Sprintf("coalesce(encode(convert_to(c%d, 'UTF8'), 'hex'), 'null')", i))
		}
		work := func(command string) string {
			return "percent " + command + " --csv --header no --column " + strings.Join(numbers, ",")
		}
		read := "select " + strings.Join(hex, ", ") + " from t order by ctid"
		create := "drop table if exists t; create table t (" + strings.Join(columns, ", ") + "); "
		want := table.hex("|")
		if got := server.sql(create + "copy t from program '" + work("decode") + " -f " + server.dir + "/in.csv' (format csv); " + read); got != want {
			t.Errorf("seed %d: decoded, %q became\n%s\nwant\n%s", seed, table.encoded(), got, want)
		}
		// The same by the client, out and in again.
		if got := server.run("sh", "-e", "-c", `psql -X -q -c "copy t to stdout (format csv)" > out.csv
`+work("encode")+` -f out.csv -o encoded.csv
psql -X -q -A -t -v ON_ERROR_STOP=1 -c "`+create+`" -c "\\copy t from program '`+work("decode")+` -f encoded.csv' (format csv)" -c "`+read+`"
rm encoded.csv`); got != want {
			t.Errorf("seed %d: encoded and decoded, %q became\n%s\nwant\n%s", seed, table.encoded(), got, want)
		}
	}
}
