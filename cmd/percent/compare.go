package main

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/spf13/cobra"
)

func newCompare(a *stream.Streams) *cobra.Command {
	o := &compareOptions{}
	o.format.Words = []string{"text", "form", "base-string", "canonical-request", "alpn"}
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "where two encoded texts differ, and by which mistake",
		Long: `compare shows whether two encoded texts are identical, equivalent by a
rule, or different, and at which byte they differ. URLs are compared by component and
queries by parameter. A mistake is named only if making it in one text produces the
other, so put the text that you believe is right first.

To read a text from a file, use -f; to read it from standard input, write -. Without
arguments, compare reads the first two lines of standard input. A line end after a text
is not part of the text.

The status is 0 if the texts are identical or equivalent and 1 if they are different.`,
		Example: `  percent compare 'https://example.com/?q=a%20b' 'https://example.com/?q=a+b'
  percent compare 'caf%C3%A9' 'caf%E9'
  percent compare -f ours.txt -f theirs.txt --format canonical-request
  percent compare --list`,
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.VarP((*flags.List)(&o.files), "file", "f", "read a text from `FILE`, - for standard input; the first is A")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	records.AddChoice(cmd, &o.format, "format", "the format of both texts (default text)")
	f.BoolVar(&o.lists, "list", false, "list the rules of equivalence and the mistakes, and do nothing else")
	return cmd
}

func (o *compareOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if o.lists {
		if len(l.Args) > 0 || len(o.files) > 0 || o.format.Value != "" {
			return term.UsageError("leave out --list, or everything else", "--list takes no texts and no flag except --json")
		}
		return o.list(s.Text)
	}
	if err := o.read(s, l); err != nil {
		return err
	}
	o.Comparison = results.Comparison{Comparison: compare.Compare(o.texts[0], o.texts[1], o.formats()), Texts: [2]string(o.texts)}
	return o.write(s, s.Text)
}

// list describes every rule and every mistake, one per line.
func (c *compareOptions) list(out io.Writer) error {
	return records.Show(out, c.json, results.NewCompareTerms(), results.Style{})
}

// compareOptions holds the flags of compare and the texts to compare.
type compareOptions struct {
	lists  bool // the rules and mistakes
	files  []string
	json   bool
	format flags.Word
	texts  []string
	results.Comparison
}

// write writes the comparison, and fails if the texts are different.
func (c *compareOptions) write(a *stream.Streams, out io.Writer) error {
	return records.Show(out, c.json, &c.Comparison, records.Style(a.UI, results.Brief))
}

func (c *compareOptions) formats() compare.Format {
	format, _ := compare.LookupFormat(cmp.Or(c.format.Value, c.format.Words[0])) // the flag accepts only these words
	return format
}

// read reads the two texts.
func (c *compareOptions) read(a *stream.Streams, l records.Line) error {
	read := false // standard input, which can be read only once
	file := func(name string) error {
		if name == "-" && read {
			return term.UsageError("without arguments, compare reads two lines, one text each", "- is given twice, but standard input is one text")
		}
		read = read || name == "-"
		text, err := a.ReadFile(name)
		c.texts = append(c.texts, withoutEnd(string(text)))
		return err
	}
	for _, name := range c.files {
		if err := file(name); err != nil {
			return err
		}
	}
	dash := l.Dash()
	for i, arg := range l.Args {
		if arg == "-" && (dash < 0 || i < dash) {
			if err := file("-"); err != nil {
				return err
			}
			continue
		}
		c.texts = append(c.texts, arg)
	}
	if len(c.files)+len(l.Args) == 0 {
		if err := file("-"); err != nil {
			return err
		}
		first, second, ok := strings.Cut(c.texts[0], "\n")
		if !ok {
			return term.UsageError("write one text per line", "standard input has one line, not two")
		}
		c.texts = []string{strings.TrimSuffix(first, "\r"), withoutEnd(second)}
	}
	if len(c.texts) != 2 {
		return term.UsageError("put a text with spaces or & between quotation marks", "%s takes two texts, not %d", l.Command, len(c.texts))
	}
	for i, text := range c.texts {
		if len(text) > inspect.MaxInput {
			return records.TooLong("text "+"AB"[i:i+1], &inspect.LimitError{What: "compare", Of: "bytes", Length: len(text), Limit: inspect.MaxInput})
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
