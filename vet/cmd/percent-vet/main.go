// Percent-vet finds the wrong percent-encoder in Go programs. It runs alone,
//
//	percent-vet ./...
//
// or as a tool of go vet:
//
//	go vet -vettool=$(which percent-vet) ./...
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/pct-encoded/percent/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// Exit statuses, as those of percent.
const (
	statusDone     = 0
	statusFindings = 1
	statusUsage    = 2
	statusInput    = 3
	statusIO       = 4
)

func main() {
	if calledByGo(os.Args[1:]) {
		unitchecker.Main(vet.Analyzer)
	}
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// calledByGo says whether go vet calls the program, by its protocol.
func calledByGo(args []string) bool {
	for _, a := range args {
		if a == "-V=full" || a == "-flags" || strings.HasSuffix(a, ".cfg") {
			return true
		}
	}
	return false
}

const usage = `percent-vet finds the wrong percent-encoder in Go programs: values that are encoded
or decoded twice, an encoder for another part of a URL, or none at all.

  percent-vet [FLAG…] [PACKAGE…]               the default is ./...
  go vet -vettool=$(which percent-vet) PACKAGE…

  --rules LIST    add rules, or leave them out with a minus sign in front:
                  --rules host-prefix,-query-in-path; all is all of them
  --list          list the rules
  --fix           write the fixes into the files
  --format NAME   text (the default), json or sarif
  --json          the same as --format json
  --tests=false   leave out tests
  --tags LIST     build tags, separated by commas

A comment //percent:ignore RULE reason silences a rule on its line and the next.
Generated files are left out. The status is 0 without findings, 1 with some, 2 if the
command line makes no sense, 3 if a package does not compile (the others are looked at),
and 4 if reading or writing failed.
`

// options are what the command line says.
type options struct {
	format   string
	fix      bool
	tests    bool
	patterns []string

	buildFlags []string // for the go command
}

func run(args []string, stdout, stderr io.Writer) int {
	set := flag.NewFlagSet("percent-vet", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	var o options
	var list, asJSON bool
	set.StringVar(&o.format, "format", "text", "")
	set.BoolVar(&asJSON, "json", false, "")
	set.BoolVar(&o.fix, "fix", false, "")
	set.BoolVar(&o.tests, "tests", true, "")
	set.BoolVar(&list, "list", false, "")
	var rules, tags string
	set.StringVar(&tags, "tags", "", "")
	set.StringVar(&rules, "rules", "", "")
	switch err := set.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return statusDone
	case err != nil:
		return fail(stderr, statusUsage, err, "percent-vet --help lists the flags")
	}
	if err := vet.Analyzer.Flags.Set("rules", rules); err != nil {
		return fail(stderr, statusUsage, err, "percent-vet --list lists the rules")
	}
	if asJSON {
		o.format = "json"
	}
	if tags != "" {
		o.buildFlags = []string{"-tags=" + tags}
	}
	if list {
		for _, r := range vet.Rules() {
			state := "on"
			switch {
			case r.Majority:
				state = "most"
			case !r.Default:
				state = "off"
			}
			fmt.Fprintf(stdout, "%-20s %-4s %s\n", r.ID, state, r.Title)
		}
		return statusDone
	}
	if o.format != "text" && o.format != "json" && o.format != "sarif" {
		return fail(stderr, statusUsage, fmt.Errorf("unknown format %q", o.format), "it is text, json or sarif")
	}
	if o.patterns = set.Args(); len(o.patterns) == 0 {
		o.patterns = []string{"./..."}
	}
	r, err := analyze(o)
	if err != nil {
		return fail(stderr, statusIO, err, "")
	}
	if o.fix {
		fixed := 0
		fixed, r, err = fixAll(o, r)
		if fixed > 0 {
			fmt.Fprintf(stderr, "percent-vet: note: %d fixed\n", fixed)
		}
		if err != nil {
			return fail(stderr, statusIO, err, "")
		}
	}
	if err := write(stdout, o.format, r); err != nil {
		return fail(stderr, statusIO, err, "")
	}
	if r.left > 0 {
		fmt.Fprintf(stderr, "percent-vet: note: %d parameters go into URLs unescaped, as most do here: --rules unescaped-parameter shows them\n", r.left)
	}
	for i, text := range r.broken {
		if i == mostErrors {
			fmt.Fprintf(stderr, "percent-vet: note: %d more errors\n", len(r.broken)-i)
			break
		}
		fmt.Fprintf(stderr, "percent-vet: error: %s\n", text)
	}
	switch {
	case len(r.broken) > 0:
		fmt.Fprintln(stderr, "percent-vet: hint: packages that do not compile are left out; try go build and go vet")
		return statusInput
	case len(r.found) > 0:
		return statusFindings
	}
	return statusDone
}

// mostErrors is how many errors of packages are shown.
const mostErrors = 10

func fail(w io.Writer, status int, err error, hint string) int {
	fmt.Fprintf(w, "percent-vet: error: %v\n", err)
	if hint != "" {
		fmt.Fprintf(w, "percent-vet: hint: %s\n", hint)
	}
	return status
}
