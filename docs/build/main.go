// Build makes the web site of percent: the guides, a page for each dialect and each
// recorded function of a program, the page to try encodings on, and a search that
// needs no server.
//
//	go -C docs/build run . -o ../../dist
//
// Any web server can serve the folder, below any path; it loads nothing from
// elsewhere. -url is the address that the sitemap and the page for errors have.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	s := site{}
	out := flag.String("o", "", "the `FOLDER` to write, which may not hold anything yet")
	flag.StringVar(&s.address, "url", "https://pct-encoded.github.io/percent/", "the `ADDRESS` at which the site will be")
	flag.StringVar(&s.root, "root", "", "the project's folder; by default the one that holds docs/build")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := s.build(*out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages\n", len(s.pages))
}

// build makes the site and writes it to a folder.
func (s *site) build(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty", folder)
	}
	if err := s.compose(); err != nil {
		return err
	}
	if err := s.write(folder); err != nil {
		return err
	}
	return s.try(folder)
}

// try adds the page to try encodings on. Its header fields become those of the whole
// site, since hosts that read a file _headers read it only in the root; they must
// also allow the form of the search.
func (s *site) try(folder string) error {
	folder, err := filepath.Abs(filepath.Join(folder, "try"))
	if err != nil {
		return err
	}
	cmd := exec.Command("go", "run", "./internal/page/build", "-o", folder)
	cmd.Dir = s.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
	}
	headers := filepath.Join(folder, "_headers")
	text, err := os.ReadFile(headers)
	if err != nil {
		return err
	}
	if err := os.Remove(headers); err != nil {
		return err
	}
	all := strings.NewReplacer("\n/percent.wasm\n", "\n/try/percent.wasm\n", "form-action 'none'", "form-action 'self'").Replace(string(text))
	return os.WriteFile(filepath.Join(filepath.Dir(folder), "_headers"), []byte(all), 0o644)
}
