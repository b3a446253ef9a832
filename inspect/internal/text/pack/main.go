// Pack packs the names of characters for package text, those of each version of Unicode that
// a version of Go has. It leaves a file alone that holds the same names: other versions of Go
// compress them to other bytes.
//
//	go run ./pack
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pct-encoded/percent/inspect/internal/text"
)

// versions are those of Unicode that golang.org/x/text has, by how the files here name them.
var versions = map[string]string{"names15.bin": "tables15.0.0.go", "names17.bin": "tables17.0.0.go"}

func main() {
	for file, tables := range versions {
		if err := pack(file, tables); err != nil {
			fmt.Fprintln(os.Stderr, "pack:", err)
			os.Exit(1)
		}
	}
}

func pack(file, tables string) error {
	list, err := names(tables)
	if err != nil {
		return err
	}
	name := func(r rune) string {
		if strings.HasPrefix(list[r], "<") {
			return "" // a range
		}
		return list[r]
	}
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil && text.Packs(string(old), name) {
		return nil
	}
	packed, err := text.Pack(name)
	if err != nil {
		return err
	}
	return os.WriteFile(file, packed, 0o644)
}

// printer makes the package runenames a program that prints all names.
const printer = `package main

import (
	"encoding/json"
	"os"
)

func main() {
	names := make([]string, 0x110000)
	for r := range names {
		names[r] = Name(rune(r))
	}
	if err := json.NewEncoder(os.Stdout).Encode(names); err != nil {
		panic(err)
	}
}
`

// names returns the names of all characters that a file of tables of package runenames has.
// Which of these files are compiled depends on the version of Go, so it is compiled alone.
func names(tables string) ([]string, error) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/text").Output()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "names")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	write := func(name string, source []byte) error {
		source = bytes.Replace(source, []byte("package runenames"), []byte("package main"), 1)
		return os.WriteFile(filepath.Join(folder, name), source, 0o644)
	}
	if err := write("main.go", []byte(printer)); err != nil {
		return nil, err
	}
	for _, name := range []string{"runenames.go", tables} {
		source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(module)), "unicode/runenames", name))
		if err != nil {
			return nil, err
		}
		if _, after, ok := bytes.Cut(source, []byte("//go:build")); ok {
			_, source, _ = bytes.Cut(after, []byte("\n"))
		}
		if err := write(name, source); err != nil {
			return nil, err
		}
	}
	printed, err := exec.Command("go", "run", filepath.Join(folder, "main.go"), filepath.Join(folder, "runenames.go"), filepath.Join(folder, tables)).Output()
	if err != nil {
		return nil, err
	}
	var list []string
	return list, json.Unmarshal(printed, &list)
}
