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
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/views"
	"github.com/pct-encoded/percent/uri"
)

func init() { register("compare", newCompare) }

func newCompare(a *app) *cobra.Command {
	var c compareRun
	var list bool
	c.format.Words = []string{"text", "form", "base-string", "canonical-request", "alpn"}
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "where two encoded texts differ, and by which mistake",
		Long: `compare says whether two encoded texts are identical, equivalent by a rule, or
different, and at which byte. It compares URLs by component and queries by parameter.
It names a mistake only if making it in one text gives the other, so put first the
text that you believe is right.

A text may come from a file with -f, or from standard input as -. Without arguments,
compare takes the first two lines of standard input. A line end after a text is not
part of it.

The status is 0 if the texts are identical or equivalent and 1 if they are
different.`,
		Example: `  percent compare 'https://example.com/?q=a%20b' 'https://example.com/?q=a+b'
  percent compare 'caf%C3%A9' 'caf%E9'
  percent compare -f ours.txt -f theirs.txt --format canonical-request
  percent compare --list`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				if len(args) > 0 || len(c.files) > 0 || c.format.Value != "" {
					return term.UsageError("leave out --list, or everything else", "--list takes no texts and no other flag than --json")
				}
				return c.list(cmd.OutOrStdout())
			}
			if err := c.read(a, cmd, args); err != nil {
				return err
			}
			c.Comparison = compare.Compare(c.texts[0], c.texts[1], c.formats())
			return c.print(a, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.VarP((*flags.List)(&c.files), "file", "f", "read a text from `FILE`, - for standard input; the first is A")
	f.BoolVar(&c.json, "json", false, "write one JSON object")
	addChoice(cmd, &c.format, "format", "what the texts are (default text)")
	f.BoolVar(&list, "list", false, "list the rules by which texts are equivalent and the mistakes, and do nothing else")
	return cmd
}

// list describes every rule and every mistake, a line each.
func (c *compareRun) list(out io.Writer) error {
	list := views.CompareTerms()
	rows := map[string][][]string{}
	for _, x := range list {
		rows[x.Kind] = append(rows[x.Kind], []string{x.ID, x.Text})
	}
	return show(out, c.json, list, "rules by which texts are equivalent\n\n"+term.Columns(rows["rule"])+"\nmistakes, the likelier first\n\n"+term.Columns(rows["mistake"]))
}

// A compareRun is one run of compare.
type compareRun struct {
	files  []string
	json   bool
	format flags.Word
	texts  []string
	*compare.Comparison
	references bool // both are known to be references, and no mistakes are looked for
}

func ruleIDs(rules []uri.Rule) string { return strings.Join(views.RuleIDs(rules), ", ") }

// print writes the comparison, and fails if the texts are different.
func (c *compareRun) print(a *app, out io.Writer) error {
	var err error
	if c.json {
		view := views.NewComparison(c.Comparison)
		if c.references {
			view.Mistakes = nil
		}
		err = printJSON(out, view)
	} else {
		_, err = io.WriteString(out, c.page(a.ui.Style()))
	}
	if err == nil && c.Verdict == compare.Different {
		err = term.ErrFindings
	}
	return err
}

func (c *compareRun) formats() compare.Format {
	return pick(c.format, compare.Text, compare.Form, compare.BaseString, compare.CanonicalRequest, compare.ALPN)
}

// read reads the two texts.
func (c *compareRun) read(a *app, cmd *cobra.Command, args []string) error {
	read := false // standard input, which can be read once
	file := func(name string) error {
		if name == "-" && read {
			return term.UsageError("without arguments, it is two lines, a text each", "standard input is one text, and - stands there twice")
		}
		read = read || name == "-"
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
			return term.UsageError("write one text a line", "standard input has one line, not two")
		}
		c.texts = []string{strings.TrimSuffix(first, "\r"), withoutEnd(second)}
	}
	if len(c.texts) != 2 {
		return term.UsageError("put a text with spaces or & between quotation marks", "%s takes two texts, not %d", cmd.CommandPath(), len(c.texts))
	}
	for i, text := range c.texts {
		if len(text) > inspect.MaxInput {
			return tooLong("text "+"AB"[i:i+1], &inspect.LimitError{What: "compare", Of: "bytes", Length: len(text), Limit: inspect.MaxInput})
		}
	}
	return nil
}

// withoutEnd returns text without the line end after it, LF or CR LF.
func withoutEnd(text string) string {
	if line, ok := strings.CutSuffix(text, "\n"); ok {
		return strings.TrimSuffix(line, "\r")
	}
	return text
}

