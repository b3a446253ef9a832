package licences

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// module writes a module with a program that links another module, whose files are
// given by name, and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"go.mod":         "module example.com/program\n\ngo 1.26\n\nrequire example.com/other v1.2.3\n\nreplace example.com/other => ./other\n",
		"main.go":        "package main\n\nimport _ \"example.com/other/a/b\"\n\nfunc main() {}\n",
		"other/go.mod":   "module example.com/other\n\ngo 1.26\n",
		"other/a/b/b.go": "package b\n",
	}
	for name, text := range files {
		all["other/"+name] = text
	}
	for name, text := range all {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var env = []string{"GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0"}

// TestNone: a module without a licence, or with an empty one, is an error, and a
// grant of patents is no licence.
func TestNone(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"none", nil, "example.com/other v1.2.3 has no file with its licence"},
		{"patents", map[string]string{"PATENTS": "granted"}, "example.com/other v1.2.3 has no file with its licence"},
		{"elsewhere", map[string]string{"c/LICENSE": "not linked"}, "example.com/other v1.2.3 has no file with its licence"},
		{"source", map[string]string{"license.go": "package other\n"}, "example.com/other v1.2.3 has no file with its licence"},
		{"empty", map[string]string{"LICENSE": "\n"}, "LICENSE of example.com/other v1.2.3 is empty"},
	} {
		t.Run("name="+tt.name, func(t *testing.T) {
			p, err := List(module(t, tt.files), env, ".")
			if err != nil {
				t.Fatal(err)
			}
			text, err := p.Text()
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, %.200q", err, text)
			}
		})
	}
}

// TestText: the files of a module and of the folders of its linked packages are
// there, those of others are not, and nothing tells of this machine.
func TestText(t *testing.T) {
	dir := module(t, map[string]string{
		"LICENSE.txt":     "the licence\r\nof the module\r\n",
		"NOTICE":          "the notice of the module",
		"PATENTS":         "the patents",
		"a/COPYING":       "the licence above",
		"a/b/LICENSE-MIT": "the licence of the package",
		"a/c/LICENSE":     "not linked",
		"a/b/c.go":        "package b\n\n// From elsewhere.\n//\n// ====\n// Copyright 1993 by S.\n//\n// Permission to use, copy, and sell is freely granted.\n// ====\n//\n// It computes.\nvar _ = 1\n",
		"a/b/d_other.go":  "//go:build plan9\n\n// Copyright of Plan 9. Permission is hereby granted.\n\npackage b\n",
	})
	p, err := List(dir, env, ".")
	if err != nil {
		t.Fatal(err)
	}
	first, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	text := string(first)
	const line = "\n================================================================================\n"
	at := 0
	for _, want := range []string{
		"\n    example.com/other v1.2.3\n",
		line + "Go " + strings.TrimPrefix(runtime.Version(), "go") + ": LICENSE" + line,
		line + "example.com/other v1.2.3: LICENSE.txt" + line + "\nthe licence\nof the module\n",
		line + "example.com/other v1.2.3: NOTICE" + line + "\nthe notice of the module\n",
		line + "example.com/other v1.2.3: PATENTS" + line + "\nthe patents\n",
		line + "example.com/other v1.2.3: a/COPYING" + line + "\nthe licence above\n",
		line + "example.com/other v1.2.3: a/b/LICENSE-MIT" + line + "\nthe licence of the package\n",
		line + "example.com/other/a/b/c.go" + line + "\nCopyright 1993 by S.\n\nPermission to use, copy, and sell is freely granted.\n",
	} {
		i := strings.Index(text[at:], want)
		if i < 0 {
			t.Errorf("no %q after byte %d", want, at)
			continue
		}
		at += i
	}
	for _, not := range []string{"not linked", "Plan 9", "It computes", "From elsewhere", dir, p.goroot + "/", "\r"} {
		if strings.Contains(text, not) {
			t.Errorf("%q is in it", not)
		}
	}
	for range 3 {
		if again, err := p.Text(); string(again) != text || err != nil {
			t.Fatal("two texts of one program differ", err)
		}
	}
}

// TestCheck: a program that was built from other modules than were listed is found.
func TestCheck(t *testing.T) {
	dir := module(t, map[string]string{"LICENSE": "x"})
	file := filepath.Join(dir, "program.exe")
	build := exec.Command("go", "build", "-o", file, ".")
	build.Dir, build.Env = dir, append(os.Environ(), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p, err := List(dir, env, ".")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(file); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if p, err = List(dir, env, "."); err != nil {
		t.Fatal(err)
	}
	const want = `licences: program.exe: built from ["example.com/other v1.2.3"], but the sources need []`
	if err := p.Check(file); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	none := filepath.Join(dir, "none.wasm")
	if err := os.WriteFile(none, []byte("\x00asm"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Check(none); err == nil || err.Error() != "licences: none.wasm holds no build information" {
		t.Error(err)
	}
}

// TestData: what NOTICE says of data goes along with programs that link the data.
func TestData(t *testing.T) {
	root := filepath.Join("..", "..")
	p, err := List(root, env, "./cmd/percent")
	if err != nil {
		t.Fatal(err)
	}
	data, err := p.data()
	if err != nil {
		t.Fatal(err)
	}
	var about []string
	for _, d := range data {
		about = append(about, d.About)
	}
	if want := []string{"percent: NOTICE, charset/tables.go", "percent: NOTICE, inspect/internal/text/names15.bin", "percent: NOTICE, internal/uts46/tables.go"}; !slices.Equal(about, want) {
		t.Errorf("%q, want %q", about, want)
	}
	if p, err = List(root, env, "./internal/uts46"); err != nil {
		t.Fatal(err)
	}
	if data, err = p.data(); err != nil || len(data) != 1 || !strings.Contains(data[0].Text, "UNICODE LICENSE V3") || strings.Contains(data[0].Text, "WHATWG") {
		t.Errorf("%q, %v", data, err)
	}
}
