package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("identify", newIdentify) }

func newIdentify(a *app) *cobra.Command {
	var s identifyRun
	var of, refused, only []string
	var samples string
	cmd := &cobra.Command{
		Use:   "identify [flags] ENCODED...",
		Short: "which dialects can have written a text",
		Long: `identify names the dialects that can have written every ENCODED, whatever the
original text was. With --of, that text is RAW; the first --of is for the first
ENCODED, and so on. --refuses adds a text that the unknown encoder refused with
an error.

Dialects that make the same choices are one rule. The rule that most recorded
functions of programs follow comes first; rules by which nothing in ENCODED was
escaped come last.

The last lines give a text to encode next, which tells the remaining rules apart.
The status is 1 when no dialect remains.`,
		Example: `  percent identify 'a+b%7E'
  percent identify --of 'a b~' 'a+b%7E'
  percent identify 'a%20b' '%7E' --of 'a b' --of '~'
  percent identify --only php,java 'a%20b'
  percent identify --ruled-out '%c3%a9'`,
		GroupID: groupKnow,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(of) > len(args):
				return term.UsageError("each --of tells what one ENCODED was made from; put a text with spaces between quotation marks",
					"--of is given %s, for %s", term.Count(int64(len(of)), "time"), term.Count(int64(len(args)), "encoded text"))
			case samples == "" && len(args)+len(refused) == 0:
				return term.UsageError("put it between quotation marks", "%s takes an encoded text", cmd.CommandPath())
			}
			if len(only) > 0 {
				filter, err := newProgramFilter("--only", only)
				if err != nil {
					return err
				}
				s.keep = filter.holds
			}
			if err := s.read(a, samples); err != nil {
				return err
			}
			for i, encoded := range args {
				if i < len(of) {
					s.samples = append(s.samples, identify.Pair(of[i], encoded))
				} else {
					s.samples = append(s.samples, identify.Output(encoded))
				}
				s.encoded = append(s.encoded, encoded)
			}
			for _, raw := range refused {
				s.samples = append(s.samples, identify.Refusal(raw))
				s.encoded = append(s.encoded, "")
			}
			return s.run(cmd.OutOrStdout(), a.ui.Style())
		},
	}
	f := cmd.Flags()
	f.Var((*flags.List)(&of), "of", "ENCODED was made from `RAW`; repeatable, in order")
	f.Var((*flags.List)(&refused), "refuses", "the encoder refused `RAW`; repeatable")
	f.StringVar(&samples, "samples", "", "read samples from `FILE`, one JSON object a line, as encode --json writes them")
	f.StringSliceVar(&only, "only", nil, "only what these `PROGRAMS` do: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&s.ruledOut, "ruled-out", false, "show what rules out the other dialects")
	f.BoolVar(&s.all, "all", false, "print all rules and names, not only the first ones")
	f.BoolVar(&s.json, "json", false, "write one JSON object")
	return cmd
}

// An identifyRun is samples and what they tell.
type identifyRun struct {
	ruledOut, all, json bool

	samples []identify.Sample
	encoded []string // of each sample, "" for one that was refused
	keep    func(*dialect.Implementation) bool
	id      *identify.Identification
	nearest []identify.Near
}

// maxNearest is how many dialects are shown when none remains.
const maxNearest = 5

func (s *identifyRun) run(out io.Writer, p term.Style) error {
	id, err := identify.Among(s.keep, s.samples...)
	if err != nil {
		return term.UsageError("", "%s", strings.Replace(err.Error(), ":", "", 1))
	}
	s.id = id
	if len(id.Matches) == 0 {
		s.nearest = id.Nearest(maxNearest, s.samples...)
	}
	if s.json {
		view := views.NewIdentification(id, s.nearest)
		if s.ruledOut {
			view.AddRuledOut(id)
		}
		err = printJSON(out, view)
	} else {
		_, err = io.WriteString(out, s.page(p))
	}
	if err == nil && len(id.Matches) == 0 {
		err = term.ErrFindings
	}
	return err
}

const sampleHint = `a line is such as {"input":"a b","output":"a+b"}; of a text that was refused, "reason" takes the place of "output"`

// read reads the samples of a file.
func (s *identifyRun) read(a *app, name string) error {
	if name == "" {
		return nil
	}
	text, err := a.readFile(name)
	if err != nil {
		return err
	}
	from := fileName(name)
	number := int64(0)
	for line := range strings.Lines(string(text)) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		sample, encoded, err := readSample(line)
		if err != nil {
			bad := syntaxError(err)
			bad.hint = sampleHint
			return bad.failure(place{from, number})
		}
		s.samples = append(s.samples, sample)
		s.encoded = append(s.encoded, encoded)
	}
	if len(s.samples) == 0 {
		return &term.Failure{Status: term.StatusInput, Text: from + ": no sample"}
	}
	return nil
}

// readSample reads what encode --json says of a value.
func readSample(line string) (sample identify.Sample, encoded string, err error) {
	var o views.Sample
	if err := (strictjson.Reader{Ignored: views.NotOfSamples()}).Read(line, &o); err != nil {
		return sample, "", err
	}
	switch {
	case o.Input != nil && o.Reason != "":
		return identify.Refusal(*o.Input), "", nil
	case o.Output == nil:
		return sample, "", &percent.SyntaxError{Format: "json", Bytes: "output", Reason: strictjson.MissingKey}
	case o.Input != nil:
		return identify.Pair(*o.Input, *o.Output), *o.Output, nil
	}
	return identify.Output(*o.Output), *o.Output, nil
}

