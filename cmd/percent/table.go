package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
)

// classic lists the dialects that table compares by default.
var classic = []string{
	"whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query",
	"whatwg.path", "whatwg.userinfo", "whatwg.component", "whatwg.form",
	"oauth1", "js.escape", "js.encodeURI", "js.encodeURIComponent", "http.alpn",
}

func newTable(a *stream.Streams) *cobra.Command {
	o := &tableOptions{}
	cmd := &cobra.Command{
		Use:   "table [flags] [NAME...]",
		Short: "which ASCII characters dialects escape",
		Long: `table prints what each dialect writes for a space, for each ASCII
punctuation character, and for digits, upper-case letters and lower-case letters.
Without NAME, table compares the eight sets of the URL Standard, OAuth, JavaScript's
escape, encodeURI and encodeURIComponent, and ALPN.

With --values, table prints every printable ASCII character, what one dialect writes for
it, and whether the two are equal. With --all, it prints all 256 octets, each by its
hexadecimal digits.`,
		Example: `  percent table
  percent table php.urlencode php.rawurlencode
  percent table --values encodeURIComponent
  percent table --all --csv > table.csv`,
		RunE:              records.Runs(a, o.run),
		ValidArgsFunction: completeNames(1 << 10),
	}
	f := cmd.Flags()
	f.BoolVar(&o.values, "values", false, "print each character, what one dialect writes for it, and whether the two are equal")
	f.BoolVar(&o.all, "all", false, "print a row for each of the 256 octets")
	f.BoolVar(&o.markdown, "markdown", false, "write a table in Markdown, a row for each character")
	f.BoolVar(&o.asCSV, "csv", false, "write CSV, a row for each character")
	f.BoolVar(&o.asJSON, "json", false, "write one JSON array")
	return cmd
}

// tableOptions holds the flags of table.
type tableOptions struct {
	values   bool
	all      bool
	markdown bool
	asJSON   bool
	asCSV    bool
}

func (o *tableOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	out := s.Text
	switch {
	case o.markdown && o.asJSON, o.markdown && o.asCSV, o.asJSON && o.asCSV:
		return term.UsageError("use one of them", "--markdown, --json and --csv cannot be used together")
	case o.values && len(l.Args) != 1:
		return term.UsageError("`percent dialects list` lists the names", "%s --values takes one name, not %d", l.Command, len(l.Args))
	}
	extent := results.Punctuation
	switch {
	case o.all:
		extent = results.AllOctets
	case o.values:
		extent = results.Printable
	}
	if len(l.Args) == 0 {
		l.Args = classic
	}
	var list []*dialect.Dialect
	for _, name := range l.Args {
		d, _, err := lookupEncoder(s.UI, name)
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	t := results.NewTable(l.Args, list, extent)
	if o.values {
		t = t.WithEqual()
	}
	var err error
	switch {
	case o.asJSON:
		return records.PrintJSON(out, t.JSON())
	case o.asCSV:
		return t.WriteCSV(out)
	case o.markdown:
		_, err = io.WriteString(out, t.Markdown())
	case o.values || o.all:
		_, err = io.WriteString(out, t.Page())
	default:
		_, err = io.WriteString(out, t.Matrix())
	}
	return err
}
