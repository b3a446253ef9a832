// Package results holds the results of the inspect packages and of the catalogue as
// structs for strictjson: what the command prints with --json, and what the page shows.
package results

import (
	"fmt"
	"iter"
	"strconv"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// ExplanationJSON is what explain says of a text.
type ExplanationJSON struct {
	Input      string           `json:"input" most:"4096"`
	Kind       string           `json:"kind"`
	Legal      *bool            `json:"legal,omitempty"`
	IRI        bool             `json:"iri,omitempty"`
	Offset     *int64           `json:"offset,omitempty"`
	Reason     string           `json:"reason,omitempty"`
	Counts     counts           `json:"counts"`
	Plus       string           `json:"plus,omitempty"`
	Notes      []explainNote    `json:"notes,omitempty"`
	Components []component      `json:"components,omitempty" most:"200"`
	Characters *characters      `json:"characters,omitempty"`
	ASCII      []ascii          `json:"ascii,omitempty"`
	Depth      int              `json:"depth"`
	Stop       string           `json:"stop"`
	Layers     []layerText      `json:"layers,omitempty"`
	Charsets   []charsetReading `json:"charsets,omitempty" most:"200"`
}

type counts struct {
	Bytes      int `json:"bytes"`
	Characters int `json:"characters"`
	Escapes    int `json:"escapes"`
	Stray      int `json:"stray"`
	PercentU   int `json:"percent_u"`
	Plus       int `json:"plus"`
	NonASCII   int `json:"non_ascii"`
	NotUTF8    int `json:"not_utf8"`
}

type explainNote struct {
	ID      string `json:"id"`
	Offset  int    `json:"offset"`
	Count   int    `json:"count"`
	Message string `json:"message"`
}

type component struct {
	Component string  `json:"component"`
	Offset    int     `json:"offset"`
	Text      string  `json:"text" most:"4096"`
	Decoded   *string `json:"decoded,omitempty" most:"4096"`
	Pieces    []piece `json:"pieces,omitempty" most:"200"`
}

type piece struct {
	Kind   string `json:"kind"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

type ascii struct {
	Character string   `json:"character"`
	Places    []string `json:"places"`
	EscapedBy []string `json:"escaped_by"`
}

type layerText struct {
	Text string `json:"text" most:"300"`
}

type charsetReading struct {
	Component  string      `json:"component,omitempty"`
	Offset     int         `json:"offset"`
	Length     int         `json:"length"`
	UTF8       bool        `json:"utf8"`
	Doubled    string      `json:"doubled,omitempty" most:"300"`
	Candidates []candidate `json:"candidates,omitempty"`
}

type candidate struct {
	Charset    string     `json:"charset"`
	Language   string     `json:"language,omitempty"`
	Confidence confidence `json:"confidence"`
	Text       string     `json:"text" most:"300"`
}

// A confidence has three decimals.
type confidence float64

// AppendJSON appends the number.
func (c confidence) AppendJSON(dst []byte) []byte {
	return strconv.AppendFloat(dst, float64(c), 'f', 3, 64)
}

// NewExplanation returns the view of e.
func NewExplanation(e *explain.Explanation) ExplanationJSON {
	c := &e.Counts
	v := ExplanationJSON{
		Input: e.Text, Kind: e.Kind.String(), IRI: e.IRI, Characters: &characters{e},
		Counts: counts{c.Bytes, c.Characters, c.Escapes, c.Stray, c.PercentU, c.Plus, c.NonASCII, c.NotUTF8},
		Depth:  e.Layers.Depth(), Stop: e.Layers.Stop.String(),
	}
	if e.Kind == inspect.KindURI {
		v.Legal = new(e.Illegal == nil)
	}
	if e.Illegal != nil {
		v.Offset, v.Reason = &e.Illegal.Offset, string(e.Illegal.Reason)
	}
	if e.Plus != explain.PlusNone {
		v.Plus = e.Plus.String()
	}
	for _, n := range e.Notes {
		v.Notes = append(v.Notes, explainNote{n.ID, n.Offset, n.Count, n.Message})
	}
	for _, c := range e.Components {
		x := component{Component: c.Part.String(), Offset: c.Offset, Text: c.Text}
		if c.Decoded != c.Text {
			x.Decoded = &c.Decoded
		}
		for _, p := range c.Pieces {
			x.Pieces = append(x.Pieces, piece{p.Kind.String(), p.Offset, p.Len})
		}
		v.Components = append(v.Components, x)
	}
	if len(e.Characters) == 0 {
		v.Characters = nil
	}
	for r := range ASCIIOf(e) {
		v.ASCII = append(v.ASCII, ascii{string(r), inspect.PlacesOf(r).Names(), EscapersOf(r)})
	}
	for _, l := range e.Layers.Layers {
		v.Layers = append(v.Layers, layerText{l.Text})
	}
	for _, r := range e.Readings {
		x := charsetReading{Component: r.Part.String(), Offset: r.Offset, Length: r.Len, UTF8: r.UTF8, Doubled: r.Doubled}
		for _, c := range r.Candidates {
			x.Candidates = append(x.Candidates, candidate{c.Charset, c.Language, confidence(c.Confidence), c.Text})
		}
		v.Charsets = append(v.Charsets, x)
	}
	return v
}

// ASCIIOf iterates over the ASCII characters in a text, each once, in ASCII order.
func ASCIIOf(e *explain.Explanation) iter.Seq[rune] {
	return func(yield func(rune) bool) {
		var seen [128]bool
		for i := range e.Characters {
			if x := &e.Characters[i]; x.Rune >= 0 && x.Rune < 0x80 && x.Fault == inspect.NoFault {
				seen[x.Rune] = true
			}
		}
		for r, ok := range seen {
			if ok && !yield(rune(r)) {
				return
			}
		}
	}
}

// characters are converted one by one as they are written, because there may be many.
type characters struct{ e *explain.Explanation }

type character struct {
	Offset    int    `json:"offset"`
	Text      string `json:"text"`
	Form      string `json:"form"`
	Octets    string `json:"octets"`
	Bits      string `json:"bits"`
	Fault     string `json:"fault,omitempty"`
	Character string `json:"character,omitempty"`
	CodePoint string `json:"code_point,omitempty"`
	Name      string `json:"name,omitempty"`
	Class     string `json:"class"`
	Component string `json:"component,omitempty"`
	Delimits  string `json:"delimits,omitempty"`
	Plus      string `json:"plus,omitempty"`
	Next      string `json:"next,omitempty"`
	Verdict   string `json:"verdict"`
}

// AppendJSON appends the characters as an array.
func (c characters) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range c.e.Characters {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strictjson.Append(dst, newCharacter(c.e, &c.e.Characters[i]))
	}
	return append(dst, ']')
}

func newCharacter(e *explain.Explanation, x *explain.Character) *character {
	v := &character{
		Offset: x.Offset, Text: e.Text[x.Offset : x.Offset+x.Len], Form: formOf(x), Fault: x.Fault.ID(),
		Class: x.Class.String(), Component: x.Part.String(), Next: x.Next, Verdict: x.Verdict.ID(),
	}
	digits := octets.Get()
	for i, o := range x.Octets() {
		if i > 0 {
			v.Octets += " "
			v.Bits += " "
		}
		v.Octets += digits[o].hex
		v.Bits += digits[o].bits
	}
	if x.Rune >= 0 {
		if x.Fault == inspect.NoFault {
			v.Character = string(x.Rune)
		}
		v.CodePoint, v.Name = fmt.Sprintf("U+%04X", x.Rune), x.Name()
	}
	if x.Delimits != explain.DelimNone {
		v.Delimits = x.Delimits.ID()
	}
	if x.Plus != explain.PlusNone {
		v.Plus = x.Plus.String()
	}
	return v
}

// octets holds every octet in hexadecimal and binary digits.
var octets = lazy.Value[*[256]struct{ hex, bits string }]{Make: func() *[256]struct{ hex, bits string } {
	var all [256]struct{ hex, bits string }
	for i := range all {
		all[i].hex, all[i].bits = fmt.Sprintf("%02X", i), fmt.Sprintf("%08b", i)
	}
	return &all
}}

// formOf returns how a character is written.
func formOf(x *explain.Character) string {
	switch {
	case x.Uniform:
		return x.Form.ID()
	case x.Form.IsEscape() && x.Len == 3*x.Units:
		return inspect.MixedEscape.ID()
	}
	return "mixed"
}

// LayersJSON is what layers says of a text.
type LayersJSON struct {
	Input  string  `json:"input" most:"4096"`
	Depth  int     `json:"depth"`
	Stop   string  `json:"stop"`
	Layers []layer `json:"layers"`
}

type layer struct {
	Text       string         `json:"text" most:"4096"`
	Escapes    int            `json:"escapes"`
	Stray      int            `json:"stray"`
	Plus       int            `json:"plus"`
	Spaces     int            `json:"spaces"`
	NotUTF8    *int           `json:"not_utf8,omitempty"`
	Changes    []change       `json:"changes,omitempty" most:"200"`
	Nested     []nestedEscape `json:"nested,omitempty" most:"200"`
	Losses     []loss         `json:"losses,omitempty"`
	Lookalikes []lookalike    `json:"lookalikes,omitempty" most:"200"`
}

type change struct {
	Offset     int    `json:"offset"`
	Length     int    `json:"length"`
	Octet      string `json:"octet"`
	NextOffset int    `json:"next_offset"`
}

type nestedEscape struct {
	Offset      int    `json:"offset"`
	Length      int    `json:"length"`
	Makes       string `json:"makes"`
	InputOffset int    `json:"input_offset"`
}

type loss struct {
	Kind   string `json:"kind"`
	Count  int    `json:"count"`
	Offset int    `json:"offset"`
	Octet  string `json:"octet,omitempty"`
}

type lookalike struct {
	Kind   string `json:"kind"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Means  string `json:"means,omitempty"`
}

// NewLayers returns the view of s.
func NewLayers(s *layers.Stack) LayersJSON {
	v := LayersJSON{Input: s.Layers[0].Text, Depth: s.Depth(), Stop: s.Stop.String()}
	for i := range s.Layers {
		l := &s.Layers[i]
		x := layer{Text: l.Text, Escapes: l.Escapes, Stray: l.Stray, Plus: l.Plus, Spaces: l.Spaces}
		if l.NotUTF8 >= 0 {
			x.NotUTF8 = &l.NotUTF8
		}
		for c := range s.Changes(i) {
			x.Changes = append(x.Changes, change{c.Offset, c.Len, fmt.Sprintf("%02X", c.To), c.Index})
		}
		for n := range s.Nestings(i) {
			x.Nested = append(x.Nested, nestedEscape{n.Offset, n.Len, n.Makes, s.Origin(i, n.Offset)})
		}
		for _, l := range s.Losses(i) {
			y := loss{l.Kind.String(), l.Count, l.Offset, ""}
			if l.Octet != 0 {
				y.Octet = fmt.Sprintf("%02X", l.Octet)
			}
			x.Losses = append(x.Losses, y)
		}
		for l := range layers.Lookalikes(l.Text) {
			x.Lookalikes = append(x.Lookalikes, lookalike{l.Kind.String(), l.Offset, l.Len, l.Means})
		}
		v.Layers = append(v.Layers, x)
	}
	return v
}
