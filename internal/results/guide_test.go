package results

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/guides"
)

func TestGuide(t *testing.T) {
	const markdown = "<!-- a comment -->\n# A *title*\n\nSee [the `b` guide](b.md#c), [its **code**](../b) and [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986).\n\n" +
		"- one\n- two\n\n| sign | is |\n|---|---|\n| `a\\|b` | [c](https://example.com/) |\n\n```console\n$ percent encode '# a'\n```\n\n![](x.png)\n"
	const want = "A *title*\n\nSee the `b` guide, its code and RFC 3986.\n\n" +
		"- one\n- two\n\nsign   is\n`a|b`  c\n\n    $ percent encode '# a'\n\n\n\nGuides on this: b\n"
	if got := Guide(term.Style{Columns: 60}, markdown); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestGuides: of no guide is a sign of Markdown left.
func TestGuides(t *testing.T) {
	for _, g := range guides.All() {
		fits := 0
		for line := range strings.Lines(Guide(term.Style{Columns: 80}, g.Text)) {
			switch {
			case strings.HasPrefix(line, "    "):
			case strings.HasPrefix(line, "|"), strings.HasPrefix(line, "#"), strings.HasPrefix(line, "```"), strings.Contains(line, "]("):
				t.Errorf("%s: %q", g.Name, line)
			case term.Width(line) <= 80:
				fits++
			}
		}
		if fits < 5 {
			t.Errorf("%s: %d lines fit a page", g.Name, fits)
		}
	}
}
