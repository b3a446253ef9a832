package interop

import (
	"fmt"
	"math/rand/v2"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/internal/wtf8"
)

const (
	// Seed is what random/inputs.json is drawn from.
	Seed = 3986
	// generator is raised when the same seed gives other inputs.
	generator = 1
	// randomInputs is how many inputs every implementation meets.
	randomInputs = 5000
)

// Random draws the random inputs of every kind and units: the same ones for the
// same seed, on every machine.
func Random(seed uint64) *recordings.RandomInputs {
	in := &recordings.RandomInputs{Generator: generator, Seed: seed}
	for _, kind := range []string{recordings.Encoder, recordings.Decoder} {
		for _, units := range []string{recordings.Bytes, recordings.Text, recordings.UTF16} {
			d := &drawer{Rand: rand.New(rand.NewPCG(seed, uint64(len(in.Classes)))), kind: kind, units: units}
			class := recordings.RandomClass{Kind: kind, Units: units}
			seen := map[string]bool{}
			for len(class.Inputs) < randomInputs {
				if b := d.input(); !seen[string(b)] {
					seen[string(b)] = true
					class.Inputs = append(class.Inputs, b)
				}
			}
			in.Classes = append(in.Classes, class)
		}
	}
	return in
}

type drawer struct {
	*rand.Rand
	kind, units string
}

// input draws a few pieces, seldom many.
func (d *drawer) input() []byte {
	n := 1 + d.IntN(8)
	if d.IntN(50) == 0 {
		n = 20 + d.IntN(40)
	}
	var b []byte
	for range n {
		switch {
		case d.IntN(10) < map[string]int{recordings.Encoder: 4, recordings.Decoder: 6}[d.kind]:
			b = append(b, d.escape()...)
		case d.units == recordings.Bytes && d.IntN(4) == 0:
			b = append(b, d.octets()...)
		default:
			b = d.character(b)
		}
	}
	switch {
	case d.units == recordings.Bytes:
		return b
	case !utf8.Valid(b):
		// Lone surrogates that now stand side by side are a pair.
		units, _ := wtf8.AppendUnits(nil, string(b))
		b = wtf8.AppendText(nil, units)
	}
	// A mark that comes first would join the character that recorders put
	// before it.
	if first, _ := utf8.DecodeRune(b); unicode.Is(unicode.M, first) {
		b = append([]byte{'m'}, b...)
	}
	return b
}

// within draws a code point between two, both included.
func (d *drawer) within(low, high rune) rune { return low + d.Int32N(high-low+1) }

// character appends a character, most often one that some program treats
// specially.
func (d *drawer) character(b []byte) []byte {
	const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	r := 'a'
	switch n := d.IntN(20); {
	case n < 4:
		r = rune(punctuation[d.IntN(len(punctuation))])
	case n < 6:
		r = []rune(" +")[d.IntN(2)]
	case n < 9:
		r = d.within(0x21, 0x7E)
	case n == 9:
		r = []rune("\x00\t\n\v\f\r\x1b\x1f\x7f\u0085\u00a0\u200b\u2028\u2029\u3000\ufeff")[d.IntN(16)]
	case n == 10:
		r = d.within(0, 0x1F)
	case n < 13:
		r = d.within(0x80, 0xFF)
	case n == 13:
		r = d.within(0x100, 0x7FF)
	case n == 14:
		r = d.within(0x4E00, 0x9FFF)
	case n == 15:
		r = d.within(0x3040, 0x30FF)
	case n == 16:
		r = d.within(0x1F300, 0x1F6FF)
	case n == 17:
		r = []rune("\u0301\u0308\u0338\u200d\u202e\u2066\ufe0f\U0001f3fd\ufffd\ufffe\uffff\U0001fffe\U0010ffff\ue000\U000e0041\U00020000")[d.IntN(16)]
	case n == 18:
		r = d.within(0x800, 0xD7FF)
	case d.units == recordings.UTF16 || d.units == recordings.Bytes:
		r = d.within(0xD800, 0xDFFF)
	default:
		r = d.within(0x10000, 0x10FFFF)
	}
	return wtf8.AppendRune(b, r)
}

// octets draws octets that are seldom UTF-8.
func (d *drawer) octets() []byte {
	if d.IntN(2) == 0 {
		return d.invalid()
	}
	b := make([]byte, 1+d.IntN(3))
	for i := range b {
		b[i] = byte(0x80 + d.IntN(0x80))
	}
	return b
}

// invalid draws octets that look like UTF-8: overlong, cut, of a surrogate, or
// beyond U+10FFFF.
func (d *drawer) invalid() []byte {
	r := d.within(0, 0xFFFF)
	continuation := func(shift int) byte { return 0x80 | byte(r>>shift)&0x3F }
	switch d.IntN(5) {
	case 0:
		return []byte{0xC0 | byte(d.IntN(2)), continuation(0)}
	case 1:
		return []byte{0xE0, 0x80 | byte(d.IntN(0x20)), continuation(0)}
	case 2:
		return []byte{0xED, 0xA0 | byte(d.IntN(0x20)), continuation(0)}
	case 3:
		return []byte{0xF4 + byte(d.IntN(4)), 0x90 | continuation(12), continuation(6), continuation(0)}
	}
	b := wtf8.AppendRune(nil, d.within(0x80, 0x10FFFF))
	return b[:1+d.IntN(len(b)-1)]
}

// escape draws an escape, well-formed or not, or a run of them.
func (d *drawer) escape() string {
	escaped := func(octets []byte) string {
		s := ""
		for _, c := range octets {
			s += fmt.Sprintf([]string{"%%%02X", "%%%02x"}[d.IntN(2)], c)
		}
		return s
	}
	switch d.IntN(16) {
	case 0:
		return "%"
	case 1:
		return []string{"%z", "%zz", "%4", "%4z", "%z4", "%g0", "% 4", "%4 ", "%+4", "%-1", "%0x", "%%", "%\x00", "%é", "%４１"}[d.IntN(15)]
	case 2:
		return fmt.Sprintf("%%u%04X", d.within(0, 0xFFFF))
	case 3:
		return []string{"%u", "%u1", "%u12", "%u123", "%uzzzz", "%U0041", "%u{41}", "%u00e9", "%u0000", "%u%41"}[d.IntN(10)]
	case 4:
		return []string{"%uD83D%uDE00", "%uD83D", "%uDE00", "%ud83d\U0001f600", "%uDE00%uD83D"}[d.IntN(5)]
	case 5, 6:
		return escaped([]byte(string(d.within(0x80, 0x10FFFF))))
	case 7, 8:
		return escaped(d.invalid())
	case 9:
		return escaped([]byte{byte(0x80 + d.IntN(0x80))})
	case 10:
		return "%25" + []string{"41", "2F", "25", "u0041", ""}[d.IntN(5)]
	case 11:
		return "+"
	default:
		return escaped([]byte{byte(d.IntN(0x80))})
	}
}
