package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestSize: the program, and what its initialisers allocate, have not grown beyond what
// CONTRIBUTING.md says of them. Whoever makes them grow changes the table there, and
// so says what for.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: linking the program, with -short")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the figures are those of linux/amd64")
	}
	guide, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	told := func(what string) int {
		m := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(what) + ` \| ([0-9,]+) \|`).FindSubmatch(guide)
		if m == nil {
			t.Fatalf("CONTRIBUTING.md has no row %q", what)
		}
		n, err := strconv.Atoi(strings.ReplaceAll(string(m[1]), ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	_, made, _ := strings.Cut(string(guide), "with Go ")
	if minor := strings.Join(strings.SplitN(strings.TrimPrefix(runtime.Version(), "go"), ".", 3)[:2], "."); !strings.HasPrefix(made, minor) {
		t.Skipf("the figures are not those of Go %s", minor)
	}
	program := filepath.Join(t.TempDir(), "percent")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOAMD64=v1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "version")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	run.Stderr = &trace
	if err := run.Run(); err != nil {
		t.Fatal(err)
	}
	bytes, times := 0, 0
	for _, m := range regexp.MustCompile(`(?m)^init .* (\d+) bytes, (\d+) allocs$`).FindAllStringSubmatch(trace.String(), -1) {
		b, _ := strconv.Atoi(m[1])
		n, _ := strconv.Atoi(m[2])
		bytes, times = bytes+b, times+n
	}
	if times == 0 {
		t.Fatalf("no initialiser in %q", trace.String())
	}
	for _, c := range []struct {
		what     string
		is, more int // may have grown by so many per cent
	}{
		{"percent, stripped: bytes", int(info.Size()), 2},
		{"initialisers: bytes allocated", bytes, 10},
		{"initialisers: allocations", times, 10},
	} {
		was := told(c.what)
		t.Logf("%s: %d, in the table %d", c.what, c.is, was)
		if c.is > was+was*c.more/100 {
			t.Errorf("%s: %d, more than %d and %d %%: see \"What the program weighs\" in CONTRIBUTING.md", c.what, c.is, was, c.more)
		}
	}
}
