//go:build unix

package runner

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
)

// harness finds the programs of docs/conform.md: the flags, the command that is named, and its
// file.
var harness = regexp.MustCompile(`(?m)^percent conform (.*)-- (\S+ ([A-Za-z.]+))$`)

// TestHarnesses: the programs of the document are short and pass as it says.
func TestHarnesses(t *testing.T) {
	text, err := os.ReadFile("../../docs/conform.md")
	if err != nil {
		t.Fatal(err)
	}
	found := harness.FindAllStringSubmatch(string(text), -1)
	if len(found) != 5 {
		t.Fatalf("%d harnesses, want 5", len(found))
	}
	for _, m := range found {
		name, flags, command := m[3], strings.Fields(m[1]), strings.Fields(m[2])
		t.Run("harness="+name, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join("../../conform/examples", name))
			if err != nil {
				t.Fatal(err)
			}
			program, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(program, []byte("\n")); n > 14 {
				t.Errorf("%d lines", n)
			}
			needed := command[0]
			if needed == "java" {
				needed = "javac" // to run a source file takes the compiler
			}
			if _, err := exec.LookPath(needed); err != nil {
				t.Skipf("SKIPPED: %s is not installed", needed)
			}
			if !growth.Long() && command[0] != "python3" {
				t.Skip("SKIPPED: only one of them without PERCENT_LONG=1")
			}
			options := conform.Options{Units: dialect.UnitsText}
			as := "rfc3986"
			p := &Program{Timeout: DefaultBatchTimeout}
			for i := 0; i < len(flags); i++ {
				switch flags[i] {
				case "--quick":
					options.Size = conform.Quick
				case "--per-call":
					p.PerCall = true
				case "--wire":
					i++
					p.Wire = map[string]Wire{"json": JSON, "nul": NULs}[flags[i]]
				case "--units":
					i++
					options.Units = map[string]dialect.Units{"utf16": dialect.UnitsUTF16, "bytes": dialect.UnitsBytes}[flags[i]]
				case "--as":
					i++
					as = flags[i]
				default:
					t.Fatalf("flag %s", flags[i])
				}
			}
			p.Units = options.Units
			for _, arg := range command {
				p.Args = append(p.Args, strings.Replace(arg, name, file, 1))
			}
			if err := p.Find(); err != nil {
				t.Fatal(err)
			}
			d, err := dialect.Lookup(as)
			if err != nil {
				t.Fatal(err)
			}
			s, err := conform.New(conform.Encode, d, options)
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Run(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if !r.OK() || r.Passed < 300 {
				t.Errorf("%d passed, %d failed, %d refused, %d left out; %q %q; %+v", r.Passed, r.Failed, r.Refused, r.LeftOut, r.Problems, r.Notes, r.Mistakes)
			}
		})
	}
}
