package uts46

import (
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/internal/growth"
)

const strict = CheckHyphens | UseSTD3ASCIIRules | VerifyDNSLength

func asciiOr(s string, o Options) *string {
	b, err := ToASCII([]byte("x"), s, o)
	if b[0] != 'x' || err != nil && len(b) != 1 {
		panic("dst was touched")
	}
	if err != nil {
		return nil
	}
	out := string(b[1:])
	return &out
}

func unicodeOr(s string) *string {
	out, err := ToUnicode(s, 0)
	if err != nil {
		return nil
	}
	return &out
}

type recorded struct {
	Program string
	Rows    [][4]*string
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }

func show(s *string) string {
	if s == nil {
		return "an error"
	}
	return *s
}

func compare(t *testing.T, data []byte) {
	var r recorded
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Rows) < 1000 {
		t.Fatalf("only %d names", len(r.Rows))
	}
	good := 0
	for _, row := range r.Rows {
		s := *row[0]
		for i, got := range []*string{asciiOr(s, 0), asciiOr(s, strict), unicodeOr(s)} {
			if !same(got, row[i+1]) {
				t.Errorf("%+q: column %d: %+q, %s says %+q", s, i+1, show(got), r.Program, show(row[i+1]))
			}
		}
		if row[1] != nil {
			good++
		}
	}
	if good < len(r.Rows)/10 {
		t.Errorf("only %d of %d names are valid", good, len(r.Rows))
	}
}

// TestRecorded compares with what the npm package tr46 made of names that were
// put together at random (record.mjs).
func TestRecorded(t *testing.T) {
	data, err := os.ReadFile("testdata/tr46.json")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, data)
}

