package main

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/growth"
)

// Decoding by steps and all at once is the same, whatever the charset, and an
// encoded text comes back.
func TestCharsetRoundTrip(t *testing.T) {
	text := "Zoë 自動 Привет 漢字 ไทย שלום 한국어 ¥\\~ é%41%zz+&=#?/"
	for _, cs := range charset.All() {
		if cs.Output() != cs {
			continue
		}
		can, err := cs.AppendEncode(nil, []byte(text), charset.QuestionMark)
		if err != nil {
			t.Fatal(err)
		}
		known, err := cs.Decode(string(can))
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1, 3, 10, 1 << 16} {
			encoded := runIn(t, strings.NewReader(known), size, "encode", "--charset", cs.Labels()[0])
			got := runIn(t, strings.NewReader(encoded.stdout), size, "decode", "--charset", cs.Labels()[0])
			// Hints tell of the escape in the text.
			if got.stdout != known || got.status != 0 || strings.Contains(encoded.stderr+got.stderr, "percent: note:") {
				t.Errorf("%s in chunks of %d: %q via %q: %+v", cs, size, known, encoded.stdout, got)
			}
		}
	}
}

// Malformed input takes time in proportion to its size.
func TestCharsetLinear(t *testing.T) {
	units := 20_000
	if growth.Long() {
		units *= 10
	}
	for _, label := range []string{"shift_jis", "iso-2022-jp", "gb18030", "utf-16le"} {
		for _, unit := range []string{"%FF", "%81%FF", "%1B%1B", "%zz", "%1B$B%FF"} {
			in := strings.Repeat(unit, units)
			got := runIn(t, strings.NewReader(in), stream.ChunkSize, "decode", "--charset", label, "--on-error", "keep")
			if got.status != 0 {
				t.Errorf("%s of %s: %+v", label, unit, got.stderr)
			}
		}
	}
}
