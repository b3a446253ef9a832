package packed

import (
	"bytes"
	"compress/bzip2"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	if _, err := Pack([]Text{{"a", strings.Repeat("a", mostPacked)}}); err == nil {
		t.Error("no error for too many bytes")
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
	nothing, err := compress(nil)
	if err != nil {
		t.Fatal(err)
	}
	before = append(before, nothing...) // compressors differ
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

// TestCompress: compress/bzip2 reads what compress writes, of all kinds of texts.
func TestCompress(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	texts := []string{"", "a", "aa", "abab", string(every), strings.Repeat(string(every), 300)}
	for _, n := range []int{3, 4, 5, 254, 255, 256, 259, 260, 1000} {
		texts = append(texts, strings.Repeat("a", n), "b"+strings.Repeat("a", n)+"b")
	}
	for _, letters := range []int{2, 5, 40, 256} {
		for _, n := range []int{49, 50, 51, 999, 20_000} {
			b := make([]byte, n)
			for i := range b {
				// Some are a thousand times as frequent as others.
				b[i] = byte(random.IntN(1 + random.IntN(letters)))
			}
			texts = append(texts, string(b))
		}
	}
	for _, text := range texts {
		b, err := compress([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(b))); err != nil || string(got) != text {
			t.Errorf("%d bytes, %.20q: %d bytes, %v", len(text), text, len(got), err)
		}
	}
}
