package guides

import "testing"

// TestLead: a section begins with a paragraph, which stands alone.
func TestLead(t *testing.T) {
	g := Guide{Text: "# T\n\nOne [link](a.md#b) and\n`code`.\n\nTwo.\n\n## A\n\n```console\n$ x\n```\n\n## B\n- a list\n\n## C\n`f` is one.\n"}
	for heading, want := range map[string]string{"": "One link and `code`.", "A": "", "B": "", "C": "`f` is one.", "D": ""} {
		if got := g.Lead(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
	with := 0
	for _, g := range All() {
		if g.Lead("") != "" {
			with++
		}
	}
	if with < len(All())*9/10 {
		t.Errorf("%d of %d guides begin with a paragraph", with, len(All()))
	}
}
