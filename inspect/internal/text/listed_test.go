package text

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// TestListed: the packed names are those of all characters that have one, of the version of
// Unicode that this Go has.
func TestListed(t *testing.T) {
	if runenames.UnicodeVersion != unicode.Version {
		t.Fatalf("runenames has Unicode %s, package unicode %s", runenames.UnicodeVersion, unicode.Version)
	}
	names := 0
	for r := range rune(unicode.MaxRune + 1) {
		want := runenames.Name(r)
		assigned := want != ""
		if assigned && want[0] == '<' {
			want = "" // a range
		}
		if want != "" {
			names++
		}
		if got := listed(r); got != want {
			t.Fatalf("U+%04X: %q, not %q", r, got, want)
		}
		if got := Name(r); !assigned && got != "<unassigned>" && got != "<noncharacter>" || assigned && got == "<unassigned>" {
			t.Errorf("U+%04X: %q, in the list %q", r, got, runenames.Name(r))
		}
	}
	if names < 30000 {
		t.Errorf("only %d names", names)
	}
}
