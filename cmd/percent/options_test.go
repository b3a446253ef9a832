package main

import (
	"io"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// TestRunWithoutCobra: what a command does needs its options, the streams and the
// arguments, and no command line.
func TestRunWithoutCobra(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(*stream.Streams) options
		args []string
		want string
	}{
		{"set", func(*stream.Streams) options { return &setOptions{} }, []string{"unreserved"}, `[\-.0-9A-Z_a-z~]` + "\n"},
		{"version", func(*stream.Streams) options { return &versionOptions{} }, nil, "percent " + version() + "\n"},
		{"encode", func(s *stream.Streams) options { return &encodeOptions{Job: records.NewJob(s, "encode")} }, []string{"a b"}, "a%20b\n"},
		{"decode", func(s *stream.Streams) options { return &decodeOptions{Job: records.NewJob(s, "decode")} }, nil, "c d\n"},
		{"form get", func(s *stream.Streams) options {
			return &formGetOptions{formJob: newFormJob(s, "get")}
		}, []string{"q", "q=caf%C3%A9"}, "café\n"},
	} {
		var stdout strings.Builder
		s := stream.New(strings.NewReader("c%20d\n"), &stdout, io.Discard)
		if err := test.make(s).run(t.Context(), s, records.Line{Command: "percent " + test.name, Args: test.args}); err != nil || stdout.String() != test.want {
			t.Errorf("%s: %q, %v, want %q", test.name, stdout.String(), err, test.want)
		}
	}
}
