// Command partitions records what directory engines write for a value of a column that partitions a
// table, and what they read back from the directories of each other:
//
//	go run ./partitions
//
// Started in interop, it writes partitions/recordings.tsv and ../docs/data/partition-paths.md. DuckDB,
// ClickHouse (as chdb) and Polars come from npm, PyArrow from Debian sid by the command in get, iceberg-go from the Go module proxy.
// Hive's directories are those of the dialect hive, which was made from its source.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

var (
	//go:embed values.json
	valuesText []byte
	//go:embed main.mjs
	nodeProgram []byte
	//go:embed main.py
	pythonProgram []byte
	//go:embed iceberg.go.txt
	icebergProgram []byte
)

// failed is what an engine answers with that refuses, or has no such column.
const failed = "!"

// An engine writes and reads. Its functions are nil where it does not.
type engine struct {
	name, version string
	run           func(request) (answers, error)
	reads, writes bool
	written       []string  // by value
	read          []*string // by directory
}

type request struct {
	Engine string   `json:"engine"`
	Write  []string `json:"write"`
	Read   []string `json:"read"`
}

type answers struct {
	Version string    `json:"version"`
	Write   []string  `json:"write"`
	Read    []*string `json:"read"`
}

func main() {
	if err := record(); err != nil {
		fmt.Fprintln(os.Stderr, "partitions: error:", err)
		os.Exit(1)
	}
}

func record() error {
	var values []string
	if err := json.Unmarshal(valuesText, &values); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "partitions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	engines, err := install(dir)
	if err != nil {
		return err
	}
	for _, e := range engines {
		if e.writes {
			a, err := e.run(request{e.name, values, []string{}})
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			e.version, e.written = a.Version, a.Write
		}
	}
	var names []string
	for _, e := range engines {
		for _, d := range e.written {
			if d != failed && !slices.Contains(names, d) {
				names = append(names, d)
			}
		}
	}
	for _, e := range engines {
		if e.reads {
			a, err := e.run(request{e.name, []string{}, names})
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			e.version, e.read = a.Version, a.Read
		}
	}
	if err := os.WriteFile("partitions/recordings.tsv", table(engines, values, names), 0o666); err != nil {
		return err
	}
	return os.WriteFile("../docs/data/partition-paths.md", page(engines, values, names), 0o666)
}

// install brings the engines into a folder.
func install(dir string) ([]*engine, error) {
	hive, err := dialect.Lookup("hive")
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"package.json": []byte(`{"private": true}`), "main.mjs": nodeProgram, "main.go": icebergProgram, "go.mod": []byte("module iceberg\n\ngo 1.24\n")}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return nil, err
		}
	}
	for _, c := range [][]string{
		{"npm", "install", "--no-audit", "--no-fund", "@duckdb/node-api@1.5.6-r.1", "chdb@3.4.0", "nodejs-polars@0.26.1", "nodejs-polars-linux-x64-gnu@0.26.1"},
		{"go", "get", "github.com/apache/iceberg-go@v0.7.0"},
		{"go", "build", "-mod=mod", "-o", "iceberg", "."},
	} {
		cmd := exec.Command(c[0], c[1:]...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(c, " "), err)
		}
	}
	got, err := exec.Command("go", "run", "./get", "pyarrow@sid").Output()
	if err != nil {
		return nil, err
	}
	var root string
	for line := range strings.Lines(string(got)) {
		if text, ok := strings.CutPrefix(line, "root\t"); ok {
			root = strings.TrimSpace(text)
		}
	}
	stage := filepath.Join(root, "srv/partitions")
	if err := os.MkdirAll(stage, 0o777); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(stage, "main.py"), pythonProgram, 0o666); err != nil {
		return nil, err
	}
	node := command(dir, "node", "main.mjs")
	return []*engine{
		{name: "Hive", writes: true, run: func(q request) (answers, error) {
			a := answers{Version: "the dialect hive"}
			for _, v := range q.Write {
				if v == "" {
					v = "__HIVE_DEFAULT_PARTITION__"
				}
				a.Write = append(a.Write, "k="+hive.Encoding().Encode(v))
			}
			return a, nil
		}},
		{name: "DuckDB", writes: true, reads: true, run: node},
		{name: "ClickHouse", writes: true, reads: true, run: node},
		{name: "PyArrow", writes: true, reads: true, run: command(dir, "unshare", "--wd=/srv/partitions", "--root="+root, "--mount-proc", "python3", "-W", "ignore", "main.py")},
		{name: "Polars", reads: true, run: node},
		{name: "iceberg-go", writes: true, run: command(dir, "./iceberg")},
	}, nil
}

