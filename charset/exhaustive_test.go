package charset

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestIndexesMatch compares every entry of every unpacked index, absent ones
// included.
func TestIndexesMatch(t *testing.T) {
	d := reference(t)
	entries := 0
	for name, x := range map[string]*index{
		"big5": &indexBig5, "euc-kr": &indexEuckr, "gb18030": &indexGb18030,
		"jis0208": &indexJis0208, "jis0212": &indexJis0212,
	} {
		entries += compareIndex(t, name, d.index[name], x)
	}
	for _, c := range all {
		if c.kind == singleByte {
			name := refSingleByteIndex(c.name)
			entries += compareIndex(t, name, d.index[name], c.index)
		}
	}
	for i, r := range d.index["iso-2022-jp-katakana"] {
		if katakana[i] != *r {
			t.Errorf("katakana %d: U+%04X, want U+%04X", i, katakana[i], *r)
		}
	}
	if entries < 70000 {
		t.Errorf("only %d entries compared", entries)
	}
}

func compareIndex(t *testing.T, name string, want []*rune, x *index) int {
	got := x.decode()
	// No program shows the pointers after the last code point.
	for len(want) < len(got) {
		want = append(want, nil)
	}
	if len(got) != len(want) {
		t.Errorf("index %s has %d pointers, want %d", name, len(got), len(want))
		return 0
	}
	n := 0
	for p, r := range want {
		switch {
		case r == nil && got[p] != 0:
			t.Errorf("index %s: pointer %d is U+%04X, want none", name, p, got[p])
		case r != nil && got[p] != *r:
			t.Errorf("index %s: pointer %d is U+%04X, want U+%04X", name, p, got[p], *r)
		case r != nil:
			n++
		}
	}
	return n
}

// TestDecodeEveryPair decodes every one- and two-byte input, alone and before
// an ASCII letter, in every charset.
func TestDecodeEveryPair(t *testing.T) {
	d := reference(t)
	for _, c := range all {
		t.Run("charset="+c.name, func(t *testing.T) {
			check := newDecodeCheck(t, d, c)
			for a := range 256 {
				check([]byte{byte(a)})
				if !growth.Long() && a < 0x7F && c.asciiTransparent() {
					continue
				}
				for b := range 256 {
					check([]byte{byte(a), byte(b)})
					check([]byte{byte(a), byte(b), 'A'})
				}
			}
		})
	}
}

// TestDecodeThreeBytes decodes every three-byte JIS X 0212 sequence.
func TestDecodeThreeBytes(t *testing.T) {
	d := reference(t)
	check := newDecodeCheck(t, d, EUCJP)
	for a := range 256 {
		for b := range 256 {
			check([]byte{0x8F, byte(a), byte(b)})
		}
	}
}

// TestDecodeEveryFourBytes decodes all 1,587,600 four-byte sequences of
// gb18030.
func TestDecodeEveryFourBytes(t *testing.T) {
	d := reference(t)
	var dst []byte
	pointer := 0
	for a := 0x81; a <= 0xFE; a++ {
		for b := 0x30; b <= 0x39; b++ {
			for c := 0x81; c <= 0xFE; c++ {
				for e := 0x30; e <= 0x39; e++ {
					want := rune(0xFFFD)
					// Between two range starts code points are consecutive, so
					// the linear search of the reference is needed seldom.
					if r, ok := d.fastRange(pointer); ok {
						want = r
					}
					dst, _ = GB18030.AppendDecode(dst[:0], []byte{byte(a), byte(b), byte(c), byte(e)}, Replace)
					if string(dst) != string(want) {
						t.Fatalf("% X: %q, want %q", []byte{byte(a), byte(b), byte(c), byte(e)}, dst, string(want))
					}
					pointer++
				}
			}
		}
	}
	if pointer != 1587600 {
		t.Errorf("%d sequences", pointer)
	}
}

func (d *refData) fastRange(pointer int) (rune, bool) {
	if pointer > 39419 && pointer < 189000 || pointer > 1237575 {
		return 0, false
	}
	if pointer%64 == 0 || pointer < 40000 {
		return d.rangesCodePoint(pointer)
	}
	return 0x10000 + rune(pointer-189000), true
}

