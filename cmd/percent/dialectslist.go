package main

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/find"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// dialectsListOptions holds the flags of dialects list, which narrow the list.
type dialectsListOptions struct {
	family          string
	language        []string
	programs        programFilter
	text            []string
	implementations bool
	all             bool
	json            bool
}

func newDialectsList(a *stream.Streams) *cobra.Command {
	o := &dialectsListOptions{}
	cmd := &cobra.Command{
		Use:   "list [flags] [TEXT...]",
		Short: "list dialects, or the functions of programs",
		Long: `list prints the ID and the title of each dialect, family by family. With
TEXT, list prints only the dialects whose names, title, use or source contain every
TEXT. --language selects the dialects that programs in a language use.

With --implementations, list prints the functions of programs instead, each with the
dialect by which the function encodes or decodes.`,
		Example: `  percent dialects list --family rfc3986
  percent dialects list path
  percent dialects list --all
  percent dialects list --implementations --language php
  percent dialects list --json`,
		RunE: records.Runs(a, o.run),
	}
	f := cmd.Flags()
	f.StringVar(&o.family, "family", "", "list only this family, which is the part of an ID before the first dot")
	f.StringSliceVar(&o.language, "language", nil, "list only dialects that these `PROGRAMS` use: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&o.all, "all", false, "list every dialect")
	f.BoolVar(&o.implementations, "implementations", false, "list functions of programs")
	f.BoolVar(&o.json, "json", false, "write one JSON array")
	_ = cmd.RegisterFlagCompletionFunc("family", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		_, families := hasFamily("")
		return families, cobra.ShellCompDirectiveNoFileComp
	})
	_ = cmd.RegisterFlagCompletionFunc("language", completePrograms)
	return cmd
}

func (o *dialectsListOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.prepare(l.Args); err != nil {
		return err
	}
	var r results.Result
	switch list, functions := o.find(); {
	case o.starts():
		r = results.CommonDialects{Dialects: slices.Collect(dialect.Common())}
	case !o.json && len(list)+len(functions) == 0:
		o.nothingFound(s.UI)
		return nil
	case o.implementations:
		r = results.Implementations(functions)
	default:
		r = results.Dialects(list)
	}
	if o.json {
		return records.PrintJSON(s.Text, r.JSON())
	}
	err := s.Text.Page(r.Page(records.Style(s.UI, results.Brief)))
	if err == nil && o.starts() {
		s.UI.Note("these are the ones to start with; --all lists every dialect")
	}
	return err
}

// completePrograms completes the names of languages.
func completePrograms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	seen := map[string]bool{}
	for m := range dialect.Implementations() {
		for _, name := range []string{strings.ToLower(m.Language), results.ProgramOf(m.ID)} {
			if !seen[name] && !strings.Contains(name, " ") {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// nothingFound reports that no dialect matches, and whether functions do: people
// search for functions by their names.
func (f *dialectsListOptions) nothingFound(u *term.UI) {
	if !f.implementations && len(f.findImplementations()) > 0 {
		u.Note("no dialect matches, but functions of programs do: --implementations lists them")
		return
	}
	u.Note("nothing in the catalogue matches")
}

func (f *dialectsListOptions) prepare(args []string) (err error) {
	if f.family != "" {
		if known, families := hasFamily(f.family); !known {
			hint := "`percent dialects list` lists the IDs, which begin with it"
			if near := words.Nearest(strings.ToLower(f.family), families); near != "" {
				hint = "did you mean --family " + near + "? " + hint
			}
			return term.UsageError(hint, "unknown family %q", f.family)
		}
	}
	f.text = args
	f.programs, err = newProgramFilter("--language", f.language)
	return err
}

// starts reports whether no flag or text narrows the list, so that it shows
// only the dialects to start with.
func (f *dialectsListOptions) starts() bool {
	return !f.all && !f.json && !f.implementations && f.family == "" && len(f.programs) == 0 && len(f.text) == 0
}

// find returns the dialects, or the functions, that the flags select.
func (f *dialectsListOptions) find() ([]*dialect.Dialect, []*dialect.Implementation) {
	if f.implementations {
		return nil, f.findImplementations()
	}
	languages := map[string]bool{}
	for m := range dialect.Implementations() {
		if f.programs.holds(m) {
			languages[m.Encodes+m.Decodes] = true
		}
	}
	var list []*dialect.Dialect
	for d := range find.Dialects(f.text...) {
		if (f.family == "" || strings.EqualFold(d.Family(), f.family)) && (len(f.programs) == 0 || languages[d.ID]) {
			list = append(list, d)
		}
	}
	return list, nil
}

// findImplementations returns the functions that the flags select.
func (f *dialectsListOptions) findImplementations() []*dialect.Implementation {
	var list []*dialect.Implementation
	for m := range find.Functions(f.text...) {
		d := m.Dialect()
		if (f.family == "" || strings.EqualFold(d.Family(), f.family) || strings.EqualFold(results.ProgramOf(m.ID), f.family)) && f.programs.holds(m) {
			list = append(list, m)
		}
	}
	return list
}
