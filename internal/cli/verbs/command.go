package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/suggest"
)

// A command is the name of a command, the group under which help lists it, and what makes
// it.
type command struct {
	name, group string
	make        constructor
}

// A constructor makes a command: it binds flags to the options of one run, which it hands
// to the function that does the work.
type constructor func(*stream.Streams) *cobra.Command

// The groups under which help lists the commands.
const (
	groupCode     = "code"
	groupURI      = "uri"
	groupKnow     = "know"
	groupProtocol = "protocol"
	groupOther    = "other"
)

// family makes a command that only has subcommands refuse other arguments.
// Called without any, it prints its help.
func family(cmd *cobra.Command) *cobra.Command {
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return suggest.Command(cmd, args[0])
	}
	return cmd
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

// The options of a command are what its flags choose. run does what the command says with
// them, and with the arguments of the line; it needs no cobra.
type options interface {
	run(ctx context.Context, s *stream.Streams, l records.Line) error
}

// runs returns what cobra calls for a command with options.
func runs(s *stream.Streams, o options) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return o.run(cmd.Context(), s, records.LineOf(cmd, args))
	}
}
