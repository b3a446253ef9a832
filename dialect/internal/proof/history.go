package proof

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/recordings"
)

// Cited is the file of folder interop that says which version brought a change, by a
// changelog or a manual: ID, the first version recorded with it, the version that brought
// it and the source, separated by tabs; where that version was not recorded itself, its
// date and the source of the date follow. An ID that ends in * stands for all that begin
// so.
const Cited = "versions/cited.txt"

// A Span is a range of consecutive versions of a function that answered everything alike.
type Span struct {
	First, Last *recordings.Versioned
	Dialect     *dialect.Dialect // nil if none answers so
	// Version, Date and Source are what is cited of the change that it begins with, or
	// the first recorded version and its date.
	Version, Date, Source string
	Recorded              string // the day on which Last was recorded
	// Differs are the inputs that the span before it answered otherwise.
	Differs []Change
}

// A Change is an input that two versions answered differently.
type Change struct{ Before, After recordings.Case }

// A History is a recorded function with its spans, oldest first.
type History struct {
	*recordings.Series
	Spans []*Span
}

// Histories reads the recordings of versions in folder interop and finds the dialect of
// each span.
func Histories(folder string) ([]*History, error) {
	series, err := recordings.ReadHistories(folder)
	if err != nil {
		return nil, err
	}
	programs, err := recordings.ReadPrograms(folder)
	if err != nil {
		return nil, err
	}
	cited, err := readCited(filepath.Join(folder, filepath.FromSlash(Cited)))
	if err != nil {
		return nil, err
	}
	var all []*History
	for _, s := range series {
		h := &History{Series: s}
		var span *Span
		for i, v := range s.Versions {
			var differs [][2]recordings.Case
			if i > 0 {
				if differs = recordings.Changes(s.Versions[i-1], v); len(differs) == 0 {
					span.Last, span.Recorded = v, programs[v.Version].Recorded
					continue
				}
			}
			span = &Span{First: v, Last: v, Version: v.Release, Date: v.Date}
			if i > 0 {
				for _, d := range differs {
					span.Differs = append(span.Differs, Change{d[0], d[1]})
				}
				for _, c := range cited {
					if c.release == v.Release && c.matches(s.ID) {
						span.Version, span.Source = c.version, c.source
						if c.version != v.Release {
							span.Date = c.date
						}
						c.used = true
					}
				}
			}
			span.Recorded = programs[v.Version].Recorded
			span.Dialect = spoken(v.Implementation)
			h.Spans = append(h.Spans, span)
		}
		all = append(all, h)
	}
	slices.SortStableFunc(all, func(a, b *History) int { return strings.Compare(a.ID, b.ID) })
	for _, c := range cited {
		if !c.used {
			return nil, fmt.Errorf("%s: nothing recorded changed at %s of %s", Cited, c.release, c.id)
		}
	}
	return all, nil
}

// fromVersions returns the recordings of versions that dialects are named after, such as
// py@3.6.quote, under these names, and the newest of functions that only the recorders of
// versions have: those that are not in known.
func fromVersions(folder string, known []*recordings.Implementation) ([]*recordings.Implementation, error) {
	series, err := recordings.ReadHistories(folder)
	if err != nil {
		return nil, err
	}
	recorded := map[string]bool{}
	for _, m := range known {
		recorded[m.ID] = true
	}
	named := map[string]bool{}
	for d := range dialect.All() {
		if !d.Specified() && strings.Contains(d.ID, "@") {
			named[d.ID] = true
		}
	}
	var list []*recordings.Implementation
	for _, s := range series {
		if !recorded[s.ID] {
			list = append(list, s.Versions[len(s.Versions)-1].Implementation)
		}
		program, function, _ := strings.Cut(s.ID, ".")
		for _, v := range s.Versions {
			if id := program + "@" + v.Release + "." + function; named[id] {
				m := *v.Implementation
				m.ID = id
				list = append(list, &m)
			}
		}
	}
	return list, nil
}

// spoken returns the dialect of the catalogue's implementation with that ID, if it
// answers every case as m does, else the first dialect that does, or nil.
func spoken(m *recordings.Implementation) *dialect.Dialect {
	if i, err := dialect.LookupImplementation(m.ID); err == nil && (i.Encodes != "") == m.Encoder() {
		if d := i.Dialect(); d != nil {
			if _, _, differs := Mismatch(d, m); !differs {
				return d
			}
		}
	}
	d, _ := Speaks(m)
	return d
}

type citation struct {
	id, release, version, date, source string
	used                               bool
}

func (c *citation) matches(id string) bool {
	if prefix, any := strings.CutSuffix(c.id, "*"); any {
		return strings.HasPrefix(id, prefix)
	}
	return id == c.id
}

func readCited(path string) ([]*citation, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []*citation
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		c := &citation{}
		switch {
		case len(f) == 4 && f[1] == f[2]:
		case len(f) == 6 && f[1] != f[2]:
			c.date = f[4]
			if err := recordings.CheckDate(f[4], f[5]); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, f[0], err)
			}
		default:
			return nil, fmt.Errorf("%s: %q has %d fields: a version that was recorded has its date from there, any other has it here with its source", path, line, len(f))
		}
		c.id, c.release, c.version, c.source = f[0], f[1], f[2], f[3]
		list = append(list, c)
	}
	return list, nil
}

// examples is how many inputs a span keeps in the program.
const examples = 3

// Shortest returns up to n of the inputs on which s differs from the span before it, the
// shortest first.
func (s *Span) Shortest(n int) []Change {
	list := slices.Clone(s.Differs)
	slices.SortStableFunc(list, func(a, b Change) int { return len(a.After.Input) - len(b.After.Input) })
	return list[:min(n, len(list))]
}

// HistorySource returns the file history_generated.go.
func HistorySource(all []*History) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by internal/prove from the recordings of folder interop. DO NOT EDIT.\n\npackage dialect\n\n" +
		"// historyTable is what histories reads: =ID, kind and units as in implementationTable,\n" +
		"// language, call; below it a line for each span: the version and date that it begins\n" +
		"// with, the last program recorded and the day, the first and last version, dialect, source;\n" +
		"// below that, inputs that differ from the span before it: !input, before, after.\n" +
		"const historyTable = \"\"")
	line := func(fields ...string) { b.WriteString(" +\n\t" + strconv.Quote(strings.Join(fields, "\t")+"\n")) }
	for _, h := range all {
		line("="+h.ID, h.Kind[:1]+h.Units[:1], h.Language, h.Call)
		for _, s := range h.Spans {
			id := ""
			if s.Dialect != nil {
				id = s.Dialect.ID
			}
			line(s.Version, s.Date, s.Last.Version, s.Recorded, s.First.Release, s.Last.Release, id, s.Source)
			for _, c := range s.Shortest(examples) {
				line("!"+strconv.Quote(string(c.After.Input)), answerOf(c.Before), answerOf(c.After))
			}
		}
	}
	b.WriteString("\n")
	return b.Bytes()
}

// answerOf writes an output in quotation marks, and a failure as an empty text.
func answerOf(c recordings.Case) string {
	if c.Failed {
		return ""
	}
	return strconv.Quote(string(c.Output))
}
