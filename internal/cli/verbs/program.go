// Package verbs holds the commands that percent and percent-parquet share, and what makes
// a program of commands: the root of the tree, its help, and how it runs.
//
// A command is one file with a function that makes its part of the command tree, from
// which help, completions and the manual page come too.
package verbs

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A Program is what percent and percent-parquet differ in.
type Program struct {
	Name, Short, Long, Example string
	More                       string // what its help says at the end

	Commands    func() []Command
	OnlyColumns bool // of the commands, only those on columns

	alone bool // the command that is called is made, and no other
}

// Run does what the command line args asks for, args[0] being the name of the
// program, and returns the exit status.
func (p *Program) Run(a *stream.Streams, args []string) int {
	if p.OnlyColumns && len(args) > 0 && calledAs(args[0]) == "percent" {
		p.Name = "percent" // which has started it
	}
	args = multiCall(args)
	a.Line = args
	// To make all commands takes a third of the time of a short run. One that is
	// named stands alone; help, completions and suggestions need all of them.
	needed := append(p.Commands(), p.manual()...)
	if alone := slices.DeleteFunc(slices.Clone(needed), func(c Command) bool { return len(args) == 0 || c.family() != args[0] }); len(alone) > 0 {
		needed, p.alone = alone, true
	}
	root := p.root(a, needed)
	root.SetArgs(args)
	err := root.Execute()
	if a.Text.Err != nil {
		err = a.Text.Err
	}
	if err == nil {
		return term.StatusDone
	}
	status := a.UI.Fail(err)
	noteOther(a) // whose flags may be others, so that it has not come to saying so
	return status
}

// multiCall returns the arguments after the program's name, with the command
// that the name stands for in front.
func multiCall(args []string) []string {
	if len(args) == 0 {
		return []string{}
	}
	switch calledAs(args[0]) {
	case "urlencode":
		// The urlencode of GridSite, which many have, decodes with -d.
		if len(args) > 1 && args[1] == "-d" {
			return append([]string{"decode", "--as", "gridsite.urlencode.d"}, args[2:]...)
		}
		return append([]string{"encode"}, args[1:]...)
	case "urldecode":
		return append([]string{"decode"}, args[1:]...)
	}
	if slices.Equal(args[1:], []string{"-V"}) {
		return []string{"--version"}
	}
	return args[1:]
}

// calledAs returns the name that a program is called by, as arg 0 has it.
func calledAs(arg string) string {
	return strings.TrimSuffix(strings.ToLower(filepath.Base(arg)), ".exe")
}
