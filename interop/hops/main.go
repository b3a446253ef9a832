// Command hops records what servers and proxies make of request targets:
//
//	go run ./hops [-only nginx,go:ServeMux]
//
// Started in interop, it writes hops/targets.txt.gz and hops/recordings.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pct-encoded/percent/internal/recordings"
)

// hops are all hops, in the order in which their files add them.
var hops []hop

// add adds a hop. Its configuration is written without the indentation of the code.
func add(h hop) {
	h.config = dedent(h.config)
	hops = append(hops, h)
}

// dedent takes the tabs that all lines begin with from each, and empty lines at both
// ends.
func dedent(s string) string {
	s = strings.TrimRight(strings.Trim(s, "\n"), "\t\n")
	for strings.HasPrefix(s, "\t") && !strings.Contains(s, "\n\n") && strings.Count(s, "\n") == strings.Count(s, "\n\t") {
		s = strings.ReplaceAll(s[1:], "\n\t", "\n")
	}
	return s
}

func main() {
	only := flag.String("only", "", "hops whose names begin with one of these, separated by commas")
	flag.Parse()
	if err := run(strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "hops:", err)
		os.Exit(1)
	}
}

func run(only []string) error {
	targets := Generated()
	file, err := recordings.RenderTargets(targets)
	if err != nil {
		return err
	}
	if err := os.WriteFile("hops/targets.txt.gz", file, 0o644); err != nil {
		return err
	}
	failed := 0
	for i := range hops {
		h := &hops[i]
		if !begins(h.name, only) {
			continue
		}
		switch err := h.write(targets); {
		case errors.Is(err, errMissing):
			fmt.Println(h.name+":", err)
		case err != nil:
			fmt.Fprintln(os.Stderr, h.name+":", err)
			failed++
		default:
			fmt.Println(h.name)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d failed", failed)
	}
	return nil
}

func (h *hop) write(targets [][]byte) error {
	rec, err := h.record(targets)
	if err != nil {
		return err
	}
	file, err := rec.Render()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("hops/recordings", recordings.HopFile(h.name)), file, 0o644)
}

func begins(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
