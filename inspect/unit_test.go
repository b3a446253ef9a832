package inspect

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

func TestCharacters(t *testing.T) {
	cases := []struct {
		name, text string
		want       []Character // Offset and octets are checked for all
	}{
		{"ascii", "a%41", []Character{{Len: 1, Rune: 'a'}, {Len: 3, Rune: 'A', Form: Escape}}},
		{"escape next to raw octets", "%E3\x81%82", []Character{{Len: 7, Rune: 'あ', Form: UpperEscape, Units: 3}}},
		{"digits of both cases", "%aB", []Character{{Len: 3, Rune: -1, Form: MixedEscape, Fault: Unexpected}}},
		{"overlong, 2 octets", "%c0%af", []Character{{Len: 6, Rune: '/', Form: LowerEscape, Fault: Overlong}}},
		{"overlong, 6 octets", "%fc%80%80%80%80%af", []Character{{Len: 18, Rune: '/', Form: LowerEscape, Fault: Overlong}}},
		{"surrogate", "%ED%A0%80", []Character{{Len: 9, Rune: 0xD800, Form: UpperEscape, Fault: LoneSurrogate}}},
		{"too large", "%F4%90%80%80", []Character{{Len: 12, Rune: 0x110000, Form: UpperEscape, Fault: TooLarge}}},
		{"cut off", "%E3%81", []Character{{Len: 6, Rune: -1, Form: UpperEscape, Fault: Truncated}}},
		{"continuation alone", "%80a", []Character{{Len: 3, Rune: -1, Form: Escape, Fault: Unexpected}, {Len: 1, Rune: 'a'}}},
		{"never", "\xFE", []Character{{Len: 1, Rune: -1, Fault: NeverUTF8}}},
		{"%u pair", "%uD83D%uDE00", []Character{{Len: 12, Rune: '😀', Form: UnicodeEscape}}},
		{"%u alone", "%ud83d%41", []Character{{Len: 6, Rune: 0xD83D, Form: UnicodeEscape, Fault: LoneSurrogate}, {Len: 3, Rune: 'A', Form: Escape}}},
		{"%U", "%U002e", []Character{{Len: 6, Rune: '.', Form: UnicodeEscape}}},
		{"stray", "%%30%g", []Character{{Len: 1, Rune: '%', Form: StrayPercent}, {Len: 3, Rune: '0', Form: Escape}, {Len: 1, Rune: '%', Form: StrayPercent}, {Len: 1, Rune: 'g'}}},
		{"at the end", "%4", []Character{{Len: 1, Rune: '%', Form: StrayPercent}, {Len: 1, Rune: '4'}}},
		{"never, C0", "%C0x", []Character{{Len: 3, Rune: -1, Form: UpperEscape, Fault: NeverUTF8}, {Len: 1, Rune: 'x'}}},
		{"never, F5", "\xF5", []Character{{Len: 1, Rune: -1, Fault: NeverUTF8}}},
		{"never, F5 and what would continue it", "%F5\x80", []Character{{Len: 3, Rune: -1, Form: UpperEscape, Fault: NeverUTF8}, {Len: 1, Rune: -1, Fault: Unexpected}}},
		{"never, six octets but one", "\xFC\x84\x80\x80\x80", []Character{
			{Len: 1, Rune: -1, Fault: NeverUTF8},
			{Len: 1, Rune: -1, Fault: Unexpected},
			{Len: 1, Rune: -1, Fault: Unexpected},
			{Len: 1, Rune: -1, Fault: Unexpected},
			{Len: 1, Rune: -1, Fault: Unexpected},
		}},
		{"beyond U+10FFFF, cut", "%F4%90", []Character{{Len: 3, Rune: -1, Form: UpperEscape, Fault: Truncated, Units: 1}, {Len: 3, Rune: -1, Form: Escape, Fault: Unexpected}}},
		{"surrogate, cut", "\xED\xA0", []Character{{Len: 1, Rune: -1, Fault: Truncated}, {Len: 1, Rune: -1, Fault: Unexpected}}},
		{"overlong, cut", "\xE0\x80", []Character{{Len: 1, Rune: -1, Fault: Truncated}, {Len: 1, Rune: -1, Fault: Unexpected}}},
		{"cut, no fault yet", "\xED\x9F", []Character{{Len: 2, Rune: -1, Fault: Truncated}}},
		{"IIS", "%c1%1c", []Character{{Len: 3, Rune: -1, Form: LowerEscape, Fault: NeverUTF8}, {Len: 3, Rune: 0x1C, Form: LowerEscape}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i, at := 0, 0
			for got := range Characters(c.text) {
				if i == len(c.want) {
					t.Fatalf("one more: %+v", got)
				}
				w := c.want[i]
				if got.Offset != at || got.Len != w.Len || got.Rune != w.Rune || got.Form != w.Form || got.Fault != w.Fault || w.Units != 0 && got.Units != w.Units {
					t.Errorf("character %d is %+v, not %+v at %d", i, got, w, at)
				}
				at += got.Len
				i++
			}
			if i != len(c.want) || at != len(c.text) {
				t.Errorf("%d characters, %d bytes", i, at)
			}
		})
	}
}

// TestUniform: digits without case are of either.
func TestUniform(t *testing.T) {
	for text, want := range map[string]bool{
		"%F0%9F%98%80": true, "%E2%80%A6": true, "%e2%80%a6": true, "%C3%A9": true, "%80": true, "é": true, "%cF%80": true, "%uD83D%uDE00": true,
		"%c3%A9": false, "%C3%a9": false, "%E2%80%a6": false, "%E2\x80%A6": false, "\xE2%80%A6": false, "\xE2%80\xA6": false,
	} {
		for c := range Characters(text) {
			if c.Uniform != want || c.Len != len(text) {
				t.Errorf("%q: %+v", text, c)
			}
		}
	}
}

func FuzzCharacters(f *testing.F) {
	for _, s := range []string{"a%41%c0%af", "%E3\x81%82", "%uD83D%uDE00%uD83D", "%%34%31%", "%fc%80%80%80%80%af"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for c := range Characters(s) {
			if c.Offset != at || c.Len <= 0 || c.Units <= 0 || c.Len > 36 {
				t.Fatalf("%+v at %d of %q", c, at, s)
			}
			if valid := utf8.Valid(c.Octets()); valid != (c.Fault == NoFault) {
				t.Fatalf("%+v of %q: UTF-8 is %v", c, s, valid)
			}
			if c.Fault == NoFault && !bytes.Equal(c.Octets(), []byte(string(c.Rune))) {
				t.Fatalf("%+v of %q has octets %x", c, s, c.Octets())
			}
			// What is cut off can be completed, and nothing else can.
			if cut := c.Form != UnicodeEscape && !utf8.FullRune(c.Octets()); cut != (c.Fault == Truncated) {
				t.Fatalf("%+v of %q: cut off is %v", c, s, cut)
			}
			if lead := c.Octets()[0]; c.Fault == NeverUTF8 && (c.Units != 1 || lead < 0xF5 && lead != 0xC0 && lead != 0xC1) {
				t.Fatalf("%+v of %q", c, s)
			}
			at += c.Len
		}
		if at != len(s) {
			t.Fatalf("%d of %d bytes of %q", at, len(s), s)
		}
	})
}
