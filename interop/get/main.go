// Command get brings programs at a version, from Debian's suites, npm or the Go module proxy:
//
//	go run ./get [-fresh] [-print FIELD] PROGRAM@VERSION…
//
// A version is "newest", the name of a suite of Debian, such as "trixie", or the beginning of a number,
// such as "8.23". What it brings is unpacked in the user's cache folder and stays as it is there until -fresh
// brings it anew; nothing is installed. It prints how to start each program, as a line for a shell, and
// what the program then says that it is:
//
//	root	~/.cache/percent-interop/get/debian/sid/root
//	package	curl 8.23.0-1
//	start	unshare --root=~/.cache/percent-interop/get/debian/sid/root --mount-proc curl
//	says	curl 8.23.0 (x86_64-pc-linux-gnu) …
//
// programs.tsv has the programs, left-out.txt those that cannot be had, and why.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

var (
	//go:embed programs.tsv
	programsTable string
	//go:embed left-out.txt
	leftOutTable string
)

func main() {
	fresh := flag.Bool("fresh", false, "bring anew what the cache has, with what else is in its folder")
	field := flag.String("print", "", "print only this `field`: root, package, start or says")
	list := flag.Bool("list", false, "list the programs")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: get [-fresh] [-print FIELD] PROGRAM@VERSION…")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *list {
		for _, p := range programs() {
			fmt.Printf("%s\t%s\t%s\n", p.name, p.source, strings.Join(p.packages, " "))
		}
		return
	}
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		fail(err)
	}
	g := getter{folder: filepath.Join(cache, "percent-interop", "get"), fresh: *fresh, renewed: map[string]bool{}}
	for _, arg := range flag.Args() {
		got, err := g.get(arg)
		if err != nil {
			fail(fmt.Errorf("%s: %w", arg, err))
		}
		for _, f := range got.fields() {
			switch *field {
			case "":
				fmt.Printf("%s\t%s\n", f[0], f[1])
			case f[0]:
				fmt.Println(f[1])
			}
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "get: error:", err)
	os.Exit(1)
}

// A program is a row of programs.tsv.
type program struct {
	name, source string
	packages     []string
	start, ask   string
}

// programs returns the rows of programs.tsv.
func programs() []program {
	var list []program
	for _, f := range rows(programsTable) {
		list = append(list, program{name: f[0], source: f[1], packages: strings.Fields(f[2]), start: f[3], ask: f[4]})
	}
	return list
}

// rows returns the fields of the lines of a table that are no comments.
func rows(table string) (list [][]string) {
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return list
}

// find returns the program with a name, for a version: its number stands for % in the row.
func find(name, version string) (program, error) {
	list := programs()
	i := slices.IndexFunc(list, func(p program) bool { return p.name == name })
	if i < 0 {
		for _, f := range rows(leftOutTable) {
			if f[0] == name {
				return program{}, errors.New("cannot be had: " + f[1])
			}
		}
		return program{}, errors.New("no such program (-list lists them)")
	}
	p := list[i]
	number, _, _ := strings.Cut(version, ".")
	if strings.Contains(strings.Join(p.packages, " "), "%") && strings.Trim(number, "0123456789") != "" {
		return program{}, fmt.Errorf("needs the number of a version, not %q", version)
	}
	for k := range p.packages {
		p.packages[k] = strings.ReplaceAll(p.packages[k], "%", number)
	}
	p.start, p.ask = strings.ReplaceAll(p.start, "%", number), strings.ReplaceAll(p.ask, "%", number)
	return p, nil
}

// A got is a program that was brought: its folder, the package and its version, a line that starts
// it, and what it says of itself.
type got struct{ root, pkg, start, says string }

func (g got) fields() [][2]string {
	return [][2]string{{"root", g.root}, {"package", g.pkg}, {"start", g.start}, {"says", g.says}}
}

// A getter brings programs into a folder. With fresh, it removes each folder of a source first;
// renewed has those that it has removed.
type getter struct {
	folder  string
	fresh   bool
	renewed map[string]bool
}

