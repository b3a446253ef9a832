package ecma

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// functions are the six functions in all their forms. Those that cannot fail
// get a nil error.
var functions = []struct {
	name    string
	whole   func(string) (string, error)
	append  func(dst, src []byte) ([]byte, error)
	units   func([]uint16) ([]uint16, error)
	lenient bool // never fails
}{
	{"encodeURI", EncodeURI, AppendEncodeURI, EncodeURIUTF16, false},
	{"encodeURIComponent", EncodeURIComponent, AppendEncodeURIComponent, EncodeURIComponentUTF16, false},
	{"decodeURI", DecodeURI, AppendDecodeURI, DecodeURIUTF16, false},
	{"decodeURIComponent", DecodeURIComponent, AppendDecodeURIComponent, DecodeURIComponentUTF16, false},
	{
		"escape",
		func(s string) (string, error) { return Escape(s), nil },
		func(dst, src []byte) ([]byte, error) { return AppendEscape(dst, src), nil },
		func(s []uint16) ([]uint16, error) { return EscapeUTF16(s), nil },
		true,
	},
	{
		"unescape",
		func(s string) (string, error) { return Unescape(s), nil },
		func(dst, src []byte) ([]byte, error) { return AppendUnescape(dst, src), nil },
		func(s []uint16) ([]uint16, error) { return UnescapeUTF16(s), nil },
		true,
	},
}

