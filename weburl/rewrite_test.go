package weburl

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// TestRewritten holds setRewritten to the machine, for URLs put together from what it
// rewrites and from what it must leave to the machine. checkFast compares.
func TestRewritten(t *testing.T) {
	pieces := [][]string{
		{"http://", "https://", "ws://", "wss://", "ftp://", "https:///", "http:", "HTTP://", "file://"},
		{"", "", "", "user@", "user:pass@", ":pass@", "user:@", "@", ":@", "a b:c/d@", "u%ser:p@ss@", "é:ü@", "u:p:q@", "u#:p@", "<>:\"@"},
		{
			"example.com", "EXAMPLE.com", "1.2.3.4", "0x7F.1", "0x7f000001", "0300.0250.0.01", "4294967295", "4294967296", "256.1", "1.256.1",
			"1.2.3.4.", "1.2.3.4.5", "1..2", "09.1", "a.0x", "0x", "0xg.1", "1.0x1.", "1.2.65535", "1.2.65536", "[::1]", "[2001:DB8::1]",
			"[1::2::3]", "[::1", "bücher.example", "BÜCHER.example", "１.２.３.４", "xn--a", "ex%61mple.com", "ex ample", "a.b.", ".", "", "a..b", "*", "a_b", "\xff.example",
		},
		{"", "", "", ":80", ":443", ":21", ":8080", ":0", ":00", ":65535", ":65536", ":", ":x"},
		{"", "/", "/a", "/a/b", "/./a", "/a/../b", "/../..", "/a/%2e%2E/b", "/a/.%2e", "/a/.", "/..", "/%2E", "/a b", "/\"<>\x60{}", "/é", "/\xff", "//a//..", "/a/...", "/.a/..b", "/^|", "\\a", "/a\tb", "/%zz/%"},
		{"", "", "?", "?a=b", "?a b='\"<>", "?é", "?\xe9", "?/../", "?a\\b", "?%zz", "?a?b"},
		{"", "", "#", "#a", "#a b<>\x60\"", "#é", "#/../", "#\n", "#a#b", " ", "#\x00"},
	}
	r := rand.New(rand.NewPCG(31, 32))
	n := 60_000
	if growth.Long() {
		n = 2_000_000
	}
	taken := 0
	for range n {
		var b strings.Builder
		for _, list := range pieces {
			// The first of a list is what the others go well with.
			b.WriteString(list[min(r.IntN(len(list)), r.IntN(2*len(list)))])
		}
		s := b.String()
		if r.IntN(8) == 0 {
			i := r.IntN(len(s))
			s = s[:i] + string(rune(r.IntN(0x100))) + s[i+r.IntN(2):]
		}
		if checkFast(t, s, URL{}) {
			taken++
		}
	}
	if taken < n/10 {
		t.Errorf("only %d of %d are taken", taken, n)
	}
}
