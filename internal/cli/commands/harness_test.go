package commands

import (
	"os"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// A result is what a call of a program came to.
type result struct {
	stdout, stderr string
	status         int
}

// files are what the calls of the tests read.
var files = map[string]string{
	"urls.txt":  "http://a.example/%2e%2e/b\nhttps://a.example/?q=a+b\nhttp://a.example/c%252Fd\n",
	"in.csv":    "id,url\n1,a%20b+c\n2,\"x%2Cy\"\n3,%zz\n4,caf%C3%A9\n",
	"form.csv":  "q\na=1&b=2\nb=3\n",
	"lines.txt": "a%20b\nc%252520d\n\ne\n",
	"note.txt":  "a note & more",
	"call.js":   "const u = 'http://a.example/?q=' + escape(q);\n",
	"call.md":   "nothing\n",
}

// call runs the program in a folder of its own with files.
func call(t *testing.T, p *Program, stdin string, args ...string) result {
	t.Helper()
	back, err := os.Getwd()
	if err == nil {
		err = os.Chdir(t.TempDir())
	}
	if err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr strings.Builder
	status := p.Run(stream.New(strings.NewReader(stdin), &stdout, &stderr), append([]string{"percent"}, args...))
	// What is written to a file is shown behind what goes to standard output.
	for _, name := range []string{"out", "errors.jsonl"} {
		if text, err := os.ReadFile(name); err == nil {
			stdout.WriteString("-- " + name + " --\n" + string(text))
		}
	}
	return result{stdout.String(), stderr.String(), status}
}

// tested returns the program that the tests call.
func tested() *Program {
	return &Program{Name: "percent", Short: "a program", Long: "percent is a program.", Example: "  percent encode a", More: "More.", Commands: Commands}
}
