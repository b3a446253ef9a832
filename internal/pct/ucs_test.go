package pct

import "testing"

// The ranges of RFC 3987 section 2.2, as they stand there.
var ucschar = [][2]rune{
	{0xA0, 0xD7FF},
	{0xF900, 0xFDCF},
	{0xFDF0, 0xFFEF},
	{0x10000, 0x1FFFD},
	{0x20000, 0x2FFFD},
	{0x30000, 0x3FFFD},
	{0x40000, 0x4FFFD},
	{0x50000, 0x5FFFD},
	{0x60000, 0x6FFFD},
	{0x70000, 0x7FFFD},
	{0x80000, 0x8FFFD},
	{0x90000, 0x9FFFD},
	{0xA0000, 0xAFFFD},
	{0xB0000, 0xBFFFD},
	{0xC0000, 0xCFFFD},
	{0xD0000, 0xDFFFD},
	{0xE1000, 0xEFFFD},
}

var iprivate = [][2]rune{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}

var bidi = [][2]rune{{0x200E, 0x200F}, {0x202A, 0x202E}}

func TestEveryCodePoint(t *testing.T) {
	in := func(r rune, ranges [][2]rune) bool {
		for _, x := range ranges {
			if x[0] <= r && r <= x[1] {
				return true
			}
		}
		return false
	}
	for r := rune(-1); r <= 0x110000; r++ {
		if IsUcschar(r) != in(r, ucschar) || IsIprivate(r) != in(r, iprivate) || IsBidiControl(r) != in(r, bidi) {
			t.Fatalf("%U: %v %v %v", r, IsUcschar(r), IsIprivate(r), IsBidiControl(r))
		}
	}
}
