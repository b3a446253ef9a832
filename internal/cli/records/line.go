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
	Command string         // its full name, such as "percent uri get"
	Flags   *pflag.FlagSet // nil if there are none
	Args    []string       // the arguments that are values
}

// LineOf returns the command line of cmd, whose values are args.
func LineOf(cmd *cobra.Command, args []string) Line {
	return Line{cmd.CommandPath(), cmd.Flags(), args}
}

// Program returns the name of the program, the first word of the command.
func (l Line) Program() string {
	name, _, _ := strings.Cut(l.Command, " ")
	return name
}

// Runs returns the function that cobra calls for a command that does the work, which
// itself needs no cobra.
func Runs(s *stream.Streams, work func(context.Context, *stream.Streams, Line) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return work(cmd.Context(), s, LineOf(cmd, args))
	}
}

// Behind returns the line without its first n arguments, which are not values.
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

// hyphen reports whether the only value is a hyphen, which stands for standard input
// unless it follows "--".
func (l Line) hyphen() bool {
	dash := l.Dash()
	literal := dash >= 0 && dash <= len(l.Flags.Args())-len(l.Args)
	return len(l.Args) == 1 && l.Args[0] == "-" && !literal
}

// Has reports whether a flag was set.
//
//go:noinline
func (l Line) Has(flag string) bool { return l.Flags != nil && l.Flags.Changed(flag) }

// said returns the value of each flag that affects the output, the name of the command
// and its arguments.
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
