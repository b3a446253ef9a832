// Package proof finds the dialect that each recorded implementation follows.
package proof

import (
	"bufio"
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

// The files of folder interop that list implementations without an exact dialect.
// Each line has an ID, a tab, and the missing row of the table of dialects or the
// reason why no dialect can express the behaviour. Differs lists those whose
// dialect agrees on all of inputs.json but not on some random input.
const (
	Pending     = "pending.txt"
	Unexpressed = "unexpressed.txt"
	Differs     = "random/differs.txt"
)

// A Result is the outcome of Run.
type Result struct {
	Implementations []*recordings.Implementation
	Programs        map[string]recordings.Program
	Speaks          map[string]*dialect.Dialect // by ID; nil for none
	Pending         map[string]string
	Unexpressed     map[string]string
	Differs         map[string]string
	// Problems are implementations that are unaccounted for, and superfluous lines.
	Problems []string
}

// Mismatch returns the first case that d answers differently from m, and
// whether there is one. Errors are compared as errors, not by their text.
func Mismatch(d *dialect.Dialect, m *recordings.Implementation) (c recordings.Case, got string, differs bool) {
	var buf []byte
	for _, c := range m.Cases {
		var err error
		if m.Encoder() {
			buf, err = d.AppendEncode(buf[:0], c.Input)
		} else {
			buf, err = d.AppendDecode(buf[:0], c.Input)
		}
		switch {
		case c.Failed && err == nil, !c.Failed && err == nil && !bytes.Equal(buf, c.Output):
			return c, strconv.Quote(string(buf)), true
		case !c.Failed && err != nil:
			return c, err.Error(), true
		}
	}
	return recordings.Case{}, "", false
}

// A Difference is a random input on which a dialect and an implementation differ.
// Of the implementation's answer, only a hash is known.
type Difference struct {
	Question recordings.Question
	Got      string
}

// RandomMismatch returns the first random input that d answers differently from
// m, and whether there is one.
func RandomMismatch(d *dialect.Dialect, m *recordings.Implementation) (diff Difference, differs bool) {
	if m.Random == nil {
		return Difference{}, false
	}
	answer := d.AppendDecode
	if m.Encoder() {
		answer = d.AppendEncode
	}
	var buf []byte
	q, got, err, differs := m.Random.Differs(func(src []byte) ([]byte, error) {
		var err error
		buf, err = answer(buf[:0], src)
		return buf, err
	})
	if err != nil {
		return Difference{q, err.Error()}, differs
	}
	return Difference{q, strconv.Quote(string(got))}, differs
}

// Speaks returns the first dialect in catalogue order that answers every case and
// every random input as m does. If there is none, exact is false, and the dialect is
// one that answers every case: the one named after m, or else the first. It is nil
// if there is none of these either.
func Speaks(m *recordings.Implementation) (speaks *dialect.Dialect, exact bool) {
	for d := range dialect.All() {
		if m.Encoder() && !d.Encodes() {
			continue
		}
		if _, _, differs := Mismatch(d, m); differs {
			continue
		}
		if _, differs := RandomMismatch(d, m); !differs {
			return d, true
		}
		if speaks == nil || d.ID == m.ID {
			speaks = d
		}
	}
	return speaks, false
}

// Run reads the folder interop and finds the dialect of each implementation.
func Run(folder string) (*Result, error) {
	all, err := recordings.Read(folder)
	if err != nil {
		return nil, err
	}
	versions, err := fromVersions(folder, all)
	if err != nil {
		return nil, err
	}
	r := &Result{Implementations: append(slices.Clip(all), versions...), Speaks: map[string]*dialect.Dialect{}}
	if r.Programs, err = recordings.ReadPrograms(folder); err != nil {
		return nil, err
	}
	if r.Pending, err = readList(filepath.Join(folder, Pending)); err != nil {
		return nil, err
	}
	if r.Unexpressed, err = readList(filepath.Join(folder, Unexpressed)); err != nil {
		return nil, err
	}
	if r.Differs, err = readList(filepath.Join(folder, filepath.FromSlash(Differs))); err != nil {
		return nil, err
	}
	for _, m := range r.Implementations {
		d, exact := Speaks(m)
		if _, twice := r.Speaks[m.ID]; twice {
			r.Problems = append(r.Problems, m.ID+" is recorded twice")
		}
		r.Speaks[m.ID] = d
		row, pending := r.Pending[m.ID]
		_, unexpressed := r.Unexpressed[m.ID]
		_, listed := r.Differs[m.ID]
		switch {
		case d != nil && !exact && !listed:
			diff, _ := RandomMismatch(d, m)
			r.Problems = append(r.Problems, fmt.Sprintf("%s is %s but for random inputs, such as %+q, which gives %s", m.ID, d.ID, diff.Question.Octets, diff.Got))
		case listed && (d == nil || exact):
			r.Problems = append(r.Problems, fmt.Sprintf("%s is no longer needed in %s", m.ID, Differs))
		}
		switch {
		case d != nil && pending:
			r.Problems = append(r.Problems, fmt.Sprintf("%s: %s is no longer needed in %s: it is %s", m.ID, row, Pending, d.ID))
		case d != nil && unexpressed:
			r.Problems = append(r.Problems, fmt.Sprintf("%s is no longer needed in %s: it is %s", m.ID, Unexpressed, d.ID))
		case d == nil && pending && unexpressed:
			r.Problems = append(r.Problems, m.ID+" is in both lists")
		case d == nil && !pending && !unexpressed:
			r.Problems = append(r.Problems, m.ID+" speaks no dialect, and neither list names it")
		}
		if known, err := dialect.Lookup(row); pending && d == nil && err == nil && known.ID == row {
			r.Problems = append(r.Problems, fmt.Sprintf("%s: the row %s has come, but the recording differs from it", m.ID, row))
		}
	}
	for _, list := range []map[string]string{r.Pending, r.Unexpressed, r.Differs} {
		for id := range list {
			if _, recorded := r.Speaks[id]; !recorded {
				r.Problems = append(r.Problems, id+" is listed but not recorded")
			}
		}
	}
	slices.Sort(r.Problems)
	return r, nil
}

func readList(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := map[string]string{}
	s := bufio.NewScanner(f)
	for s.Scan() {
		line := s.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		id, text, ok := strings.Cut(line, "\t")
		if !ok || text == "" {
			return nil, fmt.Errorf("%s: no tab in %q", path, line)
		}
		if _, twice := list[id]; twice {
			return nil, fmt.Errorf("%s: %s stands there twice", path, id)
		}
		list[id] = text
	}
	return list, s.Err()
}

// Source returns the file recorded_generated.go.
func (r *Result) Source() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated by internal/prove from the recordings of folder interop. DO NOT EDIT.\n\npackage dialect\n\n" +
		"// implementationTable is what implementations reads: the language and version of\n" +
		"// programs, the day of the recording, a day since which the version is out and the URL\n" +
		"// that says so, and below each its functions: ID, e for an encoder or d for a decoder\n" +
		"// with b, t or u for bytes, text or UTF-16, dialect, sibling, call.\n" +
		"const implementationTable = \"\"")
	line := func(s string) { b.WriteString(" +\n\t" + strconv.Quote(s+"\n")) }
	last := ""
	for _, m := range r.Implementations {
		d := r.Speaks[m.ID]
		if d == nil {
			continue
		}
		p := r.Programs[m.Version]
		if program := strings.Join([]string{"=" + m.Language, m.Version, p.Recorded, p.Out, p.URL()}, "\t"); program != last {
			line(program)
			last = program
		}
		kind, sibling := "e", ""
		if !m.Encoder() {
			kind, sibling = "d", r.sibling(m)
		}
		line(strings.Join([]string{m.ID, kind + m.Units[:1], d.ID, sibling, m.Call}, "\t"))
	}
	b.WriteString("\n")
	return b.Bytes()
}

// sibling returns the ID of the encoder that belongs to the decoder m: the one of
// the same program with the opposite name, or else with the longest common prefix.
// It returns "" if there is none.
func (r *Result) sibling(m *recordings.Implementation) string {
	family, _, _ := strings.Cut(m.ID, ".")
	best, length := "", -1
	for _, e := range r.Implementations {
		if f, _, _ := strings.Cut(e.ID, "."); !e.Encoder() || f != family || r.Speaks[e.ID] == nil {
			continue
		}
		if turned(e.ID) == turned(m.ID) {
			return e.ID
		}
		n := 0
		for n < min(len(e.ID), len(m.ID)) && e.ID[n] == m.ID[n] {
			n++
		}
		if n > length || n == length && len(e.ID) < len(best) {
			best, length = e.ID, n
		}
	}
	return best
}

var turn = strings.NewReplacer("unescape", "escape", "unquote", "quote", "unencode", "encode", "decode", "encode",
	"dequote", "quote", "parse_qsl", "urlencode", "unhex", "hexify", "parse", "stringify", "frompercent", "topercent")

// turned returns the name of a decoder with its words for decoding replaced by those
// for encoding.
func turned(id string) string { return turn.Replace(strings.ToLower(id)) }
