package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func TestSection(t *testing.T) {
	const text = "# Changes\n\n## Unreleased\n\n- new\n\n## v0.1.0 (2026-12-01)\n\n- first\n- second\n\n## v0.1\n"
	for _, tt := range []struct{ word, want, err string }{
		{"Unreleased", "- new\n", ""},
		{"v0.1.0", "- first\n- second\n", ""},
		{"v0.1", "", `CHANGELOG.md says nothing under "v0.1"`},
		{"v0.2.0", "", `CHANGELOG.md says nothing under "v0.2.0"`},
	} {
		got, err := section(text, tt.word)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
			t.Errorf("%s: %q, %v", tt.word, got, err)
		}
	}
}

func TestChoose(t *testing.T) {
	if all, err := choose(""); err != nil || len(all) != len(targets) {
		t.Errorf("%v, %v", all, err)
	}
	if got, err := choose("windows/386,linux/arm"); err != nil || !slices.Equal(got, []target{{"windows", "386"}, {"linux", "arm"}}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := choose("linux/amd64,plan9/386"); err == nil {
		t.Error("plan9 is no target")
	}
}

// TestVersions: what is no version is refused before anything is built.
func TestVersions(t *testing.T) {
	for _, version := range []string{"1.0.0", "v1", "v1.0.0+x", "v1.0.0 x", "v1.0.0\n", "-o"} {
		r := release{version: version, dir: filepath.Join(t.TempDir(), "dist"), root: filepath.Join("..", "..")}
		if err := r.prepare(false); err == nil {
			t.Errorf("%q is a version", version)
		}
		if _, err := os.Stat(r.dir); err == nil {
			t.Errorf("%q made a folder", version)
		}
	}
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := release{dir: full, root: filepath.Join("..", "..")}
	if err := r.prepare(true); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a folder with files in it: %v", err)
	}
}

// TestFormula: Ruby can read the formula.
func TestFormula(t *testing.T) {
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("Ruby is not installed")
	}
	r := release{dir: t.TempDir(), version: "v1.2.3"}
	archive := filepath.Join(r.dir, "x.tar.gz")
	if err := os.WriteFile(archive, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var built []artefact
	for _, t := range targets {
		built = append(built, artefact{target: t, archive: archive})
	}
	if err := r.homebrew(built); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(ruby, "-c", filepath.Join(r.dir, "percent.rb")).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, "percent.rb"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("sha256 ")); n != 4 {
		t.Errorf("%d archives, want 4:\n%s", n, text)
	}
}

// needed skips a test that takes minutes, unless it is asked for.
func needed(t *testing.T) {
	t.Helper()
	if os.Getenv("PERCENT_RELEASE") != "1" {
		t.Skip("takes minutes: with PERCENT_RELEASE=1, as in the step release of .ci/run")
	}
}

// some are the targets that the tests make: one of each kind of archive.
const some = "linux/amd64,darwin/arm64,windows/amd64"

