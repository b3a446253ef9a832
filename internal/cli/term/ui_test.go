package term

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/filelock"
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

// TestColour: data are coloured on request; nothing is without one where there is no
// terminal.
func TestColour(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "xterm")
	for _, test := range []struct {
		when           string
		terminal       bool
		data, messages Pen
	}{
		{"", false, false, false},
		{"auto", true, true, false},
		{"always", false, true, true},
		{"never", true, false, false},
	} {
		u := &UI{DataTerminal: test.terminal, Columns: 70}
		u.SetColour(test.when)
		if u.Pen() != test.data || u.MessagePen() != test.messages || u.Style() != (Style{test.data, 70}) {
			t.Errorf("%q, terminal %v: data %v, messages %v", test.when, test.terminal, u.Pen(), u.MessagePen())
		}
	}
	p := Pen(true)
	if got := p.Bold("a") + p.Warning("b") + p.Dim("c") + p.Paint("31", "") + Pen(false).Dim("d"); got != "\x1b[1ma\x1b[m\x1b[33mb\x1b[m\x1b[2mc\x1b[md" {
		t.Errorf("%q", got)
	}
}

// TestMessages: what else may be in a message does nothing to a terminal, and is bounded.
func TestMessages(t *testing.T) {
	var b bytes.Buffer
	u := &UI{Stderr: &b, Terminal: true, DataTerminal: true, OpenLine: true}
	u.Note("%s", "a\x1b[31m\nb")
	u.Quiet = true
	u.Note("not this")
	u.Hint("nor this")
	if got, want := b.String(), "\npercent: note: a\\x1b[31m\\nb\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	b.Reset()
	u.Error(strings.Repeat("é", 1<<20))
	if n := b.Len(); n > 2*maxMessage || !strings.Contains(b.String(), " … é") {
		t.Errorf("%d bytes", n)
	}
	b.Reset()
	u.ShowLine("line")
	if n, err := io.WriteString(u.Beside(), "data\n"); n != 5 || err != nil || b.String() != "line\r    \rdata\n" {
		t.Errorf("%d, %v, %q", n, err, b.String())
	}
	u = &UI{Stderr: faulty{errors.New("fault")}, drawn: 1}
	if _, err := io.WriteString(u.Beside(), "data"); err == nil {
		t.Error("a fault of standard error is not reported")
	}
}

// TestFailures: each failure has its status, its text and its notes.
func TestFailures(t *testing.T) {
	var b bytes.Buffer
	u := &UI{Stderr: &b}
	missing := IOError("f", &fs.PathError{Op: "open", Path: "/x/f", Err: fs.ErrNotExist})
	for _, test := range []struct {
		name   string
		err    error
		status int
		want   string
	}{
		{"findings", ErrFindings, StatusFindings, ""},
		{"undecided", ErrUndecided, StatusUndecided, ""},
		{"closed pipe", WithNote(ErrQuiet, "a note"), StatusDone, ""},
		{"path", missing, StatusIO, "percent: error: f: file does not exist\n"},
		{"note", WithNote(WithNote(missing, "one"), "two"), StatusIO, "percent: error: f: file does not exist\npercent: note: one\npercent: note: two\n"},
		{"held", IOError("f", filelock.ErrHeld), StatusIO, "percent: error: f: " + filelock.ErrHeld.Error() + "\npercent: hint: wait until it has ended, or name another file\n"},
	} {
		b.Reset()
		if status := u.Fail(test.err); status != test.status || b.String() != test.want {
			t.Errorf("%s: %d, %q, want %q", test.name, status, b.String(), test.want)
		}
	}
	if missing.Error() != "f: file does not exist" || WithNote(missing, "") != missing {
		t.Errorf("%v", missing)
	}
}

// TestPrinter: a page is written through it, and the first error stays.
func TestPrinter(t *testing.T) {
	var b bytes.Buffer
	p := NewPrinter(&b, &UI{DataTerminal: true})
	if err := p.Page("a\x1b[1mb\x1b[m\x07\n"); err != nil || b.String() != "a\x1b[1mb\x1b[m\\x07\n" {
		t.Errorf("%v, %q", err, b.String())
	}
	p = NewPrinter(faulty{errors.New("fault")}, &UI{})
	if err := p.Page("a"); err == nil || p.Err == nil || p.Err.Error() != "stdout: fault" {
		t.Errorf("%v, %v", err, p.Err)
	}
	if err := (KeepOpen{}).Close(); err != nil {
		t.Error(err)
	}
}

// TestNotTerminals: a file is no terminal, and gives no secret.
func TestNotTerminals(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	t.Setenv("COLUMNS", "1000")
	u := NewUI(file, file)
	if u.Terminal || u.DataTerminal || u.Columns != MaxColumns {
		t.Errorf("%+v", u)
	}
	if text, asked, err := u.AskSecret(file, "secret"); text != "" || asked || err != nil {
		t.Errorf("%q, %v, %v", text, asked, err)
	}
	t.Setenv("COLUMNS", "x")
	if n := columnsOf(file); n != DefaultColumns {
		t.Errorf("%d columns", n)
	}
	IgnoreBrokenPipe()
}
