// Command urls records what new URL() of browsers makes of the texts of Corpus:
//
//	go run ./urls [chromium] [firefox] [webkit]
//
// Without names it asks all three. Started in interop, it writes inputs.json.gz and recordings/NAME.json.gz.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "urls:", err)
		os.Exit(1)
	}
}

func run(browsers []string) error {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := errors.Join(writeInputs(z), z.Close()); err != nil {
		return err
	}
	if err := os.WriteFile("urls/inputs.json.gz", out.Bytes(), 0o644); err != nil {
		return err
	}
	if len(browsers) == 0 {
		browsers = []string{"chromium", "firefox", "webkit"}
	}
	cmd := exec.Command("node", append([]string{"urls/record.mjs"}, browsers...)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// writeInputs writes Corpus as a list of [input, base or null].
func writeInputs(w io.Writer) error {
	var list [][2]any
	for _, c := range Corpus() {
		list = append(list, [2]any{c.Input, c.Base})
	}
	return json.NewEncoder(w).Encode(list)
}
