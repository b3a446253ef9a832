package pct

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestHex(t *testing.T) {
	for b := range 256 {
		c := byte(b)
		n, err := strconv.ParseUint(string([]byte{c}), 16, 8)
		want := byte(16)
		if err == nil && b < 128 {
			want = byte(n)
		}
		if Hex(c) != want || Hex(uint16(b)) != uint16(want) || IsHex(c) != (want < 16) {
			t.Errorf("%02X: %d, %v, want %d", c, Hex(c), IsHex(c), want)
		}
		escape := AppendEscape(nil, c)
		for _, s := range []string{string(escape), strings.ToLower(string(escape)) + "x"} {
			if got, ok := Octet(s); !ok || got != c {
				t.Errorf("%s: %02X, %v", s, got, ok)
			}
		}
	}
	if Hex(uint16(0x130)) != 16 {
		t.Error("U+0130 is a digit")
	}
	for _, s := range []string{"", "%", "%4", "%4g", "%g4", "x41"} {
		if _, ok := Octet([]byte(s)); ok {
			t.Errorf("%q is an escape", s)
		}
	}
}

func TestPieces(t *testing.T) {
	if i := Index("ab%41c%20d", 1, 3); i != 6 {
		t.Error(i)
	}
	for s, want := range map[string]int{"%41": 3, "%4": 1, "a": 1, "": 0} {
		if got := Unit(s, 0); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
	if Until("a/b", '/') != 1 || Until("ab", '/') != 2 {
		t.Error("Until")
	}
	for in, want := range map[string]string{"aé\xFF": "aé\xFF", "xÉYZ\xFF": "xÉyz\xFF", "": ""} {
		if got := Lower(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
	for in, want := range map[string]int{"aé\uFFFD": -1, "aé\xFFb": 3, "\uFFFD\xED\xA0\x80": 3} {
		if got := InvalidUTF8(in); got != want {
			t.Errorf("%q: %d", in, got)
		}
	}
}

func TestCRLF(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "a", "\n": "\r\n", "\r": "\r\n", "a\r\nb": "a\r\nb", "\n\r": "\r\n\r\n", "\r\r\n\n": "\r\n\r\n\r\n",
	} {
		if got := CRLF(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"form", "from", 1},
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"path", "paths", 1},
		{strings.Repeat("a", 100), strings.Repeat("a", 90) + "b", 10},
	} {
		if got, back := Distance(tt.a, tt.b), Distance(tt.b, tt.a); got != tt.want || back != tt.want {
			t.Errorf("%q, %q: %d and %d, want %d", tt.a, tt.b, got, back, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	const f Format = "x"
	strict := percent.RFC3986.WithRaw(percent.Unreserved).WithInvalidUTF8(percent.InvalidUTF8Refused)
	if s, err := f.Decode(strict, "x:a%20b;", 2, 7); s != "a b" || err != nil {
		t.Error(s, err)
	}
	for in, want := range map[string]percent.SyntaxError{
		"%zz": {Format: "x", Offset: 3, Bytes: "%zz", Reason: percent.InvalidEscape},
		"a%4": {Format: "x", Offset: 4, Bytes: "%4", Reason: percent.InvalidEscape},
		"ab/": {Format: "x", Offset: 5, Bytes: "/", Reason: percent.InvalidByte},
		"%FF": {Format: "x", Offset: 3, Bytes: "%FF", Reason: percent.InvalidUTF8},
	} {
		var e *percent.SyntaxError
		if _, err := f.Decode(strict, "123"+in+"&", 3, 3+len(in)); !errors.As(err, &e) || *e != want {
			t.Errorf("%s: %v", in, err)
		}
	}
	// An escape is truncated by the end of the whole text alone.
	for _, tt := range []struct {
		text   string
		i, end int
		want   percent.Reason
	}{
		{"x=%", 2, 3, percent.TruncatedEscape},
		{"x=%4", 2, 4, percent.TruncatedEscape},
		{"x=%a", 2, 4, percent.TruncatedEscape},
		{"x=%&", 2, 3, percent.InvalidEscape},
		{"x=%4&", 2, 4, percent.InvalidEscape},
		{"x=%g", 2, 4, percent.InvalidEscape},
		{"x=%%", 2, 4, percent.InvalidEscape},
		{"x=%4g", 2, 5, percent.InvalidEscape},
	} {
		var e *percent.SyntaxError
		if _, err := f.Decode(percent.RFC3986, tt.text, tt.i, tt.end); !errors.As(err, &e) || e.Reason != tt.want {
			t.Errorf("Decode of %q: %v", tt.text, err)
		}
		if e := f.Error(tt.text, tt.i, tt.i+3, percent.InvalidEscape); e.Reason != tt.want {
			t.Errorf("Error of %q: %v", tt.text, e)
		}
	}
	if e := f.Error("abc", 2, 9, "r"); e.Offset != 2 || e.Bytes != "c" {
		t.Error(e)
	}
	if got := fmt.Sprint(In("To", In("2nd address", f.Error("abc", 1, 2, percent.InvalidByte)))); got != `x: To, 2nd address: invalid byte "b" at byte 1` {
		t.Error(got)
	}
	if err := f.UTF8("aé\xFF"); fmt.Sprint(err) != `x: invalid UTF-8 "\xff" at byte 3` || f.UTF8("aé") != nil {
		t.Error(err)
	}
	other := errors.New("other")
	if In("a", other) != other || f.Shift(other, "", 1) != other || In("a", nil) != nil || f.Shift(nil, "", 1) != nil {
		t.Error("other errors change")
	}
	for i, want := range map[int]string{0: "1st", 1: "2nd", 2: "3rd", 3: "4th", 10: "11th", 11: "12th", 20: "21st", 110: "111th", 121: "122nd"} {
		if got := Nth(i); got != want {
			t.Errorf("%d: %s", i, got)
		}
	}
}

func TestListSet(t *testing.T) {
	for want, set := range map[string]percent.ByteSet{
		"":                           {},
		"! ~":                        percent.ByteSet{}.Add("~!"),
		"0x00 to 0x20 ! 0x7F":        percent.ByteSet{}.AddRange(0, '!').Add("\x7F"),
		"0x09 0x20 a b 0x80 to 0xFF": percent.ByteSet{}.Add("\t ab").AddRange(0x80, 0xFF),
	} {
		if got := ListSet(set); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
