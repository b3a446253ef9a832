package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestSchemas: every command with --json has a schema, and the other way round.
// schemacheck holds what they write to it.
func TestSchemas(t *testing.T) {
	var document struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(schemas, &document); err != nil {
		t.Fatal(err)
	}
	missing := map[string]bool{}
	for name := range document.Defs {
		if strings.ToLower(name) == name {
			missing[name] = true
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		name := strings.TrimPrefix(c.CommandPath(), "percent ")
		if c.Flags().Lookup("json") != nil {
			if document.Defs[name] == nil {
				t.Errorf("schema.json has no schema for %q", name)
			}
			delete(missing, name)
			got := runIn(t, strings.NewReader(""), chunkSize, append([]string{"schema"}, strings.Fields(name)...)...)
			if !json.Valid([]byte(got.stdout)) || !strings.Contains(got.stdout, `"$ref": "#/$defs/`+strings.ReplaceAll(name, " ", "%20")+`",`) {
				t.Errorf("percent schema %s: %+v", name, got)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot(newApp(nil, nil, nil), commands...))
	for name := range missing {
		t.Errorf("schema.json has a schema for %q, which has no --json", name)
	}
	if got := runIn(t, strings.NewReader(""), chunkSize, "schema", "complete"); got.status != statusUsage {
		t.Errorf("schema complete: %+v", got)
	}
}
