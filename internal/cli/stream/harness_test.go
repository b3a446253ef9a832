//go:build unix

package stream

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// A world is a folder of its own with streams in memory.
type world struct {
	*testing.T
	app            *Streams
	stdout, stderr bytes.Buffer
	folder         string
}

func newWorld(t *testing.T, stdin string) *world {
	t.Helper()
	w := &world{T: t, folder: t.TempDir()}
	w.app = New(strings.NewReader(stdin), &w.stdout, &w.stderr)
	return w
}

// path returns the path of a file in the folder.
func (w *world) path(name string) string { return filepath.Join(w.folder, name) }

// file writes a file and returns its path.
func (w *world) file(name, text string) string {
	w.Helper()
	if err := os.WriteFile(w.path(name), []byte(text), 0o600); err != nil {
		w.Fatal(err)
	}
	return w.path(name)
}

// read returns the contents of a file, or "(none)".
func (w *world) read(name string) string {
	text, err := os.ReadFile(w.path(name))
	if err != nil {
		return "(none)"
	}
	return string(text)
}

// sources returns the sources of files.
func (w *world) sources(f *Options, names ...string) []Source {
	w.Helper()
	f.Files = names
	from, err := f.Sources(w.app, nil)
	if err != nil {
		w.Fatal(err)
	}
	return from
}

// output returns the output that f names.
func (w *world) output(f *Options, from []Source) *Output {
	w.Helper()
	out, err := f.OutputTo(w.app, from)
	if err != nil {
		w.Fatal(err)
	}
	return out
}

// refused checks the text of a failure, in which the folder is left out, and its status.
func (w *world) refused(name string, err error, status int, text string) {
	w.Helper()
	var known *term.Failure
	if !errors.As(err, &known) {
		w.Errorf("%s: error %v, want %q", name, err, text)
		return
	}
	if got := strings.ReplaceAll(known.Text, w.folder+string(filepath.Separator), ""); got != text || known.Status != status {
		w.Errorf("%s: status %d, %q, want %d, %q", name, known.Status, got, status, text)
	}
}

func write(t *testing.T, w io.Writer, text string) {
	t.Helper()
	if n, err := io.WriteString(w, text); err != nil || n != len(text) {
		t.Fatalf("%d of %d bytes, %v", n, len(text), err)
	}
}
