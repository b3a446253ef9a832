package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("see", newSee) }

func newSee(a *app) *cobra.Command {
	var s seeRun
	cmd := &cobra.Command{
		Use:   "see [flags] TEXT",
		Short: "what every recorded program makes of a text",
		Long: `see encodes TEXT by every recorded function that encodes, or with --decode decodes
it by every one that decodes, and groups the functions by result, largest group
first. A '!' marks a result that only one function gives. Functions that refuse TEXT
come last.

A result that is not plain text is quoted, as in "a\nb".`,
		Example: `  percent see 'a b~é'
  percent see --decode 'a+b%zz'
  percent see --only python,php,js "rock'n'roll"`,
		GroupID: groupKnow,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return term.UsageError("put a text with spaces between quotation marks", "%s takes one text, not %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := newProgramFilter("--only", s.only)
			if err != nil {
				return err
			}
			if err := s.look(args[0], filter); err != nil {
				return err
			}
			return show(cmd.OutOrStdout(), s.json, views.NewSeen(args[0], s.decode, s.groups), s.page(a.ui.Style()))
		},
	}
	f := cmd.Flags()
	f.BoolVar(&s.decode, "decode", false, "decode TEXT instead of encoding it")
	f.StringSliceVar(&s.only, "only", nil, "only what these `PROGRAMS` do: languages or beginnings of IDs, separated by commas")
	f.BoolVar(&s.all, "all", false, "print all names of a group, not only its first lines")
	f.BoolVar(&s.json, "json", false, "write one JSON object")
	_ = cmd.RegisterFlagCompletionFunc("only", completePrograms)
	return cmd
}

// A seeRun is one text through many programs.
type seeRun struct {
	decode, all, json bool
	only              []string

	groups []*views.Group
}

// look codes text as all programs do that the filter holds for.
func (s *seeRun) look(text string, filter programFilter) error {
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

// page returns the groups as text.
func (s *seeRun) page(p term.Style) string {
	most := 3
	if s.all {
		most = 0
	}
	columns := 1
	for _, g := range s.groups {
		columns = max(columns, len(strconv.Itoa(len(g.Functions))))
	}
	var b strings.Builder
	errors := false
	for _, g := range s.groups {
		if g.Err != nil && !errors {
			errors = true
			b.WriteString(p.Paint("31", "errors") + "\n")
		}
		number := strconv.Itoa(len(g.Functions))
		mark := " "
		if g.Odd {
			mark = p.Warning("!")
		}
		result := p.Bold(term.Shown(g.Output))
		if g.Err != nil {
			result = views.RefusalText(views.Refusal(g.Err))
		}
		b.WriteString(mark + strings.Repeat(" ", columns-len(number)) + number + "  " + result + "\n")
		ids := g.Functions
		if !s.all {
			ids = oneOfEach(ids)
		}
		names, _ := p.Wrap(ids, strings.Repeat(" ", columns+3), most)
		b.WriteString(names)
	}
	return b.String()
}

// oneOfEach returns ids with the first of each program before the second of any,
// so that the beginning shows many.
func oneOfEach(ids []string) []string {
	place := map[string]int{}
	count := map[string]int{}
	for _, id := range ids {
		program := views.ProgramOf(id)
		place[id] = count[program]
		count[program]++
	}
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return ids
}
