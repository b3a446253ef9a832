// Percent percent-encodes, percent-decodes and fixes text, URLs and files in
// every dialect of the catalogue. Called as urlencode or urldecode it is
// percent encode or percent decode.
//
// A command is one file with a function that makes its part of the command tree, from
// which help, completions and the manual page come too. The table in main.go lists them.
package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

func main() {
	term.IgnoreBrokenPipe()
	os.Exit(run(stream.New(os.Stdin, os.Stdout, os.Stderr), os.Args))
}

// A command is the name of a command, the group under which help lists it, and what makes
// it.
type command struct {
	name, group string
	make        constructor
}

// A constructor makes a command: it binds flags to the options of one run, which it hands
// to the function that does the work.
type constructor func(*stream.Streams) *cobra.Command

// commands returns all commands.
func commands() []command {
	return append([]command{
		{"encode", groupCode, newEncode},
		{"decode", groupCode, newDecode},
		{"fix", groupCode, newFix},

		{"url", groupURI, newURL},
		{"uri", groupURI, newURI},
		{"iri", groupURI, newIRI},
		{"normalize", groupURI, normalizeVerb.command},
		{"form", groupURI, newForm},
		{"template", groupURI, newURITemplate},
		{"dataurl", groupURI, newDataURL},
		{"fragment", groupURI, newFragment},
		{"mailto", groupURI, protocolOf("mailto")},
		{"fileurl", groupURI, protocolOf("fileurl")},
		{"purl", groupURI, protocolOf("purl")},
		{"dsn", groupURI, protocolOf("dsn")},
		{"did", groupURI, protocolOf("did")},
		{"coap", groupURI, protocolOf("coap")},
		{"cpe", groupURI, protocolOf("cpe")},
		{"did-web", groupURI, functionsOf("did-web")},
		{"xri", groupURI, functionsOf("xri")},
		{"leiri", groupURI, functionsOf("leiri")},

		{"explain", groupKnow, newExplain},
		{"layers", groupKnow, newLayers},
		{"lint", groupKnow, newLint},
		{"compare", groupKnow, newCompare},
		{"identify", groupKnow, newIdentify},
		{"see", groupKnow, newSee},
		{"set", groupKnow, newSet},
		{"table", groupKnow, newTable},
		{"dialects", groupKnow, newDialects},
		{"conform", groupKnow, newConform},
		{"vectors", groupKnow, newVectors},
		{"serve", groupKnow, newServe},
		{"xpath", groupKnow, functionsOf("xpath")},

		{"header", groupProtocol, newHeader},
		{"oauth1", groupProtocol, newOAuth1},
		{"sigv4", groupProtocol, newSigV4},
		{"robots", groupProtocol, functionsOf("robots")},
		{"csp", groupProtocol, functionsOf("csp")},
		{"safebrowsing", groupProtocol, functionsOf("safebrowsing")},
		{"handler", groupProtocol, functionsOf("handler")},
		{"cgi", groupProtocol, functionsOf("cgi")},
		{"formmail", groupProtocol, functionsOf("formmail")},

		{"schema", groupOther, newSchema},
		{"udf", groupOther, newUDF},
		{"version", groupOther, newVersion},
	}, manualCommand()...)
}

// The groups under which help lists the commands.
const (
	groupCode     = "code"
	groupURI      = "uri"
	groupKnow     = "know"
	groupProtocol = "protocol"
	groupOther    = "other"
)

// run does what the command line args asks for, args[0] being the name of the
// program, and returns the exit status.
func run(a *stream.Streams, args []string) int {
	args = multiCall(args)
	a.Line = args
	// To make all commands takes a third of the time of a short run. One that is
	// named stands alone; help, completions and suggestions need all of them.
	needed := commands()
	if i := slices.IndexFunc(needed, func(c command) bool { return len(args) > 0 && c.name == args[0] }); i >= 0 {
		needed = needed[i : i+1]
	}
	root := newRoot(a, needed...)
	root.SetArgs(args)
	err := root.Execute()
	if a.Text.Err != nil {
		err = a.Text.Err
	}
	if err == nil {
		return term.StatusDone
	}
	return a.UI.Fail(err)
}

