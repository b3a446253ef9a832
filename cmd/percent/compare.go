package main

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/inspect"
)

func init() { register(newCompare) }

func newCompare(a *app) *cobra.Command {
	var c comparing
	c.format.words = []string{"text", "base-string", "canonical-request"}
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "where two encoded texts differ, and by which mistake",
		Long: `compare says of two encoded texts whether they are identical, equivalent by a
rule, or different, and at which byte. URLs are compared by component, queries by
parameter. A mistake is named only when making it in the one text gives the other:
put first what you hold to be right.

A text may come from a file with -f, or from standard input as -; without any,
the first two lines of standard input are compared. A line end behind a text is no
part of it.

The status is 0 if the texts are identical or equivalent and 1 if they are
different.`,
		Example: `  percent compare 'https://example.com/?q=a%20b' 'https://example.com/?q=a+b'
  percent compare 'caf%C3%A9' 'caf%E9'
  percent compare -f ours.txt -f theirs.txt --format canonical-request`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.read(a, cmd, args); err != nil {
				return err
			}
			c.Comparison = inspect.Compare(c.texts[0], c.texts[1], c.formats())
			out := cmd.OutOrStdout()
			var err error
			if c.json {
				err = printJSON(out, c.object())
			} else {
				_, err = io.WriteString(out, c.page(a.ui.pen()))
			}
			if err == nil && c.Verdict == inspect.Different {
				err = errFindings
			}
			return err
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	f := cmd.Flags()
	f.StringArrayVarP(&c.files, "file", "f", nil, "read a text from `FILE`, - for standard input; the first is A")
	f.BoolVar(&c.json, "json", false, "write one JSON object")
	addChoice(cmd, &c.format, "format", "what the texts are (default text)")
	return cmd
}

// A comparing is one run of compare.
type comparing struct {
	files  []string
	json   bool
	format choice
	texts  []string
	*inspect.Comparison
}

func (c *comparing) formats() inspect.Format {
	switch c.format.value {
	case "base-string":
		return inspect.BaseString
	case "canonical-request":
		return inspect.CanonicalRequest
	}
	return inspect.Text
}

// read reads the two texts.
func (c *comparing) read(a *app, cmd *cobra.Command, args []string) error {
	file := func(name string) error {
		text, err := a.readFile(name)
		c.texts = append(c.texts, withoutEnd(string(text)))
		return err
	}
	for _, name := range c.files {
		if err := file(name); err != nil {
			return err
		}
	}
	dash := cmd.ArgsLenAtDash()
	for i, arg := range args {
		if arg == "-" && (dash < 0 || i < dash) {
			if err := file("-"); err != nil {
				return err
			}
			continue
		}
		c.texts = append(c.texts, arg)
	}
	if len(c.files)+len(args) == 0 {
		if err := file("-"); err != nil {
			return err
		}
		first, second, ok := strings.Cut(c.texts[0], "\n")
		if !ok {
			return usageError("write one text a line", "standard input has one line, not two")
		}
		c.texts = []string{strings.TrimSuffix(first, "\r"), withoutEnd(second)}
	}
	if len(c.texts) != 2 {
		return usageError("put a text with spaces or & between quotation marks", "%s takes two texts, not %d", cmd.CommandPath(), len(c.texts))
	}
	for i, text := range c.texts {
		if len(text) > inspect.MaxInput {
			return tooLong("text "+"AB"[i:i+1], &inspect.LimitError{What: "compare", Length: len(text), Limit: inspect.MaxInput})
		}
	}
	return nil
}

// withoutEnd returns text without the line end behind it.
func withoutEnd(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}

