package commands

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// TestUsage: help.Usage gives what cobra's template gives.
func TestUsage(t *testing.T) {
	p := Program{Name: "percent", Commands: Commands}
	root := p.Root(stream.New(nil, io.Discard, io.Discard))
	root.InitDefaultHelpCmd()
	pages := 0
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		cmd.InitDefaultHelpFlag()
		for _, width := range []int{40, 80, 200} {
			other := *cmd
			other.SetUsageFunc(nil)
			other.SetUsageTemplate(strings.ReplaceAll((&cobra.Command{}).UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped "+strconv.Itoa(width)))
			var want strings.Builder
			other.SetOut(&want)
			other.SetErr(&want)
			fn := templated(&other)
			if err := fn(); err != nil {
				t.Fatal(err)
			}
			if got := help.Usage(cmd, width); cmd.HasParent() && got != want.String() {
				t.Errorf("%s, %d columns:\n%s\nwant\n%s", cmd.CommandPath(), width, got, want.String())
			}
		}
		pages++
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(root)
	if pages < 20 {
		t.Errorf("only %d commands", pages)
	}
}

// templated returns what prints the usage of a command by its own template, and not by the
// function of a command above it.
func templated(cmd *cobra.Command) func() error {
	root := cmd.Root()
	return func() error {
		was := root.UsageFunc()
		root.SetUsageFunc(nil)
		defer root.SetUsageFunc(was)
		return cmd.Usage()
	}
}
