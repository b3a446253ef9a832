package main

import (
	"errors"
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
		if got := withinBy(counted, text, 40); width(got) != 40 || !strings.HasPrefix(text, got) || looked > 41 {
			t.Errorf("%q: %d columns, %d characters looked at", text[:3], width(got), looked)
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
		if got := fit(test.text, test.columns); got != test.want {
			t.Errorf("fit(%q, %d) = %q, want %q", test.text, test.columns, got, test.want)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFullDisk: whatever prints, what cannot be written is an error of output.
func TestFullDisk(t *testing.T) {
	for _, args := range []string{"completion bash", "completion zsh", "version", "table", "--help", "help encode", "dialects list", "encode a"} {
		var stderr strings.Builder
		status := run(newApp(strings.NewReader(""), fullDisk{}, &stderr), append([]string{"percent"}, strings.Fields(args)...))
		if want := "percent: error: stdout: no space left on device\n"; status != statusIO || stderr.String() != want {
			t.Errorf("%s: status %d, %q", args, status, stderr.String())
		}
	}
}
