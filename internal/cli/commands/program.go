// Package commands holds the commands that percent and percent-parquet share, and what
// makes commands a program: the root of the tree, its help, and how it runs.
//
// A command is one file with a function that makes its part of the command tree.
// Help, completions and the manual page are generated from the tree.
package commands

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A Program holds what differs between percent and percent-parquet.
type Program struct {
	Name, Short, Long, Example string
	More                       string // the end of its help

	Commands    func() []Command
	OnlyColumns bool // only the commands that work on columns

	alone bool // only the called command was made
}

// Run runs the command line args, whose first element is the name of the
// program, and returns the exit status.
func (p *Program) Run(a *stream.Streams, args []string) int {
	if p.OnlyColumns && len(args) > 0 && calledAs(args[0]) == "percent" {
		p.Name = "percent" // percent has started it
	}
	args = multiCall(args)
	a.Line = args
	// Making all commands takes a third of the time of a short run. A command
	// called by name is made alone; help, completions and suggestions need all
	// of them.
	needed := append(p.Commands(), p.manual()...)
	if alone := slices.DeleteFunc(slices.Clone(needed), func(c Command) bool { return len(args) == 0 || c.Name != args[0] }); len(alone) > 0 {
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
	noteOther(a) // an unknown flag may have ended the command before it did this
	return status
}

// multiCall returns the arguments after the program's name, preceded by the
// command that the name stands for.
func multiCall(args []string) []string {
	if len(args) == 0 {
		return []string{}
	}
	switch calledAs(args[0]) {
	case "urlencode":
		// The widespread urlencode of GridSite decodes with -d.
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

// calledAs returns the program name in argument 0.
func calledAs(arg string) string {
	return strings.TrimSuffix(strings.ToLower(filepath.Base(arg)), ".exe")
}
