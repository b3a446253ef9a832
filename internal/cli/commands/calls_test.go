package commands

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the calls print now to testdata/calls.txt")

const callsFile = "testdata/calls.txt"

// TestCalls makes the calls of testdata/calls.txt, in which a call begins with "> " and
// its arguments in JSON. A line "< " with a JSON string is what it reads; "| " begins a
// line of standard output, in Go's quotation marks where it is not plain text.
func TestCalls(t *testing.T) {
	text, err := os.ReadFile(callsFile)
	if err != nil {
		t.Fatal(err)
	}
	calls := strings.Split("\n"+strings.TrimSuffix(string(text), "\n"), "\n> ")[1:]
	if len(calls) < 100 {
		t.Fatalf("%d calls", len(calls))
	}
	var now strings.Builder
	for _, block := range calls {
		line, want, _ := strings.Cut(block, "\n")
		var args []string
		if err := json.Unmarshal([]byte(line), &args); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		stdin, given := "", ""
		if rest, ok := strings.CutPrefix(want, "< "); ok {
			given, want, _ = strings.Cut(rest, "\n")
			if err := json.Unmarshal([]byte(given), &stdin); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			given = "< " + given + "\n"
		}
		got := shown(call(t, tested(), stdin, args...))
		fmt.Fprintf(&now, "> %s\n%s%s\n", line, given, got)
		if got != want && !*update {
			t.Errorf("%s\n%s\nwant\n%s", line, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(callsFile, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shown returns a result as the file shows it.
func shown(r result) string {
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(r.stdout, version(), "VERSION")) {
		if text, ended := strings.CutSuffix(line, "\n"); ended && strconv.Quote(text) == `"`+strings.ReplaceAll(strings.ReplaceAll(text, `\`, `\\`), `"`, `\"`)+`"` {
			lines = append(lines, "| "+text)
		} else {
			lines = append(lines, "| "+strconv.Quote(line))
		}
	}
	for line := range strings.Lines(r.stderr) {
		lines = append(lines, "! "+strings.TrimSuffix(line, "\n"))
	}
	if r.status != 0 {
		lines = append(lines, "status "+strconv.Itoa(r.status))
	}
	return strings.Join(lines, "\n")
}
