package recordings

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A Program is a program that was recorded, in one version.
type Program struct {
	Name     string // what it says of itself, such as "PHP 8.2.35"
	Recorded string // the day of the recording that is kept, such as 2026-11-21
	// Out is a day since which the version is out, and Source says so: the URL of what
	// gives the day of its release, or, behind "debian ", the package of Debian and its
	// version, which Debian had since that day. Both are empty if no source says so.
	Out, Source string
}

// debian begins the source of a program that Debian has.
const debian = "debian "

// URL returns where it says since when the version is out.
func (p *Program) URL() string {
	if name, version := p.Debian(); version != "" {
		return "https://tracker.debian.org/pkg/" + name
	}
	return p.Source
}

// Debian returns the source package of Debian and its version that were recorded, or
// nothing if the program is not from there.
func (p *Program) Debian() (name, version string) {
	if rest, ok := strings.CutPrefix(p.Source, debian); ok {
		name, version, _ = strings.Cut(rest, " ")
	}
	return name, version
}

// programsFile is the file of folder interop that lists the programs, sorted, a line each,
// in the order of the fields, separated by tabs.
const programsFile = "programs.txt"

// programsHead are the first lines of the file.
const programsHead = `# The programs that were recorded: what each says of itself, the day of the recording that is
# kept, a day since which the version is out, and what says so: a URL, or the package of
# Debian that has it since then. record keeps the first two. Fields are separated by tabs.
`

// ReadPrograms reads the programs that were recorded from folder interop.
func ReadPrograms(folder string) (map[string]Program, error) {
	b, err := os.ReadFile(filepath.Join(folder, programsFile))
	if err != nil {
		return nil, err
	}
	list := map[string]Program{}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := parseProgram(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", programsFile, err)
		}
		if _, twice := list[p.Name]; twice {
			return nil, fmt.Errorf("%s: %s stands there twice", programsFile, p.Name)
		}
		list[p.Name] = p
	}
	if !bytes.Equal(renderPrograms(list), b) {
		return nil, fmt.Errorf("%s is not sorted, or not in the form that record writes", programsFile)
	}
	return list, nil
}

func parseProgram(line string) (Program, error) {
	f := strings.Split(line, "\t")
	if len(f) != 2 && len(f) != 4 || f[0] == "" {
		return Program{}, fmt.Errorf("%q is not a program and the day of its recording, perhaps with a day since which it is out and a source", line)
	}
	p := Program{Name: f[0], Recorded: f[1]}
	if _, err := time.Parse(time.DateOnly, p.Recorded); err != nil {
		return p, fmt.Errorf("%s: %q is not a date such as 2006-11-02", p.Name, p.Recorded)
	}
	if len(f) == 2 {
		return p, nil
	}
	p.Out, p.Source = f[2], f[3]
	if err := CheckDate(p.Out, p.URL()); err != nil {
		return p, fmt.Errorf("%s: %w", p.Name, err)
	}
	if p.Out > p.Recorded {
		return p, fmt.Errorf("%s was recorded on %s, before it was out on %s", p.Name, p.Recorded, p.Out)
	}
	return p, nil
}

func renderPrograms(list map[string]Program) []byte {
	b := []byte(programsHead)
	sorted := make([]Program, 0, len(list))
	for _, p := range list {
		sorted = append(sorted, p)
	}
	slices.SortFunc(sorted, func(a, b Program) int { return cmp.Compare(a.Name, b.Name) })
	for _, p := range sorted {
		b = append(append(append(b, p.Name...), '\t'), p.Recorded...)
		if p.Out != "" {
			b = append(append(append(append(b, '\t'), p.Out...), '\t'), p.Source...)
		}
		b = append(b, '\n')
	}
	return b
}

// Recorded notes in folder interop that programs were recorded on a day.
func Recorded(folder string, names []string, day string) error {
	if len(names) == 0 {
		return nil
	}
	list, err := ReadPrograms(folder)
	if errors.Is(err, fs.ErrNotExist) {
		list, err = map[string]Program{}, nil
	}
	if err != nil {
		return err
	}
	for _, name := range names {
		p := list[name]
		p.Name, p.Recorded = name, day
		list[name] = p
	}
	return os.WriteFile(filepath.Join(folder, programsFile), renderPrograms(list), 0o666)
}

// NewAnswers returns the programs among after of which before has not the same answers.
func NewAnswers(before, after []*Implementation, in *Inputs) []string {
	texts := func(list []*Implementation) map[string]string {
		m := map[string]string{}
		for _, i := range list {
			m[i.Version+"\t"+i.ID] = string(i.appendSections(nil, in.Questions(i.Kind, i.Units)))
		}
		return m
	}
	had := texts(before)
	var names []string
	for key, text := range texts(after) {
		if old, ok := had[key]; !ok || old != text {
			name, _, _ := strings.Cut(key, "\t")
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
