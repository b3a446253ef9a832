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

// TestTextForms: each way to show a text.
func TestTextForms(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, test := range []struct{ name, got, want string }{
		{"padded", Pad("日", 4), "日  "},
		{"padded enough", Pad("abc", 2), "abc"},
		{"shown", Shown("ab"), "ab"},
		{"shown in quotes", Shown("a\tb"), `"a\tb"`},
		{"short", Short("ab"), "ab"},
		{"short and long", Short(long), long[:MaxShort] + " … (100 bytes)"},
		{"character", Character("a"), "'a'"},
		{"quotation mark", Character(`"`), `'"'`},
		{"control", Character("\x00"), `"\x00"`},
		{"escaped", Escaped('é'), `\u00e9`},
		{"typed", Typed("it's"), `'it'\''s'`},
		{"typed with escapes", Typed("it's é\n\xff\\"), `$'it\'s é\012\377\\'`},
		{"first line", FirstLine("a\nb"), "a"},
		{"one", Count(1, "value"), "1 value"},
		{"none", Count(0, "value"), "0 values"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.name, test.got, test.want)
		}
	}
}

// TestWrap: words and paragraphs fit the page; lists stay.
func TestWrap(t *testing.T) {
	s := Style{Columns: 20}
	words := strings.Fields("alpha beta gamma delta epsilon zeta")
	if got, left := s.Wrap(words, "  ", 0); got != "  alpha, beta,\n  gamma, delta,\n  epsilon, zeta\n" || left != 0 {
		t.Errorf("all: %d left of\n%s", left, got)
	}
	if got, left := (Style{Columns: 40}).Wrap(words, "  ", 1); got != "  alpha, beta, gamma, and 3 more\n" || left != 3 {
		t.Errorf("one line: %d left of\n%s", left, got)
	}
	if got, left := s.Wrap(nil, "  ", 0); got != "" || left != 0 {
		t.Errorf("no words: %q, %d", got, left)
	}
	if got, want := s.Rewrap("one two three four\nfive six\n\na list:\n  - it stays as it is, however long\n"), "one two three four\nfive six\n\na list:\n  - it stays as it is, however long"; got != want {
		t.Errorf("paragraphs: %q", got)
	}
	if got := s.WrapText("one two three four five", 4); got != "one two three\n    four five" {
		t.Errorf("indented: %q", got)
	}
}

// TestWidthOfColours: what is painted takes no columns, and lines break where they do
// without colours.
func TestWidthOfColours(t *testing.T) {
	p := Pen(true)
	for text, want := range map[string]int{p.Bold("a"): 1, "é" + p.Dim("漢m"): 4, p.Paint("1", p.Warning("ab")) + "c": 3, "": 0} {
		if got := Width(text); got != want {
			t.Errorf("%q: %d columns, not %d", text, got, want)
		}
	}
	s := Style{Columns: 12}
	if got := s.WrapText("alpha "+p.Bold("beta")+" gamma", 2); got != "alpha \x1b[1mbeta\x1b[m\n  gamma" {
		t.Errorf("%q", got)
	}
}
