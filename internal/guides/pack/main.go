// Pack packs the guides in a folder, and in its folder of languages, for package guides.
//
//	go run ./internal/guides/pack DOCS FILE
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/packed"
)

// leftOut are documents that say nothing to who has only the command: what it lists itself,
// tables of differences and of measurements, the page, and the library.
var leftOut = []string{"dialects", "divergences", "divergences-idna", "performance", "page", "net-url"}

func main() {
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(docs, file string) error {
	var list []packed.Text
	for _, pattern := range []string{"*.md", "languages/*.md"} {
		names, err := filepath.Glob(filepath.Join(docs, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			g := packed.Text{Name: strings.TrimSuffix(filepath.Base(name), ".md"), Text: string(text)}
			if !slices.Contains(leftOut, g.Name) {
				list = append(list, g)
			}
		}
	}
	return packed.Write(file, list)
}
