package main

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// No command obeys its input: whatever it is given, a terminal gets nothing but
// text and our own colours, on either stream.
func TestNoCommandObeysItsInput(t *testing.T) {
	const hostile = "\x1b]0;x\a\x1b[31m\u009b2J\u202e\r\x7f"
	texts := []string{
		hostile, "%1b[2J%9b" + hostile, "http://h" + hostile + "/" + hostile + "?" + hostile, "q=" + hostile, "{" + hostile + "}",
		`{"` + hostile + `":1}`, "%" + hostile,
	}
	var leaves [][]string
	var walk func(cmd *cobra.Command, path []string)
	walk = func(cmd *cobra.Command, path []string) {
		for _, c := range cmd.Commands() {
			walk(c, append(path[:len(path):len(path)], c.Name()))
		}
		leaves = append(leaves, path)
	}
	walk(program().Root(stream.New(strings.NewReader(""), io.Discard, io.Discard)), nil)
	for _, leaf := range leaves {
		for i, text := range texts {
			lines := [][]string{{text}, {text, text}, {"--on-error", "keep", text}}
			if i < 2 { // what quotes the word of a flag does not care what it would mean as a value
				lines = append(lines, []string{"--" + text}, []string{"--as", text, "x"}, []string{"-f", text}, []string{"--on-error", text})
			}
			for _, args := range lines {
				var stdout, stderr bytes.Buffer
				a := stream.New(strings.NewReader(text), &stdout, &stderr)
				a.UI.DataTerminal, a.UI.Terminal, a.UI.Colour = true, true, true
				a.Text = term.NewPrinter(&stdout, a.UI)
				run(a, append(append([]string{"percent"}, leaf...), args...))
				for stream, got := range map[string]string{"stdout": stdout.String(), "stderr": stderr.String()} {
					for _, p := range term.Sequences {
						got = strings.ReplaceAll(got, string(p), "")
					}
					if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && r != '\t' && (unicode.IsControl(r) || r == '\u202e') }); i >= 0 {
						t.Errorf("percent %s %q: %s holds %q", strings.Join(leaf, " "), args, stream, got[i:min(len(got), i+20)])
					}
				}
			}
		}
	}
}

// A screen is what a terminal is given.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// A patient reader gives a line, and ends when something is on the screen or when
// that takes very long.
type patient struct {
	line string
	to   *screen
}

func (p *patient) Read(b []byte) (int, error) {
	if p.line != "" {
		n := copy(b, p.line)
		p.line = p.line[n:]
		return n, nil
	}
	for range 600 {
		if p.to.String() != "" {
			return 0, io.EOF
		}
		time.Sleep(50 * time.Millisecond)
	}
	return 0, io.ErrUnexpectedEOF
}

// On a terminal it shows after a while, however small the input is, and goes.
func TestProgressOnTerminal(t *testing.T) {
	shown := regexp.MustCompile(`^percent: 6 B, 1 (value|row), \d+ B/s(\r +\rpercent: 6 B, 1 (value|row), \d+ B/s)*\r +\r$`)
	for _, args := range [][]string{{"decode"}, {"decode", "--tsv", "--column", "1", "--header", "no"}} {
		var on screen
		a := stream.New(&patient{"a%20b\n", &on}, io.Discard, &on)
		a.UI.Terminal = true
		if status := run(a, append([]string{"percent"}, args...)); status != 0 || !shown.MatchString(on.String()) {
			t.Errorf("%v: status %d, %q", args, status, on.String())
		}
	}
}
