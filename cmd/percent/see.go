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
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

func newSee(a *stream.Streams) *cobra.Command {
	o := &seeOptions{}
	cmd := &cobra.Command{
		Use:   "see [flags] TEXT",
		Short: "how every recorded program encodes or decodes a text",
		Long: `see encodes TEXT with every recorded encoding function or, with --decode,
decodes TEXT with every recorded decoding function. Functions with the same result form
a group, and the largest group comes first. A '!' marks a result that only one function
gives. Functions that refuse TEXT come last.

Each function was recorded on its own: a server that handles a whole request may give
another result.

--at selects functions of older or newer versions; functions that no dialect describes in
that version are left out. "percent dialects history" shows the versions of one function.

A result that is not plain text is quoted, as in "a\nb".`,
		Example: `  percent see 'a b~é'
  percent see --decode 'a+b%zz'
  percent see --only python,php,js "rock'n'roll"
  percent see --at php@5.2,php@8.5 'a b~é'`,
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
	f.StringSliceVar(&o.only, "only", nil, "use only functions of these `PROGRAMS`: languages or beginnings of IDs, separated by commas")
	f.StringSliceVar(&o.at, "at", nil, "the functions of these `VERSIONS` instead, such as php@5.2, separated by commas")
	f.BoolVar(&o.all, "all", false, "print all names of each group, not only the first lines")
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
	return records.Show(s.Text, o.json, results.Seen{Text: l.Args[0], Decode: o.decode, Groups: o.groups}, records.Style(s.UI, records.DetailOf(o.all)))
}

// seeOptions holds the flags of see, and the results.
type seeOptions struct {
	decode, all, json bool
	only, at          []string

	groups []*results.Group
}

// look encodes or decodes text with every function that the filter selects.
func (s *seeOptions) look(text string, filter programFilter) error {
	functions, err := s.versions()
	if err != nil {
		return err
	}
	for m := range dialect.Implementations() {
		program, _, _ := strings.Cut(m.ID, ".")
		if strings.Contains(program, "@") {
			continue // of another version
		}
		if len(s.at) == 0 && (m.Decodes != "") == s.decode && filter.holds(m) {
			functions = append(functions, m)
		}
	}
	if len(functions) == 0 {
		what := "encodes"
		if s.decode {
			what = "decodes"
		}
		if len(s.at) > 0 {
			return term.UsageError("`percent dialects history` shows the versions of a function", "no function of --at %s %s by a dialect", strings.Join(s.at, ","), what)
		}
		return term.UsageError("`percent dialects list --implementations` lists the programs", "no recorded function of --only %s %s", strings.Join(s.only, ","), what)
	}
	s.groups = results.See(text, s.decode, functions)
	return nil
}

// versions returns the functions of the versions in --at, under names that --as
// accepts.
func (s *seeOptions) versions() ([]*dialect.Implementation, error) {
	var functions []*dialect.Implementation
	for _, name := range s.at {
		program, version, _ := strings.Cut(name, "@")
		var refused error
		found := 0
		for h := range dialect.Histories() {
			function, ok := words.FunctionOf(h.ID, h.Program(), program)
			if !ok || h.Encodes == s.decode {
				continue
			}
			span, err := h.At(version)
			if err != nil {
				refused = err
				continue
			}
			found++
			head := strings.TrimSuffix(strings.TrimSuffix(h.ID, function), ".")
			m := &dialect.Implementation{ID: strings.TrimSuffix(head+"@"+version+"."+function, "."), Language: h.Language, Version: span.Program, Call: h.Call, Units: h.Units}
			if m.Encodes = span.Dialect; s.decode {
				m.Encodes, m.Decodes = "", span.Dialect
			}
			if span.Dialect != "" {
				functions = append(functions, m)
			}
		}
		switch {
		case found == 0 && refused == nil:
			return nil, term.UsageError(words.DidYouMean(words.Nearest(program, recordedPrograms()), "`percent guide versions` lists the programs whose versions were recorded"), "--at: no versions of %q were recorded", program)
		case found == 0:
			return nil, term.UsageError("`percent dialects history` shows the versions of a function", "--at %s: %s", name, strings.TrimPrefix(refused.Error(), "dialect: "))
		}
	}
	return functions, nil
}

// recordedPrograms returns the names of programs with recorded versions.
func recordedPrograms() []string {
	var names []string
	for h := range dialect.Histories() {
		if name := strings.ToLower(h.Program()); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
