package cgi

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		target, script string
		want           Variables
		path           string
	}{
		{"/cgi-bin/x/this%2eis%2epath%3binfo", "/cgi-bin/x", Variables{"/cgi-bin/x", "/this.is.path;info", ""}, "/cgi-bin/x/this.is.path%3Binfo"},
		{"/x?a=b%zz", "/x", Variables{"/x", "", "a=b%zz"}, "!"},
		{"/x%20y/a+b/%C3%A9?c?d", "/x%20y", Variables{"/x y", "/a+b/é", "c?d"}, "/x%20y/a+b/%C3%A9?c?d"},
		{"/a/:@&+$,[]/~", "", Variables{"", "/a/:@&+$,[]/~", ""}, "/a/:@&+$,[]/~"},
		{"/x/%3D%3F%3B", "/x", Variables{"/x", "/=?;", ""}, "/x/%3D%3F%3B"},
	} {
		got, err := Split(tt.target, tt.script)
		if err != nil || got != tt.want {
			t.Errorf("%s: %+v, %v", tt.target, got, err)
		}
		path, err := got.Path()
		if tt.path == "!" {
			syntaxtest.Check(t, tt.target, err, 3, "%zz", percent.InvalidEscape)
		} else if err != nil || path != tt.path {
			t.Errorf("%s: %q, %v", tt.target, path, err)
		}
	}
	for _, tt := range []struct {
		target, script string
		offset         int64
		bytes          string
		reason         percent.Reason
	}{
		{"/x/a%2Fb", "/x", 4, "%2F", EscapedSlash},
		{"/x/a%00", "/x", 4, "%00", EscapedNUL},
		{"/x/a%zz", "/x", 4, "%zz", percent.InvalidEscape},
		{"/x/a b", "/x", 4, " ", percent.InvalidByte},
		{"/x%2fy", "/x%2fy", 2, "%2f", EscapedSlash},
		{"/xy", "/x", 0, "/xy", NotBelow},
		{"/y", "/x", 0, "/y", NotBelow},
		{"x", "", 0, "x", NotAbsolute},
		{"", "", 0, "", NotAbsolute},
	} {
		_, err := Split(tt.target, tt.script)
		syntaxtest.Check(t, tt.target, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     Variables
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{Variables{ScriptName: "/a\x00"}, 2, "\x00", EscapedNUL},
		{Variables{PathInfo: "a"}, 0, "a", NotAbsolute},
		{Variables{}, 0, "", NotAbsolute},
		{Variables{ScriptName: "/", QueryString: "a\r\n"}, 1, "\r", percent.InvalidByte},
	} {
		_, err := tt.in.Path()
		syntaxtest.Check(t, "", err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestArguments(t *testing.T) {
	for query, want := range map[string][]string{
		"a+b%20c": {"a", "b c"}, "a%2Bb": {"a+b"}, "": nil, "a=b": nil, "a%3Db": {"a=b"}, "%3b;/?:@&,$": {";;/?:@&,$"}, "-x": {"-x"},
	} {
		got, err := Arguments(query)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, %v", query, got, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"a+b%zz", 3, "%zz", percent.InvalidEscape},
		{"a++b", 2, "+", EmptyWord},
		{"+", 0, "+", EmptyWord},
		{"a+", 2, "", EmptyWord},
		{"a b", 1, " ", percent.InvalidByte},
		{"é", 0, "\xC3", percent.InvalidByte},
		{"a+x%00", 3, "%00", EscapedNUL},
	} {
		got, err := Arguments(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
		if got != nil {
			t.Errorf("%q: %q", tt.in, got)
		}
	}
	if got, err := IndexedQuery("a+b", "c=d e", "é"); err != nil || got != "a%2Bb+c%3Dd%20e+%C3%A9" {
		t.Errorf("%q, %v", got, err)
	}
	_, err := IndexedQuery("a", "")
	syntaxtest.Check(t, "", err, 0, "", EmptyWord)
	_, err = IndexedQuery("a\x00")
	syntaxtest.Check(t, "NUL", err, 1, "\x00", EscapedNUL)
}

func TestVariableName(t *testing.T) {
	if got, err := VariableName("Accept-Language"); err != nil || got != "HTTP_ACCEPT_LANGUAGE" {
		t.Error(got, err)
	}
	_, err := VariableName("a_b")
	syntaxtest.Check(t, "a_b", err, 1, "_", InvalidName)
	_, err = VariableName("a\r")
	syntaxtest.Check(t, "a", err, 1, "\r", InvalidName)
	_, err = VariableName("")
	syntaxtest.Check(t, "", err, 0, "", InvalidName)
	for _, name := range []string{"Proxy", "PROXY"} {
		_, err := VariableName(name)
		syntaxtest.Check(t, name, err, 0, name, ProxyName)
	}
	if got, err := VariableName("Proxy-Status"); err != nil || got != "HTTP_PROXY_STATUS" {
		t.Error(got, err)
	}
	_, err = Split("/x?y#z", "/x")
	syntaxtest.Check(t, "fragment", err, 4, "#", percent.InvalidByte)
}

func FuzzCGI(f *testing.F) {
	f.Add("/x/a%20b;c?d+e%2B")
	f.Add("a+b%20c")
	f.Fuzz(func(t *testing.T, s string) {
		check := func(err error) {
			if err != nil {
				syntaxtest.Within(t, s, err)
			}
		}
		v, err := Split(s, "")
		check(err)
		if err == nil {
			if path, err := v.Path(); err == nil {
				if again, err := Split(path, ""); err != nil || again != v || strings.ContainsAny(path, "\r\n\x00 ") {
					t.Fatalf("%q: %q, %+v, %v", s, path, again, err)
				}
			}
		}
		args, err := Arguments(s)
		check(err)
		if len(args) > 0 {
			query, err := IndexedQuery(args...)
			if again, err2 := Arguments(query); err != nil || err2 != nil || !slices.Equal(again, args) {
				t.Fatalf("%q: %q, %q, %v, %v", s, query, again, err, err2)
			}
		}
	})
}
