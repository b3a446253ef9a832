package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
)

func newDialectsHistory(a *stream.Streams) *cobra.Command {
	o := &dialectsHistoryOptions{}
	cmd := &cobra.Command{
		Use:   "history [flags] FUNCTION",
		Short: "show which version of a program followed which dialect",
		Long: `history prints what a function of a program did in each version that was recorded:
the dialect that it followed, the version that brought it, the changelog that says
so, and inputs that the version before answered otherwise.

--as takes a function of an old version too: php@5.2.rawurlencode. It takes what was
recorded, releases of that, and what lies between two that agree.`,
		Example: `  percent dialects history php.rawurlencode
  percent encode --as php@5.2.rawurlencode 'a b~'`,
		Args: exactNames(1, "the ID of one function"),
		RunE: records.Runs(a, o.run),
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// dialectsHistoryOptions are what the flags of dialects history choose.
type dialectsHistoryOptions struct {
	asJSON bool
}

func (o *dialectsHistoryOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	h, err := dialect.LookupHistory(l.Args[0])
	if err != nil {
		return term.UsageError("docs/versions.md lists the functions whose versions were recorded", "no versions of %q were recorded", l.Args[0])
	}
	return records.Show(s.Text, o.asJSON, views.NewHistory(h), pages.History(s.UI.Style(), h))
}