// vectors are facts of ECMA-262 sections 19.2.6.1 to 19.2.6.6 and annex B.2.1,
// most of them among the tests of test262 (built-ins/encodeURI, decodeURI,
// encodeURIComponent, decodeURIComponent, and annexB/built-ins/escape and
// unescape), and of MDN's pages on these functions, WTF-8 in and out.
var vectors = []struct {
	name, function, in, out string
	err                     *URIError
}{
	{"wikipedia", "encodeURI", "http://ru.wikipedia.org/wiki/Юникод#Ссылки", "http://ru.wikipedia.org/wiki/%D0%AE%D0%BD%D0%B8%D0%BA%D0%BE%D0%B4#%D0%A1%D1%81%D1%8B%D0%BB%D0%BA%D0%B8", nil},
	{"wikipedia back", "decodeURI", "http://ru.wikipedia.org/wiki/%D0%AE%D0%BD%D0%B8%D0%BA%D0%BE%D0%B4#%D0%A1%D1%81%D1%8B%D0%BB%D0%BA%D0%B8", "http://ru.wikipedia.org/wiki/Юникод#Ссылки", nil},
	{"brackets of an address", "encodeURI", "http://[::1]/", "http://%5B::1%5D/", nil},
	{"not idempotent", "encodeURI", "%20", "%2520", nil},
	{"all kept", "encodeURI", "azAZ09;/?:@&=+$,#-_.!~*'()", "azAZ09;/?:@&=+$,#-_.!~*'()", nil},
	{"mark", "encodeURIComponent", "-_.!~*'()", "-_.!~*'()", nil},
	{"reserved", "encodeURIComponent", ";/?:@&=+$,#[]% ", "%3B%2F%3F%3A%40%26%3D%2B%24%2C%23%5B%5D%25%20", nil},
	{"astral", "encodeURIComponent", "😀", "%F0%9F%98%80", nil},
	{"pair in halves", "encodeURIComponent", "\xED\xA0\xBD\xED\xB8\x80", "%F0%9F%98%80", nil},
	{"lone high", "encodeURIComponent", "é\xED\xA0\x80x", "%C3%A9", newError(2, 1, "\xED\xA0\x80", LoneSurrogate)},
	{"lone low", "encodeURI", "😀\xED\xBF\xBF", "%F0%9F%98%80", newError(4, 2, "\xED\xBF\xBF", LoneSurrogate)},
	{"two high", "encodeURI", "\xED\xA0\xBD\xED\xA0\xBD", "", newError(0, 0, "\xED\xA0\xBD", LoneSurrogate)},
	{"no text", "encodeURI", "é\xFFx", "%C3%A9", newError(2, 1, "\xFF", InvalidText)},

	{"noncharacters and NUL", "decodeURIComponent", "%EF%BF%BE%EF%BF%BF%00", "\uFFFE\uFFFF\x00", nil},
	{"plus", "decodeURIComponent", "a+b", "a+b", nil},
	{"reserved too", "decodeURIComponent", "%3b%2f%23%25%2523", ";/#%%23", nil},
	{"lone surrogate passes", "decodeURIComponent", "\xED\xA0\x80%41", "\xED\xA0\x80A", nil},
	{"halves meet", "decodeURIComponent", "\xED\xA0\xBD\xED\xB8\x80", "😀", nil},
	{"surrogate", "decodeURIComponent", "x%ED%BF%BF", "x", newError(1, 1, "%ED", percent.InvalidUTF8)},
	{"overlong slash", "decodeURIComponent", "%C0%AF", "", newError(0, 0, "%C0", percent.InvalidUTF8)},
	{"no continuation", "decodeURIComponent", "%ED%7F%BF", "", newError(0, 0, "%ED", percent.InvalidUTF8)},
	{"missing continuation", "decodeURIComponent", "%ED%BF", "", newError(0, 0, "%ED", percent.InvalidUTF8)},
	{"above 10FFFF", "decodeURIComponent", "%F4%90%80%80", "", newError(0, 0, "%F4", percent.InvalidUTF8)},
	{"continuation unescaped", "decodeURIComponent", "%E3%81x", "", newError(0, 0, "%E3%81", percent.InvalidUTF8)},
	{"character for continuation", "decodeURIComponent", "é%E3%81é", "é", newError(2, 1, "%E3%81", percent.InvalidUTF8)},
	{"malformed inside a character", "decodeURIComponent", "%E3%zz", "", newError(0, 0, "%E3", percent.InvalidUTF8)},
	{"not hexadecimal", "decodeURIComponent", "😀%zz!", "😀", newError(4, 2, "%zz", percent.InvalidEscape)},
	{"full-width digits", "decodeURIComponent", "%４１", "", newError(0, 0, "%４１", percent.InvalidEscape)},
	{"cut", "decodeURIComponent", "100%", "100", newError(3, 3, "%", percent.TruncatedEscape)},
	{"cut after a digit", "decodeURIComponent", "%4", "", newError(0, 0, "%4", percent.TruncatedEscape)},
	{"wrong and short", "decodeURI", "%g", "", newError(0, 0, "%g", percent.InvalidEscape)},
	{"%u", "decodeURIComponent", "%u0041", "", newError(0, 0, "%u0", percent.InvalidEscape)},
	{"no text in raw", "decodeURIComponent", "%41\x80", "A", newError(3, 3, "\x80", InvalidText)},
	{"raw continuation", "decodeURIComponent", "%E3\x81%82", "", newError(0, 0, "%E3", percent.InvalidUTF8)},

	{"kept in their case", "decodeURI", "%3b%2f%3B%2F", "%3b%2f%3B%2F", nil},
	{"all kept escapes", "decodeURI", "%3B%2F%3F%3A%40%26%3D%2B%24%2C%23", "%3B%2F%3F%3A%40%26%3D%2B%24%2C%23", nil},
	{"slashes", "decodeURI", "http:%2f%2Funipro.ru", "http:%2f%2Funipro.ru", nil},
	{"percent", "decodeURI", "%2523", "%23", nil},
	{"reserved continuation", "decodeURI", "%C3%2F", "", newError(0, 0, "%C3", percent.InvalidUTF8)},

	{"pair", "escape", "\U0001D306", "%uD834%uDF06", nil},
	{"Latin-1", "escape", "\u00FD\u00FE\u00FF\u0100", "%FD%FE%FF%u0100", nil},
	{"end of ASCII", "escape", "{|}~\x7F\u0080", "%7B%7C%7D%7E%7F%80", nil},
	{"kept", "escape", "azAZ09@*_+-./", "azAZ09@*_+-./", nil},
	{"space", "escape", " é€", "%20%E9%u20AC", nil},
	{"lone", "escape", "\xED\xA0\xB4", "%uD834", nil},
	{"no text", "escape", "a\xFF\xE3\x81b", "a%uFFFD%uFFFDb", nil},

	{"euro", "unescape", "%u20AC", "€", nil},
	{"lower-case digits", "unescape", "%u20ac%e9", "€é", nil},
	{"Latin-1", "unescape", "%E9%C3%A9", "éÃ©", nil},
	{"upper-case U", "unescape", "%U0000", "%U0000", nil},
	{"not hexadecimal", "unescape", "%u000g0", "%u000g0", nil},
	{"literal percent before zero", "unescape", "%0%2a00", "%0*00", nil},
	{"percent percent", "unescape", "%%0000", "%\x0000", nil},
	{"pair", "unescape", "%uD83D%uDE00", "😀", nil},
	{"not a pair", "unescape", "%uD83Dx%uDE00", "\xED\xA0\xBDx\xED\xB8\x80", nil},
	{"pair half raw", "unescape", "\xED\xA0\xBD%uDE00", "😀", nil},
	{"other half raw", "unescape", "%uD83D\xED\xB8\x80", "😀", nil},
	{"pair that escape cut", "unescape", "%u%uD83D%uDE00%u", "%u😀%u", nil},
	{"no text", "unescape", "\xFF%41", "\uFFFDA", nil},
	{"ends", "unescape", "%%4%u004%", "%%4%u004%", nil},
}

