package docs

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of docs/readers.md")

const begin, end = "<!-- tables: go test ./reader/internal/docs -update -->\n", "<!-- end of tables -->\n"

// TestDocument: the tables of docs/readers.md are those that the readers make.
func TestDocument(t *testing.T) {
	const path = "../../../docs/readers.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("no marks %q and %q", begin, end)
	}
	want := before + begin + "\n" + Tables() + "\n" + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatal("docs/readers.md is not what the readers make: go test ./reader/internal/docs -update")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestExamples: readers part in each example.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		if !Parted(e.url) {
			t.Errorf("all read %q alike", e.url)
		}
	}
}
