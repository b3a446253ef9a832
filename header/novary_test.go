package header

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

func TestParseSearchKey(t *testing.T) {
	for in, want := range map[string]string{
		"%C3%A9+%E6%B0%97": "é 気", "a": "a", "%zz%": "%zz%", "%FF": "\uFFFD", "%2B": "+", "%EF%BB%BFa": "\uFEFFa", "": "",
	} {
		if got := ParseSearchKey(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestNoVarySearch(t *testing.T) {
	for _, tt := range []struct {
		in        string
		want      SearchVariance
		canonical string
	}{
		// Section 5.2.1 of the draft.
		{`params`, SearchVariance{Params: OthersIgnored}, `params`},
		{`params=("a")`, SearchVariance{Names: []string{"a"}}, `params=("a")`},
		{`params, except=("x")`, SearchVariance{Params: OthersIgnored, Names: []string{"x"}}, `params, except=("x")`},
		{`unknown-key`, SearchVariance{}, ``},
		{`params=?1`, SearchVariance{Params: OthersIgnored}, `params`},
		{`key-order=?1`, SearchVariance{Order: KeyOrderIgnored}, `key-order`},
		{`params, key-order, except=("x")`, SearchVariance{KeyOrderIgnored, OthersIgnored, []string{"x"}}, `key-order, params, except=("x")`},
		{`params=?0`, SearchVariance{}, ``},
		{`params=()`, SearchVariance{}, ``},
		{`key-order=?0`, SearchVariance{}, ``},
		// Sections 1 and 5.3.1.
		{`params=("utm_source" "utm_medium" "utm_campaign")`, SearchVariance{Names: []string{"utm_source", "utm_medium", "utm_campaign"}}, `params=("utm_source" "utm_medium" "utm_campaign")`},
		{`params=("%C3%A9+%E6%B0%97")`, SearchVariance{Names: []string{"é 気"}}, `params=("%C3%A9+%E6%B0%97")`},
		// The rest of the syntax.
		{``, SearchVariance{}, ``},
		{`  key-order;a;b=1 `, SearchVariance{Order: KeyOrderIgnored}, `key-order`},
		{"key-order\t", SearchVariance{Order: KeyOrderIgnored}, `key-order`},
		{"params=(\"a\")\t ", SearchVariance{Names: []string{"a"}}, `params=("a")`},
		{"key-order \t", SearchVariance{Order: KeyOrderIgnored}, `key-order`},
		{`params, except=()`, SearchVariance{Params: OthersIgnored}, `params`},
		{"key-order=?0\t,\tkey-order", SearchVariance{Order: KeyOrderIgnored}, `key-order`},
		{`params=( "a";x="y"  "\"\\" );z`, SearchVariance{Names: []string{"a", `"\`}}, `params=("a" "%22%5C")`},
		{`a=1, b=-1.5, *c=tok/en:x, d=:YWI=:, e=@1, f=%"%c3%a9", g="x", h=(1 ?0 t), key-order`, SearchVariance{Order: KeyOrderIgnored}, `key-order`},
	} {
		got, err := ParseNoVarySearch(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.in, got, err)
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%+v: %s, %v", tt.want, built, err)
		}
	}
	for _, tt := range []struct {
		in   string
		want want
	}{
		// Those that section 5.2.1 of the draft calls invalid.
		{`key-order="not a boolean"`, want{10, `"not a boolean"`, WrongType}},
		{`params="not a boolean or inner list"`, want{7, `"not a boolean or inner list"`, WrongType}},
		{`params=(not-a-string)`, want{7, `(not-a-string)`, WrongType}},
		{`params=("a"), except=("x")`, want{21, `("x")`, WrongType}},
		{`params=(), except=()`, want{18, `()`, WrongType}},
		{`params=?0, except=("x")`, want{18, `("x")`, WrongType}},
		{`params, except=(not-a-string)`, want{15, `(not-a-string)`, WrongType}},
		{`params, except="not an inner list"`, want{15, `"not an inner list"`, WrongType}},
		{`params, except=?1`, want{15, `?1`, WrongType}},
		{`except=("x")`, want{7, `("x")`, WrongType}},
		{`except=()`, want{7, `()`, WrongType}},
		// What is no dictionary.
		{`Params`, want{0, "P", MissingName}},
		{`params,`, want{7, "", MissingName}},
		{`params key-order`, want{7, "k", percent.InvalidByte}},
		{`params=`, want{7, "", MissingValue}},
		{`params=(`, want{7, "(", UnclosedList}},
		{`params=("a""b")`, want{11, `"`, percent.InvalidByte}},
		{`params=("a`, want{8, `"a`, UnclosedQuote}},
		{`params=("a\b")`, want{11, "b", percent.InvalidByte}},
		{"params=(\"\x00\")", want{9, "\x00", percent.InvalidByte}},
		{`params=("é")`, want{9, "\xC3", percent.InvalidByte}},
		{`params=?2`, want{8, "2", percent.InvalidByte}},
		{`a=-`, want{3, "", MissingValue}},
		{`a=1.`, want{4, "", MissingValue}},
		{`a=1234567890123456`, want{2, "1234567890123456", TooLong}},
		{`a=1.2345`, want{2, "1.2345", TooLong}},
		{`a=@1.5`, want{4, ".", percent.InvalidByte}},
		{`a=:YW`, want{2, ":YW", UnclosedQuote}},
		{`a=:Y W:`, want{4, " ", percent.InvalidByte}},
		{`a=:Y:`, want{2, ":Y:", InvalidText}},
		{`a=%"%C3%A9"`, want{4, "%C3", percent.InvalidEscape}},
		{`a=%"x`, want{3, `"x`, UnclosedQuote}},
		{`a;B`, want{2, "B", MissingName}},
		{`a;b=`, want{4, "", MissingValue}},
		{"a\r\n", want{1, "\r", percent.InvalidByte}},
	} {
		got, err := ParseNoVarySearch(tt.in)
		checkError(t, tt.in, err, tt.want)
		if !reflect.DeepEqual(got, SearchVariance{}) {
			t.Errorf("%s: %+v beside the error", tt.in, got)
		}
	}
	_, err := SearchVariance{Names: []string{"a", "b\xFF"}}.Build()
	checkError(t, "name", err, want{1, "\xFF", percent.InvalidUTF8})
}

func TestEquivalent(t *testing.T) {
	for _, tt := range []struct {
		field, a, b string
		want        bool
	}{
		// Section 6.1 of the draft.
		{`key-order`, "", "?", true},
		{`key-order`, "?a=x", "?%61=%78", true},
		{`key-order`, "?a=é", "?a=%C3%A9", true},
		{`key-order`, "?a=%f6", "?a=%ef%bf%bd", true},
		{`key-order`, "?a=x&&&&", "?a=x", true},
		{`key-order`, "?a=", "?a", true},
		{`key-order`, "?a=%20", "?a=+", true},
		{`key-order`, "?a=%20", "?a= &", true},
		// Section 6: the default compares bytes.
		{``, "", "?", false},
		{``, "?a=b&&&c", "?a=b&c=", false},
		{``, "?a=x", "?%61=%78", false},
		{``, "?a=x", "?a=x", true},
		{`params=()`, "?a", "?a=", false},
		// Section 5.3.1.
		{`params=("%C3%A9+%E6%B0%97")`, "?é 気=1", "?%C3%A9+%E6%B0%97=4", true},
		{`params=("%C3%A9+%E6%B0%97")`, "?é+気=2", "?%C3%A9%20気=3", true},
		{`params=("%C3%A9+%E6%B0%97")`, "?é+気=2", "?x", false},
		{`params=("a")`, "?a=1&b=2", "?b=2&a=3", true},
		{`params=("a")`, "?b=1&c=2", "?c=2&b=1", false},
		{`key-order, params=("a")`, "?b=1&c=2", "?c=2&b=1&a", true},
		{`key-order`, "?b=1&b=2", "?b=2&b=1", false},
		{`params`, "?a=1", "?b=2", true},
		{`params`, "", "?b=2", true},
		{`params, except=("x")`, "?a=1&x=1", "?x=1", true},
		{`params, except=("x")`, "?a=1&x=1", "?x=2", false},
		{`params, except=("x" "y")`, "?x=1&y=1", "?y=1&x=1", false},
		{`key-order, params, except=("x" "y")`, "?x=1&y=1", "?y=1&x=1", true},
	} {
		v, err := ParseNoVarySearch(tt.field)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Equivalent(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: %q and %q: %v", tt.field, tt.a, tt.b, got)
		}
		if got := v.Equivalent(tt.b, tt.a); got != tt.want {
			t.Errorf("%s: %q and %q: %v", tt.field, tt.b, tt.a, got)
		}
	}
}

func FuzzNoVarySearch(f *testing.F) {
	f.Add(`params, key-order, except=("x" "%C3%A9+\"")`, "?a=1&x=%zz", "?x&é")
	f.Add(`a=1, b=-1.5, c=tok, d=:YWI=:, e=@1, f=%"%c3%a9", h=(1 ?0 t);x, params=("a")`, "", "?")
	f.Fuzz(func(t *testing.T, field, a, b string) {
		v, err := ParseNoVarySearch(field)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(field)) || !strings.HasPrefix(field[e.Offset:], e.Bytes) {
				t.Fatalf("%q: %v", field, err)
			}
		}
		built, err := v.Build()
		if err != nil || injected(built) {
			t.Fatalf("%+v: %q, %v", v, built, err)
		}
		again, err := ParseNoVarySearch(built)
		if err != nil || again.Order != v.Order || again.Params != v.Params || !slices.Equal(again.Names, v.Names) {
			t.Fatalf("%q: %+v, %v, want %+v", built, again, err, v)
		}
		if !v.Equivalent(a, a) || v.Equivalent(a, b) != v.Equivalent(b, a) || again.Equivalent(a, b) != v.Equivalent(a, b) {
			t.Fatalf("%+v: %q and %q", v, a, b)
		}
	})
}
