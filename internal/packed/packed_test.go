package packed

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestPack: what is packed is unpacked, and what was cut off is an error.
func TestPack(t *testing.T) {
	list := []Text{{"a", "# A\n"}, {"b", ""}}
	b, err := Pack(list)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Unpack(b); err != nil || !slices.Equal(got, list) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Unpack(b[:len(b)-5]); err == nil {
		t.Error("no error for a packed file that ends too early")
	}
	if _, err := Unpack(nil); err == nil {
		t.Error("no error for an empty file")
	}
}

// TestWrite: a file with other texts is replaced, one with the same is not touched.
func TestWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.gz")
	for _, list := range [][]Text{{{"a", "1"}}, {{"a", "2"}}} {
		if err := Write(file, list); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := Must(b); !slices.Equal(got, list) {
			t.Errorf("%q", got)
		}
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before = append(before, "\x50\x2A\x4D\x18\x00\x00\x00\x00"...) // a frame that says nothing: compressors differ
	if err := os.WriteFile(file, before, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(file, []Text{{"a", "2"}}); err != nil {
		t.Fatal(err)
	}
	if after, _ := os.ReadFile(file); !slices.Equal(after, before) {
		t.Error("the same texts were written again")
	}
}
