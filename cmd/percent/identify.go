package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
)

func init() { register(newIdentify) }

func newIdentify(a *app) *cobra.Command {
	var s identifying
	var of, refused []string
	var samples string
	cmd := &cobra.Command{
		Use:   "identify [flags] ENCODED...",
		Short: "which dialects can have written a text",
		Long: `identify names the dialects that can have written every ENCODED: there is a text
that they encode so. With --of, that text is RAW; the first --of is for the first
ENCODED, and so on. --refuses adds a text that the unknown encoder refused with
an error.

Dialects that make the same choices are one rule. Rules that would have been
given ENCODED as it is come last. Of the others the one that more recorded
functions of programs encode by comes first.

Last comes the text to encode next to tell the remaining rules apart. The status
is 1 when none remains.`,
		Example: `  percent identify 'a+b%7E'
  percent identify --of 'a b~' 'a+b%7E'
  percent identify 'a%20b' '%7E' --of 'a b' --of '~'
  percent identify --ruled-out '%c3%a9'`,
		GroupID: groupKnow,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(of) > len(args):
				return usageError("each --of tells what one ENCODED was made of; put a text with spaces between quotation marks",
					"--of is given %s, for %s", count(int64(len(of)), "time"), count(int64(len(args)), "encoded text"))
			case samples == "" && len(args)+len(refused) == 0:
				return usageError("put it between quotation marks", "%s takes an encoded text", cmd.CommandPath())
			}
			if err := s.read(a, samples); err != nil {
				return err
			}
			for i, encoded := range args {
				if i < len(of) {
					s.samples = append(s.samples, inspect.Pair(of[i], encoded))
				} else {
					s.samples = append(s.samples, inspect.Output(encoded))
				}
				s.encoded = append(s.encoded, encoded)
			}
			for _, raw := range refused {
				s.samples = append(s.samples, inspect.Refusal(raw))
				s.encoded = append(s.encoded, "")
			}
			return s.run(cmd.OutOrStdout(), a.ui.pen())
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.StringArrayVar(&of, "of", nil, "ENCODED was made of `RAW`; repeatable, in order")
	f.StringArrayVar(&refused, "refuses", nil, "the encoder refused `RAW`; repeatable")
	f.StringVar(&samples, "samples", "", "read samples from `FILE`, one JSON object a line, as encode --json writes them")
	f.BoolVar(&s.ruledOut, "ruled-out", false, "tell what rules the other dialects out")
	f.BoolVar(&s.all, "all", false, "print all rules and names, not only the first ones")
	f.BoolVar(&s.json, "json", false, "write one JSON object")
	return cmd
}

// An identifying is samples and what they tell.
type identifying struct {
	ruledOut, all, json bool

	samples []inspect.Sample
	encoded []string // of each sample, "" for one that was refused
	id      *inspect.Identification
	nearest []inspect.Near
}

// maxNearest is how many dialects are told of when none remains.
const maxNearest = 5

func (s *identifying) run(out io.Writer, p pen) error {
	id, err := inspect.Identify(s.samples...)
	if err != nil {
		return usageError("", "%s", strings.TrimPrefix(err.Error(), "inspect: "))
	}
	s.id = id
	if len(id.Matches) == 0 {
		s.nearest = id.Nearest(maxNearest, s.samples...)
	}
	if s.json {
		err = printJSON(out, s.object())
	} else {
		_, err = io.WriteString(out, s.page(p))
	}
	if err == nil && len(id.Matches) == 0 {
		err = errFindings
	}
	return err
}

// A sampleObject is a line of --samples.
type sampleObject struct {
	Input        *string `json:"input"`
	InputBase64  []byte  `json:"input_base64"`
	Output       *string `json:"output"`
	OutputBase64 []byte  `json:"output_base64"`
	Reason       string  `json:"reason"`
}

