package percent

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/kernel"
)

// TestShort meets every length up to two vectors and more, where each size takes its own
// way through Encode, Decode and the Append methods, in every tier, with room that is exact
// or more. What lies behind the room must stay.
func TestShort(t *testing.T) {
	encodings := map[string]*Encoding{
		"RFC3986": RFC3986, "Form": Form, "lenient": RFC3986.WithMalformed(MalformedKept), "fix": URI.WithEscapes(EscapesKept),
		"lower, plus": New(ASCII.Remove(" a%")).WithSpace(SpacePlus).WithPlus(PlusIsSpace).WithHex(HexLower),
		"high kept":   New(Unreserved.Union(ASCII.Complement())), "all": New(AllBytes),
		"ascii": Form.WithRaw(ASCII), "replace": RFC3986.WithInvalidUTF8(InvalidUTF8Replaced),
	}
	pieces := []string{"abcdefgh", "%41", "%e3%81%82", "あ", " ", "+", "%", "%4", "%zz", "\x00", "\xff", "~-._", "%25", "%2B"}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 140 {
		for class := range 2 * len(pieces) {
			var b []byte
			for len(b) < n {
				piece := pieces[class%len(pieces)]
				if class >= len(pieces) && r.IntN(3) == 0 {
					piece = pieces[r.IntN(len(pieces))]
				}
				b = append(b, piece...)
			}
			s := string(b[len(b)-n:])
			for name, e := range encodings {
				encoded := modelEncode(e.choices, s, false)
				decoded, fault := modelDecode(e.choices, s)
				for _, tier := range kernel.Tiers() {
					restore := tier.Use()
					at := fmt.Sprintf("%v, %s", tier, name)
					if got := e.Encode(s); got != encoded {
						t.Errorf("%s: Encode(%q) = %q, want %q", at, s, got, encoded)
					}
					if got, err := e.Decode(s); got != decoded || !sameError(err, fault) {
						t.Errorf("%s: Decode(%q) = %q, %v, want %q, %v", at, s, got, err, decoded, fault)
					}
					for _, room := range []int{len(encoded), len(encoded) + 2, 3*n + 1, 3*n + 70} {
						got, intact := behind(room, func(dst []byte) []byte { return e.AppendEncode(dst, []byte(s)) })
						if got != encoded || !intact {
							t.Errorf("%s: AppendEncode(room %d, %q) = %q, want %q; the rest intact: %v", at, room, s, got, encoded, intact)
						}
					}
					for _, room := range []int{len(decoded), n, n + 70} {
						var err error
						got, intact := behind(room, func(dst []byte) (b []byte) {
							b, err = e.AppendDecode(dst, []byte(s))
							return b
						})
						if got != decoded || !sameError(err, fault) || !intact {
							t.Errorf("%s: AppendDecode(room %d, %q) = %q, %v, want %q, %v; the rest intact: %v", at, room, s, got, err, decoded, fault, intact)
						}
					}
					restore()
				}
			}
			if t.Failed() {
				return
			}
		}
	}
}

// TestZero has an Encoding that nobody made: it makes the choices of New(ByteSet{}).
func TestZero(t *testing.T) {
	e, want := new(Encoding), New(ByteSet{})
	for _, s := range []string{"", "a", "a b/%41", strings.Repeat("a%41", 100)} {
		if got := e.Encode(s); got != want.Encode(s) {
			t.Errorf("Encode(%q) = %q, want %q", s, got, want.Encode(s))
		}
		if got := string(e.AppendEncode(nil, []byte(s))); got != want.Encode(s) {
			t.Errorf("AppendEncode(%q) = %q, want %q", s, got, want.Encode(s))
		}
		decoded, _ := want.Decode(s)
		if got, err := new(Encoding).Decode(s); got != decoded || err != nil {
			t.Errorf("Decode(%q) = %q, %v, want %q", s, got, err, decoded)
		}
		if got, err := new(Encoding).AppendDecode(nil, []byte(s)); string(got) != decoded || err != nil {
			t.Errorf("AppendDecode(%q) = %q, %v, want %q", s, got, err, decoded)
		}
	}
}

// behind calls f with a destination of so much room after a few bytes. It returns what f
// appended, and whether the bytes before it and behind the room are as they were.
func behind(room int, f func([]byte) []byte) (got string, intact bool) {
	const before, after = "before", 64
	array := append([]byte(before), bytes.Repeat([]byte{0xA5}, room+after)...)
	b := f(array[: len(before) : len(before)+room])
	intact = string(array[:len(before)]) == before && string(b[:len(before)]) == before
	for _, c := range array[len(before)+room:] {
		intact = intact && c == 0xA5
	}
	return string(b[len(before):]), intact
}
