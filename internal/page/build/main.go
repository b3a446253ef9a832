// Build makes the page a static site, in which the program runs as WebAssembly in
// the browser:
//
//	go run ./internal/page/build -o dist
//
// Any web server can serve the folder, under any path. The site sends nothing
// anywhere. Let the server compress percent.wasm: with Brotli it shrinks to a fifth.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pct-encoded/percent/internal/licences"
	"github.com/pct-encoded/percent/internal/page"
)

//go:embed static/worker.js
var worker []byte

// policy is the Content-Security-Policy of the page, for a site: it also allows the
// worker, and WebAssembly in it.
var policy = strings.Replace(page.Policy, "script-src 'self';", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self';", 1)

// headers is a file that many hosts of static sites read.
var headers = `/*
  Content-Security-Policy: ` + policy + `
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cross-Origin-Opener-Policy: same-origin
/percent.wasm
  Content-Type: application/wasm
`

func main() {
	out := flag.String("o", "", "the `FOLDER` to write, which must be empty or not exist")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build writes the site to a folder.
func build(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty", folder)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(folder, page.Files); err != nil {
		return err
	}
	index, err := site(page.Files)
	if err != nil {
		return err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return err
	}
	support, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"index.html": index, "app/worker.js": worker, "wasm_exec.js": support, "_headers": []byte(headers),
	} {
		if err := os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), content, 0o644); err != nil {
			return err
		}
	}
	if err := compile(filepath.Join(folder, "percent.wasm")); err != nil {
		return err
	}
	return license(folder)
}

// site returns index.html for a site.
func site(files fs.FS) ([]byte, error) {
	text, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return nil, err
	}
	index := string(text)
	// A meta element cannot say who may frame the page.
	meta, _, _ := strings.Cut(policy, "; frame-ancestors")
	for _, change := range [][2]string{
		{`data-transport="http"`, `data-transport="wasm"`},
		{"<meta charset=\"utf-8\">\n", "<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + meta + "\">\n"},
	} {
		if strings.Count(index, change[0]) != 1 {
			return nil, fmt.Errorf("index.html should have one %q", change[0])
		}
		index = strings.Replace(index, change[0], change[1], 1)
	}
	return []byte(index), nil
}

// target is what the program is compiled for, program its package.
var target = []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0"}

const program = "github.com/pct-encoded/percent/internal/page/wasm"

// license writes the licences that percent.wasm and wasm_exec.js are under, with
// names that servers take for text.
func license(folder string) error {
	linked, err := licences.List("", target, program)
	if err != nil {
		return err
	}
	if err := linked.Check(filepath.Join(folder, "percent.wasm")); err != nil {
		return err
	}
	others, err := linked.Text()
	if err != nil {
		return err
	}
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pct-encoded/percent")
	if err != nil {
		return err
	}
	own, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(filepath.Join(folder, "LICENSE.txt"), own, 0o644),
		os.WriteFile(filepath.Join(folder, "THIRD_PARTY_LICENSES.txt"), others, 0o644),
	)
}

// compile builds the program.
func compile(file string) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-tags=nopairs", "-ldflags=-s -w", "-o", file, program)
	cmd.Env = append(os.Environ(), target...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return errors.New("cannot build the program: " + err.Error())
	}
	return nil
}

func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	return strings.TrimSpace(string(out)), err
}
