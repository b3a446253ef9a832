package term

import (
	"bytes"
	"errors"
	"io"
	"testing"
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
			w := &VisibleWriter{Out: KeepOpen{&out}}
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
	w := &VisibleWriter{Out: KeepOpen{faulty{fault}}}
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
