package charset_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// decodeChunks decodes text in chunks of that size and writes U+FFFD for what is
// malformed.
func decodeChunks(t *testing.T, c *charset.Charset, text []byte, size int) string {
	t.Helper()
	d := charset.NewChunkDecoder(c)
	var out, left []byte
	for at := 0; at < len(text) || len(left) > 0; {
		next := text[at:min(len(text), at+size)]
		at += len(next)
		src := append(left, next...)
		for len(src) > 0 {
			var n int
			var err error
			if at == len(text) {
				out, n, err = d.AppendLast(out, src)
			} else {
				out, n, err = d.AppendChunk(out, src)
			}
			src = src[n:]
			var bad *percent.SyntaxError
			switch {
			case errors.As(err, &bad):
				out = append(out, "\uFFFD"...)
			case errors.Is(err, io.ErrUnexpectedEOF) && at < len(text):
				left = bytes.Clone(src)
				src = nil
				continue
			case err != nil || len(src) > 0:
				t.Fatalf("%s: %d bytes left, %v", c, len(src), err)
			}
			left = nil
		}
	}
	return string(out)
}

func TestChunkDecoder(t *testing.T) {
	texts := []string{
		"", "a", "\x8E\xA9\x93\xAE", "\x1B$B$\"\x1B(B!", "\x1B$B\x1B(B", "\x1B$B$\"\xFFa", "\x1B$", "\x81\x30\x81\x30", "\x81\x30\x81", "\x810\x81",
		"\xE2\x98\x83\xE2\x98", "\xE2A", "\x3D\xD8\x00\xDE", "\x3D\xD8\x00", "\x3D\xD8A\x00", "\x8F\xA2\xAF\x8F", "\xFF\x80\x81",
	}
	for _, c := range charset.All() {
		for _, text := range texts {
			want, err := c.AppendDecode(nil, []byte(text), charset.Replace)
			if err != nil {
				t.Fatal(err)
			}
			for size := 1; size <= len(text); size++ {
				if got := decodeChunks(t, c, []byte(text), size); got != string(want) {
					t.Errorf("%s: %q in chunks of %d: %q, want %q", c, text, size, got, want)
				}
			}
		}
	}
}

func ExampleCharset_AppendPercentFix() {
	fmt.Printf("%s\n", charset.ISO2022JP.AppendPercentFix(nil, []byte("100% あ%E3"), percent.RFC3986))
	// Output: 100%25%20%1B%24B%24%22%1B%28B%E3
}
