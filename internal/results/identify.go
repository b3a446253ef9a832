package results

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// IdentificationJSON is what identify says of samples.
type IdentificationJSON struct {
	Dialects []string  `json:"dialects"`
	Next     *string   `json:"next,omitempty"`
	Matches  []match   `json:"matches" most:"50"`
	Outcomes []outcome `json:"outcomes" most:"50"`
	Nearest  []near    `json:"nearest,omitempty"`
	RuledOut *[]ground `json:"ruled_out,omitempty"`
}

type match struct {
	Dialects []string `json:"dialects"`
	Encoders []string `json:"encoders" most:"50"`
	Former   []former `json:"former,omitempty"`
	Inputs   []input  `json:"inputs" most:"1"`
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
	Dialects []string `json:"dialects" most:"50"`
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

// An Identification is samples and what they tell.
type Identification struct {
	*identify.Identification
	Samples []identify.Sample
	// Nearest are the dialects that come nearest, where none remains.
	Nearest []identify.Near
	// RuledOut says to show what rules out the others.
	RuledOut bool
}

// JSON returns the rules that remain.
func (s *Identification) JSON() any {
	v := NewIdentification(s.Identification, s.Nearest)
	if s.RuledOut {
		v.AddRuledOut(s.Identification)
	}
	return v
}

// Judge reports whether no dialect remains.
func (s *Identification) Judge() Verdict { return foundIf(len(s.Matches) == 0) }

// Page returns what was found as text.
func (s *Identification) Page(p Style) string {
	var b term.Builder
	id := s.Identification
	switch n := len(id.Matches); {
	case n == 0:
		s.pageNone(&b, p)
	case n == 1 && len(id.Matches[0].Dialects) == 1:
		b.WriteString("One dialect remains.\n")
	case n == 1:
		b.WriteString("One rule remains, in " + term.Count(int64(len(id.Matches[0].Dialects)), "dialect") + ": no text tells them apart.\n")
	default:
		b.WriteString(term.Count(int64(n), "rule") + " remain, in " + term.Count(int64(len(dialectsOf(id.Matches))), "dialect") + ".\n")
	}
	most := 12
	if p.Detail == Full {
		most = len(id.Matches)
	}
	if len(id.Matches) > 0 {
		b.WriteByte('\n')
	}
	for i := range id.Matches[:min(most, len(id.Matches))] {
		m := &id.Matches[i]
		names, left := IDs(m.Dialects), 0
		if len(names) > 3 && p.Detail != Full {
			names, left = names[:3], len(names)-3
		}
		title := strings.Join(names, ", ")
		if left > 0 {
			title += " and " + strconv.Itoa(left) + " more"
		}
		b.WriteString(p.Bold(title) + ": " + strings.TrimSpace(p.WrapText(strings.Repeat("x", term.Width(title)+1)+" "+m.Dialects[0].Title, 4)[term.Width(title)+1:]) + "\n")
		lines := s.lines(p)
		if len(id.Matches) <= fewRules {
			lines *= 2
		}
		text, _ := p.Wrap(s.about(p, m), "    ", lines)
		b.WriteString(text)
		if len(id.Matches) <= fewRules || slices.ContainsFunc(s.Samples, identify.Sample.Known) {
			b.WriteString(s.formerly(p, m, 2*s.lines(p)))
		}
	}
	if left := len(id.Matches) - most; left > 0 {
		b.WriteString("and " + term.Count(int64(left), "more rule") + ", which --all prints\n")
	}
	s.pageNext(&b, p)
	if s.RuledOut && len(id.Exclusions) > 0 {
		b.WriteString("\n" + p.Bold("ruled out") + "\n" + s.pageRuledOut(p))
	}
	return b.String()
}

// about describes a rule, in pieces between which a line may break.
func (s *Identification) about(p Style, m *identify.Match) []string {
	from := ""
	if len(s.Samples) == 1 && !s.Samples[0].Known() {
		from = "from " + term.Short(m.Texts[0])
	}
	switch {
	case len(m.Encoders) == 0 && from == "":
		return nil
	case len(m.Encoders) == 0:
		return []string{from}
	case from != "":
		from += ", "
	}
	words := s.encoders(p, m)
	words[0] = from + term.Count(int64(len(words)), "encoder") + ": " + words[0]
	return words
}

// fewRules is how many rules may remain for each to get more lines, and its former
// functions even where no input is known.
const fewRules = 4

// formerly names the functions that encoded by a rule in older versions only, familiar
// programs first, in so many lines.
func (s *Identification) formerly(p Style, m *identify.Match, lines int) string {
	if len(m.Former) == 0 {
		return ""
	}
	list := slices.Clone(m.Former)
	sort.SliceStable(list, func(i, j int) bool {
		return ByFamiliarity(&dialect.Implementation{ID: list[i].Function.ID}, &dialect.Implementation{ID: list[j].Function.ID}) < 0
	})
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.String()
	}
	if p.Detail != Full {
		names = oneOfEach(names)
	}
	names[0] = "formerly: " + names[0]
	text, _ := p.Wrap(names, "    ", lines)
	return text
}

