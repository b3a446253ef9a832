// Columns measures how fast package bulk decodes a column of a million URLs in
// CSV, TSV and JSON Lines, beside what people write in Go and Python and, where
// their packages can be found, beside DuckDB and ClickHouse. Other shapes of these formats are compared
// with the plain one. All read and write the same files, in turn. On one processor they are measured by the processor time that they take, on
// two by the time that passes; of DuckDB and ClickHouse only the query counts, not the
// start of node. It exits with status 1 if bulk is not as many times as fast as it should be,
// or if results differ.
//
//	go run ./columns [-rows 1000000] [-rounds 3] [-profile FILE]
//
// For these, run npm install @duckdb/node-api chdb in a folder and name it with -modules.
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
	modules = flag.String("modules", "", "folder with node_modules/@duckdb/node-api and node_modules/chdb")
	only    = flag.String("only", "", "csv, tsv or jsonl")
)

// The columns that are decoded, and the headers of the tables.
var (
	urlColumn = bulk.Table{Columns: []string{"url"}}
	tsvColumn = bulk.Table{Format: bulk.TSV, Columns: []string{"url"}}
)

const (
	csvHead = "id,url,time,status\n"
	tsvHead = "id\turl\ttime\tstatus\n"
)

func member(name string) bulk.Table {
	return bulk.Table{Format: bulk.JSONLines, Columns: []string{name}}
}

