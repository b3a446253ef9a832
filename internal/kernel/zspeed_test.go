package kernel

import (
	"fmt"
	"net/url"
	"os"
	"testing"
	"time"
)

func bestOf(f func()) float64 {
	n := 1
	for {
		t := time.Now()
		for range n {
			f()
		}
		if d := time.Since(t); d > 20*time.Microsecond {
			break
		}
		n *= 2
	}
	best := 1e18
	for range 400 {
		t := time.Now()
		for range n {
			f()
		}
		best = min(best, float64(time.Since(t).Nanoseconds())/float64(n))
	}
	return best
}

func TestZSpeed(t *testing.T) {
	if os.Getenv("SPEED") == "" {
		t.Skip()
	}
	szs := []int{1 << 10, 64 << 10}
	if os.Getenv("SPEED") == "short" {
		szs = []int{1, 8, 12, 16, 24, 32, 48, 100, 200}
	}
	e := NewEncoder(EncoderConfig{Kept: unreserved})
	e2 := NewEncoder(EncoderConfig{Kept: odd})
	ep := NewEncoder(EncoderConfig{Kept: unreserved, Plus: true})
	ef := NewEncoder(EncoderConfig{Kept: uri, Triplets: true})
	d := NewDecoder(DecoderConfig{Accepted: all, Preserved: none, Lenient: true})
	ds := NewDecoder(DecoderConfig{Accepted: all, Preserved: none, Plus: true})
	da := NewDecoder(DecoderConfig{Accepted: ascii, Preserved: in("/"), Plus: true, Lenient: true})
	for _, n := range szs {
		for _, class := range []string{"clean", "sparse", "dense", "all", "malformed"} {
			p, c := plainText(class, n), encodedText(class, n)
			dst := make([]byte, 3*n+256)
			ps, cs := string(p), string(c)
			pr := func(what string, ns float64) { fmt.Printf("  %s %.1f (%.2f)", what, ns, float64(n)/ns) }
			fmt.Printf("%d %s:", n, class)
			pr("cpy", bestOf(func() { copy(dst, p) }))
			pr("esc", bestOf(func() { url.PathEscape(ps) }))
			pr("unesc", bestOf(func() { url.PathUnescape(cs) }))
			fmt.Println()
			for _, tier := range Tiers() {
				r := tier.Use()
				fmt.Printf("   %8v", tier)
				pr("enc", bestOf(func() { Encode(e, dst, p) }))
				pr("plus", bestOf(func() { Encode(ep, dst, p) }))
				pr("any", bestOf(func() { Encode(e2, dst, p) }))
				pr("fix", bestOf(func() { Encode(ef, dst, c) }))
				pr("cnt", bestOf(func() { Count(&e.Escape, p) }))
				pr("idx", bestOf(func() { Index(&e.Escape, p) }))
				pr("dec", bestOf(func() { Decode(d, dst, c) }))
				pr("decplus", bestOf(func() { Decode(ds, dst, c) }))
				pr("decany", bestOf(func() { Decode(da, dst, c) }))
				pr("declen", bestOf(func() { DecodedLen(d, c) }))
				fmt.Println()
				r()
			}
		}
	}
}