func TestVectors(t *testing.T) {
	for _, v := range vectors {
		t.Run("function="+v.function+"/case="+v.name, func(t *testing.T) {
			for _, f := range functions {
				if f.name != v.function {
					continue
				}
				out, err := f.whole(v.in)
				if out != v.out || !sameError(err, v.err) {
					t.Errorf("%s(%q) = %q, %v, want %q, %v", f.name, v.in, out, err, v.out, v.err)
				}
			}
		})
		checkAll(t, v.in)
	}
}

func sameError(err error, want *URIError) bool {
	if want == nil {
		return err == nil
	}
	var got *URIError
	var syntax *percent.SyntaxError
	return errors.As(err, &got) && *got == *want && errors.As(err, &syntax) && *syntax == want.SyntaxError
}

// checkAll checks the laws for all functions: every form gives the same, and a
// result that equals its argument is its argument.
func checkAll(t *testing.T, s string) {
	t.Helper()
	for _, f := range functions {
		out, err := f.whole(s)
		b, errAppend := f.append([]byte("dst"), []byte(s))
		if string(b) != "dst"+out || !equalErrors(err, errAppend) {
			t.Errorf("%s(%q): append gives %q, %v, whole %q, %v", f.name, s, b, errAppend, out, err)
		}
		units, n := wtf8.AppendUnits(nil, s)
		if f.lenient {
			units, n = wtf8.AppendUnitsReplaced(nil, s), len(s)
		}
		outUnits, errUnits := f.units(units)
		if text := string(wtf8.AppendText(nil, outUnits)); text != string(wtf8.AppendText(nil, wtf8.AppendUnitsReplaced(nil, out))) {
			t.Errorf("%s(%q): units give %q, text %q", f.name, s, text, out)
		}
		var inUnits, inText *URIError
		if errors.As(err, &inText) && errors.As(errUnits, &inUnits) {
			if inText.Index != inUnits.Index || inText.Reason != inUnits.Reason || inText.Bytes != inUnits.Bytes || inUnits.Offset != int64(2*inUnits.Index) {
				t.Errorf("%s(%q): units fail with %v, text with %v", f.name, s, inUnits, inText)
			}
			if int(inText.Offset) != wtf8.Offset(s, inText.Index) {
				t.Errorf("%s(%q): offset %d of index %d", f.name, s, inText.Offset, inText.Index)
			}
		} else if n == len(s) && (err == nil) != (errUnits == nil) || n < len(s) && err == nil {
			t.Errorf("%s(%q): units give %v, text %v", f.name, s, errUnits, err)
		}
		if inText != nil && !strings.HasPrefix(s[inText.Offset:], inText.Bytes) && utf8.ValidString(s) {
			t.Errorf("%s(%q): %q is not at byte %d", f.name, s, inText.Bytes, inText.Offset)
		}
	}
}

