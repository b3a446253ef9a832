package commands

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A Format is the family of parse, from text to JSON, and build, from JSON to text.
type Format struct {
	Name, Short, Long string                  // Name is that of the rows, such as "header alpn"
	What              string                  // what is read and written, such as "a mailto: URI"
	Parse, Build      string                  // the help of the subcommands
	Samples           []string                // arguments of parse in its examples, quoted for a shell
	Builds            []string                // arguments of build in its examples, besides the object
	Object            string                  // an example of an object for build
	Instead           func(key string) string // what to write for an unknown key, or ""
	Below             []Maker                 // further commands of the family
}

// Make makes the command.
func (f Format) Make(a *stream.Streams) *cobra.Command {
	family, name, below := strings.Cut(f.Name, " ")
	value := "[VALUE...]"
	if !below {
		name, value = family, "[URI...]"
	}
	example := func(verb string, arguments []string) string {
		between := "  percent " + f.Name + " " + verb + " "
		return between + strings.Join(arguments, "\n"+between)
	}
	return Family{Name: name, Short: f.Short, Long: f.Long, Below: append([]Maker{
		Verb{
			Row: f.Name + " parse", Use: value, Short: f.What + " to JSON", Long: f.Parse, Example: example("parse", f.Samples),
			Done: "parsed", Let: "read as far as possible", Framed: true, Refused: f.unparsed,
		},
		Verb{
			Row: f.Name + " build", Use: "[OBJECT...]", Short: "JSON to " + f.What, Long: f.Build, Example: example("build", append([]string{"'" + f.Object + "'"}, f.Builds...)),
			Done: "built", Refused: f.unbuilt,
		},
	}, f.Below...)}.Make(a)
}

// unparsed returns the error for text that is malformed.
func (f Format) unparsed(_ records.Value, err error) error {
	bad := records.SyntaxError(err)
	switch {
	case slices.Contains(records.MustRow(f.Name+" parse").Policies(), "keep"):
		bad.Hint = "--on-error keep reads the value as far as possible"
	case f.Name == "dsn":
		bad.Hint = cmp.Or(operation.DSNHint(err), bad.Hint)
	}
	return bad
}

// unbuilt returns the failure for a JSON object from which nothing can be built.
func (f Format) unbuilt(v records.Value, err error) error {
	if usage := (*operation.UsageError)(nil); errors.As(err, &usage) {
		return records.BadRequest(err)
	}
	bad := records.SyntaxError(err)
	var unknown *strictjson.KeyError
	switch {
	case errors.As(err, &unknown):
		bad.Hint = "the keys are " + strings.Join(unknown.Keys, ", ")
		if f.Instead == nil {
			break
		}
		if more := f.Instead(unknown.Err.Bytes); more != "" {
			bad.Hint += "; " + more
		}
	case bad.OfJSON:
		bad.Hint = records.JSONHint(bad.Reason, "a value is a JSON object like "+f.Object+"; one of several lines is read with --whole")
	case bad.Field == "" && bad.Reason != "":
		bad.Text += " in the component"
	}
	return bad.Failure(v.Place)
}
