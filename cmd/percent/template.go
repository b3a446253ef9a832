package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/uritemplate"
)

func newTemplate(a *stream.Streams) *cobra.Command {
	return commands.Family{
		Name:  "template",
		Short: "URI Templates: expand them, list their variables",
		Long:  "template works with URI Templates (RFC 6570), all four levels.",
		Below: []commands.Maker{
			commands.Question{
				Row: "template expand", Use: "expand [flags] TEMPLATE [NAME=VALUE...]",
				Short: "expand a URI Template",
				Long: `expand expands the expressions in TEMPLATE and prints the result.
NAME=VALUE sets a variable to a string; if NAME is repeated, the variable is a list.

--vars takes a JSON object: strings, numbers, true and false stand for their text,
arrays for lists, objects for associative arrays, and null for an undefined variable.
Variables without a value are undefined, too. If --vars is repeated, the last value of a
variable counts; values in arguments take precedence over --vars.

With --on-error keep, malformed parts of the template are copied.

By RFC 6570, the value ".." is not escaped, so '/users/{id}/keys' becomes /keys when the
path is resolved. With --refuse-dots, a value is an error if it is part of a segment "."
or ".." of the path; use it for values from outside.`,
				Example: `  percent template expand '/users{/id}{?tag*}' id=a/b tag=x tag=y
  percent template expand '{?q,page}' --vars '{"q":"café au lait","page":2}'
  percent template expand '{&keys*}' --vars @vars.json --keys literals
  percent template expand --refuse-dots '/users/{id}/keys' id=42`,
				Takes: &commands.Takes{}, Args: commands.AtLeast("a template"),
				Read: variables, Complete: completeVariables,
			},
			commands.Verb{
				Row: "template variables", Use: "[TEMPLATE...]",
				Short: "the names of the variables of a URI Template",
				Long: `variables prints the names of the variables of each template, or of each
line of standard input or of the files of -f, one per line. Each name is printed once,
in the order in which the names first appear.`,
				Example: `  percent template variables '/users{/id}{?fields*,page:3}'`,
				Done:    "read", Let: "read as far as possible", Framed: true,
			},
		},
	}.Make(a)
}

func completeVariables(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		t, _ := uritemplate.ParseLenient(args[0])
		for _, name := range t.Variables() {
			names = append(names, name+"=")
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// variables reads the values of variables that --vars gives.
func variables(cmd *cobra.Command) commands.Reading {
	var vars []string
	cmd.Flags().Var((*flags.List)(&vars), "vars", "values in a JSON object: `JSON`, @FILE, or @- for standard input")
	return func(s *stream.Streams, _ records.Line, c *operation.Call) (results.Result, error) {
		c.Variables = uritemplate.Values{}
		for _, text := range vars {
			if err := readVars(s, c.Variables, text); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
}

// readVars sets the values of a --vars, replacing earlier ones.
func readVars(a *stream.Streams, values uritemplate.Values, vars string) error {
	const hint = `write a JSON object such as '{"q":"a b","list":["x","y"]}'`
	text, from := []byte(vars), records.Named("--vars")
	if name, ok := strings.CutPrefix(vars, "@"); ok {
		if name == "" {
			return term.UsageError("write @FILE, or @- for standard input", "--vars @ names no file")
		}
		var err error
		if text, err = a.ReadFile(name); err != nil {
			return err
		}
		from = records.Named(stream.ShownName(name))
	}
	v, err := strictjson.Parse(string(text))
	if err == nil && v.Kind != strictjson.Object {
		err = &percent.SyntaxError{Format: "json", Reason: strictjson.NotObject}
	}
	if err != nil {
		bad := records.SyntaxError(err)
		bad.Hint = hint
		return bad.Failure(from)
	}
	for _, m := range v.Members {
		var value uritemplate.Value
		if err := json.Unmarshal([]byte(m.Value.Raw), &value); err != nil {
			return &term.Failure{
				Status: term.StatusInput, Text: fmt.Sprintf("%s: %q is not a value for a variable", from, m.Key),
				Hint: "a value is a string, a number, true, false, null, or a list or an object of these",
			}
		}
		values[m.Key] = value
	}
	return nil
}