func (s *Identification) lines(p Style) int {
	if p.Detail == Full {
		return 0
	}
	return 1
}

// encoders returns the names of the recorded functions that encode by a rule,
// familiar programs first.
func (s *Identification) encoders(p Style, m *identify.Match) []string {
	list := slices.Clone(m.Encoders)
	slices.SortStableFunc(list, ByFamiliarity)
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	if p.Detail == Full {
		return ids
	}
	return oneOfEach(ids)
}

func dialectsOf(matches []identify.Match) []string {
	ids := []string{}
	for i := range matches {
		ids = append(ids, IDs(matches[i].Dialects)...)
	}
	return ids
}

// pageNone tells what comes nearest where nothing remains.
func (s *Identification) pageNone(b *term.Builder, p Style) {
	if len(s.Samples) == 1 {
		b.WriteString("No dialect of the catalogue writes this.\n")
	} else {
		b.WriteString("No dialect of the catalogue writes all of this.\n")
	}
	if len(s.Nearest) == 0 {
		return
	}
	b.WriteString("\nThe nearest ones would have written\n")
	for i := range s.Nearest {
		x := &s.Nearest[i]
		b.WriteString("\n" + x.Dialect.ID + "  " + term.Short(x.Output) + "\n")
		b.WriteString("  " + p.WrapText(s.where(x.Sample, x.Offset)+groundText(x.Bytes, x.Reason(), x.Written, x.Refused), 2) + "\n")
		if x.Differing > 1 {
			b.WriteString("  " + term.Count(int64(x.Differing), "character") + " in all\n")
		}
	}
}

// where returns the place in a sample, such as "byte 3: ".
func (s *Identification) where(sample, offset int) string {
	text := "byte " + strconv.Itoa(offset) + ": "
	if len(s.Samples) > 1 {
		text = "sample " + strconv.Itoa(sample+1) + ", " + text
	}
	return text
}

// groundText returns why something is ruled out as a phrase.
func groundText(unit, reason, written, refused string) string {
	if refused != "" {
		return "the text is refused: " + refused
	}
	text := "the end " + reason
	if unit != "" {
		text = strconv.Quote(unit) + " " + reason
	}
	if written != "" && (reason == "is something else" || reason == "comes too early" || strings.HasSuffix(reason, "digits")) {
		text += ": " + strconv.Quote(written)
	}
	return text
}

// pageNext tells what to encode next.
func (s *Identification) pageNext(b *term.Builder, p Style) {
	id := s.Identification
	if len(id.Matches) < 2 {
		return
	}
	if len(id.Outcomes) == 0 {
		b.WriteString("\nNothing was found that tells them apart.\n")
		return
	}
	b.WriteString("\n" + p.Bold("next") + ": encode " + p.Bold(term.Typed(id.Next)))
	if len(id.Outcomes) == len(id.Matches) {
		b.WriteString(", which tells them all apart")
	} else {
		b.WriteString(", which has " + strconv.Itoa(len(id.Outcomes)) + " outcomes")
	}
	if p.Detail != Full {
		b.WriteString(" (--all lists them)\n")
		return
	}
	b.WriteByte('\n')
	var rows [][]string
	wide := false
	for _, o := range id.Outcomes {
		result := term.Shown(o.Output)
		if o.Refused != "" {
			result = "an error"
		}
		var ids []string
		for _, i := range o.Matches {
			ids = append(ids, id.Matches[i].Dialects[0].ID)
		}
		rows = append(rows, []string{"  " + result, strings.Join(ids, ", ")})
		wide = wide || term.Width(result) > p.Columns/2
	}
	if wide {
		for _, row := range rows {
			b.WriteString(row[0] + "\n    " + row[1] + "\n")
		}
	} else {
		b.WriteString(term.Columns(rows))
	}
}

// pageRuledOut tells what rules dialects out.
func (s *Identification) pageRuledOut(p Style) string {
	var b term.Builder
	for _, g := range s.Grounds() {
		text := s.where(g.Sample, g.Offset) + groundText(g.Bytes, g.Reason, g.Written, g.Refused)
		if !g.Proved {
			text += "; no other text was found"
		}
		b.WriteString("  " + p.WrapText(text, 2) + "\n")
		ids, _ := p.Wrap(IDs(g.Dialects), "    ", s.lines(p))
		b.WriteString(ids)
	}
	return b.String()
}
