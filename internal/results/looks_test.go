package results

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/lint"
)

// TestLintingClean: where a quick look says that there are no findings, there are none, and it
// counts as many URLs. It does not allocate.
func TestLintingClean(t *testing.T) {
	const line = `192.0.2.1 - - [10/Oct/2023:13:55:36 +0000] "GET /a?x=1 HTTP/1.1" 200 12 "https://example.com/b" "M"`
	log, err := document.Lookup("log")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		clean bool
	}{
		{line, true},
		{"", true},
		{strings.Replace(line, "/a?", "/%zz?", 1), false},
		{strings.Replace(line, "/b", "/ä", 1), false},
		{strings.Replace(line, "/b", `/\"`, 1), false},
	} {
		l, slow := &Linting{Extract: true}, &Linting{Extract: true}
		found := 0
		if err := slow.each(&Linted{Text: []byte(c.text), Grammar: log}, func(lint.Finding) { found++ }); err != nil {
			t.Fatal(err)
		}
		if c.clean != (found == 0) {
			t.Fatalf("%s: %d findings", c.text, found)
		}
		for range 3 { // the looks behind one in vain are left out
			switch clean := l.Clean([]byte(c.text), log); {
			case clean && !c.clean:
				t.Errorf("%s: clean", c.text)
			case clean && l.URLs.Swap(0) != slow.URLs.Load():
				t.Errorf("%s: counts other URLs than %d", c.text, slow.URLs.Load())
			}
		}
	}
	l, text := &Linting{Extract: true}, []byte(line)
	for !l.Clean(text, log) { // behind the others
	}
	if l.Clean([]byte(line+" https://h/"+strings.Repeat("a", inspect.MaxInput)), log) {
		t.Error("a URL that is too long to be looked at is clean")
	}
	for !l.Clean(text, log) {
	}
	if n := testing.AllocsPerRun(1000, func() { l.Clean(text, log) }); n >= 1 {
		t.Errorf("%v allocations for a line", n)
	}
}