// page returns what was found as text.
func (s *identifyRun) page(p term.Style) string {
	var b strings.Builder
	id := s.id
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
	if s.all {
		most = len(id.Matches)
	}
	if len(id.Matches) > 0 {
		b.WriteByte('\n')
	}
	for i := range id.Matches[:min(most, len(id.Matches))] {
		m := &id.Matches[i]
		names, left := views.IDs(m.Dialects), 0
		if len(names) > 3 && !s.all {
			names, left = names[:3], len(names)-3
		}
		title := strings.Join(names, ", ")
		if left > 0 {
			title += " and " + strconv.Itoa(left) + " more"
		}
		b.WriteString(p.Bold(title) + ": " + strings.TrimSpace(p.WrapText(strings.Repeat("x", term.Width(title)+1)+" "+m.Dialects[0].Title, 4)[term.Width(title)+1:]) + "\n")
		lines := s.lines()
		if len(id.Matches) <= 4 {
			lines *= 2
		}
		text, _ := p.Wrap(s.about(m), "    ", lines)
		b.WriteString(text)
	}
	if left := len(id.Matches) - most; left > 0 {
		b.WriteString("and " + term.Count(int64(left), "more rule") + ", which --all prints\n")
	}
	s.pageNext(&b, p)
	if s.ruledOut && len(id.Exclusions) > 0 {
		b.WriteString("\n" + p.Bold("ruled out") + "\n" + s.pageRuledOut(p))
	}
	return b.String()
}

// about describes a rule, in pieces between which a line may break.
func (s *identifyRun) about(m *identify.Match) []string {
	from := ""
	if len(s.samples) == 1 && !s.samples[0].Known() {
		from = "from " + short(m.Texts[0])
	}
	switch {
	case len(m.Encoders) == 0 && from == "":
		return nil
	case len(m.Encoders) == 0:
		return []string{from}
	case from != "":
		from += ", "
	}
	words := s.encoders(m)
	words[0] = from + term.Count(int64(len(words)), "encoder") + ": " + words[0]
	return words
}

func (s *identifyRun) lines() int {
	if s.all {
		return 0
	}
	return 1
}

// encoders returns the names of the recorded functions that encode by a rule,
// familiar programs first.
func (s *identifyRun) encoders(m *identify.Match) []string {
	list := slices.Clone(m.Encoders)
	slices.SortStableFunc(list, views.ByFamiliarity)
	ids := make([]string, len(list))
	for i, e := range list {
		ids[i] = e.ID
	}
	if s.all {
		return ids
	}
	return oneOfEach(ids)
}

func dialectsOf(matches []identify.Match) []string {
	ids := []string{}
	for i := range matches {
		ids = append(ids, views.IDs(matches[i].Dialects)...)
	}
	return ids
}

// shownText is how much of a text is shown, in bytes.
const shownText = 60

// short returns data as shown does, or its beginning and its length.
func short(data string) string {
	if len(data) <= shownText {
		return term.Shown(data)
	}
	return term.Shown(excerpt.Beginning(data, shownText)) + " … (" + term.Count(int64(len(data)), "byte") + ")"
}

// pageNone tells what comes nearest where nothing remains.
func (s *identifyRun) pageNone(b *strings.Builder, p term.Style) {
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
		b.WriteString("  " + p.WrapText(s.where(x.Sample, x.Offset)+groundText(x.Bytes, x.Reason(), x.Written, x.Refused), 2) + "\n")
		if x.Differing > 1 {
			b.WriteString("  " + term.Count(int64(x.Differing), "character") + " in all\n")
		}
	}
}

// where returns the place in a sample, such as "byte 3: ".
func (s *identifyRun) where(sample, offset int) string {
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
func (s *identifyRun) pageNext(b *strings.Builder, p term.Style) {
	id := s.id
	if len(id.Matches) < 2 {
		return
	}
	if len(id.Outcomes) == 0 {
		b.WriteString("\nNothing was found that tells them apart.\n")
		return
	}
	b.WriteString("\n" + p.Bold("next") + ": encode " + p.Bold(typed(id.Next)))
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
		result := term.Shown(o.Output)
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
		wide = wide || term.Width(result) > p.Columns/2
	}
	if wide {
		for _, row := range rows {
			b.WriteString(row[0] + "\n    " + row[1] + "\n")
		}
	} else {
		b.WriteString(term.Columns(rows))
	}
	if left := len(id.Outcomes) - most; left > 0 {
		b.WriteString("  and " + term.Count(int64(left), "more outcome") + "\n")
	}
}

// typed returns text as a shell takes it: between quotation marks, or, where it
// cannot be typed, as bash and zsh read escapes.
func typed(text string) string {
	if excerpt.Printable(text) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case unicode.IsPrint(r) && (r != utf8.RuneError || n > 1):
			b.WriteRune(r)
		default:
			for _, octet := range []byte(text[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, octet)
			}
		}
		i += n
	}
	return b.String() + "'"
}

// pageRuledOut tells what rules dialects out.
func (s *identifyRun) pageRuledOut(p term.Style) string {
	var b strings.Builder
	for _, g := range s.id.Grounds() {
		text := s.where(g.Sample, g.Offset) + groundText(g.Bytes, g.Reason, g.Written, g.Refused)
		if !g.Proved {
			text += "; no other text was found"
		}
		b.WriteString("  " + p.WrapText(text, 2) + "\n")
		ids, _ := p.Wrap(views.IDs(g.Dialects), "    ", s.lines())
		b.WriteString(ids)
	}
	return b.String()
}
