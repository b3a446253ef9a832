package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/packed"
)

//go:generate go run ../../internal/packed/pack schema.gz schema.json

//go:embed schema.gz
var schemaFile []byte

// schemas returns the document with the schemas of all outputs of --json. The tests of
// schemacheck compare every command with them.
func schemas() []byte { return []byte(packed.Must(schemaFile)[0].Text) }

func newSchema(a *stream.Streams) *cobra.Command {
	o := &schemaOptions{}
	return &cobra.Command{
		Use:   "schema [flags] [COMMAND]",
		Short: "the JSON Schema of what --json writes",
		Long: `schema prints the JSON Schema (draft 2020-12) of the --json output of
COMMAND. The schema describes one line of the output, or the whole output of a command
that writes one document. Without COMMAND, schema prints the schemas of all commands,
each under $defs.`,
		Example: `  percent schema uri parse
  percent schema > percent.schema.json`,
		RunE: records.Runs(a, o.run),
	}
}

// schemaOptions holds the flags of schema.
type schemaOptions struct{}

func (o *schemaOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	out := schemas()
	if len(l.Args) > 0 {
		name := strings.Join(l.Args, " ")
		var all schemaDefs
		if err := json.Unmarshal(out, &all); err != nil {
			return err
		}
		if all.Defs[name] == nil || strings.ToLower(name) != name {
			return term.UsageError("`percent schema` prints those of all commands", "no command %q has --json", name)
		}
		out = all.only(name, string(out))
	}
	_, err := s.Text.Write(out)
	return err
}

// schemaDefs are the definitions of the document.
type schemaDefs struct {
	Defs map[string]json.RawMessage `json:"$defs"`
}

// reference matches a reference to a definition.
var reference = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`"#/\$defs/([^"]*)"`) }}

// only returns the schema of one command: a document with its definition, the
// definitions that it refers to, and the head of the whole document.
func (s *schemaDefs) only(name, document string) []byte {
	needed := []string{name}
	for i := 0; i < len(needed); i++ {
		for _, m := range reference.Get().FindAllSubmatch(s.Defs[needed[i]], -1) {
			if other := string(m[1]); !slices.Contains(needed, other) {
				needed = append(needed, other)
			}
		}
	}
	slices.Sort(needed)
	head, _, _ := strings.Cut(strings.TrimPrefix(document, "{"), `"$defs": {`)
	out := `{
	"$ref": "#/$defs/` + strings.ReplaceAll(name, " ", "%20") + `",` + head + `"$defs": {`
	for i, n := range needed {
		if i > 0 {
			out += ","
		}
		out += "\n\t\t" + strconv.Quote(n) + ": " + string(s.Defs[n])
	}
	return []byte(out + "\n\t}\n}\n")
}
