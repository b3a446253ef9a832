package interop

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// TestRandomInputsAreDrawn finds inputs that were edited, and a generator that
// changed.
func TestRandomInputsAreDrawn(t *testing.T) {
	got, err := os.ReadFile(filepath.Join("random", "inputs.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, Random(Seed).Render()) {
		t.Error("random/inputs.json is not what Random draws: go run ./record -draw, and record anew")
	}
}

// checkRandom reports what is wrong with what was recorded at random. recorded
// holds the implementations of recordings/ by ID, files the random recordings by
// recorder.
func checkRandom(in *recordings.RandomInputs, recorded map[string]*recordings.Implementation, files map[string][]byte, missing [][]string) []error {
	var errs []error
	report := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	has := map[string]bool{}
	for name, file := range files {
		rec, err := recordings.ParseRandomRecording(file)
		if err != nil {
			report("%s: %w", name, err)
			continue
		}
		if rec.Recorder != name {
			report("%s: recorder is %q", name, rec.Recorder)
		}
		if !bytes.Equal(rec.Render(), file) {
			report("%s: not in the canonical formatting", name)
		}
		for _, a := range rec.Implementations {
			m := recorded[a.ID]
			switch {
			case m == nil || m.File != name || m.Kind != a.Kind || m.Units != a.Units:
				report("%s: %s is not what recordings/%[1]s.json has", name, a.ID)
			case has[a.ID]:
				report("%s: %s twice", name, a.ID)
			case a.Version == "" || len(a.Sum) != 32:
				report("%s: %s has no version or no sum", name, a.ID)
			case len(a.Answers) != len(in.Questions(a.Kind, a.Units)):
				report("%s: %s has %d answers", name, a.ID, len(a.Answers))
			case strings.Trim(a.Answers, string([]byte{recordings.Refused, recordings.Inexpressible})) == "":
				report("%s: %s answered nothing", name, a.ID)
			}
			has[a.ID] = true
		}
	}
	listed := map[string]bool{}
	for _, row := range missing {
		if len(row) != 2 || strings.TrimSpace(row[1]) == "" || listed[row[0]] {
			report("missing.txt: %q is not an ID or a recorder, tab, reason, or stands there twice", strings.Join(row, "\t"))
		}
		listed[row[0]] = true
	}
	needed := map[string]bool{}
	for id, m := range recorded {
		switch {
		case has[id] && listed[id]:
			report("missing.txt: %s is recorded", id)
		case has[id]:
		case listed[id]:
			needed[id] = true
		case listed[m.File]:
			needed[m.File] = true
		default:
			report("%s has met no random inputs, and missing.txt names neither it nor %s", id, m.File)
		}
	}
	for name := range listed {
		if !needed[name] {
			report("missing.txt: %s is not needed", name)
		}
	}
	return errs
}

// readRandom returns what was recorded, at random and before.
func readRandom(t *testing.T) (*recordings.RandomInputs, map[string]*recordings.Implementation, map[string][]byte) {
	t.Helper()
	in, err := recordings.ReadRandomInputs(filepath.Join("random", "inputs.json"))
	if err != nil {
		t.Fatal(err)
	}
	all, err := recordings.Read(".")
	if err != nil {
		t.Fatal(err)
	}
	recorded := map[string]*recordings.Implementation{}
	for _, m := range all {
		recorded[m.ID] = m
	}
	paths, err := filepath.Glob("random/*.json")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if filepath.Base(path) == "inputs.json" {
			continue
		}
		if files[strings.TrimSuffix(filepath.Base(path), ".json")], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return in, recorded, files
}

// TestRandomRecordingsAreWhole accounts for every implementation, and for the
// size of it all.
func TestRandomRecordingsAreWhole(t *testing.T) {
	in, recorded, files := readRandom(t)
	missing, err := readTSV("random/missing.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range checkRandom(in, recorded, files, missing) {
		t.Error(err)
	}
	size := len(in.Render())
	for _, file := range files {
		size += len(file)
	}
	if size > 10_000_000 {
		t.Errorf("%d bytes are more than 10 MB", size)
	}
	t.Logf("%d bytes", size)
}

// TestCheckRandomFails breaks a recording in every way checkRandom is there for.
func TestCheckRandomFails(t *testing.T) {
	in := &recordings.RandomInputs{Classes: []recordings.RandomClass{
		{Kind: recordings.Encoder, Units: recordings.Bytes, Inputs: [][]byte{{'a'}, {'b'}}},
	}}
	recorded := map[string]*recordings.Implementation{
		"x.e": {ID: "x.e", Kind: recordings.Encoder, Units: recordings.Bytes, File: "r"},
		"y.e": {ID: "y.e", Kind: recordings.Encoder, Units: recordings.Bytes, File: "gone"},
	}
	listed := [][]string{{"gone", "why"}}
	check := func(change func(*recordings.RandomRecording, *recordings.RandomAnswers), missing [][]string) []error {
		a := &recordings.RandomAnswers{ID: "x.e", Kind: recordings.Encoder, Units: recordings.Bytes, Version: "1", Sum: strings.Repeat("0", 32), Answers: "a!"}
		rec := &recordings.RandomRecording{Recorder: "r", Implementations: []*recordings.RandomAnswers{a}}
		change(rec, a)
		return checkRandom(in, recorded, map[string][]byte{"r": rec.Render()}, missing)
	}
	whole := func(*recordings.RandomRecording, *recordings.RandomAnswers) {}
	if errs := check(whole, listed); len(errs) > 0 {
		t.Fatalf("a whole recording: %v", errs)
	}
	for name, change := range map[string]func(*recordings.RandomRecording, *recordings.RandomAnswers){
		"recorder": func(r *recordings.RandomRecording, _ *recordings.RandomAnswers) { r.Recorder = "other" },
		"id":       func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.ID = "x.other" },
		"units":    func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.Units = recordings.Text },
		"version":  func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.Version = "" },
		"sum":      func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.Sum = "0" },
		"too few":  func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.Answers = "a" },
		"nothing":  func(_ *recordings.RandomRecording, a *recordings.RandomAnswers) { a.Answers = "!-" },
		"twice": func(r *recordings.RandomRecording, a *recordings.RandomAnswers) {
			r.Implementations = append(r.Implementations, a)
		},
	} {
		if errs := check(change, listed); len(errs) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
	for name, missing := range map[string][][]string{
		"not listed": nil,
		"no reason":  {{"gone", ""}},
		"not needed": {{"gone", "why"}, {"elsewhere", "why"}},
		"recorded":   {{"gone", "why"}, {"x.e", "why"}},
	} {
		if errs := check(whole, missing); len(errs) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
}
