package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/results"
)

func newDialectsDiff(a *stream.Streams) *cobra.Command {
	o := &dialectsDiffOptions{}
	cmd := &cobra.Command{
		Use:   "diff [flags] A B",
		Short: "show where two dialects differ",
		Long: `diff prints the choices that A and B make differently, and every byte and
text that they treat differently, with the choice that causes it. Consecutive bytes that
differ in the same way share a line, where HH is the byte in hexadecimal.

If A or B only decodes, as some functions of programs do, only decoding is compared. The
status is 1 if A and B differ and 0 if they do not.`,
		Example: `  percent dialects diff php.urlencode php.rawurlencode
  percent dialects diff whatwg.path.2024 whatwg.path`,
		Args:              exactNames(2, "two names"),
		RunE:              records.Runs(a, o.run),
		ValidArgsFunction: completeNames(2),
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// dialectsDiffOptions holds the flags of dialects diff.
type dialectsDiffOptions struct {
	asJSON bool
}

func (o *dialectsDiffOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	var pair [2]*dialect.Dialect
	for i, name := range l.Args {
		d, _, err := lookup(s.UI, name)
		if err != nil {
			return err
		}
		pair[i] = d
	}
	return records.Show(s.Text, o.asJSON, results.NewDialectsDiff(l.Args, pair), records.Style(s.UI, results.Brief))
}
