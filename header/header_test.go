package header

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
)

// want is an expected *percent.SyntaxError.
type want struct {
	offset int64
	bytes  string
	reason percent.Reason
}

func checkError(t *testing.T, in string, err error, w want) {
	t.Helper()
	var e *percent.SyntaxError
	if !errors.As(err, &e) {
		t.Errorf("%q: %v, want %s at %d", in, err, w.reason, w.offset)
		return
	}
	if e.Offset != w.offset || e.Bytes != w.bytes || e.Reason != w.reason {
		t.Errorf("%q: %v, want %s %q at %d", in, err, w.reason, w.bytes, w.offset)
	}
	if e.Format != "header" {
		t.Errorf("%q: format %q", in, e.Format)
	}
}

const alnum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// TestKeptSets compares the kept sets, octet by octet, with lists written out
// from the grammars.
func TestKeptSets(t *testing.T) {
	line := ""
	for c := byte(' '); c <= '~'; c++ {
		line += string(rune(c))
	}
	without := func(chars string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(chars, r) {
				return -1
			}
			return r
		}, line)
	}
	for _, tt := range []struct {
		name string
		e    *percent.Encoding
		kept string
		hex  string
	}{
		{"RFC 8187 attr-char", ExtValueEncoding, alnum + "!#$&+-.^_`|~", "%02X"},
		{"RFC 2231 attribute-char", ParameterEncoding, alnum + "!#$&+-.^_`{|}~", "%02X"},
		{"RFC 9651 Display String", DisplayStringEncoding, without(`%"`), "%02x"},
		{"baggage-octet", BaggageEncoding, without(` ",;\%`), "%02X"},
		{"gRPC Status-Message", GRPCMessageEncoding, without("%"), "%02X"},
		{"RFC 5023 slugtext", SlugEncoding, without("%"), "%02X"},
	} {
		for b := range 256 {
			w := "%" + fmt.Sprintf(tt.hex, b)
			if b < 0x80 && strings.IndexByte(tt.kept, byte(b)) >= 0 {
				w = string(rune(b))
			}
			if got := tt.e.Encode(string([]byte{byte(b)})); got != w {
				t.Errorf("%s: %02X gives %q, want %q", tt.name, b, got, w)
			}
		}
	}
	for b := range 256 {
		w := string([]byte{byte(b)})
		if strings.IndexByte("\n\r\"", byte(b)) >= 0 {
			w = fmt.Sprintf("%%%02X", b)
		}
		if got := MultipartEncoding.Encode(string([]byte{byte(b)})); got != w {
			t.Errorf("multipart: %02X gives %q", b, got)
		}
	}
}

func TestExtValue(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     ExtValue
	}{
		{"RFC 8187 section 3.2.3, first", "utf-8'en'%C2%A3%20rates", ExtValue{"utf-8", "en", "£ rates"}},
		{"RFC 8187 section 3.2.3, second", "UTF-8''%c2%a3%20and%20%e2%82%ac%20rates", ExtValue{"UTF-8", "", "£ and € rates"}},
		{"RFC 5987 section 3.2.2", "iso-8859-1'en'%A3%20rates", ExtValue{"iso-8859-1", "en", "£ rates"}},
		{"ISO-8859-1 is not windows-1252", "ISO-8859-1''%80%E9", ExtValue{"ISO-8859-1", "", "\u0080é"}},
		{"RFC 6266 section 5", "UTF-8''%e2%82%ac%20rates", ExtValue{"UTF-8", "", "€ rates"}},
		{"RFC 8288 section 3.5", "UTF-8'de'n%c3%a4chstes%20Kapitel", ExtValue{"UTF-8", "de", "nächstes Kapitel"}},
		{"RFC 7616 section 3.9.2", "UTF-8''J%C3%A4s%C3%B8n%20Doe", ExtValue{"UTF-8", "", "Jäsøn Doe"}},
		{"empty", "UTF-8''", ExtValue{"UTF-8", "", ""}},
		{"a plus sign is itself", "UTF-8''a+b", ExtValue{"UTF-8", "", "a+b"}},
	} {
		for _, mode := range []Mode{Strict, Lenient} {
			got, err := ParseExtValue(tt.in, mode)
			if err != nil || got != tt.want {
				t.Errorf("%s, mode %d: %+v, %v", tt.name, mode, got, err)
			}
		}
		built, err := tt.want.Build()
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseExtValue(built, Strict); err != nil || again.Value != tt.want.Value || again.Language != tt.want.Language {
			t.Errorf("%s: %q, %+v, %v", tt.name, built, again, err)
		}
	}
	if got, err := (ExtValue{Language: "en", Value: "£ r'{}*%\r\n\x00"}).Build(); err != nil || got != "UTF-8'en'%C2%A3%20r%27%7B%7D%2A%25%0D%0A%00" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestExtValueErrors(t *testing.T) {
	for _, tt := range []struct {
		in       string
		want     want
		tolerant string // "!" where that is an error, too
	}{
		{"UTF-8''%zz", want{7, "%zz", percent.InvalidEscape}, "%zz"},
		{"UTF-8''a%4", want{8, "%4", percent.TruncatedEscape}, "a%4"},
		{"UTF-8'e_n'a", want{7, "_", InvalidLanguage}, "a"},
		{"UTF-8''a b", want{8, " ", percent.InvalidByte}, "a b"},
		{"UTF-8''%41%ff", want{10, "%ff", percent.InvalidUTF8}, "A\uFFFD"},
		{"UTF-8''%C0%AF", want{7, "%C0", percent.InvalidUTF8}, "\uFFFD"},
		{"UTF-8''it's", want{9, "'", percent.InvalidByte}, "it's"},
		{"UTF-8''\xC3\xA9", want{7, "\xC3", percent.InvalidByte}, "é"},
		{`"UTF-8''a"`, want{9, `"`, percent.InvalidByte}, "a"},
		{"a", want{0, "a", MissingCharset}, "!"},
		{"UTF-8'a", want{0, "UTF-8'a", MissingCharset}, "!"},
		{"''a", want{0, "", UnknownCharset}, "!"},
		{"shift_jis''%83%5C", want{0, "shift_jis", UnknownCharset}, "ソ"},
		{"us-ascii''%41%FF", want{0, "us-ascii", UnknownCharset}, "A\uFFFD"},
		{"UTF%2D8''a", want{0, "UTF%2D8", UnknownCharset}, "!"}, // mime-charsetc holds '%': split first, and never decoded
		{"UTF%27-8''a", want{0, "UTF%27-8", UnknownCharset}, "!"},
	} {
		_, err := ParseExtValue(tt.in, Strict)
		checkError(t, tt.in, err, tt.want)
		got, err := ParseExtValue(tt.in, Lenient)
		if tt.tolerant == "!" {
			checkError(t, tt.in, err, tt.want)
		} else if err != nil || got.Value != tt.tolerant {
			t.Errorf("tolerant %q: %q, %v", tt.in, got.Value, err)
		}
	}
	_, err := ExtValue{Value: "a\xFF"}.Build()
	checkError(t, "value", err, want{1, "\xFF", percent.InvalidUTF8})
	_, err = ExtValue{Language: "e'\r\n"}.Build()
	checkError(t, "language", err, want{1, "'", InvalidLanguage})
	for language, want := range map[string]want{
		"-": {0, "-", InvalidLanguage}, "--1-": {0, "-", InvalidLanguage}, "en-": {2, "-", InvalidLanguage}, "en--x": {3, "-", InvalidLanguage},
		"1a": {0, "1", InvalidLanguage}, "e1": {1, "1", InvalidLanguage}, "en-abcdefghi-x": {3, "abcdefghi", InvalidLanguage},
		"abcdefghi": {0, "abcdefghi", InvalidLanguage}, "en-é": {3, "\xC3", InvalidLanguage},
	} {
		_, err := ExtValue{Language: language}.Build()
		checkError(t, language, err, want)
		want.offset += int64(len("UTF-8'"))
		_, err = ParseExtValue("UTF-8'"+language+"'", Strict)
		checkError(t, language, err, want)
	}
	for _, language := range []string{"", "en", "de-CH-1996", "zh-cmn-Hans-CN", "sl-rozaj-biske-1994", "x-whatever", "i-klingon", "es-419"} {
		if s, err := (ExtValue{Language: language}).Build(); err != nil || s != "UTF-8'"+language+"'" {
			t.Errorf("%q: %q, %v", language, s, err)
		}
	}
}

