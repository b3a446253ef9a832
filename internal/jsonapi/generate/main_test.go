package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFiles compares the package for npm with the catalogue and the registry.
func TestFiles(t *testing.T) {
	const dir = "../../../npm"
	made, err := files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range made {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("npm/%s is not what it is made from: go generate ./internal/jsonapi writes it (%v)", name, err)
		}
	}
	if size := len(made["lite.js"]); size > 6144 {
		t.Errorf("lite.js is %d bytes, and 6 KiB are promised", size)
	}
}
