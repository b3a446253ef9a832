package recordings

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Result is the answer of an implementation to one input. It is Output, unless
// Inexpressible is set (it cannot be given the input) or Message is (it failed).
type Result struct {
	Output        []byte
	Message       string
	Inexpressible bool
}

// An Implementation is a function of a real program with its answers. Single and
// Escapes have 256 entries or none. The keys of the maps are names of inputs.
type Implementation struct {
	ID       string            `json:"id"`
	Kind     string            `json:"kind"`
	Language string            `json:"language"`
	Version  string            `json:"version"`
	Call     string            `json:"call"`
	Units    string            `json:"units"`
	Single   []Result          `json:"single"`
	Escapes  []Result          `json:"escapes"`
	Points   map[string]Result `json:"points"`
	Strings  map[string]Result `json:"strings"`
	Awkward  map[string]Result `json:"awkward"`
	// File, Cases and Random are filled by Read; Random is nil when the program
	// could no longer be installed.
	File   string         `json:"-"`
	Cases  []Case         `json:"-"`
	Random *RandomAnswers `json:"-"`
}

// Encoder reports whether the implementation encodes; the others decode.
func (m *Implementation) Encoder() bool { return m.Kind == Encoder }

// A Recording is one file of the folder recordings.
type Recording struct {
	Recorder        string            `json:"recorder"`
	Implementations []*Implementation `json:"implementations"`
}

// Set files r under q.
func (m *Implementation) Set(q Question, r Result) {
	put := func(p *map[string]Result) {
		if *p == nil {
			*p = map[string]Result{}
		}
		(*p)[q.Name] = r
	}
	switch q.Section {
	case "single":
		m.Single = append(m.Single, r)
	case "escapes":
		m.Escapes = append(m.Escapes, r)
	case "points":
		put(&m.Points)
	case "strings":
		put(&m.Strings)
	case "awkward":
		put(&m.Awkward)
	default:
		panic("recordings: unknown section " + q.Section)
	}
}

// MarshalJSON writes a string for output that is UTF-8, {"hex": …} for other output,
// {"error": …} for a failure, and null for an input that could not be given.
func (r Result) MarshalJSON() ([]byte, error) { return r.appendJSON(nil), nil }

func (r Result) appendJSON(dst []byte) []byte {
	switch {
	case r.Inexpressible:
		return append(dst, "null"...)
	case r.Message != "":
		return append(appendString(append(dst, `{"error": `...), r.Message), '}')
	case utf8.Valid(r.Output):
		return appendString(dst, string(r.Output))
	}
	return fmt.Appendf(dst, `{"hex": "%x"}`, r.Output)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Result) UnmarshalJSON(b []byte) error {
	*r = Result{}
	if string(b) == "null" {
		r.Inexpressible = true
		return nil
	}
	if b[0] == '"' {
		var s string
		err := json.Unmarshal(b, &s)
		r.Output = []byte(s)
		return err
	}
	var o struct{ Hex, Error *string }
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return err
	}
	switch {
	case o.Error != nil && o.Hex == nil && *o.Error != "":
		r.Message = *o.Error
		return nil
	case o.Hex != nil && o.Error == nil:
		var err error
		r.Output, err = hex.DecodeString(*o.Hex)
		return err
	}
	return errors.New("recordings: a result is a string, {hex}, {error} or null")
}

func appendString(dst []byte, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always encodes
	}
	return append(dst, bytes.TrimRight(b.Bytes(), "\n")...)
}

// ReadRecording reads one file of the folder recordings.
func ReadRecording(path string) (*Recording, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rec := &Recording{}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(rec); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rec, nil
}

// Render returns the file of rec in its fixed format: encoders before decoders, each
// sorted by ID, one line per section, results in the order of [Inputs.Questions].
// Results without a question are not written.
func (rec *Recording) Render(in *Inputs) []byte {
	list := append([]*Implementation(nil), rec.Implementations...)
	slices.SortFunc(list, func(a, b *Implementation) int { return compareIDs(a.Kind, a.ID, b.Kind, b.ID) })
	b := append([]byte(`{"recorder": `), appendString(nil, rec.Recorder)...)
	b = append(b, ",\n\"implementations\": ["...)
	for i, m := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, "\n{"...)
		for j, f := range [][2]string{
			{"id", m.ID},
			{"kind", m.Kind},
			{"language", m.Language},
			{"version", m.Version},
			{"call", m.Call},
			{"units", m.Units},
		} {
			if j > 0 {
				b = append(b, ", "...)
			}
			b = appendString(append(appendString(b, f[0]), ": "...), f[1])
		}
		b = m.appendSections(b, in.Questions(m.Kind, m.Units))
		b = append(b, '}')
	}
	return append(b, "\n]}\n"...)
}

// compareIDs sorts encoders before decoders, and then by ID.
func compareIDs(kind, id, otherKind, other string) int {
	if kind != otherKind {
		if kind == Encoder {
			return -1
		}
		return 1
	}
	return strings.Compare(id, other)
}

func (m *Implementation) appendSections(b []byte, questions []Question) []byte {
	section, closing := "", ""
	for _, q := range questions {
		r, ok := m.Result(q)
		if !ok {
			continue
		}
		if q.Section == section {
			b = append(b, ", "...)
		} else {
			section = q.Section
			b = append(b, closing...)
			b = append(appendString(append(b, ",\n"...), section), ": "...)
			if section == "single" || section == "escapes" {
				b, closing = append(b, '['), "]"
			} else {
				b, closing = append(b, '{'), "}"
			}
		}
		if closing == "}" {
			b = append(appendString(b, q.Name), ": "...)
		}
		b = r.appendJSON(b)
	}
	return append(b, closing...)
}

// Result returns the answer of m to q, and whether there is one.
func (m *Implementation) Result(q Question) (r Result, ok bool) {
	at := func(list []Result) (Result, bool) {
		i, err := strconv.Atoi(q.Name)
		if err != nil || i >= len(list) {
			return Result{}, false
		}
		return list[i], true
	}
	switch q.Section {
	case "single":
		return at(m.Single)
	case "escapes":
		return at(m.Escapes)
	case "points":
		r, ok = m.Points[q.Name]
	case "strings":
		r, ok = m.Strings[q.Name]
	case "awkward":
		r, ok = m.Awkward[q.Name]
	}
	return r, ok
}
