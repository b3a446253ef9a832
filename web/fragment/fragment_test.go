package fragment

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestJSONPointer(t *testing.T) {
	// RFC 6901 section 6, the document of section 5.
	for fragment, want := range map[string][]string{
		"": nil, "/foo": {"foo"}, "/foo/0": {"foo", "0"}, "/": {""}, "/a~1b": {"a/b"}, "/c%25d": {"c%d"}, "/e%5Ef": {"e^f"},
		"/g%7Ch": {"g|h"}, "/i%5Cj": {`i\j`}, "/k%22l": {`k"l`}, "/%20": {" "}, "/m~0n": {"m~n"}, "/~01": {"~1"}, "/a+b": {"a+b"},
	} {
		got, err := ParseJSONPointer(fragment)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, %v", fragment, got, err)
		}
		if built, err := BuildJSONPointer(want...); err != nil || built != fragment {
			t.Errorf("%q: %q, %v", want, built, err)
		}
	}
	for fragment, want := range map[string][]string{"%2Fa": {"a"}, "/a%7E1b": {"a/b"}, "/é": {"é"}} {
		if got, err := ParseJSONPointer(fragment); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", fragment, got, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"a", 0, "a", MissingSlash},
		{"/a%zz", 2, "%zz", percent.InvalidEscape},
		{"/a%FF", 2, "%FF", percent.InvalidUTF8},
		{"/a b", 2, " ", percent.InvalidByte},
		{"/%41~2", 4, "~", InvalidTilde},
		{"/%41%7e", 4, "%7e", InvalidTilde},
	} {
		_, err := ParseJSONPointer(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	_, err := BuildJSONPointer("a", "b\xFF")
	syntaxtest.Check(t, "token", err, 1, "\xFF", percent.InvalidUTF8)
}

func TestTextDirectives(t *testing.T) {
	for fragment, want := range map[string][]TextDirective{
		":~:text=a%2Db%2Cc%26d": {{Start: "a-b,c&d"}},
		":~:text=%D8%A7%D9%84%D8%A8%D8%AD%D8%B1%D9%8A%D9%86-,%D9%85%D8%B5%D8%B1": {{Prefix: "البحرين", Start: "مصر"}},
		":~:text=p-,a,b,-s&text=c%20d+e":                                         {{"p", "a", "b", "s"}, {Start: "c d+e"}},
	} {
		rest, got, err := ParseTextDirectives("top" + fragment)
		if err != nil || rest != "top" || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, %+v, %v", fragment, rest, got, err)
		}
		if built, err := BuildTextDirectives(want...); err != nil || built != fragment {
			t.Errorf("%+v: %q, %v", want, built, err)
		}
	}
	// The visible term of the specification's Arabic example has U+0650, which the
	// directive beside it drops.
	if built, err := BuildTextDirectives(TextDirective{Prefix: "البحرين", Start: "م\u0650صر"}); err != nil ||
		built != ":~:text=%D8%A7%D9%84%D8%A8%D8%AD%D8%B1%D9%8A%D9%86-,%D9%85%D9%90%D8%B5%D8%B1" {
		t.Error(built, err)
	}
	rest, got, err := ParseTextDirectives("a:~:text=50%zz%FF&x=y&text=,b")
	if rest != "a" || !reflect.DeepEqual(got, []TextDirective{{Start: "50%zz\uFFFD"}}) {
		t.Errorf("%q, %+v", rest, got)
	}
	syntaxtest.Check(t, "directive", err, 27, ",b", InvalidDirective)
	for _, bad := range []string{
		"", "a-", "-a", "a-,-b", "a,b,c", "a-,b,c,d,-e",
		"a-b", "a,", "-,a", "a,-", "--,a", "a-b-,c", "a,b-c", "a,,-b", ",a", "a-,,b", "a,--b", "-a-,b", "a,-b-",
	} {
		_, got, err := ParseTextDirectives(":~:text=" + bad)
		syntaxtest.Check(t, bad, err, 8, bad, InvalidDirective)
		if got != nil {
			t.Errorf("%q: %+v", bad, got)
		}
	}
	if rest, got, err := ParseTextDirectives("plain"); rest != "plain" || got != nil || err != nil {
		t.Error(rest, got, err)
	}
	_, err = BuildTextDirectives(TextDirective{})
	syntaxtest.Check(t, "", err, 0, "", InvalidDirective)
	_, err = BuildTextDirectives(TextDirective{Start: "\xFF"})
	syntaxtest.Check(t, "", err, 0, "\xFF", percent.InvalidUTF8)
	const kept = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!$'()*+./:;=?@_~"
	for b := range 256 {
		if TextEncoding.Kept().Contains(byte(b)) != (strings.IndexByte(kept, byte(b)) >= 0) {
			t.Errorf("%02X", b)
		}
	}
}

