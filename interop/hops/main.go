// Command hops records what servers and proxies make of request targets:
//
//	go run ./hops [-what targets|hops|chains|random|configs] [-only nginx,go:http]
//
// Started in interop, it writes hops/targets.txt.gz, hops/recordings or hops/chains. With
// random, it compares the models of package hop with the servers on random targets, and
// writes hops/random.tsv. With configs, it compares what the package reads in the files of
// hops/configs with what their servers do, and writes hops/configs.tsv.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	only := flag.String("only", "", "hops, or chains, whose names begin with one of these, separated by commas")
	what := flag.String("what", "hops", "targets, hops, chains, random or configs")
	n := flag.Int("n", 100_000, "how many random targets")
	seed := flag.Uint64("seed", 1, "what random targets are drawn from")
	flag.StringVar(&root, "root", "", "folder that packages of another suite were unpacked into: its programs are run, as root")
	flag.Parse()
	if err := run(*what, strings.Split(*only, ","), *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "hops:", err)
		os.Exit(1)
	}
}

func run(what string, only []string, n int, seed uint64) error {
	switch what {
	case "targets":
		return writeTargets("hops")
	case "configs":
		return compareConfigs(only, n, seed)
	}
	targets, err := recordings.ReadTargets("hops/targets.txt.gz")
	if err != nil {
		return err
	}
	list, folder := singles(), "hops/recordings"
	switch what {
	case "hops", "random":
	case "chains":
		folder = "hops/chains"
		if list, err = parsedChains(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("-what %s is not targets, hops, chains, random or configs", what)
	}
	failed := 0
	for _, chain := range list {
		name := chainName(chain)
		if !begins(name, only) {
			continue
		}
		var err error
		if what == "random" {
			var o outcome
			if o, err = compareRandom(chain[0], n, seed); err == nil {
				err = keepOutcome(randomTable, o)
			}
		} else {
			err = write(folder, chain, targets)
		}
		switch {
		case errors.Is(err, errMissing), errors.Is(err, errNoModel):
			fmt.Println(name+":", err)
		case err != nil:
			fmt.Fprintln(os.Stderr, name+":", err)
			failed++
		case what != "random":
			fmt.Println(name)
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d failed", failed)
	}
	return nil
}

// singles returns every hop as a chain of its own.
func singles() [][]*hop {
	list := make([][]*hop, len(hops))
	for i := range hops {
		list[i] = []*hop{&hops[i]}
	}
	return list
}

func chainName(chain []*hop) string {
	name := chain[0].name
	for _, h := range chain[1:] {
		name += " > " + h.name
	}
	return name
}

// write records a chain. A version other than the one that is recorded is written beside
// it, with what both do alike left out.
func write(folder string, chain []*hop, targets [][]byte) error {
	rec, err := record(chain, targets)
	if err != nil {
		return err
	}
	file := recordings.HopFile(rec.Hop)
	whole, err := recordings.ReadHop(filepath.Join(folder, file))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case whole.Version != rec.Version:
		file, rec.As = recordings.HopFile(rec.Hop+"@"+rec.Version), whole.Version
	}
	text, err := rec.Render(whole)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, file), text, 0o644)
}

// writeTargets writes the generated targets, and those that the first hops of chains passed
// on.
func writeTargets(folder string) error {
	targets := Generated()
	more, err := Forwarded(folder, targets)
	if err != nil {
		return err
	}
	file, err := recordings.RenderTargets(append(targets, more...))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "targets.txt.gz"), file, 0o644)
}

// Forwarded returns what the first hops of chains made of the generated targets, which are
// the first of their recordings, without those targets: sorted, and each once.
func Forwarded(folder string, generated [][]byte) ([][]byte, error) {
	seen := map[string]bool{}
	for _, t := range generated {
		seen[string(t)] = true
	}
	list, err := parsedChains()
	if err != nil {
		return nil, err
	}
	var more [][]byte
	for _, chain := range list {
		rec, err := recordings.ReadHop(filepath.Join(folder, "recordings", recordings.HopFile(chain[0].name)))
		if err != nil {
			return nil, err
		}
		for _, s := range rec.Seen[:min(len(generated), len(rec.Seen))] {
			// A request line cannot be asked for with an empty target.
			if len(s.Forward) > 0 && !seen[string(s.Forward)] {
				seen[string(s.Forward)] = true
				more = append(more, s.Forward)
			}
		}
	}
	slices.SortFunc(more, bytes.Compare)
	return more, nil
}

func begins(name string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}
