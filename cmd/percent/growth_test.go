package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/growth"
)

// untimed are the commands that take no text: they print what is in the program, or serve.
var untimed = []string{"serve", "schema", "udf", "version", "man", "completion", "help"}

// beside are the arguments of commands beside the text, for which {} stands.
var beside = map[string][]string{
	"compare":          {"{}", "{}a"},
	"conform":          {"--as", "{}", "--answers", "-"},
	"vectors":          {"--as", "{}"},
	"dialects diff":    {"form", "{}"},
	"hops":             {"nginx", "{}"},
	"uri compare":      {"{}", "{}a"},
	"uri resolve":      {"--base", "http://h/a/b", "{}"},
	"uri relative":     {"--base", "http://h/a/b", "{}"},
	"uri set":          {"http://h/a", "--query", "{}"},
	"url resolve":      {"--base", "http://h/a/b", "{}"},
	"url set":          {"http://h/a", "--search", "{}"},
	"form build":       {"a={}"},
	"robots match":     {"{}", "/a"},
	"csp match":        {"{}", "{}"},
	"handler":          {"https://h/?u=%s", "{}"},
	"template expand":  {"http://h/{a}", "a={}"},
	"template partial": {"http://h/{a}{b}", "a={}"},
}

// leaves calls each with every command that has no commands below it.
func leaves(cmd *cobra.Command, path []string, each func(path []string, cmd *cobra.Command)) {
	for _, c := range cmd.Commands() {
		if below := append(slices.Clone(path), c.Name()); c.HasSubCommands() {
			leaves(c, below, each)
		} else {
			each(below, c)
		}
	}
}

// TestDoubledCommands doubles texts through every command that takes text, as an argument
// and with --json where there is that. Where statements are not counted it takes a fifth
// of the commands: what they call is tested in internal/growth.
func TestDoubledCommands(t *testing.T) {
	count := 0
	leaves(program().Root(stream.New(nil, io.Discard, io.Discard)), nil, func(path []string, cmd *cobra.Command) {
		if slices.Contains(untimed, path[0]) {
			return
		}
		name := strings.Join(path, " ")
		forms := [][]string{nil}
		if cmd.Flags().Lookup("json") != nil {
			forms = append(forms, []string{"--json"})
		}
		t.Run(strings.ReplaceAll(name, " ", "/"), func(t *testing.T) {
			for _, form := range forms {
				if count++; count%5 != 0 && !growth.Counting {
					continue
				}
				growth.Doubled(t, strings.Join(slices.Concat(path, form), " "), func(s string) {
					args := slices.Concat([]string{"percent", "--quiet"}, path, form)
					if given, ok := beside[name]; ok {
						for _, arg := range given {
							args = append(args, strings.ReplaceAll(arg, "{}", strings.ReplaceAll(s, "\x00", " ")))
						}
					} else {
						args = append(args, "--", s)
					}
					stdin := ""
					if name == "conform" {
						stdin = s // the answers
					}
					run(stream.New(strings.NewReader(stdin), io.Discard, io.Discard), args)
				})
			}
		})
	})
}
