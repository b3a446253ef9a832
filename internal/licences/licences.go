// Package licences collects the licences of what a program links, for those who
// pass the program on: most of them ask for their text to go with every copy.
//
//	p, err := licences.List(".", []string{"GOOS=windows", "GOARCH=386"}, "-tags", "purego", "./cmd/percent")
//	text, err := p.Text()
//
// The text is the same on every machine that has the same sources and the same Go.
package licences

import (
	"bytes"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// A Program is what one program links on one target, or several that go along together.
type Program struct {
	packages []linked
	root     string // the folder of the project's module
	goroot   string
	version  string // of Go
}

// A linked package is as "go list -json" describes it.
type linked struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	SFiles     []string
	HFiles     []string
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// project is the path of the project's module, and the beginning of those of the modules
// below it.
const project = "github.com/pct-encoded/percent"

// own reports whether a package is of the program's own module or of the project.
func (l *linked) own() bool {
	return l.Module != nil && (l.Module.Main || l.Module.Path == project || strings.HasPrefix(l.Module.Path, project+"/"))
}

// List finds what programs link. Go runs in dir, with env added to the
// environment; args are the flags of "go build" that select files, and the main
// packages. Nothing is compiled.
func List(dir string, env []string, args ...string) (*Program, error) {
	run := func(args ...string) ([]byte, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
		var said strings.Builder
		cmd.Stderr = &said
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("licences: go %s: %w\n%s", strings.Join(args, " "), err, said.String())
		}
		return out, nil
	}
	var p Program
	out, err := run("env", "-json", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	var of struct{ GOROOT, GOVERSION string }
	if err := json.Unmarshal(out, &of); err != nil {
		return nil, err
	}
	p.goroot, p.version = of.GOROOT, of.GOVERSION
	out, err = run(append([]string{"list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,SFiles,HFiles,Module"}, args...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l linked
		if err := d.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		switch {
		case l.Module == nil && !l.Standard:
			return nil, fmt.Errorf("licences: package %s is of no module", l.ImportPath)
		case l.Module != nil && (l.Module.Path == project || l.Module.Main && p.root == ""):
			p.root = l.Module.Dir
		}
		p.packages = append(p.packages, l)
	}
	slices.SortFunc(p.packages, func(a, b linked) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return &p, nil
}

// Modules returns the modules that are linked besides the project's own, each as
// "path version", sorted.
func (p *Program) Modules() []string {
	var list []string
	for _, l := range p.packages {
		if l.Module != nil && !l.own() {
			list = append(list, l.Module.Path+" "+l.Module.Version)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Check returns an error unless the build information of the programs, the files of
// these names, names the modules that List has found.
func (p *Program) Check(files ...string) error {
	var list, names []string
	for _, file := range files {
		info, err := readBuildInfo(file)
		if err != nil {
			return err
		}
		names = append(names, filepath.Base(file))
		for _, m := range info.Deps {
			if m.Path != project && !strings.HasPrefix(m.Path, project+"/") {
				list = append(list, m.Path+" "+m.Version)
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	if found := p.Modules(); !slices.Equal(list, found) {
		return fmt.Errorf("licences: %s: built from %q, but the sources need %q", strings.Join(names, ", "), list, found)
	}
	return nil
}

// readBuildInfo reads the build information of a program. That of WebAssembly
// stands between the same two marks as in every program, but package buildinfo does
// not know the format (as of Go 1.26).
func readBuildInfo(file string) (*debug.BuildInfo, error) {
	if filepath.Ext(file) != ".wasm" {
		return buildinfo.ReadFile(file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	start, _ := hex.DecodeString("3077af0c9274080241e1c107e6d618e6")
	end, _ := hex.DecodeString("f932433186182072008242104116d8f2")
	_, text, _ = bytes.Cut(text, start)
	text, _, ok := bytes.Cut(text, end)
	if !ok {
		return nil, fmt.Errorf("licences: %s holds no build information", filepath.Base(file))
	}
	return debug.ParseBuildInfo(string(text))
}

// A Part is a licence or a notice.
type Part struct {
	// Of is the module that it is of, as "path version", "Go" with its version, or for
	// data the file that holds it, as NOTICE names it. It is empty for a notice in
	// single files.
	Of    string
	About string // the heading in the result
	Text  string
}

// Parts returns what Text consists of: files with licences, notices in single source
// files, and what NOTICE says of data.
func (p *Program) Parts() ([]Part, error) {
	files, err := p.files()
	if err != nil {
		return nil, err
	}
	notices, err := p.notices()
	if err != nil {
		return nil, err
	}
	data, err := p.data()
	return slices.Concat(files, notices, data), err
}

// Text returns the licences: those of each module and of Go from the files that
// they come with, notices that stand in single source files, and what the file
// NOTICE of the program's own module says of the data in linked packages. It is an
// error for a module to have no licence.
func (p *Program) Text() ([]byte, error) {
	parts, err := p.Parts()
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	b.WriteString("percent itself is under the licence in the file LICENSE. This program also holds\ncode of\n\n    Go " +
		strings.TrimPrefix(p.version, "go") + "\n")
	for _, m := range p.Modules() {
		b.WriteString("    " + m + "\n")
	}
	b.WriteString("\nHere are their licences, then the notices in single files of theirs, then those on\ndata.\n")
	line := strings.Repeat("=", 80) + "\n"
	for _, t := range parts {
		text := strings.Trim(strings.ReplaceAll(t.Text, "\r\n", "\n"), "\n")
		b.WriteString("\n" + line + t.About + "\n" + line + "\n" + text + "\n")
	}
	return []byte(b.String()), nil
}

// names are those of files with a licence or a notice.
var names = regexp.MustCompile(`(?i)^(licen[cs]es?|unlicense|copying|copyright|notice|patents)([-._].*)?$`)

// files returns the files with licences from the folders of the linked packages and
// those above, up to the folder of the module or of Go.
func (p *Program) files() ([]Part, error) {
	type origin struct{ about, root string }
	found := map[origin][]string{} // names of files, relative to the root
	seen := map[string]bool{}      // folders
	for _, l := range p.packages {
		from := origin{"Go " + strings.TrimPrefix(p.version, "go"), p.goroot}
		if l.Module != nil {
			if l.own() {
				continue
			}
			from = origin{l.Module.Path + " " + l.Module.Version, l.Module.Dir}
		}
		rel, err := filepath.Rel(from.root, l.Dir)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, fmt.Errorf("licences: package %s is not in the folder of %s", l.ImportPath, from.about)
		}
		for dir := filepath.ToSlash(rel); ; dir = path.Dir(dir) {
			folder := filepath.Join(from.root, dir)
			if seen[folder] {
				break
			}
			seen[folder] = true
			list, err := inFolder(folder)
			if err != nil {
				return nil, err
			}
			for _, name := range list {
				found[from] = append(found[from], path.Join(dir, name))
			}
			if dir != "." {
				continue
			}
			if !slices.ContainsFunc(list, func(name string) bool { return !strings.HasPrefix(strings.ToLower(name), "patents") }) {
				return nil, fmt.Errorf("licences: %s has no file with its licence in its folder: add the text by hand, or do without", from.about)
			}
			break
		}
	}
	var parts []Part
	for from, list := range found {
		for _, name := range list {
			text, err := os.ReadFile(filepath.Join(from.root, filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			if len(bytes.TrimSpace(text)) == 0 {
				return nil, fmt.Errorf("licences: %s of %s is empty", name, from.about)
			}
			parts = append(parts, Part{from.about, from.about + ": " + name, string(text)})
		}
	}
	slices.SortFunc(parts, func(a, b Part) int { return strings.Compare(a.About, b.About) })
	return parts, nil
}

// inFolder returns the names of the files in a folder that hold a licence.
func inFolder(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() || !names.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go"
	})
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list, nil
}

// Some files come from elsewhere, and their notice is a comment: memmove of Go is
// from Inferno, its functions of package math from FreeBSD.
var (
	comments = regexp.MustCompile(`(?m)(?:^[ \t]*//.*\n)+|(?s:/\*.*?\*/)`)
	permits  = regexp.MustCompile(`(?i)permission is hereby granted|permission to use, copy|redistribution and use in source|may be used freely`)
	legal    = regexp.MustCompile(`(?i)copyright|permission|redistribut|warrant|liab|may be used freely`)
	rules    = regexp.MustCompile(`(?m)^[ \t]*[=-]+[ \t]*$`)
	mark     = regexp.MustCompile(`(?m)^[ \t]*(//|/\*+|\*+/|\*)?[ \t]?`)
)

// notices returns the notices in files of other modules and of Go, each with the
// files that have it.
func (p *Program) notices() ([]Part, error) {
	with := map[string][]string{}
	for _, l := range p.packages {
		if l.own() {
			continue
		}
		for _, name := range slices.Concat(l.GoFiles, l.SFiles, l.HFiles) {
			text, err := os.ReadFile(filepath.Join(l.Dir, name))
			if err != nil {
				return nil, err
			}
			if !permits.Match(text) {
				continue
			}
			for _, comment := range comments.FindAllString(strings.ReplaceAll(string(text), "\r\n", "\n"), -1) {
				if n := notice(comment); n != "" {
					with[n] = append(with[n], l.ImportPath+"/"+name)
				}
			}
		}
	}
	var parts []Part
	for text, files := range with {
		slices.Sort(files)
		parts = append(parts, Part{"", strings.Join(slices.Compact(files), "\n"), text})
	}
	slices.SortFunc(parts, func(a, b Part) int { return strings.Compare(a.About, b.About) })
	return parts, nil
}

// notice returns the paragraphs of a comment from the first to the last that says
// who may do what, without the marks of the comment, or "".
func notice(comment string) string {
	if !permits.MatchString(comment) {
		return ""
	}
	text := rules.ReplaceAllString(mark.ReplaceAllString(strings.ReplaceAll(comment, "*/", ""), ""), "")
	paragraphs := regexp.MustCompile(`\n[ \t]*\n`).Split(text, -1)
	first := slices.IndexFunc(paragraphs, legal.MatchString)
	last := len(paragraphs)
	for !legal.MatchString(paragraphs[last-1]) {
		last--
	}
	return strings.Trim(strings.Join(paragraphs[first:last], "\n\n"), "\n")
}

// sections are what NOTICE says of a file: it begins with its name.
var sections = regexp.MustCompile(`(?m)^([a-z0-9_/]+)/[a-z0-9_]+\.(?:go|bin)\b`)

// data returns the sections of NOTICE on files of linked packages.
func (p *Program) data() ([]Part, error) {
	text, err := os.ReadFile(filepath.Join(p.root, "NOTICE"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var parts []Part
	begins := sections.FindAllSubmatchIndex(text, -1)
	for i, at := range begins {
		end := len(text)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		folder := filepath.Join(p.root, filepath.FromSlash(string(text[at[2]:at[3]])))
		if slices.ContainsFunc(p.packages, func(l linked) bool { return l.Dir == folder }) {
			parts = append(parts, Part{string(text[at[0]:at[1]]), "percent: NOTICE, " + string(text[at[0]:at[1]]), string(text[at[0]:end])})
		}
	}
	return parts, nil
}
