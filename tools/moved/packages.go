package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/recordings"
)

// npmPackages asks npm for a newer version of each package that a recorder installs.
func npmPackages(r *report, s sources) error {
	type place struct{ version, file string }
	newest := map[string]place{}
	add := func(spec, file string) {
		at := strings.LastIndexByte(spec, '@')
		if at <= 0 || strings.HasPrefix(spec, "get:") {
			return // of another registry
		}
		name, version := spec[:at], spec[at+1:]
		if p, ok := newest[name]; !ok || older(p.version, version) {
			newest[name] = place{version, file}
		}
	}
	lists, err := filepath.Glob("interop/recorders/*/versions")
	if err != nil || lists == nil {
		return fmt.Errorf("interop/recorders has no versions: %w", err)
	}
	for _, file := range lists {
		releases, err := recordings.ReadReleases(file)
		if err != nil {
			return err
		}
		for _, release := range releases {
			for _, spec := range strings.Fields(release.Install) {
				add(spec, file)
			}
		}
	}
	installs, err := filepath.Glob("interop/recorders/*/install")
	if err != nil {
		return err
	}
	for _, file := range installs {
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(b)) {
			if spec, ok := strings.CutPrefix(strings.TrimSpace(line), "npm "); ok {
				add(spec, file)
			}
		}
	}
	for _, pattern := range []string{"interop/*/*/package.json", "interop/dsn/recorders/*/package.json"} {
		files, err := filepath.Glob(pattern)
		if err != nil || files == nil {
			return fmt.Errorf("no %s: %w", pattern, err)
		}
		for _, file := range files {
			var wanted struct{ Dependencies map[string]string }
			b, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(b, &wanted)
			}
			if err != nil {
				return err
			}
			for name, version := range wanted.Dependencies {
				if alias, ok := strings.CutPrefix(version, "npm:"); ok {
					add(alias, file)
				} else {
					add(name+"@"+version, file)
				}
			}
		}
	}
	// The lists of readers have lines of a program that the machine has, and no sources of days.
	readers, err := filepath.Glob("interop/readers/recorders/*/versions")
	if err != nil {
		return err
	}
	for _, file := range readers {
		b, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(b)) {
			if f := strings.Fields(line); len(f) > 2 && f[0] != "#" {
				for _, spec := range f[2:] {
					add(spec, file)
				}
			}
		}
	}
	names := make([]string, 0, len(newest))
	for name := range newest {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if r.silent("npm") {
			r.unreached("npm", name, nil)
			continue
		}
		b, err := s.run(".", "npm", "view", name, "version")
		version := strings.TrimSpace(string(b))
		if err == nil && version == "" {
			err = errors.New("no version")
		}
		if err != nil {
			r.unreached("npm", name, err)
			continue
		}
		r.asked++
		if p := newest[name]; older(p.version, version) {
			r.newer("%s %s, recorded %s (%s)", name, version, p.version, p.file)
		}
	}
	return nil
}

// goVersions asks for newer toolchains, and newer modules of every go.mod.
func goVersions(r *report, s sources) error {
	const file = "interop/recorders/go-versions/versions"
	releases, err := recordings.ReadReleases(file)
	if err != nil {
		return err
	}
	b, err := s.run(".", "go", "list", "-m", "-versions", "golang.org/toolchain")
	if err != nil {
		r.unreached("go", "toolchains", err)
	} else {
		r.asked++
		recorded := map[string]string{}
		for _, release := range releases {
			recorded["go"+release.Version] = release.Install
		}
		newest := map[string]string{} // by line, such as go1.26
		for version := range strings.FieldsSeq(string(b)) {
			name, ok := strings.CutSuffix(version, ".linux-amd64")
			name, found := strings.CutPrefix(name, "v0.0.1-")
			parts := strings.Split(name, ".")
			if !ok || !found || len(parts) != 3 || strings.ContainsAny(name[2:], "abcdefghijklmnopqrstuvwxyz") {
				continue
			}
			if line := parts[0] + "." + parts[1]; older(newest[line], name) {
				newest[line] = name
			}
		}
		last := "go" + releases[len(releases)-1].Version
		for line, name := range newest {
			if was := recorded[line]; was != "" && older(was, name) || was == "" && older(last, line) {
				r.newer("%s, recorded %s (%s)", name, cmp.Or(was, last), file)
			}
		}
	}
	return filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && (name == "node_modules" || name == ".git") {
			return fs.SkipDir
		}
		if d.Name() != "go.mod" {
			return nil
		}
		// Modules that are replaced, such as that of the repository, no proxy may have, and
		// one that is not there would leave the others unasked.
		b, err := s.run(filepath.Dir(path), "go", "list", "-m", "-f", "{{if not (or .Main .Indirect .Replace)}}{{.Path}}{{end}}", "all")
		if required := strings.Fields(string(b)); err == nil && len(required) > 0 {
			b, err = s.run(filepath.Dir(path), "go", append([]string{"list", "-m", "-u", "-f", "{{with .Update}}{{$.Path}} {{.Version}}, required {{$.Version}}{{end}}"}, required...)...)
		}
		if err != nil {
			r.unreached("go list -m -u", path, err)
			return nil
		}
		r.asked++
		for line := range strings.Lines(string(b)) {
			r.newer("%s (%s)", strings.TrimSpace(line), path)
		}
		return nil
	})
}

// debianPackages compares the packages of Debian that were recorded with those that apt
// offers.
func debianPackages(r *report, s sources) error {
	programs, err := recordings.ReadPrograms("interop")
	if err != nil {
		return err
	}
	b, err := s.run(".", "apt-cache", "dumpavail")
	if err == nil && len(b) == 0 {
		err = errors.New("it has no lists of packages")
	}
	var names []string
	for name, p := range programs {
		if source, _ := p.Debian(); source != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	offered := offered(b)
	for _, name := range names {
		p := programs[name]
		source, version := p.Debian()
		versions := offered[source]
		switch {
		case err != nil:
			r.unreached("apt-cache", name, err)
		case versions == nil:
			r.unreached("apt-cache dumpavail", name, errors.New("it does not have the package"))
		default:
			r.asked++
			if !slices.Contains(versions, version) {
				r.newer("%s %s of Debian, recorded %s as %q (interop/programs.txt)", source, versions[len(versions)-1], version, name)
			}
		}
	}
	return nil
}

// offered returns the versions of each source package.
func offered(dump []byte) map[string][]string {
	all := map[string][]string{}
	var name, source, version string
	note := func() {
		if source == "" {
			source = name
		}
		// A source package of another version than the binary package: "src (1.2)".
		if s, v, ok := strings.Cut(source, " ("); ok {
			source, version = s, strings.TrimSuffix(v, ")")
		}
		if source != "" && !slices.Contains(all[source], version) {
			all[source] = append(all[source], version)
		}
		name, source, version = "", "", ""
	}
	lines := bufio.NewScanner(bytes.NewReader(dump))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ": ")
		switch key {
		case "Package":
			name = value
		case "Source":
			source = value
		case "Version":
			version = value
		case "":
			note()
		}
	}
	note()
	return all
}

// older reports whether the numbers in a are less than those in b.
func older(a, b string) bool {
	numbers := func(v string) []int {
		var list []int
		for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r < '0' || r > '9' }) {
			n, _ := strconv.Atoi(part)
			list = append(list, n)
		}
		return list
	}
	return slices.Compare(numbers(a), numbers(b)) < 0
}
