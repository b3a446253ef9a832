package results

import (
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
)

// IdentificationJSON is what identify says of samples.
type IdentificationJSON struct {
	Dialects []string  `json:"dialects"`
	Next     *string   `json:"next,omitempty"`
	Matches  []match   `json:"matches"`
	Outcomes []outcome `json:"outcomes"`
	Nearest  []near    `json:"nearest,omitempty"`
	RuledOut *[]ground `json:"ruled_out,omitempty"`
}

type match struct {
	Dialects []string `json:"dialects"`
	Encoders []string `json:"encoders"`
	Former   []former `json:"former,omitempty"`
	Inputs   []input  `json:"inputs"`
}

// former is a function that followed a rule in older versions only.
type former struct {
	Function string `json:"function"`
	Versions string `json:"versions"`
}

type input struct {
	Input  *string `json:"input,omitempty"`
	Length int     `json:"length,omitempty"`
}

type outcome struct {
	Output   *string  `json:"output,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Dialects []string `json:"dialects"`
}

type ground struct {
	Sample   int      `json:"sample"`
	Offset   int      `json:"offset"`
	Bytes    string   `json:"bytes"`
	Reason   string   `json:"reason"`
	Written  string   `json:"written,omitempty"`
	Refused  string   `json:"refused,omitempty"`
	Proved   bool     `json:"proved"`
	Dialects []string `json:"dialects"`
}

type near struct {
	ground
	Differing int    `json:"differing"`
	Output    string `json:"output"`
}

// longestInput is the longest input, in bytes, that is shown with a rule. Hundreds of
// rules may have much the same one.
const longestInput = 1000

// NewIdentification returns the view of id, with the dialects that come nearest.
func NewIdentification(id *identify.Identification, nearest []identify.Near) *IdentificationJSON {
	v := &IdentificationJSON{Dialects: []string{}, Next: &id.Next}
	for _, m := range id.Matches {
		x := match{Dialects: IDs(m.Dialects)}
		v.Dialects = append(v.Dialects, x.Dialects...)
		for _, e := range m.Encoders {
			x.Encoders = append(x.Encoders, e.ID)
		}
		for _, f := range m.Former {
			x.Former = append(x.Former, former{f.Function.ID, f.Versions.String()})
		}
		for _, text := range m.Texts {
			if len(text) > longestInput {
				x.Inputs = append(x.Inputs, input{Length: len(text)})
			} else {
				x.Inputs = append(x.Inputs, input{Input: &text})
			}
		}
		v.Matches = append(v.Matches, x)
	}
	for _, o := range id.Outcomes {
		x := outcome{Reason: o.Refused}
		if o.Refused == "" {
			x.Output = &o.Output
		}
		for _, i := range o.Matches {
			x.Dialects = append(x.Dialects, v.Matches[i].Dialects...)
		}
		v.Outcomes = append(v.Outcomes, x)
	}
	for _, n := range nearest {
		v.Nearest = append(v.Nearest, near{
			ground{n.Sample, n.Offset, n.Bytes, n.Reason(), n.Written, n.Refused, n.Proved, []string{n.Dialect.ID}}, n.Differing, n.Output,
		})
	}
	return v
}

// AddRuledOut adds what rules dialects out.
func (v *IdentificationJSON) AddRuledOut(id *identify.Identification) {
	list := []ground{}
	for _, g := range id.Grounds() {
		list = append(list, ground{g.Sample, g.Offset, g.Bytes, g.Reason, g.Written, g.Refused, g.Proved, IDs(g.Dialects)})
	}
	v.RuledOut = &list
}

// IDs returns the IDs of dialects.
func IDs(list []*dialect.Dialect) []string {
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	return ids
}

// A Sample is what is known of one encoded text, as encode --json writes it.
type Sample struct {
	Input  *string `json:"input,omitempty"`
	Output *string `json:"output,omitempty"`
	Reason string  `json:"reason,omitempty"`
}

// NotOfSamples returns the keys of encode --json that do not matter here.
func NotOfSamples() []string {
	return []string{"id", "charset", "offset", "stream_offset", "source", "number"}
}
