package kernel

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

// refClassify reads the contract of Classify64 literally.
func refClassify(of func(byte) uint8, src []byte) (m Masks) {
	for i, b := range src {
		for class := range m {
			if b >= 0x80 || of(b)>>class&1 != 0 {
				m[class] |= 1 << i
			}
		}
	}
	return m
}

var classifications = []struct {
	name string
	of   func(b byte) uint8
}{
	{"none", func(byte) uint8 { return 0 }},
	{"all", func(byte) uint8 { return 0xFF }},
	{"identity", func(b byte) uint8 { return b }},
	{"rows", func(b byte) uint8 { return 1 << (b >> 4) }},
	{"columns", func(b byte) uint8 { return 1 << (b & 7) }},
	{"mixed", func(b byte) uint8 { return b*167 ^ b>>3 }},
}

func checkClassify(t *testing.T, of func(byte) uint8, c *Classes, src []byte) {
	t.Helper()
	// What was there before must not show.
	m := Masks{1, 2, 3, 4, 5, 6, 7, ^uint64(0)}
	Classify64(c, &m, src)
	if want := refClassify(of, src); m != want {
		t.Fatalf("Classify64(%q) = %x, want %x", src, m, want)
	}
	checkHead(t, of, c, src)
}

// checkHead checks what ClassifyHead looks at.
func checkHead(t *testing.T, of func(byte) uint8, c *Classes, src []byte) {
	t.Helper()
	m := Masks{1, 2, 3, 4, 5, 6, 7, ^uint64(0)}
	n := ClassifyHead(c, &m, src)
	if want := refClassify(of, src[:n]); n > 0 && [5]uint64(m[3:]) != [5]uint64(want[3:]) || n < min(len(src), 32) && n != 0 {
		t.Fatalf("ClassifyHead(%q) = %d, %x, want %x", src, n, m, want)
	}
	if n == 0 && len(src) > 0 && (active == AVX2 || active == AVX512) {
		t.Fatalf("ClassifyHead(%q): %v has no body", src, active)
	}
}

// TestClassify meets every length, at both ends of memory and at every
// alignment, with texts and with every byte in every lane.
func TestClassify(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		mem := newGuarded(t, 4096)
		r := rand.New(rand.NewPCG(21, 22))
		for _, x := range classifications {
			c := NewClasses(x.of)
			for n := range 65 {
				for _, s := range [][]byte{mem.b[:n], mem.b[len(mem.b)-n:], mem.b[100+r.IntN(64):][:n]} {
					for _, text := range texts {
						text.fill(r, s)
						checkClassify(t, x.of, c, s)
					}
					for i := range s {
						s[i] = byte(r.IntN(256))
					}
					checkClassify(t, x.of, c, s)
				}
			}
			for _, n := range []int{7, 16, 31, 32, 33, 64} {
				s := make([]byte, n)
				for b := range 256 {
					for i := range s {
						s[i] = byte(b)
					}
					checkClassify(t, x.of, c, s)
					for i := range s {
						clear(s)
						s[i] = byte(b)
						checkClassify(t, x.of, c, s)
					}
				}
			}
		}
	})
}

// TestClasses holds Set to the classes that it unites.
func TestClasses(t *testing.T) {
	for _, x := range classifications {
		s := NewClasses(x.of).Set(0x05)
		for i := range 256 {
			b := byte(i)
			want := b >= 0x80 || x.of(b)&0x05 != 0
			if got := s.Byte[b] != 0; got != want {
				t.Errorf("%s: byte %#x is a member: %v, want %v", x.name, b, got, want)
			}
		}
	}
}

// FuzzClassify holds every tier to the portable body and to the reference.
func FuzzClassify(f *testing.F) {
	r := rand.New(rand.NewPCG(23, 24))
	for _, x := range classifications {
		table := make([]byte, 128)
		for i := range table {
			table[i] = x.of(byte(i))
		}
		src := make([]byte, 1+r.IntN(64))
		for i := range src {
			src[i] = byte(r.IntN(256))
		}
		f.Add(table, src)
	}
	f.Fuzz(func(t *testing.T, table, src []byte) {
		of := func(b byte) uint8 {
			if int(b) < len(table) {
				return table[b]
			}
			return 0
		}
		c := NewClasses(of)
		src = src[:min(len(src), 64)]
		want := refClassify(of, src)
		for _, tier := range Tiers() {
			restore := tier.Use()
			var m Masks
			Classify64(c, &m, src)
			checkHead(t, of, c, src)
			restore()
			if m != want {
				t.Fatalf("%v: Classify64(%q) = %x, want %x", tier, src, m, want)
			}
		}
	})
}

func BenchmarkClassify64(b *testing.B) {
	c := NewClasses(func(b byte) uint8 { return b })
	for _, tier := range Tiers() {
		for _, n := range []int{8, 16, 32, 48, 64} {
			src := plainText("sparse", n)
			b.Run("tier="+tier.String()+"/"+strconv.Itoa(n)+"B", func(b *testing.B) {
				defer tier.Use()()
				b.SetBytes(int64(n))
				var m Masks
				for b.Loop() {
					Classify64(c, &m, src)
				}
				if m != refClassify(func(b byte) uint8 { return b }, src) {
					b.Fatal("wrong output")
				}
			})
		}
	}
}

// TestClassifyAll compares with Classify64, at every length and both ends of memory.
func TestClassifyAll(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		mem := newGuarded(t, 4096)
		r := rand.New(rand.NewPCG(27, 28))
		c := NewClasses(func(b byte) uint8 { return b*167 ^ b>>3 })
		for n := range 4*64 + 1 {
			for _, s := range [][]byte{mem.b[:n], mem.b[len(mem.b)-n:], mem.b[100+r.IntN(64):][:n]} {
				for i := range s {
					s[i] = byte(r.IntN(256))
				}
				got := make([]Masks, (n+63)/64, (n+63)/64+1)
				beyond := &got[:cap(got)][len(got)]
				beyond[0] = 1
				ClassifyAll(c, got, s)
				for i := range got {
					var want Masks
					if Classify64(c, &want, s[64*i:min(n, 64*i+64)]); got[i] != want {
						t.Fatalf("ClassifyAll(%q)[%d] = %x, want %x", s, i, got[i], want)
					}
				}
				if *beyond != (Masks{1}) {
					t.Fatalf("ClassifyAll of %d bytes writes after its masks", n)
				}
			}
		}
	})
}