// alphabets holds, for each charset, bytes from every class that its decoder
// tells apart.
var alphabets = map[*Charset][]byte{
	UTF8:      {'A', 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE3, 0xED, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF},
	GB18030:   {'A', '0', '9', '/', 0x7F, 0x80, 0x81, 0x84, 0x90, 0xA2, 0xAB, 0xE3, 0xFE, 0xFF},
	GBK:       {'A', '0', '9', 0x80, 0x81, 0xA1, 0xFE, 0xFF},
	Big5:      {'A', 0x3F, 0x62, 0x7F, 0x80, 0x81, 0x87, 0x88, 0xA1, 0xA3, 0xFE, 0xFF},
	EUCJP:     {'A', 0x5C, 0x80, 0x8E, 0x8F, 0xA0, 0xA1, 0xA2, 0xB0, 0xDF, 0xE0, 0xFE, 0xFF},
	ShiftJIS:  {'A', 0x3F, 0x5C, 0x7F, 0x80, 0x81, 0x82, 0x9F, 0xA0, 0xA1, 0xDF, 0xE0, 0xEA, 0xF0, 0xFC, 0xFD},
	EUCKR:     {'A', 0x40, 0x5B, 0x7F, 0x80, 0x81, 0xA1, 0xB0, 0xC6, 0xFE, 0xFF},
	ISO2022JP: {0x1B, '$', '(', '@', 'B', 'J', 'I', '!', 0x0A, 0x0E, 0x5C, 0x7E, 0x80},
	UTF16BE:   {'A', 0x00, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xFF},
	UTF16LE:   {'A', 0x00, 0xD8, 0xDB, 0xDC, 0xDF, 0xE0, 0xFF},
}

// TestDecodeEveryClassSequence decodes every sequence of up to 4 byte classes,
// and longer random ones.
func TestDecodeEveryClassSequence(t *testing.T) {
	d := reference(t)
	for c, alphabet := range alphabets {
		t.Run("charset="+c.name, func(t *testing.T) {
			check := newDecodeCheck(t, d, c)
			var grow func(prefix []byte)
			grow = func(prefix []byte) {
				check(prefix)
				if len(prefix) == 4 || !growth.Long() && len(prefix) == 3 {
					return
				}
				for _, b := range alphabet {
					grow(append(prefix[:len(prefix):len(prefix)], b))
				}
			}
			grow(nil)
			rng := rand.New(rand.NewPCG(1, 2))
			for range 20000 {
				in := make([]byte, 5+rng.IntN(20))
				for i := range in {
					in[i] = alphabet[rng.IntN(len(alphabet))]
				}
				check(in)
			}
		})
	}
}

// newDecodeCheck returns a function that compares one input with the
// reference under every policy.
func newDecodeCheck(t *testing.T, d *refData, c *Charset) func(in []byte) {
	var dst []byte
	return func(in []byte) {
		want, spans := refDecode(d, c.name, in)
		var err error
		dst, err = c.AppendDecode(dst[:0], in, Replace)
		if string(dst) != want || err != nil {
			t.Fatalf("% X: %+q, %v, want %+q", in, dst, err, want)
		}
		dst, err = c.AppendDecode(dst[:0], in, Fail)
		if len(spans) == 0 {
			if string(dst) != want || err != nil {
				t.Fatalf("% X with Fail: %+q, %v, want %+q", in, dst, err, want)
			}
			return
		}
		first := spans[0]
		var e *percent.SyntaxError
		if !errors.As(err, &e) {
			t.Fatalf("% X with Fail: error %v", in, err)
		}
		if e.Field != c.Name() || e.Offset != int64(first.from) || e.Bytes != string(in[first.from:first.to]) {
			t.Fatalf("% X: error %v, want bytes %d to %d", in, e, first.from, first.to)
		}
		if !strings.HasPrefix(want, string(dst)+"\uFFFD") {
			t.Fatalf("% X: %+q precedes the error in %+q", in, dst, want)
		}
		kept, err := c.AppendDecode(nil, in, Keep)
		if err != nil {
			t.Fatal(err)
		}
		if c == Replacement {
			if !bytes.Equal(kept, in) {
				t.Fatalf("% X kept as % X", in, kept)
			}
			return
		}
		var parts []byte
		rest := want
		for _, s := range spans {
			before, after, _ := strings.Cut(rest, "\uFFFD")
			parts = append(parts, before...)
			parts = append(parts, in[s.from:s.to]...)
			rest = after
		}
		parts = append(parts, rest...)
		// A U+FFFD that stands in the input itself would be counted as an error.
		if strings.Count(want, "\uFFFD") == len(spans) && !bytes.Equal(kept, parts) {
			t.Fatalf("% X kept as % X, want % X", in, kept, parts)
		}
	}
}