// A program decodes the column url of a file into another.
type program struct {
	name  string
	least float64 // how many times as fast bulk should be, or 0
	run   func(in, out string) error
	child bool // it is another process
	loose bool // its result has other quotes, spaces or order
	// told returns the time of the last run as the program itself measured it.
	told func() (cpu, passed time.Duration)
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
	slow := false
	plain := map[string]float64{} // the speed of each format without anything odd
	for _, t := range []struct {
		name       string
		processors int
		table      bulk.Table
		write      func(w *bufio.Writer, i int, url string)
		head       string
		programs   []program
	}{
		{
			"csv", 1, urlColumn, writeCSV, csvHead,
			[]program{
				{name: "encoding/csv, PathUnescape", least: 5, run: goCSV(','), loose: true},
				{name: "Python csv, unquote", least: 20, run: python(pythonCSV), child: true, loose: true},
				duckDB(1),
				clickHouse(1),
			},
		},
		{"quoted.csv", 1, urlColumn, quotedCSV, quotedHead, []program{duckDB(1), clickHouse(1)}},
		{"other.csv", 1, urlColumn, otherCSV, "id,url,time,note\n", []program{duckDB(1), clickHouse(1)}},
		{"wide.csv", 1, urlColumn, wideCSV, wideHead(), []program{duckDB(1), clickHouse(1)}},
		{"needs.csv", 1, urlColumn, changed(writeCSV, "", "", "%2C%20x"), csvHead, []program{duckDB(1), clickHouse(1)}},
		{"malformed.csv", 1, urlColumn, malformedCSV, csvHead, nil},
		{"into.csv", 1, bulk.Table{Columns: []string{"url"}, Into: []string{"decoded"}}, writeCSV, csvHead, nil},
		{"csv", 2, urlColumn, writeCSV, csvHead, []program{duckDB(2), clickHouse(2)}},
		{
			"tsv", 1, tsvColumn, writeTSV, tsvHead,
			[]program{
				{name: "encoding/csv, PathUnescape", least: 6, run: goCSV('\t'), loose: true},
				{name: "Scanner, Split, PathUnescape", run: goTSV},
			},
		},
		{
			"jsonl", 1, member("url"), writeJSON, "",
			[]program{{name: "encoding/json, PathUnescape", least: 15, run: goJSON, loose: true}, clickHouse(1)},
		},
		{"tabs.tsv", 1, tsvColumn, changed(writeTSV, "", "", "%09x"), tsvHead, nil},
		{"php.jsonl", 1, member("url"), changed(writeJSON, "/", `\/`, ""), "", []program{clickHouse(1)}},
		{"go.jsonl", 1, member("url"), changed(writeJSON, "&", `\u0026`, ""), "", []program{clickHouse(1)}},
		{"python.jsonl", 1, member("url"), changed(writeJSON, "", "", `\u65e5\u672c`), "", []program{clickHouse(1)}},
		{"request.jsonl", 1, member("/request/url"), writeRequest, "", nil},
	} {
		if !strings.HasSuffix(t.name, *only) {
			continue
		}
		if t.processors > runtime.NumCPU() {
			fmt.Printf("%-13s skipped: there are no %d processors\n", t.name, t.processors)
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
		programs := []program{{name: "bulk", run: func(in, out string) error { return decode(t.table, in, out) }}}
		for _, p := range t.programs {
			if p.told != nil && *modules == "" {
				fmt.Printf("%-13s %-30s skipped: no -modules\n", t.name, p.name)
				continue
			}
			programs = append(programs, p)
		}
		runtime.GOMAXPROCS(t.processors)
		times, err := best(programs, in, filepath.Join(dir, "out"), t.processors)
		if err != nil {
			return err
		}
		for i, p := range programs {
			mbps := float64(info.Size()) / 1e6 / times[i].Seconds()
			fmt.Printf("%-13s %-30s %d processor %8v %5.0f MB/s", t.name, p.name, t.processors, times[i].Round(time.Millisecond), mbps)
			switch format := strings.TrimPrefix(filepath.Ext("."+t.name), "."); {
			case i > 0 || t.processors > 1:
			case format == t.name:
				plain[format] = mbps
			case plain[format] > 0:
				fmt.Printf(": %.2f of %s", mbps/plain[format], format)
			}
			if i > 0 {
				ratio := times[i].Seconds() / times[0].Seconds()
				fmt.Printf(": bulk is %.1f times as fast", ratio)
				if p.least > 0 {
					fmt.Printf(", at least %.0f wanted", p.least)
				}
				slow = slow || ratio < p.least
				if err := equal(t.name, filepath.Join(dir, "out0"), filepath.Join(dir, fmt.Sprint("out", i)), p.loose); err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
			}
			fmt.Println()
		}
	}
	if slow {
		return fmt.Errorf("less than wanted")
	}
	return nil
}

// best returns the least time that each program takes: of the processor if there is
// one, else as it passes.
func best(programs []program, in, out string, processors int) ([]time.Duration, error) {
	least := make([]time.Duration, len(programs))
	for range *rounds {
		for i, p := range programs {
			who := syscall.RUSAGE_SELF
			if p.child {
				who = syscall.RUSAGE_CHILDREN
			}
			runtime.GC()
			before, start := used(who), time.Now()
			if err := p.run(in, fmt.Sprint(out, i)); err != nil {
				return nil, fmt.Errorf("%s: %w", p.name, err)
			}
			cpu, passed := used(who)-before, time.Since(start)
			if p.told != nil {
				cpu, passed = p.told()
			}
			if processors > 1 {
				cpu = passed
			}
			if least[i] == 0 || cpu < least[i] {
				least[i] = cpu
			}
		}
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

// The shapes of CSV that have quotation marks, and one with a malformed escape in each
// hundredth row.

const quotedHead = `"id","url","time","status"` + "\n"

func quotedCSV(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, `"%d","%s","2026-01-01T00:%02d:%02dZ","200"`+"\n", i, u, i/60%60, i%60)
}

func otherCSV(w *bufio.Writer, i int, u string) {
	if strings.ContainsAny(u, ",\"") {
		u = `"` + u + `"`
	}
	fmt.Fprintf(w, "%d,%s,2026-01-01T00:%02d:%02dZ,\"one, \"\"two\"\"\"\n", i, u, i/60%60, i%60)
}

// others are the columns of a wide table beside the URL.
const others = 49

func wideHead() string {
	var b strings.Builder
	for i := range others {
		fmt.Fprintf(&b, `"c%d",`, i)
	}
	return b.String() + `"url"` + "\n"
}

func wideCSV(w *bufio.Writer, i int, u string) {
	for k := range others {
		fmt.Fprintf(w, `"%d",`, i+k)
	}
	fmt.Fprintf(w, "\"%s\"\n", u)
}

func malformedCSV(w *bufio.Writer, i int, u string) {
	if i%100 == 0 {
		u = "%zz" + u
	}
	writeCSV(w, i, u)
}

// changed writes the rows of write with each old in the URL as it is in new, and more behind it.
func changed(write func(w *bufio.Writer, i int, u string), old, new, more string) func(w *bufio.Writer, i int, u string) {
	return func(w *bufio.Writer, i int, u string) {
		if old != "" {
			u = strings.ReplaceAll(u, old, new)
		}
		write(w, i, u+more)
	}
}

func writeTSV(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, "%d\t%s\t2026-01-01T00:%02d:%02dZ\t200\n", i, u, i/60%60, i%60)
}

func writeJSON(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, `{"id":%d,"url":"%s","time":"2026-01-01T00:%02d:%02dZ","status":200}`+"\n", i, u, i/60%60, i%60)
}

