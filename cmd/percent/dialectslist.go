package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
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

func newDialectsList(a *app) *cobra.Command {
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
			list := flags.listDialects
			if flags.implementations {
				list = flags.listImplementations
			}
			if flags.starts() {
				list = listCommon
			}
			var text strings.Builder
			n, err := list(&text, a.ui.Style())
			if err == nil && flags.json {
				_, err = io.WriteString(cmd.OutOrStdout(), text.String())
			} else if err == nil {
				err = a.text.Page(text.String())
			}
			if err == nil && flags.starts() {
				a.ui.Note("these are the ones to start with; --all lists every dialect")
			}
			if err == nil && n == 0 && !flags.json {
				return flags.nothingFound(a.ui)
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
func (f *listFlags) nothingFound(u *term.UI) error {
	if !f.implementations {
		if n, err := f.listImplementations(io.Discard, u.Style()); err != nil || n > 0 {
			u.Note("no dialect matches, but functions of programs do: --implementations lists them")
			return err
		}
	}
	u.Note("nothing in the catalogue matches")
	return nil
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

// listCommon lists the dialects to start with.
func listCommon(out io.Writer, s term.Style) (int, error) {
	var rows [][2]string
	for d := range dialect.Common() {
		rows = append(rows, [2]string{d.ID, d.Title})
	}
	_, err := io.WriteString(out, titled(rows, s))
	return len(rows), err
}

// listDialects writes what is asked for, and returns how many dialects that is.
func (f *listFlags) listDialects(out io.Writer, s term.Style) (int, error) {
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
	if f.json {
		return len(list), printJSON(out, views.Dialects(list))
	}
	var b strings.Builder
	var rows [][2]string
	flush := func() {
		if len(rows) > 0 && b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(titled(rows, s))
		rows = nil
	}
	alone := false
	for _, group := range familiesOf(list) {
		// Families of one dialect go together.
		if !alone || len(group) > 1 {
			flush()
		}
		alone = len(group) == 1
		for _, d := range group {
			rows = append(rows, [2]string{d.ID, d.Title})
		}
	}
	flush()
	_, err := io.WriteString(out, b.String())
	return len(list), err
}

// titled returns a line for each name and title, or two where the name is long.
func titled(rows [][2]string, s term.Style) string {
	const most = 36
	column := 0
	for _, row := range rows {
		column = max(column, min(term.Width(row[0]), most))
	}
	var b strings.Builder
	for _, row := range rows {
		if term.Width(row[0]) > column {
			b.WriteString(row[0] + "\n" + term.Pad("", column+2))
		} else {
			b.WriteString(term.Pad(row[0], column+2))
		}
		b.WriteString(s.WrapText(row[1], column+2) + "\n")
	}
	return b.String()
}

// listImplementations does the same with functions of programs.
func (f *listFlags) listImplementations(out io.Writer, _ term.Style) (int, error) {
	var list []*dialect.Implementation
	for m := range dialect.Implementations() {
		d := m.Dialect()
		if (f.family == "" || strings.EqualFold(d.Family(), f.family) || strings.EqualFold(views.ProgramOf(m.ID), f.family)) &&
			f.programs.holds(m) && f.matches(m.ID, m.Language, m.Version, m.Call, d.ID) {
			list = append(list, m)
		}
	}
	if f.json {
		var objects []views.Implementation
		for _, m := range list {
			objects = append(objects, views.NewImplementation(m))
		}
		return len(list), printJSON(out, objects)
	}
	var b strings.Builder
	for i := 0; i < len(list); {
		program := list[i].Language + ", " + list[i].Version
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(program + "\n")
		var rows [][]string
		for ; i < len(list) && list[i].Language+", "+list[i].Version == program; i++ {
			does := "encodes as"
			if list[i].Decodes != "" {
				does = "decodes as"
			}
			rows = append(rows, []string{"  " + list[i].ID, does, list[i].Encodes + list[i].Decodes})
		}
		b.WriteString(term.Columns(rows))
	}
	_, err := io.WriteString(out, b.String())
	return len(list), err
}
