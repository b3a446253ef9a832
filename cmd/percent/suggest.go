package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// unknownCommand returns the error for a name that is no subcommand of cmd.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	hint := "`" + cmd.CommandPath() + " --help` lists the commands"
	if near := nearest(name, names); near != "" {
		hint = "did you mean `" + cmd.CommandPath() + " " + near + "`?"
	}
	what := "command"
	if cmd.HasParent() {
		what = cmd.Name() + " command"
	}
	return usageError(hint, "unknown %s %q", what, name)
}

// flagError turns what pflag says about a flag into a usage error.
func flagError(cmd *cobra.Command, err error) error {
	hint := "`" + cmd.CommandPath() + " --help` lists the flags"
	var (
		unknown *pflag.NotExistError
		missing *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		shorthands := unknown.GetSpecifiedShortnames()
		if takesText(cmd) {
			hint = "put -- in front of text that begins with a hyphen; " + hint
		}
		return usageError(hint, "unknown flag %q in %q", "-"+unknown.GetSpecifiedName(), "-"+shorthands)
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
			hint = "did you mean --" + near + "?"
		} else if takesText(cmd) {
			hint = "put -- in front of text that begins with a hyphen; " + hint
		}
		return usageError(hint, "unknown flag %q", "--"+unknown.GetSpecifiedName())
	case errors.As(err, &missing):
		return usageError(hint, "flag --%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &invalid):
		var words *choice
		if c, ok := invalid.GetFlag().Value.(*choice); ok {
			words = c
		}
		if words == nil {
			return usageError(hint, "flag --%s does not take %q", invalid.GetFlag().Name, invalid.GetValue())
		}
		hint = "it takes " + strings.Join(words.words, ", ")
		if near := nearest(invalid.GetValue(), words.words); near != "" {
			hint = "did you mean --" + invalid.GetFlag().Name + " " + near + "? " + hint
		}
		return usageError(hint, "flag --%s does not take %q", invalid.GetFlag().Name, invalid.GetValue())
	}
	return usageError(hint, "%s", firstLine(err.Error()))
}

// takesText reports whether the arguments of cmd are text.
func takesText(cmd *cobra.Command) bool {
	return cmd.Flags().Lookup("as") != nil || cmd.Flags().Lookup("null") != nil
}

// nearest returns the one of names that a slip of the hand turns into name, or
// "".
func nearest(name string, names []string) string {
	best, distance := "", 1+min(len(name), 12)/4
	if len(name) > 64 {
		return ""
	}
	for _, n := range names {
		if d := editDistance(name, n); d <= distance && d < max(len(name), len(n)) {
			if best == "" || d < distance {
				best, distance = n, d
			}
		} else if best == "" && len(name) >= 2 && strings.HasPrefix(n, name) {
			best = n
		}
	}
	return best
}

// editDistance returns how many bytes must be inserted, deleted, replaced or
// swapped with their neighbour to make b of a.
func editDistance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			d := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