func writeRequest(w *bufio.Writer, i int, u string) {
	fmt.Fprintf(w, `{"id":%d,"request":{"method":"GET","url":"%s"},"status":200}`+"\n", i, u)
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

func goCSV(delim rune) func(in, out string) error {
	return func(in, out string) error {
		return files(in, out, func(r io.Reader, w io.Writer) error {
			from, to := csv.NewReader(r), csv.NewWriter(w)
			from.Comma, to.Comma = delim, delim
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
		if err := from.Err(); err != nil {
			return err
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
	return func(in, out string) error {
		cmd := exec.Command("python3", "-c", script, in, out)
		cmd.Stderr = os.Stderr
		return cmd.Run()
	}
}

const duckDBCSV = `const { DuckDBInstance } = require('@duckdb/node-api');
(async () => {
  const [threads, from, to] = process.argv.slice(2);
  const db = await DuckDBInstance.create(':memory:', { threads });
  const c = await db.connect();
  const cpu = process.cpuUsage(), start = performance.now();
  await c.run("COPY (SELECT * REPLACE (url_decode(url) AS url) FROM read_csv('" + from + "', header = true, all_varchar = true)) TO '" + to + "' (HEADER, DELIMITER ',')");
  const used = process.cpuUsage(cpu);
  console.log(used.user + used.system, Math.round(1e3 * (performance.now() - start)));
})();
`

func duckDB(threads int) program { return inNode("DuckDB, url_decode", duckDBCSV, threads) }

// ClickHouse reads each column as a text, as the others do.
const clickHouseTable = `const { Session } = require('chdb');
const [threads, from, to] = process.argv.slice(2);
const format = { csv: 'CSVWithNames', tsv: 'TSVWithNames', jsonl: 'JSONEachRow' }[from.split('.').pop()];
const session = new Session();
session.query('SELECT 1');
const cpu = process.cpuUsage(), start = performance.now();
session.query("INSERT INTO FUNCTION file('" + to + "', '" + format + "') SELECT * REPLACE (decodeURLComponent(url) AS url) FROM file('" + from + "', '" + format + "')" +
  " SETTINGS engine_file_truncate_on_insert = 1, max_threads = " + threads + ", input_format_parallel_parsing = " + (threads > 1 ? 1 : 0) + ", output_format_parallel_formatting = " + (threads > 1 ? 1 : 0) +
  ", input_format_try_infer_dates = 0, input_format_try_infer_datetimes = 0, input_format_csv_use_best_effort_in_schema_inference = 0, output_format_json_escape_forward_slashes = 0");
const used = process.cpuUsage(cpu);
console.log(used.user + used.system, Math.round(1e3 * (performance.now() - start)));
session.cleanup();
`

func clickHouse(threads int) program {
	return inNode("ClickHouse, decodeURLComponent", clickHouseTable, threads)
}

// inNode returns a program whose script prints the microseconds of processor time that it
// took, and those that passed.
func inNode(name, script string, threads int) program {
	var cpu, passed int64
	return program{
		name: name, least: 2, child: true, loose: true,
		told: func() (time.Duration, time.Duration) {
			return time.Duration(cpu) * time.Microsecond, time.Duration(passed) * time.Microsecond
		},
		run: func(in, out string) error {
			file := filepath.Join(*modules, "columns-bench.js")
			if err := os.WriteFile(file, []byte(script), 0o666); err != nil {
				return err
			}
			defer os.Remove(file)
			cmd := exec.Command("node", file, strconv.Itoa(threads), in, out)
			cmd.Dir, cmd.Stderr = *modules, os.Stderr
			times, err := cmd.Output()
			if err != nil {
				return err
			}
			_, err = fmt.Sscan(string(times), &cpu, &passed)
			return err
		},
	}
}

// equal compares two results: byte for byte, or, if the other program writes some
// things in another way, the fields of the first rows, or only how many rows there
// are.
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
	if !strings.HasSuffix(format, "csv") {
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
