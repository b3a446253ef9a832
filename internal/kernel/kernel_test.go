package kernel

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// forTiers runs f as a subtest with every tier of the machine.
func forTiers(t *testing.T, f func(t *testing.T)) {
	for _, tier := range Tiers() {
		t.Run("tier="+tier.String(), func(t *testing.T) {
			defer tier.Use()()
			f(t)
		})
	}
}

// withTiers calls f with every tier of the machine in turn. What f compares with is made
// once, outside: the reference takes more time than all tiers.
func withTiers(f func(tier Tier)) {
	for _, tier := range Tiers() {
		func() {
			defer tier.Use()()
			f(tier)
		}()
	}
}

// TestFlagship fails in CI where the machine could run a tier that the tests
// do not.
func TestFlagship(t *testing.T) {
	flags, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		t.Skip("skipped: flagship tier check, no /proc/cpuinfo")
	}
	t.Logf("tiers tested: %v", Tiers())
	if !vectorised {
		t.Skip("skipped: flagship tier check, built without vector tiers")
	}
	for tier, needs := range map[Tier][]string{
		AVX512: {"avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vbmi", "avx512_vbmi2", "gfni", "bmi2"},
		AVX2:   {"avx2", "bmi1", "bmi2", "popcnt"},
		NEON:   {"asimd"},
	} {
		has := (tier == NEON) == (runtime.GOARCH == "arm64") && (tier == NEON || runtime.GOARCH == "amd64")
		for _, f := range needs {
			has = has && strings.Contains(string(flags), " "+f)
		}
		for _, x := range Tiers() {
			if x == tier {
				has = false
			}
		}
		if has && os.Getenv("CI") == "true" {
			t.Errorf("the machine has tier %v and it was not tested", tier)
		} else if has {
			t.Logf("skipped: tier %v, which the machine has", tier)
		}
	}
}

func in(set string) func(byte) bool {
	return func(b byte) bool { return strings.IndexByte(set, b) >= 0 }
}

func not(f func(byte) bool) func(byte) bool {
	return func(b byte) bool { return !f(b) }
}

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

var (
	none       = in("")
	all        = not(none)
	unreserved = in(alphanumeric + "-._~")
	uri        = in(alphanumeric + "-._~!$&'()*+,;=:@/?%")
	ascii      = func(b byte) bool { return b < 0x80 }
	odd        = func(b byte) bool { return (b*37>>3)&1 == 1 }
)

var encoderConfigs = []struct {
	name string
	c    EncoderConfig
}{
	{"unreserved", EncoderConfig{Kept: unreserved}},
	{"unreserved lower", EncoderConfig{Kept: unreserved, Lower: true}},
	{"form", EncoderConfig{Kept: in(alphanumeric + "-._*"), Plus: true}},
	{"ascii plus", EncoderConfig{Kept: ascii, Plus: true}},
	{"high kept", EncoderConfig{Kept: func(b byte) bool { return unreserved(b) || b >= 0x80 }}},
	{"odd", EncoderConfig{Kept: odd}},
	{"odd plus", EncoderConfig{Kept: odd, Plus: true, Lower: true}},
	{"none", EncoderConfig{Kept: none}},
	{"all", EncoderConfig{Kept: all}},
	{"high only", EncoderConfig{Kept: not(ascii)}},
	{"fix uri", EncoderConfig{Kept: uri, KeepEscapes: true}},
	{"fix no digits plus", EncoderConfig{Kept: in("xyz%/"), KeepEscapes: true, Plus: true, Lower: true}},
	{"fix all", EncoderConfig{Kept: all, KeepEscapes: true}},
	{"fix odd", EncoderConfig{Kept: odd, KeepEscapes: true}},
}

type decoderCase struct {
	name string
	c    DecoderConfig
}