func equalErrors(a, b error) bool {
	var x, y *URIError
	if errors.As(a, &x) != errors.As(b, &y) {
		return false
	}
	return x == nil || *x == *y
}

func TestEveryUnit(t *testing.T) {
	const component = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()"
	for _, f := range []struct {
		name  string
		call  func([]uint16) ([]uint16, error)
		kept  string
		latin bool
	}{
		{"encodeURIComponent", EncodeURIComponentUTF16, component, false},
		{"encodeURI", EncodeURIUTF16, component + ";/?:@&=+$,#", false},
		{"escape", functions[4].units, component[:62] + "@*_+-./", true},
	} {
		for u := range 0x10000 {
			in := []uint16{uint16(u)}
			out, err := f.call(in)
			if lone := 0xD800 <= u && u <= 0xDFFF && !f.latin; lone != (err != nil) {
				t.Fatalf("%s of %04X: %v", f.name, u, err)
			}
			if err != nil {
				continue
			}
			same := u < 0x80 && strings.IndexByte(f.kept, byte(u)) >= 0
			if got := slices.Equal(out, in); got != same {
				t.Errorf("%s of %04X: %x", f.name, u, out)
			}
			back, err := DecodeURIComponentUTF16(out)
			if f.latin {
				back, err = UnescapeUTF16(out), nil
			}
			if err != nil || !slices.Equal(back, in) {
				t.Errorf("%s of %04X comes back as %x, %v", f.name, u, back, err)
			}
		}
	}
}

// Every pair of bytes after '%', in all decoders.
func TestEveryEscape(t *testing.T) {
	const digits = "0123456789ABCDEFabcdef"
	for a := range 128 {
		for b := range 128 {
			s := string([]byte{'%', byte(a), byte(b)})
			valid := strings.IndexByte(digits, byte(a)) >= 0 && strings.IndexByte(digits, byte(b)) >= 0
			value := pct.Hex(byte(a))<<4 | pct.Hex(byte(b))
			if got, want := Unescape(s), s; valid && got != string(rune(value)) || !valid && got != want {
				t.Errorf("unescape(%q) = %q", s, got)
			}
			got, err := DecodeURIComponent(s)
			if valid && value < 0x80 != (err == nil) || !valid && err == nil || err == nil && got != string(rune(value)) {
				t.Errorf("decodeURIComponent(%q) = %q, %v", s, got, err)
			}
			got, err = DecodeURI(s)
			if err == nil && value < 0x80 && strings.IndexByte(";/?:@&=+$,#", byte(value)) >= 0 != (got == s) {
				t.Errorf("decodeURI(%q) = %q, %v", s, got, err)
			}
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := DecodeURIComponent("é%zz")
	if got, want := err.Error(), `ecma: invalid escape "%zz" at byte 2 (code unit 1)`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	_, err = DecodeURIComponentUTF16([]uint16{0xE9, '%'})
	if got, want := err.Error(), `ecma: truncated escape "%" at byte 2 (code unit 1)`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAllocations(t *testing.T) {
	long := strings.Repeat("あ b/+%41", 200)
	clean := strings.Repeat("clean", 200)
	encoded, err := EncodeURIComponent(long)
	if err != nil {
		t.Fatal(err)
	}
	cleanUnits, _ := wtf8.AppendUnits(nil, clean)
	buf := make([]byte, 0, 6*len(long))
	longBytes, encodedBytes := []byte(long), []byte(encoded)
	for _, tt := range []struct {
		name string
		want float64
		run  func()
	}{
		{"encode clean", 0, func() { EncodeURIComponent(clean) }},
		{"encode", 1, func() { EncodeURIComponent(long) }},
		{"decode clean", 0, func() { DecodeURIComponent(clean) }},
		{"decode clean text", 0, func() { DecodeURIComponent("日本") }},
		{"decode kept escapes", 0, func() { DecodeURI("%2f%23") }},
		{"decode", 1, func() { DecodeURIComponent(encoded) }},
		{"escape clean", 0, func() { Escape(clean) }},
		{"escape ASCII", 1, func() { Escape("a b") }},
		{"unescape clean", 0, func() { Unescape(clean) }},
		{"units clean", 0, func() { EncodeURIUTF16(cleanUnits); UnescapeUTF16(cleanUnits); DecodeURIUTF16(cleanUnits) }},
		{"append", 0, func() {
			buf, _ = AppendEncodeURI(buf[:0], longBytes)
			buf = AppendEscape(buf[:0], longBytes)
			buf = AppendUnescape(buf[:0], encodedBytes)
			buf, _ = AppendDecodeURI(buf[:0], encodedBytes)
		}},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, tt.run); got != tt.want {
				t.Errorf("%v allocations, want %v", got, tt.want)
			}
		})
	}
}

