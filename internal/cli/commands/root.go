package commands

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// Root returns the command line of the program, with all of its commands.
func (p *Program) Root(a *stream.Streams) *cobra.Command { return p.root(a, p.Commands()) }

// root returns a command line with the given commands.
func (p *Program) root(a *stream.Streams, commands []Command) *cobra.Command {
	a.Version = cmp.Or(a.Version, version())
	root := &cobra.Command{
		Use:           p.Name,
		Short:         p.Short,
		Long:          p.Long,
		Example:       p.Example,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	colour := flags.Word{Words: []string{"auto", "always", "never"}}
	root.PersistentFlags().Var(&colour, "color", "colour the output; auto: on a terminal, unless NO_COLOR is set (default auto)")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions(colour.Words, cobra.ShellCompDirectiveNoFileComp))
	root.PersistentPreRun = func(*cobra.Command, []string) {
		a.UI.SetColour(colour.Value)
		noteOther(a)
	}
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := io.WriteString(cmd.OutOrStderr(), help.Usage(cmd, a.UI.Columns))
		return err
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		// a.Text remembers write errors.
		if !cmd.HasParent() {
			_, _ = io.WriteString(a.Text, p.page(cmd, a.UI.Style()))
			return
		}
		_, _ = io.WriteString(a.Text, a.UI.Style().Rewrap(cmp.Or(cmd.Long, cmd.Short))+"\n\n"+help.Usage(cmd, a.UI.Columns))
	})
	// Before cobra makes its completion command, which keeps a copy.
	root.SetOut(a.Text)
	root.SetErr(a.UI.Stderr)
	for _, c := range commands {
		c.addTo(root, a)
	}
	if p.OnlyColumns {
		onlyColumns(root)
	}
	for _, g := range groups {
		if g.id == GroupOther || slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.GroupID == string(g.id) }) {
			root.AddGroup(&cobra.Group{ID: string(g.id), Title: g.title})
		}
	}
	root.SetHelpCommandGroupID(string(GroupOther))
	root.SetCompletionCommandGroupID(string(GroupOther))
	root.SetHelpCommand(newHelp(a))
	root.CompletionOptions.DisableDefaultCmd = p.alone
	root.InitDefaultCompletionCmd()
	if c := subcommand(root, "completion"); c != nil {
		onlyBelow(c).Short = "print the completions for a shell"
		c.Long = "completion prints the script by which a shell completes commands, flags and the\nnames of dialects. The help of each shell says where to put it."
		for _, shell := range c.Commands() {
			shell.Short = "the completions for " + shell.Name()
		}
		help.SayWhatBashLacks(subcommand(c, "bash"), strings.ReplaceAll(p.Name, "-", "_"), a.Text)
	}
	root.PersistentFlags().BoolVar(&a.UI.Quiet, "quiet", false, "write no hints, notes or progress, only errors")
	root.SetFlagErrorFunc(help.UnknownFlag)
	// cobra's own flag needs a template to print this.
	told := root.Flags().BoolP("version", "v", false, "version for "+p.Name)
	run := onlyBelow(root).RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if *told {
			return printVersion(a, p.Name)
		}
		return run(cmd, args)
	}
	return root
}

func subcommand(cmd *cobra.Command, name string) *cobra.Command {
	for _, c := range cmd.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