// read reads the samples of a file.
func (s *identifying) read(a *app, name string) error {
	if name == "" {
		return nil
	}
	from := source{name: "stdin", open: func() (io.ReadCloser, error) { return io.NopCloser(a.stdin), nil }}
	if name != "-" {
		var err error
		if from, err = fileSource(name); err != nil {
			return err
		}
	}
	file, err := from.open()
	if err != nil {
		return ioError(from.name, err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	// Of 1 MiB, each byte may be written \u0000.
	lines.Buffer(nil, 8*inspect.MaxInput)
	for n := int64(1); lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var o sampleObject
		if err := json.Unmarshal(line, &o); err != nil {
			return &failure{
				status: statusInput, text: place{from.name, n}.String() + ": not a JSON object of a sample: " + err.Error(),
				hint: `a line is such as {"input": "a b", "output": "a+b"}`,
			}
		}
		text := func(t *string, b []byte) (string, bool) {
			if t != nil {
				return *t, true
			}
			return string(b), b != nil
		}
		raw, rawKnown := text(o.Input, o.InputBase64)
		encoded, encodedKnown := text(o.Output, o.OutputBase64)
		switch {
		case rawKnown && o.Reason != "":
			s.samples = append(s.samples, inspect.Refusal(raw))
			encoded = ""
		case rawKnown && encodedKnown:
			s.samples = append(s.samples, inspect.Pair(raw, encoded))
		case encodedKnown:
			s.samples = append(s.samples, inspect.Output(encoded))
		default:
			return &failure{
				status: statusInput, text: place{from.name, n}.String() + `: a sample without "output"`,
				hint: `a line is such as {"input": "a b", "output": "a+b"}; "reason" instead of "output" tells of a refusal`,
			}
		}
		s.encoded = append(s.encoded, encoded)
	}
	if err := lines.Err(); err != nil {
		return ioError(from.name, err)
	}
	if len(s.samples) == 0 {
		return &failure{status: statusInput, text: from.name + ": no sample"}
	}
	return nil
}

// page returns what was found as text.
func (s *identifying) page(p pen) string {
	var b strings.Builder
	id := s.id
	switch n := len(id.Matches); {
	case n == 0:
		s.pageNone(&b)
	case n == 1 && len(id.Matches[0].Dialects) == 1:
		b.WriteString("One dialect remains.\n")
	case n == 1:
		b.WriteString("One rule remains, in " + count(int64(len(id.Matches[0].Dialects)), "dialect") + ": no text tells them apart.\n")
	default:
		b.WriteString(count(int64(n), "rule") + " remain, in " + count(int64(len(dialectsOf(id.Matches))), "dialect") + ".\n")
	}
	most := 12
	if s.all {
		most = len(id.Matches)
	}
	if len(id.Matches) > 0 {
		b.WriteByte('\n')
	}
	for i := range id.Matches[:min(most, len(id.Matches))] {
		m := &id.Matches[i]
		names, left := idsOf(m.Dialects), 0
		if len(names) > 3 && !s.all {
			names, left = names[:3], len(names)-3
		}
		title := strings.Join(names, ", ")
		if left > 0 {
			title += " and " + strconv.Itoa(left) + " more"
		}
		b.WriteString(p.bold(title) + ": " + strings.TrimSpace(wrapText(strings.Repeat("x", width(title)+1)+" "+m.Dialects[0].Title, 4)[width(title)+1:]) + "\n")
		lines := s.lines()
		if len(id.Matches) <= 4 {
			lines *= 2
		}
		text, _ := wrap(s.about(m), "    ", lines)
		b.WriteString(text)
	}
	if left := len(id.Matches) - most; left > 0 {
		b.WriteString("and " + count(int64(left), "more rule") + ", which --all prints\n")
	}
	s.pageNext(&b, p)
	if s.ruledOut && len(id.Exclusions) > 0 {
		b.WriteString("\n" + p.bold("ruled out") + "\n" + s.pageRuledOut())
	}
	return b.String()
}

// about returns what is told of a rule, in words that a line can end behind.
func (s *identifying) about(m *inspect.Match) []string {
	from := ""
	if len(s.samples) == 1 && !s.samples[0].Known() {
		from = "from " + short(m.Texts[0])
	}
	if len(m.Encoders) == 0 {
		return slices.DeleteFunc([]string{from}, func(s string) bool { return s == "" })
	}
	if from != "" {
		from += ", "
	}
	words := s.encoders(m)
	words[0] = from + count(int64(len(words)), "encoder") + ": " + words[0]
	return words
}

func (s *identifying) lines() int {
	if s.all {
		return 0
	}
	return 1
}

// encoders returns the names of the recorded functions that encode by a rule,
// familiar programs first.
func (s *identifying) encoders(m *inspect.Match) []string {
	list := slices.Clone(m.Encoders)
	slices.SortStableFunc(list, func(a, b *dialect.Implementation) int {
		return cmp.Compare(familiarity(a.ID), familiarity(b.ID))
	})
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	if s.all {
		return ids
	}
	return oneOfEach(ids)
}

func idsOf(list []*dialect.Dialect) []string {
	ids := make([]string, len(list))
	for i, d := range list {
		ids[i] = d.ID
	}
	return ids
}

func dialectsOf(matches []inspect.Match) []string {
	ids := []string{}
	for i := range matches {
		ids = append(ids, idsOf(matches[i].Dialects)...)
	}
	return ids
}

// shownText is how much of a text is shown, in bytes.
const shownText = 60

// short returns data as shown does, or its beginning and its length.
func short(data string) string {
	if len(data) <= shownText {
		return shown(data)
	}
	return shown(beginning(data, shownText)) + " … (" + count(int64(len(data)), "byte") + ")"
}

// pageNone tells what comes nearest where nothing remains.
func (s *identifying) pageNone(b *strings.Builder) {
	if len(s.samples) == 1 {
		b.WriteString("No dialect of the catalogue writes this.\n")
	} else {
		b.WriteString("No dialect of the catalogue writes all of this.\n")
	}
	if len(s.nearest) == 0 {
		return
	}
	b.WriteString("\nThe nearest ones would have written\n")
	for i := range s.nearest {
		x := &s.nearest[i]
		b.WriteString("\n" + x.Dialect.ID + "  " + short(x.Output) + "\n")
		b.WriteString("  " + wrapText(s.where(x.Sample, x.Offset)+groundText(x.Bytes, x.Reason(), x.Written, x.Refused), 2) + "\n")
		if x.Differing > 1 {
			b.WriteString("  " + count(int64(x.Differing), "character") + " in all\n")
		}
	}
}

// where returns the place in a sample, such as "byte 3: ".
func (s *identifying) where(sample, offset int) string {
	text := "byte " + strconv.Itoa(offset) + ": "
	if len(s.samples) > 1 {
		text = "sample " + strconv.Itoa(sample+1) + ", " + text
	}
	return text
}

// groundText returns why something is ruled out as a phrase.
func groundText(unit, reason, written, refused string) string {
	if refused != "" {
		return "the text is refused: " + refused
	}
	text := reason
	if unit == "" {
		text = "the end " + reason
	} else {
		text = strconv.Quote(unit) + " " + reason
	}
	if written != "" && (reason == "is something else" || reason == "comes too early" || strings.HasSuffix(reason, "digits")) {
		text += ": " + strconv.Quote(written)
	}
	return text
}

// pageNext tells what to encode next.
func (s *identifying) pageNext(b *strings.Builder, p pen) {
	id := s.id
	if len(id.Matches) < 2 {
		return
	}
	if len(id.Outcomes) == 0 {
		b.WriteString("\nNothing was found that tells them apart.\n")
		return
	}
	b.WriteString("\n" + p.bold("next") + ": encode " + p.bold(typed(id.Next)))
	if len(id.Outcomes) == len(id.Matches) {
		b.WriteString(", which tells them all apart\n")
	} else {
		b.WriteString(", which has " + strconv.Itoa(len(id.Outcomes)) + " outcomes\n")
	}
	most := 6
	if s.all {
		most = len(id.Outcomes)
	}
	var rows [][]string
	wide := false
	for _, o := range id.Outcomes[:min(most, len(id.Outcomes))] {
		result := shown(o.Output)
		if o.Refused != "" {
			result = "an error"
		}
		var ids []string
		for _, i := range o.Matches {
			ids = append(ids, id.Matches[i].Dialects[0].ID)
		}
		names := strings.Join(ids, ", ")
		if !s.all && len(ids) > 2 {
			names = strings.Join(ids[:2], ", ") + " and " + strconv.Itoa(len(ids)-2) + " more"
		}
		rows = append(rows, []string{"  " + result, names})
		wide = wide || width(result) > pageWidth/2
	}
	if wide {
		for _, row := range rows {
			b.WriteString(row[0] + "\n    " + row[1] + "\n")
		}
	} else {
		b.WriteString(columns(rows))
	}
	if left := len(id.Outcomes) - most; left > 0 {
		b.WriteString("  and " + count(int64(left), "more outcome") + "\n")
	}
}

// typed returns text as a shell takes it, where it can be typed, and otherwise
// as Go writes it.
func typed(text string) string {
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(text) {
		return strconv.Quote(text)
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// pageRuledOut tells what rules dialects out.
func (s *identifying) pageRuledOut() string {
	var b strings.Builder
	for _, g := range s.id.Grounds() {
		text := s.where(g.Sample, g.Offset) + groundText(g.Bytes, g.Reason, g.Written, g.Refused)
		if !g.Proved {
			text += "; no other text was found"
		}
		b.WriteString("  " + wrapText(text, 2) + "\n")
		ids, _ := wrap(idsOf(g.Dialects), "    ", s.lines())
		b.WriteString(ids)
	}
	return b.String()
}

// An identifiedObject is what identify found in JSON. docs/identify.md has the
// schema.
type identifiedObject struct {
	Dialects   []string        `json:"dialects"`
	Next       *string         `json:"next,omitempty"`
	NextBase64 []byte          `json:"next_base64,omitempty"`
	Matches    []matchObject   `json:"matches"`
	Outcomes   []outcomeObject `json:"outcomes"`
	Nearest    []nearObject    `json:"nearest,omitempty"`
	RuledOut   *[]groundObject `json:"ruled_out,omitempty"`
}

type matchObject struct {
	Dialects []string      `json:"dialects"`
	Encoders []string      `json:"encoders"`
	Inputs   []inputObject `json:"inputs"`
}

type inputObject struct {
	Input       *string `json:"input,omitempty"`
	InputBase64 []byte  `json:"input_base64,omitempty"`
	Length      int     `json:"length,omitempty"`
}

type outcomeObject struct {
	Output       *string  `json:"output,omitempty"`
	OutputBase64 []byte   `json:"output_base64,omitempty"`
	Reason       string   `json:"reason,omitempty"`
	Dialects     []string `json:"dialects"`
}

type groundObject struct {
	Sample        int      `json:"sample"`
	Offset        int      `json:"offset"`
	Bytes         *string  `json:"bytes,omitempty"`
	BytesBase64   []byte   `json:"bytes_base64,omitempty"`
	Reason        string   `json:"reason"`
	Written       *string  `json:"written,omitempty"`
	WrittenBase64 []byte   `json:"written_base64,omitempty"`
	Refused       string   `json:"refused,omitempty"`
	Proved        bool     `json:"proved"`
	Dialects      []string `json:"dialects"`
}

type nearObject struct {
	groundObject
	Differing    int     `json:"differing"`
	Output       *string `json:"output,omitempty"`
	OutputBase64 []byte  `json:"output_base64,omitempty"`
}

// maxInputShown is the longest input, in bytes, that a rule has in JSON. Hundreds
// of rules may have much the same one.
const maxInputShown = 1000

func (s *identifying) object() identifiedObject {
	id := s.id
	o := identifiedObject{Dialects: dialectsOf(id.Matches), Matches: []matchObject{}, Outcomes: []outcomeObject{}}
	o.Next, o.NextBase64 = textOrBytes([]byte(id.Next))
	for i := range id.Matches {
		m := &id.Matches[i]
		match := matchObject{Dialects: idsOf(m.Dialects), Encoders: []string{}}
		for _, e := range m.Encoders {
			match.Encoders = append(match.Encoders, e.ID)
		}
		for _, text := range m.Texts {
			var in inputObject
			if len(text) > maxInputShown {
				in.Length = len(text)
			} else {
				in.Input, in.InputBase64 = textOrBytes([]byte(text))
			}
			match.Inputs = append(match.Inputs, in)
		}
		o.Matches = append(o.Matches, match)
	}
	for _, x := range id.Outcomes {
		out := outcomeObject{Reason: x.Refused}
		if x.Refused == "" {
			out.Output, out.OutputBase64 = textOrBytes([]byte(x.Output))
		}
		for _, i := range x.Matches {
			out.Dialects = append(out.Dialects, idsOf(id.Matches[i].Dialects)...)
		}
		o.Outcomes = append(o.Outcomes, out)
	}
	for i := range s.nearest {
		x := &s.nearest[i]
		near := nearObject{groundObject: newGroundObject(inspect.Ground{
			Sample: x.Sample, Offset: x.Offset, Bytes: x.Bytes, Reason: x.Reason(), Written: x.Written, Refused: x.Refused, Proved: x.Proved,
			Dialects: []*dialect.Dialect{x.Dialect},
		}), Differing: x.Differing}
		near.Output, near.OutputBase64 = textOrBytes([]byte(x.Output))
		o.Nearest = append(o.Nearest, near)
	}
	if s.ruledOut {
		list := []groundObject{}
		for _, g := range id.Grounds() {
			list = append(list, newGroundObject(g))
		}
		o.RuledOut = &list
	}
	return o
}

func newGroundObject(g inspect.Ground) groundObject {
	o := groundObject{Sample: g.Sample, Offset: g.Offset, Reason: g.Reason, Refused: g.Refused, Proved: g.Proved, Dialects: idsOf(g.Dialects)}
	o.Bytes, o.BytesBase64 = textOrBytes([]byte(g.Bytes))
	if g.Written != "" {
		o.Written, o.WrittenBase64 = textOrBytes([]byte(g.Written))
	}
	return o
}
