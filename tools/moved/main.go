// Command moved says what has moved on since it was recorded or cited: specifications,
// runtimes, packages of npm and Debian, modules of Go.
//
//	go -C tools/moved run .
//	go -C tools/moved run . specifications npm go debian
//
// It installs nothing, and changes only tools/moved/known.txt, and that with -know. What cannot be asked, because there is no
// network or no such client, is named and is no failure. The exit status is 1 if
// something has moved on, and 2 if a file of the repository cannot be read.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// sources is where answers come from.
type sources struct {
	get func(url string) ([]byte, error)
	run func(dir, name string, args ...string) ([]byte, error)
}

// A kind is one sort of questions, and the word that chooses it.
type kind struct {
	name string
	ask  func(*report, sources) error
}

var kinds = []kind{
	{"specifications", specifications},
	{"npm", npmPackages},
	{"go", goVersions},
	{"debian", debianPackages},
}

func main() {
	root := flag.String("root", "../..", "the `folder` of the repository")
	know := flag.Bool("know", false, "note in "+knownFile+" what is found about RFCs, so that it is not said again")
	timeout := flag.Duration("timeout", 20*time.Second, "how long one answer may take")
	flag.Parse()
	if err := os.Chdir(*root); err != nil {
		fmt.Fprintln(os.Stderr, "moved: error:", err)
		os.Exit(2)
	}
	os.Exit(command(os.Stdout, os.Stderr, flag.Args(), live(*timeout), &report{know: *know}))
}

// command asks the kinds that are named, or all, and returns the exit status.
func command(out, errs io.Writer, names []string, s sources, r *report) int {
	for _, name := range names {
		if !slices.ContainsFunc(kinds, func(k kind) bool { return k.name == name }) {
			fmt.Fprintf(errs, "moved: error: unknown kind %q: specifications, npm, go or debian\n", name)
			return 2
		}
	}
	for _, k := range kinds {
		if len(names) > 0 && !slices.Contains(names, k.name) {
			continue
		}
		if err := k.ask(r, s); err != nil {
			fmt.Fprintln(errs, "moved: error:", err)
			return 2
		}
	}
	r.print(out)
	if len(r.moved) > 0 {
		return 1
	}
	return 0
}

// live returns the sources of this machine.
func live(timeout time.Duration) sources {
	client := &http.Client{Timeout: timeout}
	return sources{
		get: func(url string) ([]byte, error) {
			response, err := client.Get(url)
			if err != nil {
				return nil, err
			}
			defer response.Body.Close()
			if response.StatusCode != http.StatusOK {
				return nil, errors.New(response.Status)
			}
			return io.ReadAll(io.LimitReader(response.Body, 64<<20))
		},
		run: func(dir, name string, args ...string) ([]byte, error) {
			ctx, cancel := context.WithTimeout(context.Background(), 10*timeout)
			defer cancel()
			cmd := exec.CommandContext(ctx, name, args...)
			cmd.Dir = dir
			cmd.WaitDelay = time.Second
			b, err := cmd.Output()
			if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && len(exit.Stderr) > 0 {
				first, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
				err = fmt.Errorf("%w: %s", err, first)
			}
			return b, err
		},
	}
}

// A report collects what was found.
type report struct {
	know    bool // what is found about RFCs is noted
	asked   int
	moved   []string
	unasked []unasked
}

// unasked is what a source could not be asked for, and why.
type unasked struct {
	source, why string
	what        []string
}

// newer notes that something has moved on.
func (r *report) newer(format string, args ...any) {
	r.moved = append(r.moved, fmt.Sprintf(format, args...))
}

// unreached notes what source could not be asked for.
func (r *report) unreached(source, what string, err error) {
	for i := range r.unasked {
		if r.unasked[i].source == source {
			r.unasked[i].what = append(r.unasked[i].what, what)
			return
		}
	}
	r.unasked = append(r.unasked, unasked{source, err.Error(), []string{what}})
}

// silent reports whether source could not be asked before, so that a machine without a
// network waits once for each.
func (r *report) silent(source string) bool {
	return slices.ContainsFunc(r.unasked, func(u unasked) bool { return u.source == source })
}

func (r *report) print(w io.Writer) {
	for _, line := range r.moved {
		fmt.Fprintln(w, "newer:", line)
	}
	missed := 0
	for _, u := range r.unasked {
		missed += len(u.what)
		fmt.Fprintf(w, "not asked: %s (%s): %s\n", u.source, u.why, strings.Join(u.what, ", "))
	}
	fmt.Fprintf(w, "%d asked, %d moved on, %d not asked\n", r.asked, len(r.moved), missed)
}