var decoderConfigs = func() (cs []decoderCase) {
	sets := []decoderCase{
		{"plain", DecoderConfig{Accepted: all, Preserved: none}},
		{"refuse high", DecoderConfig{Accepted: ascii, Preserved: none}},
		{"refuse digits", DecoderConfig{Accepted: not(in("0123456789ABCDEFabcdef")), Preserved: none}},
		{"refuse plus and percent", DecoderConfig{Accepted: not(in("+%")), Preserved: none}},
		{"preserve", DecoderConfig{Accepted: all, Preserved: in(";/?:@&=+$,#%")}},
		{"preserve high, refuse odd", DecoderConfig{Accepted: odd, Preserved: not(ascii)}},
		{"preserve all", DecoderConfig{Accepted: all, Preserved: all}},
	}
	for _, s := range sets {
		for i := range 4 {
			c := s
			c.c.Lenient, c.c.Plus = i&1 != 0, i&2 != 0
			if c.c.Lenient {
				c.name += " lenient"
			}
			if c.c.Plus {
				c.name += " plus"
			}
			cs = append(cs, c)
		}
	}
	return cs
}()

// texts are the classes of input.
var texts = []struct {
	name string
	fill func(r *rand.Rand, b []byte)
}{
	{"clean", func(r *rand.Rand, b []byte) { letters(r, b) }},
	{"sparse", func(r *rand.Rand, b []byte) {
		letters(r, b)
		for i := range b {
			if r.IntN(12) == 0 {
				b[i] = " /?%+\x00\xe3é&"[r.IntN(10)]
			}
		}
	}},
	{"dense", func(r *rand.Rand, b []byte) {
		for i := range b {
			b[i] = byte(r.Uint32())
			if r.IntN(10) > 0 {
				b[i] |= 0x80
			}
		}
	}},
	{"random", func(r *rand.Rand, b []byte) {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	}},
	{"escaped", func(r *rand.Rand, b []byte) { escapes(r, b, 0, 0) }},
	{"sparse escapes", func(r *rand.Rand, b []byte) { escapes(r, b, 9, 0) }},
	{"malformed", func(r *rand.Rand, b []byte) { escapes(r, b, 2, 4) }},
	{"percent", func(r *rand.Rand, b []byte) {
		for i := range b {
			b[i] = "%%4f+"[r.IntN(5)]
		}
	}},
}

func letters(r *rand.Rand, b []byte) {
	for i := range b {
		b[i] = alphanumeric[r.IntN(len(alphanumeric))]
	}
}

// escapes fills b with escapes, letters escapes times as many letters, and one
// spoilt escape in so many, if not 0.
func escapes(r *rand.Rand, b []byte, letters, spoilt int) {
	for i := 0; i < len(b); {
		if letters > 0 && r.IntN(letters+1) > 0 {
			b[i] = "ghijklmnopqrstuvwxyz+ \xc3AF09"[r.IntN(26)]
			i++
			continue
		}
		e := fmt.Appendf(nil, "%%%02x", byte(r.Uint32()))
		if r.IntN(2) == 0 {
			copy(e[1:], bytes.ToUpper(e[1:]))
		}
		if spoilt > 0 && r.IntN(spoilt) == 0 {
			e[1+r.IntN(2)] = "gG/:@`%\x00\x80\xb1\xc1\xe1"[r.IntN(12)]
		}
		i += copy(b[i:], e)
	}
}

// TestLengths meets every length from 0 to four vectors and more, with pages
// that cannot be touched right before and after both buffers.
func TestLengths(t *testing.T) {
	src, dst := newGuarded(t, 4096), newGuarded(t, 3*4096)
	r := rand.New(rand.NewPCG(1, 2))
	lengths := 4*64 + 1
	for n := range lengths + 40 {
		if n >= lengths {
			n = lengths + r.IntN(1000)
		}
		for _, x := range texts {
			for side, s := range [][]byte{src.b[:n], src.b[len(src.b)-n:]} {
				x.fill(r, s)
				at := func(room int) []byte {
					if side == 0 {
						return dst.b[:room:room]
					}
					return dst.b[len(dst.b)-room:]
				}
				for _, c := range encoderConfigs {
					checkEncode(t, c.name, c.c, at, s, r.IntN(3*n+1))
				}
				for _, c := range decoderConfigs {
					checkDecode(t, c.name, c.c, at, s, r.IntN(n+1))
				}
				checkFind(t, s)
			}
		}
	}
}