// Where grammar and examples of the specification are wrong.
func TestTextDirectiveErrata(t *testing.T) {
	_, got, err := ParseTextDirectives(":~:text=%G1%zz%41")
	if want := []TextDirective{{Start: "%G1%zzA"}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	// MEEM, KASRA, SAD, REH: the vowel sign stays.
	built, err := BuildTextDirectives(TextDirective{Start: "\u0645\u0650\u0635\u0631"})
	if err != nil || built != ":~:text=%D9%85%D9%90%D8%B5%D8%B1" {
		t.Errorf("%q, %v", built, err)
	}
}

func TestMedia(t *testing.T) {
	for fragment, want := range map[string][]MediaPair{
		"t=%6Ept:3": {{"t", "npt:3"}}, "t=npt:3&track=a+b": {{"t", "npt:3"}, {"track", "a+b"}}, "&%74=1&": {{"t", "1"}}, "": nil,
		"id=a=b%26": {{"id", "a=b&"}}, "xywh=percent:25,25,50,50": {{"xywh", "percent:25,25,50,50"}},
	} {
		got, errs := ParseMedia(fragment)
		if len(errs) > 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", fragment, got, errs)
		}
		built, err := BuildMedia(want...)
		if err != nil {
			t.Error(err)
		}
		if again, errs := ParseMedia(built); len(errs) > 0 || !reflect.DeepEqual(again, want) {
			t.Errorf("%q: %+v, %v", built, again, errs)
		}
	}
	got, errs := ParseMedia("t%3d10&=x&a=%zz&b%FF=c&d=e")
	if !reflect.DeepEqual(got, []MediaPair{{"d", "e"}}) || len(errs) != 4 {
		t.Fatalf("%+v, %v", got, errs)
	}
	syntaxtest.Check(t, "0", errs[0], 0, "t%3d10", InvalidDirective)
	syntaxtest.Check(t, "1", errs[1], 7, "=x", InvalidDirective)
	syntaxtest.Check(t, "2", errs[2], 12, "%zz", percent.InvalidEscape)
	syntaxtest.Check(t, "3", errs[3], 17, "%FF", percent.InvalidUTF8)
	_, err := BuildMedia(MediaPair{})
	syntaxtest.Check(t, "", err, 0, "", InvalidDirective)
}

// TestMediaPairs: what is behind maxMediaPairs pairs is not read, which is said, and
// malformed pairs count.
func TestMediaPairs(t *testing.T) {
	for piece, reason := range map[string]percent.Reason{"a=b&": "", "%=&": percent.InvalidEscape} {
		list, errs := ParseMedia(strings.Repeat(piece, maxMediaPairs) + "&&")
		if len(list)+len(errs) != maxMediaPairs || reason != "" && errs[maxMediaPairs-1].(*percent.SyntaxError).Reason != reason {
			t.Errorf("%s: %d pairs and %d errors", piece, len(list), len(errs))
		}
		list, errs = ParseMedia(strings.Repeat(piece, maxMediaPairs) + "&c=d&e=f")
		if len(list)+len(errs) != maxMediaPairs+1 {
			t.Errorf("%s: %d pairs and %d errors", piece, len(list), len(errs))
		}
		syntaxtest.Check(t, piece, errs[len(errs)-1], int64(maxMediaPairs*len(piece)+1), "c=d", TooManyPairs)
	}
}

func FuzzFragment(f *testing.F) {
	f.Add("/a~1b/%25")
	f.Add("x:~:text=a-,b%2Cc,-d&text=e")
	f.Add("t=%6Ept&%zz")
	f.Fuzz(func(t *testing.T, s string) {
		check := func(err error) bool {
			if err != nil {
				syntaxtest.Within(t, s, err)
			}
			return err == nil
		}
		tokens, err := ParseJSONPointer(s)
		if check(err) {
			built, err := BuildJSONPointer(tokens...)
			if again, err2 := ParseJSONPointer(built); err != nil || err2 != nil || !slices.Equal(again, tokens) {
				t.Fatalf("%q: %q, %q, %v, %v", s, built, again, err, err2)
			}
		}
		_, list, err := ParseTextDirectives(s)
		check(err)
		if utf8.ValidString(s) {
			built, err := BuildTextDirectives(list...)
			if _, again, err2 := ParseTextDirectives(built); err != nil || len(list) > 0 && (err2 != nil || !slices.Equal(again, list)) {
				t.Fatalf("%q: %q, %+v, %v, %v", s, built, again, err, err2)
			}
		}
		pairs, errs := ParseMedia(s)
		for _, e := range errs {
			check(e)
		}
		built, err := BuildMedia(pairs...)
		if err != nil {
			return // a name that is empty once decoded cannot be; one that is not UTF-8 is left out
		}
		if again, errs := ParseMedia(built); len(errs) > 0 || !slices.Equal(again, pairs) {
			t.Fatalf("%q: %q, %+v, %v", s, built, again, errs)
		}
	})
}

// TestPointerIsText: what is not UTF-8 is no pointer (RFC 6901 section 6).
func TestPointerIsText(t *testing.T) {
	if err := JSONPointerEncoding.Check("/%FF"); err == nil {
		t.Error("an octet that is not UTF-8 passes")
	}
}
