package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// suites are the suites of Debian in which a version is looked for, the newest first.
var suites = []string{"sid", "trixie", "bookworm", "bullseye"}

var errNoVersion = errors.New("no suite of Debian has it")

// debian unpacks packages of Debian into the folder of their suite, which programs have as their root:
// they find the libraries of their suite there, and the machine stays as it is. Only they see the
// /proc there, without which Java does not start.
func (g *getter) debian(p program, version string) (got, error) {
	in := suites
	switch i := slices.Index(suites, version); {
	case version == "newest":
		version = ""
	case i >= 0:
		in, version = suites[i:i+1], ""
	}
	for _, suite := range in {
		var x got
		err := g.locked(filepath.Join("debian", suite), func(folder string) (err error) {
			x, err = newSuite(folder, suite).get(p.packages, version)
			return err
		})
		if !errors.Is(err, errNoVersion) {
			return x, err
		}
	}
	return got{}, fmt.Errorf("%w: %s %s in %s", errNoVersion, p.packages[0], version, strings.Join(in, ", "))
}

// A suite is a folder with apt's state for a suite of Debian, and root, in which packages are
// unpacked.
type suite struct{ folder, name, root string }

func newSuite(folder, name string) suite {
	return suite{folder: folder, name: name, root: filepath.Join(folder, "root")}
}

func (s suite) path(name string) string { return filepath.Join(s.folder, name) }

// get unpacks packages and what they depend on, unless they are there. The first must have the
// version, or any if that is empty.
func (s suite) get(packages []string, version string) (x got, err error) {
	if err := s.prepare(); err != nil {
		return x, err
	}
	available, err := s.version(packages[0])
	if err != nil || !begins(upstream(available), version) {
		return x, errors.Join(err, errNoVersion)
	}
	// libc-bin has the locale C.UTF-8.
	if err := s.unpack(append(packages, "libc-bin")); err != nil {
		return x, err
	}
	return got{root: s.root, pkg: packages[0] + " " + available, start: "unshare --root=" + s.root + " --mount-proc"}, nil
}

// prepare makes the lists of the suite and an empty root, if they are not there.
func (s suite) prepare() error {
	if _, err := os.Stat(s.path("status")); err == nil {
		return nil
	}
	sources, err := machineSources(s.name)
	if err != nil {
		return err
	}
	for _, folder := range []string{"lists/partial", "archives/partial", "root/usr/bin", "root/usr/sbin", "root/usr/lib", "root/usr/lib64", "root/dev", "root/proc", "root/tmp", "root/etc/ssl/certs/java", "root/root", "root/run", "root/srv", "root/var/lib", "root/var/log"} {
		if err := os.MkdirAll(s.path(folder), 0o755); err != nil {
			return err
		}
	}
	err = os.Chmod(s.path("root/tmp"), 0o1777|os.ModeSticky)
	for _, name := range []string{"bin", "sbin", "lib", "lib64"} {
		err = errors.Join(err, link("usr/"+name, filepath.Join(s.root, name)))
	}
	err = errors.Join(err, link("/run", filepath.Join(s.root, "var/run")))
	for i, name := range map[int]string{3: "null", 9: "urandom"} { // the minor numbers of the devices
		if e := syscall.Mknod(filepath.Join(s.root, "dev", name), syscall.S_IFCHR|0o666, 1<<8|i); e != nil && !errors.Is(e, os.ErrExist) {
			err = errors.Join(err, fmt.Errorf("a device needs root: %w", e))
		}
		err = errors.Join(err, os.Chmod(filepath.Join(s.root, "dev", name), 0o666))
	}
	// What scripts of packages would make is as on this machine, as far as it has it.
	for _, name := range []string{"/etc/passwd", "/etc/group", "/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/java/cacerts"} {
		if b, e := os.ReadFile(name); e == nil {
			err = errors.Join(err, os.WriteFile(filepath.Join(s.root, name), b, 0o644))
		}
	}
	err = errors.Join(err, os.WriteFile(s.path("empty"), nil, 0o644))
	err = errors.Join(err, os.WriteFile(s.path("debian.sources"), []byte(sources), 0o644))
	if err != nil {
		return err
	}
	if err := run(s.apt("apt-get", "-o", "Dir::State::status="+s.path("empty"), "update", "--error-on=any")); err != nil {
		return err
	}
	return os.WriteFile(s.path("status"), nil, 0o644)
}

