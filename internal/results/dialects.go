package results

import (
	"slices"
	"strconv"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
)

// DialectJSON is what the catalogue says of a dialect.
type DialectJSON struct {
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Aliases    []string `json:"aliases"`
	Title      string   `json:"title"`
	UseFor     string   `json:"use_for"`
	Source     source   `json:"source"`
	Encodes    bool     `json:"encodes"`
	Kept       string   `json:"kept"`
	Space      string   `json:"space"`
	Hex        string   `json:"hex"`
	Malformed  string   `json:"malformed"`
	Plus       string   `json:"plus"`
	Raw        string   `json:"raw"`
	UTF8       string   `json:"invalid_utf8"`
	Preserved  string   `json:"preserved"`
	Reversible *bool    `json:"reversible"`
	Choices    []choice `json:"choices"`
	Siblings   []string `json:"siblings" most:"200"`
	Encoders   []string `json:"encoders" most:"200"`
	Decoders   []string `json:"decoders" most:"200"`
}

type source struct {
	Title   string `json:"title"`
	Section string `json:"section"`
	URL     string `json:"url"`
	Date    string `json:"date"`
}

type choice struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Beyond bool   `json:"beyond"`
}

// NewDialects returns the views of dialects. It looks up siblings and functions of
// programs once for all of them.
func NewDialects(list []*dialect.Dialect) []DialectJSON {
	encoders, decoders := map[string][]string{}, map[string][]string{}
	for m := range dialect.Implementations() {
		if m.Encodes != "" {
			encoders[m.Encodes] = append(encoders[m.Encodes], m.ID)
		} else {
			decoders[m.Decodes] = append(decoders[m.Decodes], m.ID)
		}
	}
	choices, same := map[string][]dialect.Choice{}, map[string]*[]string{} // by ID
	rules := map[string]*[]string{}
	var rule []byte // all choices as text
	for d := range dialect.All() {
		choices[d.ID] = d.Choices()
		rule = strconv.AppendBool(rule[:0], d.Encodes())
		for _, c := range choices[d.ID] {
			rule = append(append(rule, '\n', byte(c.Key)), c.Value...)
		}
		ids := rules[string(rule)]
		if ids == nil {
			ids = new([]string)
			rules[string(rule)] = ids
		}
		*ids = append(*ids, d.ID)
		same[d.ID] = ids
	}
	views := make([]DialectJSON, 0, len(list))
	for _, d := range list {
		v := newDialect(d, choices[d.ID])
		v.Encoders, v.Decoders = encoders[d.ID], decoders[d.ID]
		v.Siblings = slices.DeleteFunc(slices.Clone(*same[d.ID]), func(id string) bool { return id == d.ID })
		views = append(views, v)
	}
	return views
}

// newDialect returns the view of d, which has these choices.
func newDialect(d *dialect.Dialect, choices []dialect.Choice) DialectJSON {
	e := d.Base()
	v := DialectJSON{
		ID: d.ID, Kind: "dialect", Aliases: d.Aliases, Title: d.Title, UseFor: d.UseFor,
		Source:  source{d.Spec.Title, d.Spec.Section, d.Spec.URL, d.Spec.Date},
		Encodes: d.Encodes(), Kept: e.Kept().String(), Space: "%20", Hex: "upper", Malformed: "error", Plus: "+",
		Raw: e.Raw().String(), UTF8: "kept", Preserved: e.Preserved().String(),
	}
	switch {
	case e.Space() == percent.SpacePlus:
		v.Space = "+"
	case e.Kept().Contains(' '):
		v.Space = " "
	}
	if e.Hex() == percent.HexLower {
		v.Hex = "lower"
	}
	if e.Malformed() == percent.MalformedKept {
		v.Malformed = "kept"
	}
	if e.Plus() == percent.PlusIsSpace {
		v.Plus = " "
	}
	switch e.InvalidUTF8() {
	case percent.InvalidUTF8Replaced:
		v.UTF8 = "replaced"
	case percent.InvalidUTF8Refused:
		v.UTF8 = "error"
	}
	if e := d.Encoding(); e != nil {
		v.Reversible = new(e.Reversible())
	}
	v.Choices = make([]choice, 0, len(choices))
	for _, c := range choices {
		v.Choices = append(v.Choices, choice{c.Key.String(), c.Value, c.Beyond})
	}
	return v
}

// ImplementationJSON is what the catalogue says of a function of a program.
type ImplementationJSON struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Language string `json:"language"`
	Version  string `json:"version"`
	Recorded string `json:"recorded,omitempty"`
	Out      string `json:"out,omitempty"`
	OutURL   string `json:"out_url,omitempty"`
	Call     string `json:"call"`
	Units    string `json:"units"`
	Encodes  string `json:"encodes,omitempty"`
	Decodes  string `json:"decodes,omitempty"`
	Sibling  string `json:"sibling,omitempty"`
}

// NewImplementation returns the view of m.
func NewImplementation(m *dialect.Implementation) ImplementationJSON {
	return ImplementationJSON{m.ID, "implementation", m.Language, m.Version, m.Recorded, m.Out, m.OutURL, m.Call, m.Units.String(), m.Encodes, m.Decodes, m.Sibling()}
}

// An implementationDetail is a function of a program with its dialect.
type implementationDetail struct {
	ImplementationJSON
	Dialect DialectJSON `json:"dialect"`
}

// A Shown is a dialect or, if Function is not nil, a function of a program and its
// dialect.
type Shown struct {
	*dialect.Dialect
	Function *dialect.Implementation
}

// JSON returns the dialect, or the function with it.
func (v Shown) JSON() any {
	d := NewDialects([]*dialect.Dialect{v.Dialect})[0]
	if v.Function == nil {
		return d
	}
	return implementationDetail{NewImplementation(v.Function), d}
}

// Dialects is a list of dialects.
type Dialects []*dialect.Dialect

// JSON returns a row for each.
func (list Dialects) JSON() any { return NewDialects(list) }

// A DialectList is the dialects that were searched for.
type DialectList struct {
	Dialects
	Common bool // nothing was searched for: the page has those to begin with
	// Functions are those that were found where there is no dialect.
	Functions Implementations
}

// Note says how to see more.
func (list DialectList) Note() string {
	switch {
	case list.Common:
		return "these are the ones to start with; --all lists every dialect"
	case len(list.Dialects) == 0 && len(list.Functions) > 0:
		return "no dialect matches, but functions of programs do: --implementations lists them"
	case len(list.Dialects) == 0:
		return nothingFound
	}
	return ""
}

const nothingFound = "nothing in the catalogue matches"

// Implementations is a list of functions of programs.
type Implementations []*dialect.Implementation

// Note says that there are none.
func (list Implementations) Note() string {
	if len(list) == 0 {
		return nothingFound
	}
	return ""
}

// JSON returns a row for each.
func (list Implementations) JSON() any {
	var rows []ImplementationJSON
	for _, m := range list {
		rows = append(rows, NewImplementation(m))
	}
	return rows
}
