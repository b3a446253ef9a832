package coap

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
	"github.com/pct-encoded/percent/uri"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, in  string
		want      Options
		canonical string
	}{
		{"appendix B, 1", "coap://[2001:db8::2:1]/", Options{Scheme: "coap", Addr: netip.MustParseAddr("2001:db8::2:1"), Port: 5683}, ""},
		{"appendix B, 2", "coap://example.net/", Options{Scheme: "coap", Host: "example.net", Port: 5683}, ""},
		{"appendix B, 3", "coap://example.net/.well-known/core", Options{Scheme: "coap", Host: "example.net", Port: 5683, Path: []string{".well-known", "core"}}, ""},
		{"appendix B, 4", "coap://xn--18j4d.example/%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF", Options{Scheme: "coap", Host: "xn--18j4d.example", Port: 5683, Path: []string{"こんにちは"}}, ""},
		{"appendix B, 5", "coap://198.51.100.1:61616//%2F//?%2F%2F&?%26", Options{Scheme: "coap", Addr: netip.MustParseAddr("198.51.100.1"), Port: 61616, Path: []string{"", "/", "", ""}, Query: []string{"//", "?&"}}, "coap://198.51.100.1:61616//%2F//?//&?%26"},
		{"section 6.3, first", "coap://example.com:5683/~sensors/temp.xml", Options{Scheme: "coap", Host: "example.com", Port: 5683, Path: []string{"~sensors", "temp.xml"}}, "coap://example.com/~sensors/temp.xml"},
		{"section 6.3, second", "coap://EXAMPLE.com/%7Esensors/temp.xml", Options{Scheme: "coap", Host: "example.com", Port: 5683, Path: []string{"~sensors", "temp.xml"}}, "coap://example.com/~sensors/temp.xml"},
		{"section 6.3, third", "coap://EXAMPLE.com:/%7esensors/temp.xml", Options{Scheme: "coap", Host: "example.com", Port: 5683, Path: []string{"~sensors", "temp.xml"}}, "coap://example.com/~sensors/temp.xml"},
		{"lower case before escapes", "COAPS://EX%41m%C3%89/", Options{Scheme: "coaps", Host: "exAmÉ", Port: 5684}, "coaps://ex%41m%C3%89/"},
		{"no path", "coap://h", Options{Scheme: "coap", Host: "h", Port: 5683}, "coap://h/"},
		{"dot segments", "coap://h/a/./../b/..", Options{Scheme: "coap", Host: "h", Port: 5683}, "coap://h/"},
		{"dot segments with more", "coap://h/../a/b/../c/.", Options{Scheme: "coap", Host: "h", Port: 5683, Path: []string{"a", "c", ""}}, "coap://h/a/c/"},
		{"empty query", "coap://h/?", Options{Scheme: "coap", Host: "h", Port: 5683, Query: []string{""}}, ""},
		{"empty arguments", "coap://h:0?a+b&", Options{Scheme: "coap", Host: "h", Query: []string{"a+b", ""}}, "coap://h/?a+b&"},
	} {
		got, err := Parse(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%s: %q, %v", tt.name, built, err)
		}
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("a", MaxOption+1)
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", uri.InvalidURI},
		{"//h/", 0, "/", uri.InvalidURI},
		{"coap://h/a b", 10, " ", uri.InvalidURI},
		{"coap://h/a%zz", 10, "%zz", uri.InvalidURI},
		{"coap://h/\r\n", 9, "\r", uri.InvalidURI},
		{"http://h/", 0, "http", UnknownScheme},
		{"coap://h/#", 9, "#", HasFragment},
		{"coap://h/#a", 9, "#a", HasFragment},
		{"coap://u:p@h/", 7, "u", HasUserinfo},
		{"coap://u:999999/x@h/", 9, "", uri.InvalidPort},
		{"coap:///a", 7, "", InvalidHost},
		{"coap://[v1.x]/a", 7, "[v1.x]", InvalidHost},
		{"coap://h:70000/", 9, "70000", uri.InvalidPort},
		{"coap://%FF/", 7, "%FF", percent.InvalidUTF8},
		{"coap://h/a/%FF", 11, "%FF", percent.InvalidUTF8},
		{"coap://h/?a&x%C3", 13, "%C3", percent.InvalidUTF8},
		{"coap://h/a/%2e", 11, "%2e", uri.DotSegment},
		{"coap://h/%2E./a", 9, "%2E.", uri.DotSegment},
		{"coap://h/" + long, 9, long, TooLong},
		{"coap://h/?b&" + long, 12, long, TooLong},
		{"coap://" + long + "/", 7, long, TooLong},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	for _, tt := range []struct {
		in     Options
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{Options{Scheme: "COAP", Host: "h"}, 0, "COAP", UnknownScheme},
		{Options{Scheme: "coap"}, 0, "", InvalidHost},
		{Options{Scheme: "coap", Host: "1.2.3.4"}, 0, "1.2.3.4", InvalidHost},
		{Options{Scheme: "coap", Host: "h", Addr: netip.MustParseAddr("::1")}, 0, "h", InvalidHost},
		{Options{Scheme: "coap", Addr: netip.MustParseAddr("fe80::1%e")}, 0, "", InvalidHost},
		{Options{Scheme: "coap", Host: "h\xFF"}, 1, "\xFF", percent.InvalidUTF8},
		{Options{Scheme: "coap", Host: "h", Path: []string{"a", "x\xFF"}}, 1, "\xFF", percent.InvalidUTF8},
		{Options{Scheme: "coap", Host: "h", Path: []string{""}}, 0, "", EmptyPath},
		{Options{Scheme: "coap", Host: "h", Path: []string{".."}}, 0, "..", uri.DotSegment},
		{Options{Scheme: "coap", Host: "h", Query: []string{long}}, MaxOption, "a", TooLong},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, tt.in.Host, err, tt.offset, tt.bytes, tt.reason)
	}
	if text := syntax.Error("coap://h:x", 9, 10, uri.InvalidPort).Error(); text != `coap: invalid port "x" at byte 9` {
		t.Error(text)
	}
}

func FuzzCoAP(f *testing.F) {
	f.Add("coap://EX%41mple:1/a/../%2F//?%2F&?%26", "a\r\n\x00/é")
	f.Add("coaps://[::ffff:1.2.3.4]", ".")
	f.Fuzz(func(t *testing.T, s, value string) {
		o, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
		}
		options := []Options{{Scheme: "coaps", Host: value, Port: 1, Path: []string{value, value}, Query: []string{value, value}}}
		if err == nil {
			options = append(options, o)
			u, _ := uri.ParseURI(s)
			var path []string
			for _, segment := range strings.Split(uri.RemoveDotSegments(u.Path().Raw), "/")[1:] {
				text, _ := option(segment, 0, len(segment))
				path = append(path, text)
			}
			if len(path) > 0 && !(len(path) == 1 && path[0] == "") && !reflect.DeepEqual(path, o.Path) {
				t.Fatalf("%q: %q, want %q", s, o.Path, path)
			}
		}
		for i, o := range options {
			built, err := o.Build()
			if err != nil {
				if i == 1 {
					t.Fatalf("%q: %+v, %v", s, o, err)
				}
				continue
			}
			if strings.ContainsAny(built, "\r\n\x00 ") {
				t.Fatalf("%q", built)
			}
			if o.Port == 0 {
				o.Port = defaultPort(o.Scheme)
			}
			if again, err := Parse(built); err != nil || !reflect.DeepEqual(again, o) {
				t.Fatalf("%q: %+v, %v, want %+v", built, again, err, o)
			}
		}
	})
}
