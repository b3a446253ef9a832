package kernel

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// refScan reads the contract of Scan literally.
func refScan(c *ScannerConfig, src []byte) []Masks {
	m := make([]Masks, (len(src)+63)/64)
	digit := func(b byte) int {
		switch b &= 0x7F; {
		case '0' <= b && b <= '9':
			return int(b - '0')
		case 'A' <= b && b <= 'F':
			return int(b-'A') + 10
		case 'a' <= b && b <= 'f':
			return int(b-'a') + 10
		}
		return -1
	}
	var of [0x81]uint8
	for b := range of {
		of[b] = c.Of(byte(b))
	}
	for i, b := range src {
		enter := func(class int) { m[i/64][class] |= 1 << (i % 64) }
		for class := range 8 {
			if of[min(b, 0x80)]>>class&1 != 0 {
				enter(class)
			}
		}
		if b != '%' || i+1 == len(src) {
			continue
		}
		if src[i+1] > '7' {
			enter(c.Beyond)
		}
		if i+2 < len(src) {
			first, second := digit(src[i+1]), digit(src[i+2])
			if 0 <= first && first < 8 && second >= 0 && c.Odd(byte(first<<4|second)) {
				enter(c.Looked)
			}
		}
	}
	return m
}

// scanned makes a configuration from any table: class 4 is of '%', which has neither of the
// classes that escapes add.
func scanned(of func(b byte) uint8, odd func(b byte) bool, looked, beyond int) ScannerConfig {
	return ScannerConfig{
		Of: func(b byte) uint8 {
			switch {
			case b == '%':
				return (of(b) | 1<<4) &^ (1<<looked | 1<<beyond)
			}
			return of(b) &^ (1 << 4)
		},
		Odd: odd, Percent: 4, Looked: looked, Beyond: beyond,
	}
}

// scans are the configurations of tests.
var scans = []struct {
	name string
	ScannerConfig
}{
	{"none", scanned(func(byte) uint8 { return 0 }, func(byte) bool { return false }, 3, 5)},
	{"all", scanned(func(byte) uint8 { return 0xFF }, func(byte) bool { return true }, 0, 7)},
	{"csv", scanned(func(b byte) uint8 {
		return map[byte]uint8{',': 1, '\n': 2, '"': 4, '\r': 8, 0x80: 0xA0, '%': 0x20}[b]
	}, func(b byte) bool { return b == ',' || b == '"' || b == '%' || b == '\r' || b == '\n' }, 6, 7)},
	{"mixed", scanned(func(b byte) uint8 { return b*167 ^ b>>3 }, func(b byte) bool { return b*77>>3&1 != 0 }, 2, 5)},
}

func checkScan(t *testing.T, c *ScannerConfig, s *Scanner, src []byte) {
	t.Helper()
	n := (len(src) + 63) / 64
	m := make([]Masks, n, n+1)
	for i := range m[:n+1] {
		m[:n+1][i] = Masks{1, 2, 3, 4, 5, 6, 7, ^uint64(0)} // this must not show
	}
	Scan(s, m, src)
	if want := refScan(c, src); !slices.Equal(m, want) {
		t.Fatalf("Scan(%q) = %x, want %x", src, m, want)
	}
	if m[:n+1][n] != (Masks{1, 2, 3, 4, 5, 6, 7, ^uint64(0)}) {
		t.Fatalf("Scan of %d bytes writes after its masks", len(src))
	}
}

// fillEscapes fills b with escapes, whole and broken, and other bytes.
func fillEscapes(r *rand.Rand, b []byte) {
	for i := range b {
		switch r.IntN(4) {
		case 0:
			b[i] = '%'
		case 1, 2:
			b[i] = "0123456789ABCDEFabcdefGg@`/:7\xb2\xc1\x80\x00"[r.IntN(33)]
		default:
			b[i] = byte(r.IntN(256))
		}
	}
}

// TestScan meets every length up to four vectors, at both ends of memory, with texts, with
// every byte in every lane, and with every pair of bytes after a '%' in each place.
func TestScan(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		mem := newGuarded(t, 4096)
		r := rand.New(rand.NewPCG(31, 32))
		for _, x := range scans {
			c := &x.ScannerConfig
			s := NewScanner(*c)
			for n := range 4*64 + 1 {
				for _, src := range [][]byte{mem.b[:n], mem.b[len(mem.b)-n:], mem.b[100+r.IntN(64):][:n]} {
					for _, text := range texts {
						text.fill(r, src)
						checkScan(t, c, s, src)
					}
					fillEscapes(r, src)
					checkScan(t, c, s, src)
				}
			}
			for b := range 256 {
				for i := range 70 {
					src := make([]byte, 80)
					src[i] = byte(b)
					checkScan(t, c, s, src)
				}
			}
			if x.name != "mixed" {
				continue
			}
			for pair := range 1 << 16 {
				src := make([]byte, 70)
				for i := pair % 3; i < len(src); i++ {
					src[i] = []byte{'%', byte(pair >> 8), byte(pair)}[i%3]
				}
				checkScan(t, c, s, src)
			}
		}
	})
}

// FuzzScan holds every tier to the portable body and to the reference.
func FuzzScan(f *testing.F) {
	r := rand.New(rand.NewPCG(33, 34))
	for n := range 20 {
		table := make([]byte, 2*129)
		for i := range table {
			table[i] = byte(r.IntN(256))
		}
		src := make([]byte, 17*n)
		fillEscapes(r, src)
		f.Add(table, byte(n), src)
	}
	f.Fuzz(func(t *testing.T, table []byte, classes byte, src []byte) {
		if len(table) < 2*129 {
			return
		}
		looked, beyond := int(classes&7), int(classes>>3&7)
		if looked == beyond || looked == 4 || beyond == 4 {
			return
		}
		c := scanned(func(b byte) uint8 { return table[b] }, func(b byte) bool { return table[129+int(b)]&1 != 0 }, looked, beyond)
		s := NewScanner(c)
		withTiers(func(Tier) { checkScan(t, &c, s, src) })
	})
}

func BenchmarkScan(b *testing.B) {
	s := NewScanner(scans[2].ScannerConfig)
	for _, tier := range Tiers() {
		for _, n := range []int{64, 2048} {
			src := plainText("sparse", n)
			b.Run("tier="+tier.String()+"/"+strconv.Itoa(n)+"B", func(b *testing.B) {
				defer tier.Use()()
				b.SetBytes(int64(n))
				m := make([]Masks, (n+63)/64)
				for b.Loop() {
					Scan(s, m, src)
				}
				if !slices.Equal(m, refScan(&scans[2].ScannerConfig, src)) {
					b.Fatal("wrong output")
				}
			})
		}
	}
}
