package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/pct-encoded/percent/internal/recordings"
)

// recordRandom returns the function that records the answers to the random inputs.
// With keep, the answers themselves are written to files in that folder.
func recordRandom(only []string, prune bool, keep string) (func(name string) (note string, err error), error) {
	in, err := recordings.ReadRandomInputs(filepath.Join("random", "inputs.json"))
	if err != nil {
		return nil, fmt.Errorf("%w (run it in the folder interop)", err)
	}
	return func(name string) (string, error) { return randomly(in, name, only, prune, keep) }, nil
}

// randomly runs one recorder over the random inputs and writes its file.
func randomly(in *recordings.RandomInputs, name string, only []string, prune bool, keep string) (note string, err error) {
	offered, err := list(name, "")
	if err != nil {
		return "", err
	}
	listed, todo := choose(offered, only)
	if len(todo) == 0 {
		return "", nil
	}
	tallies := map[string]*recordings.Tally{}
	kept := map[string]*bytes.Buffer{}
	for _, m := range todo {
		tallies[m.ID], kept[m.ID] = &recordings.Tally{}, &bytes.Buffer{}
	}
	questions := func(m *recordings.Implementation) []recordings.Question { return in.Questions(m.Kind, m.Units) }
	err = ask(name, "", todo, questions, func(m *recordings.Implementation, q recordings.Question, r recordings.Result) {
		tallies[m.ID].Add(r)
		switch b := kept[m.ID]; {
		case keep == "":
		case r.Inexpressible:
			fmt.Fprintf(b, "%x\t-\n", q.Octets)
		case r.Message != "":
			fmt.Fprintf(b, "%x\t!%s\n", q.Octets, r.Message)
		default:
			fmt.Fprintf(b, "%x\t%x\n", q.Octets, r.Output)
		}
	})
	if err != nil {
		return "", err
	}
	path := filepath.Join("random", name+".json")
	old, err := recordings.ReadRandomRecording(path)
	if errors.Is(err, os.ErrNotExist) {
		old, err = &recordings.RandomRecording{}, nil
	}
	if err != nil {
		return "", err
	}
	rec := &recordings.RandomRecording{Recorder: name}
	for _, m := range todo {
		t := tallies[m.ID]
		rec.Implementations = append(rec.Implementations, &recordings.RandomAnswers{
			ID: m.ID, Kind: m.Kind, Units: m.Units, Version: m.Version, Sum: t.Sum(), Answers: t.Answers(),
		})
		if keep != "" {
			if err := write(filepath.Join(keep, url.PathEscape(m.ID)+".tsv"), kept[m.ID].Bytes()); err != nil {
				return "", err
			}
		}
	}
	note = fmt.Sprintf("recorded %d at random", len(todo))
	var unoffered []string
	for _, m := range old.Implementations {
		switch {
		case tallies[m.ID] != nil || prune && !listed[m.ID]:
			continue
		case !listed[m.ID]:
			unoffered = append(unoffered, m.ID)
		}
		rec.Implementations = append(rec.Implementations, m)
	}
	if len(unoffered) > 0 {
		note += "; kept, though not offered here: " + strings.Join(unoffered, " ")
	}
	return note, write(path, rec.Render())
}