// TestShort meets random sets and short texts: twenty thousand, or five million with
// PERCENT_LONG. Only the best tier can have kernels for them.
func TestShort(t *testing.T) {
	texts := 20
	if growth.Long() {
		texts = 5000
	}
	if !isShort(1) {
		t.Skip("skipped: kernels for short texts, which no tier of this machine has")
	}
	r := rand.New(rand.NewPCG(9, 10))
	src, dst := newGuarded(t, MaxShort), newGuarded(t, 3*MaxShort+64)
	at := func(room int) []byte { return dst.b[len(dst.b)-room:] }
	for range 1000 {
		set := make([]byte, 32)
		for i := range set {
			set[i] = byte(r.Uint32() | r.Uint32()<<uint(r.IntN(8)))
		}
		if r.IntN(2) == 0 {
			copy(set[16:], make([]byte, 16)) // all high bytes are escaped
		}
		e := EncoderConfig{Kept: bitmap(set), Plus: r.IntN(2) == 0, Lower: r.IntN(2) == 0}
		d := DecoderConfig{Accepted: all, Preserved: none, Plus: r.IntN(2) == 0, Lenient: r.IntN(2) == 0}
		encoder, decoder := NewEncoder(e), NewDecoder(d)
		for range texts {
			s := src.b[len(src.b)-1-r.IntN(MaxShort):]
			alphabet := "%%%%0123456789ABCDEFabcdefgG+ \x80\xff"[r.IntN(4):][:6+r.IntN(23)]
			for i := range s {
				if s[i] = byte(r.Uint32()); r.IntN(4) > 0 {
					s[i] = alphabet[r.IntN(len(alphabet))]
				}
			}
			whole, _ := refEncode(e, 1<<30, s)
			checkEncodeShort(t, "random", encoder, at, s, whole)
			checkDecodeShort(t, "random", d, decoder, at, s)
		}
	}
}

// TestAlignments meets every alignment of src and dst within a vector.
func TestAlignments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	src, dst := make([]byte, 1<<10), make([]byte, 3<<10)
	for a := range 64 {
		for _, n := range []int{8, 31, 64, 100, 191, 256, 300} {
			for _, x := range texts {
				s := src[a : a+n : a+n]
				x.fill(r, s)
				at := func(room int) []byte { return dst[63-a : 63-a+room : 63-a+room] }
				for _, c := range encoderConfigs {
					checkEncode(t, c.name, c.c, at, s, -1)
				}
				for _, c := range decoderConfigs {
					checkDecode(t, c.name, c.c, at, s, -1)
				}
			}
		}
	}
}

// TestEdges puts an escape, whole and spoilt in every way, at every place of a
// text of many vectors.
func TestEdges(t *testing.T) {
	spoilt := []string{
		"%41", "%e3%81%82", "%zz", "%4z", "%z4", "%%41", "%4%41", "%", "%4", "%\x34\x80", "%\xb4\x34", "%:0", "%0:", "%@1", "%1`", "%gf",
		"%2F", "%41%4", "%41%", "+%20", " ",
	}
	src, dst := newGuarded(t, 4096), newGuarded(t, 3*4096)
	fills := []byte{'y', '4', '\xc3', '%', ' '}
	if !growth.Long() {
		fills = fills[:1]
	}
	for _, n := range []int{130, 700} {
		s := src.b[len(src.b)-n:]
		at := func(room int) []byte { return dst.b[len(dst.b)-room:] }
		for _, fill := range fills {
			for _, e := range spoilt {
				for i := range n {
					if n > 300 && 280 < i && i < n-260 {
						continue
					}
					for j := range s {
						s[j] = fill
					}
					copy(s[i:], e)
					for k, c := range encoderConfigs {
						if c.c.KeepEscapes || (i+k)%7 == 0 {
							checkEncode(t, c.name, c.c, at, s, -1)
						}
					}
					for k, c := range decoderConfigs {
						if k < 4 || (i+k)%5 == 0 {
							checkDecode(t, c.name, c.c, at, s, -1)
						}
					}
					checkCountEscapes(t, s)
				}
			}
		}
	}
}

// TestRoom gives dst every size.
func TestRoom(t *testing.T) {
	src, dst := newGuarded(t, 4096), newGuarded(t, 3*4096)
	at := func(room int) []byte { return dst.b[len(dst.b)-room:] }
	r := rand.New(rand.NewPCG(5, 6))
	for _, x := range texts {
		for _, n := range []int{70, 520} {
			s := src.b[len(src.b)-n:]
			x.fill(r, s)
			for room := range 3*n + 2 {
				if n > 100 && room%13 != 0 && !growth.Long() {
					continue
				}
				for _, c := range encoderConfigs {
					checkEncode(t, c.name, c.c, at, s, room)
				}
				if room > n+1 {
					continue
				}
				for _, c := range decoderConfigs {
					checkDecode(t, c.name, c.c, at, s, room)
				}
			}
		}
	}
}

