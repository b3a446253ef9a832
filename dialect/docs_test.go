package dialect_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/pct-encoded/percent/dialect/internal/docs"
	"github.com/pct-encoded/percent/internal/recordings"
)

// docs/data/dialects.md and docs/data/versions.md are what the catalogue says.
func TestDocument(t *testing.T) {
	recordings.Folder(t)
	unreached, err := recordings.ReadUnreached(interop)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"dialects.md": docs.Dialects(), "versions.md": docs.Versions(unreached)} {
		got, err := os.ReadFile("../docs/data/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("docs/data/%s is not what go generate ./dialect writes", name)
		}
	}
}