// made makes a release of the project in a folder.
func made(t *testing.T, root, only string) *release {
	t.Helper()
	r := &release{dir: filepath.Join(t.TempDir(), "dist"), root: root}
	if err := r.run(true, only); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRelease makes a release for three systems, looks at all that is in it,
// installs it, and makes part of it again elsewhere.
func TestRelease(t *testing.T) {
	needed(t)
	r := made(t, filepath.Join("..", ".."), some)
	base := filepath.Join(r.dir, "percent_"+r.number())

	t.Run("archives", func(t *testing.T) {
		want := []string{"CHANGELOG.md", "LICENSE", "NOTICE", "README.md", thirdParty, "completions/_percent", "completions/percent.bash", "completions/percent.fish", "completions/percent.ps1"}
		for _, system := range []string{"linux_amd64", "darwin_arm64"} {
			got := tarNames(t, base+"_"+system+".tar.gz")
			pages := 0
			got = slices.DeleteFunc(got, func(name string) bool {
				page := strings.HasPrefix(name, "man/") && strings.Contains(name, ".1")
				if page {
					pages++
				}
				return page
			})
			if more := append(slices.Clone(want), "percent", "percent-parquet", "urldecode -> percent", "urlencode -> percent"); !slices.Equal(got, more) {
				t.Errorf("%s: %q, want %q", system, got, more)
			}
			if pages < 50 {
				t.Errorf("%s: %d manual pages", system, pages)
			}
		}
		if got, want := zipNames(t, base+"_windows_amd64.zip"), append(slices.Clone(want), "percent-parquet.exe", "percent.exe"); !slices.Equal(got, want) {
			t.Errorf("windows: %q, want %q", got, want)
		}
	})

	t.Run("npm", func(t *testing.T) {
		want := []string{"package.json", "LICENSE", "NOTICE", thirdParty, "README.md", "index.d.ts", "index.js", "lite.d.ts", "lite.js", "percent.wasm", "runtime.js"}
		if got := tarNames(t, r.npmPackage()); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})

	t.Run("sums", func(t *testing.T) {
		cmd := exec.Command("sha256sum", "--strict", "-c", "SHA256SUMS")
		cmd.Dir = r.dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		entries, err := os.ReadDir(r.dir)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(out, []byte(": OK\n")); n != len(entries)-1 {
			t.Errorf("%d sums of %d files", n, len(entries)-1)
		}
	})

	t.Run("materials", func(t *testing.T) {
		f, err := os.Open(base + ".cdx.json")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var bom cdx.BOM
		if err := cdx.NewBOMDecoder(f, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range *bom.Components {
			names = append(names, c.Name)
			if c.Licenses == nil || len(*c.Licenses) == 0 {
				t.Errorf("%s has no licence", c.Name)
			}
		}
		for _, c := range data {
			if !slices.Contains(names, c.Name) {
				t.Errorf("no %s in %q", c.Name, names)
			}
		}
		for _, name := range []string{"github.com/spf13/cobra", "golang.org/x/text", "std"} {
			if !slices.Contains(names, name) {
				t.Errorf("no %s in %q", name, names)
			}
		}
	})

	t.Run("manifest", func(t *testing.T) {
		text, err := os.ReadFile(filepath.Join(r.dir, "percent.json"))
		if err != nil {
			t.Fatal(err)
		}
		var manifest struct {
			Version      string
			Architecture map[string]struct {
				URL, Hash string
				Folder    string `json:"extract_dir"`
			}
		}
		if err := json.Unmarshal(text, &manifest); err != nil {
			t.Fatal(err)
		}
		s, err := sum(base + "_windows_amd64.zip")
		if err != nil {
			t.Fatal(err)
		}
		windows := manifest.Architecture["64bit"]
		if manifest.Version != r.number() || windows.Hash != s || !strings.HasSuffix(windows.URL, "/"+windows.Folder+".zip") {
			t.Errorf("%s", text)
		}
	})

	t.Run("again", func(t *testing.T) {
		// Elsewhere, with nothing that was compiled before.
		clone := filepath.Join(t.TempDir(), "clone")
		if out, err := exec.Command("git", "clone", "-q", r.root, clone).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		t.Setenv("GOCACHE", t.TempDir())
		again := made(t, clone, "linux/amd64")
		same := 0
		for _, pattern := range []string{"*.tar.gz", "*.deb", "*.rpm", "*.apk", "*.tgz", "NOTES.md", "Containerfile"} {
			names, err := filepath.Glob(filepath.Join(again.dir, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				a, err := sum(name)
				b, errB := sum(filepath.Join(r.dir, filepath.Base(name)))
				if a != b || err != nil || errB != nil {
					t.Errorf("%s differs: %v, %v (what is not committed does, too)", filepath.Base(name), err, errB)
				}
				same++
			}
		}
		if same != 9 {
			t.Errorf("%d files compared", same)
		}
	})

	t.Run("installed", func(t *testing.T) { installed(t, r) })
	t.Run("lintian", func(t *testing.T) { checked(t, r) })
	t.Run("rpm", func(t *testing.T) { installedRPM(t, r) })
	t.Run("apk", func(t *testing.T) { unpackedAPK(t, r) })
}

// checked asks Debian's checker of packages. That the program is linked statically is
// all that it may find: so Go makes it.
func checked(t *testing.T, r *release) {
	if _, err := exec.LookPath("lintian"); err != nil {
		t.Skip("lintian is not installed")
	}
	out, _ := exec.Command("lintian", "--allow-root", "--tag-display-limit", "0", one(t, r, "*.deb")).CombinedOutput()
	if got, want := strings.TrimSpace(string(out)), "E: percent: statically-linked-binary [usr/bin/percent-parquet]\nE: percent: statically-linked-binary [usr/bin/percent]"; got != want {
		t.Errorf("lintian says\n%s", got)
	}
}

// installedRPM installs the package in an empty root, uses it there, and removes it.
func installedRPM(t *testing.T, r *release) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a root of its own")
	}
	if _, err := exec.LookPath("rpm"); err != nil {
		t.Skip("rpm is not installed")
	}
	system := t.TempDir()
	rpm := func(args ...string) {
		t.Helper()
		// The root has no libraries that the package could ask for; it needs none.
		if out, err := exec.Command("rpm", append([]string{"--root", system, "--dbpath", "/rpm"}, args...)...).CombinedOutput(); err != nil {
			t.Errorf("rpm %q: %v\n%s", args, err, out)
		}
	}
	rpm("-i", "--ignorearch", one(t, r, "*.rpm"))
	for _, program := range [][]string{{"percent", "encode", "a b"}, {"urlencode", "a b"}} {
		out, err := exec.Command("chroot", append([]string{system, "/usr/bin/" + program[0]}, program[1:]...)...).CombinedOutput()
		if string(out) != "a%20b\n" || err != nil {
			t.Errorf("%q: %q, %v", program, out, err)
		}
	}
	rpm("-V", "percent")
	rpm("-e", "percent")
	if left, _ := filepath.Glob(filepath.Join(system, "usr", "bin", "*")); len(left) != 0 {
		t.Errorf("left over: %q", left)
	}
}

// unpackedAPK looks at what the installer of Alpine would read, and runs the program.
func unpackedAPK(t *testing.T, r *release) {
	text, err := os.ReadFile(one(t, r, "*.apk"))
	if err != nil {
		t.Fatal(err)
	}
	files := tarred(t, text)
	for _, want := range []string{"pkgname = percent\n", "arch = x86_64\n", "license = MIT\n", "url = " + homepage + "\n", "datahash = "} {
		if !strings.Contains(files[".PKGINFO"], want) {
			t.Errorf("no %q in\n%s", want, files[".PKGINFO"])
		}
	}
	program := filepath.Join(t.TempDir(), "percent")
	if err := os.WriteFile(program, []byte(files["usr/bin/percent"]), 0o700); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(program, "encode", "a b").CombinedOutput(); string(out) != "a%20b\n" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
}

// one returns the only file of a release that matches a pattern.
func one(t *testing.T, r *release, pattern string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(r.dir, pattern))
	if err != nil || len(names) != 1 {
		t.Fatalf("%q, %v", names, err)
	}
	return names[0]
}

