package commands

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/help"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/guides"
	"github.com/pct-encoded/percent/internal/results"
)

// groups are the groups in the order of the help, with their titles. For some groups,
// the help of the program lists only the names of the commands.
var groups = []struct {
	id    Group
	title string
	named bool
}{
	{GroupCode, "Encode and decode:", false},
	{GroupURI, "Work inside a URL:", false},
	{GroupKnow, "Inspect and test:", false},
	{GroupSign, "Sign and verify requests:", true},
	{GroupFormat, "Formats:", true},
	{GroupProtocol, "Protocols:", true},
	{GroupOther, "Other commands:", true},
}

// page returns the help of the program, which fits on a screen.
func (p *Program) page(root *cobra.Command, s term.Style) string {
	var b strings.Builder
	b.WriteString("Usage: " + p.Name + " COMMAND [flags] [VALUE...]\n\n" + s.Rewrap(p.Long) + "\n\n" + p.Example + "\n\n")
	for _, g := range groups {
		switch lines, names := commandsOf(root, g.id); {
		case len(names) == 0:
		case g.named:
			b.WriteString(s.Bold(g.title) + " " + s.WrapText(strings.Repeat("x", len(g.title))+" "+strings.Join(names, ", "), 2)[len(g.title)+1:] + "\n")
		default:
			b.WriteString(s.Bold(g.title) + "\n" + lines)
		}
	}
	const flags = "All commands have --quiet, which leaves only errors, and --color auto|always|never."
	b.WriteString("\n" + s.WrapText("`"+p.Name+" help COMMAND` explains a command and its flags. "+flags+" "+p.More, 0) + "\n")
	return b.String()
}

// formatsPage returns a line about each command for a format or a protocol.
func formatsPage(root *cobra.Command, s term.Style) string {
	var b strings.Builder
	for _, g := range groups {
		if lines, _ := commandsOf(root, g.id); g.id == GroupFormat || g.id == GroupProtocol {
			b.WriteString(s.Bold(g.title) + "\n" + lines)
		}
	}
	return b.String()
}

// commandsOf returns a line about each command of a group, and the names.
func commandsOf(root *cobra.Command, g Group) (lines string, names []string) {
	var rows [][]string
	for _, c := range root.Commands() {
		if c.GroupID == string(g) && (c.IsAvailableCommand() || c.Name() == "help") {
			names = append(names, c.Name())
			rows = append(rows, []string{"  " + c.Name(), c.Short})
		}
	}
	return term.Columns(rows), names
}

// newHelp is cobra's help command, except that an unknown topic is an error.
func newHelp(a *stream.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND|TOPIC]",
		Short:   "help about any command or topic",
		Long:    "help prints the help of a command, as its flag -h does, or the guide on a topic or what\nanswers a question, as guide does. `percent help formats` lists the commands for formats and protocols.",
		GroupID: string(GroupOther),
		RunE: func(cmd *cobra.Command, args []string) error {
			topic := cmd.Root()
			for _, name := range args {
				next := subcommand(topic, name)
				if next != nil {
					topic = next
					continue
				}
				words := strings.Join(args, " ")
				if words == "formats" {
					_, err := io.WriteString(a.Text, formatsPage(topic, a.UI.Style()))
					return err
				}
				if text, ok := guides.Find(words); ok {
					_, err := io.WriteString(a.Text, results.Guide(a.UI.Style(), text))
					return err
				}
				// Three words are a question.
				if len(args) < 3 && (topic.HasParent() || help.Misspelled(topic, name)) {
					return help.UnknownCommand(topic, name)
				}
				text, ok := help.Answers(cmd.Root(), a.UI.Style(), words)
				if !ok {
					return help.UnknownCommand(topic, name)
				}
				_, err := io.WriteString(a.Text, text)
				return err
			}
			topic.InitDefaultHelpFlag()
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
