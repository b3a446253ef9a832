package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// maxSize is how large all recordings may be together, in octets.
const maxSize = 4 << 20

// traces match what another run would have otherwise.
var traces = regexp.MustCompile(`/hops-[0-9]|127\.0\.0\.1:[0-9]{4,}`)

// TestTargets: the file of targets is what Generated makes.
func TestTargets(t *testing.T) {
	targets := Generated()
	want, err := recordings.RenderTargets(targets)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("targets.txt.gz"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("targets.txt.gz is not Generated: record again (%v)", err)
	}
	read, err := recordings.ReadTargets("targets.txt.gz")
	if err != nil || !slices.EqualFunc(read, targets, bytes.Equal) {
		t.Errorf("the file does not give the targets back: %v", err)
	}
	seen := map[string]bool{}
	long := 0
	for _, target := range targets {
		if seen[string(target)] || len(target) == 0 || len(target) > 2100 || bytes.Contains(target, []byte("\r\n")) {
			t.Errorf("%q: twice, empty, too long or two lines", target)
		}
		if len(target) > 300 {
			long++
		}
		seen[string(target)] = true
	}
	if len(targets) < 1500 || long > 20 {
		t.Errorf("%d targets, of which %d are long", len(targets), long)
	}
}

// checkHop reports what is wrong with the recording of a hop in a file.
func checkHop(h *recordings.Hop, targets int, sees string, file []byte) error {
	var errs []error
	report := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if again, err := h.Render(); err != nil || !bytes.Equal(again, file) {
		report("not in the written form (%v)", err)
	}
	if h.Server == "" || h.Version == "" || h.Config == "" {
		report("server %q, version %q, config %q", h.Server, h.Version, h.Config)
	}
	if strings.Join(h.Sees, " ") != sees {
		report("sees %q, not %q", h.Sees, sees)
	}
	if len(h.Seen) != targets {
		report("%d targets were answered, not %d", len(h.Seen), targets)
	}
	values := map[string]bool{}
	for i, s := range h.Seen {
		for name, f := range map[string][]byte{"rule": s.Rule, "forward": s.Forward, "app": s.App, "status": s.Status} {
			if f == nil {
				continue
			}
			values[name] = true
			if trace := traces.Find(f); trace != nil {
				report("target %d: %s holds %q", i, name, trace)
			}
		}
		if !status.Match(s.Status) {
			report("target %d: status %q", i, s.Status)
		}
	}
	for _, name := range []string{"rule", "forward", "app", "status"} {
		if values[name] != slices.Contains(h.Sees, name) {
			report("%s is seen: %t, although sees is %q", name, values[name], h.Sees)
		}
	}
	return errors.Join(errs...)
}

var status = regexp.MustCompile(`(?s)^(closed|0\.9|[1245]\d\d|3\d\d( .*)?)$`)

// TestRecordings: every hop has its recording, and nothing else has one.
func TestRecordings(t *testing.T) {
	targets := len(Generated())
	var size int64
	known := map[string]bool{}
	for _, h := range hops {
		file := filepath.Join("recordings", recordings.HopFile(h.name))
		if known[file] {
			t.Errorf("%s: two hops have the file %s", h.name, file)
		}
		known[file] = true
		if !strings.HasPrefix(h.name, h.server+":") {
			t.Errorf("%s is not named after its server %s", h.name, h.server)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		size += int64(len(text))
		rec, err := recordings.ReadHop(file)
		if err == nil {
			err = checkHop(rec, targets, h.sees, text)
		}
		if err == nil && (rec.Hop != h.name || rec.Server != h.server || rec.Config != h.config) {
			err = errors.New("name, server or configuration is not that of the code: record again")
		}
		if err != nil {
			t.Errorf("%s: %v", h.name, err)
		}
	}
	files, err := filepath.Glob("recordings/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s is the recording of no hop", file)
		}
	}
	if size > maxSize {
		t.Errorf("%d octets, more than %d", size, maxSize)
	}
}

// TestCheckHopFails breaks a recording in every way checkHop is there for.
func TestCheckHopFails(t *testing.T) {
	whole := func() *recordings.Hop {
		return &recordings.Hop{Hop: "s:c", Server: "s", Version: "1", Config: "c", Sees: []string{"rule", "status"}, Seen: []recordings.Sight{
			{Rule: []byte("/"), Status: []byte("200")}, {Status: []byte("301 /x")},
		}}
	}
	for name, change := range map[string]func(*recordings.Hop){
		"":         func(*recordings.Hop) {},
		"version":  func(h *recordings.Hop) { h.Version = "" },
		"fewer":    func(h *recordings.Hop) { h.Seen = h.Seen[:1] },
		"sees":     func(h *recordings.Hop) { h.Sees = []string{"rule", "app", "status"} },
		"unseen":   func(h *recordings.Hop) { h.Seen[0].Rule = nil },
		"surplus":  func(h *recordings.Hop) { h.Seen[0].App = []byte("/") },
		"port":     func(h *recordings.Hop) { h.Seen[1].Status = []byte("301 http://127.0.0.1:34567/") },
		"folder":   func(h *recordings.Hop) { h.Seen[0].Rule = []byte("/tmp/hops-1234/srv") },
		"status":   func(h *recordings.Hop) { h.Seen[0].Status = []byte("2000") },
		"statusno": func(h *recordings.Hop) { h.Seen[0].Status = nil },
	} {
		h := whole()
		change(h)
		file, err := h.Render()
		if err != nil {
			t.Fatal(err)
		}
		if err := checkHop(h, 2, "rule status", file); (err == nil) != (name == "") {
			t.Errorf("%q: %v", name, err)
		}
		if name == "" && checkHop(h, 2, "rule status", append(file, 'x')) == nil {
			t.Error("other octets were not found")
		}
	}
}
