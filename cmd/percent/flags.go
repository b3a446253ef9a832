package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/recipe"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/explain"
)

// A choice is the value of a flag that takes one of a few words.
type choice struct {
	words []string
	value string // "" until it is set
}

func (c *choice) String() string { return c.value }

// longestType is how many columns the words of a choice may take in the list of
// flags, whose second column begins after the longest.
const longestType = 26

func (c *choice) Type() string {
	if all := strings.Join(c.words, "|"); len(all) <= longestType {
		return all
	}
	return "WORD"
}

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return errors.New("unknown word")
	}
	c.value = s
	return nil
}

// pick returns the one of values, in the order of the words, that c stands for: the
// first if it is not set.
func pick[T any](c choice, values ...T) T {
	return values[max(0, slices.Index(c.words, c.value))]
}

func (c *choice) complete(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return c.words, cobra.ShellCompDirectiveNoFileComp
}

// addChoice gives cmd a flag that takes one of words. The first is the default
// unless value is "".
func addChoice(cmd *cobra.Command, c *choice, name, usage string) {
	if c.Type() == "WORD" && !strings.Contains(usage, strings.Join(c.words[1:], ", ")) {
		usage += ": " + strings.Join(c.words, ", ")
	}
	cmd.Flags().Var(c, name, usage)
	// The flag exists, so that this cannot fail.
	_ = cmd.RegisterFlagCompletionFunc(name, c.complete)
}

// addKind gives cmd the flag --in, which says of what kind texts are.
func addKind(cmd *cobra.Command, c *choice) {
	for _, k := range explain.Kinds() {
		c.words = append(c.words, k.String())
	}
	addChoice(cmd, c, "in", "TEXT is of this `KIND`: auto, which guesses, or "+strings.Join(c.words[1:], ", ")+" (default auto)")
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes no argument, but there is %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// atLeast refuses fewer arguments than words, which say what they are.
func atLeast(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(words) {
			return usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes %s", cmd.CommandPath(), strings.Join(words, " and "))
		}
		return nil
	}
}

// completeFirst completes the first argument by one of names.
func completeFirst(names ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			names = nil
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// dialectFlags choose an encoding: a dialect and what is to be different.
type dialectFlags struct {
	as     string
	keep   string
	escape string
	all    bool // escape everything
	space  choice
	hex    choice

	encodes bool // what the dialect is for
}

func (f *dialectFlags) addAs(cmd *cobra.Command, standard string) {
	cmd.Flags().StringVar(&f.as, "as", "", "the dialect, by its `NAME` (ID or alias), or the program that speaks it (default "+standard+")")
	_ = cmd.RegisterFlagCompletionFunc("as", completeDialects)
}

func (f *dialectFlags) addSpace(cmd *cobra.Command, usage string) {
	f.space.words = []string{"plus", "percent"}
	addChoice(cmd, &f.space, "space", usage)
}

// addSets adds the flags that only matter where something is encoded.
func (f *dialectFlags) addSets(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.keep, "keep", "", "write these `CHARACTERS` as they are, too")
	cmd.Flags().StringVar(&f.escape, "escape", "", "escape these `CHARACTERS`, too")
	f.hex.words = []string{"upper", "lower"}
	addChoice(cmd, &f.hex, "hex", "case of the digits of escapes")
}

