package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/suggest"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/reader"
)

func newReaders(a *stream.Streams) *cobra.Command {
	o := &readersOptions{}
	cmd := &cobra.Command{
		Use:   "readers [flags] URL",
		Short: "which program reads which host, port and path in a URL",
		Long: `readers prints which host, port and path each URL parser and each client reads in
URL. Programs that read the same form a group. Groups that differ from the largest come
first, marked '!', with the choice that makes the difference. Programs that refuse URL
come last.

If a check reads one host and the client behind it connects to another, requests get past
the check. The status is 1 if two programs read different hosts, ports or paths, and 0 if
all that accept URL agree.

Hosts are compared in lower case, an empty path as '/', and a missing port as that of the
scheme. The host of a client is the one it connects to; that of a parser is what its
functions return. No connection is made: the programs were recorded, and readers replays
their behaviour.`,
		Example: `  percent readers 'http://a.example\@b.example/'
  percent readers --only python,go,node 'http://0177.0.0.1/'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && !strings.ContainsAny(args[0], ":/\\.?#@%") && args[0] != "" {
				// The argument is the name of readers, not a URL.
				if len(results.ReadersNamed(args[0])) > 0 {
					return term.UsageError("did you mean `percent readers list "+args[0]+"`?", "unknown readers command %q", args[0])
				}
				return suggest.Command(cmd, args[0])
			}
			if len(args) != 1 {
				return term.UsageError("put a URL between quotation marks; `percent readers list` lists the readers", "%s takes one URL, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "ask only these `READERS`: names or beginnings of names, separated by commas")
	f.BoolVar(&o.all, "all", false, "print all names of each group, not only the first lines")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	_ = cmd.RegisterFlagCompletionFunc("only", completeReaders(0))
	cmd.AddCommand(newReadersList(a), newReadersShow(a), newReadersDiff(a), newReadersSplit(a))
	return cmd
}

// readersOptions holds the flags of readers.
type readersOptions struct {
	only      []string
	all, json bool
}

func (o *readersOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	readers := reader.All()
	if len(o.only) > 0 {
		readers = nil
		for _, word := range o.only {
			word = strings.TrimSpace(word)
			found := results.ReadersNamed(word)
			if len(found) == 0 {
				return term.UsageError(nearReader(word), "--only: no reader is called %q", word)
			}
			for _, r := range found {
				if !slices.Contains(readers, r) {
					readers = append(readers, r)
				}
			}
		}
	}
	return records.Show(s.Text, o.json, results.NewReadings(l.Args[0], readers), records.Style(s.UI, records.DetailOf(o.all)))
}

// nearReader returns a hint for a name that no reader has.
func nearReader(name string) string {
	unknown := &reader.UnknownError{}
	_, err := reader.Lookup(name)
	errors.As(err, &unknown)
	return words.DidYouMean(unknown.Suggestion, "`percent readers list` lists the readers")
}

// lookupReader returns the reader of a name from the command line.
func lookupReader(name string) (reader.Reader, error) {
	r, err := reader.Lookup(name)
	if err != nil {
		return r, term.UsageError(nearReader(name), "no reader is called %q", name)
	}
	return r, nil
}

// completeReaders completes up to most names, or any number if most is 0.
func completeReaders(most int) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		for _, r := range reader.All() {
			names = append(names, r.Name()+"\t"+r.Subject(), r.String()+"\t"+r.Subject())
		}
		slices.Sort(names)
		return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
	}
}

// exactReaders refuses any number of arguments other than n.
func exactReaders(n int, text string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return term.UsageError("`percent readers list` lists the names", "%s takes %s, not %d", cmd.CommandPath(), text, len(args))
		}
		return nil
	}
}

func newReadersList(a *stream.Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "list [flags] [NAME...]",
		Short: "list the URL parsers and clients",
		Long: `list prints each reader: a URL parser or a client in one version, or in several
that read the same. With NAME, which may be the beginning of a name, list prints only
matching readers.

Readers were recorded, except those marked as cited, which were made from an advisory
because that version was not available.`,
		Example: `  percent readers list
  percent readers list python go`,
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			list := reader.All()
			if len(l.Args) > 0 {
				list = nil
			}
			for _, name := range l.Args {
				found := results.ReadersNamed(name)
				if len(found) == 0 {
					return term.UsageError(nearReader(name), "no reader is called %q", name)
				}
				list = append(list, found...)
			}
			v := results.NewReaders(list)
			if asJSON {
				return records.PrintJSON(s.Text, v)
			}
			return s.Text.Page(v.Page(records.Style(s.UI, results.Brief)))
		}),
		ValidArgsFunction: completeReaders(0),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON array")
	return cmd
}

func newReadersShow(a *stream.Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "show [flags] NAME",
		Short: "show one reader, with the choices it makes",
		Long: `show describes a reader and prints each choice that it makes, in the order in which the
choices take effect: what is removed from a URL, what is a scheme, what ends the
authority, which '@' counts, which numbers are addresses, and so on.

NAME without a version means the latest.`,
		Example: `  percent readers show python.urlsplit
  percent readers show python.urlsplit@2.7.18`,
		Args: exactReaders(1, "one name"),
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			r, err := lookupReader(l.Args[0])
			if err != nil {
				return err
			}
			return records.Show(s.Text, asJSON, results.NewReaderDetail(r), records.Style(s.UI, results.Brief))
		}),
		ValidArgsFunction: completeReaders(1),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

func newReadersDiff(a *stream.Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "diff [flags] A B",
		Short: "show which choices two readers make differently",
		Long: `diff prints the choices that the readers A and B make differently. The status is 1
if there is a difference and 0 if there is none.`,
		Example: `  percent readers diff python.urlsplit percent.weburl
  percent readers diff python.urlsplit@2.7.18 python.urlsplit`,
		Args: exactReaders(2, "two names"),
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			pair, err := twoReaders(l.Args)
			if err != nil {
				return err
			}
			return records.Show(s.Text, asJSON, results.NewReadersDiff(pair[0], pair[1]), records.Style(s.UI, results.Brief))
		}),
		ValidArgsFunction: completeReaders(2),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}

func twoReaders(names []string) (pair [2]reader.Reader, err error) {
	for i, name := range names {
		if pair[i], err = lookupReader(name); err != nil {
			return pair, err
		}
	}
	return pair, nil
}

func newReadersSplit(a *stream.Streams) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "split [flags] A B",
		Short: "find the shortest URLs that two readers read differently",
		Long: `split prints, for each of host, port and path, the shortest URLs that the readers A and
B read differently, with the reading of each. It searches URLs made of the characters that
a choice of A or B gives a meaning to. If it finds none, it prints "undecided" and the
length up to which it tried all of them: a longer one may differ.

The status is 1 if there is such a URL, 5 if none was found, and 0 only if A and B are the
same reader, so that there is none.`,
		Example: `  percent readers split python.urlsplit percent.weburl
  percent readers split python.urlsplit@2.7.18 python.urlsplit`,
		Args: exactReaders(2, "two names"),
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			pair, err := twoReaders(l.Args)
			if err != nil {
				return err
			}
			if limit < 1 {
				return term.UsageError("", "--limit takes a number from 1, not %d", limit)
			}
			return records.Show(s.Text, asJSON, results.NewReadersSplit(pair[0], pair[1], limit), records.Style(s.UI, results.Brief))
		}),
		ValidArgsFunction: completeReaders(2),
	}
	cmd.Flags().IntVar(&limit, "limit", reader.DefaultLimit, "try at most `N` URLs for each of host, port and path")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object")
	return cmd
}
