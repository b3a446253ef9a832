package recordings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Release is a version of a program, as the file versions of a recorder lists it.
type Release struct {
	Version string
	Date    string // when it was released, as 2006-11-02; empty if no source says so
	Source  string // the URL of what gives the date
	Install string // what the recorder installs
}

// ReadReleases reads the file versions of a recorder: a line for each version, oldest
// first, with the version, the date of the release or "-", and what to install, separated
// by white space. A line "dates URL" names what the dates below it are from; a date
// without one is an error. Lines that begin with # are comments.
func ReadReleases(path string) ([]Release, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []Release
	seen := map[string]bool{}
	source, cited := "", true
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Fields(line)
		if len(f) == 2 && f[0] == "dates" {
			if !cited || !strings.HasPrefix(f[1], "https://") {
				return nil, fmt.Errorf("%s: %q is not a URL, or no date is from the one before it", path, line)
			}
			source, cited = f[1], false
			continue
		}
		if len(f) < 3 || seen[f[0]] {
			return nil, fmt.Errorf("%s: %q is not a version, a date and what to install, or the version is there twice", path, line)
		}
		seen[f[0]] = true
		r := Release{Version: f[0], Install: strings.Join(f[2:], " ")}
		if f[1] != "-" {
			if err := CheckDate(f[1], source); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, f[0], err)
			}
			r.Date, r.Source, cited = f[1], source, true
		}
		list = append(list, r)
	}
	if !cited {
		return nil, fmt.Errorf("%s: no date is from %s", path, source)
	}
	return list, nil
}

// CheckDate reports whether date is a day that source, a URL, can have given.
func CheckDate(date, source string) error {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return fmt.Errorf("%q is not a date such as 2006-11-02", date)
	}
	if !strings.HasPrefix(source, "https://") {
		return fmt.Errorf("no source says that the date is %s", date)
	}
	return nil
}

// A History is one file of the folder versions: what the functions of a program
// answered in each version.
type History struct {
	Recorder string
	Series   []*Series
}

// A Series is a function with its answers in each version that has it, oldest first.
type Series struct {
	ID, Kind, Language, Call, Units string
	Versions                        []*Versioned
}

// Versioned is what one version answered.
type Versioned struct {
	Release string // as in the file versions, such as "5.2"
	Date    string // filled by ReadHistories
	// Implementation holds all answers; its Version is what the program says of itself.
	*Implementation
	// Same is true when no answer differs from the version before, and the
	// messages of failures do not either.
	Same bool
}

// Changes returns the inputs that v answers otherwise than before does, with both
// answers. Messages of failures may differ.
func Changes(before, v *Versioned) [][2]Case {
	if v.Same {
		return nil
	}
	var list [][2]Case
	named := map[string]Case{}
	for i, c := range v.Cases {
		var b Case
		ok := i < len(before.Cases) && before.Cases[i].Name == c.Name
		if ok {
			b = before.Cases[i]
		} else {
			if len(named) == 0 {
				for _, b := range before.Cases {
					named[b.Name] = b
				}
			}
			b, ok = named[c.Name]
		}
		if ok && (b.Failed != c.Failed || !c.Failed && !bytes.Equal(b.Output, c.Output)) {
			list = append(list, [2]Case{b, c})
		}
	}
	return list
}

// versionFile is the format of a file.
type versionFile struct {
	Recorder string `json:"recorder"`
	Series   []struct {
		ID       string                       `json:"id"`
		Kind     string                       `json:"kind"`
		Language string                       `json:"language"`
		Call     string                       `json:"call"`
		Units    string                       `json:"units"`
		Versions []map[string]json.RawMessage `json:"versions"`
	} `json:"series"`
}

// ReadHistory reads one file of the folder versions. The answers that a version shares
// with the version before it are stored once and are filled in here.
func ReadHistory(path string, in *Inputs) (*History, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	h, err := ParseHistory(b, in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return h, nil
}

// ParseHistory reads the text of a file of the folder versions.
func ParseHistory(text []byte, in *Inputs) (*History, error) {
	var file versionFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, err
	}
	h := &History{Recorder: file.Recorder}
	for _, f := range file.Series {
		s := &Series{ID: f.ID, Kind: f.Kind, Language: f.Language, Call: f.Call, Units: f.Units}
		var before *Versioned
		for _, raw := range f.Versions {
			v := &Versioned{Implementation: &Implementation{ID: f.ID, Kind: f.Kind, Language: f.Language, Call: f.Call, Units: f.Units}}
			given := map[string]map[string]Result{}
			same := ""
			for key, text := range raw {
				var err error
				switch key {
				case "version":
					err = json.Unmarshal(text, &v.Release)
				case "program":
					err = json.Unmarshal(text, &v.Version)
				case "same":
					v.Same = true
					err = json.Unmarshal(text, &same)
				case "but":
					err = json.Unmarshal(text, &same)
				case "single", "escapes", "points", "strings", "awkward":
					given[key], err = section(text)
				default:
					err = fmt.Errorf("unknown key %q", key)
				}
				if err != nil {
					return nil, fmt.Errorf("%s %s: %w", f.ID, v.Release, err)
				}
			}
			if (before == nil) != (same == "") || before != nil && same != before.Release {
				return nil, fmt.Errorf("%s %s does not refer to the version before it", f.ID, v.Release)
			}
			for _, q := range in.Questions(f.Kind, f.Units) {
				r, ok := given[q.Section][q.Name]
				if !ok && before != nil {
					r, ok = before.Result(q)
				}
				if ok {
					v.Set(q, r)
				}
			}
			s.Versions = append(s.Versions, v)
			before = v
		}
		h.Series = append(h.Series, s)
	}
	return h, nil
}

