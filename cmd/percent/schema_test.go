package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestSchemaFile: what is packed is the document. If it fails, run `go generate ./cmd/percent`.
func TestSchemaFile(t *testing.T) {
	if text, err := os.ReadFile("schema.json"); err != nil || string(text) != string(schemas()) {
		t.Errorf("schema.gz does not hold schema.json; %v", err)
	}
}

// TestSchemas: every command with --json has a schema, and the other way round.
// schemacheck holds what they write to it.
func TestSchemas(t *testing.T) {
	var document struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(schemas(), &document); err != nil {
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
			got := runIn(t, strings.NewReader(""), stream.ChunkSize, append([]string{"schema"}, strings.Fields(name)...)...)
			//percent:ignore escaped-by-hand names of commands hold nothing else
			if !strings.Contains(got.stdout, `"$ref": "#/$defs/`+strings.ReplaceAll(name, " ", "%20")+`",`) {
				t.Errorf("percent schema %s: %+v", name, got)
			}
			testReferences(t, name, got.stdout)
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(program().Root(stream.New(nil, nil, nil)))
	for name := range missing {
		t.Errorf("schema.json has a schema for %q, which has no --json", name)
	}
	if got := runIn(t, strings.NewReader(""), stream.ChunkSize, "schema", "complete"); got.status != term.StatusUsage {
		t.Errorf("schema complete: %+v", got)
	}
}

// testReferences: a document holds the definitions that it refers to, and no others.
func testReferences(t *testing.T, name, text string) {
	t.Helper()
	var document struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	used := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				used[strings.TrimPrefix(ref, "#/$defs/")] = true
			}
			for _, item := range v {
				walk(item)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(any(document.Defs))
	for ref := range used {
		if document.Defs[ref] == nil {
			t.Errorf("percent schema %s refers to %q, which it does not print", name, ref)
		}
	}
	for def := range document.Defs {
		if !used[def] && def != name {
			t.Errorf("percent schema %s prints %q, to which nothing refers", name, def)
		}
	}
}