func TestParseDisposition(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     Disposition
	}{
		{"RFC 6266 section 5, direct", `Attachment; filename=example.html`, Disposition{Type: "attachment", Filename: "example.html", Fallback: "example.html"}},
		{"RFC 6266 section 5, inline", `INLINE; FILENAME= "an example.html"`, Disposition{Type: "inline", Filename: "an example.html", Fallback: "an example.html"}},
		{"RFC 6266 section 5, extended", `attachment; filename*= UTF-8''%e2%82%ac%20rates`, Disposition{Type: "attachment", Filename: "€ rates"}},
		{"RFC 6266 section 5, both", `attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates`, Disposition{Type: "attachment", Filename: "€ rates", Fallback: "EURO rates"}},
		{"order does not matter", `attachment; filename*=utf-8''%e2%82%ac; filename="EURO"`, Disposition{Type: "attachment", Filename: "€", Fallback: "EURO"}},
		{"appendix C.2: plain names are not decoded", `attachment; filename="a%20b.txt"`, Disposition{Type: "attachment", Filename: "a%20b.txt", Fallback: "a%20b.txt"}},
		{"quoted pairs", `attachment; filename="a\"b\\c"`, Disposition{Type: "attachment", Filename: `a"b\c`, Fallback: `a"b\c`}},
		{"no filename", `inline`, Disposition{Type: "inline"}},
		{"empty filename", `inline; filename=""`, Disposition{Type: "inline", EmptyFilename: true}},
		{"empty filename*", `inline; filename*=UTF-8''; a=b`, Disposition{Type: "inline", EmptyFilename: true, Params: []Param{{Name: "a", Value: "b"}}}},
		{"other parameters", `attachment; Size=3; name*=UTF-8'en'%C3%A9`, Disposition{Type: "attachment", Params: []Param{{Name: "size", Value: "3"}, {Name: "name", Value: "é", Language: "en"}}}},
	} {
		for _, mode := range []Mode{Strict, Lenient} {
			got, err := ParseDisposition(tt.in, mode)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%s, mode %d: %+v, %v", tt.name, mode, got, err)
			}
		}
		built, err := tt.want.Build()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		again, err := ParseDisposition(built, Strict)
		again.Fallback = tt.want.Fallback
		if err != nil || !reflect.DeepEqual(again, tt.want) {
			t.Errorf("%s: %q gives %+v, %v", tt.name, built, again, err)
		}
	}
}

func TestDispositionErrors(t *testing.T) {
	for _, tt := range []struct {
		in       string
		want     want
		tolerant string
	}{
		{`attachment; filename="a`, want{21, `"a`, UnclosedQuote}, ""},
		{`attachment; filename=a b`, want{23, "b", percent.InvalidByte}, "a b"},
		{`attachment; filename*=UTF-8''%zz; filename=a`, want{29, "%zz", percent.InvalidEscape}, "%zz"},
		{`attachment; filename*=nope''a; filename=b`, want{22, "nope", UnknownCharset}, "b"},
		{`attachment; filename*=UTF-8'a; filename=b`, want{22, "UTF-8'a", MissingCharset}, "b"},
		{`attachment; filename=a; filename=b`, want{24, "filename", DuplicateName}, "a"},
		{`attachment;; filename=a`, want{11, ";", MissingName}, "a"},
		{`attachment; x; filename=a`, want{13, ";", MissingEquals}, "a"},
		{`attachment; filename=; x=y`, want{21, ";", MissingValue}, ""},
		{`attachment; filename="a"b; x=y`, want{24, "b", percent.InvalidByte}, "a"},
		{"attachment; filename=\"a\r\nb\"", want{23, "\r", percent.InvalidByte}, ""},
		{"attachment; filename=\"\xE9\"", want{22, "\xE9", percent.InvalidByte}, "é"},
		{"attachment; filename=\"é\"", want{22, "\xC3", percent.InvalidByte}, "é"},
		{`attachment; filename*="UTF-8''%41"`, want{22, `"`, percent.InvalidByte}, "A"},
	} {
		_, err := ParseDisposition(tt.in, Strict)
		checkError(t, tt.in, err, tt.want)
		if got, err := ParseDisposition(tt.in, Lenient); err != nil || got.Filename != tt.tolerant || got.Type != "attachment" {
			t.Errorf("tolerant %q: %+v, %v", tt.in, got, err)
		}
	}
	for _, mode := range []Mode{Strict, Lenient} {
		_, err := ParseDisposition(" ; filename=a", mode)
		checkError(t, "no type", err, want{1, ";", MissingName})
	}
}