// completeDialects completes the names of dialects and of implementations that
// begin with text, in any case.
func completeDialects(cmd *cobra.Command, _ []string, text string) ([]string, cobra.ShellCompDirective) {
	var names []string
	seen := map[string]bool{}
	add := func(name, title string) {
		if len(name) >= len(text) && strings.EqualFold(name[:len(text)], text) && !seen[name] {
			seen[name] = true
			names = append(names, name+"\t"+title)
		}
	}
	if cmd.Name() == "decode" && !cmd.Parent().HasParent() {
		add(wholeURLName, "whole URLs: '+' is a space in the query only")
	}
	for d := range dialect.Common() {
		if text != "" {
			for _, alias := range d.Aliases {
				add(alias, d.Title)
			}
		}
		add(d.ID, d.Title)
	}
	if text == "" {
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
	for d := range dialect.All() {
		add(d.ID, d.Title)
		for _, alias := range d.Aliases {
			add(alias, d.Title)
		}
	}
	for m := range dialect.Implementations() {
		add(m.ID, m.Version+": "+m.Call)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// lookup returns the dialect that name means, and the name that dialect.Lookup
// takes for it. It says so where that is another one.
func (u *ui) lookup(name string) (*dialect.Dialect, string, error) {
	return u.found(name, recipe.Dialect)
}

// encoder is lookup for a dialect that has to encode.
func (u *ui) encoder(name string) (*dialect.Dialect, string, error) {
	return u.found(name, recipe.Encoder)
}

func (u *ui) found(name string, lookup func(string) (*dialect.Dialect, string, error)) (*dialect.Dialect, string, error) {
	d, found, err := lookup(name)
	if err == nil && found != name {
		u.note("%s is %s here%s", name, found, others(name, found))
	}
	return d, found, recipeError(err)
}

// others says what else there is to know about what name was taken for: the call, where
// name has arguments too, and how many other functions share the name.
func others(name, found string) string {
	text := ""
	if m, err := dialect.LookupImplementation(found); err == nil && strings.Contains(name, "(") {
		text = ", recorded as " + m.Call
	}
	names, err := dialect.FindAll(name)
	if err != nil || len(names) < 2 {
		return text
	}
	taken, _ := dialect.Lookup(names[0])
	differ := 0
	for _, n := range names[1:] {
		if d, err := dialect.Lookup(n); err == nil && d.ID != taken.ID {
			differ++
		}
	}
	share := "share"
	if len(names) == 2 {
		share = "shares"
	}
	return fmt.Sprintf("%s; %s %s the name (%d of other dialects)", text, count(int64(len(names)-1), "other function"), share, differ)
}

// encoding returns the dialect that the flags name, or the one with the ID
// standard, and its encoding as the flags change it.
func (f *dialectFlags) encoding(u *ui, standard string) (*dialect.Dialect, *percent.Encoding, error) {
	lookup := u.lookup
	if f.encodes {
		lookup = u.encoder
	}
	d, found, err := lookup(cmp.Or(f.as, standard))
	if err != nil {
		return nil, nil, err
	}
	if f.as != "" {
		f.as = found
	}
	r := recipe.Recipe{As: f.as, Keep: f.keep, Escape: f.escape, EscapeAll: f.all, Space: f.space.value, Hex: f.hex.value}
	e, err := r.Change(d, d.Encoding())
	return d, e, recipeError(err)
}

// recipeError returns an error of package recipe as a usage error.
func recipeError(err error) error {
	var wrong *recipe.UsageError
	if errors.As(err, &wrong) {
		return usageError(wrong.Hint, "%s", wrong.Text)
	}
	return err
}

// inputFlags say where values come from, what separates them and where the
// results go.
type inputFlags struct {
	files   []string
	output  string
	nul     bool
	whole   bool
	bodies  bool // results may be compressed files themselves
	json    bool
	verbose bool
	asIs    bool // a terminal gets control characters
	pages   bool // what is written is pages, which quote what is in values

	progress choice // how to show it

	leading int // arguments in front of the values
}

func (f *inputFlags) add(cmd *cobra.Command) {
	f.addStreams(cmd)
	f.addJSON(cmd)
	cmd.Flags().BoolVar(&f.verbose, "verbose", false, "report what was done on standard error")
}

func (f *inputFlags) addJSON(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.json, "json", false, "write one JSON object a value")
}

// addStreams adds the flags for commands that define their output themselves.
func (f *inputFlags) addStreams(cmd *cobra.Command) {
	flags := cmd.Flags()
	// An array, not a slice: a comma is part of a file's name.
	flags.VarP((*textList)(&f.files), "file", "f", "read values from `FILE`, - for standard input; repeatable")
	flags.VarP((*outputName)(&f.output), "output", "o", "write to `FILE`, which may not be an input")
	flags.BoolVarP(&f.nul, "null", "0", false, "values are separated by NUL, in and out")
	flags.BoolVar(&f.whole, "whole", false, "each input is one value, line ends and all; nothing is added to it")
	f.progress.words = []string{"auto", "never", "json"}
	addChoice(cmd, &f.progress, "progress", "report progress on standard error: on a terminal, never, or as one JSON object a second (default auto)")
	if !f.pages && flags.Lookup("raw") == nil { // which is about escapes elsewhere
		flags.BoolVar(&f.asIs, "raw", false, "on a terminal, write control characters as they are; elsewhere they always are")
	}
}

// An outputName is a flag that names a file to write. It refuses an empty name, which
// a script has whose variable is not set.
type outputName string

func (n *outputName) Set(name string) error {
	if name == "" {
		return &recipe.UsageError{Text: "the name of a file is missing"}
	}
	*n = outputName(name)
	return nil
}

func (n *outputName) String() string { return string(*n) }

func (n *outputName) Type() string { return "string" }

// A textList is a flag that may be repeated. pflag's own allocates 4 KiB, a writer
// of CSV, for its default value in every command that has one.
type textList []string

func (l *textList) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func (l *textList) String() string { return strings.Join(*l, " ") }

// Type returns a name in which cobra looks for "Array" when it completes flags.
func (l *textList) Type() string { return "textArray" }

// separator returns what separates values.
func (f *inputFlags) separator() (separator, error) {
	switch {
	case f.nul && f.whole:
		return lines, usageError("", "-0 and --whole exclude each other")
	case f.nul:
		return nuls, nil
	case f.whole:
		return nothing, nil
	}
	return lines, nil
}

// A separator is what ends a value in an input.
type separator = bulk.Separator

const (
	lines   = bulk.Lines
	nuls    = bulk.NULs
	nothing = bulk.Whole
)
