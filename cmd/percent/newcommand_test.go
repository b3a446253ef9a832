package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// reversed is a command that does not exist, as CONTRIBUTING.md says how to add one: the text
// of each file that is new, and of one that is there what comes before a line of it.
var reversed = []struct{ file, before, text string }{
	{"lang/ecma/reversed.go", "", `package ecma

import "slices"

// Reversed returns s backwards.
func Reversed(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}
`},
	{"internal/results/reversed.go", "", `package results

// A Reversed is a text backwards.
type Reversed struct {
	Output string ` + "`json:\"output\"`" + `
}

// JSON returns r.
func (r Reversed) JSON() any { return r }

// Page returns the text.
func (r Reversed) Page(Style) string { return r.Output + "\n" }

// Judge reports whether there is a text.
func (r Reversed) Judge() Verdict { return foundIf(r.Output == "") }
`},
	{"internal/operation/operations.go", "		{\"set\", func() *Operation {\n", `		{"reversed", func() *Operation {
			return &Operation{
				Choices: []Choice{toggle("all", "each time twice", func(r *Request) *bool { return &r.All }).only(Command)},
				run: func(c *Call) (results.Result, error) {
					n := 1
					if c.All {
						n = 2
					}
					return results.Reversed{Output: strings.Repeat(ecma.Reversed(strings.Join(c.Values, " ")), n)}, nil
				},
			}
		}},
`},
	{"cmd/percent/main.go", "		commands.GroupOther.Command(\"set\", set().Make),\n", `		commands.GroupOther.Command("reversed", commands.Question{
			Row: "reversed", JSON: "write one JSON object", Use: "reversed [flags] TEXT", Short: "a text backwards",
			Long: "reversed prints TEXT backwards.", Example: "  percent reversed abc", Takes: &commands.Takes{},
		}.Make),
`},
}

// TestNewCommand: a command is four files. Flags, --json, the exit status, help and the list of
// commands follow from them.
func TestNewCommand(t *testing.T) {
	if os.Getenv("PERCENT_LONG") == "" {
		t.Skip("SKIPPED: linking another program, without PERCENT_LONG=1")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for i, f := range reversed {
		text, path := f.text, filepath.Join(root, f.file)
		if f.before != "" {
			old, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before, after, ok := strings.Cut(string(old), f.before)
			if !ok {
				t.Fatalf("%s has no line %q", f.file, f.before)
			}
			text = before + f.text + f.before + after
			for _, name := range []string{"lang/ecma", "internal/results"} {
				line := "\t\"github.com/pct-encoded/percent/" + name + "\"\n"
				if strings.Contains(f.text, filepath.Base(name)+".") && !strings.Contains(text, line) {
					text = strings.Replace(text, "import (\n", "import (\n"+line, 1)
				}
			}
		}
		made := filepath.Join(dir, string(rune('a'+i))+".go")
		if err := os.WriteFile(made, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[path] = made
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "percent")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-trimpath", "-overlay", file, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tt := range []struct {
		args   string
		status int
		want   string // the output, or a piece of it behind "…"
	}{
		{"reversed abc", 0, "cba\n"},
		{"reversed --all abc", 0, "cbacba\n"},
		{"reversed --json abc", 0, `{"output":"cba"}` + "\n"},
		{"reversed --all=x abc", 2, "…all"},
		{"reversed --nothing abc", 2, "…--nothing"},
		{"help reversed", 0, "…reversed prints TEXT backwards."},
		{"help reversed", 0, "…each time twice"},
		{"help", 0, "…reversed"},
		{"reverse abc", 2, "…percent reversed"},
		{"__complete reve", 0, "…reversed\ta text backwards"},
	} {
		out, err := exec.Command(program, strings.Fields(tt.args)...).CombinedOutput()
		status := 0
		if exit, ok := err.(*exec.ExitError); ok {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		piece, some := strings.CutPrefix(tt.want, "…")
		if status != tt.status || some && !strings.Contains(string(out), piece) || !some && string(out) != tt.want {
			t.Errorf("%s: status %d, not %d\n%s", tt.args, status, tt.status, out)
		}
	}
}
