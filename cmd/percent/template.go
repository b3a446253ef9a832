package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/uritemplate"
	"github.com/spf13/cobra"
)

func newURITemplate(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "template",
		Short: "URI Templates: expand them, list their variables",
		Long:  "template works with URI Templates (RFC 6570), all four levels.",
	}
	cmd.AddCommand(newTemplateExpand(a), newTemplateVariables(a))
	return commands.Family(cmd)
}

func newTemplateExpand(a *stream.Streams) *cobra.Command {
	opts := &templateExpandOptions{}
	opts.keys = flags.Word{Words: words.All[uritemplate.Keys]()}
	opts.policy = flags.Word{Words: []string{"fail", "keep"}}

	cmd := &cobra.Command{
		Use:   "expand [flags] TEMPLATE [NAME=VALUE...]",
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
		Args: commands.AtLeast("a template"),
		RunE: records.Runs(a, opts.run),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if len(args) > 0 {
				t, _ := uritemplate.ParseLenient(args[0])
				for _, name := range t.Variables() {
					names = append(names, name+"=")
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		},
	}
	cmd.Flags().BoolVar(&opts.asJSON, "json", false, "write one JSON object")
	cmd.Flags().BoolVar(&opts.refuseDots, "refuse-dots", false, `refuse values that make a segment "." or ".." of the path`)
	cmd.Flags().Var((*flags.List)(&opts.vars), "vars", "values in a JSON object: `JSON`, @FILE, or @- for standard input")
	records.AddChoice(cmd, &opts.keys, "keys", "how the keys of exploded associative arrays are encoded: as values (RFC 6570, 3.2.1) or as literals (appendix A) (default values)")
	records.AddChoice(cmd, &opts.policy, "on-error", "for a malformed template, stop or copy its malformed parts (default fail)")
	return cmd
}

// templateExpandOptions holds the flags of template expand.
type templateExpandOptions struct {
	vars       []string
	keys       flags.Word
	policy     flags.Word
	asJSON     bool
	refuseDots bool
}

func (opts *templateExpandOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	given, err := variables(l.Args[1:])
	if err != nil {
		return err
	}
	values := uritemplate.Values{}
	for _, text := range opts.vars {
		if err := readVars(s, values, text); err != nil {
			return err
		}
	}
	input := []byte(l.Args[0])
	o := records.Object{Source: "arguments", Number: 1, Input: &input}
	// refuse reports an invalid template in JSON, if asked, and returns the
	// failure.
	refuse := func(err error, hint string) error {
		bad := records.SyntaxError(err)
		bad.Hint = hint
		if opts.asJSON {
			o.Fault(bad.Offset, bad.Offset, bad.Reason)
			if err := records.PrintJSON(s.Text, o); err != nil {
				return err
			}
		}
		return bad.Failure(records.Named("arg 1"))
	}
	t, err := uritemplate.Parse(l.Args[0])
	if err != nil {
		if opts.policy.Value != "keep" {
			return refuse(err, "--on-error keep copies what is not an expression")
		}
		var wrong []*percent.SyntaxError
		t, wrong = uritemplate.ParseLenient(l.Args[0])
		o.Fault(wrong[0].Offset, wrong[0].Offset, string(wrong[0].Reason))
		s.UI.Note("%s in the template copied, the first at byte %d", term.Count(int64(len(wrong)), "malformed part"), wrong[0].Offset)
	}
	known := map[string]bool{}
	for _, name := range t.Variables() {
		known[name] = true
	}
	for _, name := range given.order {
		values[name] = given.value(name)
		if !known[name] {
			s.UI.Note("the template has no variable %q", name)
		}
	}
	t = t.WithKeys(chosen[uritemplate.Keys](opts.keys))
	out, err := t.Expand(values)
	if err != nil {
		return refuse(err, "")
	}
	var dots *percent.SyntaxError
	if _, err := t.WithDots(uritemplate.DotsRefused).Expand(values); errors.As(err, &dots) {
		if opts.refuseDots {
			return refuse(err, "no escape helps, since %2E is the same as '.': check values before they go into a path")
		}
		s.UI.Hint(fmt.Sprintf("%s makes a segment %q of the path, which %s; --refuse-dots refuses such values", excerpt.Name(dots.Field), dots.Bytes, records.DotsMean(dots.Bytes)))
	}
	result := []byte(out)
	if opts.asJSON {
		o.Output = &result
		return records.PrintJSON(s.Text, o)
	}
	_, err = s.Text.Write(append(result, '\n'))
	return err
}

// assignments holds the values that arguments give to variables.
type assignments struct {
	order []string
	texts map[string][]string
}

func variables(args []string) (assignments, error) {
	g := assignments{texts: map[string][]string{}}
	for _, arg := range args {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return g, term.UsageError("write NAME=VALUE", "%q gives no variable a value", arg)
		}
		if _, again := g.texts[name]; !again {
			g.order = append(g.order, name)
		}
		g.texts[name] = append(g.texts[name], text)
	}
	return g, nil
}

func (g assignments) value(name string) uritemplate.Value {
	if texts := g.texts[name]; len(texts) > 1 {
		return uritemplate.List(texts...)
	}
	return uritemplate.String(g.texts[name][0])
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

// templateVariables is the object that variables --json writes for a template.
type templateVariables struct {
	Variables []string `json:"variables"`
}

func newTemplateVariables(a *stream.Streams) *cobra.Command {
	j := records.NewPlainJob(a, "fail", "keep", "skip")
	j.Do.Framed = true
	j.Do.Policy.Keeps, j.Do.Policy.Let = "read as far as possible", "read as far as possible"
	j.Do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		t, wrong := uritemplate.ParseLenient(string(v.Text))
		var err error
		if len(wrong) > 0 {
			err = records.SyntaxError(wrong[0])
		}
		if j.Tell.JSON {
			o.Result = templateVariables{t.Variables()}
			return dst, err
		}
		for _, name := range t.Variables() {
			dst = append(append(dst, name...), '\n')
		}
		return dst, err
	}
	cmd := &cobra.Command{
		Use:   "variables [flags] [TEMPLATE...]",
		Short: "the names of the variables of a URI Template",
		Long: `variables prints the names of the variables of each template, or of each
line of standard input or of the files of -f, one per line. Each name is printed once,
in the order in which the names first appear.`,
		Example: `  percent template variables '/users{/id}{?fields*,page:3}'`,
	}
	return j.Ready(cmd, "read")
}
