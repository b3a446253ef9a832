package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pct-encoded/percent/internal/recordings"
)

// readersData is the folder of the recordings of readers, in the project's folder.
var readersData = filepath.Join("interop", "readers")

// readers packs how programs read URLs, as data for others.
func (r *release) readers([]artefact) error { return r.data("readers", readersData, tablesOfReaders) }

// data packs the tables of a folder of recordings, with their schema and the licence.
func (r *release) data(what, folder string, tablesOf func(folder string) ([]table, error)) error {
	work := filepath.Join(r.work, what)
	if err := os.MkdirAll(work, 0o755); err != nil {
		return err
	}
	files := []file{{source: filepath.Join(r.root, "LICENSE"), name: "LICENSE", mode: 0o644}}
	for _, name := range []string{"README.md", "schema.json"} {
		files = append(files, file{source: filepath.Join(r.root, folder, "data", name), name: name, mode: 0o644})
	}
	tables, err := tablesOf(filepath.Join(r.root, folder))
	if err != nil {
		return err
	}
	for _, t := range tables {
		source := filepath.Join(work, t.name)
		if err := writeLines(source, t.rows); err != nil {
			return err
		}
		files = append(files, file{source: source, name: t.name, mode: 0o644})
	}
	base := "percent_" + r.number() + "_" + what
	f, err := os.Create(filepath.Join(r.dir, base+".tar.gz"))
	if err != nil {
		return err
	}
	return errors.Join(r.tarball(f, base, files), f.Close())
}

// A table is a file of the data: rows calls its argument with the row of each line.
type table struct {
	name string
	rows func(write func(row any) error) error
}

type readerRow struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Program string `json:"program"`
	Kind    string `json:"kind"`
	Call    string `json:"call"`
	Same    string `json:"same,omitempty"`
}

type urlRow struct {
	ID  int    `json:"id"`
	URL string `json:"url"`
}

// partsOf are the keys of a reading in the order of the fields of a recording.
var partsOf = map[string][]string{
	recordings.Accessors: recordings.AccessorFields,
	recordings.Client:    {"address", "port", "name", "host_field", "target"},
}

// tablesOfReaders reads the recordings of a folder.
func tablesOfReaders(folder string) ([]table, error) {
	corpus, err := recordings.ReadCorpus(filepath.Join(folder, "corpus.txt.gz"))
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(folder, "recordings", "*.txt.gz"))
	if err != nil || len(names) == 0 {
		return nil, errors.Join(err, fmt.Errorf("%s holds no recordings", folder))
	}
	var readers []readerRow
	var recorded []*recordings.ReaderRecording
	for _, name := range names {
		rec, err := recordings.ReadReader(name)
		if err != nil {
			return nil, err
		}
		readers = append(readers, readerRow{rec.ID(), rec.Name, rec.Version, rec.Program, rec.Kind, rec.Call, rec.Same})
		if rec.Same == "" {
			recorded = append(recorded, rec)
		}
	}
	return []table{
		{"readers.jsonl", func(write func(any) error) error {
			for _, r := range readers {
				if err := write(r); err != nil {
					return err
				}
			}
			return nil
		}},
		{"urls.jsonl", func(write func(any) error) error {
			for i, u := range corpus {
				if err := write(urlRow{i, recordings.EscapeURL(u)}); err != nil {
					return err
				}
			}
			return nil
		}},
		{"readings.jsonl", func(write func(any) error) error {
			for _, rec := range recorded {
				for i, a := range rec.Answers {
					if err := write(readingRow{rec, i, a}); err != nil {
						return err
					}
				}
			}
			return nil
		}},
	}, nil
}

// A readingRow is what one reader makes of one URL.
type readingRow struct {
	of     *recordings.ReaderRecording
	url    int
	answer recordings.Answer
}

var verdicts = map[byte]string{recordings.URLRead: "read", recordings.URLRefused: "refused", recordings.URLNoInput: "not-given"}

// MarshalJSON writes the parts that are there, in the order of the recording.
func (r readingRow) MarshalJSON() ([]byte, error) {
	verdict, ok := verdicts[r.answer.Verdict]
	if !ok {
		return nil, fmt.Errorf("%s: verdict %q", r.of.ID(), r.answer.Verdict)
	}
	b := fmt.Appendf(nil, `{"reader":%q,"url":%d,"verdict":%q`, r.of.ID(), r.url, verdict)
	for i, f := range r.answer.Fields {
		if f.Present {
			// What EscapeURL writes is ASCII, of which %q escapes what JSON does.
			b = fmt.Appendf(b, `,%q:%q`, partsOf[r.of.Kind][i], recordings.EscapeURL(f.Text))
		}
	}
	return append(b, '}'), nil
}

// writeLines writes each row as a line of JSON.
func writeLines(name string, rows func(write func(row any) error) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return errors.Join(rows(e.Encode), w.Flush(), f.Close())
}