func link(to, path string) error {
	if err := os.Symlink(to, path); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

// apt prepares a command of apt that uses the state of the suite and leaves the machine's alone.
func (s suite) apt(command string, args ...string) *exec.Cmd {
	options := []string{
		"Dir::Etc::SourceList=" + s.path("debian.sources"), "Dir::Etc::SourceParts=/dev/null", "Dir::Etc::Preferences=/dev/null", "Dir::Etc::PreferencesParts=/dev/null",
		"Dir::State::Lists=" + s.path("lists"), "Dir::State::status=" + s.path("status"), "Dir::State::extended_states=" + s.path("extended_states"),
		"Dir::Cache=" + s.folder, "Dir::Cache::archives=" + s.path("archives"),
		"APT::Sandbox::User=root", "APT::Install-Recommends=false", "Acquire::Languages=none", "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
		"Acquire::Retries=3",
	}
	var words []string
	for _, o := range options {
		words = append(words, "-o", o)
	}
	cmd := exec.Command(command, append(words, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive")
	return cmd
}

// version returns the version of a package in the suite.
func (s suite) version(name string) (string, error) {
	cmd := s.apt("apt-cache", "policy", name)
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("apt-cache: %w", err)
	}
	m := regexp.MustCompile(`(?m)^  Candidate: (\d\S*)$`).FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("%w: %s has no package %s", errNoVersion, s.name, name)
	}
	return string(m[1]), nil
}

// upstream returns a version of Debian without its epoch and its revision.
func upstream(version string) string {
	if _, rest, ok := strings.Cut(version, ":"); ok {
		version = rest
	}
	if i := strings.LastIndexByte(version, '-'); i >= 0 {
		version = version[:i]
	}
	return version
}

// begins reports whether a version is that of a shorter number, or has more behind it.
func begins(version, number string) bool {
	rest, ok := strings.CutPrefix(version, number)
	return ok && (number == "" || rest == "" || rest[0] < '0' || rest[0] > '9')
}

// unpack downloads packages and what they depend on, as far as they are not unpacked, unpacks them,
// and notes in status that they are there.
func (s suite) unpack(packages []string) error {
	status, err := os.ReadFile(s.path("status"))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(packages, func(p string) bool { return !strings.Contains("\n"+string(status), "\nPackage: "+p+"\n") }) {
		return nil
	}
	if err := run(s.apt("apt-get", append([]string{"install", "--yes", "--download-only", "--no-remove"}, packages...)...)); err != nil {
		return err
	}
	archives, err := filepath.Glob(s.path("archives/*.deb"))
	if err != nil {
		return err
	}
	for _, archive := range archives {
		if err := quiet("dpkg-deb", "-x", archive, s.root); err != nil {
			return err
		}
		control, err := exec.Command("dpkg-deb", "-f", archive).Output()
		if err != nil {
			return fmt.Errorf("dpkg-deb: %w", err)
		}
		first, rest, _ := strings.Cut(string(control), "\n")
		status = fmt.Appendf(status, "%s\nStatus: install ok installed\n%s\n", first, rest)
	}
	if err := os.WriteFile(s.path("status"), status, 0o644); err != nil {
		return err
	}
	for _, archive := range archives {
		if err := os.Remove(archive); err != nil {
			return err
		}
	}
	return nil
}

// machineSources returns the sources of this machine, with its suite replaced.
func machineSources(suite string) (string, error) {
	release, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return "", err
	}
	m := regexp.MustCompile(`(?m)^VERSION_CODENAME=(\w+)$`).FindSubmatch(release)
	if m == nil {
		return "", errors.New("/etc/os-release names no suite of Debian")
	}
	files, err := filepath.Glob("/etc/apt/sources.list.d/*.sources")
	if err != nil {
		return "", err
	}
	var texts []string
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		texts = append(texts, string(b))
	}
	if out := replaceSuite(strings.Join(texts, "\n\n"), string(m[1]), suite); out != "" {
		return out, nil
	}
	return "", fmt.Errorf("no source of %s in /etc/apt/sources.list.d/*.sources", m[1])
}

// replaceSuite returns the paragraphs of sources (sources.list(5), deb822) that name a suite, for
// another one. sid has neither updates nor a suite of security.
func replaceSuite(sources, old, suite string) string {
	var out []string
	for paragraph := range strings.SplitSeq(sources, "\n\n") {
		var lines []string
		used := false
		for line := range strings.SplitSeq(paragraph, "\n") {
			switch rest, ok := strings.CutPrefix(line, "Suites:"); {
			case strings.HasPrefix(line, "#"), line == "":
				continue
			case ok:
				var names []string
				for _, name := range strings.Fields(rest) {
					if name == old || strings.HasPrefix(name, old+"-") && suite != "sid" {
						names = append(names, suite+strings.TrimPrefix(name, old))
					}
				}
				used = len(names) > 0
				line = "Suites: " + strings.Join(names, " ")
			}
			lines = append(lines, line)
		}
		if used {
			out = append(out, strings.Join(lines, "\n")+"\n")
		}
	}
	return strings.Join(out, "\n")
}