// TestBytes meets every byte as a member and not, in every vector lane.
func TestBytes(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		s := make([]byte, 330)
		for b := range 256 {
			var only, but Set
			for i := range 256 {
				if i == b {
					only.Add(byte(i))
				} else {
					but.Add(byte(i))
				}
			}
			for i := range s {
				for j := range s {
					s[j] = byte(b + 1 + j%255)
				}
				s[i] = byte(b)
				if got := Index(&only, s); got != i {
					t.Fatalf("Index({%#x}) with it at %d = %d", b, i, got)
				}
				if got := Count(&only, s); got != 1 {
					t.Fatalf("Count({%#x}) with it at %d = %d", b, i, got)
				}
				for j := range s {
					s[j] = byte(b)
				}
				s[i] ^= byte(1 + i%255)
				if got := Index(&but, s); got != i {
					t.Fatalf("Index(all but %#x) with another at %d = %d", b, i, got)
				}
				if got := Count(&but, s); got != 1 {
					t.Fatalf("Count(all but %#x) with another at %d = %d", b, i, got)
				}
			}
		}
	})
}

// encoders and decoders hold what the configurations make.
var (
	encoders = map[string]*Encoder{}
	decoders = map[string]*Decoder{}
)

func encoderFor(name string, c EncoderConfig) *Encoder {
	if encoders[name] == nil {
		encoders[name] = NewEncoder(c)
	}
	return encoders[name]
}

func decoderFor(name string, c DecoderConfig) *Decoder {
	if decoders[name] == nil {
		decoders[name] = NewDecoder(c)
	}
	return decoders[name]
}

// checkEncode compares Encode of each tier with the reference: with the room that all of
// src needs, and with room if that is not negative.
func checkEncode(t *testing.T, name string, c EncoderConfig, at func(int) []byte, src []byte, room int) {
	e := encoderFor(name, c)
	whole, all := refEncode(c, 1<<30, src)
	part, some := whole, all
	if room < len(whole) {
		part, some = refEncode(c, max(room, 0), src)
	}
	length := len(whole) + tailLen(c, src[all:])
	withTiers(func(tier Tier) {
		if got := EncodedLen(e, src); got != length {
			t.Fatalf("%v, %s: EncodedLen(%q) = %d, want %d", tier, name, src, got, length)
		}
		if all == len(src) {
			checkEncodeShort(t, name, e, at, src, whole)
		}
		for _, room := range []int{len(whole), len(whole) + 64, room} {
			if room < 0 {
				continue
			}
			want, consumed := whole, all
			if room < len(whole) {
				want, consumed = part, some
			}
			dst := at(room)
			n, m := Encode(e, dst, src)
			if n != consumed || m != len(want) || !bytes.Equal(dst[:m], want) {
				t.Fatalf("%v, %s: Encode(room %d, %q) = %d, %d, %q\nwant %d, %d, %q", tier, name, room, src, n, m, dst[:min(m, len(dst))], consumed, len(want), want)
			}
		}
	})
}

// checkEncodeShort compares encodeShort and encodedLenShort with whole, which is all of src
// encoded: in the room that it needs, and in more.
func checkEncodeShort(t *testing.T, name string, e *Encoder, at func(int) []byte, src, whole []byte) {
	if e.KeepEscapes || !isShort(len(src)) {
		return
	}
	length := len(whole)
	if bytes.Equal(whole, src) {
		length = 0
	}
	if got := encodedLenShort(e, src); got != length {
		t.Fatalf("%s: encodedLenShort(%q) = %d, want %d", name, src, got, length)
	}
	for _, more := range []int{0, 64} {
		dst := at(len(whole) + more)
		if n := encodeShort(e, &dst[0], src); n != len(whole) || !bytes.Equal(dst[:n], whole) {
			t.Fatalf("%s: encodeShort(%q) = %d, %q, want %q", name, src, n, dst, whole)
		}
	}
}

