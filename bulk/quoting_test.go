package bulk

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
)

// dividing returns for each byte of text whether it divides rows or fields and whether it is
// inside of quotation marks, byte by byte.
func dividing(text string, delim byte) (divides, inside []bool) {
	divides, inside = make([]bool, len(text)), make([]bool, len(text))
	for at := 0; at < len(text); {
		if text[at] == '"' {
			end, _ := csvQuoted([]byte(text), at)
			// Each pair of marks takes the field out and in again.
			out := false
			for i := at; i < end; i++ {
				if i > at && text[i] == '"' {
					out = !out
				}
				inside[i] = !out
			}
			at = end
		}
		for at < len(text) && text[at] != delim && text[at] != '\n' {
			at++
		}
		if at < len(text) {
			divides[at] = true
			at++
		}
	}
	return divides, inside
}

// testQuoting compares a quoting, in words of any size, and a cutter with what is found byte
// by byte.
func testQuoting(t *testing.T, text string, size int) {
	t.Helper()
	const delim = ','
	divides, inside := dividing(text, delim)
	q := fieldStart
	for at := 0; at < len(text); {
		n := min(size, len(text)-at)
		var marks, ends uint64
		for i, b := range []byte(text[at : at+n]) {
			switch b {
			case '"':
				marks |= 1 << i
			case delim, '\n':
				ends |= 1 << i
			}
		}
		in, _, _ := q.next(marks, ends, n)
		for i := range n {
			if in>>i&1 == 1 != inside[at+i] || ends&^in>>i&1 == 1 != divides[at+i] {
				t.Fatalf("%q in words of %d: wrong at byte %d", text, size, at+i)
			}
		}
		at += n
	}
	for goal := range min(len(text), 3) {
		c := cutter{quotes: true, delim: delim}
		c.reset(goal * len(text) / 3)
		for end := 0; end < len(text) && !c.reached; {
			end = min(end+1+size*size/7, len(text))
			c.scan([]byte(text[:end]))
		}
		var records int64
		first, cut := 0, 0
		for i, is := range divides {
			if is && text[i] == '\n' {
				records++
				if cut = i + 1; first == 0 {
					first = cut
				}
				if c.goal > 0 && cut >= c.goal {
					break
				}
			}
		}
		if c.records != records || c.first != first || c.cut != cut {
			t.Fatalf("%q, goal %d: %d records, from %d to %d; want %d, %d, %d", text, c.goal, c.records, c.first, c.cut, records, first, cut)
		}
	}
}

// quotedPieces are what random rows are made of.
var quotedPieces = []string{`"`, `"`, `""`, `","`, "\"\n\"", ",", "\n", "\r\n", "a", "é", "\xff\xa2", strings.Repeat("x", 61)}

func TestQuoting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(quotedPieces[r.IntN(len(quotedPieces))])
		}
		testQuoting(t, b.String(), 1+r.IntN(64))
	}
}

// FuzzQuoting: what is inside of quotation marks is found as byte by byte.
func FuzzQuoting(f *testing.F) {
	for i, p := range quotedPieces {
		f.Add(p+"a,"+quotedPieces[len(quotedPieces)-1-i], byte(i))
	}
	f.Fuzz(func(t *testing.T, text string, size byte) { testQuoting(t, text, 1+int(size)%64) })
}

// TestHidden: the bit maps of each tier have no delimiter and no line end in quotation marks.
func TestHidden(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var b strings.Builder
		for range r.IntN(400) {
			b.WriteString(quotedPieces[r.IntN(len(quotedPieces))])
		}
		text := b.String()
		divides, inside := dividing(text, ',')
		for _, tier := range kernel.Tiers() {
			restore := tier.Use()
			p := newPlaces(division{delim: ',', quote: '"', back: '\r'}, percent.ByteSet{}, kernel.SetOf(), false)
			p.quoting, p.delim = &quoting{start: 1, any: true}, ','
			p.find([]byte(text))
			restore()
			for i := range text {
				w := &p.words[i>>6]
				if (w[delims]|w[ends])>>(i&63)&1 == 1 != divides[i] || w[quotes]>>(i&63)&1 == 1 != inside[i] {
					t.Fatalf("%v: %q: wrong at byte %d", tier, text, i)
				}
			}
		}
	}
}
