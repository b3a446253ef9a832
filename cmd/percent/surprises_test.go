package main

import (
	"strings"
	"testing"
	"testing/iotest"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

func TestHintsByPieces(t *testing.T) {
	in := "caf%C3%A9\nhttps://example.com\n%E9%2541%0A\n"
	for _, verb := range []string{"encode", "decode"} {
		want := runIn(t, strings.NewReader(in), stream.ChunkSize, verb)
		for _, size := range []int{1, 2, 3, 7} {
			if got := runIn(t, iotest.OneByteReader(strings.NewReader(in)), size, verb); got != want {
				t.Errorf("%s in pieces of %d: %+v, want %+v", verb, size, got, want)
			}
		}
	}
}
