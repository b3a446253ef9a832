package kernel

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerated makes the amd64 assembly again and compares it with the files.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: regeneration of the assembly (-short)")
	}
	dir := t.TempDir()
	names := []string{"asm_amd64.s", "asm_amd64.go"}
	cmd := exec.Command("go", "-C", "_asm", "run", ".", "-out", filepath.Join(dir, names[0]), "-stubs", filepath.Join(dir, names[1]), "-pkg", "kernel")
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=-mod=mod")
	if out, err := cmd.CombinedOutput(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Skipf("skipped: regeneration of the assembly: %v\n%s", err, out)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		// The first line is the command, with the names of the files.
		_, want, _ = bytes.Cut(want, []byte("\n"))
		_, got, _ = bytes.Cut(got, []byte("\n"))
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what _asm makes: run go generate", name)
		}
	}
}
