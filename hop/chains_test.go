package hop

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// leastChains is how many chains that were really run are composed of models.
const leastChains = 68

// TestChains gives the chains that were really run the targets that they were recorded
// with: what the models of their hops do, one after the other, is what was seen at the end.
func TestChains(t *testing.T) {
	targets, err := recordings.ReadTargets("../interop/hops/targets.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../interop/hops/chains/*.txt.gz")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d chains, %v", len(files), err)
	}
	composed := 0
	for _, file := range files {
		rec, err := recordings.ReadHop(file)
		if err != nil {
			t.Fatal(err)
		}
		names := strings.Split(rec.Hop, " > ")
		for i, version := range strings.Split(rec.Version, " > ") {
			names[i] += "@" + version
		}
		chain, err := ParseChain(strings.Join(names, " > "))
		if err != nil {
			continue // a hop without a model: TestEveryRecordingHasItsHop names them
		}
		composed++
		t.Run(rec.Hop, func(t *testing.T) {
			compared, differ := 0, 0
			for i, target := range targets[:min(len(targets), len(rec.Seen))] {
				_, rest, absolute := strings.Cut(string(target), "://")
				absolute = absolute && isLetter(target[0])
				authority, _, _ := strings.Cut(rest, "/")
				results := chain.Apply(string(target))
				last := results[len(results)-1]
				switch {
				case slices.ContainsFunc(results, func(r Result) bool { return r.Unknown != "" }):
					continue
				case absolute && (!plainHost(authority) || strings.HasSuffix(authority, ":")), strings.HasPrefix(string(rec.Seen[i].Status), "0.9"):
					continue // the authority becomes the field Host, which the second hop may refuse
				case last.Status == 0 && len(rec.Seen[i].Status) == 3 && rec.Seen[i].Status[0] == '5':
					continue // a proxy answers in place of what closes without an answer
				}
				if len(results) < len(chain) { // the first hop passed nothing on
					last = Result{Status: last.Status, Location: last.Location}
				}
				compared++
				if got, want := lastSight(rec, last), seen(recordings.Sight{App: rec.Seen[i].App, Forward: rec.Seen[i].Forward, Status: rec.Seen[i].Status}); got != want {
					if differ++; differ <= *show {
						t.Errorf("%q\n\tmodels   %s\n\trecorded %s", target, got, want)
					}
				}
			}
			if differ > 0 || compared < 4000 {
				t.Errorf("%d of %d targets differ", differ, compared)
			}
		})
	}
	t.Logf("%d of %d chains have models of both hops", composed, len(files))
	if composed < leastChains {
		t.Errorf("only %d chains have models of both hops", composed)
	}
}

// lastSight writes the result of a chain as a recording shows it.
func lastSight(rec *recordings.Hop, r Result) shownParts {
	r.Rule = Part{}
	return modelled(rec, r)
}
