package kernel

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// TestRandom holds every kernel of every tier to the portable bodies: random texts of zero
// to four vectors that end where memory ends, random sets and random room. One execution
// is one call of a kernel whose result is compared. There are a hundred thousand, ten
// million with PERCENT_LONG, or as many as PERCENT_EXECUTIONS says; PERCENT_SEED starts
// elsewhere.
func TestRandom(t *testing.T) {
	number := func(variable string, otherwise int) int {
		text := os.Getenv(variable)
		if text == "" {
			return otherwise
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	wanted := 100_000
	if growth.Long() {
		wanted = 10_000_000
	}
	wanted, first := number("PERCENT_EXECUTIONS", wanted), number("PERCENT_SEED", 1)
	tiers := Tiers()[1:]
	if len(tiers) == 0 {
		t.Skip("skipped: kernels, which this machine has none of")
	}
	r := rand.New(rand.NewPCG(uint64(first), 41))
	pool := make([]byte, 1<<16)
	for i := 0; i < len(pool); i += 512 {
		if k := r.IntN(len(texts) + 2); k < len(texts) {
			texts[k].fill(r, pool[i:i+512])
		} else if k == len(texts) {
			fillUTF8(r, pool[i:i+512])
		} else {
			fillEscapes(r, pool[i:i+512])
		}
	}
	k := random{t: t, src: newGuarded(t, 4*64).b, dst: newGuarded(t, 4*3*64+64).b}
	inputs := 0
	for ; k.executions < wanted; inputs++ {
		if inputs%500 == 0 {
			k.choose(r)
		}
		n := r.IntN(4*64 + 1)
		src := k.src[len(k.src)-n:]
		copy(src, pool[r.IntN(len(pool)-n):])
		if n > 0 && r.IntN(2) == 0 {
			src[r.IntN(n)] = byte(r.Uint32())
		}
		room := r.IntN(3*n + 65)
		Portable.set()
		k.want = k.run(k.want[:0], src, room)
		for _, tier := range tiers {
			tier.set()
			if k.got = k.run(k.got[:0], src, room); !bytes.Equal(k.got, k.want) {
				t.Fatalf("%v: input %d, %q with room %d: %q, want %q", tier, inputs, src, room, k.got, k.want)
			}
			k.short(tier, src)
		}
	}
	best().set()
	t.Logf("%d executions on %d texts, seed %d", k.executions, inputs, first)
}

// A random is what the inputs of TestRandom go through. Results are written one after the
// other, so that one comparison finds any difference.
type random struct {
	t          *testing.T
	src, dst   []byte
	encoder    *Encoder
	decoder    *Decoder
	classes    *Classes
	scanner    *Scanner
	want, got  []byte
	whole      [3 * MaxShort]byte
	executions int
}

// choose makes another set of each kind.
func (k *random) choose(r *rand.Rand) {
	set := func() func(byte) bool {
		s := make([]byte, 32)
		for i := range s {
			s[i] = byte(r.Uint32() | r.Uint32()<<uint(r.IntN(8)))
		}
		if r.IntN(2) == 0 {
			clear(s[16:])
		}
		return bitmap(s)
	}
	k.encoder = NewEncoder(EncoderConfig{Kept: set(), Plus: r.IntN(2) == 0, Lower: r.IntN(2) == 0, KeepEscapes: r.IntN(3) == 0})
	d := DecoderConfig{Accepted: all, Preserved: none, Plus: r.IntN(2) == 0, Lenient: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		d.Accepted = set()
	}
	if r.IntN(3) == 0 {
		d.Preserved = set()
	}
	k.decoder = NewDecoder(d)
	table := make([]byte, 256)
	for i := range table {
		table[i] = byte(r.Uint32())
	}
	k.classes = NewClasses(func(b byte) uint8 { return table[b] })
	looked := r.IntN(4)
	k.scanner = NewScanner(scanned(func(b byte) uint8 { return table[b] }, set(), looked, 5+r.IntN(3)))
}

// run appends what the kernels of the active tier make of src.
func (k *random) run(to, src []byte, room int) []byte {
	number := func(numbers ...int) {
		for _, n := range numbers {
			to = append(to, byte(n), byte(n>>8))
		}
	}
	masks := func(m []Masks) {
		for i := range m {
			for _, w := range m[i] {
				to = binary.LittleEndian.AppendUint64(to, w)
			}
		}
	}
	executed := 9
	number(Index(&k.encoder.Change, src), Count(&k.encoder.Change, src), EncodedLen(k.encoder, src), CountEscapes(src))
	dst := k.dst[len(k.dst)-room:]
	n, m := Encode(k.encoder, dst, src)
	number(n, m)
	to = append(to, dst[:m]...)
	n, m = DecodedLen(k.decoder, src)
	number(n, m)
	n, m = Decode(k.decoder, dst, src)
	number(n, m)
	to = append(to, dst[:m]...)
	own := k.dst[len(k.dst)-len(src):]
	copy(own, src)
	n, m = Decode(k.decoder, own, own)
	number(n, m)
	to = append(append(to, own[:m]...), own[n:]...) // what is not consumed is intact
	valid := 0
	if ValidUTF8(src) {
		valid = 1
	}
	number(valid)
	var all [5]Masks
	blocks := (len(src) + 63) / 64
	if len(src) <= 64 {
		Classify64(k.classes, &all[0], src)
		masks(all[:1])
		executed++
		var head Masks
		n := ClassifyHead(k.classes, &head, src)
		if n > 0 {
			executed++
		}
		for i := 3; n > 0 && i < len(head); i++ {
			if want := all[0][i] & (1<<n - 1); head[i] != want {
				k.t.Fatalf("%v: ClassifyHead(%q) has class %d at %x, want %x", active, src, i, head[i], want)
			}
		}
	}
	clear(all[:])
	ClassifyAll(k.classes, all[:blocks], src)
	masks(all[:blocks])
	clear(all[:])
	Scan(k.scanner, all[:blocks], src)
	masks(all[:blocks])
	if active != Portable {
		k.executions += executed + 2
	}
	return to
}

// short compares the kernels for short texts, which the portable code has none of, with
// those for texts of any size.
func (k *random) short(tier Tier, src []byte) {
	if !isShort(len(src)) {
		return
	}
	if e := k.encoder; !e.KeepEscapes {
		whole := k.whole[:3*len(src)]
		_, m := encodePortable(e, whole, src)
		want := m
		if bytes.Equal(whole[:m], src) {
			want = 0
		}
		dst := k.dst[len(k.dst)-m:]
		if n := encodedLenShort(e, src); n != want {
			k.t.Fatalf("%v: encodedLenShort(%q) = %d, want %d", tier, src, n, want)
		}
		if n := encodeShort(e, &dst[0], src); n != m || !bytes.Equal(dst, whole[:m]) {
			k.t.Fatalf("%v: encodeShort(%q) = %d, %q, want %d, %q", tier, src, n, dst, m, whole[:m])
		}
		k.executions += 2
	}
}