// checkDecodeShort does the same for decodeShort and for decodePlain, which take src for a
// text of its own.
func checkDecodeShort(t *testing.T, name string, c DecoderConfig, d *Decoder, at func(int) []byte, src []byte) {
	if d.Sets || len(src) == 0 || len(src) > MaxShort {
		return
	}
	whole, ok := refDecodeAll(c, src)
	dst := at(len(src))
	n := decodePlain(d, &dst[0], src)
	if malformed := bytes.Count(src, []byte("%")) > refEscapes(src); malformed != (n < 0) || n >= 0 && !bytes.Equal(dst[:n], whole) {
		t.Fatalf("%s: decodePlain(%q) = %d, %q, want %q, %v", name, src, n, dst, whole, ok)
	}
	if !isShort(len(src)) {
		return
	}
	length := len(whole)
	switch {
	case !ok:
		length = -1
	case bytes.Equal(whole, src):
		length = 0
	}
	if got := decodedLenShort(d, src); got != length {
		t.Fatalf("%s: decodedLenShort(%q) = %d, want %d", name, src, got, length)
	}
	for _, room := range []int{len(whole), len(whole) + 64, len(src)} {
		if !ok {
			room = len(src)
		}
		dst := at(room)
		if n := decodeShort(d, &dst[0], src); ok != (n >= 0) || ok && (n != len(whole) || !bytes.Equal(dst[:n], whole)) {
			t.Fatalf("%s: decodeShort(room %d, %q) = %d, %q, want %q, %v", name, room, src, n, dst, whole, ok)
		}
	}
}

// tailLen is the length of an escape that src cuts off, as EncodedLen sees it.
func tailLen(c EncoderConfig, tail []byte) int {
	if len(tail) == 0 {
		return 0
	}
	c.KeepEscapes = false
	kept := c.Kept
	c.Kept = func(b byte) bool { return b != '%' && kept(b) }
	out, _ := refEncode(c, 10, tail)
	return len(out)
}

func checkDecode(t *testing.T, name string, c DecoderConfig, at func(int) []byte, src []byte, room int) {
	d := decoderFor(name, c)
	whole, all := refDecode(c, 1<<30, src)
	part, some := whole, all
	if room < len(whole) {
		part, some = refDecode(c, max(room, 0), src)
	}
	withTiers(func(tier Tier) {
		if n, m := DecodedLen(d, src); n != all || m != len(whole) {
			t.Fatalf("%v, %s: DecodedLen(%q) = %d, %d, want %d, %d", tier, name, src, n, m, all, len(whole))
		}
		checkDecodeShort(t, name, c, d, at, src)
		for _, room := range []int{len(whole), len(whole) + 64, room} {
			if room < 0 {
				continue
			}
			want, consumed := whole, all
			if room < len(whole) {
				want, consumed = part, some
			}
			dst := at(room)
			n, m := Decode(d, dst, src)
			if n != consumed || m != len(want) || !bytes.Equal(dst[:m], want) {
				t.Fatalf("%v, %s: Decode(room %d, %q) = %d, %d, %q\nwant %d, %d, %q", tier, name, room, src, n, m, dst[:min(m, len(dst))], consumed, len(want), want)
			}
		}
		// In place, and what is not consumed must be intact.
		dst := at(len(src))
		copy(dst, src)
		n, m := Decode(d, dst, dst)
		if n != all || m != len(whole) || !bytes.Equal(dst[:m], whole) {
			t.Fatalf("%v, %s: Decode in place(%q) = %d, %d, %q\nwant %d, %d, %q", tier, name, src, n, m, dst[:min(m, len(dst))], all, len(whole), whole)
		}
		if !bytes.Equal(dst[n:], src[n:]) {
			t.Fatalf("%v, %s: Decode in place(%q) changed what it did not consume: %q, want %q", tier, name, src, dst[n:], src[n:])
		}
	})
}

func checkFind(t *testing.T, src []byte) {
	for _, c := range encoderConfigs {
		s := &encoderFor(c.name, c.c).Change
		index, count := len(src), 0
		for i, b := range src {
			if s.Byte[b] != 0 {
				index = min(index, i)
				count++
			}
		}
		withTiers(func(tier Tier) {
			if got := Index(s, src); got != index {
				t.Fatalf("%v, %s: Index(%q) = %d, want %d", tier, c.name, src, got, index)
			}
			if got := Count(s, src); got != count {
				t.Fatalf("%v, %s: Count(%q) = %d, want %d", tier, c.name, src, got, count)
			}
		})
	}
	checkCountEscapes(t, src)
}

