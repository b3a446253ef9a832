// Command dsn records what drivers of databases and brokers read in connection URIs:
//
//	go run ./dsn [-family NAME] [RECORDER…]
//
// Started in interop, it writes dsn/cases/FAMILY.txt.gz and runs the recorders that are named,
// or all, for each family, or for one. A recorder whose program is missing is named, and its recordings stay
// as they are. It then writes dsn/recordings/FAMILY/DRIVER@VERSION.txt.gz.
package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/recordings"
)

// statusNotInstalled is how run says that a program is missing.
const statusNotInstalled = 77

func main() {
	only := flag.String("family", "", "record this `family` only")
	flag.Parse()
	if err := run(*only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "dsn: error:", err)
		os.Exit(1)
	}
}

func run(only string, recorders []string) error {
	folder := "dsn"
	if len(recorders) == 0 {
		entries, err := os.ReadDir(filepath.Join(folder, "recorders"))
		if err != nil {
			return err
		}
		for _, e := range entries {
			recorders = append(recorders, e.Name())
		}
	}
	for _, f := range families {
		var uris []string
		for _, c := range f.Cases() {
			uris = append(uris, c.URI)
		}
		file, err := recordings.Zip(recordings.RenderCorpus(uris))
		if err != nil {
			return err
		}
		if err := write(filepath.Join(folder, "cases", f.name+".txt.gz"), file); err != nil {
			return err
		}
		for _, name := range recorders {
			if only != "" && only != f.name {
				continue
			}
			if err := record(folder, name, f, uris); err != nil {
				return fmt.Errorf("%s, %s: %w", name, f.name, err)
			}
		}
	}
	return nil
}

// record runs a recorder for the URIs of a family and writes a file for each driver.
func record(folder, recorder string, f family, uris []string) error {
	var in, out bytes.Buffer
	for _, uri := range uris {
		fmt.Fprintf(&in, "%x\n", uri)
	}
	command := exec.Command(filepath.Join(folder, "recorders", recorder, "run"), f.name)
	command.Stdin, command.Stdout, command.Stderr = &in, &out, os.Stderr
	err := command.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == statusNotInstalled {
		fmt.Fprintln(os.Stderr, recorder, "is not installed")
		return nil
	}
	if err != nil {
		return err
	}
	for part := range strings.SplitSeq(out.String(), "#\t") {
		if part == "" {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(part, "\n"), "\n")
		head := strings.Split(lines[0], "\t")
		if len(head) != 3 || len(lines) != len(uris)+1 {
			return fmt.Errorf("%q: %d answers to %d URIs", lines[0], len(lines)-1, len(uris))
		}
		d := recordings.DSN{
			DSNHeader: recordings.DSNHeader{Name: head[0], Version: head[1], Family: f.name, Call: head[2], Day: time.Now().UTC().Format(time.DateOnly), Cases: recordings.CorpusSum(uris)},
		}
		for _, line := range lines[1:] {
			answer, err := parse(line)
			if err != nil {
				return err
			}
			d.Answers = append(d.Answers, answer)
		}
		file, err := d.Render()
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s@%s.txt.gz", d.Name, d.Version)
		if err := write(filepath.Join(folder, "recordings", f.name, name), file); err != nil {
			return err
		}
		fmt.Println(f.name, d.Name, d.Version)
	}
	return nil
}

// parse reads an answer: "!" and a message, or "=", user, password, host, port and database,
// of which one that is absent is "-", and options, all in hexadecimal.
func parse(line string) (a recordings.DSNAnswer, err error) {
	fields := strings.Split(line, "\t")
	if fields[0] == "!" && len(fields) == 2 {
		message, err := hex.DecodeString(fields[1])
		a.Refused, a.Error = true, string(message)
		return a, err
	}
	if fields[0] != "=" || len(fields) < 6 {
		return a, fmt.Errorf("no answer: %q", line)
	}
	for i, field := range fields[1:6] {
		if field == "-" {
			continue
		}
		text, err := hex.DecodeString(field)
		if err != nil {
			return a, err
		}
		s := string(text)
		a.Parts[i] = &s
	}
	for _, option := range fields[6:] {
		name, value, _ := strings.Cut(option, "=")
		n, err := hex.DecodeString(name)
		if err != nil {
			return a, err
		}
		v, err := hex.DecodeString(value)
		if err != nil {
			return a, err
		}
		a.Options = append(a.Options, [2]string{string(n), string(v)})
	}
	return a, nil
}

func write(path string, file []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, file, 0o644)
}
