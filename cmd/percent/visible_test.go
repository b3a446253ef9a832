package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"
)

// However text is cut, the same is shown of it.
func TestVisibleWriter(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"escape", "\x1b[31mred", `\x1b[31mred`},
		{"line ends", "a\r\nb\n\rc\r", "a\r\nb\n" + `\x0dc\x0d`},
		{"tab and backspace", "\t\b", "\t" + `\x08`},
		{"C1", "\u009bm\x9b", `\u009bm\x9b`},
		{"direction", "\u202e\u2066", `\u202e\u2066`},
		{"text", "é日😀👩\u200d🔧\u3000", "é日😀👩\u200d🔧\u3000"},
		{"not UTF-8", "\xc3\xff\xe2\x82", `\xc3\xff\xe2\x82`},
		{"U+FFFD", "\ufffd", "\ufffd"},
		{"tag", "\U000e0041", `\U000e0041`},
	} {
		for size := 1; size <= len(test.text); size++ {
			var out bytes.Buffer
			w := &visibleWriter{w: keepOpen{&out}}
			for rest := test.text; rest != ""; {
				n := min(size, len(rest))
				if m, err := io.WriteString(w, rest[:n]); m != n || err != nil {
					t.Fatal(m, err)
				}
				rest = rest[n:]
			}
			if err := w.Close(); err != nil || out.String() != test.want {
				t.Errorf("%s in pieces of %d: %q, %v, want %q", test.name, size, out.String(), err, test.want)
			}
		}
	}
}

// A fault of the terminal is reported.
func TestVisibleWriterFault(t *testing.T) {
	fault := errors.New("fault")
	w := &visibleWriter{w: keepOpen{faulty{fault}}}
	if _, err := w.Write([]byte("a")); !errors.Is(err, fault) {
		t.Errorf("Write: %v", err)
	}
	w.cut = []byte{0xC3}
	if err := w.Close(); !errors.Is(err, fault) {
		t.Errorf("Close: %v", err)
	}
}

type faulty struct{ err error }

func (f faulty) Write([]byte) (int, error) { return 0, f.err }

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
	walk(newRoot(newApp(strings.NewReader(""), io.Discard, io.Discard), commands...), nil)
	for _, leaf := range leaves {
		for _, text := range texts {
			for _, args := range [][]string{{text}, {text, text}, {"--" + text}, {"--as", text, "x"}, {"-f", text}, {"--on-error", text}, {"--on-error", "keep", text}} {
				var stdout, stderr bytes.Buffer
				a := newApp(strings.NewReader(text), &stdout, &stderr)
				a.ui.data, a.ui.terminal, a.ui.colour = true, true, true
				a.text = newTextOutput(&stdout, a.ui)
				run(a, append(append([]string{"percent"}, leaf...), args...))
				for stream, got := range map[string]string{"stdout": stdout.String(), "stderr": stderr.String()} {
					for _, p := range pens {
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
