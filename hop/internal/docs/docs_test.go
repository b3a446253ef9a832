package docs

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of docs/hops.md")

const begin, end = "<!-- tables: go test ./hop/internal/docs -update -->\n", "<!-- end of tables -->\n"

// TestDocument: the tables of docs/hops.md are those that the recordings make.
func TestDocument(t *testing.T) {
	const path = "../../../docs/hops.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		t.Fatalf("no marks %q and %q", begin, end)
	}
	tables, err := Tables("../../../interop/hops")
	if err != nil {
		t.Fatal(err)
	}
	want := before + begin + "\n" + tables + "\n" + end + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatal("docs/hops.md is not what the recordings make: go test ./hop/internal/docs -update")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
