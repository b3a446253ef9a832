package peek_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/internal/peek"
)

func TestReader(t *testing.T) {
	r := &peek.Reader{Head: []byte("head "), R: strings.NewReader("and the rest")}
	if err := iotest.TestReader(r, []byte("head and the rest")); err != nil {
		t.Error(err)
	}
}

// onlyReader has no other method.
type onlyReader struct{ io.Reader }

func TestSkip(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for n := range int64(11) {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		pipe, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.WriteString("0123456789"); err != nil {
			t.Fatal(err)
		}
		w.Close()
		for what, r := range map[string]io.Reader{
			"file": file, "pipe": pipe, "reader": onlyReader{strings.NewReader("0123456789")},
			"head": &peek.Reader{Head: []byte("0123"), R: onlyReader{strings.NewReader("456789")}},
		} {
			err := peek.Skip(r, n)
			rest, failed := io.ReadAll(r)
			if err != nil || failed != nil || string(rest) != "0123456789"[n:] {
				t.Errorf("%s: %d left out: %q, %v, %v", what, n, rest, err, failed)
			}
		}
		file.Close()
		pipe.Close()
	}
}

func TestSkipTooMuch(t *testing.T) {
	for what, r := range map[string]io.Reader{
		"reader": onlyReader{strings.NewReader("01")},
		"head":   &peek.Reader{Head: []byte("0"), R: onlyReader{strings.NewReader("1")}},
	} {
		if err := peek.Skip(r, 3); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
