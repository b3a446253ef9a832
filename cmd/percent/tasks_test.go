package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// tasks are those of docs/tasks.md, each with a few things that somebody types or
// looks for who does not know the command, and where the first suggestion is to
// name it.
var tasks = []struct {
	command string // how the command begins that the document shows
	help    string // a word of the first line of help that holds it
	// try is a command line, and hint how its first hint begins, or what it holds
	// between the first backquotes.
	try  []string
	hint string
	// complete is what is completed, and first the first completion.
	complete []string
	first    string
}{
	{command: "encode ", help: "percent-encode text", try: []string{"Tom & Jerry"}, hint: "percent encode 'Tom & Jerry'", complete: []string{"en"}, first: "encode"},
	{command: "decode ", help: "decode percent-encoded", try: []string{"unescape", "x"}, hint: "percent decode", complete: []string{"dec"}, first: "decode"},
	{command: "decode --as form ", try: []string{"decode", "a+b"}, hint: "--as form", complete: []string{"decode", "--as", "fo"}, first: "form"},
	{command: "decode --as url ", try: []string{"decode", "https://h/?q=a+b"}, hint: "--as url", complete: []string{"decode", "--as", ""}, first: "url"},
	{command: "decode --on-error keep -f ", try: []string{"decode", "a%zz"}, hint: "--on-error keep", complete: []string{"decode", "--on-error", "k"}, first: "keep"},
	{command: "decode --csv --column ", complete: []string{"decode", "--cs"}, first: "--csv"},
	{command: "fix ", help: "nearly right", try: []string{"encode", "https://h/100% é"}, hint: "percent fix", complete: []string{"fix"}, first: "fix"},
	{command: "form get ", help: "names and values", try: []string{"query", "x"}, hint: "percent form", complete: []string{"form", "g"}, first: "get"},
	{command: "form set ", help: "names and values", try: []string{"form", "edit"}, hint: "percent form set", complete: []string{"form", "se"}, first: "set"},
	{command: "uri set --trim ", try: []string{"trurl"}, hint: "percent uri set", complete: []string{"uri", "set", "--tr"}, first: "--trim"},
	{command: "uri get host ", help: "components", try: []string{"get", "host"}, hint: "percent uri get", complete: []string{"uri", "get", "ho"}, first: "host"},
	{command: "uri parse ", help: "components", try: []string{"parse", "https://h"}, hint: "percent uri parse", complete: []string{"uri", "pa"}, first: "parse"},
	{command: "uri set path+=", help: "components", try: []string{"uri", "set", "host+=x", "https://h"}, hint: "path+=SEGMENT", complete: []string{"uri", "set", "path+"}, first: "path+="},
	{command: "encode --as encodeURIComponent ", try: []string{"encode", "--as", "js", "x"}, hint: "use one of js.encodeURIComponent", complete: []string{"encode", "--as", "enc"}, first: "encodeURIComponent"},
	{command: "identify ", help: "can have written", try: []string{"detect", "x"}, hint: "percent identify", complete: []string{"id"}, first: "identify"},
	{command: "normalize --unsafe-drop-tracking ", help: "normal form", try: []string{"normalise", "x"}, hint: "percent normalize", complete: []string{"norm"}, first: "normalize"},
	{command: "compare ", help: "differ", try: []string{"diff", "a", "b"}, hint: "percent compare", complete: []string{"comp"}, first: "compare"},
	{command: "lint ", help: "dangerous", try: []string{"check", "x"}, hint: "percent lint", complete: []string{"li"}, first: "lint"},
	{command: "decode --charset detect ", try: []string{"decode", "%E9"}, hint: "--charset detect", complete: []string{"decode", "--char"}, first: "--charset"},
	{command: "form get url ", help: "names and values", try: []string{"query", "x"}, hint: "percent form", complete: []string{"form", "g"}, first: "get"},
}

// TestTasks finds each task in the document, and its command as the first
// suggestion wherever somebody looks for it.
func TestTasks(t *testing.T) {
	page, err := os.ReadFile("../../docs/tasks.md")
	if err != nil {
		t.Fatal(err)
	}
	numbered, _, _ := strings.Cut(string(page), "\n## In Dart")
	sections := strings.Split(numbered, "\n## ")[1:]
	if len(sections) != len(tasks) || len(tasks) != 20 {
		t.Fatalf("%d tasks in the document, %d in the table", len(sections), len(tasks))
	}
	help := runIn(t, strings.NewReader(""), stream.ChunkSize, "help").stdout
	hints := regexp.MustCompile(`(?m)^percent: hint: (.*)$`)
	for i, task := range tasks {
		title, _, _ := strings.Cut(sections[i], "\n")
		t.Run(title, func(t *testing.T) {
			if !strings.Contains(sections[i], "\n$ percent "+task.command) {
				t.Errorf("the document does not begin a command with %q", task.command)
			}
			if task.help == "" && task.try == nil && task.complete == nil {
				t.Fatal("nothing to look for")
			}
			if task.help != "" {
				name, _, _ := strings.Cut(task.command, " ")
				found := ""
				for line := range strings.SplitSeq(help, "\n") {
					if found == "" && strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "  percent") && strings.Contains(line, task.help) {
						found = strings.Fields(line)[0]
					}
				}
				if found != name {
					t.Errorf("help: %q leads to %q, not to %q", task.help, found, name)
				}
			}
			if task.try != nil {
				got := runIn(t, strings.NewReader(""), stream.ChunkSize, task.try...)
				m := hints.FindStringSubmatch(got.stderr)
				if m == nil || !strings.Contains(m[1], task.hint) {
					t.Errorf("percent %q: %q does not say %q first", task.try, got.stderr, task.hint)
				}
			}
			if task.complete != nil {
				got := runIn(t, strings.NewReader(""), stream.ChunkSize, append([]string{"__complete"}, task.complete...)...)
				// A shell takes those that go on with what is typed.
				typed, first := task.complete[len(task.complete)-1], ""
				for line := range strings.SplitSeq(got.stdout, "\n") {
					if name, _, _ := strings.Cut(line, "\t"); first == "" && strings.HasPrefix(name, typed) {
						first = name
					}
				}
				if first != task.first {
					t.Errorf("completing %q begins with %q, not %q", task.complete, first, task.first)
				}
			}
		})
	}
}