// A parameter that is not filename* does not make the field malformed.
func TestUnreadableParameters(t *testing.T) {
	for _, tt := range []struct {
		in     string
		params []Param
	}{
		{"attachment; foo*=bad; filename=a; foo=b", []Param{{Name: "foo", Value: "b"}, {Name: "foo*", Value: "bad"}}},
		{"attachment; foo*=x'y; filename=a; bar*=x''z", []Param{{Name: "foo*", Value: "x'y"}, {Name: "bar*", Value: "x''z"}}},
	} {
		for _, mode := range []Mode{Strict, Lenient} {
			d, err := ParseDisposition(tt.in, mode)
			if err != nil || d.Filename != "a" || !reflect.DeepEqual(d.Params, tt.params) {
				t.Errorf("%s, mode %d: %+v, %v", tt.in, mode, d, err)
			}
			if s, err := d.Build(); err == nil {
				t.Errorf("%s: written as %s", tt.in, s)
			}
		}
	}
	d, err := ParseDisposition("attachment; foo*=UTF-8''%zz; filename=a", Strict)
	if want := []Param{{Name: "foo*", Value: "UTF-8''%zz"}}; err != nil || !reflect.DeepEqual(d.Params, want) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestBuildDisposition(t *testing.T) {
	for _, tt := range []struct {
		in   Disposition
		want string
	}{
		{Disposition{Type: "attachment", EmptyFilename: true}, `attachment; filename=""`},
		{Disposition{Type: "attachment", Filename: "a b.txt"}, `attachment; filename="a b.txt"`},
		{Disposition{Type: "attachment", Filename: "€ rates"}, `attachment; filename="_ rates"; filename*=UTF-8''%E2%82%AC%20rates`},
		{Disposition{Type: "attachment", Filename: "€ rates", Fallback: "EURO rates"}, `attachment; filename="EURO rates"; filename*=UTF-8''%E2%82%AC%20rates`},
		{Disposition{Type: "attachment", Filename: `50%20"\`}, `attachment; filename="50_20__"; filename*=UTF-8''50%2520%22%5C`},
		{Disposition{Type: "attachment", Filename: "a\r\nSet-Cookie: x\x00"}, `attachment; filename="a__Set-Cookie: x_"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%00`},
		{Disposition{Type: "attachment", Filename: "foo-%41.html", Fallback: "foo-%41.html"}, `attachment; filename="foo-%41.html"; filename*=UTF-8''foo-%2541.html`},
		{Disposition{Type: "attachment", Filename: `a"`, Fallback: `a"`}, `attachment; filename="a\""; filename*=UTF-8''a%22`},
		{Disposition{Type: "attachment", Fallback: `a\`}, `attachment; filename="a\\"; filename*=UTF-8''a%5C`},
		{Disposition{Type: "attachment", Fallback: "a", Language: "en"}, `attachment; filename="a"`},
		{Disposition{Type: "attachment", Filename: "a", Language: "en"}, `attachment; filename="a"; filename*=UTF-8'en'a`},
		{Disposition{Type: "form-data", Params: []Param{{Name: "x", Value: "é\n"}}}, `form-data; x*=UTF-8''%C3%A9%0A`},
	} {
		if got, err := tt.in.Build(); err != nil || got != tt.want {
			t.Errorf("%+v: %q, %v", tt.in, got, err)
		}
	}
	for _, tt := range []struct {
		in   Disposition
		want want
	}{
		{Disposition{}, want{0, "", MissingName}},
		{Disposition{Type: "a\r\nb"}, want{1, "\r", percent.InvalidByte}},
		{Disposition{Type: "a", Filename: "\xFF"}, want{0, "\xFF", percent.InvalidUTF8}},
		{Disposition{Type: "a", Filename: "é", Fallback: "a\n"}, want{1, "\n", percent.InvalidByte}},
		{Disposition{Type: "a", Params: []Param{{Name: "x\n"}}}, want{1, "\n", percent.InvalidByte}},
		{Disposition{Type: "a", Params: []Param{{Name: "x*"}}}, want{1, "*", percent.InvalidByte}},
		{Disposition{Type: "a", Params: []Param{{Name: "x"}, {Name: "X"}}}, want{0, "X", DuplicateName}},
		{Disposition{Type: "a", Params: []Param{{Name: "Filename"}}}, want{0, "Filename", DuplicateName}},
		{Disposition{Type: "a", Params: []Param{{Name: "x", Value: "a\xFF"}}}, want{1, "\xFF", percent.InvalidUTF8}},
	} {
		_, err := tt.in.Build()
		checkError(t, fmt.Sprint(tt.in), err, tt.want)
	}
}

func TestLastComponent(t *testing.T) {
	for in, want := range map[string]string{
		"a.txt": "a.txt", "../../a/b.txt": "b.txt", `..\..\c.txt`: "c.txt", `C:\x/y\z`: "z",
		"..": "", ".": "", "a/": "", "": "", "/..": "", "a%2Fb": "a%2Fb", "...": "...",
	} {
		if got := LastComponent(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestParameters(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []Param
	}{
		{"RFC 2231 section 3", `; access-type=URL; URL*0="ftp://"; URL*1="cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"`, []Param{{Name: "access-type", Value: "URL"}, {Name: "url", Value: "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"}}},
		{"RFC 2231 section 4", `; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A`, []Param{{Name: "title", Value: "This is ***fun***", Language: "en-us"}}},
		{"RFC 2231 section 4.1", `; title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2="isn't it!"`, []Param{{Name: "title", Value: "This is even more ***fun*** isn't it!", Language: "en"}}},
		{"sections in any order", `; t*2=c; t*0=a; t*1=b`, []Param{{Name: "t", Value: "abc"}}},
		{"escapes only in marked sections", `; t*0*=UTF-8''%41; t*1="%41"`, []Param{{Name: "t", Value: "A%41"}}},
		{"a character cut by sections", `; t*0*=UTF-8''%C3; t*1*=%A9`, []Param{{Name: "t", Value: "é"}}},
		{"a legacy character cut by sections", `; t*0*=shift_jis'ja'%83; t*1*=%5C`, []Param{{Name: "t", Value: "ソ", Language: "ja"}}},
		{"no charset", `; t*=''a%20b`, []Param{{Name: "t", Value: "a b"}}},
		{"RFC 6381 section 3.1", `; codecs*=''fo%2e`, []Param{{Name: "codecs", Value: "fo."}}},
		{"RFC 6381 section 3.1, quoted", `; codecs*="''%25%20xz, gork"`, []Param{{Name: "codecs", Value: "% xz, gork"}}},
		{"braces", `; a{=b{}; t*=UTF-8''{}`, []Param{{Name: "a{", Value: "b{}"}, {Name: "t", Value: "{}"}}},
		{"extended before plain", `; t=a; t*=UTF-8''b`, []Param{{Name: "t", Value: "b"}}},
		{"none", ``, nil},
	} {
		for _, mode := range []Mode{Strict, Lenient} {
			got, err := ParseParameters(tt.in, mode)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%s, mode %d: %+v, %v", tt.name, mode, got, err)
			}
		}
	}
}

func TestParameterErrors(t *testing.T) {
	for _, tt := range []struct {
		in       string
		want     want
		tolerant []Param
	}{
		{`; t*0=a; t*2=c`, want{9, "t*2", MissingSection}, []Param{{Name: "t", Value: "a"}}},
		{`; t*1=a`, want{2, "t*1", MissingSection}, nil},
		{`; t*01=a`, want{2, "t*01", InvalidSection}, nil},
		{`; t*x=a`, want{2, "t*x", InvalidSection}, nil},
		{`; t*99999999=a`, want{2, "t*99999999", InvalidSection}, nil},
		{`; *0=a`, want{2, "*0", MissingName}, nil},
		{`; t=a; t=b`, want{7, "t", DuplicateName}, []Param{{Name: "t", Value: "a"}}},
		{`; t*0=a; t*0*=b`, want{9, "t*0*", DuplicateName}, []Param{{Name: "t", Value: "a"}}},
		{`; t*=UTF-8''%zz`, want{12, "%zz", percent.InvalidEscape}, []Param{{Name: "t", Value: "%zz"}}},
		{`; t*=UTF-8''%FF`, want{5, "UTF-8''%FF", InvalidText}, []Param{{Name: "t", Value: "\uFFFD"}}},
		{`; t*=UTF-8''%EF%BF%BD%FF`, want{5, "UTF-8''%EF%BF%BD%FF", InvalidText}, []Param{{Name: "t", Value: "\uFFFD\uFFFD"}}},
		{`; t*=us-ascii''%EF%BF%BD`, want{5, "us-ascii''%EF%BF%BD", InvalidText}, []Param{{Name: "t", Value: "\uFFFD\uFFFD\uFFFD"}}},
		{`; t*=shift_jis''%83`, want{5, "shift_jis''%83", InvalidText}, []Param{{Name: "t", Value: "\uFFFD"}}},
		{`;|Bx*1=~`, want{1, "|Bx*1", MissingSection}, nil},
		{`;Bx*1x=~`, want{1, "Bx*1x", InvalidSection}, nil},
		{`; T=a; T=b`, want{7, "T", DuplicateName}, []Param{{Name: "t", Value: "a"}}},
		{`; t*=a`, want{5, "a", MissingCharset}, []Param{{Name: "t", Value: "a"}}},
		{`; t*=nope''a`, want{5, "nope", UnknownCharset}, nil},
		{`; t*=UTF-8'_'a`, want{11, "_", InvalidLanguage}, []Param{{Name: "t", Value: "a"}}},
		{`; t="a`, want{4, `"a`, UnclosedQuote}, nil},
		{`x`, want{0, "x", percent.InvalidByte}, nil},
	} {
		_, err := ParseParameters(tt.in, Strict)
		checkError(t, tt.in, err, tt.want)
		if got, err := ParseParameters(tt.in, Lenient); err != nil || !reflect.DeepEqual(got, tt.tolerant) {
			t.Errorf("tolerant %q: %+v, %v", tt.in, got, err)
		}
	}
}

func TestBuildParameter(t *testing.T) {
	long := strings.Repeat("é€", 40)
	for _, tt := range []struct {
		in    Param
		width int
		want  string
	}{
		{Param{Name: "t", Value: `a "b"`}, 0, `; t="a \"b\""`},
		{Param{Name: "t", Value: "é{}*"}, 0, `; t*=UTF-8''%C3%A9{}%2A`},
		{Param{Name: "t", Value: "a", Language: "en"}, 0, `; t*=UTF-8'en'a`},
		{Param{Name: "t", Value: "é\r\n"}, 20, `; t*0*=UTF-8''%C3%A9; t*1*=%0D%0A`},
		{Param{Name: "t", Value: long}, 76, ""},
		{Param{Name: "t", Value: long}, 1, ""},
		{Param{Name: "t", Value: strings.Repeat("x", 200)}, 76, ""},
		{Param{Name: "t", Value: ""}, 0, `; t=""`},
	} {
		got, err := BuildParameter(tt.in, tt.width)
		if err != nil || tt.want != "" && got != tt.want {
			t.Errorf("%+v: %q, %v", tt.in, got, err)
		}
		for part := range strings.SplitSeq(got, "; ") {
			if tt.width > 20 && len(part)+2 > tt.width {
				t.Errorf("a section of %d bytes: %q", len(part)+2, part)
			}
		}
		again, err := ParseParameters(got, Strict)
		if err != nil || len(again) != 1 || again[0] != tt.in {
			t.Errorf("%q: %+v, %v", got, again, err)
		}
	}
	_, err := BuildParameter(Param{Name: "a*", Value: "b"}, 0)
	checkError(t, "name", err, want{1, "*", percent.InvalidByte})
	_, err = BuildParameter(Param{Value: "b"}, 0)
	checkError(t, "no name", err, want{0, "", MissingName})
	_, err = BuildParameter(Param{Name: "a", Value: "b\xFF"}, 0)
	checkError(t, "value", err, want{1, "\xFF", percent.InvalidUTF8})
	_, err = BuildParameter(Param{Name: "a", Language: "\n"}, 0)
	checkError(t, "language", err, want{0, "\n", InvalidLanguage})
}

func TestDisplayString(t *testing.T) {
	for _, tt := range []struct{ encoded, text, canonical string }{
		{`%"This is intended for display to %c3%bcsers."`, "This is intended for display to üsers.", ""},
		{`%"f%c3%bc%c3%bc"`, "füü", ""},
		{`%"foo %22bar%22 \ baz"`, `foo "bar" \ baz`, ""},
		{`%"%61"`, "a", `%"a"`},
		{`%"%ef%bb%bfa"`, "\uFEFFa", ""},
		{`%""`, "", ""},
		{`%"%25%0d%0a%00%7f"`, "%\r\n\x00\x7F", ""},
	} {
		got, err := ParseDisplayString(tt.encoded)
		if err != nil || got != tt.text {
			t.Errorf("%s: %q, %v", tt.encoded, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.encoded
		}
		if got, err := BuildDisplayString(tt.text); err != nil || got != tt.canonical {
			t.Errorf("%q: %s, %v", tt.text, got, err)
		}
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		{`%"f%C3%BC%C3%BC"`, want{3, "%C3", percent.InvalidEscape}},
		{`%"f%cC"`, want{3, "%cC", percent.InvalidEscape}},
		{`%"f%zz"`, want{3, "%zz", percent.InvalidEscape}},
		{`%"f%f"`, want{3, "%f", percent.InvalidEscape}},
		{`%"f%"`, want{3, "%", percent.InvalidEscape}},
		{`%"%ff"`, want{2, "%ff", percent.InvalidUTF8}},
		{`%"%c3"`, want{2, "%c3", percent.InvalidUTF8}},
		{`%"a`, want{1, `"a`, UnclosedQuote}},
		{`%"a"b`, want{4, "b", TrailingBytes}},
		{`"a"`, want{0, `"a`, MissingQuote}},
		{`%`, want{0, "%", MissingQuote}},
		{``, want{0, "", MissingQuote}},
		{"%\"a\tb\"", want{3, "\t", percent.InvalidByte}},
		{"%\"é\"", want{2, "\xC3", percent.InvalidByte}},
	} {
		_, err := ParseDisplayString(tt.in)
		checkError(t, tt.in, err, tt.want)
	}
	_, err := BuildDisplayString("a\xED\xA0\x80")
	checkError(t, "surrogate", err, want{1, "\xED", percent.InvalidUTF8})
}

func TestALPN(t *testing.T) {
	for octets, encoded := range map[string]string{
		"h2": "h2", "http/1.1": "http%2F1.1", "w=x:y#z": "w%3Dx%3Ay#z", "x%y": "x%25y", "\x00\r\n": "%00%0D%0A",
	} {
		got, err := BuildALPN(octets)
		if err != nil || got != encoded {
			t.Errorf("%q: %q, %v", octets, got, err)
		}
		if err := CheckProtocol(encoded); err != nil {
			t.Error(err)
		}
	}
	got, err := ParseALPN(" h2 , http%2F1.1,,\tx%25y")
	if err != nil || !reflect.DeepEqual(got, []string{"h2", "http%2F1.1", "x%25y"}) {
		t.Errorf("%q, %v", got, err)
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		{"h2, http%2f1.1", want{8, "%2f", NotCanonical}},
		{"h2, %68%32", want{4, "%68", NotCanonical}},
		{"a%2Db", want{1, "%2D", NotCanonical}},
		{"h2, a%zz", want{5, "%zz", percent.InvalidEscape}},
		{"h2, a/b", want{5, "/", percent.InvalidByte}},
		{"h2 h3", want{3, "h", percent.InvalidByte}},
		{"/", want{0, "/", percent.InvalidByte}},
		{" ,", want{2, "", MissingName}},
	} {
		_, err := ParseALPN(tt.in)
		checkError(t, tt.in, err, tt.want)
	}
	checkError(t, "", CheckProtocol(""), want{0, "", MissingName})
	checkError(t, "a b", CheckProtocol("a b"), want{1, " ", percent.InvalidByte})
	_, err = BuildALPN()
	checkError(t, "", err, want{0, "", MissingName})
	_, err = BuildALPN("a", "")
	checkError(t, "", err, want{0, "", MissingName})
}

func TestAltSvc(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []Alternative
	}{
		{"RFC 7838 section 3, port", `h2=":8000"`, []Alternative{{Protocol: "h2", Authority: ":8000"}}},
		{"RFC 7838 section 3, host", `h2="new.example.org:80"`, []Alternative{{Protocol: "h2", Authority: "new.example.org:80"}}},
		{"RFC 7838 section 3, escaped name", `w%3Dx%3Ay#z="new.example.org:443"`, []Alternative{{Protocol: "w%3Dx%3Ay#z", Authority: "new.example.org:443"}}},
		{"RFC 7838 section 3, percent sign", `x%25y="new.example.org:443"`, []Alternative{{Protocol: "x%25y", Authority: "new.example.org:443"}}},
		{"RFC 7838 section 3, two", `h2="alt.example.com:8000", h2=":443"`, []Alternative{{Protocol: "h2", Authority: "alt.example.com:8000"}, {Protocol: "h2", Authority: ":443"}}},
		{"RFC 7838 section 3.1", `h2=":443"; ma=2592000; persist=1`, []Alternative{{Protocol: "h2", Authority: ":443", Params: []Param{{Name: "ma", Value: "2592000"}, {Name: "persist", Value: "1"}}}}},
		{"clear", " clear\t", nil},
	} {
		got, err := ParseAltSvc(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if built, err := BuildAltSvc(tt.want...); err != nil || built != strings.TrimSpace(tt.in) {
			t.Errorf("%s: %q, %v", tt.name, built, err)
		}
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		{`h%32=":443"`, want{1, "%32", NotCanonical}},
		{`h2=":1", http%2f1.1=":2"`, want{13, "%2f", NotCanonical}},
		{`CLEAR`, want{5, "", MissingEquals}},
		{`h2=443`, want{3, "4", MissingQuote}},
		{`h2=":443`, want{3, `":443`, UnclosedQuote}},
		{`h2=":443"; ma`, want{13, "", MissingEquals}},
		{`h2=":443" x`, want{10, "x", percent.InvalidByte}},
		{`=":443"`, want{0, "=", MissingName}},
		{``, want{0, "", MissingName}},
	} {
		_, err := ParseAltSvc(tt.in)
		checkError(t, tt.in, err, tt.want)
	}
	for _, tt := range []struct {
		in   Alternative
		want want
	}{
		{Alternative{Protocol: "http/1.1"}, want{4, "/", percent.InvalidByte}},
		{Alternative{Protocol: "h2", Authority: "a\r\n"}, want{1, "\r", percent.InvalidByte}},
		{Alternative{Protocol: "h2", Params: []Param{{Name: "m\x00"}}}, want{1, "\x00", percent.InvalidByte}},
		{Alternative{Protocol: "h2", Params: []Param{{Name: "m", Value: "\n"}}}, want{0, "\n", percent.InvalidByte}},
	} {
		_, err := BuildAltSvc(tt.in)
		checkError(t, fmt.Sprint(tt.in), err, tt.want)
	}
}

func TestBaggage(t *testing.T) {
	for _, tt := range []struct {
		name, in, canonical string
		want                []BaggageMember
	}{
		{"properties", "key1=value1;property1;property2, key2 = value2, key3=value3; propertyKey=propertyValue", "key1=value1;property1;property2,key2=value2,key3=value3;propertyKey=propertyValue", []BaggageMember{
			{"key1", "value1", []BaggageProperty{{"property1", "", KeyOnly}, {"property2", "", KeyOnly}}},
			{"key2", "value2", nil},
			{"key3", "value3", []BaggageProperty{{"propertyKey", "propertyValue", KeyAndValue}}},
		}},
		{"escapes", "userId=Am%C3%A9lie,serverNode=DF%2028,isProduction=false", "", []BaggageMember{{"userId", "Amélie", nil}, {"serverNode", "DF 28", nil}, {"isProduction", "false", nil}}},
		{"equals and plus in a value", "a=b=c+d", "", []BaggageMember{{"a", "b=c+d", nil}}},
		{"keys are not decoded", "a%41=b", "", []BaggageMember{{"a%41", "b", nil}}},
		{"malformed escapes stay", "a=50%zz", "a=50%25zz", []BaggageMember{{"a", "50%zz", nil}}},
		{"what is not UTF-8 is replaced", "a=%FFb", "a=%EF%BF%BDb", []BaggageMember{{"a", "\uFFFDb", nil}}},
		{"empty value", "a=;b=", "", []BaggageMember{{"a", "", []BaggageProperty{{"b", "", KeyAndValue}}}}},
	} {
		got, err := ParseBaggage(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		if built, err := BuildBaggage(tt.want...); err != nil || built != tt.canonical {
			t.Errorf("%s: %q, %v", tt.name, built, err)
		}
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		{"", want{0, "", MissingName}},
		{"a=b,", want{4, "", MissingName}},
		{"a", want{1, "", MissingEquals}},
		{"a=b;", want{4, "", MissingName}},
		{"a=b c", want{4, "c", percent.InvalidByte}},
		{`a="b"`, want{2, `"`, percent.InvalidByte}},
		{"a=\xC3", want{2, "\xC3", percent.InvalidByte}},
		{"é=b", want{0, "\xC3", MissingName}},
	} {
		_, err := ParseBaggage(tt.in)
		checkError(t, tt.in, err, tt.want)
	}
	_, err := BuildBaggage(BaggageMember{Key: "a\r\n"})
	checkError(t, "key", err, want{1, "\r", percent.InvalidByte})
	_, err = BuildBaggage(BaggageMember{Key: "a", Value: "\xFF"})
	checkError(t, "value", err, want{0, "\xFF", percent.InvalidUTF8})
	_, err = BuildBaggage(BaggageMember{Key: "a", Properties: []BaggageProperty{{}}})
	checkError(t, "property", err, want{0, "", MissingName})
	_, err = BuildBaggage()
	checkError(t, "none", err, want{0, "", MissingName})
	if got, _ := BuildBaggage(BaggageMember{Key: "a", Value: "x,y;z\\\"\r\n\x00"}); got != "a=x%2Cy%3Bz%5C%22%0D%0A%00" {
		t.Error(got)
	}
}

func TestGRPCMessage(t *testing.T) {
	for text, encoded := range map[string]string{
		"a%b\r\nc€": "a%25b%0D%0Ac%E2%82%AC", "my favorite character is Ū": "my favorite character is %C5%AA",
		"a b ~": "a b ~", " a ": "%20a%20", "  ": "%20%20", "": "", "\x00\x7F": "%00%7F",
	} {
		if got := BuildGRPCMessage(text); got != encoded {
			t.Errorf("%q: %q, want %q", text, got, encoded)
		}
		if got := ParseGRPCMessage(encoded); got != text {
			t.Errorf("%q: %q", encoded, got)
		}
	}
	for encoded, text := range map[string]string{
		"50% off": "50% off", "%zz%4": "%zz%4", "%c3%a9": "é", "%FF": "\uFFFD", "é": "é", "\xE9": "\uFFFD", "%E3\x81%82": "あ",
	} {
		if got := ParseGRPCMessage(encoded); got != text {
			t.Errorf("%q: %q, want %q", encoded, got, text)
		}
	}
}

func TestSlug(t *testing.T) {
	for text, encoded := range map[string]string{
		"The Beach at Sète": "The Beach at S%C3%A8te", "50%": "50%25", " x": "%20x", "a\r\nb": "a%0D%0Ab",
	} {
		if got, err := BuildSlug(text); err != nil || got != encoded {
			t.Errorf("%q: %q, %v", text, got, err)
		}
		if got, err := ParseSlug(" "+encoded+"\t", Strict); err != nil || got != text {
			t.Errorf("%q: %q, %v", encoded, got, err)
		}
	}
	for _, tt := range []struct {
		in       string
		want     want
		tolerant string
	}{
		{" a%zz", want{2, "%zz", percent.InvalidEscape}, "a%zz"},
		{"é", want{0, "\xC3", percent.InvalidByte}, "é"},
		{"a%FF", want{1, "%FF", percent.InvalidUTF8}, "a\uFFFD"},
	} {
		_, err := ParseSlug(tt.in, Strict)
		checkError(t, tt.in, err, tt.want)
		if got, err := ParseSlug(tt.in, Lenient); err != nil || got != tt.tolerant {
			t.Errorf("tolerant %q: %q, %v", tt.in, got, err)
		}
	}
	_, err := BuildSlug("\xFF")
	checkError(t, "slug", err, want{0, "\xFF", percent.InvalidUTF8})
}

func TestLink(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []Link
	}{
		{"RFC 8288 section 3.5, first", `<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"`, []Link{{"http://example.com/TheBook/chapter2", []Param{{Name: "rel", Value: "previous"}, {Name: "title", Value: "previous chapter"}}}}},
		{"RFC 8288 section 3.5, title*", `</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel`, []Link{
			{"/TheBook/chapter2", []Param{{Name: "rel", Value: "previous"}, {Name: "title", Value: "letztes Kapitel", Language: "de"}}},
			{"/TheBook/chapter4", []Param{{Name: "rel", Value: "next"}, {Name: "title", Value: "nächstes Kapitel", Language: "de"}}},
		}},
		{"title* before title", `</>; title="a"; title*=UTF-8''%C3%A9`, []Link{{"/", []Param{{Name: "title", Value: "é"}}}}},
		{"commas in the target", `<a,b>; x, <c>`, []Link{{"a,b", []Param{{Name: "x"}}}, {"c", nil}}},
		{"empty elements", `,<a>,,`, []Link{{"a", nil}}},
		{"none", ``, nil},
	} {
		for _, mode := range []Mode{Strict, Lenient} {
			got, err := ParseLink(tt.in, mode)
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%s, mode %d: %+v, %v", tt.name, mode, got, err)
			}
		}
		built, err := BuildLink(tt.want...)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if again, err := ParseLink(built, Strict); err != nil || !reflect.DeepEqual(again, tt.want) {
			t.Errorf("%s: %q, %+v, %v", tt.name, built, again, err)
		}
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		{`a`, want{0, "a", percent.InvalidByte}},
		{`<a`, want{0, "<a", UnclosedTarget}},
		{`<a>; x=`, want{7, "", MissingValue}},
		{`<a>; title*=UTF-8''%ff`, want{19, "%ff", percent.InvalidUTF8}},
		{`<a b>`, want{2, " ", percent.InvalidByte}},
		{`<a%zz>`, want{2, "%zz", percent.InvalidEscape}},
		{`<a>; x=1; x=2`, want{10, "x", DuplicateName}},
		{`<a> <b>`, want{4, "<", percent.InvalidByte}},
		{`<a>;a*`, want{6, "", MissingCharset}},
		{`<a>;a* ;b`, want{6, "", MissingCharset}},
		{`<a>;X;X`, want{6, "X", DuplicateName}},
	} {
		_, err := ParseLink(tt.in, Strict)
		checkError(t, tt.in, err, tt.want)
	}
	got, err := ParseLink(`<a b>; x=1; x=2; title*=nope; y q, <b>; z="1`, Lenient)
	if err != nil || !reflect.DeepEqual(got, []Link{{"a b", []Param{{Name: "x", Value: "1"}, {Name: "y"}}}, {"b", nil}}) {
		t.Errorf("%+v, %v", got, err)
	}
	if v, ok := got[0].Param("x"); v != "1" || !ok {
		t.Error(v, ok)
	}
	if v, ok := got[0].Param("title"); v != "" || ok {
		t.Error(v, ok)
	}
	_, err = BuildLink(Link{Target: "a\r\nb"})
	checkError(t, "target", err, want{1, "\r", percent.InvalidByte})
	_, err = BuildLink(Link{Target: "a>"})
	checkError(t, "target", err, want{1, ">", percent.InvalidByte})
	_, err = BuildLink(Link{Target: "a", Params: []Param{{Name: "\n"}}})
	checkError(t, "name", err, want{0, "\n", percent.InvalidByte})
}

func TestMultipart(t *testing.T) {
	ptr := func(s string) *string { return &s }
	sjis, err := charset.Lookup("shift_jis")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		caseName, name string
		filename       *string
		c              *charset.Charset
		want           string
	}{
		{"curl", "a\"b\r\n%", nil, nil, `form-data; name="a%22b%0D%0A%"`},
		{"line ends of a name", "a\rb\nc\r\nd\n\r", nil, nil, `form-data; name="a%0D%0Ab%0D%0Ac%0D%0Ad%0D%0A%0D%0A"`},
		{"line ends of a filename", "a", ptr("a\rb\nc"), nil, `form-data; name="a"; filename="a%0Db%0Ac"`},
		{"raw beyond ASCII", "é\\", ptr("€;"), nil, `form-data; name="é\"; filename="€;"`},
		{"empty filename", "a", ptr(""), nil, `form-data; name="a"; filename=""`},
		{"legacy charset", "ソ€", nil, sjis, "form-data; name=\"\x83\\&#8364;\""},
	} {
		got, err := BuildMultipart(tt.name, tt.filename, tt.c)
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v", tt.caseName, got, err)
		}
		name, filename, err := ParseMultipart(got, UndoEscapes)
		if tt.c == nil && (err != nil || name != pct.CRLF(tt.name) || !reflect.DeepEqual(filename, tt.filename)) {
			t.Errorf("%s: %q, %v, %v", tt.caseName, name, filename, err)
		}
	}
	if name, filename, err := ParseMultipart(`Form-Data; NAME="%22%41"; filename=x`, KeepEscapes); name != "%22%41" || *filename != "x" || err != nil {
		t.Error(name, filename, err)
	}
	_, err = BuildMultipart("a\x00", nil, nil)
	checkError(t, "NUL", err, want{1, "\x00", ControlCharacter})
	_, err = BuildMultipart("a", ptr("\x00"), nil)
	checkError(t, "NUL", err, want{0, "\x00", ControlCharacter})
	for _, tt := range []struct {
		in   string
		want want
	}{
		{`attachment; name="a"`, want{0, "attachment", percent.InvalidByte}},
		{`form-data`, want{9, "", MissingName}},
		{`form-data; name="a`, want{16, `"a`, UnclosedQuote}},
		{`form-data; name`, want{15, "", MissingEquals}},
		{`form-data; name=`, want{16, "", MissingValue}},
		{`form-data; ="a"`, want{11, "=", MissingName}},
		{`form-data; name="a"b`, want{19, "b", percent.InvalidByte}},
		{`form-data; name=a; Name=b`, want{19, "Name", DuplicateName}},
	} {
		_, _, err := ParseMultipart(tt.in, KeepEscapes)
		checkError(t, tt.in, err, tt.want)
	}
}

// injected reports whether a field value could end its line.
func injected(s string) bool { return strings.ContainsAny(s, "\r\n\x00") }

// FuzzBuild: nothing that is built can end a line, and what is built is parsed
// to the same again.
func FuzzBuild(f *testing.F) {
	f.Add("attachment", "a\r\nb\x00\"\\%é", "en", uint8(20))
	f.Add("x", "\xFF", "", uint8(0))
	f.Add("form-data", " %41{}'*", "de-AT", uint8(30))
	f.Fuzz(func(t *testing.T, name, value, language string, width uint8) {
		check := func(s string, err error) bool {
			t.Helper()
			if err != nil {
				var e *percent.SyntaxError
				if !errors.As(err, &e) || s != "" {
					t.Fatalf("%q, %v", s, err)
				}
				return false
			}
			if injected(s) {
				t.Fatalf("%q ends a line", s)
			}
			return true
		}
		param := Param{name, value, language}
		ext, err := ExtValue{Value: value, Language: language}.Build()
		if check(ext, err) {
			if v, err := ParseExtValue(ext, Strict); err != nil || v.Value != value || v.Language != language {
				t.Fatalf("%q: %+v, %v", ext, v, err)
			}
		}
		d, err := Disposition{Type: name, Filename: value, Language: language, Params: []Param{param}}.Build()
		if check(d, err) {
			got, err := ParseDisposition(d, Strict)
			if err != nil || got.Filename != value || len(got.Params) != 1 || got.Params[0].Value != value {
				t.Fatalf("%q: %+v, %v", d, got, err)
			}
		}
		check(Disposition{Type: "a", Filename: value, Fallback: name}.Build())
		m, err := BuildParameter(param, int(width))
		if check(m, err) {
			if got, err := ParseParameters(m, Strict); err != nil || len(got) != 1 || got[0].Value != value {
				t.Fatalf("%q: %+v, %v", m, got, err)
			}
		}
		s, err := BuildDisplayString(value)
		if check(s, err) {
			if got, err := ParseDisplayString(s); err != nil || got != value {
				t.Fatalf("%q: %q, %v", s, got, err)
			}
		}
		s, err = BuildALPN(name, value)
		if check(s, err) {
			got, err := ParseALPN(s)
			if err != nil || len(got) != 2 {
				t.Fatalf("%q: %q, %v", s, got, err)
			}
			if octets, err := percent.ALPN.Decode(got[1]); err != nil || octets != value {
				t.Fatalf("%q: %q, %v", s, octets, err)
			}
		}
		s, err = BuildAltSvc(Alternative{Protocol: name, Authority: value, Params: []Param{{Name: name, Value: value}}})
		if check(s, err) {
			if got, err := ParseAltSvc(s); err != nil || len(got) != 1 || got[0].Authority != value || got[0].Params[0].Value != value {
				t.Fatalf("%q: %+v, %v", s, got, err)
			}
		}
		s, err = BuildBaggage(BaggageMember{name, value, []BaggageProperty{{name, value, KeyAndValue}, {name, "", KeyOnly}}})
		if check(s, err) {
			if got, err := ParseBaggage(s); err != nil || len(got) != 1 || got[0].Value != value || got[0].Properties[0].Value != value {
				t.Fatalf("%q: %+v, %v", s, got, err)
			}
		}
		s = BuildGRPCMessage(value)
		check(s, nil)
		if utf8.ValidString(value) && ParseGRPCMessage(s) != value {
			t.Fatalf("%q", s)
		}
		s, err = BuildSlug(value)
		if check(s, err) {
			if got, err := ParseSlug(s, Strict); err != nil || got != value {
				t.Fatalf("%q: %q, %v", s, got, err)
			}
		}
		s, err = BuildLink(Link{name, []Param{param}}, Link{"a", nil})
		if check(s, err) {
			if got, err := ParseLink(s, Strict); err != nil || len(got) != 2 || got[0].Params[0].Value != value {
				t.Fatalf("%q: %+v, %v", s, got, err)
			}
		}
		s, err = BuildMultipart(name, &value, nil)
		if check(s, err) {
			if _, got, err := ParseMultipart(s, KeepEscapes); err != nil || *got != MultipartEncoding.Encode(value) {
				t.Fatalf("%q: %v, %v", s, got, err)
			}
		}
	})
}

// FuzzParse: no parser panics, and every error points at what it shows.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`attachment; filename="EURO rates"; filename*=utf-8''%e2%82%ac%20rates`, `; t*0*=us-ascii'en'a%20; t*1="x"; t*2`,
		`%"f%c3%bc"`, `h2=":443"; ma=1, x%25y=":1"`, `a=b;c;d=e,f=%zz`, `</a>; title*=UTF-8'de'%c3; rel`, `form-data; name="%22"`, `"UTF-8''a"`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		check := func(err error) {
			t.Helper()
			if err == nil {
				return
			}
			var e *percent.SyntaxError
			if !errors.As(err, &e) {
				t.Fatalf("%q: %v", s, err)
			}
			if e.Offset < 0 || e.Offset > int64(len(s)) || e.Bytes != "" && !strings.HasPrefix(pct.Lower(s[e.Offset:]), pct.Lower(e.Bytes)) &&
				!strings.Contains(s[e.Offset:], `\`) {
				t.Fatalf("%q: %v", s, err)
			}
		}
		for _, mode := range []Mode{Strict, Lenient} {
			_, err := ParseExtValue(s, mode)
			check(err)
			_, err = ParseDisposition(s, mode)
			check(err)
			_, err = ParseParameters(s, mode)
			check(err)
			_, err = ParseLink(s, mode)
			check(err)
			_, err = ParseSlug(s, mode)
			check(err)
		}
		_, err := ParseDisplayString(s)
		check(err)
		_, err = ParseALPN(s)
		check(err)
		check(CheckProtocol(s))
		_, err = ParseAltSvc(s)
		check(err)
		_, err = ParseBaggage(s)
		check(err)
		_, _, err = ParseMultipart(s, UndoEscapes)
		check(err)
		if !utf8.ValidString(ParseGRPCMessage(s)) {
			t.Fatal("not UTF-8")
		}
	})
}
