package records

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/operation/flags"
)

// A Line is a command line: the command, its flags, and its arguments.
type Line struct {
	command string         // its name, with those of the commands that it is below
	flags   *pflag.FlagSet // or nil, where nothing was said by flags
	args    []string       // those that are values
}

// LineOf returns the command line of a command of which these arguments are values.
func LineOf(cmd *cobra.Command, args []string) Line {
	return Line{cmd.CommandPath(), cmd.Flags(), args}
}

// literal reports whether the values stand behind "--", where a hyphen is text.
func (l Line) literal() bool {
	if l.flags == nil {
		return false
	}
	dash := l.flags.ArgsLenAtDash()
	return dash >= 0 && dash <= len(l.flags.Args())-len(l.args)
}

// has reports whether a flag was set.
func (l Line) has(flag string) bool { return l.flags != nil && l.flags.Changed(flag) }

// said returns what each flag is set to, but for those of which it makes no difference,
// the name of the command and its arguments.
func (l Line) said() map[string]string {
	all := map[string]string{}
	add := func(f *pflag.Flag) {
		switch list, ok := f.Value.(*flags.List); {
		case slices.Contains(notResumed, f.Name):
		case ok:
			all["--"+f.Name] = fmt.Sprintf("%q", *list)
		default:
			all["--"+f.Name] = f.Value.String()
		}
	}
	args := l.args
	if l.flags != nil {
		l.flags.Visit(add)
		args = l.flags.Args()
	}
	all["the command"] = l.command
	all["the arguments"] = fmt.Sprintf("%q", args)
	return all
}
