package main

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

// TestHopsData: the data is what the recordings hold, as its schema has it.
func TestHopsData(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := release{root: root, dir: t.TempDir(), work: t.TempDir(), version: "v1.2.3", date: time.Unix(0, 0).UTC()}
	if err := r.hops(nil); err != nil {
		t.Fatal(err)
	}
	lines := linesOf(t, unpackedData(t, &r, "hops", "hops.jsonl", "targets.jsonl", "sights.jsonl"))

	folder := filepath.Join(root, hopsData)
	targets, err := recordings.ReadTargets(filepath.Join(folder, "targets.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	lines("targets.jsonl", "Target", 1, func(line []byte) {
		var row targetRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		if target, err := recordings.UnescapeTarget(row.Target); err != nil || row.ID != n || string(target) != string(targets[n]) {
			t.Errorf("line %d: %s, %v", n, line, err)
		}
		n++
	})
	if n != len(targets) {
		t.Errorf("%d targets of %d", n, len(targets))
	}
	recorded := map[string]*recordings.Hop{}
	lines("hops.jsonl", "Hop", 1, func(line []byte) {
		var row hopRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		h, err := recordings.ReadHop(filepath.Join(folder, "recordings", recordings.HopFile(row.ID)))
		if err != nil || h.Version != row.Version || h.Config != row.Config {
			t.Fatalf("%s: %v", line, err)
		}
		recorded[row.ID] = h
	})
	names, err := filepath.Glob(filepath.Join(folder, "recordings", "*.txt.gz"))
	if err != nil || len(recorded) != len(names) {
		t.Errorf("%d hops of %d, %v", len(recorded), len(names), err)
	}
	n = 0
	const some = 97
	lines("sights.jsonl", "Sight", some, func(line []byte) {
		if n++; n%some != 0 {
			return
		}
		var row sightRow
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		s := recorded[row.Hop].Seen[row.Target]
		for i, text := range []*string{row.Rule, row.Forward, row.App, row.Status} {
			want := [][]byte{s.Rule, s.Forward, s.App, s.Status}[i]
			if (text == nil) != (want == nil) || text != nil && *text != string(recordings.AppendTarget(nil, want)) {
				t.Errorf("%s, and the recording has %q", line, want)
			}
		}
	})
	if n != len(recorded)*len(targets) {
		t.Errorf("%d sights of %d hops and %d targets", n, len(recorded), len(targets))
	}
}
