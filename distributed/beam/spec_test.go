package percentbeam_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	percentbeam "github.com/pct-encoded/percent/distributed/beam"
)

// TestRequest plans as an importer does, who has no name for a request but its JSON.
func TestRequest(t *testing.T) {
	in := filepath.Join(t.TempDir(), "a.tsv")
	if err := os.WriteFile(in, []byte("url\na%20b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		request, want string // want is a part of the error
		usage         bool
	}{
		{request: `{"operation":"decode","as":"form","table":{"columns":["url"]}}`},
		{`{"operation":"decode","as":"no-such-dialect"}`, "no-such-dialect", true},
		{`{"operation":"undo"}`, "undo", true},
		{`{"operation":"decode","columns":["url"]}`, "columns", false},
		{`{"operation":`, "percentbeam: the request", false},
		{"", "operation", true},
	} {
		spec := percentbeam.Spec{Request: json.RawMessage(tt.request), Output: t.TempDir()}
		parts, err := spec.Plan(context.Background(), in)
		var usage *percentbeam.UsageError
		switch {
		case tt.want == "" && (err != nil || len(parts) != 1):
			t.Errorf("%s: %v, %v", tt.request, parts, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || errors.As(err, &usage) != tt.usage):
			t.Errorf("%s: %v, %v", tt.request, parts, err)
		}
	}
}
