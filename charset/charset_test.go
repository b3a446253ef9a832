package charset

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

func TestLookup(t *testing.T) {
	for _, tt := range []struct {
		label string
		want  *Charset
	}{
		{"utf-8", UTF8},
		{"UTF-8", UTF8},
		{"\t\n\f\r utf8 \r\f\n\t", UTF8},
		{"Shift_JIS", ShiftJIS},
		{"sjis", ShiftJIS},
		{"MS932", ShiftJIS},
		{"latin1", Windows1252},
		{"ascii", Windows1252},
		{"ISO-8859-1", Windows1252},
		{"iso-8859-9", Windows1254},
		{"tis-620", Windows874},
		{"gb2312", GBK},
		{"gb18030", GB18030},
		{"ks_c_5601-1987", EUCKR},
		{"big5-hkscs", Big5},
		{"utf-16", UTF16LE},
		{"hz-gb-2312", Replacement},
		{"replacement", Replacement},
		{"koi8-ru", KOI8U},
		{"logical", ISO8859_8I},
		{"visual", ISO8859_8},
		{"x-user-defined", XUserDefined},
	} {
		got, err := Lookup(tt.label)
		if got != tt.want || err != nil {
			t.Errorf("Lookup(%q) = %v, %v, want %v", tt.label, got, err, tt.want)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	for _, tt := range []struct {
		label string
		want  []string
	}{
		{"utf_8", []string{"utf-8"}},
		{"ShiftJIS", []string{"shift_jis"}},
		{"cp932", []string{"shift_jis"}},
		{"EUC_JP", []string{"euc-jp"}},
		{"latin-1", []string{"latin1"}},
		{"windows1252", []string{"windows-1252"}},
		{"iso-8859-1x", []string{"iso-8859-10", "iso-8859-13", "iso-8859-14"}},
		{"\vutf-8", []string{"utf-8"}},       // VT is not ASCII whitespace
		{"utf-8\u00a0", []string{"utf-8"}},   // nor is NBSP
		{"\u212Aoi8-r", []string{"koi8-r"}},  // KELVIN SIGN is not k
		{"utf-8\x00", []string{"utf-8"}},     // NUL
		{"utf-7", []string{"utf-8"}},         // dangerous, and gone
		{"no such charset, ever", nil},       // nothing near
		{"", nil},                            //
		{strings.Repeat("utf-8", 1000), nil}, // too long to be a typing error
	} {
		got, err := Lookup(tt.label)
		var e *LabelError
		if got != nil || !errors.As(err, &e) {
			t.Errorf("Lookup(%q) = %v, %v", tt.label, got, err)
			continue
		}
		if e.Label != tt.label || !slices.Equal(e.Suggestions, tt.want) {
			t.Errorf("Lookup(%q): %v, want suggestions %q", tt.label, err, tt.want)
		}
	}
	_, err := Lookup("utf_8")
	if want := `charset: unknown label "utf_8", did you mean "utf-8"?`; err.Error() != want {
		t.Errorf("%q, want %q", err.Error(), want)
	}
}

// TestSuggestionsAreLabels guards the table of other names.
func TestSuggestionsAreLabels(t *testing.T) {
	for name, label := range otherNames.Get() {
		if _, err := Lookup(label); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Lookup(name); err == nil {
			t.Errorf("%s is a label itself", name)
		}
		if alnum(name) != name {
			t.Errorf("%s is never matched", name)
		}
	}
}

func TestLabelsAreCopies(t *testing.T) {
	UTF8.Labels()[0] = "changed"
	All()[0] = nil
	if UTF8.Labels()[0] == "changed" || All()[0] != UTF8 {
		t.Error("a caller can change the tables")
	}
}

func TestNameIsLabel(t *testing.T) {
	seen := map[string]bool{}
	labels := 0
	for _, c := range All() {
		if got, err := Lookup(c.Name()); got != c || err != nil {
			t.Errorf("Lookup(%q) = %v, %v", c.Name(), got, err)
		}
		for _, l := range c.Labels() {
			if seen[l] {
				t.Errorf("label %s twice", l)
			}
			seen[l] = true
			labels++
		}
	}
	if len(All()) != 40 || labels != 228 {
		t.Errorf("%d charsets with %d labels, want 40 with 228", len(All()), labels)
	}
}

func TestOutput(t *testing.T) {
	for _, c := range All() {
		want := c
		if c == Replacement || c == UTF16BE || c == UTF16LE {
			want = UTF8
		}
		if c.Output() != want {
			t.Errorf("%v.Output() = %v, want %v", c, c.Output(), want)
		}
	}
}

func TestSniffBOM(t *testing.T) {
	for _, tt := range []struct {
		in string
		c  *Charset
		n  int
	}{
		{"\xEF\xBB\xBFa", UTF8, 3},
		{"\xFE\xFF", UTF16BE, 2},
		{"\xFF\xFE\x00\x00", UTF16LE, 2},
		{"\xEF\xBB", nil, 0},
		{"\xFE", nil, 0},
		{"", nil, 0},
		{"a\xEF\xBB\xBF", nil, 0},
	} {
		if c, n := SniffBOM([]byte(tt.in)); c != tt.c || n != tt.n {
			t.Errorf("SniffBOM(%q) = %v, %d, want %v, %d", tt.in, c, n, tt.c, tt.n)
		}
	}
}

// decodeVectors are written from the decoders of the Encoding Standard. The
// offset and the length are those of the first error; length 0 means none.
var decodeVectors = []struct {
	name   string
	c      *Charset
	in     string
	want   string
	offset int64
	length int
	reason percent.Reason
}{
	{"ascii", Windows1252, "a~\x7f", "a~\x7f", 0, 0, ""},
	{"euro", Windows1252, "\x80\xE9", "€é", 0, 0, ""},
	{"c1 hole", Windows1252, "\x81\x8D\x8F\x90\x9D", "\u0081\u008D\u008F\u0090\u009D", 0, 0, ""},
	{"hole", Windows1253, "a\xAAb", "a\uFFFDb", 1, 1, Malformed},
	{"windows-874 hole", Windows874, "\xA1\xDB", "ก\uFFFD", 1, 1, Malformed},
	{"same table", ISO8859_8I, "\xE0", "א", 0, 0, ""},
	{"macintosh", Macintosh, "\x8E\xF0", "é\uF8FF", 0, 0, ""},
	{"x-user-defined", XUserDefined, "A\x80\xFF", "A\uF780\uF7FF", 0, 0, ""},

	{"bom kept", UTF8, "\xEF\xBB\xBFa", "\uFEFFa", 0, 0, ""},
	{"overlong", UTF8, "\xC0\xAF", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"maximal subpart", UTF8, "a\xE3\x81b", "a\uFFFDb", 1, 2, Malformed},
	{"maximal subpart of four", UTF8, "\xF0\x9F\x98A", "\uFFFDA", 0, 3, Malformed},
	{"surrogate", UTF8, "\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD", 0, 1, Malformed},
	{"beyond Unicode", UTF8, "\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD", 0, 1, Malformed},
	{"truncated", UTF8, "é\xE3\x81", "é\uFFFD", 2, 2, Truncated},

	{"pair", ShiftJIS, "\x83\x5C\x83\x41", "ソア", 0, 0, ""},
	{"half-width", ShiftJIS, "\xB1\xDF", "ｱﾟ", 0, 0, ""},
	{"0x80", ShiftJIS, "\x80", "\u0080", 0, 0, ""},
	{"0xA0", ShiftJIS, "\xA0\xFD", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"private use, first", ShiftJIS, "\xF0\x40", "\uE000", 0, 0, ""},
	{"private use, last", ShiftJIS, "\xF9\xFC", "\uE757", 0, 0, ""},
	{"after private use", ShiftJIS, "\xFA\x40", "ⅰ", 0, 0, ""},
	{"ASCII trail given back", ShiftJIS, "\x82\"}", "\uFFFD\"}", 0, 1, Malformed},
	{"0x7F trail given back", ShiftJIS, "\x81\x7F", "\uFFFD\x7F", 0, 1, Malformed},
	{"bad trail swallowed", ShiftJIS, "\x81\xFDa", "\uFFFDa", 0, 2, Malformed},
	{"letter trail of no character", ShiftJIS, "\x85\x41", "\uFFFDA", 0, 1, Malformed},
	{"truncated", ShiftJIS, "a\x82", "a\uFFFD", 1, 1, Truncated},

	{"pair", EUCJP, "\xA4\xA2\x8E\xB1", "あｱ", 0, 0, ""},
	{"JIS X 0212", EUCJP, "\x8F\xA2\xAF", "\u02D8", 0, 0, ""},
	{"JIS X 0212 hole", EUCJP, "\x8F\xA1\xA1a", "\uFFFDa", 0, 3, Malformed},
	{"JIS X 0212, ASCII third", EUCJP, "\x8F\xA2a", "\uFFFDa", 0, 2, Malformed},
	{"JIS X 0212 lead, ASCII second", EUCJP, "\x8Fa", "\uFFFDa", 0, 1, Malformed},
	{"katakana lead, bad trail", EUCJP, "\x8E\xE0", "\uFFFD", 0, 2, Malformed},
	{"ASCII trail given back", EUCJP, "\xA4a", "\uFFFDa", 0, 1, Malformed},
	{"C1", EUCJP, "\x90a", "\uFFFDa", 0, 1, Malformed},
	{"truncated", EUCJP, "\x8F\xA2", "\uFFFD", 0, 2, Truncated},

	{"kanji", ISO2022JP, "a\x1b$B4A;z\x1b(Bb", "a漢字b", 0, 0, ""},
	{"old escape", ISO2022JP, "\x1b$@4A\x1b(B", "漢", 0, 0, ""},
	{"Roman", ISO2022JP, "\x1b(J\\~a\x1b(B\\~", "¥‾a\\~", 0, 0, ""},
	{"katakana", ISO2022JP, "\x1b(I1\x1b(B", "ｱ", 0, 0, ""},
	{"empty section", ISO2022JP, "\x1b(J\x1b(B", "\uFFFD", 3, 3, Malformed},
	{"concatenated", ISO2022JP, "\x1b(J\\\x1b(B\x1b(J\\\x1b(B", "¥\uFFFD¥", 7, 3, Malformed},
	{"empty section after an unknown escape", ISO2022JP, "\x1b(J\x1b\x1b(Ba", "\uFFFDa", 3, 1, Malformed},
	{"unknown escape", ISO2022JP, "\x1b$Ca", "\uFFFD$Ca", 0, 1, Malformed},
	{"escape at the end", ISO2022JP, "a\x1b", "a\uFFFD", 1, 1, Truncated},
	{"escape cut", ISO2022JP, "a\x1b$", "a\uFFFD$", 1, 1, Truncated},
	{"shift out", ISO2022JP, "\x0E\x0F", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"8 bits", ISO2022JP, "\xA4\xA2", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"line end in kanji", ISO2022JP, "\x1b$B\n4A", "\uFFFD漢", 3, 1, Malformed},
	{"line end after lead", ISO2022JP, "\x1b$B4\n4A", "\uFFFD漢", 3, 2, Malformed},
	{"escape after lead", ISO2022JP, "\x1b$B4\x1b(Ba", "\uFFFDa", 3, 1, Malformed},
	{"lead at the end", ISO2022JP, "\x1b$B4", "\uFFFD", 3, 1, Truncated},

	{"two bytes", GB18030, "\xC4\xE3\xBA\xC3", "你好", 0, 0, ""},
	{"euro byte", GB18030, "\x80", "€", 0, 0, ""},
	{"euro byte", GBK, "\x80\xA2\xE3", "€€", 0, 0, ""},
	{"four bytes, first", GB18030, "\x81\x30\x81\x30", "\u0080", 0, 0, ""},
	{"four bytes in GBK", GBK, "\x81\x30\x81\x30", "\u0080", 0, 0, ""},
	{"pointer 7457", GB18030, "\x81\x35\xF4\x37", "\uE7C7", 0, 0, ""},
	{"pointer 39419", GB18030, "\x84\x31\xA4\x39", "\uFFFF", 0, 0, ""},
	{"pointer 39420", GB18030, "\x84\x31\xA5\x30", "\uFFFD", 0, 4, Malformed},
	{"pointer 189000", GB18030, "\x90\x30\x81\x30", "\U00010000", 0, 0, ""},
	{"pointer 1237575", GB18030, "\xE3\x32\x9A\x35", "\U0010FFFF", 0, 0, ""},
	{"pointer 1237576", GB18030, "\xE3\x32\x9A\x36", "\uFFFD", 0, 4, Malformed},
	{"ideographic space", GB18030, "\xA3\xA0", "\u3000", 0, 0, ""},
	{"GB18030-2022", GB18030, "\xA6\xD9\xFE\x59", "\uFE10\u9FB4", 0, 0, ""},
	{"third byte given back", GB18030, "\x81\x30a", "\uFFFD0a", 0, 1, Malformed},
	{"fourth byte given back", GB18030, "\x81\x30\x81!", "\uFFFD0\uFFFD!", 0, 1, Malformed},
	{"fourth byte given back, pair", GB18030, "\x81\x30\xC4\xE3", "\uFFFD0你", 0, 1, Malformed},
	{"ASCII trail given back", GB18030, "\x81!", "\uFFFD!", 0, 1, Malformed},
	{"0x7F trail given back", GB18030, "\x81\x7F", "\uFFFD\x7F", 0, 1, Malformed},
	{"0xFF", GB18030, "\xFF\x81\xFF", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"truncated after three", GB18030, "\x81\x30\x81", "\uFFFD", 0, 3, Truncated},
	{"truncated after two", GB18030, "\x81\x30", "\uFFFD", 0, 2, Truncated},

	{"pair", Big5, "\xA7\x41\xA6\x6E", "你好", 0, 0, ""},
	{"HKSCS", Big5, "\x87\x40", "\u43F0", 0, 0, ""},
	{"beyond the BMP", Big5, "\x87\x45", "\U00027267", 0, 0, ""},
	{"pointers 1133 1135 1164 1166", Big5, "\x88\x62\x88\x64\x88\xA3\x88\xA5", "\u00CA\u0304\u00CA\u030C\u00EA\u0304\u00EA\u030C", 0, 0, ""},
	{"ASCII trail given back", Big5, "\x81\x40", "\uFFFD@", 0, 1, Malformed},
	{"bad trail", Big5, "\xA1\x80a", "\uFFFDa", 0, 2, Malformed},
	{"0x80 and 0xFF", Big5, "\x80\xFF", "\uFFFD\uFFFD", 0, 1, Malformed},
	{"truncated", Big5, "\xA7", "\uFFFD", 0, 1, Truncated},

	{"pair", EUCKR, "\xB0\xA1\xC7\xD1", "가한", 0, 0, ""},
	{"unified hangul", EUCKR, "\x81\x41", "갂", 0, 0, ""},
	{"ASCII trail given back", EUCKR, "\x81\x5B", "\uFFFD[", 0, 1, Malformed},
	{"bad trail", EUCKR, "\xB0\xFF", "\uFFFD", 0, 2, Malformed},

	{"little", UTF16LE, "A\x00=\xD8\x00\xDE", "A😀", 0, 0, ""},
	{"big", UTF16BE, "\x00A\xD8=\xDE\x00", "A😀", 0, 0, ""},
	{"bom kept", UTF16LE, "\xFF\xFEA\x00", "\uFEFFA", 0, 0, ""},
	{"lone trail", UTF16BE, "\xDE\x00\x00A", "\uFFFDA", 0, 2, Malformed},
	{"lone lead", UTF16BE, "\xD8=\x00A", "\uFFFDA", 0, 2, Malformed},
	{"two leads", UTF16BE, "\xD8=\xD8=\xDE\x00", "\uFFFD😀", 0, 2, Malformed},
	{"odd", UTF16LE, "A\x00B", "A\uFFFD", 2, 1, Truncated},
	{"lead and a half: one error", UTF16BE, "\xD8=\xDE", "\uFFFD", 0, 3, Truncated},

	{"one error for all", Replacement, "anything", "\uFFFD", 0, 1, Malformed},
	{"empty", Replacement, "", "", 0, 0, ""},
}

func TestDecodeVectors(t *testing.T) {
	for _, tt := range decodeVectors {
		t.Run("charset="+tt.c.Name()+"/case="+tt.name, func(t *testing.T) {
			got, err := tt.c.AppendDecode([]byte("x"), []byte(tt.in), Replace)
			if string(got) != "x"+tt.want || err != nil {
				t.Errorf("%+q, %v, want %+q", got[1:], err, tt.want)
			}
			text, err := tt.c.Decode(tt.in)
			if tt.length == 0 {
				if text != tt.want || err != nil {
					t.Errorf("%+q, %v, want %+q", text, err, tt.want)
				}
				return
			}
			var e *percent.SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if e.Format != "charset" || e.Field != tt.c.Name() || e.Offset != tt.offset || e.Reason != tt.reason ||
				string(e.Bytes) != tt.in[tt.offset:int(tt.offset)+tt.length] {
				t.Errorf("%v, want bytes %d to %d, %v", e, tt.offset, int(tt.offset)+tt.length, tt.reason)
			}
			if !strings.HasPrefix(tt.want, text+"\uFFFD") {
				t.Errorf("%+q precedes the error in %+q", text, tt.want)
			}
		})
	}
}

func TestDecodeKeep(t *testing.T) {
	for _, tt := range []struct {
		c        *Charset
		in, want string
	}{
		{ShiftJIS, "\x82\"\x83\x41", "\x82\"ア"},
		{EUCJP, "\xA4\xA2\x8F\xA1\xA1", "あ\x8F\xA1\xA1"},
		{ISO2022JP, "\x1b$B4A\x1b(J\x1b(Ba", "漢\x1b(Ba"},
		{Replacement, "anything", "anything"},
		{UTF8, "\xE3\x81b", "\xE3\x81b"},
	} {
		got, err := tt.c.AppendDecode(nil, []byte(tt.in), Keep)
		if string(got) != tt.want || err != nil {
			t.Errorf("%v %q: %q, %v, want %q", tt.c, tt.in, got, err, tt.want)
		}
	}
}

var encodeVectors = []struct {
	name string
	c    *Charset
	in   string
	want string // with Reference
	// The first error: its offset and code point, or -1.
	offset int64
	bad    rune
	reason percent.Reason
}{
	{"c1 hole", Windows1252, "\u0081", "\x81", 0, -1, ""},
	{"euro", Windows1252, "€", "\x80", 0, -1, ""},
	{"no best fit", Windows1252, "ａ", "&#65345;", 0, 0xFF41, Unencodable},
	{"cent", ISO8859_2, "5 ¢", "5 &#162;", 2, 0xA2, Unencodable},
	{"x-user-defined", XUserDefined, "\uF780\uF7FFé", "\x80\xFF&#233;", 6, 0xE9, Unencodable},
	{"utf-8", UTF8, "é😀", "é😀", 0, -1, ""},

	{"yen and overline", ShiftJIS, "¥‾", "\x5C\x7E", 0, -1, ""},
	{"minus", ShiftJIS, "−", "\x81\x7C", 0, -1, ""},
	{"U+0080", ShiftJIS, "\u0080", "\x80", 0, -1, ""},
	{"private use is not written", ShiftJIS, "\uE000", "&#57344;", 0, 0xE000, Unencodable},
	{"IBM extension, not NEC", ShiftJIS, "ⅰ", "\xFA\x40", 0, -1, ""},
	{"not", ShiftJIS, "￢", "\x81\xCA", 0, -1, ""},
	{"half-width", ShiftJIS, "ｱ", "\xB1", 0, -1, ""},

	{"yen and overline", EUCJP, "¥‾", "\x5C\x7E", 0, -1, ""},
	{"minus", EUCJP, "−", "\xA1\xDD", 0, -1, ""},
	{"JIS X 0212 is not written", EUCJP, "\u02D8", "&#728;", 0, 0x2D8, Unencodable},
	{"NEC row", EUCJP, "ⅰ", "\xFC\xF1", 0, -1, ""},
	{"half-width", EUCJP, "ｱ", "\x8E\xB1", 0, -1, ""},

	{"flush", ISO2022JP, "漢", "\x1b$B4A\x1b(B", 0, -1, ""},
	{"yen", ISO2022JP, "¥", "\x1b(J\\\x1b(B", 0, -1, ""},
	{"Roman keeps letters", ISO2022JP, "¥a\\", "\x1b(J\\a\x1b(B\\", 0, -1, ""},
	{"half-width becomes full-width", ISO2022JP, "ｱﾞ", "\x1b$B%\"!+\x1b(B", 0, -1, ""},
	{"error in Roman", ISO2022JP, "¥😀", "\x1b(J\\&#128512;\x1b(B", 2, 0x1F600, Unencodable},
	{"error in kanji", ISO2022JP, "漢😀漢", "\x1b$B4A\x1b(B&#128512;\x1b$B4A\x1b(B", 3, 0x1F600, Unencodable},
	{"shift out", ISO2022JP, "\x0EA", "&#65533;A", 0, 0xFFFD, ForbiddenControl},
	{"shift in", ISO2022JP, "a\x0F", "a&#65533;", 1, 0xFFFD, ForbiddenControl},
	{"escape after kanji", ISO2022JP, "漢\x1b", "\x1b$B4A\x1b(B&#65533;", 3, 0xFFFD, ForbiddenControl},

	{"euro", GBK, "€", "\x80", 0, -1, ""},
	{"euro", GB18030, "€", "\xA2\xE3", 0, -1, ""},
	{"U+E5E5", GB18030, "\uE5E5", "&#58853;", 0, 0xE5E5, Unencodable},
	{"U+E5E5", GBK, "\uE5E5", "&#58853;", 0, 0xE5E5, Unencodable},
	{"U+E7C7", GB18030, "\uE7C7", "\x81\x35\xF4\x37", 0, -1, ""},
	{
		"side table", GB18030,
		"\uE78D\uE78E\uE78F\uE790\uE791\uE792\uE793\uE794\uE795\uE796\uE81E\uE826\uE82B\uE82C\uE832\uE843\uE854\uE864",
		"\xA6\xD9\xA6\xDA\xA6\xDB\xA6\xDC\xA6\xDD\xA6\xDE\xA6\xDF\xA6\xEC\xA6\xED\xA6\xF3\xFE\x59\xFE\x61\xFE\x66\xFE\x67\xFE\x6D\xFE\x7E\xFE\x90\xFE\xA0",
		0, -1, "",
	},
	{"side table", GBK, "\uE78D\uE864", "\xA6\xD9\xFE\xA0", 0, -1, ""},
	{"four bytes", GB18030, "\u0080😀", "\x81\x30\x81\x30\x94\x39\xFC\x36", 0, -1, ""},
	{"no four bytes", GBK, "😀", "&#128512;", 0, 0x1F600, Unencodable},

	{"no HKSCS", Big5, "\u43F0", "&#17392;", 0, 0x43F0, Unencodable},
	{"first pointer", Big5, "兀", "\xA4\x61", 0, -1, ""},
	{"last pointer", Big5, "═╞╡╪十卅", "\xF9\xF9\xF9\xE9\xF9\xEB\xF9\xEA\xA4\x51\xA4\xCA", 0, -1, ""},
	{"dagger", Big5, "†", "&#8224;", 0, 0x2020, Unencodable},

	{"dagger", EUCKR, "†", "\xA2\xD3", 0, -1, ""},
	{"unified hangul", EUCKR, "갂", "\x81\x41", 0, -1, ""},

	{"invalid", ShiftJIS, "a\xE3\x81b", "a&#65533;b", 1, 0xFFFD, percent.InvalidUTF8},
	{"invalid", UTF8, "a\xE3\x81b", "a\uFFFDb", 1, 0xFFFD, percent.InvalidUTF8},
	{"invalid", GB18030, "\xFF", "\x84\x31\xA4\x37", 0, 0xFFFD, percent.InvalidUTF8},
	{"truncated", ShiftJIS, "a\xE3\x81", "a&#65533;", 1, 0xFFFD, percent.InvalidUTF8},
}

func TestEncodeVectors(t *testing.T) {
	for _, tt := range encodeVectors {
		t.Run("charset="+tt.c.Name()+"/case="+tt.name, func(t *testing.T) {
			got, err := tt.c.AppendEncode([]byte("x"), []byte(tt.in), Reference)
			if string(got) != "x"+tt.want || err != nil {
				t.Errorf("%q, %v, want %q", got[1:], err, tt.want)
			}
			got, err = tt.c.AppendEncode(nil, []byte(tt.in), EscapedReference)
			escaped := strings.NewReplacer("&#", "%26%23", ";", "%3B").Replace(tt.want)
			if string(got) != escaped || err != nil {
				t.Errorf("escaped: %q, %v, want %q", got, err, escaped)
			}
			text, err := tt.c.Encode(tt.in)
			if tt.bad < 0 {
				if text != tt.want || err != nil {
					t.Errorf("%q, %v, want %q", text, err, tt.want)
				}
				return
			}
			var e *percent.SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("error %v", err)
			}
			if e.Format != "charset" || e.Field != tt.c.Name() || e.Offset != tt.offset || referenced(e) != tt.bad || e.Reason != tt.reason ||
				!strings.HasPrefix(tt.in[tt.offset:], string(e.Bytes)) || len(e.Bytes) == 0 {
				t.Errorf("%v, want offset %d, U+%04X, %v", e, tt.offset, tt.bad, tt.reason)
			}
		})
	}
}

// referenced returns the character that a numeric reference stands for where e is
// the error.
func referenced(e *percent.SyntaxError) rune {
	if e.Reason != Unencodable {
		return utf8.RuneError
	}
	r, _ := utf8.DecodeRuneInString(e.Bytes)
	return r
}

func TestEncodeQuestionMark(t *testing.T) {
	got, err := ISO2022JP.AppendEncode(nil, []byte("漢😀\x0E\xFF"), QuestionMark)
	if want := "\x1b$B4A\x1b(B???"; string(got) != want || err != nil {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
}

func TestNoEncoder(t *testing.T) {
	for _, c := range []*Charset{UTF16BE, UTF16LE, Replacement} {
		got, err := c.AppendEncode([]byte("x"), []byte("a"), Reference)
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != NoEncoder || string(got) != "x" {
			t.Errorf("%v: %q, %v", c, got, err)
		}
		if _, err := c.Encode(""); !errors.As(err, &e) {
			t.Errorf("%v: error %v for empty text", c, err)
		}
		w := NewEncoder(c, nil, Reference)
		if n, err := w.Write([]byte("a")); n != 0 || !errors.As(err, &e) {
			t.Errorf("%v: Write = %d, %v", c, n, err)
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := ShiftJIS.Decode("a\x82\"")
	if want := `charset: Shift_JIS: malformed bytes "\x82" at byte 1`; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	_, err = ShiftJIS.Encode("a😀")
	if want := `charset: Shift_JIS: unencodable character "😀" at byte 1`; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	_, err = ISO2022JP.Encode("\x1b")
	if want := `charset: ISO-2022-JP: forbidden control character "\x1b" at byte 0`; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	_, err = UTF8.Encode("\xFF")
	if want := `charset: UTF-8: invalid UTF-8 "\xff" at byte 0`; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	_, err = UTF16LE.Encode("a")
	if want := "charset: UTF-16LE: no encoder at byte 0"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

// TestAllocations holds the package to its promises: nothing for text that
// needs no change, nothing for Append with room.
func TestAllocations(t *testing.T) {
	ascii := strings.Repeat("plain text ", 10)
	src := []byte("日本語のテキスト")
	dst := make([]byte, 0, 256)
	chunks := NewChunkDecoder(ShiftJIS)
	encoded, err := ShiftJIS.AppendEncode(nil, src, Refuse)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]func(){
		"Decode ASCII":  func() { ShiftJIS.Decode(ascii) },
		"Encode ASCII":  func() { ShiftJIS.Encode(ascii) },
		"Decode UTF-8":  func() { UTF8.Decode("日本語") },
		"Encode UTF-8":  func() { UTF8.Encode("日本語") },
		"Decode stable": func() { ISO2022JP.Decode(ascii) },
		"AppendDecode":  func() { dst, _ = ShiftJIS.AppendDecode(dst[:0], encoded, Fail) },
		"AppendChunk":   func() { dst, _, _ = chunks.AppendChunk(dst[:0], encoded) },
		"AppendLast":    func() { dst, _, _ = chunks.AppendLast(dst[:0], encoded) },
		"AppendEncode":  func() { dst, _ = ShiftJIS.AppendEncode(dst[:0], src, Refuse) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
