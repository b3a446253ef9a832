package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
)

func newCompare(a *stream.Streams) *cobra.Command {
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
			c.Comparison = pages.Comparison{Comparison: compare.Compare(c.texts[0], c.texts[1], c.formats()), Texts: [2]string(c.texts)}
			return c.print(a, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.VarP((*flags.List)(&c.files), "file", "f", "read a text from `FILE`, - for standard input; the first is A")
	f.BoolVar(&c.json, "json", false, "write one JSON object")
	records.AddChoice(cmd, &c.format, "format", "what the texts are (default text)")
	f.BoolVar(&list, "list", false, "list the rules by which texts are equivalent and the mistakes, and do nothing else")
	return cmd
}

// list describes every rule and every mistake, a line each.
func (c *compareRun) list(out io.Writer) error {
	list := views.CompareTerms()
	return records.Show(out, c.json, list, pages.CompareTerms(list))
}

// A compareRun is one run of compare.
type compareRun struct {
	files  []string
	json   bool
	format flags.Word
	texts  []string
	pages.Comparison
}

// print writes the comparison, and fails if the texts are different.
func (c *compareRun) print(a *stream.Streams, out io.Writer) error {
	var err error
	if c.json {
		view := views.NewComparison(c.Comparison.Comparison)
		if c.References {
			view.Mistakes = nil
		}
		err = records.PrintJSON(out, view)
	} else {
		_, err = io.WriteString(out, c.Page(a.UI.Style()))
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
func (c *compareRun) read(a *stream.Streams, cmd *cobra.Command, args []string) error {
	read := false // standard input, which can be read once
	file := func(name string) error {
		if name == "-" && read {
			return term.UsageError("without arguments, it is two lines, a text each", "standard input is one text, and - stands there twice")
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
