package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/views"
	"github.com/pct-encoded/percent/internal/words"
)

// listFlags narrow what dialects list lists.
type listFlags struct {
	family          string
	language        []string
	programs        programFilter
	text            []string
	implementations bool
	all             bool
	json            bool
}

func newDialectsList(a *stream.Streams) *cobra.Command {
	var flags listFlags
	cmd := &cobra.Command{
		Use:   "list [flags] [TEXT...]",
		Short: "list dialects, or the functions of programs",
		Long: `list prints the ID and the title of each dialect, family by family. With TEXT, it
lists those whose names, title, use or source contain every TEXT. --language lists
those that a program in that language uses.

With --implementations it lists the functions of programs instead, each with the
dialect by which it encodes or decodes.`,
		Example: `  percent dialects list --family rfc3986
  percent dialects list path
  percent dialects list --all
  percent dialects list --implementations --language php
  percent dialects list --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.prepare(args); err != nil {
				return err
			}
			out, style := cmd.OutOrStdout(), a.UI.Style()
			var text string
			switch list, functions := flags.find(); {
			case flags.starts():
				text = pages.CommonDialects(style, slices.Collect(dialect.Common()))
			case flags.json && flags.implementations:
				return records.PrintJSON(out, views.Implementations(functions))
			case flags.json:
				return records.PrintJSON(out, views.Dialects(list))
			case len(list)+len(functions) == 0:
				flags.nothingFound(a.UI)
				return nil
			case flags.implementations:
				text = pages.Implementations(functions)
			default:
				text = pages.Dialects(style, list)
			}
			err := a.Text.Page(text)
			if err == nil && flags.starts() {
				a.UI.Note("these are the ones to start with; --all lists every dialect")
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.family, "family", "", "only this family: the part of an ID before its first dot")
	f.StringSliceVar(&flags.language, "language", nil, "only what these `PROGRAMS` speak: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&flags.all, "all", false, "list every dialect")
	f.BoolVar(&flags.implementations, "implementations", false, "list functions of programs")
	f.BoolVar(&flags.json, "json", false, "write one JSON array")
	_ = cmd.RegisterFlagCompletionFunc("family", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		_, families := hasFamily("")
		return families, cobra.ShellCompDirectiveNoFileComp
	})
	_ = cmd.RegisterFlagCompletionFunc("language", completePrograms)
	return cmd
}

// completePrograms completes the names of languages.
func completePrograms(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	seen := map[string]bool{}
	for m := range dialect.Implementations() {
		for _, name := range []string{strings.ToLower(m.Language), views.ProgramOf(m.ID)} {
			if !seen[name] && !strings.Contains(name, " ") {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// nothingFound says that no dialect matches, and where else the words are found:
// people look for functions by their names.
func (f *listFlags) nothingFound(u *term.UI) {
	if !f.implementations && len(f.findImplementations()) > 0 {
		u.Note("no dialect matches, but functions of programs do: --implementations lists them")
		return
	}
	u.Note("nothing in the catalogue matches")
}

func (f *listFlags) prepare(args []string) (err error) {
	if f.family != "" {
		if known, families := hasFamily(f.family); !known {
			hint := "`percent dialects list` lists the IDs, which begin with it"
			if near := words.Nearest(strings.ToLower(f.family), families); near != "" {
				hint = "did you mean --family " + near + "? " + hint
			}
			return term.UsageError(hint, "unknown family %q", f.family)
		}
	}
	for _, text := range args {
		f.text = append(f.text, strings.ToLower(text))
	}
	f.programs, err = newProgramFilter("--language", f.language)
	return err
}

// matches reports whether every TEXT is in one of fields.
func (f *listFlags) matches(fields ...string) bool {
	if len(f.text) == 0 {
		return true
	}
	all := strings.ToLower(strings.Join(fields, "\n"))
	for _, text := range f.text {
		if !strings.Contains(all, text) {
			return false
		}
	}
	return true
}

// starts reports whether nothing is asked for but dialects.
func (f *listFlags) starts() bool {
	return !f.all && !f.json && !f.implementations && f.family == "" && len(f.programs) == 0 && len(f.text) == 0
}

// find returns what is asked for: dialects, or functions.
func (f *listFlags) find() ([]*dialect.Dialect, []*dialect.Implementation) {
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
	for d := range dialect.All() {
		if (f.family == "" || strings.EqualFold(d.Family(), f.family)) && (len(f.programs) == 0 || languages[d.ID]) &&
			f.matches(append([]string{d.ID, d.Title, d.UseFor, d.Spec.String()}, d.Aliases...)...) {
			list = append(list, d)
		}
	}
	return list, nil
}

// findImplementations returns the functions that the flags are about.
func (f *listFlags) findImplementations() []*dialect.Implementation {
	var list []*dialect.Implementation
	for m := range dialect.Implementations() {
		d := m.Dialect()
		if (f.family == "" || strings.EqualFold(d.Family(), f.family) || strings.EqualFold(views.ProgramOf(m.ID), f.family)) &&
			f.programs.holds(m) && f.matches(m.ID, m.Language, m.Version, m.Call, d.ID) {
			list = append(list, m)
		}
	}
	return list
}
