package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNpm installs the package in an empty folder, without a network, uses it from
// Node.js, checks its types, bundles it, and lets a program end in it.
func TestNpm(t *testing.T) {
	modules := os.Getenv("PERCENT_NPM")
	if modules == "" {
		t.Skip("PERCENT_NPM does not name a folder in which npm has installed typescript and esbuild: the step npm_package of .ci/run sets it")
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	var packages []string
	var r *release
	for range 2 {
		r = &release{dir: filepath.Join(t.TempDir(), "dist"), root: filepath.Join("..", ".."), work: t.TempDir()}
		if err := r.prepare(true); err != nil {
			t.Fatal(err)
		}
		if err := r.npm(nil); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, r.npmPackage())
	}
	first, err := sum(packages[0])
	second, errSecond := sum(packages[1])
	if first != second || err != nil || errSecond != nil {
		t.Errorf("two packages of one commit differ: %v, %v", err, errSecond)
	}
	info, err := os.Stat(packages[0])
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", filepath.Base(packages[0]), info.Size())
	// What the README of the package says of its size.
	if info.Size() > 3_349_999 {
		t.Error("that is more than 3.3 MB")
	}

	empty := t.TempDir()
	if err := os.CopyFS(empty, os.DirFS(filepath.Join("testdata", "npm"))); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = empty
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	run("npm", "install", "--offline", "--no-audit", "--no-fund", packages[0])
	installed := filepath.Join(empty, "node_modules", "@pct-encoded", "percent")
	for file, want := range map[string]string{
		"package.json": `"version": "` + r.number() + `"`, "LICENSE": "MIT License", "NOTICE": "WHATWG", thirdParty: "The Go Authors", "README.md": "# @pct-encoded/percent",
	} {
		if text, err := os.ReadFile(filepath.Join(installed, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q: %v", file, want, err)
		}
	}
	run("node", "--test", "test.mjs")
	fault := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(empty, "fault.wasm"), "./testdata/fault")
	fault.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := fault.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run("node", "--test", "fault.mjs")
	run(filepath.Join(modules, "node_modules", ".bin", "tsc"), "--project", "tsconfig.json")
	// A bundler for browsers has no modules of Node.js, and leaves percent.wasm to the caller.
	for _, minify := range []string{"false", "true"} {
		run(filepath.Join(modules, "node_modules", ".bin", "esbuild"), "bundled.mjs", "--bundle", "--platform=browser", "--format=esm",
			"--log-level=warning", "--minify="+minify, "--outfile="+filepath.Join(installed, "bundle.mjs"))
		run("node", filepath.Join(installed, "bundle.mjs"))
	}
}
