package interop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/recordings"
)

// implementations lists what is to be recorded where a developer has it beside the
// repository; ids.txt is what of it has been recorded, and stays so.
const implementations = "../../shared/implementations.tsv"

// traces match what may not stand in a failure message, because the next
// machine or the next run would have another one.
var traces = regexp.MustCompile(`/(tmp|root|home|work|var|build)/|percent-interop|0x[0-9a-f]{7,}|\b\d{4}-\d\d-\d\dT|\d\d:\d\d:\d\d`)

func inputs(t *testing.T) *recordings.Inputs {
	t.Helper()
	in, err := recordings.ReadInputs("inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// checkRecording reports what is wrong with the file of a recorder.
func checkRecording(in *recordings.Inputs, name string, file []byte) (*recordings.Recording, []error) {
	rec := &recordings.Recording{}
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(rec); err != nil {
		return rec, []error{err}
	}
	var errs []error
	report := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if rec.Recorder != name {
		report("recorder is %q, not %q", rec.Recorder, name)
	}
	if !bytes.Equal(rec.Render(in), file) {
		report("not in the canonical formatting, or results that answer no input")
	}
	for _, m := range rec.Implementations {
		for field, v := range map[string]string{"id": m.ID, "language": m.Language, "version": m.Version, "call": m.Call} {
			if v == "" || strings.ContainsAny(v, "\t\n") {
				report("%s: %s is %q", m.ID, field, v)
			}
		}
		if m.Kind != recordings.Encoder && m.Kind != recordings.Decoder {
			report("%s: kind %q", m.ID, m.Kind)
		}
		if m.Units != recordings.Bytes && m.Units != recordings.Text && m.Units != recordings.UTF16 {
			report("%s: units %q", m.ID, m.Units)
		}
		if len(m.Single) != 256 {
			report("%s: %d results in single, not 256", m.ID, len(m.Single))
		}
		if want := map[string]int{recordings.Decoder: 256}[m.Kind]; len(m.Escapes) != want {
			report("%s: %d results in escapes, not %d", m.ID, len(m.Escapes), want)
		}
		answered := 0
		for _, c := range in.Questions(m.Kind, m.Units) {
			r, ok := m.Result(c)
			if !ok {
				report("%s: no result for %s %s", m.ID, c.Section, c.Name)
				continue
			}
			if r.Message == "" && !r.Inexpressible {
				answered++
			}
			// A message may quote its input; the inputs hold no such trace.
			if found := traces.FindString(r.Message); found != "" && !bytes.Contains(c.Octets, []byte(found)) {
				report("%s: the failure for %s %s names %q", m.ID, c.Section, c.Name, found)
			}
		}
		if answered == 0 {
			report("%s: not one input was answered", m.ID)
		}
	}
	return rec, errs
}

func files(t *testing.T) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("recordings/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no recordings")
	}
	files := map[string][]byte{}
	for _, p := range paths {
		if files[strings.TrimSuffix(filepath.Base(p), ".json")], err = os.ReadFile(p); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestRecordingsAreWhole(t *testing.T) {
	in := inputs(t)
	for name, file := range files(t) {
		t.Run("recorder="+name, func(t *testing.T) {
			_, errs := checkRecording(in, name, file)
			for _, err := range errs {
				t.Error(err)
			}
		})
	}
}

// TestCheckRecordingFails breaks a recording in every way checkRecording is
// there for.
func TestCheckRecordingFails(t *testing.T) {
	in := inputs(t)
	whole := func() *recordings.Recording {
		rec := &recordings.Recording{Recorder: "r"}
		for _, kind := range []string{recordings.Encoder, recordings.Decoder} {
			m := &recordings.Implementation{ID: "x." + kind, Kind: kind, Language: "l", Version: "v", Call: "c", Units: recordings.UTF16}
			for i, c := range in.Questions(kind, recordings.UTF16) {
				m.Set(c, []recordings.Result{{Output: []byte("o")}, {Output: []byte{0xFF}}, {Message: "m"}, {Inexpressible: true}}[i%4])
			}
			rec.Implementations = append(rec.Implementations, m)
		}
		return rec
	}
	if _, errs := checkRecording(in, "r", whole().Render(in)); len(errs) > 0 {
		t.Fatalf("a whole recording: %v", errs)
	}
	for name, change := range map[string]func(*recordings.Recording){
		"name":        func(r *recordings.Recording) { r.Recorder = "other" },
		"kind":        func(r *recordings.Recording) { r.Implementations[0].Kind = "codec" },
		"units":       func(r *recordings.Recording) { r.Implementations[0].Units = "octets" },
		"version":     func(r *recordings.Recording) { r.Implementations[0].Version = "" },
		"single":      func(r *recordings.Recording) { r.Implementations[0].Single = r.Implementations[0].Single[:255] },
		"escapes":     func(r *recordings.Recording) { r.Implementations[1].Escapes = r.Implementations[1].Escapes[:1] },
		"string gone": func(r *recordings.Recording) { delete(r.Implementations[0].Strings, in.Strings[3].Name) },
		"point gone":  func(r *recordings.Recording) { delete(r.Implementations[0].Points, in.Points[3].Name) },
		"path": func(r *recordings.Recording) {
			r.Implementations[0].Strings[in.Strings[0].Name] = recordings.Result{Message: "no file /tmp/x1"}
		},
		"never answers": func(r *recordings.Recording) {
			m := r.Implementations[0]
			for i := range m.Single {
				m.Single[i] = recordings.Result{Message: "m"}
			}
			for _, list := range []map[string]recordings.Result{m.Points, m.Strings} {
				for k := range list {
					list[k] = recordings.Result{Inexpressible: true}
				}
			}
		},
	} {
		rec := whole()
		change(rec)
		if _, errs := checkRecording(in, "r", rec.Render(in)); len(errs) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
	file := whole().Render(in)
	for name, broken := range map[string][]byte{
		"truncated":   file[:len(file)/2],
		"formatting":  bytes.Replace(file, []byte(", "), []byte(","), 1),
		"extra input": bytes.Replace(file, []byte(`"points": {`), []byte(`"points": {"U+0061": "a", `), 1),
		"extra field": bytes.Replace(file, []byte(`"kind": `), []byte(`"edited": "yes", "kind": `), 1),
	} {
		if _, errs := checkRecording(in, "r", broken); len(errs) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
}

// readTSV returns the fields of every line.
func readTSV(path string) ([][]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for line := range strings.Lines(string(b)) {
		rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return rows, nil
}

// checkIDs reports IDs of listed (ID to kind) that are neither recorded nor
// left out, recorded ones of another kind, and lines of left-out that are not
// needed. recorded maps IDs to kinds.
func checkIDs(listed, recorded map[string]string, leftOut [][]string) []error {
	var errs []error
	out := map[string]bool{}
	for _, row := range leftOut {
		id := row[0]
		switch {
		case len(row) != 2 || strings.TrimSpace(row[1]) == "":
			errs = append(errs, fmt.Errorf("left-out.txt: %q is not id, tab, reason", strings.Join(row, "\t")))
		case out[id]:
			errs = append(errs, fmt.Errorf("left-out.txt: %s twice", id))
		case recorded[id] != "":
			errs = append(errs, fmt.Errorf("left-out.txt: %s is recorded", id))
		case listed != nil && listed[id] == "":
			errs = append(errs, fmt.Errorf("left-out.txt: %s is not an implementation", id))
		}
		out[id] = true
	}
	for id, kind := range listed {
		switch {
		case recorded[id] == "" && !out[id]:
			errs = append(errs, fmt.Errorf("%s is neither recorded nor in left-out.txt", id))
		case recorded[id] != "" && recorded[id] != kind:
			errs = append(errs, fmt.Errorf("%s is recorded as %s, listed as %s", id, recorded[id], kind))
		}
	}
	sort.Slice(errs, func(i, j int) bool { return errs[i].Error() < errs[j].Error() })
	return errs
}

func TestEveryImplementationIsAccountedFor(t *testing.T) {
	recorded := map[string]string{}
	for name, file := range files(t) {
		rec := &recordings.Recording{}
		if err := json.Unmarshal(file, rec); err != nil {
			t.Fatal(err)
		}
		for _, m := range rec.Implementations {
			if recorded[m.ID] != "" {
				t.Errorf("%s: %s is recorded twice", name, m.ID)
			}
			recorded[m.ID] = m.Kind
		}
	}
	leftOut, err := readTSV("left-out.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"ids.txt", implementations} {
		rows, err := readTSV(file)
		if errors.Is(err, os.ErrNotExist) && file == implementations {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]string{}
		for _, row := range rows {
			if row[0] != "kind" {
				listed[row[1]] = row[0]
			}
		}
		for _, err := range checkIDs(listed, recorded, leftOut) {
			t.Errorf("%s: %v", file, err)
		}
		if file != "ids.txt" {
			continue
		}
		for id := range recorded {
			if listed[id] == "" {
				t.Errorf("ids.txt does not have %s, which is recorded", id)
			}
		}
	}
}

func TestCheckIDsFails(t *testing.T) {
	listed := map[string]string{"a": recordings.Encoder, "b": recordings.Decoder}
	recorded := map[string]string{"a": recordings.Encoder, "extra": recordings.Encoder}
	if errs := checkIDs(listed, recorded, [][]string{{"b", "why"}}); len(errs) > 0 {
		t.Fatal(errs)
	}
	for name, errs := range map[string][]error{
		"missing":        checkIDs(listed, recorded, nil),
		"other kind":     checkIDs(listed, map[string]string{"a": recordings.Decoder, "b": recordings.Decoder}, nil),
		"no reason":      checkIDs(listed, recorded, [][]string{{"b", " "}}),
		"no field":       checkIDs(listed, recorded, [][]string{{"b"}}),
		"left out twice": checkIDs(listed, recorded, [][]string{{"b", "why"}, {"b", "why"}}),
		"not needed":     checkIDs(listed, recorded, [][]string{{"b", "why"}, {"a", "why"}}),
		"unknown":        checkIDs(listed, recorded, [][]string{{"b", "why"}, {"c", "why"}}),
	} {
		if len(errs) == 0 {
			t.Errorf("%s: not found", name)
		}
	}
}

// TestRecordersAndRecordingsMatch finds recordings nobody can repeat and
// recorders that recorded nothing.
func TestRecordersAndRecordingsMatch(t *testing.T) {
	recorded := files(t)
	runs, err := filepath.Glob("recorders/*/run")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, run := range runs {
		dir := filepath.Dir(run)
		if _, err := os.Stat(filepath.Join(dir, "versions")); err == nil {
			continue // TestVersionsAreWhole looks at these
		}
		has[filepath.Base(dir)] = true
		if recorded[filepath.Base(dir)] == nil {
			t.Errorf("%s has no recording", dir)
		}
		if st, err := os.Stat(run); err != nil || st.Mode()&0o111 == 0 {
			t.Errorf("%s is not executable", run)
		}
		rows, err := os.ReadFile(filepath.Join(dir, "install"))
		if err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(string(rows)) {
			if !regexp.MustCompile(`^(apt|npm|go) \S+\n$`).MatchString(line) {
				t.Errorf("%s/install: %q is not a kind and a name", dir, line)
			}
		}
	}
	for name := range recorded {
		if !has[name] {
			t.Errorf("recordings/%s.json has no recorder", name)
		}
	}
}

// TestReadmeInstallsEverything compares the line in README.md with the install
// files.
func TestReadmeInstallsEverything(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("recorders/*/install")
	if err != nil {
		t.Fatal(err)
	}
	readers, err := filepath.Glob("readers/recorders/*/install")
	if err != nil || len(readers) == 0 {
		t.Fatalf("%d install files of readers, %v", len(readers), err)
	}
	drivers, err := filepath.Glob("dsn/recorders/*/install")
	if err != nil || len(drivers) == 0 {
		t.Fatalf("%d install files of drivers, %v", len(drivers), err)
	}
	paths = slices.Concat(paths, readers, drivers)
	names := map[string]bool{}
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if kind, name, _ := strings.Cut(strings.TrimSpace(line), " "); kind == "apt" {
				names[name] = true
			}
		}
	}
	m := regexp.MustCompile(`(?m)^apt-get install -y --no-install-recommends (.*)$`).FindSubmatch(readme)
	if m == nil {
		t.Fatal("README.md has no line that installs the packages")
	}
	for _, name := range strings.Fields(string(m[1])) {
		if !names[name] {
			t.Errorf("README.md installs %s, which no recorder names (./install -u updates the line)", name)
		}
		delete(names, name)
	}
	for name := range names {
		t.Errorf("README.md does not install %s (./install -u updates the line)", name)
	}
}
