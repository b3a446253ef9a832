// Columns measures how fast package bulk decodes a column of a million URLs in
// CSV, TSV and JSON Lines, beside what people write in Go and Python and, where
// its package can be found, beside DuckDB. All read and write the same files, one
// after the other, and are measured by the processor time that they take, on one
// processor. It exits with status 1 when bulk is less than the multiple as fast
// that it is to be, or when results differ.
//
//	go run ./columns [-rows 1000000] [-rounds 3] [-profile FILE]
//
// For DuckDB, run npm install @duckdb/node-api in a folder and name it with
// -modules.
package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/corpus"
)

var (
	rows    = flag.Int("rows", 1_000_000, "rows of a table")
	rounds  = flag.Int("rounds", 3, "how often each program runs; the best counts")
	profile = flag.String("profile", "", "write a profile of bulk to this file")
	modules = flag.String("modules", "", "folder with node_modules/@duckdb/node-api")
	only    = flag.String("only", "", "csv, tsv or jsonl")
)

// A program decodes the column url of a file into another.
type program struct {
	name  string
	least float64 // how many times as fast bulk is to be
	run   func(in, out string) error
	child bool // it is another process
	loose bool // its result has other quotes, spaces or order
}

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "columns:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "columns")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	runtime.GOMAXPROCS(1)
	slow := false
	for _, t := range []struct {
		name     string
		table    bulk.Table
		write    func(w *bufio.Writer, i int, url string)
		head     string
		programs []program
	}{
		{
			"csv",
			bulk.Table{Columns: []string{"url"}},
			writeCSV, "id,url,time,status\n",
			[]program{
				{name: "encoding/csv, PathUnescape", least: 5, run: goCSV, loose: true},
				{name: "Python csv, unquote", least: 20, run: python(pythonCSV), child: true, loose: true},
				{name: "DuckDB, one thread", least: 2, run: duckDB(1), child: true, loose: true},
			},
		},
		{
			"tsv",
			bulk.Table{Format: bulk.TSV, Columns: []string{"url"}},
			writeTSV, "id\turl\ttime\tstatus\n",
			[]program{{name: "Scanner, Split, PathUnescape", least: 6, run: goTSV}},
		},
		{
			"jsonl",
			bulk.Table{Format: bulk.JSONLines, Columns: []string{"url"}},
			writeJSON, "",
			[]program{{name: "encoding/json, PathUnescape", least: 15, run: goJSON, loose: true}},
		},
	} {
		if *only != "" && *only != t.name {
			continue
		}
		in := filepath.Join(dir, "in."+t.name)
		if err := writeTable(in, t.head, t.write); err != nil {
			return err
		}
		info, err := os.Stat(in)
		if err != nil {
			return err
		}
		ours := program{name: "bulk", run: func(in, out string) error { return decode(t.table, in, out) }}
		own, err := best(ours, in, filepath.Join(dir, "ours"))
		if err != nil {
			return err
		}
		fmt.Printf("%-5s %-32s %10v %6.0f MB/s\n", t.name, ours.name, own.Round(time.Millisecond), float64(info.Size())/1e6/own.Seconds())
		for _, p := range t.programs {
			if strings.HasPrefix(p.name, "DuckDB") && *modules == "" {
				fmt.Printf("%-5s %-32s skipped: no -modules\n", t.name, p.name)
				continue
			}
			out := filepath.Join(dir, "theirs")
			its, err := best(p, in, out)
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			ratio := its.Seconds() / own.Seconds()
			fmt.Printf("%-5s %-32s %10v %6.0f MB/s: bulk is %.1f times as fast, at least %.0f wanted\n",
				t.name, p.name, its.Round(time.Millisecond), float64(info.Size())/1e6/its.Seconds(), ratio, p.least)
			slow = slow || ratio < p.least
			if err := equal(t.name, filepath.Join(dir, "ours"), out, p.loose); err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
		}
	}
	if slow {
		return fmt.Errorf("less than wanted")
	}
	return nil
}

// best returns the least processor time that p takes.
func best(p program, in, out string) (time.Duration, error) {
	least := time.Duration(1 << 62)
	who := syscall.RUSAGE_SELF
	if p.child {
		who = syscall.RUSAGE_CHILDREN
	}
	for range *rounds {
		runtime.GC()
		before := used(who)
		if err := p.run(in, out); err != nil {
			return 0, err
		}
		least = min(least, used(who)-before)
	}
	return least, nil
}

// used returns the processor time of this process or of those that it started.
func used(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func writeTable(name, head string, row func(w *bufio.Writer, i int, url string)) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString(head)
	urls := corpus.Made(200_000)
	for i, n := 0, 0; n < *rows; i++ {
		// Nobody decodes what has no escape; peers refuse some, and change others.
		u := urls[i%len(urls)]
		if strings.ContainsAny(u, "\"\\\t") || !strings.Contains(u, "%") {
			continue
		}
		row(w, n, u)
		n++
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

func writeCSV(w *bufio.Writer, i int, u string) {
	if strings.ContainsAny(u, ",\"") {
		u = `"` + u + `"`
	}
	fmt.Fprintf(w, "%d,%s,2026-01-01T00:%02d:%02dZ,200\n", i, u, i/60%60, i%60)
}

func writeTSV(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, "%d\t%s\t2026-01-01T00:%02d:%02dZ\t200\n", i, u, i/60%60, i%60)
}

func writeJSON(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, `{"id":%d,"url":%q,"time":"2026-01-01T00:%02d:%02dZ","status":200}`+"\n", i, u, i/60%60, i%60)
}

