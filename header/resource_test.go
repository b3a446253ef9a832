package header

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestResourceKeptSet compares the kept set, octet by octet, with a list written out
// from the specification.
func TestResourceKeptSet(t *testing.T) {
	const kept = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$&'()*+-./:<>?@[]^_`{|}~"
	for b := range 256 {
		if got := ResourceEncoding.Kept().Contains(byte(b)); got != (strings.IndexByte(kept, byte(b)) >= 0) {
			t.Errorf("%02X kept: %v", b, got)
		}
	}
}

func TestResourceParse(t *testing.T) {
	for _, tt := range []struct {
		name, in  string
		want      []ResourceAttribute
		canonical string
	}{
		{"the example of the specification", "key1=value1,key2=value2", []ResourceAttribute{{"key1", "value1"}, {"key2", "value2"}}, ""},
		{"delimiters in a value", "k=a%2Cb%3Dc", []ResourceAttribute{{"k", "a,b=c"}}, ""},
		{"delimiters in a key", "a%2cb%3dc=d", []ResourceAttribute{{"a,b=c", "d"}}, "a%2Cb%3Dc=d"},
		{"others may be escaped or raw", "k=%61 \"é;\\", []ResourceAttribute{{"k", `a "é;\`}}, "k=a%20%22%C3%A9%3B%5C"},
		{"plus is itself", "k=a+b", []ResourceAttribute{{"k", "a+b"}}, ""},
		{"white space", " a = b\t,\tc=d ", []ResourceAttribute{{"a", "b"}, {"c", "d"}}, "a=b,c=d"},
		{"escaped white space stays", "a=%20b%20", []ResourceAttribute{{"a", " b "}}, ""},
		{"empty value", "a=", []ResourceAttribute{{"a", ""}}, ""},
		{"twice", "a=1,a=2", []ResourceAttribute{{"a", "1"}, {"a", "2"}}, ""},
		{"a percent sign", "a=50%25", []ResourceAttribute{{"a", "50%"}}, ""},
		{"nothing", "", nil, ""},
		{"blank", " \t", nil, ""},
	} {
		got, err := ParseResourceAttributes(tt.in)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
		expected := tt.canonical
		if expected == "" && tt.want != nil {
			expected = tt.in
		}
		if built, err := BuildResourceAttributes(tt.want...); err != nil || built != expected {
			t.Errorf("%s: %q, %v", tt.name, built, err)
		}
	}
}

// TestResourceErrors holds that one mistake discards everything.
func TestResourceErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"a=1,b=%zz", 6, "%zz", percent.InvalidEscape},
		{"a=1,b= x%4 ", 8, "%4", percent.InvalidEscape},
		{"a=1,%=2", 4, "%", percent.InvalidEscape},
		{"a=1,b=x%FF", 7, "%FF", percent.InvalidUTF8},
		{"a=1,b=x\xFF", 7, "\xFF", percent.InvalidUTF8},
		{"a=1,b=c=d", 7, "=", RawEquals},
		{"a=1,b", 5, "", MissingEquals},
		{"a,b=1", 1, ",", MissingEquals},
		{"a=1,", 4, "", MissingEquals},
		{"a=1,,b=2", 4, ",", MissingEquals},
		{"a=1, =2", 5, "=", MissingKey},
	} {
		got, err := ParseResourceAttributes(tt.in)
		checkError(t, tt.in, err, want{tt.offset, tt.bytes, tt.reason})
		if got != nil {
			t.Errorf("%q: %q beside the error", tt.in, got)
		}
	}
	_, err := BuildResourceAttributes(ResourceAttribute{"a", "1"}, ResourceAttribute{"", "x"})
	checkError(t, "key", err, want{0, "", MissingKey})
	_, err = BuildResourceAttributes(ResourceAttribute{"a", "1\xFF"})
	checkError(t, "value", err, want{1, "\xFF", percent.InvalidUTF8})
	if text := err.Error(); text != `header: 1st attribute: invalid UTF-8 "\xff" at byte 1` {
		t.Error(text)
	}
}

func FuzzResourceAttributes(f *testing.F) {
	f.Add("service.name=shop,note=a%2Cb%3Dc")
	f.Add(" a = %zz\r\n\x00é")
	f.Fuzz(func(t *testing.T, s string) {
		list, err := ParseResourceAttributes(s)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(s)) || !strings.HasPrefix(s[e.Offset:], e.Bytes) || list != nil {
				t.Fatalf("%q: %q, %v", s, list, err)
			}
			list = []ResourceAttribute{{s, s}, {"k", s}}
		}
		built, err := BuildResourceAttributes(list...)
		if err != nil {
			return
		}
		if strings.ContainsAny(built, "\r\n\x00 \"\\;") || strings.Count(built, "=") != len(list) {
			t.Fatalf("%q: %q", list, built)
		}
		if again, err := ParseResourceAttributes(built); err != nil || !slices.Equal(again, list) {
			t.Fatalf("%q: %q, %v, want %q", built, again, err, list)
		}
	})
}