// TestHashed does so with 400,000 names, which it makes as record.mjs does and of
// which hashes were recorded; a tenth of them in the short form.
func TestHashed(t *testing.T) {
	f, err := os.Open("testdata/tr46.hashes.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	const block = 1000
	want := strings.Fields(string(data))
	all := len(want)
	if all != 400 {
		t.Fatalf("%d blocks", all)
	}
	if !growth.Long() {
		want = want[:all/10]
	}
	g := maker{2}
	good := 0
	for b, want := range want {
		hash := sha256.New()
		for range block {
			s := g.name()
			ascii := asciiOr(s, 0)
			fields := []string{s}
			for _, v := range []*string{ascii, asciiOr(s, strict), unicodeOr(s)} {
				fields = append(fields, *cmp.Or(v, new("\x00")))
			}
			io.WriteString(hash, strings.Join(fields, "\x02")+"\n")
			if ascii != nil {
				good++
			}
		}
		if got := fmt.Sprintf("%x", hash.Sum(nil))[:8]; got != want {
			t.Errorf("names %d to %d: %s, tr46 says %s", b*block, (b+1)*block-1, got, want)
		}
	}
	if good < len(want)*block/10 {
		t.Errorf("only %d names are valid", good)
	}
	t.Logf("%d of %d names, %d of them valid", len(want)*block, all*block, good)
}

// A maker makes the names of record.mjs. Its value is the state of a linear
// congruential generator.
type maker struct{ state uint64 }

func (g *maker) random(n int) int {
	g.state = g.state*6364136223846793005 + 1442695040888963407
	return int((g.state >> 33) % uint64(n))
}

func (g *maker) pick(list ...string) string { return list[g.random(len(list))] }

// A kind is a range of characters, or some texts.
type kind struct {
	from, to rune
	texts    []string
}

var kinds = []kind{
	{from: 0x61, to: 0x7A},
	{from: 0x61, to: 0x7A},
	{from: 0x30, to: 0x39},
	{from: 0x20, to: 0x7E},
	{from: '-'},
	{from: 0xA0, to: 0x24F},
	{from: 0x300, to: 0x36F},
	{from: 0x370, to: 0x52F},
	{from: 0x5D0, to: 0x5EA},
	{from: 0x620, to: 0x6FF},
	{from: 0x900, to: 0x97F},
	{from: 0x1100, to: 0x11FF},
	{from: 0xAC00, to: 0xD7A3},
	{from: 0x3040, to: 0x30FF},
	{from: 0x4E00, to: 0x9FFF},
	{from: 0xFF00, to: 0xFFEF},
	{from: 0x1F300, to: 0x1FAFF},
	{from: 0x1E00, to: 0x1FFF},
	{from: 0x2000, to: 0x2BFF},
	{from: 0x80, to: 0x3FC3F},
	{from: 0x10800, to: 0x11FFF},
	{from: 0xE0000, to: 0xE01FF},
	{texts: []string{"\u200C", "\u200D", "\u094D", "\u00DF", "\u03C2", "\u1E9E", "\u00AD", "\u0131"}},
	{texts: []string{"\u0627\u200C\u0628", "\u0915\u094D\u200D", "\u0661", "1", "\u05D0", "\u0307", "\u0323", "\u0345", "\u11BD\u0301", "\u0644\u0670\u200C\u06ED\u06EF", "\u0628\u0301\u200C\u0628"}},
}

func (g *maker) of(k kind) string {
	switch {
	case k.texts != nil:
		return g.pick(k.texts...)
	case k.to == 0:
		return string(k.from)
	}
	r := k.from + rune(g.random(int(k.to-k.from)+1))
	if 0xD800 <= r && r <= 0xDFFF {
		return "a"
	}
	return string(r)
}

func (g *maker) label() string {
	one, other := kinds[g.random(len(kinds))], kinds[g.random(len(kinds))]
	s := ""
	for n := g.random(6) + 1; n > 0; n-- {
		if g.random(4) == 0 {
			s += g.of(other)
		} else {
			s += g.of(one)
		}
	}
	switch g.random(8) {
	case 0:
		encoded, err := encode([]byte("xn--"), []rune(s))
		if err != nil {
			panic(err)
		}
		e := string(encoded)
		if g.random(3) == 0 {
			i := g.random(len(e) + 1)
			e = e[:i] + g.pick("a", "9", "-", "z", "Z", "") + e[min(i+g.random(2), len(e)):]
		}
		return e
	case 1:
		return g.pick("XN--", "xn--", "xN--") + s
	}
	return s
}

func (g *maker) name() string {
	s := g.label()
	for n := g.random(4); n > 0; n-- {
		s += g.pick(".", ".", ".", "\u3002", "\uFF0E")
		if g.random(12) != 0 {
			s += g.label()
		}
	}
	return s
}

// TestLive does the same with more names, and a seed of its own each time.
func TestLive(t *testing.T) {
	if _, err := os.Stat("node_modules/tr46"); err != nil {
		t.Skip("the npm package tr46 is not installed here")
	}
	seed := rand.Uint32()
	data, err := exec.Command("node", "record.mjs", "20000", jsonNumber(seed)).Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("seed %d", seed)
	compare(t, data)
}

func jsonNumber(n uint32) string { b, _ := json.Marshal(n); return string(b) }

// TestNormalize compares with x/text, which is at Unicode 15 where this is at 18,
// on characters that both know.
func TestNormalize(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ranges := [][2]rune{{0x41, 0x17F}, {0x300, 0x36F}, {0x390, 0x3CE}, {0x5B0, 0x5EA}, {0x900, 0x9FF}, {0x1100, 0x11FF}, {0x1E00, 0x1FFF}, {0x3040, 0x30FF}, {0xAC00, 0xD7A3}, {0xF900, 0xFAD9}, {0x1D150, 0x1D1C0}, {0x2F800, 0x2FA1D}}
	changed := 0
	for range 100000 {
		var text []rune
		a, b := ranges[random.IntN(len(ranges))], ranges[random.IntN(2)]
		for range random.IntN(8) + 1 {
			if random.IntN(3) == 0 {
				a, b = b, a
			}
			// What mapping replaces never gets as far as normalization.
			if r := a[0] + random.Int32N(a[1]-a[0]+1); classOf(r).status == valid && unicode.IsGraphic(r) {
				text = append(text, r)
			}
		}
		got, want := string(normalize(text)), norm.NFC.String(string(text))
		if got != want {
			t.Fatalf("%+q: %+q, x/text says %+q", string(text), got, want)
		}
		if got != string(text) {
			changed++
		}
	}
	if changed < 10000 {
		t.Errorf("only %d texts changed", changed)
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("a", 64)
	for _, tt := range []struct {
		domain string
		o      Options
		rule   Rule
		r      rune
	}{
		{"é-", CheckHyphens, HyphenPlaces, 0},
		{"ab--é", CheckHyphens, HyphenPlaces, 0},
		{"xn--é-", 0, WrongPunycode, 0},
		{"xn--", 0, WrongPunycode, 0},
		{"xn--a", 0, Disallowed, 0x80},
		{"xn--a-", 0, WrongPunycode, 0},
		{"xn--\u3002", 0, WrongPunycode, 0},
		{"xn--xn---epa", 0, BeginsXN, 0},
		{"\u0301a", 0, BeginsMark, 0x301},
		{"a\u2028b", 0, Disallowed, 0x2028},
		{"a\xFF", 0, Disallowed, 0xFFFD},
		{"a_b", UseSTD3ASCIIRules, Disallowed, '_'},
		{"a\u200Cb", 0, WrongJoiner, 0x200C},
		{"\u05D0a", 0, WrongDirections, 0},
		{"a.\u05D0.1", 0, WrongDirections, 0},
		{"", VerifyDNSLength, WrongLength, 0},
		{"a..b", VerifyDNSLength, WrongLength, 0},
		{long, VerifyDNSLength, WrongLength, 0},
		{strings.Repeat("abcdefg.", 32) + "a", VerifyDNSLength, WrongLength, 0},
	} {
		_, err := ToASCII(nil, tt.domain, tt.o)
		var e *Error
		if !errors.As(err, &e) || e.Rule != tt.rule || e.Rune != tt.r {
			t.Errorf("%+q: %v, want a label that %s", tt.domain, err, tt.rule)
		}
	}
	want := `label "a\u2028b" has a character that is not allowed in domain names: U+2028`
	if _, err := ToASCII(nil, "x.a\u2028b", 0); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestLongLabels holds the coder of long labels against that of short ones, and
// against itself backwards.
func TestLongLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var label []rune
		for range random.IntN(2*shortLabel) + 1 {
			label = append(label, []rune{'a', '-', 'é', 'ü', '日', 0x1F600, rune(0x4E00 + random.IntN(0x5000))}[random.IntN(7)])
		}
		encoded, err := encode(nil, label)
		if err != nil {
			t.Fatal(err)
		}
		decoded, ok := decode(nil, []rune(string(encoded)))
		if !ok || string(decoded) != string(label) {
			t.Fatalf("%+q becomes %s and that %+q", string(label), encoded, string(decoded))
		}
		var slow []byte
		if slow, err = encodeSimply(label); err != nil || string(slow) != string(encoded) {
			t.Fatalf("%+q: %s, the text of RFC 3492 gives %s", string(label), encoded, slow)
		}
	}
}

// encodeSimply is RFC 3492 section 6.3 to the letter.
func encodeSimply(label []rune) ([]byte, error) {
	var out []byte
	for _, r := range label {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	b := len(out)
	h := b
	if b > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(initialN), 0, initialBias
	for h < len(label) {
		m := rune(0x7FFFFFFF)
		for _, r := range label {
			if r >= n {
				m = min(m, r)
			}
		}
		delta += int(m-n) * (h + 1)
		n = m
		for _, r := range label {
			if r < n {
				delta++
			}
			if r == n {
				q := delta
				for k := base; ; k += base {
					t := threshold(k, bias)
					if q < t {
						break
					}
					out = append(out, letter(t+(q-t)%(base-t)))
					q = (q - t) / (base - t)
				}
				out = append(out, letter(q))
				bias = adapt(delta, h+1, h == b)
				delta = 0
				h++
			}
		}
		delta++
		n++
	}
	return out, nil
}

// TestGrowth gives names whose time would be the square of their length: with it,
// they would take hours.
func TestGrowth(t *testing.T) {
	var distinct strings.Builder
	for r := rune(0x4E00); r <= 0x9FFF; r++ {
		distinct.WriteRune(r)
	}
	all := strings.Repeat(distinct.String(), 20)
	long, err := ToASCII(nil, all, 0)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ToUnicode(string(long), 0)
	if err != nil || back != all {
		t.Errorf("does not come back: %v", err)
	}
	for name, s := range map[string]string{
		"marks":   "a" + strings.Repeat("\u0323\u0307\u0301", 300000),
		"joiners": strings.Repeat("\u0628\u064B\u200C", 300000) + "\u0628",
		"labels":  strings.Repeat("é.", 500000),
		"xn":      strings.Repeat("xn--", 250000) + ".é",
		"digits":  "xn--" + strings.Repeat("a", 1000000) + ".é",
	} {
		ToASCII(nil, s, 0)
		if _, err := ToUnicode(s, strict); err == nil && name == "xn" {
			t.Errorf("%s passes", name)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	buf := make([]byte, 0, 300)
	for _, s := range []string{"bücher.example", "例え.テスト", "مثال.إختبار", "xn--bcher-kva.é"} {
		if n := testing.AllocsPerRun(100, func() { ToASCII(buf, s, 0) }); n != 0 {
			t.Errorf("%s: %v allocations", s, n)
		}
	}
}
