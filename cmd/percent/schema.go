package main

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"
)

func init() { register("schema", newSchema) }

// schemas are those of all that --json writes. The tests of schemacheck hold
// every command to them.
//
//go:embed schema.json
var schemas []byte

func newSchema(*app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [COMMAND]",
		Short: "the JSON Schema of what --json writes",
		Long: `schema prints the JSON Schema (draft 2020-12) of what a command writes with --json: of
one line, or of the document for a command that writes one. Without COMMAND it
prints the schemas of all commands, each under $defs.`,
		Example: `  percent schema uri parse
  percent schema > percent.schema.json`,
		GroupID: groupOther,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := schemas
			if len(args) > 0 {
				name := strings.Join(args, " ")
				var all struct {
					Defs map[string]json.RawMessage `json:"$defs"`
				}
				if err := json.Unmarshal(schemas, &all); err != nil {
					return err
				}
				if all.Defs[name] == nil || strings.ToLower(name) != name {
					return usageError("`percent schema` prints those of all commands", "no command %q has --json", name)
				}
				// The first brace is that of the document.
				ref, err := json.Marshal("#/$defs/" + strings.ReplaceAll(name, " ", "%20"))
				if err != nil {
					return err
				}
				out = []byte("{\n\t\"$ref\": " + string(ref) + "," + strings.TrimPrefix(string(schemas), "{"))
			}
			_, err := cmd.OutOrStdout().Write(out)
			return err
		},
	}
}
