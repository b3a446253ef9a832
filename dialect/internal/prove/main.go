// Command prove writes dialect/implementations.go: every recorded
// implementation with the first dialect that answers as it did. It runs in the
// folder dialect (go generate), and fails when an implementation is
// unaccounted for.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"

	"github.com/pct-encoded/percent/dialect/internal/proof"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "prove: error:", err)
		os.Exit(1)
	}
}

func run() error {
	r, err := proof.Run("../interop")
	if err != nil {
		return err
	}
	const file = "implementations.go"
	src, err := format.Source(r.Source())
	if err != nil {
		return err
	}
	old, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	if !bytes.Equal(src, old) {
		if err := os.WriteFile(file, src, 0o644); err != nil {
			return err
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(r.Problems) > 0 {
		return fmt.Errorf("%d problems", len(r.Problems))
	}
	return nil
}
