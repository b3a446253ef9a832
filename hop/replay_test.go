package hop

import (
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/recordings"
)

// maxUnknown is the share of recorded targets, of a hundred, that a model may leave
// undescribed.
const maxUnknown = 1

var show = flag.Int("show", 5, "how many differences of a hop are printed")

const recordingsFolder = "../interop/hops/recordings"

// TestReplay gives every hop that was run the targets that it was recorded with, in each of
// its versions.
func TestReplay(t *testing.T) {
	targets, err := recordings.ReadTargets("../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	for h := range All() {
		if h.Provenance() != program.Recorded {
			continue
		}
		t.Run(h.String(), func(t *testing.T) {
			results := make([]Result, len(targets))
			unknown := map[string]int{}
			for i, target := range targets {
				if results[i] = h.Apply(string(target)); results[i].Unknown != "" {
					unknown[results[i].Unknown]++
				}
			}
			n := 0
			for class, k := range unknown {
				n += k
				t.Logf("unknown: %d targets with %s", k, class)
			}
			if n*100 > maxUnknown*len(targets) {
				t.Errorf("%d of %d targets are unknown, more than %d %%", n, len(targets), maxUnknown)
			}
			for _, version := range h.Versions() {
				replay(t, h, version, targets, results)
			}
		})
	}
}

// replay compares what a hop makes of the targets with what one of its versions made.
func replay(t *testing.T, h *Hop, version string, targets [][]byte, results []Result) {
	t.Helper()
	rec, err := recordings.ReadHopVersion(recordingsFolder, h.Name(), version)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Seen) != len(targets) {
		t.Fatalf("%d results for %d targets", len(rec.Seen), len(targets))
	}
	differ := 0
	for i, target := range targets {
		if results[i].Unknown != "" {
			continue
		}
		want, got := seen(rec.Seen[i]), modelled(rec, results[i])
		if want != got {
			if differ++; differ <= *show {
				t.Errorf("%s: %q\n\tmodel    %s\n\trecorded %s", version, target, got, want)
			}
		}
	}
	if differ > *show {
		t.Errorf("%s: %d targets differ", version, differ)
	}
}

// shownParts is what a hop shows of a target.
type shownParts struct {
	rule, forward, app Part
	status             string
}

func (s shownParts) String() string {
	text := ""
	for _, p := range []Part{s.rule, s.forward, s.app} {
		if p.Present {
			text += strconv.Quote(p.Text) + "\t"
		} else {
			text += "-\t"
		}
	}
	return text + s.status
}

// seen returns what was seen, and modelled what the model gives, in the same words.
func seen(s recordings.Sight) shownParts {
	part := func(b []byte) Part { return Part{string(b), b != nil} }
	status := string(s.Status)
	// Whether a file or a folder exists is no matter of the path.
	if code, _, _ := strings.Cut(status, " "); s.App != nil && slices.Contains([]string{"200", "301", "403", "404"}, code) {
		status = "200"
	}
	// The host of a redirect comes from the field Host, and is no matter of the path.
	if code, location, ok := strings.Cut(status, " http://"); ok {
		_, path, _ := strings.Cut(location, "/")
		status = code + " /" + path
	}
	return shownParts{part(s.Rule), part(s.Forward), part(s.App), status}
}

func modelled(rec *recordings.Hop, r Result) shownParts {
	s := shownParts{r.Rule, r.Forward, r.App, strconv.Itoa(r.Status)}
	switch {
	case r.Location != "":
		s.status += " " + r.Location
	case r.Status == 0:
		s.status = "closed"
	}
	for i, part := range []*Part{&s.rule, &s.forward, &s.app} {
		if !slices.Contains(rec.Sees, []string{"rule", "forward", "app"}[i]) {
			*part = Part{}
		}
	}
	return s
}

// unmodelled are the recordings that no hop models, and why.
var unmodelled = map[string]string{
	"caddy:file_server":       "its status depends on which files there are",
	"express4:express.static": "it shows nothing but a status, which depends on which files there are",
	"express5:express.static": "it shows nothing but a status, which depends on which files there are",
	"h2o:file.dir":            "it shows nothing but a status, which depends on which files there are",
	"php:-S":                  "SCRIPT_NAME depends on which files there are",
	"php:-S=files":            "it shows nothing but a status, which depends on which files there are",
	"rack:Files":              "it shows nothing but a status, which depends on which files there are",
}

// TestEveryRecordingHasItsHop fails on a recording without a model, unless unmodelled says
// why there is none.
func TestEveryRecordingHasItsHop(t *testing.T) {
	files, err := filepath.Glob(recordingsFolder + "/*.txt.gz")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	unused := maps.Clone(unmodelled)
	for _, file := range files {
		rec, err := recordings.ReadHop(file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = hops.Lookup(rec.Hop + "@" + rec.Version)
		switch _, left := unmodelled[rec.Hop]; {
		case err == nil && left:
			t.Errorf("%s has a model, and is said to have none", file)
		case err != nil && !left:
			t.Errorf("%s has no model: %v", file, err)
		}
		delete(unused, rec.Hop)
	}
	if len(unused) > 0 {
		t.Errorf("not recorded: %v", unused)
	}
}