func decode(table bulk.Table, in, out string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if *profile != "" {
		p, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer p.Close()
		if err := pprof.StartCPUProfile(p); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	op, err := bulk.Decode(bulk.Options{})
	if err != nil {
		return err
	}
	job := bulk.Job{Operation: op, Table: &table, Policy: bulk.Keep}
	if _, err := job.Run(f, bulk.Source{Name: in, Open: func() (io.ReadCloser, error) { return os.Open(in) }}); err != nil {
		return err
	}
	return f.Close()
}

// files opens both files, calls work and closes the second.
func files(in, out string, work func(r io.Reader, w io.Writer) error) error {
	r, err := os.Open(in)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := work(r, w); err != nil {
		return err
	}
	return w.Close()
}

// unescaped is what people write: a field that cannot be decoded stays.
func unescaped(s string) string {
	if text, err := url.PathUnescape(s); err == nil {
		return text
	}
	return s
}

func goCSV(in, out string) error {
	return files(in, out, func(r io.Reader, w io.Writer) error {
		from, to := csv.NewReader(r), csv.NewWriter(w)
		for {
			row, err := from.Read()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			row[1] = unescaped(row[1])
			if err := to.Write(row); err != nil {
				return err
			}
		}
		to.Flush()
		return to.Error()
	})
}

func goTSV(in, out string) error {
	return files(in, out, func(r io.Reader, w io.Writer) error {
		from, to := bufio.NewScanner(r), bufio.NewWriter(w)
		for from.Scan() {
			fields := strings.Split(from.Text(), "\t")
			fields[1] = unescaped(fields[1])
			to.WriteString(strings.Join(fields, "\t"))
			to.WriteByte('\n')
		}
		if err := from.Err(); err != nil {
			return err
		}
		return to.Flush()
	})
}

func goJSON(in, out string) error {
	return files(in, out, func(r io.Reader, w io.Writer) error {
		from, to := bufio.NewScanner(r), bufio.NewWriter(w)
		write := json.NewEncoder(to)
		write.SetEscapeHTML(false)
		for from.Scan() {
			var row map[string]any
			if err := json.Unmarshal(from.Bytes(), &row); err != nil {
				return err
			}
			row["url"] = unescaped(row["url"].(string))
			if err := write.Encode(row); err != nil {
				return err
			}
		}
		return to.Flush()
	})
}

const pythonCSV = `import csv, sys
from urllib.parse import unquote
with open(sys.argv[1], newline='') as f, open(sys.argv[2], 'w', newline='') as g:
    out = csv.writer(g, lineterminator='\n')
    for row in csv.reader(f):
        row[1] = unquote(row[1])
        out.writerow(row)
`

func python(script string) func(in, out string) error {
	return func(in, out string) error { return command("", "python3", "-c", script, in, out) }
}

const duckDBCSV = `const { DuckDBInstance } = require('@duckdb/node-api');
(async () => {
  const [threads, from, to] = process.argv.slice(2);
  const db = await DuckDBInstance.create(':memory:', { threads });
  const c = await db.connect();
  await c.run("COPY (SELECT id, url_decode(url) AS url, time, status FROM read_csv('" + from + "', header = true, all_varchar = true)) TO '" + to + "' (HEADER, DELIMITER ',')");
})();
`

func duckDB(threads int) func(in, out string) error {
	return func(in, out string) error {
		script := filepath.Join(*modules, "columns-bench.js")
		if err := os.WriteFile(script, []byte(duckDBCSV), 0o666); err != nil {
			return err
		}
		defer os.Remove(script)
		return command(*modules, "node", script, strconv.Itoa(threads), in, out)
	}
}

func command(dir string, args ...string) error {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	return cmd.Run()
}

// equal compares two results: byte for byte, or, where the other program writes
// some things another way, by what they say in a few rows.
func equal(format, a, b string, loose bool) error {
	x, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	y, err := os.ReadFile(b)
	if err != nil {
		return err
	}
	if !loose {
		if !bytes.Equal(x, y) {
			return fmt.Errorf("the results differ")
		}
		return nil
	}
	if format != "csv" {
		if n, m := bytes.Count(x, []byte("\n")), bytes.Count(y, []byte("\n")); n != m {
			return fmt.Errorf("%d rows, and not %d", m, n)
		}
		return nil
	}
	ours, theirs := csv.NewReader(bytes.NewReader(x)), csv.NewReader(bytes.NewReader(y))
	for range 1000 {
		p, err := ours.Read()
		if err != nil {
			return err
		}
		q, err := theirs.Read()
		if err != nil {
			return err
		}
		if strings.Join(p, "\x00") != strings.Join(q, "\x00") {
			return fmt.Errorf("%q, and not %q", q, p)
		}
	}
	return nil
}
