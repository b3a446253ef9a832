package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDiskGetsFull: with a disk that gets full, the file of the name stays what it
// was.
func TestDiskGetsFull(t *testing.T) {
	folder := smallDisk(t, 64<<10)
	name := filepath.Join(folder, "out")
	if err := os.WriteFile(name, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	in := strings.NewReader(strings.Repeat("a b\n", 64<<10))
	r := runIn(t, in, chunkSize, "encode", "-o", name)
	if r.status != statusIO || !strings.Contains(r.stderr, "no space left") || !strings.Contains(r.stderr, name+".partial") {
		t.Errorf("status %d, %q", r.status, r.stderr)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "before" {
		t.Errorf("now holds %q, %v", b, err)
	}
}

// TestTwoWriters: what another run has begun is not given the name.
func TestTwoWriters(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	p, err := newPartial(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.open(); err != nil {
		t.Fatal(err)
	}
	other, err := newPartial(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.open(); err != nil {
		t.Fatal(err)
	}
	if _, err := other.WriteString("half"); err != nil {
		t.Fatal(err)
	}
	p.whole = true
	if err := p.Close(); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("there is a file of the name")
	}
	other.whole = true
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if b, _ := os.ReadFile(name); string(b) != "half" {
		t.Errorf("the other wrote %q", b)
	}
}
