package main

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/results"
)

func newGuide(a *stream.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "guide [NAME|TOPIC]",
		Short: "print a guide, or list the guides",
		Long: `guide prints the guide with that NAME, or the one on that TOPIC, such as plus, charset,
encodeURIComponent, browser, signature, oauth, columns or %2520. Without arguments it
lists the guides. The same guides are at ` + guides.Site + ` as pages.`,
		Example: `  percent guide
  percent guide tasks
  percent guide %2520`,
		RunE: records.Runs(a, guide),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return guides.Names(), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func guide(_ context.Context, s *stream.Streams, l records.Line) error {
	if len(l.Args) > 0 {
		words := strings.Join(l.Args, " ")
		if text, ok := guides.Find(words); ok {
			_, err := io.WriteString(s.Text, results.Guide(s.UI.Style(), text))
			return err
		}
		return term.UsageError(help.Guide(words), "there is no guide on %q", words)
	}
	var rows [][]string
	for _, g := range guides.All() {
		rows = append(rows, []string{g.Name, g.Title()})
	}
	_, err := io.WriteString(s.Text, term.Columns(s.UI.Style().Wrapped(rows)))
	return err
}
