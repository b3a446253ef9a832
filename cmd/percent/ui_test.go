package main

import (
	"bytes"
	"errors"
	"testing"

	"github.com/pct-encoded/percent/internal/words"
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
			u := &ui{stderr: &b, colour: test.colour}
			if got := u.fail(usageError("do", "no")); got != statusUsage || b.String() != test.want {
				t.Errorf("status %d, %q, want %q", got, b.String(), test.want)
			}
		})
	}
}

// What is no terminal gets neither colour nor progress.
func TestUINoTerminal(t *testing.T) {
	var b bytes.Buffer
	u := newUI(&b, &b)
	j := &job{app: &app{ui: u}, out: &output{}}
	if u.colour || u.terminal || j.startProgress(nil) != nil {
		t.Error("a buffer is taken for a terminal")
	}
}

func TestUIStatus(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want int
	}{
		{"closed pipe", errQuiet, statusDone},
		{"cobra", errors.New("something about the command line"), statusUsage},
		{"failure", ioError("f", errors.New("x")), statusIO},
	} {
		if got := (&ui{stderr: &bytes.Buffer{}}).fail(test.err); got != test.want {
			t.Errorf("%s: status %d, want %d", test.name, got, test.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"encode", "decode", "fix", "dialects", "space"}
	for name, want := range map[string]string{
		"encod": "encode", "endoce": "encode", "dcode": "decode", "fxi": "fix", "dia": "dialects",
		"": "", "x": "", "frobnicate": "", "spcae": "space",
	} {
		if got := words.Nearest(name, names); got != want {
			t.Errorf("words.Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for name, want := range map[string]string{
		"a b.txt": "a b.txt", "é": "é", "a\x1b[m": `"a\x1b[m"`, "\xFF": `"\xff"`, "a\nb": `"a\nb"`,
	} {
		if got := printable(name); got != want {
			t.Errorf("printable(%q) = %s, want %s", name, got, want)
		}
	}
}