func TestDecodePercentU(t *testing.T) {
	lenient := percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced)
	kept := percent.RFC3986
	for _, v := range []struct {
		name     string
		encoding *percent.Encoding
		in, out  string
		err      string
	}{
		{"euro", lenient, "%u20AC+%E2%82%AC", "€ €", ""},
		{"mixed", lenient, "%u3042%41%E3%81%82", "あAあ", ""},
		{"pair", lenient, "%uD83D%uDE00", "😀", ""},
		{"lone", lenient, "%uD83Dx%uDE00%uD83D", "\uFFFDx\uFFFD\uFFFD", ""},
		{"lone kept", kept, "%uD83Dx", "\xED\xA0\xBDx", ""},
		{"octets do not join", lenient, "%E3%u0041%81%82", "\uFFFDA\uFFFD\uFFFD", ""},
		{"upper-case U", lenient, "%U20AC", "%U20AC", ""},
		{"short", lenient, "%u20A%u", "%u20A%u", ""},
		{"decoded once", lenient, "%25u20AC", "%u20AC", ""},
		{"percent before", lenient, "%%u0041%4%u0042", "%A%4B", ""},
		{"strict short", kept, "a%u20A", "a", `percent: invalid escape "%u2" at byte 1`},
		{"strict percent before", kept, "é%%u0041", "é", `percent: invalid escape "%%u" at byte 2`},
		{"strict digit before", kept, "%u0041%4%u0041", "A", `percent: invalid escape "%4%" at byte 6`},
		{"strict cut", kept, "%u0041%", "A", `percent: truncated escape "%" at byte 6`},
		{"refused", kept.WithInvalidUTF8(percent.InvalidUTF8Refused), "a%uDE00", "a", `percent: invalid UTF-8 "%uDE00" at byte 1`},
		{"without", kept, "a%20b", "a b", ""},
	} {
		t.Run("case="+v.name, func(t *testing.T) {
			out, err := DecodePercentU(v.encoding, v.in)
			if text := ""; err != nil {
				text = err.Error()
				if text != v.err {
					t.Errorf("error %q, want %q", text, v.err)
				}
			} else if v.err != "" {
				t.Errorf("no error, want %q", v.err)
			}
			if out != v.out {
				t.Errorf("DecodePercentU(%q) = %q, want %q", v.in, out, v.out)
			}
			b, err2 := AppendDecodePercentU([]byte("dst"), v.encoding, []byte(v.in))
			if string(b) != "dst"+out || (err == nil) != (err2 == nil) {
				t.Errorf("append gives %q, %v", b, err2)
			}
		})
	}
}
