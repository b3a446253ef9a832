package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/blakesmith/ar"
	"github.com/cavaliergopher/cpio"
)

// listed is a release that builds nothing, only to list what programs link.
func listed(t *testing.T) *release {
	t.Helper()
	r := &release{dir: filepath.Join(t.TempDir(), "dist"), root: filepath.Join("..", "..")}
	if err := r.prepare(true); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLicences: the licence of each module that a target links is in its text, as
// are those of Go and of the data. What is linked is asked of Go once more here, in
// another form. That the programs themselves name the same modules is checked
// whenever one is compiled.
func TestLicences(t *testing.T) {
	r := listed(t)
	for _, tt := range append(slices.Clone(targets), browser) {
		t.Run("target="+tt.String(), func(t *testing.T) {
			p, err := r.linkedByAll(tt)
			list := []string{"-C", "bulk/parquet", "list", "-deps", "-f", "{{with .Module}}{{if not (or .Main .Replace)}}{{.Path}} {{.Version}}{{end}}{{end}}"}
			list = slices.Concat(list, tags, []string{"./cmd/percent-parquet", "github.com/pct-encoded/percent/cmd/percent"})
			if tt == browser {
				p, err = r.linked(tt, inBrowser...)
				list = append([]string{"list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}"}, inBrowser...)
			}
			if err != nil {
				t.Fatal(err)
			}
			got, err := p.Text()
			if err != nil {
				t.Fatal(err)
			}
			text := string(got)
			out, err := r.output(r.goCommand(tt.env(), list...))
			if err != nil {
				t.Fatal(err)
			}
			modules := slices.Compact(slices.Sorted(strings.Lines(out + "\n")))
			if out == "" {
				t.Fatal("no modules")
			}
			for _, m := range modules {
				m = strings.TrimSpace(m)
				file := regexp.MustCompile(`\n=+\n` + regexp.QuoteMeta(m) + `: (LICENSE|LICENCE|COPYING)[^/\n]*\n=+\n\n([^=]{500})`).FindStringSubmatch(text)
				if file == nil || !regexp.MustCompile(`Copyright|Apache License`).MatchString(file[2]) {
					t.Errorf("no licence of %s: %q", m, file)
				}
			}
			for _, want := range []string{": LICENSE\n", "Copyright 2009 The Go Authors", "Sun Microsystems", "Copyright © WHATWG", "UNICODE LICENSE V3"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q", want)
				}
			}
			// Targets differ: should these no longer, others should be here.
			if tt != browser && !strings.Contains(text, "github.com/parquet-go/parquet-go") {
				t.Error("percent-parquet links parquet-go")
			}
			if tt.os == "windows" != strings.Contains(text, "github.com/inconshreveable/mousetrap") {
				t.Error("cobra needs mousetrap on Windows")
			}
			if tt.arch == "arm" != strings.Contains(text, "runtime/memmove_arm.s") {
				t.Error("the notice of Inferno goes with programs for ARM")
			}
			for _, machine := range []string{r.root, os.TempDir(), "/pkg/mod/"} {
				if strings.Contains(text, machine) {
					t.Errorf("it names %s", machine)
				}
			}
		})
	}
}

