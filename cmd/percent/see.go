package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
)

func newSee(a *stream.Streams) *cobra.Command {
	o := &seeOptions{}
	cmd := &cobra.Command{
		Use:   "see [flags] TEXT",
		Short: "what every recorded program makes of a text",
		Long: `see encodes TEXT by every recorded function that encodes, or with --decode decodes
it by every one that decodes, and groups the functions by result, largest group
first. A '!' marks a result that only one function gives. Functions that refuse TEXT
come last.

The functions are recorded one by one: what a server does with a whole request is
another matter.

A result that is not plain text is quoted, as in "a\nb".`,
		Example: `  percent see 'a b~é'
  percent see --decode 'a+b%zz'
  percent see --only python,php,js "rock'n'roll"`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return term.UsageError("put a text with spaces between quotation marks", "%s takes one text, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.BoolVar(&o.decode, "decode", false, "decode TEXT instead of encoding it")
	f.StringSliceVar(&o.only, "only", nil, "only what these `PROGRAMS` do: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&o.all, "all", false, "print all names of a group, not only its first lines")
	f.BoolVar(&o.json, "json", false, "write one JSON object")
	_ = cmd.RegisterFlagCompletionFunc("only", completePrograms)
	return cmd
}

func (o *seeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	filter, err := newProgramFilter("--only", o.only)
	if err != nil {
		return err
	}
	if err := o.look(l.Args[0], filter); err != nil {
		return err
	}
	if o.decode && !o.json && len(o.only) == 0 {
		s.UI.Note("these are decoding functions, not servers: a server splits and decodes a request by rules of its own")
	}
	return records.Show(s.Text, o.json, views.NewSeen(l.Args[0], o.decode, o.groups), pages.See(s.UI.Style(), o.groups, records.DetailOf(o.all)))
}

// seeOptions are what the flags of see choose, and what was found.
type seeOptions struct {
	decode, all, json bool
	only              []string

	groups []*views.Group
}

// look codes text as all programs do that the filter holds for.
func (s *seeOptions) look(text string, filter programFilter) error {
	var functions []*dialect.Implementation
	for m := range dialect.Implementations() {
		if (m.Decodes != "") == s.decode && filter.holds(m) {
			functions = append(functions, m)
		}
	}
	if len(functions) == 0 {
		what := "encodes"
		if s.decode {
			what = "decodes"
		}
		return term.UsageError("`percent dialects list --implementations` lists the programs", "no recorded function of --only %s %s", strings.Join(s.only, ","), what)
	}
	s.groups = views.See(text, s.decode, functions)
	return nil
}
