package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestReadersData: the data is what the recordings hold, as its schema has it.
func TestReadersData(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := release{root: root, dir: t.TempDir(), work: t.TempDir(), version: "v1.2.3", date: time.Unix(0, 0).UTC()}
	if err := r.readers(nil); err != nil {
		t.Fatal(err)
	}
	files := unpackedData(t, &r, "readers", "readers.jsonl", "urls.jsonl", "readings.jsonl")
	lines := linesOf(t, files)

	folder := filepath.Join(root, readersData)
	corpus, err := recordings.ReadCorpus(filepath.Join(folder, "corpus.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	lines("urls.jsonl", "URL", 1, func(line []byte) {
		var row urlRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if url, err := recordings.UnescapeURL(row.URL); err != nil || row.ID != n || url != corpus[n] {
			t.Errorf("line %d: %s, %v", n, line, err)
		}
		n++
	})
	if n != len(corpus) {
		t.Errorf("%d URLs of %d", n, len(corpus))
	}
	recorded := map[string]*recordings.ReaderRecording{}
	names, err := filepath.Glob(filepath.Join(folder, "recordings", "*.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	n = 0
	lines("readers.jsonl", "Reader", 1, func(line []byte) {
		var row readerRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rec, err := recordings.ReadReader(filepath.Join(folder, "recordings", row.ID+".txt.gz"))
		if err != nil || rec.Program != row.Program || rec.Same != row.Same {
			t.Errorf("%s: %v", line, err)
		}
		if n++; row.Same == "" {
			recorded[row.ID] = rec
		}
	})
	if n != len(names) {
		t.Errorf("%d readers of %d", n, len(names))
	}
	n = 0
	const some = 97
	lines("readings.jsonl", "Reading", some, func(line []byte) {
		n++
		if n%some != 0 {
			return
		}
		row := map[string]any{}
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		id, _ := row["reader"].(string)
		url, _ := row["url"].(float64)
		rec := recorded[id]
		if rec == nil {
			t.Fatalf("%s: no such reader", line)
		}
		a := rec.Answers[int(url)]
		parts := len(row) - len([]string{"reader", "url", "verdict"})
		for i, f := range a.Fields {
			if !f.Present {
				continue
			}
			parts--
			if text, _ := row[partsOf[rec.Kind][i]].(string); text != recordings.EscapeURL(f.Text) {
				t.Errorf("%s: %s is %q, want %q", line, partsOf[rec.Kind][i], text, f.Text)
			}
		}
		if parts != 0 || row["verdict"] != verdicts[a.Verdict] {
			t.Errorf("%s, and the recording has %v", line, a)
		}
	})
	want := 0 // some recordings are older than the last URLs
	for _, rec := range recorded {
		want += len(rec.Answers)
	}
	if n != want {
		t.Errorf("%d readings of %d readers, not %d", n, len(recorded), want)
	}
}

// unpackedData returns the files of data in a release, and checks that they are there.
func unpackedData(t *testing.T, r *release, what string, tables ...string) map[string][]byte {
	t.Helper()
	base := "percent_" + r.number() + "_" + what
	made, err := os.ReadFile(filepath.Join(r.dir, base+".tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	z, err := gzip.NewReader(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[strings.TrimPrefix(h.Name, base+"/")], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range append([]string{"LICENSE", "README.md", "schema.json"}, tables...) {
		if len(files[name]) == 0 {
			t.Errorf("no %s", name)
		}
	}
	return files
}

// linesOf returns a function that calls f with each line of a file, of which the schema is
// asked about one of so many.
func linesOf(t *testing.T, files map[string][]byte) func(name, def string, oneOf int, f func(line []byte)) {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(files["schema.json"]))
	if err != nil {
		t.Fatal(err)
	}
	const at = "schema.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(at, schema); err != nil {
		t.Fatal(err)
	}
	return func(name, def string, oneOf int, f func(line []byte)) {
		s, err := compiler.Compile(at + "#/$defs/" + def)
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewScanner(bytes.NewReader(files[name]))
		in.Buffer(nil, len(files[name])+1)
		for i := 0; in.Scan(); i++ {
			if f(in.Bytes()); i%oneOf != 0 {
				continue
			}
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(in.Bytes()))
			if err == nil {
				err = s.Validate(v)
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", name, in.Bytes(), err)
			}
		}
	}
}
