package kernel

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// utf8Edges are the bytes at which the rules of UTF-8 change, and one of each kind.
var utf8Edges = []byte{
	0x00, 'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
	0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF7, 0xF8, 0xFF,
}

func checkUTF8(t *testing.T, src []byte) {
	t.Helper()
	if got, want := ValidUTF8(src), utf8.Valid(src); got != want {
		t.Fatalf("ValidUTF8(%q) = %t, want %t", src, got, want)
	}
}

// fillUTF8 fills b with characters of every length, and cuts the last one off.
func fillUTF8(r *rand.Rand, b []byte) {
	for n := 0; n < len(b); {
		var text [4]byte
		size := utf8.EncodeRune(text[:], []rune{'a', 'z', 'é', '\u07FF', '\u0800', '日', '\uFFFD', '\U00010000', '😀', '\U0010FFFF'}[r.IntN(10)])
		n += copy(b[n:], text[:size])
	}
}

// TestValidUTF8 puts all sequences of four edges, or of three bytes, around the borders
// of vectors, and faults into texts of every length at both ends of memory.
func TestValidUTF8(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		src := make([]byte, 140)
		for i := range src {
			src[i] = 'a'
		}
		for _, at := range []int{29, 61, 125} {
			for _, a := range utf8Edges {
				for _, b := range utf8Edges {
					for _, c := range utf8Edges {
						for _, d := range utf8Edges {
							src[at], src[at+1], src[at+2], src[at+3] = a, b, c, d
							checkUTF8(t, src)
							checkUTF8(t, src[:at+4])
						}
					}
				}
			}
			for seq := range 1 << 16 {
				src[at], src[at+1], src[at+2], src[at+3] = byte(seq>>8), byte(seq), 0x80, 'a'
				checkUTF8(t, src)
			}
			copy(src[at:], "aaaa")
		}
		mem := newGuarded(t, 4096)
		r := rand.New(rand.NewPCG(23, 24))
		for n := range 4*64 + 1 {
			for _, s := range [][]byte{mem.b[:n], mem.b[len(mem.b)-n:], mem.b[100+r.IntN(64):][:n]} {
				for range 20 {
					fillUTF8(r, s)
					checkUTF8(t, s)
					if n > 0 {
						s[r.IntN(n)] = utf8Edges[r.IntN(len(utf8Edges))]
						checkUTF8(t, s)
					}
				}
			}
		}
	})
}

func FuzzValidUTF8(f *testing.F) {
	r := rand.New(rand.NewPCG(25, 26))
	for n := range 20 {
		b := make([]byte, 17*n)
		fillUTF8(r, b)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		withTiers(func(Tier) { checkUTF8(t, src) })
	})
}