func checkCountEscapes(t *testing.T, src []byte) {
	want := refEscapes(src)
	withTiers(func(tier Tier) {
		if got := CountEscapes(src); got != want {
			t.Fatalf("%v: CountEscapes(%q) = %d, want %d", tier, src, got, want)
		}
	})
}

func refEscapes(src []byte) (n int) {
	for i := 0; i+2 < len(src); i++ {
		if src[i] == '%' && isHex(src[i+1]) && isHex(src[i+2]) {
			n++
		}
	}
	return n
}

// bitmap is the set whose member b is bit b of s, which repeats.
func bitmap(s []byte) func(byte) bool {
	return func(b byte) bool { return len(s) > 0 && s[int(b>>3)%len(s)]>>(b&7)&1 != 0 }
}

func seed(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	n := 0
	for _, x := range texts {
		for _, size := range []int{5, 70, 400} {
			b := make([]byte, size)
			x.fill(r, b)
			f.Add(b, []byte("\x00\x00\x00\x00\xff\x60\xff\x03\xfe\xff\xff\x87\xfe\xff\xff\x47"+strings.Repeat("\x00", 16)), []byte{0, 0xff}, byte(n), uint16(n*131))
			n++
		}
	}
	if n == 0 {
		f.Fatal("no seeds")
	}
}

// FuzzEncode holds every tier to the portable body and to the reference.
func FuzzEncode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src, kept, _ []byte, flags byte, room uint16) {
		c := EncoderConfig{Kept: bitmap(kept), Plus: flags&1 != 0, Lower: flags&2 != 0, KeepEscapes: flags&4 != 0}
		e := NewEncoder(c)
		dst := make([]byte, min(int(room), 3*len(src)+100))
		want, consumed := refEncode(c, len(dst), src)
		whole, done := refEncode(c, 1<<30, src)
		for _, tier := range Tiers() {
			restore := tier.Use()
			n, m := Encode(e, dst, src)
			l, i := EncodedLen(e, src), Index(&e.Change, src)
			checkEncodeShort(t, tier.String(), e, func(n int) []byte { return make([]byte, n) }, src, whole)
			restore()
			if n != consumed || !bytes.Equal(dst[:m], want) {
				t.Fatalf("%v: Encode = %d, %q, want %d, %q", tier, n, dst[:m], consumed, want)
			}
			if want := len(whole) + tailLen(c, src[done:]); l != want || i != indexPortable(&e.Change, src) {
				t.Fatalf("%v: EncodedLen = %d, want %d; Index = %d, want %d", tier, l, want, i, indexPortable(&e.Change, src))
			}
		}
	})
}

// FuzzDecode holds every tier to the portable body and to the reference.
func FuzzDecode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, src, refused, preserved []byte, flags byte, room uint16) {
		c := DecoderConfig{Accepted: all, Preserved: none, Lenient: flags&1 != 0, Plus: flags&2 != 0}
		if flags&4 != 0 {
			c.Accepted = not(bitmap(refused))
		}
		if flags&8 != 0 {
			c.Preserved = bitmap(preserved)
		}
		d := NewDecoder(c)
		dst := make([]byte, min(int(room), len(src)+100))
		want, consumed := refDecode(c, len(dst), src)
		for _, tier := range Tiers() {
			restore := tier.Use()
			n, m := Decode(d, dst, src)
			ln, lm := DecodedLen(d, src)
			own := bytes.Clone(src)
			in, im := Decode(d, own, own)
			checkDecodeShort(t, tier.String(), c, d, func(n int) []byte { return make([]byte, n) }, src)
			restore()
			if n != consumed || !bytes.Equal(dst[:m], want) {
				t.Fatalf("%v: Decode = %d, %q, want %d, %q", tier, n, dst[:m], consumed, want)
			}
			pn, pm := decodedLenPortable(d, src)
			if ln != pn || lm != pm || in != pn || im != pm {
				t.Fatalf("%v: DecodedLen = %d, %d; in place %d, %d; want %d, %d", tier, ln, lm, in, im, pn, pm)
			}
		}
	})
}
