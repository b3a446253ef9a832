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
	if info.Size() > 4_699_999 {
		t.Error("that is more than 4.7 MB")
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
	fault := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(empty, "fault.wasm"), "./testdata/fault")
	fault.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if out, err := fault.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bin := filepath.Join(modules, "node_modules", ".bin")
	// The Node.js that is installed, and the newest.
	nodes := []string{"node"}
	if newest := filepath.Join(bin, "node"); exists(newest) {
		nodes = append(nodes, newest)
	} else {
		t.Log("without the newest Node.js: PERCENT_NPM does not have it")
	}
	for i, node := range nodes {
		t.Setenv("PERCENT_CASES", []string{"10000", "1000"}[i])
		run(node, "--test", "test.mjs", "fault.mjs")
	}
	for name, args := range map[string][]string{"deno": {"run", "--no-remote", "--allow-read", "elsewhere.mjs"}, "bun": {"elsewhere.mjs"}} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(bin, name)
			if !exists(program) {
				t.Skip("PERCENT_NPM does not have " + name)
			}
			cmd := exec.CommandContext(t.Context(), program, args...)
			cmd.Dir = empty
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	for _, module := range [][2]string{{"node16", "node16"}, {"nodenext", "nodenext"}, {"esnext", "bundler"}} {
		run(filepath.Join(bin, "tsc"), "--project", "tsconfig.json", "--module", module[0], "--moduleResolution", module[1])
	}
	// A bundler for browsers has no modules of Node.js. Where there is no file at
	// import.meta.url, percent.wasm is for the caller to copy.
	for _, platform := range []string{"browser", "node"} {
		for _, minify := range []string{"false", "true"} {
			run(filepath.Join(bin, "esbuild"), "bundled.mjs", "--bundle", "--platform="+platform, "--format=esm",
				"--log-level=warning", "--minify="+minify, "--outfile="+filepath.Join(installed, "bundle.mjs"))
			for _, node := range nodes {
				run(node, filepath.Join(installed, "bundle.mjs"))
			}
		}
	}
	lite := filepath.Join(empty, "lite.mjs")
	run(filepath.Join(bin, "esbuild"), "bundledlite.mjs", "--bundle", "--platform=browser", "--format=esm", "--minify", "--outfile="+lite)
	if info, err := os.Stat(lite); err != nil || info.Size() > 6000 {
		t.Errorf("a bundle of the lite entry point is %v: %v", info, err)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