func (g *getter) get(arg string) (got, error) {
	name, version, ok := strings.Cut(arg, "@")
	if !ok || version == "" {
		return got{}, errors.New("want PROGRAM@VERSION")
	}
	p, err := find(name, version)
	if err != nil {
		return got{}, err
	}
	source, ok := map[string]func(program, string) (got, error){"debian": g.debian, "npm": g.npm, "go": g.module}[p.source]
	if !ok {
		return got{}, fmt.Errorf("no source %q", p.source)
	}
	x, err := source(p, version)
	if err != nil {
		return got{}, err
	}
	out, err := shell(x.command(p.ask), x.root)
	if err != nil {
		return got{}, fmt.Errorf("it does not run: %w", err)
	}
	x.says, _, _ = strings.Cut(strings.TrimSpace(out), "\n")
	x.start = x.command(strings.ReplaceAll(p.start, "$ROOT", x.root))
	return x, nil
}

// command returns the line of a shell that runs a command of the program.
func (g got) command(line string) string { return strings.TrimSpace(g.start + " " + line) }

// locked prepares a folder of the getter and calls make with it, as the only process that does so.
// The lock ends with the process.
func (g *getter) locked(name string, make func(folder string) error) error {
	folder := filepath.Join(g.folder, name)
	if err := os.MkdirAll(filepath.Dir(folder), 0o777); err != nil {
		return err
	}
	lock, err := os.OpenFile(folder+".lock", os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	if g.fresh && !g.renewed[name] {
		g.renewed[name] = true
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return make(folder)
}

// npm installs packages of npm, the first of them in the version, in a folder of their own.
func (g *getter) npm(p program, version string) (x got, err error) {
	if version == "newest" {
		version = "latest"
	}
	p.packages[0] += "@" + version
	err = g.locked(filepath.Join("npm", p.name+"@"+version), func(folder string) error {
		x.root = folder
		done := filepath.Join(folder, "done")
		if _, err := os.Stat(done); err != nil {
			if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"private": true}`), 0o666); err != nil {
				return err
			}
			args := []string{"install", "--prefix", folder, "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"}
			if err := quiet("npm", append(args, p.packages...)...); err != nil {
				return err
			}
			if err := os.WriteFile(done, nil, 0o666); err != nil {
				return err
			}
		}
		x.pkg, err = shell(`npm ls --prefix "$ROOT" --depth 0 --parseable --long | tail -n +2 | cut -d: -f2 | tr '\n' ' '`, folder)
		x.pkg = strings.TrimSpace(x.pkg)
		return err
	})
	return x, err
}

// module builds the command of a Go module at the version.
func (g *getter) module(p program, version string) (x got, err error) {
	switch {
	case version == "newest":
		version = "latest"
	case version[0] >= '0' && version[0] <= '9':
		version = "v" + version
	}
	x.pkg = p.packages[0] + "@" + version
	err = g.locked(filepath.Join("go", p.name+"@"+version), func(folder string) error {
		x.root = folder
		if list, err := os.ReadDir(folder); err != nil || len(list) > 0 {
			return err
		}
		cmd := exec.Command("go", "install", x.pkg)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), "GOBIN="+folder, "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
		return run(cmd)
	})
	return x, err
}

// shell returns the output of a line, in which $ROOT is the folder of the program.
func shell(line, root string) (string, error) {
	cmd := exec.Command("sh", "-c", "exec 2>&1\n"+line)
	cmd.Env = append(os.Environ(), "ROOT="+root, "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", line, err, tail(out))
	}
	return string(out), err
}

// quiet runs a program whose output only matters when it fails.
func quiet(name string, args ...string) error { return run(exec.Command(name, args...)) }

func run(cmd *exec.Cmd) error {
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(cmd.Path), err, tail(out))
	}
	return err
}

// tail returns the end of what a program wrote before it failed.
func tail(out []byte) string {
	out = bytes.TrimSpace(out)
	return string(out[max(0, len(out)-600):])
}
