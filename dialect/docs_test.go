package dialect_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/pct-encoded/percent/dialect/internal/docs"
)

// docs/dialects.md is what the catalogue says.
func TestDocument(t *testing.T) {
	got, err := os.ReadFile("../docs/dialects.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, docs.Dialects()) {
		t.Error("docs/dialects.md is not what go generate ./dialect writes")
	}
}