// page returns the comparison as text.
func (c *comparing) page(p pen) string {
	var b strings.Builder
	switch c.Verdict {
	case inspect.Identical:
		return p.paint("32", "identical") + "\n"
	case inspect.Equivalent:
		b.WriteString(p.warning("equivalent") + " by " + strings.Join(c.Rules, ", ") + "\n")
		for _, e := range inspect.Equivalences() {
			for _, id := range c.Rules {
				if e.ID == id {
					b.WriteString("  " + wrapText(e.Text+" ("+e.Spec+")", 2) + "\n")
				}
			}
		}
	default:
		b.WriteString(p.paint("31", "different") + "\n")
	}
	b.WriteString("first difference at byte " + strconv.Itoa(c.Offset))
	if part := c.partAt(); part != "" {
		b.WriteString(", " + part)
	}
	b.WriteByte('\n')
	first, second, column := aligned(c.texts[0], c.texts[1], c.Offset)
	b.WriteString("  A  " + first + "\n  B  " + second + "\n" + strings.Repeat(" ", 5+column) + p.bold("^") + "\n")
	b.WriteString(c.table())
	for _, m := range c.Mistakes {
		line := wrapText(sideLetter(m.Side)+" has "+m.String(), 2)
		b.WriteString(strings.Replace(line, m.ID, p.bold(m.ID), 1) + "\n")
	}
	switch {
	case len(c.Mistakes) > 0:
		b.WriteString(wrapText("what to do: "+inspect.FixFor(c.Mistakes[0].ID), 2) + "\n")
	case c.Verdict == inspect.Different:
		b.WriteString("no single mistake explains the difference\n")
	}
	return b.String()
}

func sideLetter(s inspect.Side) string {
	if s == inspect.First {
		return "A"
	}
	return "B"
}

// partAt says in what the first byte that differs stands.
func (c *comparing) partAt() string {
	for _, d := range c.Differences {
		for i, at := range []int{d.FirstOffset, d.SecondOffset} {
			if text := []string{d.First, d.Second}[i]; at >= 0 && at <= c.Offset && c.Offset <= at+len(text) {
				return d.String()
			}
		}
	}
	return c.Part
}

// table returns what differs, where it is more than the first difference says.
func (c *comparing) table() string {
	const most, room = 8, 28
	if len(c.Differences) < 2 {
		return ""
	}
	cell := func(text string, at int) string {
		if at < 0 {
			return "none"
		}
		return fit(shown(text), room)
	}
	rows := [][]string{{"  differs in", "A", "B", ""}}
	for i, d := range c.Differences {
		if i == most {
			rows = append(rows, []string{"  and " + strconv.Itoa(len(c.Differences)-most) + " more", "", "", ""})
			break
		}
		how := ""
		switch {
		case d.Equivalent():
			how = "equivalent by " + strings.Join(d.Rules, ", ")
		case d.Kind == inspect.Moved:
			how = "moved"
		}
		rows = append(rows, []string{"  " + d.String(), cell(d.First, d.FirstOffset), cell(d.Second, d.SecondOffset), how})
	}
	return columns(rows)
}

// aligned returns what stands in two texts around an index where they differ,
// the one below the other, and the column in which the difference begins.
// Characters that cannot be seen are escaped.
func aligned(a, b string, at int) (first, second string, column int) {
	const before, all = 30, pageWidth - 5
	// A character that differs is shown whole.
	for range utf8.UTFMax - 1 {
		if at > 0 && (at < len(a) && !utf8.RuneStart(a[at]) || at < len(b) && !utf8.RuneStart(b[at])) {
			at--
		}
	}
	show := visibility{quote: !isPrintable(a) || !isPrintable(b)}
	// Marks that make the difference have to be seen beside their letters.
	show.marks = norm.NFC.String(near(a[at:])) == norm.NFC.String(near(b[at:]))
	from := max(0, at-4*pageWidth)
	for from > 0 && from < at && !utf8.RuneStart(a[from]) {
		from++
	}
	head := show.visible(a[from:at])
	if longest := max(width(show.visible(near(a[at:]))), width(show.visible(near(b[at:])))); width(head)+longest > all && width(head) > before || from > 0 {
		for width(head) > before-1 {
			_, n := utf8.DecodeRuneInString(head)
			head = head[n:]
		}
		head = "…" + head
	}
	column = width(head)
	tail := func(s string) string {
		text := show.visible(near(s[at:]))
		if len(s) > at+len(near(s[at:])) {
			return head + within(text, all-column-1) + "…"
		}
		return head + fit(text, all-column)
	}
	return tail(a), tail(b), column
}