// TestLegal: each kind of archive, package and list has the licences, without
// compiling anything.
func TestLegal(t *testing.T) {
	r := listed(t)
	r.work = t.TempDir()
	const others = "licences of others\n"
	for _, system := range []string{"linux", "windows"} {
		a := artefact{target: target{system, "amd64"}, binaries: []string{filepath.Join(r.work, system+"-amd64", "percent"), filepath.Join(r.work, system+"-amd64", "percent-parquet")}}
		for _, dir := range []string{filepath.Dir(a.binaries[0]), filepath.Join(r.work, "man"), filepath.Join(r.work, "completions")} {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range map[string]string{"percent": "program", "percent-parquet": "program", thirdParty: others} {
			if err := os.WriteFile(filepath.Join(filepath.Dir(a.binaries[0]), name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range documents {
			if err := os.WriteFile(filepath.Join(r.work, name), []byte("text"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, page := range []string{"percent-encode.1", "percent-decode.1"} {
			if err := os.WriteFile(filepath.Join(r.work, "man", page), []byte(".TH"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(r.work, "completions", "_percent"), []byte("#compdef"), 0o600); err != nil {
			t.Fatal(err)
		}
		files, err := r.files(a)
		if err != nil {
			t.Fatal(err)
		}
		if a.archive, err = r.pack(a, files); err != nil {
			t.Fatal(err)
		}
		if system == "linux" {
			if err := r.packages(a, files); err != nil {
				t.Fatal(err)
			}
		}
	}
	for pattern, read := range map[string]func(*testing.T, []byte) map[string]string{
		"*.tar.gz": tarred, "*.zip": zipped, "*.deb": debian, "*.apk": tarred, "*.rpm": redHat,
	} {
		t.Run("files="+pattern, func(t *testing.T) {
			names, err := filepath.Glob(filepath.Join(r.dir, pattern))
			if err != nil || len(names) != 1 {
				t.Fatalf("%q, %v", names, err)
			}
			text, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			wants := map[string]string{thirdParty: others, "NOTICE": "WHATWG"}
			folder := ""
			switch pattern {
			case "*.deb", "*.apk":
				folder = strings.TrimPrefix(documentation, "/")
				wants["copyright"] = "in " + documentation + thirdParty + "."
			case "*.rpm":
				folder = "usr/share/licenses/percent/"
				fallthrough
			default:
				wants["LICENSE"] = "MIT License"
			}
			files := read(t, text)
			// Each system looks for completions and documents elsewhere.
			for _, name := range map[string][]string{
				"*.tar.gz": {"percent-parquet", "man/urlencode.1", "man/urldecode.1", "completions/_percent", "README.md", "CHANGELOG.md"},
				"*.zip":    {"percent-parquet", "completions/_percent", "README.md", "CHANGELOG.md"},
				"*.deb":    {"usr/bin/percent-parquet", "usr/share/zsh/vendor-completions/_percent", "usr/share/man/man1/urlencode.1.gz", "usr/share/doc/percent/changelog.gz", "usr/share/doc/percent/NEWS.gz"},
				"*.apk":    {"usr/bin/percent-parquet", "usr/share/zsh/site-functions/_percent", "usr/share/man/man1/urldecode.1.gz", "usr/share/doc/percent/CHANGELOG.md"},
				"*.rpm":    {"usr/bin/percent-parquet", "usr/share/zsh/site-functions/_percent", "usr/share/man/man1/urldecode.1.gz", "usr/share/doc/percent/CHANGELOG.md"},
			}[pattern] {
				if _, ok := files[name]; !ok {
					t.Errorf("there is no %s in %q", name, slices.Sorted(maps.Keys(files)))
				}
			}
			for name, want := range wants {
				name = folder + name
				if !strings.Contains(files[name], want) {
					t.Errorf("%s: %q, want %q", name, files[name], want)
				}
			}
		})
	}
	if err := r.container(nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(r.dir, "Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	folder := "/percent_" + r.number() + "_linux_${TARGETARCH}/"
	if want := "\nCOPY --from=files " + folder + "LICENSE " + folder + "NOTICE " + folder + thirdParty + " " + documentation + "\n"; !strings.Contains(string(text), want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if want := "\nCOPY --from=files " + folder + "percent " + folder + "percent-parquet /\n"; !strings.Contains(string(text), want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// tarred returns the files of a compressed tar, or of several that follow each
// other, without the folder that an archive has all in.
func tarred(t *testing.T, text []byte) map[string]string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(h.Name, "./")
		if folder, entry, _ := strings.Cut(name, "/"); strings.HasPrefix(folder, "percent_") {
			name = entry
		}
		files[name] = string(content)
	}
}

func zipped(t *testing.T, text []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(f.Name, "/")
		files[name] = string(content)
	}
	return files
}

func debian(t *testing.T, text []byte) map[string]string {
	t.Helper()
	for r := ar.NewReader(bytes.NewReader(text)); ; {
		h, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(h.Name, "data.tar") {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		return tarred(t, content)
	}
}

// redHat reads what follows the headers of an RPM: a compressed cpio.
func redHat(t *testing.T, text []byte) map[string]string {
	t.Helper()
	at := bytes.Index(text, []byte{0x1F, 0x8B, 0x08})
	if at < 0 {
		t.Fatal("no gzip in it")
	}
	z, err := gzip.NewReader(bytes.NewReader(text[at:]))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for r := cpio.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.TrimPrefix(strings.TrimPrefix(h.Name, "."), "/")] = string(content)
	}
}
