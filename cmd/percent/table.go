package main

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pages"
)

// classic are the dialects that table compares when none is named.
var classic = []string{
	"whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query",
	"whatwg.path", "whatwg.userinfo", "whatwg.component", "whatwg.form",
	"oauth1", "js.escape", "js.encodeURI", "js.encodeURIComponent", "http.alpn",
}

func newTable(a *stream.Streams) *cobra.Command {
	var values, all, markdown, asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "table [flags] [NAME...]",
		Short: "which ASCII characters dialects escape",
		Long: `table prints what each dialect writes for the space, for each punctuation character
of ASCII by itself, and for digits, upper-case and lower-case letters. Without names
it compares the eight sets of the URL Standard, OAuth, JavaScript's escape, encodeURI
and encodeURIComponent, and ALPN.

With --values it prints, for every printable character of ASCII, what one dialect
writes and whether that is the character itself. With --all it goes through all 256
octets, named by their hexadecimal digits.`,
		Example: `  percent table
  percent table php.urlencode php.rawurlencode
  percent table --values encodeURIComponent
  percent table --all --csv > table.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			switch {
			case markdown && asJSON, markdown && asCSV, asJSON && asCSV:
				return term.UsageError("", "--markdown, --json and --csv exclude each other")
			case values && len(args) != 1:
				return term.UsageError("`percent dialects list` lists the names", "%s --values takes one name, not %d", cmd.CommandPath(), len(args))
			}
			extent := pages.Punctuation
			switch {
			case all:
				extent = pages.AllOctets
			case values:
				extent = pages.Printable
			}
			if len(args) == 0 {
				args = classic
			}
			var list []*dialect.Dialect
			for _, name := range args {
				d, _, err := lookupEncoder(a.UI, name)
				if err != nil {
					return err
				}
				list = append(list, d)
			}
			t := pages.NewTable(args, list, extent)
			if values {
				t = t.WithEqual()
			}
			var err error
			switch {
			case asJSON:
				return records.PrintJSON(out, t.View())
			case asCSV:
				return t.WriteCSV(out)
			case markdown:
				_, err = io.WriteString(out, t.Markdown())
			case values || all:
				_, err = io.WriteString(out, t.Page())
			default:
				_, err = io.WriteString(out, t.Matrix())
			}
			return err
		},
		ValidArgsFunction: completeNames(1 << 10),
	}
	f := cmd.Flags()
	f.BoolVar(&values, "values", false, "of one dialect, print each character, its output and whether they are equal")
	f.BoolVar(&all, "all", false, "print a row for each of the 256 octets")
	f.BoolVar(&markdown, "markdown", false, "write a table in Markdown, a row for each character")
	f.BoolVar(&asCSV, "csv", false, "write CSV, a row for each character")
	f.BoolVar(&asJSON, "json", false, "write one JSON array")
	return cmd
}
