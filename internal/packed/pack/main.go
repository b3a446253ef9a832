// Pack packs files, and those of folders, by their paths.
//
//	go run ./internal/packed/pack OUT FILE…
package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pct-encoded/percent/internal/packed"
)

func main() {
	if err := pack(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(out string, files []string) error {
	var list []packed.Text
	for _, root := range files {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			list = append(list, packed.Text{Name: filepath.ToSlash(name), Text: string(text)})
			return err
		})
		if err != nil {
			return err
		}
	}
	return packed.Write(out, list)
}