// page returns the comparison as text.
func (c *compareRun) page(p term.Style) string {
	var b strings.Builder
	switch c.Verdict {
	case compare.Identical:
		return p.Paint("32", "identical") + "\n"
	case compare.Equivalent:
		b.WriteString(p.Warning("equivalent") + " by " + ruleIDs(c.Rules) + "\n")
		for _, r := range c.Rules {
			b.WriteString("  " + p.WrapText(r.Text()+" ("+r.Spec()+")", 2) + "\n")
		}
	default:
		b.WriteString(p.Paint("31", "different") + "\n")
	}
	b.WriteString("first difference at byte " + strconv.Itoa(c.Offset))
	if part := c.partAt(); part != "" {
		b.WriteString(", " + part)
	}
	b.WriteByte('\n')
	first, second, column := aligned(c.texts[0], c.texts[1], c.Offset, p.Columns)
	b.WriteString("  A  " + first + "\n  B  " + second + "\n" + strings.Repeat(" ", 5+column) + p.Bold("^") + "\n")
	b.WriteString(c.table())
	if at := c.Apart; at != nil && at.Difference != uri.DifferentText {
		b.WriteString(p.WrapText(at.Where(), 2) + "\n")
	}
	if c.Browser != nil {
		for _, text := range c.Browser.Texts("A", "B") {
			b.WriteString(p.WrapText(text, 2) + "\n")
		}
	}
	for _, m := range c.Mistakes {
		line := p.WrapText(sideLetter(m.Side)+" has "+m.String(), 2)
		b.WriteString(strings.Replace(line, m.ID, p.Bold(m.ID), 1) + "\n")
	}
	switch {
	case len(c.Mistakes) > 0:
		b.WriteString(p.WrapText("what to do: "+compare.FixFor(c.Mistakes[0].ID), 2) + "\n")
	case c.Verdict == compare.Different && !c.references:
		b.WriteString("no single mistake explains the difference\n")
	}
	return b.String()
}

func sideLetter(s compare.Side) string {
	if s == compare.First {
		return "A"
	}
	return "B"
}

// partAt names the component or parameter that holds the first byte that differs.
func (c *compareRun) partAt() string {
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
func (c *compareRun) table() string {
	const most, room = 8, 28
	if len(c.Differences) < 2 {
		return ""
	}
	cell := func(text string, at int) string {
		if at < 0 {
			return "none"
		}
		return term.Fit(term.Shown(text), room)
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
			how = "equivalent by " + ruleIDs(d.Rules)
		case d.Kind == compare.Moved:
			how = "moved"
		}
		rows = append(rows, []string{"  " + d.String(), cell(d.First, d.FirstOffset), cell(d.Second, d.SecondOffset), how})
	}
	return term.Columns(rows)
}

// aligned returns two texts around an index where they differ, to be written one
// below the other, and the column in which the difference begins. Characters that
// cannot be seen are escaped.
func aligned(a, b string, at, columns int) (first, second string, column int) {
	before, all := 30, columns-5
	// near returns more of the beginning of a text than fits a line.
	near := func(s string) string { return excerpt.Beginning(s, 4*columns) }
	// A character that differs is shown whole.
	for range utf8.UTFMax - 1 {
		if at > 0 && (at < len(a) && !utf8.RuneStart(a[at]) || at < len(b) && !utf8.RuneStart(b[at])) {
			at--
		}
	}
	show := visibility{quote: !excerpt.Printable(a) || !excerpt.Printable(b)}
	// Marks that make the difference have to be seen apart from their letters.
	show.marks = norm.NFC.String(near(a[at:])) == norm.NFC.String(near(b[at:]))
	from := max(0, at-4*columns)
	for from > 0 && from < at && !utf8.RuneStart(a[from]) {
		from++
	}
	head := show.visible(a[from:at])
	if longest := max(term.Width(show.visible(near(a[at:]))), term.Width(show.visible(near(b[at:])))); term.Width(head)+longest > all && term.Width(head) > before || from > 0 {
		for term.Width(head) > before-1 {
			_, n := utf8.DecodeRuneInString(head)
			head = head[n:]
		}
		head = "…" + head
	}
	column = term.Width(head)
	tail := func(s string) string {
		text := show.visible(near(s[at:]))
		if len(s) > at+len(near(s[at:])) {
			return head + term.Within(text, all-column-1) + "…"
		}
		return head + term.Fit(text, all-column)
	}
	return tail(a), tail(b), column
}

// A visibility says what is escaped besides what cannot be seen: backslashes, so
// that those that are left begin escapes, and marks.
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
			b.WriteString(term.Escaped(r))
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
