// Package interop holds what real percent-encoders and percent-decoders were
// seen to do: the inputs they were given (inputs.json), what they answered
// (recordings/), and the programs that asked them (recorders/).
//
// [ReadInputs] and [ReadRecording] load the files; [Inputs.Cases] says which
// input an implementation is given, and in which order. The command that
// writes recordings is in the folder record.
package interop

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Kinds of implementation.
const (
	Encoder = "encoder"
	Decoder = "decoder"
)

// Units of the input an implementation takes.
const (
	Bytes = "bytes" // any octets
	Text  = "text"  // Unicode scalar values
	UTF16 = "utf16" // text that may hold lone surrogates
)

// An Input is one named input. Octets is UTF-8, or deliberately not; a lone
// surrogate is written as the three octets ED A0..BF xx.
type Input struct {
	Name   string
	Octets []byte
}

// Inputs is what every implementation is asked.
type Inputs struct {
	Points  []Input // code points beyond U+00FF, surrogates last
	Strings []Input // for encoders
	Awkward []Input // for decoders
}

// A Case is one input in the section of the recording where its result stands.
type Case struct {
	Section string // "single", "escapes", "points", "strings" or "awkward"
	Input
}

// A Result is the answer of an implementation to one input: Output, unless
// Inexpressible (the input cannot be given to it) or Message (it failed).
type Result struct {
	Output        []byte
	Message       string
	Inexpressible bool
}

// An Implementation is one function of a real program, with what it answered.
// Single and Escapes have 256 entries, or none; the maps are keyed by the name
// of the input.
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
}

// A Recording is one file of the folder recordings.
type Recording struct {
	Recorder        string            `json:"recorder"`
	Implementations []*Implementation `json:"implementations"`
}