// section reads a list or an object of results.
func section(text []byte) (map[string]Result, error) {
	if text[0] == '{' {
		var m map[string]Result
		err := json.Unmarshal(text, &m)
		return m, err
	}
	var list []Result
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, err
	}
	m := map[string]Result{}
	for i, r := range list {
		m[strconv.Itoa(i)] = r
	}
	return m, nil
}

// Render returns the file of h in its fixed format: the first version of a function
// with all answers, each later one with those that differ from the version before it,
// or, if there are none, its name.
func (h *History) Render(in *Inputs) []byte {
	slices.SortFunc(h.Series, func(a, b *Series) int { return compareIDs(a.Kind, a.ID, b.Kind, b.ID) })
	b := append([]byte(`{"recorder": `), appendString(nil, h.Recorder)...)
	b = append(b, ",\n\"series\": ["...)
	for i, s := range h.Series {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n{"...)
		for _, f := range [][2]string{{"id", s.ID}, {"kind", s.Kind}, {"language", s.Language}, {"call", s.Call}, {"units", s.Units}} {
			b = append(appendString(append(appendString(b, f[0]), ": "...), f[1]), ", "...)
		}
		b = append(b, "\"versions\": ["...)
		questions := in.Questions(s.Kind, s.Units)
		var before *Versioned
		for j, v := range s.Versions {
			if j > 0 {
				b = append(b, ',')
			}
			b = append(appendString(append(b, "\n{\"version\": "...), v.Release), ", \"program\": "...)
			b = appendString(b, v.Version)
			if before == nil {
				b = v.appendSections(b, questions)
			} else {
				b = v.appendDifferences(b, before, questions)
			}
			b = append(b, '}')
			before = v
		}
		b = append(b, "]}"...)
	}
	return append(b, "\n]}\n"...)
}

func (v *Versioned) appendDifferences(b []byte, before *Versioned, questions []Question) []byte {
	key, section := ", \"same\": ", ""
	var differences []byte
	for _, q := range questions {
		r, ok := v.Result(q)
		old, had := before.Result(q)
		if !ok || had && bytes.Equal(r.appendJSON(nil), old.appendJSON(nil)) {
			continue
		}
		key = ", \"but\": "
		if q.Section == section {
			differences = append(differences, ", "...)
		} else {
			if section != "" {
				differences = append(differences, '}')
			}
			section = q.Section
			differences = append(appendString(append(differences, ",\n"...), section), ": {"...)
		}
		differences = r.appendJSON(append(appendString(differences, q.Name), ": "...))
	}
	if section != "" {
		differences = append(differences, '}')
	}
	return append(appendString(append(b, key...), before.Release), differences...)
}

// histories caches the recordings of versions by folder, which several tests of one
// package read.
var histories sync.Map

// ReadHistories returns the series of all files of the folder versions, with Cases and
// dates.
func ReadHistories(folder string) ([]*Series, error) {
	if all, ok := histories.Load(folder); ok {
		return slices.Clone(all.([]*Series)), nil
	}
	in, err := ReadInputs(filepath.Join(folder, "inputs.json"))
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "versions", "*.json"))
	if err != nil {
		return nil, err
	}
	var all []*Series
	for _, file := range files {
		h, err := ReadHistory(file, in)
		if err != nil {
			return nil, err
		}
		releases, err := ReadReleases(filepath.Join(folder, "recorders", h.Recorder, "versions"))
		if err != nil {
			return nil, err
		}
		dates := map[string]string{}
		for _, r := range releases {
			dates[r.Version] = r.Date
		}
		for _, s := range h.Series {
			for _, v := range s.Versions {
				v.File, v.Date = h.Recorder, dates[v.Release]
				v.addCases(in)
			}
		}
		all = append(all, h.Series...)
	}
	histories.Store(folder, all)
	return slices.Clone(all), nil
}

// addCases fills Cases from the answers.
func (m *Implementation) addCases(in *Inputs) {
	questions := in.Questions(m.Kind, m.Units)
	m.Cases = slices.Grow(m.Cases, len(questions))
	for _, q := range questions {
		if r, ok := m.Result(q); ok && !r.Inexpressible && !joined(m, q, r) {
			m.Cases = append(m.Cases, Case{q.label(), q.Octets, r.Output, r.Message != ""})
		}
	}
}

// An Unreached is a change that a changelog names and no recording shows. Change is
// Markdown, and Source a URL.
type Unreached struct{ Change, Version, Source, Why string }

// unreachedFile is the file of folder interop that lists them, a line each, in the order
// of the fields, separated by tabs.
const unreachedFile = "versions/unreached.txt"

// ReadUnreached reads the changes that were not reached from folder interop.
func ReadUnreached(folder string) ([]Unreached, error) {
	b, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(unreachedFile)))
	if err != nil {
		return nil, err
	}
	var list []Unreached
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || !strings.HasPrefix(f[2], "https://") {
			return nil, fmt.Errorf("%s: %q is not a change, a version, the URL of a source and why", unreachedFile, line)
		}
		list = append(list, Unreached{f[0], f[1], f[2], f[3]})
	}
	return list, nil
}
