// Release makes all files of a release of percent, in one folder: archives,
// packages for Debian, Red Hat and Alpine, a Homebrew formula, a Scoop manifest, a
// container file, a package for npm, how programs read URLs as data, checksums, a bill of
// materials and the notes.
// Each program comes with the licences of what it links.
//
//	go -C tools/release run . -snapshot -o ../../dist
//	go -C tools/release run . -version v0.1.0
//	go -C tools/release run . -snapshot -only linux/amd64
//
// Two runs on the same commit with the same Go give the same bytes. It needs Go, git
// and the modules, and nothing else; it publishes nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	r := release{}
	snapshot := flag.Bool("snapshot", false, "make a release of the commit that is checked out, under a version that sorts before the next one")
	flag.StringVar(&r.version, "version", "", "the version, such as v0.1.0; by default the tag of the commit")
	flag.StringVar(&r.dir, "o", "dist", "the folder to write to; it must be empty or absent")
	flag.StringVar(&r.root, "root", "", "the project's folder; by default the one that holds tools/release")
	only := flag.String("only", "", "make only these targets, such as linux/amd64,windows/arm64")
	flag.Parse()
	err := fmt.Errorf("unexpected argument %q: there are only flags", flag.Arg(0))
	if flag.NArg() == 0 {
		err = r.run(*snapshot, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A release is what is made, and where.
type release struct {
	root    string    // the project's folder
	dir     string    // where the files go
	version string    // such as v0.1.0
	commit  string    // the whole hash
	date    time.Time // of the commit, which is that of every file
	work    string    // a folder for what goes into archives
}

// number is the version without its v, as most packages write it.
func (r *release) number() string { return strings.TrimPrefix(r.version, "v") }

// A target is what percent is built for. Arch is Go's name; arm means ARMv7.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

// env is what tells Go the target.
func (t target) env() []string { return []string{"GOOS=" + t.os, "GOARCH=" + t.arch} }

// targets are all that a release has.
var targets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"linux", "386"},
	{"linux", "arm"},
	{"linux", "riscv64"},
	{"linux", "s390x"},
	{"linux", "ppc64le"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
	{"windows", "386"},
	{"freebsd", "amd64"},
	{"freebsd", "arm64"},
}

// versions are what can be released: a semantic version, maybe of a prerelease.
var versions = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

func (r *release) run(snapshot bool, only string) error {
	if err := r.prepare(snapshot); err != nil {
		return err
	}
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	if err := r.notes(); err != nil { // before anything is compiled
		return err
	}
	if r.work, err = os.MkdirTemp("", "percent-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	if err := r.documents(); err != nil {
		return err
	}
	built, err := r.all(chosen)
	if err != nil {
		return err
	}
	for _, write := range []func([]artefact) error{r.npm, r.homebrew, r.scoop, r.container, r.materials, r.readers, r.hops, r.checksums} {
		if err := write(built); err != nil {
			return err
		}
	}
	return nil
}

// all makes what is for each target, several at a time. They share what Go has
// compiled for one another.
func (r *release) all(chosen []target) ([]artefact, error) {
	built, failed := make([]artefact, len(chosen)), make([]error, len(chosen))
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, t := range chosen {
		all.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			a, err := r.build(t)
			if err != nil {
				failed[i] = fmt.Errorf("%v: %w", t, err)
				return
			}
			built[i] = a
			fmt.Println(filepath.Base(a.archive))
		})
	}
	all.Wait()
	return built, errors.Join(failed...)
}

// prepare finds out what is released.
func (r *release) prepare(snapshot bool) error {
	if r.root == "" {
		r.root = filepath.Join("..", "..")
	}
	root, err := filepath.Abs(r.root)
	if err != nil {
		return err
	}
	r.root = root
	if _, err := os.Stat(filepath.Join(root, "cmd", "percent")); err != nil {
		return fmt.Errorf("this is not the project's folder: %w", err)
	}
	if r.commit, err = r.git("rev-parse", "HEAD"); err != nil {
		return err
	}
	seconds, err := r.git("log", "-1", "--format=%ct")
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return err
	}
	r.date = time.Unix(n, 0).UTC()
	switch {
	case snapshot && r.version != "":
		return errors.New("a snapshot has no version of its own: leave out -version")
	case snapshot:
		r.version = "v0.0.0-" + r.date.Format("20060102150405") + "." + r.commit[:12]
	case r.version == "":
		if r.version, err = r.git("describe", "--tags", "--exact-match"); err != nil {
			return errors.New("the commit has no tag: give -version or -snapshot")
		}
	}
	if !versions.MatchString(r.version) {
		return fmt.Errorf("%q is not a version such as v0.1.0", r.version)
	}
	if !snapshot {
		if changed, err := r.git("status", "--porcelain"); err != nil {
			return err
		} else if changed != "" {
			return errors.New("there are changes that are not committed; -snapshot releases them")
		}
	}
	if r.dir, err = filepath.Abs(r.dir); err != nil {
		return err
	}
	if there, err := os.ReadDir(r.dir); err == nil && len(there) > 0 {
		return fmt.Errorf("%s is not empty", r.dir)
	}
	return os.MkdirAll(r.dir, 0o755)
}

// choose returns the targets of a list, all of them if it is empty.
func choose(only string) ([]target, error) {
	if only == "" {
		return targets, nil
	}
	var list []target
next:
	for name := range strings.SplitSeq(only, ",") {
		for _, t := range targets {
			if t.String() == name {
				list = append(list, t)
				continue next
			}
		}
		return nil, fmt.Errorf("no target %q; there are %v", name, targets)
	}
	return list, nil
}

// git returns what git prints, without the line end.
func (r *release) git(args ...string) (string, error) {
	return r.output(exec.Command("git", args...))
}

// goCommand is a call of Go in the project's folder, the same on every machine.
func (r *release) goCommand(env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), r.environment(env...)...)
	return cmd
}

// environment is what Go runs with, besides the environment of this machine.
func (r *release) environment(env ...string) []string {
	return append([]string{
		"CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1", "GOARM=7", "GO386=sse2", "GOWORK=off",
		"SOURCE_DATE_EPOCH=" + strconv.FormatInt(r.date.Unix(), 10),
	}, env...)
}

// output runs a command in the project's folder and returns what it printed.
func (r *release) output(cmd *exec.Cmd) (string, error) {
	cmd.Dir = r.root
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, said.String())
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
