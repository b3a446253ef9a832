package interop

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// checkHistory reports what is wrong with a file of the folder versions.
func checkHistory(in *recordings.Inputs, name string, file []byte, releases []recordings.Release) (h *recordings.History, wrong []string) {
	h, err := recordings.ParseHistory(file, in)
	if err != nil {
		return nil, []string{err.Error()}
	}
	if h.Recorder != name {
		wrong = append(wrong, "recorder is "+h.Recorder)
	}
	if !bytes.Equal(h.Render(in), file) {
		wrong = append(wrong, "not in the fixed format, or answers that are stored twice")
	}
	recorded := map[string]bool{}
	for _, s := range h.Series {
		last := -1
		for _, v := range s.Versions {
			at := slices.IndexFunc(releases, func(r recordings.Release) bool { return r.Version == v.Release })
			if at <= last {
				wrong = append(wrong, s.ID+" "+v.Release+" is not in the file versions, or in another place")
			}
			last = at
			recorded[v.Release] = true
			if v.Version == "" {
				wrong = append(wrong, s.ID+" "+v.Release+" does not say what the program is")
			}
			for _, q := range in.Questions(s.Kind, s.Units) {
				r, ok := v.Result(q)
				if !ok {
					wrong = append(wrong, s.ID+" "+v.Release+" has no answer to "+q.Section+" "+q.Name)
				}
				if found := traces.FindString(r.Message); found != "" && !bytes.Contains(q.Octets, []byte(found)) {
					wrong = append(wrong, s.ID+" "+v.Release+": the failure for "+q.Name+" names "+found)
				}
			}
		}
	}
	for _, r := range releases {
		if !recorded[r.Version] {
			wrong = append(wrong, "no answers of version "+r.Version)
		}
	}
	return h, wrong
}

// TestVersionsAreWhole holds that every recorder that has versions has recorded all of
// them, in the form that record writes.
func TestVersionsAreWhole(t *testing.T) {
	in := inputs(t)
	ids := map[string]bool{}
	lists, err := filepath.Glob("recorders/*/versions")
	if err != nil || len(lists) < 10 {
		t.Fatalf("%d recorders have versions, %v", len(lists), err)
	}
	several := 0
	for _, list := range lists {
		name := filepath.Base(filepath.Dir(list))
		releases, err := recordings.ReadReleases(list)
		if err != nil {
			t.Fatal(err)
		}
		if len(releases) >= 5 {
			several++
		}
		if st, err := os.Stat(filepath.Join(filepath.Dir(list), "run")); err != nil || st.Mode()&0o111 == 0 {
			t.Errorf("%s has no executable run", name)
		}
		file, err := os.ReadFile(filepath.Join("versions", name+".json"))
		if err != nil {
			t.Error(err)
			continue
		}
		h, wrong := checkHistory(in, name, file, releases)
		for _, w := range wrong {
			t.Errorf("%s: %s", name, w)
		}
		if h == nil {
			continue
		}
		for _, s := range h.Series {
			if ids[s.ID] {
				t.Errorf("%s: %s is recorded twice", name, s.ID)
			}
			ids[s.ID] = true
		}
	}
	if several < 10 {
		t.Errorf("only %d programs have five versions or more", several)
	}
	files, err := filepath.Glob("versions/*.json")
	if err != nil || len(files) != len(lists) {
		t.Errorf("%d files in versions, %d recorders with versions, %v", len(files), len(lists), err)
	}
}

// TestCheckHistoryFails breaks a file in the ways that checkHistory is there for.
func TestCheckHistoryFails(t *testing.T) {
	in := inputs(t)
	whole := func() *recordings.History {
		s := &recordings.Series{ID: "x.f", Kind: recordings.Decoder, Language: "l", Call: "c", Units: recordings.Bytes}
		for _, release := range []string{"1", "2", "3"} {
			m := &recordings.Implementation{Version: "x " + release}
			for i, q := range in.Questions(s.Kind, s.Units) {
				out := "o"
				if release == "3" && i == 300 {
					out = "p"
				}
				m.Set(q, recordings.Result{Output: []byte(out)})
			}
			s.Versions = append(s.Versions, &recordings.Versioned{Release: release, Implementation: m})
		}
		return &recordings.History{Recorder: "x", Series: []*recordings.Series{s}}
	}
	releases := []recordings.Release{{Version: "1"}, {Version: "2"}, {Version: "3"}}
	file := whole().Render(in)
	h, wrong := checkHistory(in, "x", file, releases)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	if v := h.Series[0].Versions; !v[1].Same || v[2].Same {
		t.Errorf("version 2 is the same as 1: %v, 3 as 2: %v", v[1].Same, v[2].Same)
	}
	if got := len(recordings.Changes(h.Series[0].Versions[1], h.Series[0].Versions[2])); got != 0 {
		t.Errorf("%d changes without cases", got)
	}
	for name, broken := range map[string]string{
		"recorder":     strings.Replace(string(file), `"recorder": "x"`, `"recorder": "y"`, 1),
		"formatting":   strings.Replace(string(file), `", "`, `","`, 1),
		"reference":    strings.Replace(string(file), `"same": "1"`, `"same": "3"`, 1),
		"key":          strings.Replace(string(file), `"program": `, `"programme": `, 1),
		"answer gone":  strings.Replace(string(file), `"o", `, ``, 1),
		"stored twice": strings.Replace(string(file), `"44": "p"`, `"44": "p", "45": "o"`, 1),
	} {
		if broken == string(file) {
			t.Fatalf("%s: nothing broken", name)
		}
		if _, wrong := checkHistory(in, "x", []byte(broken), releases); len(wrong) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
	if _, wrong := checkHistory(in, "x", file, append(releases, recordings.Release{Version: "4"})); len(wrong) != 1 {
		t.Errorf("a version that was not recorded: %v", wrong)
	}
}