// ReadInputs reads inputs.json.
func ReadInputs(path string) (*Inputs, error) {
	type named struct{ Name, Hex string }
	var file struct {
		Points  []string
		Bytes   string
		Strings []named
		Awkward []named
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	in := &Inputs{}
	for _, p := range file.Points {
		cp, err := strconv.ParseUint(strings.TrimPrefix(p, "U+"), 16, 32)
		if err != nil || cp < 0x100 || cp > utf8.MaxRune {
			return nil, fmt.Errorf("%s: bad code point %q", path, p)
		}
		in.Points = append(in.Points, Input{p, appendWTF8(nil, rune(cp))})
	}
	list := func(src []named) ([]Input, error) {
		var out []Input
		seen := map[string]bool{}
		for _, n := range src {
			b, err := hex.DecodeString(n.Hex)
			if err != nil || n.Name == "" || seen[n.Name] {
				return nil, fmt.Errorf("%s: bad or repeated input %q", path, n.Name)
			}
			seen[n.Name] = true
			out = append(out, Input{n.Name, b})
		}
		return out, nil
	}
	if in.Strings, err = list(file.Strings); err != nil {
		return nil, err
	}
	if in.Awkward, err = list(file.Awkward); err != nil {
		return nil, err
	}
	return in, nil
}

// Cases returns the inputs for an implementation of that kind and those units,
// in the order in which they are asked and recorded. Encoders get every single
// octet (units bytes) or every code point U+0000..U+00FF as "single", then
// points and strings; decoders get the same "single", then the 256 escapes
// %00..%FF in upper case, then the awkward inputs. Octets that are not UTF-8 go
// to units bytes only, lone surrogates to bytes and utf16; code points beyond
// U+00FF of "points" go to text and utf16.
func (in *Inputs) Cases(kind, units string) []Case {
	var cases []Case
	for i := range 256 {
		b := []byte{byte(i)}
		if units != Bytes {
			b = appendWTF8(nil, rune(i))
		}
		cases = append(cases, Case{"single", Input{strconv.Itoa(i), b}})
	}
	add := func(section string, list []Input) {
		for _, c := range list {
			if suits(units, c.Octets) {
				cases = append(cases, Case{section, c})
			}
		}
	}
	if kind == Decoder {
		for i := range 256 {
			cases = append(cases, Case{"escapes", Input{strconv.Itoa(i), fmt.Appendf(nil, "%%%02X", i)}})
		}
		add("awkward", in.Awkward)
		return cases
	}
	if units != Bytes {
		add("points", in.Points)
	}
	add("strings", in.Strings)
	return cases
}

// suits reports whether octets can be given to an implementation of those units.
func suits(units string, octets []byte) bool {
	switch units {
	case Bytes:
		return true
	case UTF16:
		return validWTF8(octets)
	}
	return utf8.Valid(octets)
}

// appendWTF8 appends the UTF-8 of r, and of a surrogate what UTF-8 would be.
func appendWTF8(dst []byte, r rune) []byte {
	if 0xD800 <= r && r <= 0xDFFF {
		return append(dst, 0xED, 0x80|byte(r>>6&0x3F), 0x80|byte(r&0x3F))
	}
	return utf8.AppendRune(dst, r)
}

// validWTF8 reports whether b is UTF-8 but for surrogates that form no pair.
func validWTF8(b []byte) bool {
	afterHigh := false
	for len(b) > 0 {
		if len(b) >= 3 && b[0] == 0xED && b[1] >= 0xA0 && b[1] <= 0xBF && b[2] >= 0x80 && b[2] <= 0xBF {
			low := b[1] >= 0xB0
			if low && afterHigh {
				return false
			}
			afterHigh = !low
			b = b[3:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			return false
		}
		afterHigh = false
		b = b[n:]
	}
	return true
}

// Set files r under c.
func (m *Implementation) Set(c Case, r Result) {
	put := func(p *map[string]Result) {
		if *p == nil {
			*p = map[string]Result{}
		}
		(*p)[c.Name] = r
	}
	switch c.Section {
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
		panic("interop: unknown section " + c.Section)
	}
}

// MarshalJSON writes a string when the output is UTF-8, {"hex": …} when it is
// not, {"error": …} for a failure, null for an input that cannot be expressed.
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
	return errors.New("interop: a result is a string, {hex}, {error} or null")
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

// Render returns the file of rec in the one formatting recordings have:
// encoders before decoders, each by ID, a line a section, results in the order
// of [Inputs.Cases]. Results that answer no case are not written.
func (rec *Recording) Render(in *Inputs) []byte {
	list := append([]*Implementation(nil), rec.Implementations...)
	sort.Slice(list, func(i, j int) bool {
		if list[i].Kind != list[j].Kind {
			return list[i].Kind == Encoder
		}
		return list[i].ID < list[j].ID
	})
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
		b = m.appendSections(b, in.Cases(m.Kind, m.Units))
		b = append(b, '}')
	}
	return append(b, "\n]}\n"...)
}

func (m *Implementation) appendSections(b []byte, cases []Case) []byte {
	section, closing := "", ""
	for _, c := range cases {
		r, ok := m.Result(c)
		if !ok {
			continue
		}
		if c.Section == section {
			b = append(b, ", "...)
		} else {
			section = c.Section
			b = append(b, closing...)
			b = append(appendString(append(b, ",\n"...), section), ": "...)
			if section == "single" || section == "escapes" {
				b, closing = append(b, '['), "]"
			} else {
				b, closing = append(b, '{'), "}"
			}
		}
		if closing == "}" {
			b = append(appendString(b, c.Name), ": "...)
		}
		b = r.appendJSON(b)
	}
	return append(b, closing...)
}

// Result returns the answer of m to c, and whether there is one.
func (m *Implementation) Result(c Case) (r Result, ok bool) {
	at := func(list []Result) (Result, bool) {
		i, err := strconv.Atoi(c.Name)
		if err != nil || i >= len(list) {
			return Result{}, false
		}
		return list[i], true
	}
	switch c.Section {
	case "single":
		return at(m.Single)
	case "escapes":
		return at(m.Escapes)
	case "points":
		r, ok = m.Points[c.Name]
	case "strings":
		r, ok = m.Strings[c.Name]
	case "awkward":
		r, ok = m.Awkward[c.Name]
	}
	return r, ok
}
