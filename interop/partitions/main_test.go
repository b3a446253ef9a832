package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestPage: the page says what the recordings say.
func TestPage(t *testing.T) {
	var values, names []string
	if err := json.Unmarshal(valuesText, &values); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("recordings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	answer := func(field string) *string {
		if field == failed {
			return &field
		}
		var s *string
		if err := json.Unmarshal([]byte(field), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	var engines []*engine
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 5 {
			continue
		}
		if n := len(engines); n == 0 || engines[n-1].name != f[1] {
			engines = append(engines, &engine{name: f[1], version: f[2]})
		}
		e := engines[len(engines)-1]
		switch f[0] {
		case "write":
			if want := values[len(e.written)]; *answer(f[3]) != want {
				t.Fatalf("%s is not %q", line, want)
			}
			e.written = append(e.written, *answer(f[4]))
		case "read":
			if len(names) == len(e.read) {
				names = append(names, *answer(f[3]))
			}
			e.read = append(e.read, answer(f[4]))
		}
	}
	want, err := os.ReadFile("../../docs/data/partition-paths.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := page(engines, values, names); string(got) != string(want) {
		t.Error("docs/data/partition-paths.md says something else; go run ./partitions writes it")
	}
	if got := table(engines, values, names); string(got) != string(text) {
		t.Error("recordings.tsv does not read as it was written")
	}
}
