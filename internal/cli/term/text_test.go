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

// TestWrappedColumns: where only the last column of a table would not do, all the wide
// ones are narrowed until it fits a page.
func TestWrappedColumns(t *testing.T) {
	s := Style{Columns: 40}
	rows := [][]string{
		{"part", "what the parser did", "dialect"},
		{"path", "as today, but kept the circumflex accent", "whatwg.path.2024 and others"},
	}
	want := "part  what the parser  dialect\n" +
		"      did\n" +
		"path  as today, but    whatwg.path.2024\n" +
		"      kept the         and others\n" +
		"      circumflex\n" +
		"      accent\n"
	if got := Columns(s.Wrapped(rows)); got != want {
		t.Errorf("%s", got)
	}
	s.Columns = 20
	if got := Columns(s.Wrapped(rows)); got != Columns(rows) {
		t.Errorf("without room for columns of eight:\n%s", got)
	}
}