// command returns a function that asks a program.
func command(dir, name string, args ...string) func(request) (answers, error) {
	return func(q request) (a answers, err error) {
		in, err := json.Marshal(q)
		if err != nil {
			return a, err
		}
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(in), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return a, err
		}
		err = json.Unmarshal(out, &a)
		if len(a.Write) != len(q.Write) || len(a.Read) != len(q.Read) {
			err = fmt.Errorf("it gave %d and %d answers to %d and %d questions", len(a.Write), len(a.Read), len(q.Write), len(q.Read))
		}
		a.Version = strings.TrimPrefix(a.Version, "v")
		return a, err
	}
}

// table returns the recordings: what was asked and answered, as JSON strings.
func table(engines []*engine, values, names []string) []byte {
	var b bytes.Buffer
	b.WriteString("# What engines write for a value of the column k, and read from a directory: write or read, the engine, its\n# version, the value or the directory, and the answer, ! where there was an error. Made by go run ./partitions.\n")
	for _, e := range engines {
		for i, d := range e.written {
			fmt.Fprintf(&b, "write\t%s\t%s\t%s\t%s\n", e.name, e.version, quoted(&values[i]), quoted(&d))
		}
		for i, v := range e.read {
			fmt.Fprintf(&b, "read\t%s\t%s\t%s\t%s\n", e.name, e.version, quoted(&names[i]), quoted(v))
		}
	}
	return b.Bytes()
}

func quoted(text *string) string {
	if text != nil && *text == failed {
		return failed
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always has a form
	return strings.TrimSuffix(b.String(), "\n")
}

// page returns the document: what each writes, and who reads it back.
func page(engines []*engine, values, names []string) []byte {
	var b bytes.Buffer
	b.WriteString("# Partition paths\n\nA table that is partitioned by a column `k` has a directory `k=VALUE` for each value. Engines escape values in different ways, and what one wrote another may read as another value. Each of these was run on the same values by [`interop/partitions`](../../interop/partitions), but Hive, whose directories are those of the dialect [`hive`](dialects.md), made from its source:\n\n```console\n$ percent encode --as hive 'a b/c=d'\na b%2Fc%3Dd\n```\n\n")
	var list []string
	for _, e := range engines {
		if e.name != "Hive" {
			list = append(list, e.name+" "+e.version)
		}
	}
	fmt.Fprintf(&b, "The versions are %s. Polars was only asked to read, and iceberg-go to write: Iceberg keeps values in its metadata, so that its directories matter only to others.\n\n- iceberg-go writes a space as `+`, which all that read take for a plus sign. Hive writes it as it is, DuckDB and PyArrow as `%%20`.\n- ClickHouse, told to write `k={_partition_id}/x.csv`, escapes nothing, so that `a/b` becomes two folders, and refuses `?`, `*`, braces and others; it does not decode what it reads, either, and takes `__HIVE_DEFAULT_PARTITION__` for text.\n- DuckDB reads `null` and `NULL` as no value, and writes these texts so.\n- Hive writes an empty text as it writes none; DuckDB and PyArrow keep them apart.\n- The text `__HIVE_DEFAULT_PARTITION__` comes back from none of them but ClickHouse.\n- Polars infers a type, and `01` comes back as 1.\n\n## Who reads whom\n\nThe values that do not come back:\n\n| written by | read by | what comes back otherwise |\n|---|---|---|\n", strings.Join(list, ", "))
	for _, w := range engines {
		for _, r := range engines {
			if w.written == nil || r.read == nil {
				continue
			}
			var wrong []string
			for i, d := range w.written {
				if d == failed {
					wrong = append(wrong, code(quoted(&values[i]))+" is not written")
					continue
				}
				if got := r.read[slices.Index(names, d)]; got == nil || *got != values[i] {
					wrong = append(wrong, code(quoted(&values[i]))+": "+code(quoted(got)))
				}
			}
			if wrong == nil {
				wrong = []string{"nothing"}
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", w.name, r.name, strings.Join(wrong, ", "))
		}
	}
	b.WriteString("\n`!` is an error, or no column `k`.\n\n## What they write\n\n| value |")
	for _, w := range engines {
		if w.written != nil {
			b.WriteString(" " + w.name + " |")
		}
	}
	b.WriteString("\n|---|")
	for _, w := range engines {
		if w.written != nil {
			b.WriteString("---|")
		}
	}
	for i := range values {
		b.WriteString("\n| " + code(quoted(&values[i])) + " |")
		for _, w := range engines {
			if w.written != nil {
				b.WriteString(" " + code(strings.Trim(quoted(&w.written[i]), `"`)) + " |")
			}
		}
	}
	b.WriteString("\n\nNot run: Trino, Delta Lake, Spark, and Iceberg and Hive in Java, none of which Debian, npm or the Go module proxy brings as a program.\n")
	return b.Bytes()
}

// code returns a text as code in a table.
func code(text string) string { return "`" + strings.ReplaceAll(text, "|", `\|`) + "`" }
