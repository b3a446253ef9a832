package term

import (
	"io"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// KeepOpen is a stream that Close leaves open.
type KeepOpen struct{ io.Writer }

// Close does nothing.
func (KeepOpen) Close() error { return nil }

// A Printer is where commands print pages of text, and cobra prints help. It
// remembers the first write error.
type Printer struct {
	Err error // the first write error, an IOError, or nil

	w      io.Writer
	stdout io.Writer
	ui     *UI
}

// NewPrinter returns a Printer for stdout, which makes control sequences visible on a
// terminal.
func NewPrinter(stdout io.Writer, u *UI) *Printer {
	t := &Printer{w: stdout, stdout: stdout, ui: u}
	if u.DataTerminal {
		t.w = &VisibleWriter{Out: KeepOpen{Writer: stdout}, Painted: true}
	}
	return t
}

// Write writes p, a piece of a page.
func (t *Printer) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	if err != nil && t.Err == nil {
		t.Err = IOError("stdout", err)
	}
	return n, err
}

// Page prints text, through a pager if it does not fit on the terminal: PAGER
// or, by default, less. An empty PAGER means no pager.
func (t *Printer) Page(text string) error {
	if file, ok := t.stdout.(*os.File); ok && t.ui.DataTerminal {
		_, height, err := term.GetSize(int(file.Fd()))
		if err != nil || height < 2 {
			height = 24
		}
		pager, set := os.LookupEnv("PAGER")
		if !set {
			pager = "less"
		}
		if words := strings.Fields(pager); len(words) > 0 && strings.Count(text, "\n") >= height {
			cmd := exec.Command(words[0], words[1:]...)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(text), file, t.ui.Stderr
			if _, set := os.LookupEnv("LESS"); !set {
				cmd.Env = append(os.Environ(), "LESS=FRX")
			}
			if cmd.Start() == nil {
				// Leaving the pager early is not an error.
				_ = cmd.Wait()
				return nil
			}
		}
	}
	_, err := io.WriteString(t, text)
	return err
}
