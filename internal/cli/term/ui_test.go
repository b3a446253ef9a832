package term

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestUIColour(t *testing.T) {
	for _, test := range []struct {
		name   string
		colour bool
		want   string
	}{
		{"plain", false, "percent: error: no\npercent: hint: do\n"},
		{"colour", true, "percent: \x1b[31merror\x1b[m: no\npercent: \x1b[36mhint\x1b[m: do\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			u := &UI{Stderr: &b, Colour: test.colour}
			if got := u.Fail(UsageError("do", "no")); got != StatusUsage || b.String() != test.want {
				t.Errorf("status %d, %q, want %q", got, b.String(), test.want)
			}
		})
	}
}

// Without a terminal there is no colour.
func TestUINoTerminal(t *testing.T) {
	var b bytes.Buffer
	u := NewUI(&b, &b)
	if u.Colour || u.Terminal {
		t.Error("a buffer is taken for a terminal")
	}
}

func TestUIStatus(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want int
	}{
		{"closed pipe", ErrQuiet, StatusDone},
		{"cobra", errors.New("something about the command line"), StatusUsage},
		{"failure", IOError("f", errors.New("x")), StatusIO},
	} {
		if got := (&UI{Stderr: &bytes.Buffer{}}).Fail(test.err); got != test.want {
			t.Errorf("%s: status %d, want %d", test.name, got, test.want)
		}
	}
}

// What else is written takes the place of the line.
func TestShowLine(t *testing.T) {
	t.Setenv("COLUMNS", "")
	var b bytes.Buffer
	u := &UI{Stderr: &b}
	u.ShowLine("percent: 1%")
	u.ShowLine("percent: 2%")
	u.Note("a note")
	u.ShowLine(strings.Repeat("x", 500))
	u.ShowLine("")
	gone := "\r           \r"
	cut := strings.Repeat("x", DefaultColumns-1)
	want := "percent: 1%" + gone + "percent: 2%" + gone + "percent: note: a note\n" + cut + "\r" + strings.Repeat(" ", len(cut)) + "\r"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}
