package term

import (
	"strings"
	"testing"
)

// TestWithinLooksAtWhatFits counts the characters that are looked at: those
// that fit and one more, whatever the length of the text.
func TestWithinLooksAtWhatFits(t *testing.T) {
	for _, text := range []string{strings.Repeat("a", 1<<20), strings.Repeat("é", 1<<20), strings.Repeat("日", 1<<20)} {
		looked := 0
		counted := func(s string) (n, width int) {
			looked++
			return cluster(s)
		}
		if got := withinBy(counted, text, 40); Width(got) != 40 || !strings.HasPrefix(text, got) || looked > 41 {
			t.Errorf("%q: %d columns, %d characters looked at", text[:3], Width(got), looked)
		}
	}
}

func TestFit(t *testing.T) {
	for _, test := range []struct {
		text    string
		columns int
		want    string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"日本語", 6, "日本語"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"👨‍👩‍👧x", 2, "…"},
	} {
		if got := Fit(test.text, test.columns); got != test.want {
			t.Errorf("fit(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}
