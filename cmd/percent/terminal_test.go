package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// No command obeys its input: whatever it is given, a terminal gets nothing but
// text and our own colours, on either stream.
func TestNoCommandObeysItsInput(t *testing.T) {
	const hostile = "\x1b]0;x\a\x1b[31m\u009b2J\u202e\r\x7f"
	texts := []string{
		hostile, "%1b[2J%9b" + hostile, "http://h" + hostile + "/" + hostile + "?" + hostile, "q=" + hostile, "{" + hostile + "}",
		`{"` + hostile + `":1}`, "%" + hostile,
	}
	var leaves [][]string
	var walk func(cmd *cobra.Command, path []string)
	walk = func(cmd *cobra.Command, path []string) {
		for _, c := range cmd.Commands() {
			walk(c, append(path[:len(path):len(path)], c.Name()))
		}
		leaves = append(leaves, path)
	}
	walk(newRoot(newApp(strings.NewReader(""), io.Discard, io.Discard), commands...), nil)
	for _, leaf := range leaves {
		for _, text := range texts {
			for _, args := range [][]string{{text}, {text, text}, {"--" + text}, {"--as", text, "x"}, {"-f", text}, {"--on-error", text}, {"--on-error", "keep", text}} {
				var stdout, stderr bytes.Buffer
				a := newApp(strings.NewReader(text), &stdout, &stderr)
				a.ui.DataTerminal, a.ui.Terminal, a.ui.Colour = true, true, true
				a.text = term.NewPrinter(&stdout, a.ui)
				run(a, append(append([]string{"percent"}, leaf...), args...))
				for stream, got := range map[string]string{"stdout": stdout.String(), "stderr": stderr.String()} {
					for _, p := range term.Sequences {
						got = strings.ReplaceAll(got, string(p), "")
					}
					if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\u202e') }); i >= 0 {
						t.Errorf("percent %s %q: %s holds %q", strings.Join(leaf, " "), args, stream, got[i:min(len(got), i+20)])
					}
				}
			}
		}
	}
}
