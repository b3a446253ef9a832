// Command prove writes recorded_generated.go, which gives each recorded
// implementation the first dialect that answers as it did, and history_generated.go,
// which does so for its versions, and the board. With -docs, and compiled
// with these files, it writes docs/data/dialects.md, docs/data/versions.md and docs/data/divergences.md. It runs in the folder dialect
// (go generate), and fails if an implementation is unaccounted for.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"slices"

	"github.com/pct-encoded/percent/dialect/internal/docs"
	"github.com/pct-encoded/percent/dialect/internal/proof"
	"github.com/pct-encoded/percent/internal/recordings"
)

func main() {
	document := flag.Bool("docs", false, "write docs/data/dialects.md, docs/data/versions.md and docs/data/divergences.md")
	flag.Parse()
	run := implementations
	if *document {
		run = func() error {
			unreached, err := recordings.ReadUnreached("../interop")
			if err != nil {
				return err
			}
			if err := write("../docs/data/versions.md", docs.Versions(unreached)); err != nil {
				return err
			}
			old, err := os.ReadFile("../docs/data/divergences.md")
			if err != nil {
				return err
			}
			_, others, _ := bytes.Cut(old, []byte(docs.Others))
			if err := write("../docs/data/divergences.md", slices.Concat(docs.Divergences(), []byte(docs.Others), others)); err != nil {
				return err
			}
			return write("../docs/data/dialects.md", docs.Dialects())
		}
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "prove: error:", err)
		os.Exit(1)
	}
}

func implementations() error {
	r, err := proof.Run("../interop")
	if err != nil {
		return err
	}
	src, err := format.Source(r.Source())
	if err != nil {
		return err
	}
	if err := write("recorded_generated.go", src); err != nil {
		return err
	}
	histories, err := proof.Histories("../interop")
	if err != nil {
		return err
	}
	if src, err = format.Source(proof.HistorySource(histories)); err != nil {
		return err
	}
	if err := write("history_generated.go", src); err != nil {
		return err
	}
	claims, err := proof.Claims("../interop", r)
	if err != nil {
		return err
	}
	if src, err = format.Source(proof.BoardSource(claims)); err != nil {
		return err
	}
	if err := write("../internal/board/board_generated.go", src); err != nil {
		return err
	}
	for _, p := range r.Problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(r.Problems) > 0 {
		return fmt.Errorf("%d problems", len(r.Problems))
	}
	return nil
}

// write writes a file unless it already has that content.
func write(name string, content []byte) error {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(name, content, 0o644)
}