// installed installs the Debian package in a Debian that has nothing but what the
// package needs, no Go above all, runs the README there, and removes it again.
func installed(t *testing.T, r *release) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a Debian of its own")
	}
	if _, err := exec.LookPath("debootstrap"); err != nil {
		t.Skip("debootstrap is not installed")
	}
	system := filepath.Join(t.TempDir(), "debian")
	if out, err := exec.Command("debootstrap", "--variant=minbase", "--include=man-db,bash-completion", "stable", system).CombinedOutput(); err != nil {
		t.Skipf("no Debian can be had here: %v: %s", err, lastLine(out))
	}
	copyTo(t, one(t, r, "*.deb"), filepath.Join(system, "percent.deb"))
	chroot := func(script string) string {
		t.Helper()
		cmd := exec.Command("chroot", system, "/bin/bash", "-c", script)
		cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/root", "TERM=dumb"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
		return string(out)
	}
	chroot("! command -v go && dpkg -i /percent.deb")
	if got := chroot("percent encode 'a b' && urldecode %E2%98%83 && percent version"); got != "a%20b\n☃\npercent "+r.version+" "+strings.TrimSpace(got[strings.LastIndex(got, r.version)+len(r.version):])+"\n" {
		t.Errorf("installed it says %q", got)
	}
	// minbase leaves out what lies under /usr/share/man only if told to.
	page := chroot("MANWIDTH=80 man percent; MANWIDTH=80 man percent-decode; MANWIDTH=80 man urlencode; MANWIDTH=80 man percent-parquet")
	for _, want := range []string{"EXIT STATUS", r.date.Format(time.DateOnly), "percent-decode", "percent-encode, urlencode -", "percent-parquet - percent for Parquet files"} {
		if !strings.Contains(page, want) {
			t.Errorf("the manual does not show %q:\n%.2000s", want, page)
		}
	}
	if strings.Contains(page, "1970") {
		t.Error("the manual is of 1970")
	}
	// What completion offers first are the dialects to start with, not all names.
	chroot("test -s /usr/share/bash-completion/completions/percent && bash -n /usr/share/bash-completion/completions/percent")
	offered := chroot("percent __complete encode --as '' 2>/dev/null")
	if n := strings.Count(offered, "\t"); n != 15 || !strings.HasPrefix(offered, "rfc3986\t") {
		t.Errorf("%d names are offered:\n%.500s", n, offered)
	}
	chroot("cd /usr/share/doc/percent && test -s THIRD_PARTY_LICENSES && grep -q $PWD/THIRD_PARTY_LICENSES copyright")
	readme(t, r, system, chroot)
	chroot("dpkg -r percent && ! command -v percent && ! command -v urlencode && ! test -e /usr/share/man/man1/percent.1.gz")
}

// readme runs the transcripts of the README with the program that is installed.
func readme(t *testing.T, r *release, system string, chroot func(string) string) {
	t.Helper()
	project := filepath.Join(system, "project")
	if out, err := exec.Command("git", "clone", "-q", r.root, project).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	build := exec.Command("go", "test", "-c", "-o", filepath.Join(project, "internal", "doctest", "doctest.test"), "./internal/doctest")
	build.Dir = r.root
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out := chroot("cd /project/internal/doctest && PERCENT_INSTALLED=/usr/bin ./doctest.test -test.v -test.run 'TestTranscripts/doc=README.md$'")
	if !regexp.MustCompile(`(?m)^\s+\S+: [1-9]\d* commands$`).MatchString(out) {
		t.Errorf("no command of the README was run:\n%s", out)
	}
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

func copyTo(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// tarNames lists an archive, without the folder that all lies in.
func tarNames(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		_, entry, _ := strings.Cut(h.Name, "/")
		if h.Linkname != "" {
			entry += " -> " + h.Linkname
		}
		list = append(list, entry)
	}
}

func zipNames(t *testing.T, name string) []string {
	t.Helper()
	z, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	var list []string
	for _, f := range z.File {
		_, entry, _ := strings.Cut(f.Name, "/")
		list = append(list, entry)
	}
	return list
}