// TestEncodeEveryCodePoint encodes each of the 1,112,064 scalar values in each
// charset that has an encoder, and decodes what could be written.
func TestEncodeEveryCodePoint(t *testing.T) {
	d := reference(t)
	for _, c := range all {
		if c.Output() != c {
			continue
		}
		t.Run("charset="+c.name, func(t *testing.T) {
			t.Parallel()
			fresh := func() func(rune) (refResult, bool) { return refEncoder(d, c.name) }
			h := fresh()
			var src, dst, back []byte
			written := 0
			beyond := rune(0x30000) // no index goes beyond plane 2
			if c.kind == singleByte {
				beyond = 0x10000 // and these not beyond the first
			}
			for r := rune(0); r <= 0x10FFFF; r++ {
				if r == 0xD800 {
					r = 0xE000
				}
				if !growth.Long() && r >= beyond && r&0xFFFF > 0xFF {
					continue
				}
				src = utf8.AppendRune(src[:0], r)
				// The handler ends in its initial state after end-of-queue.
				want, errs := refEncode(h, []rune{r})
				var err error
				dst, err = c.AppendEncode(dst[:0], src, Reference)
				if !bytes.Equal(dst, want) || err != nil {
					t.Fatalf("U+%04X: % X, %v, want % X", r, dst, err, want)
				}
				if len(errs) > 0 {
					if r&0xFF == 0 || r < 0x3000 {
						dst, err = c.AppendEncode(dst[:0], src, Refuse)
						var e *percent.SyntaxError
						if !errors.As(err, &e) || referenced(e) != errs[0] || e.Offset != 0 || e.Bytes != string(src) {
							t.Fatalf("U+%04X: error %v, want code point U+%04X", r, err, errs[0])
						}
					}
					continue
				}
				written++
				back, err = c.AppendDecode(back[:0], dst, Fail)
				if w := roundTrip(c, r); string(back) != w || err != nil {
					t.Fatalf("U+%04X: % X decodes to %+q, %v, want %+q", r, dst, back, err, w)
				}
			}
			if written < 128 {
				t.Errorf("%d code points written", written)
			}
		})
	}
}

// roundTrip returns what r becomes after encoding and decoding, where the
// encoder can write it: itself, but for the exceptions that the Encoding
// Standard makes.
func roundTrip(c *Charset, r rune) string {
	switch c {
	case EUCJP, ShiftJIS:
		switch r {
		case 0xA5:
			return "\\"
		case 0x203E:
			return "~"
		}
		fallthrough
	case ISO2022JP:
		if r == 0x2212 {
			return "\uFF0D"
		}
		if c == ISO2022JP && r >= 0xFF61 && r <= 0xFF9F {
			return string(katakana[r-0xFF61])
		}
	case GBK, GB18030:
		if pair := gb18030Side(r); pair != 0 {
			text, _ := GB18030.AppendDecode(nil, []byte{byte(pair >> 8), byte(pair)}, Fail)
			return string(text)
		}
	}
	return string(r)
}

// TestEncodeSequences encodes random text, which matters where the encoder
// has a state.
func TestEncodeSequences(t *testing.T) {
	d := reference(t)
	some := []rune("A\\~\n\x0e\x0f\x1b¥‾−あア亜ｱﾞ漢£é€😀\u0080\uE000\uE5E5中國한국Ж\uFFFD")
	for _, c := range all {
		if c.Output() != c {
			continue
		}
		t.Run("charset="+c.name, func(t *testing.T) {
			h := refEncoder(d, c.name)
			rng := rand.New(rand.NewPCG(3, 4))
			for range 5000 {
				text := make([]rune, rng.IntN(12))
				for i := range text {
					text[i] = some[rng.IntN(len(some))]
				}
				want, errs := refEncode(h, text)
				got, err := c.AppendEncode(nil, []byte(string(text)), Reference)
				if !bytes.Equal(got, want) || err != nil {
					t.Fatalf("%+q: %q, %v, want %q", string(text), got, err, want)
				}
				if _, err := c.AppendEncode(nil, []byte(string(text)), Refuse); (err == nil) != (len(errs) == 0) {
					t.Fatalf("%+q: error %v, want %d errors", string(text), err, len(errs))
				}
			}
		})
	}
}
