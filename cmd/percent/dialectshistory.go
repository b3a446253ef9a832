package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

func newDialectsHistory(a *stream.Streams) *cobra.Command {
	o := &dialectsHistoryOptions{}
	cmd := &cobra.Command{
		Use:   "history [flags] FUNCTION",
		Short: "show which version of a program followed which dialect",
		Long: `history prints what a function of a program did in each recorded version: the dialect
that it followed, the version that introduced this, the changelog entry, and inputs for
which the version before gave another result.

--as accepts functions of old versions, too, such as php@5.2.rawurlencode: of recorded
versions, of their patch releases, and of versions between two that agree.`,
		Example: `  percent dialects history php.rawurlencode
  percent encode --as php@5.2.rawurlencode 'a b~'`,
		Args: exactNames(1, "the ID of one function"),
		RunE: records.Runs(a, o.run),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return historyIDs(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object")
	return cmd
}

// dialectsHistoryOptions holds the flags of dialects history.
type dialectsHistoryOptions struct {
	asJSON bool
}

func (o *dialectsHistoryOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	h, err := historyOf(s.UI, l.Args[0])
	if err != nil {
		return err
	}
	return records.Show(s.Text, o.asJSON, results.History{History: h}, records.Style(s.UI, results.Brief))
}

// historyOf returns the history of the function that name means, which may be inexact
// or have a version, as php@5.2.rawurlencode. A note reports a name that differs from
// the given one.
func historyOf(u *term.UI, name string) (*dialect.History, error) {
	if h, err := dialect.LookupHistory(name); err == nil {
		return h, nil
	}
	found, err := dialect.Find(name)
	if err == nil {
		id := found
		if program, rest, versioned := strings.Cut(found, "@"); versioned {
			// The version ends where the function begins, whose name may contain full
			// stops, too: prefer querystring.escape to escape, the longest match.
			longest := -1
			for h := range dialect.Histories() {
				if function, ok := words.FunctionOf(h.ID, h.Program(), program); ok && len(function) > longest && strings.HasSuffix(strings.ToLower("."+rest), strings.ToLower(strings.TrimSuffix("."+function, "."))) {
					id, longest = h.ID, len(function)
				}
			}
		}
		if h, err := dialect.LookupHistory(id); err == nil {
			if found != name {
				u.Note("%s", operation.Taken(name, found))
			}
			return h, nil
		}
		return nil, term.UsageError(historyHint(name), "no versions of %s were recorded", found)
	}
	return nil, term.UsageError(historyHint(name), "no function %q whose versions were recorded", name)
}

// historyHint suggests a function whose name is similar to name, if there is
// one.
func historyHint(name string) string {
	return words.DidYouMean(words.Nearest(name, historyIDs()), "`percent guide versions` lists the functions whose versions were recorded")
}

func historyIDs() []string {
	var ids []string
	for h := range dialect.Histories() {
		ids = append(ids, h.ID)
	}
	return ids
}