// multiCall returns the arguments after the program's name, with the command
// that the name stands for in front.
func multiCall(args []string) []string {
	if len(args) == 0 {
		return []string{}
	}
	switch name := filepath.Base(args[0]); strings.TrimSuffix(strings.ToLower(name), ".exe") {
	case "urlencode":
		// The urlencode of GridSite, which many have, decodes with -d.
		if len(args) > 1 && args[1] == "-d" {
			return append([]string{"decode", "--as", "gridsite.urlencode.d"}, args[2:]...)
		}
		return append([]string{"encode"}, args[1:]...)
	case "urldecode":
		return append([]string{"decode"}, args[1:]...)
	}
	return args[1:]
}

// newRoot returns the command line that has the commands.
func newRoot(a *stream.Streams, commands ...command) *cobra.Command {
	a.Version = cmp.Or(a.Version, version())
	root := &cobra.Command{
		Use:   "percent",
		Short: "the percent-encoding toolkit",
		Long: `percent percent-encodes, percent-decodes and fixes text, URLs and files in every
dialect in use.

Values come as arguments, from files with -f or, without either, from standard
input, one a line. Standard output is data only.`,
		Example: `  percent encode 'Ladies + Gentlemen'
  percent decode Dogs%2C%20Cats%20%26%20Mice
  percent fix 'http://example.com/100% é'
  percent decode --as form < query.txt`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       a.Version,
	}
	colour := flags.Word{Words: []string{"auto", "always", "never"}}
	root.PersistentFlags().Var(&colour, "color", "colour in what is printed; auto: on a terminal, unless NO_COLOR is set (default auto)")
	_ = root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions(colour.Words, cobra.ShellCompDirectiveNoFileComp))
	root.PersistentPreRun = func(*cobra.Command, []string) { a.UI.SetColour(colour.Value) }
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped "+strconv.Itoa(a.UI.Columns)))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		// a.Text remembers what goes wrong.
		_, _ = io.WriteString(a.Text, a.UI.Style().Rewrap(cmp.Or(cmd.Long, cmd.Short))+"\n\n"+cmd.UsageString())
	})
	root.SetVersionTemplate("percent {{.Version}}\n")
	// Before cobra makes its completion command, which remembers it.
	root.SetOut(a.Text)
	root.SetErr(a.UI.Stderr)
	root.AddGroup(
		&cobra.Group{ID: groupCode, Title: "Encode and decode:"},
		&cobra.Group{ID: groupURI, Title: "Work inside a URL:"},
		&cobra.Group{ID: groupKnow, Title: "Inspect and test:"},
		&cobra.Group{ID: groupProtocol, Title: "Protocols:"},
		&cobra.Group{ID: groupOther, Title: "The program itself:"},
	)
	for _, c := range commands {
		cmd := withoutFiles(c.make(a))
		cmd.GroupID = c.group
		root.AddCommand(cmd)
	}
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
	root.SetHelpCommand(newHelp())
	root.InitDefaultCompletionCmd()
	if c := subcommand(root, "completion"); c != nil {
		family(c).Short = "print the completions for a shell"
		c.Long = "completion prints the script by which a shell completes commands, flags and the\nnames of dialects. The help of each shell says where to put it."
	}
	root.PersistentFlags().BoolVar(&a.UI.Quiet, "quiet", false, "write no hints, notes or progress, only errors")
	root.SetFlagErrorFunc(flagError)
	return family(root)
}

// withoutFiles makes a command, and those below it, complete no file names where an
// argument is expected, unless it says what completes them.
func withoutFiles(cmd *cobra.Command) *cobra.Command {
	if cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = cobra.NoFileCompletions
	}
	for _, c := range cmd.Commands() {
		withoutFiles(c)
	}
	return cmd
}

// family makes a command that only has subcommands refuse other arguments.
// Called without any, it prints its help.
func family(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknownCommand(cmd, args[0])
	}
	return cmd
}

// newHelp is cobra's help command, except that an unknown topic is an error.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "help about any command",
		Long:    "help prints the help of a command, as its flag -h does.",
		GroupID: groupOther,
		RunE: func(cmd *cobra.Command, args []string) error {
			topic := cmd.Root()
			for _, name := range args {
				next := subcommand(topic, name)
				if next == nil {
					return unknownCommand(topic, name)
				}
				topic = next
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			topic := cmd.Root()
			for _, name := range args {
				if topic = subcommand(topic, name); topic == nil {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
			}
			var names []string
			for _, c := range topic.Commands() {
				if c.IsAvailableCommand() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func subcommand(cmd *cobra.Command, name string) *cobra.Command {
	for _, c := range cmd.Commands() {
		if c.Name() == name || c.HasAlias(name) {
			return c
		}
	}
	return nil
}
