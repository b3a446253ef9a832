package main

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestSigningPrintsOneLineAField: whatever ends up in a header field that is
// printed stays on its line.
func TestSigningPrintsOneLineAField(t *testing.T) {
	t.Setenv("PERCENT_CONSUMER_SECRET", "x")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "x")
	for _, test := range []struct{ command, flag, name string }{
		{"oauth1 sign --consumer-key x", "--realm", "--realm"},
		{"sigv4 sign", "--service", "--service"},
		{"sigv4 canonical", "--service", "--service"},
		{"sigv4 presign", "--service", "--service"},
		{"sigv4 sign --service s3", "--region", "--region"},
		{"sigv4 sign --service s3", "--payload-hash", "--payload-hash"},
		{"sigv4 sign --service s3", "--access-key", "the access key"},
	} {
		for _, bad := range []string{"a\r\nX-Evil: b", "a\nb", "a\x00b"} {
			args := append(strings.Fields(test.command), test.flag, bad, "http://h/")
			r := runIn(t, strings.NewReader(""), stream.ChunkSize, args...)
			if r.status != term.StatusUsage || r.stdout != "" || !strings.HasPrefix(r.stderr, "percent: error: "+test.name+" holds a control character") {
				t.Errorf("%s %s %q: status %d, %q, %q", test.command, test.flag, bad, r.status, r.stdout, r.stderr)
			}
		}
	}
	t.Setenv("AWS_SESSION_TOKEN", "a\r\nb")
	if r := runIn(t, strings.NewReader(""), stream.ChunkSize, "sigv4", "sign", "--service", "s3", "--access-key", "x", "http://h/"); r.status != term.StatusUsage {
		t.Errorf("AWS_SESSION_TOKEN: status %d, %q", r.status, r.stdout)
	}
}
