package wtf8

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

var texts = []string{
	"", "a", "é", "あ", "😀", "a😀b", "\xED\xA0\xBD", "\xED\xB8\x80", "x\xED\xA0\xBD\xED\xB8\x80y",
	"\xED\xB8\x80\xED\xA0\xBD", "\uFFFF", "\U00010000", "\uE000", "\U0010FFFF", "ab", "b", "aé", "a\uFFFD",
}

// What is a pair in two halves reads like the character.
func TestUnits(t *testing.T) {
	for _, s := range texts {
		units, n := AppendUnits(nil, s)
		if n != len(s) {
			t.Errorf("AppendUnits(%q) stopped at %d", s, n)
		}
		if utf8.ValidString(s) && !slices.Equal(units, utf16.Encode([]rune(s))) {
			t.Errorf("AppendUnits(%q) = %x", s, units)
		}
		want := strings.ReplaceAll(s, "\xED\xA0\xBD\xED\xB8\x80", "😀")
		if got := string(AppendText(nil, units)); got != want {
			t.Errorf("AppendText of %q = %q", s, got)
		}
		if got := AppendUnitsReplaced(nil, s); !slices.Equal(got, units) {
			t.Errorf("AppendUnitsReplaced(%q) = %x", s, got)
		}
	}
}

func TestIllFormed(t *testing.T) {
	for _, tt := range []struct {
		in string
		at int
	}{{"a\xFF", 1}, {"\xE3\x81", 0}, {"é\xED\xA0", 2}, {"\xED\xA0\xBD\xC0", 3}} {
		units, n := AppendUnits(nil, tt.in)
		if n != tt.at {
			t.Errorf("AppendUnits(%q) stopped at %d, want %d", tt.in, n, tt.at)
		}
		if off := Offset(tt.in, len(units)); off != tt.at {
			t.Errorf("Offset(%q, %d) = %d, want %d", tt.in, len(units), off, tt.at)
		}
	}
	for in, want := range map[string]int{
		"\xE3\x81x": 1, "\xED\xA0": 2, "\xF0\x9F\x98": 1, "\xC0\xAF": 2, "\xF4\x90\x80\x80": 4, "\xF0\x80": 2, "\xF0\x90": 1, "\xE0\x80": 2, "\xE0\xA0": 1,
	} {
		n := 0
		for _, u := range AppendUnitsReplaced(nil, in) {
			if u == 0xFFFD {
				n++
			}
		}
		if n != want {
			t.Errorf("%q gives %d U+FFFD, want %d", in, n, want)
		}
	}
}

func TestOffset(t *testing.T) {
	s := "aé😀\xED\xA0\xBDz"
	for index, want := range []int{0, 1, 3, 3, 7, 10, 11} {
		if got := Offset(s, index); got != want {
			t.Errorf("Offset(%d) = %d, want %d", index, got, want)
		}
	}
}

func TestCompareUTF16(t *testing.T) {
	for _, a := range texts {
		for _, b := range texts {
			ua, _ := AppendUnits(nil, a)
			ub, _ := AppendUnits(nil, b)
			if strings.Contains(a+"|"+b, "\xED\xA0\xBD\xED") {
				// Halves of a pair compare as units only where both are halves.
				continue
			}
			if got, want := CompareUTF16(a, b), slices.Compare(ua, ub); sign(got) != want {
				t.Errorf("CompareUTF16(%q, %q) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func sign(n int) int {
	return max(-1, min(1, n))
}
