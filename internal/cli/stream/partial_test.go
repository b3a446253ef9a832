package stream

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/filelock"
)

// TestTwoWriters: without locks, the file of another command is not renamed, and not
// reported as ours.
func TestTwoWriters(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: a name cannot be used again while its file is open")
	}
	name := filepath.Join(t.TempDir(), "out")
	p, err := newPartial(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.open(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(p.partial()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.partial(), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.whole = true
	err = p.Close()
	if !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("error %v", err)
	}
	if left := p.left(term.IOError(name, err)); left != "" {
		t.Errorf("says that %s", left)
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("there is a file of the name")
	}
	if b, _ := os.ReadFile(p.partial()); string(b) != "half" {
		t.Errorf("the file of the other holds %q", b)
	}
}
