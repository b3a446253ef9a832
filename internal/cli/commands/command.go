package commands

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A Command is the name of a command, its group in the help, and its constructor.
type Command struct {
	Name  string
	Group Group
	Make  Constructor
}

// A Maker makes a command: a Question, a Verb, a Family or a Constructor.
type Maker interface {
	// Make makes the command.
	Make(*stream.Streams) *cobra.Command
}

// A Constructor makes a command: it binds flags to the options of one run, which it
// passes to the function that does the work.
type Constructor func(*stream.Streams) *cobra.Command

// Make makes the command.
func (c Constructor) Make(a *stream.Streams) *cobra.Command { return c(a) }

// A Family is a command that only has commands below it.
type Family struct {
	Name, Short, Long string
	Below             []Maker
}

// Make makes the command.
func (f Family) Make(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{Use: f.Name, Short: f.Short, Long: f.Long}
	for _, below := range f.Below {
		cmd.AddCommand(below.Make(a))
	}
	return onlyBelow(cmd)
}

// A Group is the ID of a group under which help lists commands.
type Group string

// The groups.
const (
	GroupCode     Group = "code"
	GroupURI      Group = "uri"
	GroupKnow     Group = "know"
	GroupSign     Group = "sign"
	GroupFormat   Group = "format"
	GroupProtocol Group = "protocol"
	GroupOther    Group = "other"
)

// Command returns a command of the group.
//
//go:noinline
func (g Group) Command(name string, construct Constructor) Command {
	return Command{name, g, construct}
}

// Commands returns the commands of every program: those that work on columns, their
// families, and version.
func Commands() []Command {
	return []Command{
		{"encode", GroupCode, newEncode},
		{"decode", GroupCode, newDecode},
		{"fix", GroupCode, newFix},
		{"url", GroupURI, urlFamily.Make},
		{"uri", GroupURI, uriFamily.Make},
		{"iri", GroupFormat, iriFamily.Make},
		{"normalize", GroupURI, normalizeVerb.Make},
		{"form", GroupURI, newForm},
		{"layers", GroupKnow, layersTaken().Make},
		{"lint", GroupKnow, newLint},
		{"version", GroupOther, newVersion},
	}
}

// addTo adds a command to the root.
func (c Command) addTo(root *cobra.Command, a *stream.Streams) {
	cmd := withoutFiles(c.Make(a))
	cmd.GroupID = string(c.Group)
	root.AddCommand(cmd)
}

// onlyBelow makes a command that only has subcommands refuse other arguments.
// Without arguments it prints its help.
func onlyBelow(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return help.UnknownCommand(cmd, args[0])
	}
	return cmd
}

// withoutFiles turns off the completion of file names for the arguments of a
// command and its subcommands that define no completion themselves.
func withoutFiles(cmd *cobra.Command) *cobra.Command {
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		withoutFiles(c)
	}
	return cmd
}

// onlyColumns removes the commands that do not work on columns, and families left
// without a command.
func onlyColumns(cmd *cobra.Command) {
	for _, c := range slices.Clone(cmd.Commands()) {
		family := c.HasSubCommands()
		onlyColumns(c)
		if c.Name() != "version" && c.Name() != "man" && c.Flags().Lookup("parquet") == nil && !(family && c.HasSubCommands()) {
			cmd.RemoveCommand(c)
		}
	}
}

// NoArgs refuses arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return term.UsageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes no argument, but there is %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// AtLeast refuses fewer arguments than words, which describe them.
func AtLeast(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(words) {
			return term.UsageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s takes %s", cmd.CommandPath(), strings.Join(words, " and "))
		}
		return nil
	}
}

// completeFirst completes the first argument to one of names.
func completeFirst(names ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			names = nil
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
