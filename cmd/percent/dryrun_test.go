package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

// Only the beginning of an input is looked at, whole rows of it.
func TestDryRunSample(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.csv")
	text := "id,url\n" + strings.Repeat("1,\"a%20b\nc\"\n", 100) + strings.Repeat("2,%zz\n", 1000)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sample int64
		want   []string
	}{
		{100, []string{"rows           8, the first 100 B of text; the input has 7.0 KiB\n", "malformed      0\n"}},
		{1208, []string{"rows           101,", "malformed      1, the first at " + name + ":102, byte 0\n"}},
		{1 << 20, []string{"rows           1100, all there are\n", "malformed      1000,"}},
	} {
		var stdout, stderr strings.Builder
		a := stream.New(nil, &stdout, &stderr)
		a.Sample = test.sample
		if status := run(a, []string{"percent", "decode", "--column", "url", "--dry-run", "-f", name}); status != 0 || stderr.String() != "" {
			t.Errorf("status %d, %s", status, stderr.String())
		}
		for _, want := range test.want {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("sample of %d: %q, want %q", test.sample, stdout.String(), want)
			}
		}
	}
}
