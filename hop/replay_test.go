package hop

import (
	"flag"
	"os"
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

// TestReplay gives every hop that was run the targets that it was recorded with.
func TestReplay(t *testing.T) {
	targets, err := recordings.ReadTargets("../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	for h := range All() {
		if h.Provenance() != program.Recorded {
			continue
		}
		t.Run(h.Name(), func(t *testing.T) {
			rec, err := recordings.ReadHop(filepath.Join("../interop/hops/recordings", recordings.HopFile(h.Name())))
			if err != nil {
				t.Fatal(err)
			}
			if rec.Version != h.Version() {
				t.Errorf("the recording is of version %s, the model of %s", rec.Version, h.Version())
			}
			if len(rec.Seen) != len(targets) {
				t.Fatalf("%d results for %d targets", len(rec.Seen), len(targets))
			}
			unknown, differ := map[string]int{}, 0
			for i, target := range targets {
				r := h.Apply(string(target))
				if r.Unknown != "" {
					unknown[r.Unknown]++
					continue
				}
				want, got := seen(rec.Seen[i]), modelled(rec, r)
				if want != got {
					if differ++; differ <= *show {
						t.Errorf("%q\n\tmodel    %s\n\trecorded %s", target, got, want)
					}
				}
			}
			if differ > *show {
				t.Errorf("%d targets differ", differ)
			}
			n := 0
			for class, k := range unknown {
				n += k
				t.Logf("unknown: %d targets with %s", k, class)
			}
			if n*100 > maxUnknown*len(targets) {
				t.Errorf("%d of %d targets are unknown, more than %d %%", n, len(targets), maxUnknown)
			}
		})
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
	files, err := os.ReadDir("../interop/hops/recordings")
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for h := range All() {
		have[recordings.HopFile(h.Name())] = true
	}
	left := map[string]bool{}
	for name := range unmodelled {
		left[recordings.HopFile(name)] = true
	}
	recorded := 0
	for _, f := range files {
		switch {
		case have[f.Name()] && left[f.Name()]:
			t.Errorf("%s has a model, and is said to have none", f.Name())
		case have[f.Name()]:
			recorded++
		case !left[f.Name()]:
			t.Errorf("%s has no model", f.Name())
		}
		delete(left, f.Name())
	}
	if len(left) > 0 || recorded+len(unmodelled) != len(files) {
		t.Errorf("%d of %d recordings have a model; not recorded: %v", recorded, len(files), left)
	}
}