// near returns as much of a text as fits a line.
func near(s string) string { return beginning(s, 4*pageWidth) }

// A visibility says what is escaped besides what cannot be seen: backslashes, so
// that those left are no text, and marks.
type visibility struct{ quote, marks bool }

// visible returns text with what cannot be seen escaped as in Go.
func (v visibility) visible(s string) string {
	if !v.quote && !v.marks && !unicode.IsMark(firstRune(s)) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			b.WriteString(`\x` + strconv.FormatUint(uint64(s[i])|0x100, 16)[1:])
		case !unicode.IsPrint(r) || v.quote && r == '\\' || unicode.IsMark(r) && (v.marks || i == 0):
			b.WriteString(escaped(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// A comparedObject is a comparison in JSON. docs/compare.md has the schema.
type comparedObject struct {
	Verdict     string                   `json:"verdict"`
	Offset      *int                     `json:"offset,omitempty"`
	Mistake     string                   `json:"mistake,omitempty"`
	Rule        string                   `json:"rule,omitempty"`
	Rules       []string                 `json:"rules,omitempty"`
	Component   string                   `json:"component,omitempty"`
	Pair        *string                  `json:"pair,omitempty"`
	Part        string                   `json:"part,omitempty"`
	Side        string                   `json:"side,omitempty"`
	Where       string                   `json:"where,omitempty"`
	Detail      string                   `json:"detail,omitempty"`
	Mistakes    []comparedMistake        `json:"mistakes"`
	Differences []comparedPartDifference `json:"differences"`
}

type comparedMistake struct {
	ID      string `json:"id"`
	Side    string `json:"side"`
	Where   string `json:"where,omitempty"`
	Detail  string `json:"detail,omitempty"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

type comparedPartDifference struct {
	Kind      string   `json:"kind"`
	Component string   `json:"component,omitempty"`
	Pair      *string  `json:"pair,omitempty"`
	A         *string  `json:"a,omitempty"`
	ABase64   []byte   `json:"a_base64,omitempty"`
	OffsetA   *int     `json:"offset_a,omitempty"`
	B         *string  `json:"b,omitempty"`
	BBase64   []byte   `json:"b_base64,omitempty"`
	OffsetB   *int     `json:"offset_b,omitempty"`
	Rules     []string `json:"rules,omitempty"`
}

func (c *comparing) object() comparedObject {
	o := comparedObject{
		Verdict: c.Verdict.String(), Rule: c.Rule(), Rules: c.Rules, Part: c.Part,
		Mistakes: []comparedMistake{}, Differences: []comparedPartDifference{},
	}
	if c.Verdict != inspect.Identical {
		o.Offset = &c.Offset
	}
	if d := c.First(); d != nil {
		o.Component = d.Part.String()
		if d.IsPair {
			o.Pair = &d.Pair
		}
	}
	for _, m := range c.Mistakes {
		o.Mistakes = append(o.Mistakes, comparedMistake{
			m.ID, strings.ToLower(sideLetter(m.Side)), m.Where, m.Detail, inspect.Describe(m.ID), inspect.FixFor(m.ID),
		})
	}
	if len(o.Mistakes) > 0 {
		m := o.Mistakes[0]
		o.Mistake, o.Side, o.Where, o.Detail = m.ID, m.Side, m.Where, m.Detail
	}
	for _, d := range c.Differences {
		x := comparedPartDifference{Kind: d.Kind.String(), Component: d.Part.String(), Rules: d.Rules}
		if d.IsPair {
			x.Pair = &d.Pair
		}
		if d.FirstOffset >= 0 {
			x.A, x.ABase64 = textOrBytes([]byte(d.First))
			x.OffsetA = &d.FirstOffset
		}
		if d.SecondOffset >= 0 {
			x.B, x.BBase64 = textOrBytes([]byte(d.Second))
			x.OffsetB = &d.SecondOffset
		}
		o.Differences = append(o.Differences, x)
	}
	return o
}
