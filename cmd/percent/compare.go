package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
)

func comparing() commands.Question {
	return commands.Question{
		Row:   "compare",
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
		Takes: &commands.Takes{}, Read: compareTexts,
	}
}

// compareTexts reads the two texts.
func compareTexts(cmd *cobra.Command) commands.Reading {
	var files []string
	cmd.Flags().VarP((*flags.List)(&files), "file", "f", "read a text from `FILE`, - for standard input; the first is A")
	return func(s *stream.Streams, l records.Line, c *operation.Call) (instead results.Result, err error) {
		if c.List {
			if len(l.Args) > 0 || len(files) > 0 || c.Format != "" {
				return nil, term.UsageError("leave out --list, or everything else", "--list takes no texts and no flag except --json")
			}
			return nil, nil
		}
		c.Values, err = readTexts(s, l, files)
		return nil, err
	}
}

// readTexts reads two texts from files, arguments or standard input.
func readTexts(a *stream.Streams, l records.Line, files []string) (texts []string, err error) {
	read := false // standard input, which can be read only once
	file := func(name string) error {
		if name == "-" && read {
			return term.UsageError("without arguments, compare reads two lines, one text each", "- is given twice, but standard input is one text")
		}
		read = read || name == "-"
		text, err := a.ReadFile(name)
		texts = append(texts, withoutEnd(string(text)))
		return err
	}
	for _, name := range files {
		if err := file(name); err != nil {
			return nil, err
		}
	}
	records.SeeFiles(a.UI, l.Args)
	dash := l.Dash()
	for i, arg := range l.Args {
		if arg == "-" && (dash < 0 || i < dash) {
			if err := file("-"); err != nil {
				return nil, err
			}
			continue
		}
		texts = append(texts, arg)
	}
	if len(files)+len(l.Args) == 0 {
		if err := file("-"); err != nil {
			return nil, err
		}
		first, second, ok := strings.Cut(texts[0], "\n")
		if !ok {
			return nil, term.UsageError("write one text per line", "standard input has one line, not two")
		}
		texts = []string{strings.TrimSuffix(first, "\r"), withoutEnd(second)}
	}
	if len(texts) != 2 {
		return nil, term.UsageError("put a text with spaces or & between quotation marks", "%s takes two texts, not %d", l.Command, len(texts))
	}
	for i, text := range texts {
		if len(text) > inspect.MaxInput {
			return nil, records.TooLong("text "+"AB"[i:i+1], &inspect.LimitError{What: "compare", Of: "bytes", Length: len(text), Limit: inspect.MaxInput})
		}
	}
	return texts, nil
}

// withoutEnd returns text without the line end after it, LF or CR LF.
func withoutEnd(text string) string {
	if line, ok := strings.CutSuffix(text, "\n"); ok {
		return strings.TrimSuffix(line, "\r")
	}
	return text
}
