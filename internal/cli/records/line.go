package records

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// A Line is a command line: the command, its flags, and its arguments.
type Line struct {
	Command string         // its name, with those of the commands that it is below
	Flags   *pflag.FlagSet // or nil, where nothing was said by flags
	Args    []string       // those that are values
}

// LineOf returns the command line of a command of which these arguments are values.
func LineOf(cmd *cobra.Command, args []string) Line {
	return Line{cmd.CommandPath(), cmd.Flags(), args}
}

// Program returns the name of the program, the first of those of the command.
func (l Line) Program() string {
	name, _, _ := strings.Cut(l.Command, " ")
	return name
}

// Runs returns what cobra calls for a command that does that work. The work needs no
// cobra.
func Runs(s *stream.Streams, work func(context.Context, *stream.Streams, Line) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return work(cmd.Context(), s, LineOf(cmd, args))
	}
}

// Behind returns the line without its first n arguments, which are no values.
func (l Line) Behind(n int) Line {
	l.Args = l.Args[n:]
	return l
}

// Dash returns how many arguments stand before "--", or -1 if there is none.
func (l Line) Dash() int {
	if l.Flags == nil {
		return -1
	}
	return l.Flags.ArgsLenAtDash()
}

// literal reports whether the values stand behind "--", where a hyphen is text.
func (l Line) literal() bool {
	dash := l.Dash()
	return dash >= 0 && dash <= len(l.Flags.Args())-len(l.Args)
}

// Has reports whether a flag was set.
func (l Line) Has(flag string) bool { return l.Flags != nil && l.Flags.Changed(flag) }

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
	args := l.Args
	if l.Flags != nil {
		l.Flags.Visit(add)
		args = l.Flags.Args()
	}
	all["the command"] = l.Command
	all["the arguments"] = fmt.Sprintf("%q", args)
	return all
}
