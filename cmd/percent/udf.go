package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/clickhouse"
	"github.com/pct-encoded/percent/internal/words"
)

// pipeSize is the size in bytes of the pipes to a server: the most that Linux
// allows without privileges, so that the processes rarely wait for each other.
const pipeSize = 1 << 20

var udf = commands.Family{
	Name:  "udf",
	Short: "functions for a database",
	Long:  "udf computes functions that a database calls. The guide is docs/scale.md.",
	Below: []commands.Maker{commands.Constructor(newUDFClickHouse)},
}

func newUDFClickHouse(a *stream.Streams) *cobra.Command {
	o := &udfClickHouseOptions{}
	cmd := &cobra.Command{
		Use:   "clickhouse [flags] FUNCTION...",
		Short: "functions for ClickHouse",
		Long: `clickhouse computes FUNCTION for a ClickHouse server. It reads blocks of
rows from standard input, in the format Native or in RowBinary after the number of rows,
and writes the results to standard output. --print-config prints the configuration with
which a server starts it, for each FUNCTION or for all:

` + udfFunctions(a.UI.Style()) + `
Each function ends the query at a malformed row. With OrNull after its name, the
function returns NULL for such a row; with OrInput (all functions but percentLint), it
returns the text unchanged. An unknown dialect ends the query in any case. For a column
that may hold NULL, put OrNull, Nullable or NullableOrInput after the name.`,
		Example: `  percent udf clickhouse --print-config > percent_function.xml
  percent udf clickhouse --print-config percentDecode percentDecodeOrNull
  percent udf clickhouse --print-config --command '/opt/bin/percent udf clickhouse'`,
		RunE: records.Runs(a, o.run),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, f := range clickhouse.Functions() {
				names = append(names, f.Name+"\t"+f.Does)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().BoolVar(&o.config, "print-config", false, "print the configuration of the server: XML for a file that user_defined_executable_functions_config names")
	cmd.Flags().StringVar(&o.command, "command", "", "the command for the server to start instead of this program; `TEXT` is a shell command, and the name of the function is added to it")
	return cmd
}

// udfClickHouseOptions holds the flags of udf clickhouse.
type udfClickHouseOptions struct {
	config  bool
	command string
}

func (o *udfClickHouseOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	var functions []*clickhouse.Function
	for _, name := range l.Args {
		f, err := clickhouse.Lookup(name)
		if err != nil {
			return unknownFunction(name)
		}
		functions = append(functions, f)
	}
	switch {
	case o.config && len(functions) == 0:
		functions = clickhouse.Functions()
	case !o.config && o.command != "":
		return term.UsageError("", "--command is for --print-config")
	case !o.config && len(functions) != 1:
		return term.UsageError("--print-config prints what a server needs", "%s answers for one function", l.Command)
	}
	if o.config {
		if o.command == "" {
			self, err := os.Executable()
			if err != nil {
				return term.UsageError("set --command", "cannot find the path of this program: %v", err)
			}
			o.command = "exec '" + strings.ReplaceAll(self, "'", `'\''`) + "' udf clickhouse"
		}
		_, err := io.WriteString(s.Text, clickhouse.Config(o.command, functions...))
		return err
	}
	enlarge(s.Stdin)
	enlarge(s.Stdout)
	err := functions[0].Serve(s.Stdin, s.Stdout)
	var row *clickhouse.RowError
	switch {
	case errors.As(err, &row), errors.Is(err, clickhouse.ErrProtocol), errors.Is(err, io.ErrUnexpectedEOF):
		return &term.Failure{Status: term.StatusInput, Text: strings.TrimPrefix(err.Error(), "clickhouse: ")}
	case err != nil:
		return term.IOError("stdin or stdout", err)
	}
	return nil
}

// udfFunctions describes the functions without suffixes.
func udfFunctions(s term.Style) string {
	var b strings.Builder
	for _, f := range clickhouse.Functions() {
		if f.Name == f.Function {
			b.WriteString("  " + f.Name + "(" + strings.Join(f.Arguments, ", ") + ")\n      " + s.WrapText(f.Does, 6) + "\n")
		}
	}
	return b.String()
}

func unknownFunction(name string) error {
	var names []string
	for _, f := range clickhouse.Functions() {
		names = append(names, f.Name)
	}
	return term.UsageError(words.DidYouMean(words.Nearest(name, names), "the functions are "+strings.Join(names, ", ")), "no function is called %q", name)
}
