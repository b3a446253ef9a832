package commands

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// TestRunWithoutCobra: what a command does needs its options, the streams and the
// arguments, and no command line.
func TestRunWithoutCobra(t *testing.T) {
	type work func(context.Context, *stream.Streams, records.Line) error
	for _, test := range []struct {
		name string
		make func(*stream.Streams) work
		args []string
		want string
	}{
		{"version", func(*stream.Streams) work { return (&versionOptions{}).run }, nil, "percent " + version() + "\n"},
		{"encode", func(s *stream.Streams) work { return (&encodeOptions{job: records.NewJob(s, "encode")}).run }, []string{"a b"}, "a%20b\n"},
		{"decode", func(s *stream.Streams) work { return (&decodeOptions{job: records.NewJob(s, "decode")}).run }, nil, "c d\n"},
		{"form get", func(s *stream.Streams) work {
			return (&formGetOptions{formJob: newFormJob(s, "get")}).run
		}, []string{"q", "q=caf%C3%A9"}, "café\n"},
	} {
		var stdout strings.Builder
		s := stream.New(strings.NewReader("c%20d\n"), &stdout, io.Discard)
		if err := test.make(s)(t.Context(), s, records.Line{Command: "percent " + test.name, Args: test.args}); err != nil || stdout.String() != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, stdout.String(), err, test.want)
		}
	}
}
