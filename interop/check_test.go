package interop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"
)

// implementations lists what is to be recorded; it is no part of the module.
const implementations = "../../shared/implementations.tsv"

// traces match what may not stand in a failure message, because the next
// machine or the next run would have another one.
var traces = regexp.MustCompile(`/(tmp|root|home|work|var|build)/|percent-interop|0x[0-9a-f]{7,}|\b\d{4}-\d\d-\d\dT|\d\d:\d\d:\d\d`)

func inputs(t *testing.T) *Inputs {
	t.Helper()
	in, err := ReadInputs("inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// checkRecording reports what is wrong with the file of a recorder.
func checkRecording(in *Inputs, name string, file []byte) (*Recording, []error) {
	rec := &Recording{}
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
		if m.Kind != Encoder && m.Kind != Decoder {
			report("%s: kind %q", m.ID, m.Kind)
		}
		if m.Units != Bytes && m.Units != Text && m.Units != UTF16 {
			report("%s: units %q", m.ID, m.Units)
		}
		if len(m.Single) != 256 {
			report("%s: %d results in single, not 256", m.ID, len(m.Single))
		}
		if want := map[string]int{Decoder: 256}[m.Kind]; len(m.Escapes) != want {
			report("%s: %d results in escapes, not %d", m.ID, len(m.Escapes), want)
		}
		answered := 0
		for _, c := range in.Cases(m.Kind, m.Units) {
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

func recordings(t *testing.T) map[string][]byte {
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
	for name, file := range recordings(t) {
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
	whole := func() *Recording {
		rec := &Recording{Recorder: "r"}
		for _, kind := range []string{Encoder, Decoder} {
			m := &Implementation{ID: "x." + kind, Kind: kind, Language: "l", Version: "v", Call: "c", Units: UTF16}
			for i, c := range in.Cases(kind, UTF16) {
				m.Set(c, []Result{{Output: []byte("o")}, {Output: []byte{0xFF}}, {Message: "m"}, {Inexpressible: true}}[i%4])
			}
			rec.Implementations = append(rec.Implementations, m)
		}
		return rec
	}
	if _, errs := checkRecording(in, "r", whole().Render(in)); len(errs) > 0 {
		t.Fatalf("a whole recording: %v", errs)
	}
	for name, change := range map[string]func(*Recording){
		"name":        func(r *Recording) { r.Recorder = "other" },
		"kind":        func(r *Recording) { r.Implementations[0].Kind = "codec" },
		"units":       func(r *Recording) { r.Implementations[0].Units = "octets" },
		"version":     func(r *Recording) { r.Implementations[0].Version = "" },
		"single":      func(r *Recording) { r.Implementations[0].Single = r.Implementations[0].Single[:255] },
		"escapes":     func(r *Recording) { r.Implementations[1].Escapes = r.Implementations[1].Escapes[:1] },
		"string gone": func(r *Recording) { delete(r.Implementations[0].Strings, in.Strings[3].Name) },
		"point gone":  func(r *Recording) { delete(r.Implementations[0].Points, in.Points[3].Name) },
		"path": func(r *Recording) {
			r.Implementations[0].Strings[in.Strings[0].Name] = Result{Message: "no file /tmp/x1"}
		},
		"never answers": func(r *Recording) {
			m := r.Implementations[0]
			for i := range m.Single {
				m.Single[i] = Result{Message: "m"}
			}
			for _, list := range []map[string]Result{m.Points, m.Strings} {
				for k := range list {
					list[k] = Result{Inexpressible: true}
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
	for name, file := range recordings(t) {
		rec := &Recording{}
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
	rows, err := readTSV(implementations)
	if errors.Is(err, os.ErrNotExist) {
		for _, err := range checkIDs(nil, recorded, leftOut) {
			t.Error(err)
		}
		t.Skipf("skipped: the list %s is not here", implementations)
	}
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, row := range rows[1:] {
		listed[row[1]] = row[0]
	}
	for _, err := range checkIDs(listed, recorded, leftOut) {
		t.Error(err)
	}
	t.Logf("%d listed, %d recorded, %d left out", len(listed), len(recorded), len(leftOut))
}

func TestCheckIDsFails(t *testing.T) {
	listed := map[string]string{"a": Encoder, "b": Decoder}
	recorded := map[string]string{"a": Encoder, "extra": Encoder}
	if errs := checkIDs(listed, recorded, [][]string{{"b", "why"}}); len(errs) > 0 {
		t.Fatal(errs)
	}
	for name, errs := range map[string][]error{
		"missing":        checkIDs(listed, recorded, nil),
		"other kind":     checkIDs(listed, map[string]string{"a": Decoder, "b": Decoder}, nil),
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
	files := recordings(t)
	runs, err := filepath.Glob("recorders/*/run")
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, run := range runs {
		dir := filepath.Dir(run)
		has[filepath.Base(dir)] = true
		if files[filepath.Base(dir)] == nil {
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
	for name := range files {
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

func TestInputs(t *testing.T) {
	in := inputs(t)
	for name, list := range map[string][]Input{"points": in.Points, "strings": in.Strings, "awkward": in.Awkward} {
		seen := map[string]string{}
		valid, wtf8, invalid := 0, 0, 0
		for _, c := range list {
			if other, ok := seen[string(c.Octets)]; ok {
				t.Errorf("%s: %s and %s are the same", name, other, c.Name)
			}
			seen[string(c.Octets)] = c.Name
			switch {
			case utf8.Valid(c.Octets):
				valid++
			case validWTF8(c.Octets):
				wtf8++
			default:
				invalid++
			}
		}
		if valid == 0 || wtf8 == 0 || invalid == 0 && name != "points" {
			t.Errorf("%s: %d of UTF-8, %d with lone surrogates, %d of neither", name, valid, wtf8, invalid)
		}
	}
	for _, row := range []struct {
		kind, units string
		want        int
	}{
		{Encoder, Bytes, 256 + len(in.Strings)},
		{Decoder, Bytes, 512 + len(in.Awkward)},
	} {
		if got := len(in.Cases(row.kind, row.units)); got != row.want {
			t.Errorf("%s of %s: %d cases, want %d", row.kind, row.units, got, row.want)
		}
	}
	for _, kind := range []string{Encoder, Decoder} {
		for _, c := range in.Cases(kind, Text) {
			if !utf8.Valid(c.Octets) {
				t.Errorf("%s of text is asked %s %s, which is not text", kind, c.Section, c.Name)
			}
		}
		if text, wide := len(in.Cases(kind, Text)), len(in.Cases(kind, UTF16)); wide <= text {
			t.Errorf("%s: %d cases for utf16, %d for text: no lone surrogates", kind, wide, text)
		}
	}
}

func TestValidWTF8(t *testing.T) {
	for in, want := range map[string]bool{
		"":                         true,
		"aé😀":                      true,
		"a\xed\xa0\x80b":           true,
		"\xed\xb8\x80\xed\xa0\xbd": true,
		"\xed\xa0\xbd\xed\xb8\x80": false,
		"\xed\xa0":                 false,
		"\xc0\xaf":                 false,
		"\xff":                     false,
		"\xf4\x90\x80\x80":         false,
	} {
		if got := validWTF8([]byte(in)); got != want {
			t.Errorf("validWTF8(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestResultJSON(t *testing.T) {
	for _, r := range []struct {
		result Result
		json   string
	}{
		{Result{Output: []byte{}}, `""`},
		{Result{Output: []byte("a<&>\"\u2028\x00é")}, `"a<&>\"\u2028\u0000é"`},
		{Result{Output: []byte{0xFF, 0x41}}, `{"hex": "ff41"}`},
		{Result{Output: []byte("\xed\xa0\x80")}, `{"hex": "eda080"}`},
		{Result{Message: "Error: x"}, `{"error": "Error: x"}`},
		{Result{Inexpressible: true}, `null`},
	} {
		got := string(r.result.appendJSON(nil))
		if got != r.json {
			t.Errorf("%+v is written %s, want %s", r.result, got, r.json)
		}
		var back Result
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Error(err)
		}
		if string(back.appendJSON(nil)) != r.json || back.Message != r.result.Message || back.Inexpressible != r.result.Inexpressible || !bytes.Equal(back.Output, r.result.Output) {
			t.Errorf("%s is read as %+v", got, back)
		}
	}
	for _, bad := range []string{`1`, `{}`, `{"hex": "zz"}`, `{"error": ""}`, `{"hex": "41", "error": "e"}`, `{"text": "a"}`} {
		if err := json.Unmarshal([]byte(bad), new(Result)); err == nil {
			t.Errorf("%s is read without an error", bad)
		}
	}
}
